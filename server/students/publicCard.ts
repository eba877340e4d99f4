import { type RawBuilder, sql } from 'kysely';
import type { ReplyOf } from '#contract/call.ts';
import type { studentCalls } from '#contract/student.ts';
import type { Db } from '../db/connect.ts';
import type { Actor } from '../http/actor.ts';
import { Refusal } from '../http/refusal.ts';
import { entriesJson, type ListTable, listTables } from './profileEntryTables.ts';

type Card = ReplyOf<typeof studentCalls.card>;

const all = (list: ListTable) => entriesJson(list, sql`s.user_id`);

/** An application stands at the organization of a member, to an opportunity `o` of that kind. */
const applied = (member_id: number, kind: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select from applications a join members m on m.organization_id = a.organization_id join opportunities o on o.id = a.opportunity_id
  where a.student_id = s.user_id and a.status <> 'withdrawn' and m.user_id = ${member_id} and ${kind})`;

/** The student accepted an invitation of the organization of a member. */
const accepted = (member_id: number): RawBuilder<boolean> => sql`exists (
  select from invitations i join members m on m.organization_id = i.organization_id
  where i.accepted_by = s.user_id and i.kind = 'student' and m.user_id = ${member_id})`;

/**
 * The student, and members of an organization the student applied to or whose invitation they accepted; who took the
 * application back closed the door again.
 */
const opensProfile = ({ user_id, user_type }: Actor): RawBuilder<boolean> =>
  user_type === 'organization' ? sql`(${applied(user_id, sql`not o.blind_review`)} or ${accepted(user_id)})` : sql`s.user_id = ${user_id}`;

/** Who is judged blind has no card there, unless the organization knows them from elsewhere. */
const isHidden = (viewer: Actor): RawBuilder<boolean> =>
  viewer.user_type === 'organization' ? sql`(${applied(viewer.user_id, sql`o.blind_review`)} and not ${opensProfile(viewer)})` : sql`false`;

/** A student as the caller may see them, in one statement; private links stand on no card. @throws Refusal not_found */
export const readPublicCard = async (db: Db, viewer: Actor, student_id: number): Promise<Card> => {
  const { rows } = await sql<Card>`
    select s.user_id as id, u.first_name, u.last_name, s.university, s.major, ${all(listTables['social-links'])} as social_links,
      case when ${opensProfile(viewer)} then json_build_object(
        'avatar', s.avatar, 'location', s.location, 'graduation_year', s.graduation_year, 'about_me', s.about_me,
        'portfolio_url', s.portfolio_url, 'education', ${all(listTables.education)}, 'experiences', ${all(listTables.experience)},
        'skills', ${all(listTables.skills)}, 'projects', ${all(listTables.projects)}, 'languages', ${all(listTables.languages)},
        'achievements', ${all(listTables.achievements)}) end as profile
    from students s join users u on u.id = s.user_id where s.user_id = ${student_id} and not ${isHidden(viewer)}`.execute(db);
  const card = rows[0];
  if (!card) throw new Refusal('not_found');
  return { ...card, social_links: card.social_links.filter(({ is_public }) => is_public) };
};
