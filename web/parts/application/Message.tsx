import { CalendarCheck, ChevronDown, Mail, MessageSquare } from 'lucide-react';
import type { Notification } from '#contract/notification.ts';
import { formatDate } from '#contract/uzbek.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Card.tsx';

const icons = { decision: CalendarCheck, message: MessageSquare, invitation: Mail } as const;

interface MessageProps {
  item: Notification;
  /** Initially open. */
  open?: boolean;
  /** Shown inside its application, so without a link to it. */
  inside?: boolean;
  onOpen?(): void;
}

/** A message to a student: its title, and the text when it is opened. */
export const Message = ({ item, open = false, inside = false, onOpen }: MessageProps) => {
  const Icon = icons[item.kind];
  return (
    <details
      open={open}
      onToggle={(event) => event.currentTarget.open && onOpen?.()}
      className="group rounded-2xl border border-line bg-surface shadow-card"
    >
      <summary className="flex min-h-14 list-none items-start gap-3 rounded-2xl p-4 [&::-webkit-details-marker]:hidden">
        <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand" />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{item.title}</span>
          <span className="block text-sm text-muted">
            {[item.organization_name, formatDate(item.created_at, { time: true })].filter(Boolean).join(' · ')}
          </span>
          {item.read_at === null && <Badge tone="brand">Yangi</Badge>}
        </span>
        <ChevronDown aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="space-y-3 px-4 pb-4">
        <p className="whitespace-pre-line">{item.text}</p>
        {!inside && item.application !== null && (
          <LinkButton to={`/applications?application=${item.application}`} variant="secondary">
            Arizani ko‘rish
          </LinkButton>
        )}
        {item.application === null && item.opportunity !== null && (
          <LinkButton to={`/event/${item.opportunity}`}>Imkoniyatni ko‘rish</LinkButton>
        )}
      </div>
    </details>
  );
};
