import { type RawBuilder, sql } from 'kysely';
import type { ReplyOf } from '#contract/call.ts';
import type { studentCalls } from '#contract/student.ts';
import type { Db } from '../db/connect.ts';
import type { Actor } from '../http/actor.ts';
import { Refusal } from '../http/refusal.ts';
import { type EntryTable, entriesJson, entryTables } from './profileEntryTables.ts';

type Card = ReplyOf<typeof studentCalls.card>;

const entries = (list: EntryTable) => entriesJson(list, sql`s.user_id`);

/** Condition: the student has an application at the member's organization to an opportunity `o` that matches. */
const applied = (member_id: number, matches: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select from applications a join members m on m.organization_id = a.organization_id join opportunities o on o.id = a.opportunity_id
  where a.student_id = s.user_id and a.status <> 'withdrawn' and m.user_id = ${member_id} and ${matches})`;

/** Condition: the student accepted an invitation of the member's organization. */
const accepted = (member_id: number): RawBuilder<boolean> => sql`exists (
  select from invitations i join members m on m.organization_id = i.organization_id
  where i.accepted_by = s.user_id and i.kind = 'student' and m.user_id = ${member_id})`;

/**
 * Condition: the viewer may see the profile. True for the student and for members of an organization the student applied to
 * without blind review (and has not withdrawn) or whose invitation they accepted.
 */
const seesProfile = ({ user_id, user_type }: Actor): RawBuilder<boolean> =>
  user_type === 'organization' ? sql`(${applied(user_id, sql`not o.blind_review`)} or ${accepted(user_id)})` : sql`s.user_id = ${user_id}`;

/** Condition: blind review hides the student from the viewer's organization, unless it may see the profile otherwise. */
const isHidden = (viewer: Actor): RawBuilder<boolean> =>
  viewer.user_type === 'organization' ? sql`(${applied(viewer.user_id, sql`o.blind_review`)} and not ${seesProfile(viewer)})` : sql`false`;

/**
 * A student as the viewer may see them, in one statement; `profile` is null without access, private links are left out.
 * @throws Refusal not_found
 */
export const readPublicCard = async (db: Db, viewer: Actor, student_id: number): Promise<Card> => {
  const { rows } = await sql<Card>`
    select s.user_id as id, u.first_name, u.last_name, s.university, s.major, ${entries(entryTables['social-links'])} as social_links,
      case when ${seesProfile(viewer)} then json_build_object(
        'avatar', s.avatar, 'location', s.location, 'graduation_year', s.graduation_year, 'about_me', s.about_me,
        'portfolio_url', s.portfolio_url, 'education', ${entries(entryTables.education)}, 'experiences', ${entries(entryTables.experience)},
        'skills', ${entries(entryTables.skills)}, 'projects', ${entries(entryTables.projects)}, 'languages', ${entries(entryTables.languages)},
        'achievements', ${entries(entryTables.achievements)}) end as profile
    from students s join users u on u.id = s.user_id where s.user_id = ${student_id} and not ${isHidden(viewer)}`.execute(db);
  const card = rows[0];
  if (!card) throw new Refusal('not_found');
  return { ...card, social_links: card.social_links.filter(({ is_public }) => is_public) };
};
