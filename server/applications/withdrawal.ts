import type { OwnApplication } from '#contract/application.ts';
import { canReinstate, canWithdraw } from '#contract/application-rules.ts';
import type { Db } from '../db/connect.ts';
import type { Actor } from '../http/actor.ts';
import { Refusal } from '../http/refusal.ts';
import { cancelPendingNotifications } from '../outbox/notify.ts';
import { lockOpportunity, refuseObstacle } from './apply.ts';
import { lockOwnApplication, readOwnApplication } from './ownApplications.ts';

/** Sets the status with its event, and cancels notifications that are not sent yet. */
const changeOwnStatus = async (trx: Db, actor: Actor, id: number, from: string, to: 'pending' | 'withdrawn', now: Date) => {
  await trx
    .updateTable('applications')
    .set({ status: to, reason: null, interview_at: null, interview_place: null, updated_at: now })
    .where('id', '=', id)
    .execute();
  await cancelPendingNotifications(trx, { now: () => now }, [id]);
  await trx
    .insertInto('application_events')
    .values({ application_id: id, from_status: from, to_status: to, actor_id: actor.user_id, created_at: now })
    .execute();
  return readOwnApplication(trx, id, now);
};

/** Withdraws an undecided application. @throws Refusal application_not_found, invalid_operation */
export const withdraw = (db: Db, actor: Actor, id: number, now: Date): Promise<OwnApplication> =>
  db.transaction().execute(async (trx) => {
    const { status } = await lockOwnApplication(trx, actor, id);
    if (!canWithdraw(status)) throw new Refusal('invalid_operation');
    return changeOwnStatus(trx, actor, id, status, 'withdrawn', now);
  });

/**
 * Reinstates a withdrawn application while the opportunity accepts applications. The application is locked before the
 * opportunity, as everywhere except in `apply`, where the application does not exist yet.
 * @throws Refusal application_not_found, invalid_operation, applications_closed, deadline_passed, capacity_reached
 */
export const reinstate = (db: Db, actor: Actor, id: number, now: Date): Promise<OwnApplication> =>
  db.transaction().execute(async (trx) => {
    const { status, opportunity_id } = await lockOwnApplication(trx, actor, id);
    if (status !== 'withdrawn') throw new Refusal('invalid_operation');
    const opportunity = await lockOpportunity(trx, actor, opportunity_id, now);
    if (!opportunity) throw new Refusal('applications_closed');
    refuseObstacle(opportunity, actor, null);
    if (!canReinstate(status, opportunity)) throw new Refusal('invalid_operation');
    return changeOwnStatus(trx, actor, id, status, 'pending', now);
  });
