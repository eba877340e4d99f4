import { canWithdraw } from '#contract/application-rules.ts';
import { formatDate } from '#contract/uzbek.ts';
import { Link } from '../../lib/router.tsx';
import { ApplicationStatusBadge } from '../../parts/application/ApplicationStatusBadge.tsx';
import { WithdrawButton } from '../../parts/application/WithdrawButton.tsx';
import { Card } from '../../ui/Card.tsx';
import type { OwnStatus } from './useOwnApplication.ts';

/** The viewer's own application with the button to withdraw it. */
const OwnApplicationPanel = ({ application, title }: { application: OwnStatus; title: string }) => {
  const { id, status } = application;
  if (id === null || status === null) return null;
  return (
    <Card aria-labelledby="arizangiz">
      <h2 id="arizangiz" className="text-xl font-bold">
        Sizning arizangiz
      </h2>
      <p className="mt-2 flex flex-wrap items-center gap-2">
        <ApplicationStatusBadge status={status} />
        {application.applied_at && `Yuborilgan: ${formatDate(application.applied_at, { time: true })}`}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        <Link to="/applications" className="inline-flex min-h-11 items-center text-brand-strong underline underline-offset-4">
          Arizalarim
        </Link>
        {canWithdraw(status) && <WithdrawButton id={id} title={title} />}
      </div>
    </Card>
  );
};
export default OwnApplicationPanel;
