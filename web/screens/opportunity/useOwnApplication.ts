import { useQuery } from '@tanstack/react-query';
import type { applicationCalls } from '#contract/application.ts';
import type { ReplyOf } from '#contract/call.ts';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { type ApplyObstacle, applyObstacle } from '#contract/opportunity-rules.ts';
import { checkStatusQuery } from '../../data/applications.ts';
import { useSession } from '../../lib/session.ts';

export type OwnStatus = ReplyOf<typeof applicationCalls.checkStatus>;

export interface Own {
  isSignedIn: boolean;
  /** Undefined until known, and for everybody but students. */
  application: OwnStatus | undefined;
  /** Whether there is one is not known yet. */
  isChecking: boolean;
  obstacle: ApplyObstacle;
  canApply: boolean;
}

/** What the viewer has to do with applying here. A role the token does not name is taken for a student's. */
export const useOwnApplication = (item: OpportunityDetail): Own => {
  const session = useSession();
  const viewer = session && (session.user_type ?? 'student');
  const isStudent = viewer === 'student';
  const check = useQuery({ ...checkStatusQuery(item.id), enabled: isStudent });
  const application = isStudent ? check.data : undefined;
  const isChecking = isStudent && check.isPending;
  const known = applyObstacle(item, viewer, application?.status ?? null);
  // The server has the last word.
  const obstacle = known ?? (item.can_apply || isChecking ? null : 'status');
  return { isSignedIn: session !== null, application, isChecking, obstacle, canApply: isStudent && !isChecking && obstacle === null };
};
