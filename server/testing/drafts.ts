import { applicationCalls as calls } from '#contract/application.ts';
import type { Actor } from '../http/actor.ts';
import { anOpportunity, anOrganizer, aQuestion, aStudent, type World } from './world.ts';

/** Functions for tests of application drafts. */
export const draftHelpers = (world: World) => ({
  aQuestion: (opportunity_id: number, values: Record<string, unknown> = {}) => aQuestion(world, opportunity_id, values),
  /** An opportunity with one question, and a student. */
  aScene: async (values: Record<string, unknown> = {}) => {
    const organizer = await anOrganizer(world);
    const opportunity = await anOpportunity(world, organizer.organization_id, values);
    return { organizer, opportunity, question: await aQuestion(world, opportunity), student: await aStudent(world) };
  },
  read: (actor: Actor, opportunity_id: number) => world.ask(actor, calls.draft, { params: { opportunity_id } }),
  save: (actor: Actor, opportunity_id: number, answers: object, version: number) =>
    world.ask(actor, calls.saveDraft, { params: { opportunity_id }, body: { answers, version } }),
  readRows: (actor: Actor) => world.db.selectFrom('application_drafts').selectAll().where('student_id', '=', actor.user_id).execute(),
});
