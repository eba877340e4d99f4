import type { OwnApplication } from '#contract/application.ts';
import { formatDate } from '#contract/uzbek.ts';
import { Link } from '../../lib/router.tsx';
import { ReinstateButton, WithdrawButton } from '../../parts/application/WithdrawButton.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { StatusBadges, StatusNotes } from './StatusNotes.tsx';

const Day = ({ name, value }: { name: string; value: string }) => (
  <div className="flex gap-1.5">
    <dt className="text-muted">{name}</dt>
    <dd className="font-medium">{formatDate(value)}</dd>
  </div>
);

/** One application in the list. The whole card links to the opportunity; its buttons lie above the link. */
export const ApplicationCard = ({ application, onOpen }: { application: OwnApplication; onOpen(): void }) => {
  const { id, opportunity, title, organization_name, status, applied_at, updated_at } = application;
  const to = `/event/${opportunity}`;
  return (
    <article className="relative flex h-full flex-col rounded-2xl border border-line bg-surface p-5 shadow-card focus-within:border-brand hover:border-brand">
      <StatusBadges application={application} />
      <h2 className="mt-2 text-lg font-semibold">
        <Link to={to} className="after:absolute after:inset-0 after:rounded-2xl">
          {title}
        </Link>
      </h2>
      <p className="text-muted">{organization_name}</p>
      <dl className="mt-3 mb-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <Day name="Ariza yuborildi" value={applied_at} />
        <Day name="Oxirgi yangilanish" value={updated_at} />
      </dl>
      <StatusNotes application={application} />
      <div className="relative z-10 mt-auto flex flex-wrap gap-3 pt-4 max-sm:*:grow">
        {status === 'accepted' && <LinkButton to={to}>Tadbir haqida batafsil</LinkButton>}
        <Button variant="secondary" onClick={onOpen} aria-label={`Arizani ko‘rish: ${title}`}>
          Arizani ko‘rish
        </Button>
        {application.can_withdraw && <WithdrawButton id={id} title={title} />}
        {application.can_reinstate && <ReinstateButton id={id} title={title} />}
      </div>
    </article>
  );
};
