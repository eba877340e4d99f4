import { useQuery } from '@tanstack/react-query';
import type { applicationCalls } from '#contract/application.ts';
import type { ReplyOf } from '#contract/call.ts';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { type ApplyObstacle, applyObstacle } from '#contract/opportunity-rules.ts';
import { checkStatusQuery } from '../../data/applications/check-status.ts';
import { useRole } from '../../parts/account/useRole.ts';

export type OwnStatus = ReplyOf<typeof applicationCalls.checkStatus>;

export interface Own {
  /** Null when signed out. */
  viewer: ReturnType<typeof useRole>;
  /** Undefined until known, and for everybody but students. */
  application: OwnStatus | undefined;
  /** Whether there is one is not known yet. */
  isChecking: boolean;
  obstacle: ApplyObstacle;
  canApply: boolean;
}

/** What the viewer has to do with applying here. */
export const useOwnApplication = (item: OpportunityDetail): Own => {
  const viewer = useRole();
  const isStudent = viewer === 'student';
  const check = useQuery({ ...checkStatusQuery(item.id), enabled: isStudent });
  const application = isStudent ? check.data : undefined;
  const isChecking = viewer === 'unknown' || (isStudent && check.isPending);
  const known = applyObstacle(item, viewer, application?.status ?? null);
  // The server has the last word.
  const obstacle = known ?? (item.can_apply || isChecking ? null : 'status');
  return { viewer, application, isChecking, obstacle, canApply: isStudent && !isChecking && obstacle === null };
};
