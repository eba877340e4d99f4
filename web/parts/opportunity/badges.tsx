import { BadgeCheck, Star } from 'lucide-react';
import { type OpportunityStatus, type OpportunityType, statusLabel } from '#contract/opportunity-rules.ts';
import { Badge } from '../../ui/Card.tsx';

export const KindBadge = ({ kind, label }: { kind: OpportunityType; label: string }) => (
  <span data-kind={kind}>
    <Badge tone="kind">{label}</Badge>
  </span>
);

export const FeaturedBadge = () => (
  <Badge tone="warning">
    <Star aria-hidden="true" className="size-3.5 fill-current" />
    Tavsiya etilgan
  </Badge>
);

const statusTones: Record<OpportunityStatus, 'success' | 'neutral' | 'danger'> = {
  draft: 'neutral',
  published: 'success',
  closed: 'neutral',
  cancelled: 'danger',
  archived: 'neutral',
};
/** Status of an opportunity; a missing one is shown as such. */
export const StatusBadge = ({ status }: { status: OpportunityStatus | null | undefined }) => (
  <Badge tone={status ? statusTones[status] : 'neutral'}>{statusLabel(status)}</Badge>
);

/** Mark of a verified organization. @param name for screen readers; empty where the text is beside it */
export const VerifiedMark = ({ name = 'Tasdiqlangan tashkilot' }: { name?: string }) => (
  <BadgeCheck
    {...(name ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
    className="inline size-4 max-w-full shrink-0 align-[-0.15em] text-brand"
  />
);

export const formatLabel = (isRemote: boolean): string => (isRemote ? 'Masofadan (onlayn)' : 'Joyida (oflayn)');
