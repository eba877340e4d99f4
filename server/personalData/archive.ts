import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { ZipFile } from 'yazl';
import { tashkentDay } from '#contract/uzbek.ts';
import { notUndone } from '../db/applicationEvents.ts';
import type { Db } from '../db/connect.ts';
import { utcText } from '../db/sqlLabels.ts';
import { assertValidLink, type LinkSignature, signedLink } from '../files/signedLinks.ts';
import type { Download } from '../http/download.ts';
import { enforceRateLimit } from '../http/rateLimits.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { readEntries } from '../students/profileEntries.ts';
import { findStudentProfile } from '../students/studentProfile.ts';

const pathFor = (user_id: number) => `/api/auth/export/${user_id}/`;

/** A short-lived signed link to the user's archive, so that the browser downloads it as a stream with its progress display. */
export const archiveLink = (deps: Deps, user_id: number): { url: string } => ({ url: signedLink(deps, pathFor(user_id)) });

/** The archive by its signed link. @throws Refusal link_expired, not_found when the account was deleted, too_many_requests */
export const openArchive = async (deps: Deps, user_id: number, link: LinkSignature): Promise<Download> => {
  assertValidLink(deps, pathFor(user_id), link);
  return createArchive(deps, user_id);
};

/** All data of a user as a ZIP that is created while it is sent. @throws Refusal not_found when the account was deleted, too_many_requests */
export const createArchive = async (deps: Deps, user_id: number): Promise<Download> => {
  // Before the rate limit, which must not store a row for a deleted account.
  const account = await deps.db.selectFrom('users').select('id').where('id', '=', user_id).executeTakeFirst();
  if (!account) throw new Refusal('not_found');
  await enforceRateLimit(deps, 'export', user_id);
  const at = deps.now();
  // One snapshot of the database for all reads.
  const facts = await deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => readFacts(trx, user_id, at));
  const stored = await storedFiles(deps, facts.files);
  const files = facts.files.map((file) => ({ ...file, archived_as: stored.get(file.name)?.name ?? null }));
  return { name: `imkon-malumotlarim-${tashkentDay(at)}.zip`, body: createZip(deps, { ...facts, files }, [...stored.values()], at) };
};

const readFacts = async (db: Db, user_id: number, at: Date) => {
  const account = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'user_type', 'created_at', 'updated_at'])
    .where('id', '=', user_id)
    .executeTakeFirst();
  if (!account) throw new Refusal('not_found');
  return {
    exported_at: at.toISOString(),
    account,
    consents: await db
      .selectFrom('consents')
      .select(['subject', 'subject_id', 'version', 'language', 'given_at'])
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute(),
    sessions: await db
      .selectFrom('sessions')
      .select(['created_at', 'rotated_at', 'ended_at'])
      .where('user_id', '=', user_id)
      .orderBy('created_at')
      .execute(),
    profile: await readProfile(db, user_id),
    applications: await readApplications(db, user_id),
    drafts: await readDrafts(db, user_id),
    organization: await readMembership(db, user_id),
    notifications: await db
      .selectFrom('notifications')
      .select(['kind', 'title', 'text', 'visible_at as created_at', 'read_at'])
      .where('user_id', '=', user_id)
      .where('cancelled_at', 'is', null)
      .where('visible_at', '<=', at)
      .orderBy('id')
      .execute(),
    invitations: await db
      .selectFrom('invitations')
      .innerJoin('organizations as o', 'o.id', 'invitations.organization_id')
      .select(['invitations.kind', 'o.name as organization_name', 'invitations.role', 'invitations.created_at', 'invitations.accepted_at'])
      .where('invitations.email', '=', account.email)
      .orderBy('invitations.id')
      .execute(),
    files: await db
      .selectFrom('files')
      .select(['name', 'kind', 'original_name', 'content_type', 'size', 'created_at'])
      .where('owner_id', '=', user_id)
      .orderBy('created_at')
      .orderBy('name')
      .execute(),
  };
};
type Facts = Awaited<ReturnType<typeof readFacts>>;

const readProfile = async (db: Db, user_id: number) => {
  const profile = await findStudentProfile(db, user_id);
  if (!profile) return null;
  const { results: exam_scores } = await readEntries(db, 'exam-scores', user_id, { page: 1, page_size: 100 });
  return { ...profile, exam_scores };
};

