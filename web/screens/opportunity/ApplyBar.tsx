import { Check } from 'lucide-react';
import { Suspense } from 'react';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import type { ApplyObstacle } from '#contract/opportunity-rules.ts';
import { formatDate, remainingText } from '#contract/uzbek.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Card.tsx';
import { lazyWithRetry } from '../../ui/lazyWithRetry.tsx';
import type { ViewerApplication } from './useOwnApplication.ts';

const ReinstateButton = lazyWithRetry(async () => ({
  default: (await import('../../parts/application/WithdrawButton.tsx')).ReinstateButton,
}));

const ReinstatePending = ({ className }: { className: string }) => (
  <Button variant="secondary" busy className={className}>
    Qayta topshirish
  </Button>
);

const reasons: Record<Exclude<ApplyObstacle, null>, string> = {
  applied: '',
  withdrawn: 'Ariza bekor qilingan',
  organization: 'Tashkilotlar ariza topshira olmaydi',
  status: 'Bu imkoniyatga ariza qabul qilinmayapti',
  deadline: 'Ariza topshirish muddati tugagan',
  capacity: 'Arizalar soni belgilangan chegaraga yetdi',
};

/** The bar at the bottom of the screen: the deadline and one action, or why it is not possible. */
export const ApplyBar = ({ item, own, onApply }: { item: OpportunityDetail; own: ViewerApplication; onApply(): void }) => {
  const { obstacle } = own;
  const reason = obstacle && (own.viewer === 'admin' ? 'Administratorlar ariza topshira olmaydi' : reasons[obstacle]);
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-6 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:mx-0 sm:rounded-t-2xl sm:border-x">
      <div className="flex flex-col gap-2 xs:flex-row xs:items-center xs:justify-between xs:gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span className="font-semibold">{remainingText(item.days_until_deadline)}</span>
          {item.application_deadline && !item.is_deadline_passed && (
            <span className="text-muted">{formatDate(item.application_deadline)}</span>
          )}
          {obstacle === 'applied' && (
            <Badge tone="success">
              <Check aria-hidden="true" className="size-3.5" />
              Ariza yuborilgan
            </Badge>
          )}
          {!item.can_edit && reason && (
            <span id="sabab" className="w-full text-muted">
              {reason}
            </span>
          )}
        </div>
        <Action item={item} own={own} onApply={onApply} />
      </div>
    </div>
  );
};

const Action = ({ item, own, onApply }: { item: OpportunityDetail; own: ViewerApplication; onApply(): void }) => {
  const wide = 'w-full xs:w-auto xs:min-w-48 shrink-0';
  const { obstacle } = own;
  if (item.can_edit)
    return (
      <LinkButton to={`/organizer/events/${item.id}/edit`} className={wide}>
        Tahrirlash
      </LinkButton>
    );
  if (obstacle === 'withdrawn' && own.application?.id && own.application.can_reinstate)
    return (
      <Suspense fallback={<ReinstatePending className={wide} />}>
        <ReinstateButton id={own.application.id} title={item.title} className={wide} />
      </Suspense>
    );
  if (obstacle === null && own.viewer === null)
    return (
      <LinkButton to="/login" state={{ from: `/event/${item.id}?apply=1` }} className={wide}>
        Ariza topshirish
      </LinkButton>
    );
  if (obstacle === null)
    return (
      <Button className={wide} busy={own.isChecking} onClick={onApply}>
        Ariza topshirish
      </Button>
    );
  return (
    <Button className={wide} variant="secondary" disabled aria-describedby={obstacle === 'applied' ? undefined : 'sabab'}>
      {obstacle === 'applied' ? 'Ariza yuborilgan' : 'Ariza yopilgan'}
    </Button>
  );
};
