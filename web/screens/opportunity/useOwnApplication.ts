import { useQuery } from '@tanstack/react-query';
import type { applicationCalls } from '#contract/application.ts';
import type { ReplyOf } from '#contract/call.ts';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { type ApplyObstacle, applyObstacle } from '#contract/opportunity-rules.ts';
import { checkStatusQuery } from '../../data/applications/check-status.ts';
import { useRole } from '../../parts/account/useRole.ts';

export type OwnStatus = ReplyOf<typeof applicationCalls.checkStatus>;

export interface ViewerApplication {
  /** Null when signed out. */
  viewer: ReturnType<typeof useRole>;
  /** Undefined until it is known, and for viewers who are not students. */
  application: OwnStatus | undefined;
  /** It is not known yet whether there is an application. */
  isChecking: boolean;
  obstacle: ApplyObstacle;
  canApply: boolean;
}

/** The viewer's application to an opportunity, and whether they can apply. */
export const useOwnApplication = (item: OpportunityDetail): ViewerApplication => {
  const viewer = useRole();
  const isStudent = viewer === 'student';
  const check = useQuery({ ...checkStatusQuery(item.id), enabled: isStudent });
  const application = isStudent ? check.data : undefined;
  const isChecking = viewer === 'unknown' || (isStudent && check.isPending);
  const known = applyObstacle(item, viewer, application?.status ?? null);
  // The server may know of an obstacle this rule does not.
  const obstacle = known ?? (item.can_apply || isChecking ? null : 'status');
  return { viewer, application, isChecking, obstacle, canApply: isStudent && !isChecking && obstacle === null };
};