/** What the student wrote and was shown. Deciders and internal notes belong to the organization and are left out. */
const readApplications = async (db: Db, student_id: number) => {
  const { rows } = await sql<Record<string, unknown>>`
    select a.id, json_build_object('id', o.id, 'title', o.title) as opportunity, g.name as organization_name, a.status, a.reason,
      a.interview_at, a.interview_place,
      (select coalesce(json_agg(json_build_object('question', q.value->>'question', 'answer', a.answers->>(q.value->>'id')) order by q.place), '[]')
        from jsonb_array_elements(a.questions) with ordinality as q (value, place)) as answers,
      a.snapshot,
      (select coalesce(json_agg(json_build_object('status', e.to_status, 'reason', e.reason, 'at', ${utcText(sql`e.created_at`)}) order by e.id), '[]')
        from application_events e where e.application_id = a.id and ${notUndone}) as history,
      (select coalesce(json_agg(json_build_object('name', d.name, 'file', d.file, 'created_at', ${utcText(sql`d.created_at`)}) order by d.id), '[]')
        from application_documents d where d.application_id = a.id) as documents,
      a.applied_at, a.updated_at
    from applications a join opportunities o on o.id = a.opportunity_id join organizations g on g.id = o.organization_id
    where a.student_id = ${student_id} order by a.id`.execute(db);
  return rows;
};

const readDrafts = async (db: Db, student_id: number) => {
  const { rows } = await sql<Record<string, unknown>>`
    select json_build_object('id', o.id, 'title', o.title) as opportunity,
      (select coalesce(json_agg(json_build_object('question', q.question, 'answer', answer.value) order by q."order", q.id), '[]')
        from jsonb_each(d.answers) answer left join questions q on q.id::text = answer.key) as answers,
      d.created_at, d.updated_at
    from application_drafts d join opportunities o on o.id = d.opportunity_id
    where d.student_id = ${student_id} order by d.opportunity_id`.execute(db);
  return rows;
};

const readMembership = async (db: Db, user_id: number) => {
  const row = await db
    .selectFrom('members')
    .innerJoin('organizations as o', 'o.id', 'members.organization_id')
    .select([
      'members.role',
      'members.created_at as joined_at',
      'o.id',
      'o.name',
      'o.organization_type',
      'o.description',
      'o.logo',
      'o.website',
      'o.phone',
      'o.email',
      'o.country',
      'o.city',
      'o.address',
      'o.linkedin_url',
      'o.twitter_url',
      'o.facebook_url',
      'o.is_verified',
      'o.is_active',
      'o.created_at',
      'o.updated_at',
    ])
    .where('members.user_id', '=', user_id)
    .executeTakeFirst();
  return row ?? null;
};

interface ArchivedFile {
  /** Name in the archive. */
  name: string;
  /** Name in the storage. */
  stored: string;
  at: Date;
}

/** The files that exist, each with a unique, descriptive name in the archive. */
const storedFiles = async ({ storage }: Pick<Deps, 'storage'>, files: Facts['files']) => {
  const stored = new Map<string, ArchivedFile>();
  for (const file of files) {
    if (!(await storage.stat(file.name))) continue;
    const ending = path.extname(file.name);
    const originalName = path
      .parse(file.original_name ?? '')
      .name.replace(/[^\p{L}\p{N}._ -]/gu, '')
      .trim();
    const short = path.basename(file.name, ending).slice(0, 8);
    const name = `files/${file.kind}/${short}${originalName ? `-${originalName}` : ''}${ending}`;
    stored.set(file.name, { name, stored: file.name, at: new Date(file.created_at) });
  }
  return stored;
};

const readme = `Bu arxivda Imkon platformasida siz haqingizda saqlanayotgan hamma narsa bor.

data.json — hisobingiz, roziliklaringiz (sharti, vaqti, tili), profilingiz, arizalaringiz (javoblar, yuborilgan paytdagi
profil nusxasi, holat tarixi), yuborilmagan qoralamalar va fayllar ro‘yxati. Uni istalgan matn muharririda ochish mumkin.
files — siz yuklagan fayllar. Ro‘yxatdagi "archived_as" faylning shu arxivdagi nomini ko‘rsatadi.

Vaqtlar UTC bo‘yicha: Toshkent vaqti 5 soat oldinda.
`;

const createZip = ({ storage }: Pick<Deps, 'storage'>, facts: object, files: ArchivedFile[], mtime: Date): Readable => {
  const zip = new ZipFile();
  const body = new Readable().wrap(zip.outputStream);
  let open: Readable | null = null;
  zip.on('error', (error: Error) => body.destroy(error));
  // Close the open file when the download is aborted.
  body.once('close', () => open?.destroy());
  zip.addBuffer(Buffer.from(readme), 'OQING.txt', { mtime });
  zip.addBuffer(Buffer.from(`${JSON.stringify(facts, null, 2)}\n`), 'data.json', { mtime });
  for (const file of files) {
    // Pictures and documents are already compressed.
    zip.addReadStreamLazy(file.name, { mtime: file.at, compress: false }, (done) => {
      storage.get(file.stored).then(
        (content) => {
          // It may have been removed since the list was read.
          if (!content) return body.destroy(new Error(`${file.stored} is gone`));
          open = content.stream;
          // yazl does not listen for errors of its input, and without a listener an error would end the process.
          open.once('error', (error) => body.destroy(error));
          if (body.destroyed) open.destroy();
          else done(null, open);
        },
        (error: Error) => body.destroy(error),
      );
    });
  }
  zip.end();
  return body;
};
