import type { FastifyRequest } from 'fastify';
import { type StudentListName, studentCalls, studentLists } from '#contract/student.ts';
import { listReply, type PageQuery } from '../http/paging.ts';
import { type ApiRoute, serve } from '../http/serve.ts';
import { openCv } from './cv.ts';
import { readOwnFigures, readStudentDashboard } from './dashboard.ts';
import { addEntry, changeEntry, readEntries, readEntry, removeEntry, replaceEntry, upsertSocialLink } from './profileEntries.ts';
import { readPublicCard } from './publicCard.ts';
import { readPicker, readSections, seedExams } from './reference.ts';
import { changeStudentProfile, readStudentProfile } from './studentProfile.ts';
import { changePicture, changeResume, clearUpload } from './uploads.ts';

const toListReply = <Item>({ request, query }: { request: FastifyRequest; query: PageQuery }, page: { count: number; results: Item[] }) =>
  listReply(request, query, page.count, page.results);

/** The eight lists differ only in their schemas, so the type of one serves for all. */
type ListCalls = (typeof studentLists)['education'];
type Entry = never;

const entryRoutes = (name: StudentListName, calls: ListCalls): ApiRoute[] => [
  serve(calls.list).to('student', async (context) =>
    toListReply(
      context,
      (await readEntries(context.db, name, context.actor.user_id, context.query)) as { count: number; results: Entry[] },
    ),
  ),
  serve(calls.create).to('student', async (context) => (await addEntry(context, name, context.actor.user_id, context.body)) as Entry),
  serve(calls.retrieve).to('student', async ({ db, actor, params }) => (await readEntry(db, name, actor.user_id, params.id)) as Entry),
  serve(calls.replace).to(
    'student',
    async (context) => (await replaceEntry(context, name, context.actor.user_id, context.params.id, context.body)) as Entry,
  ),
  serve(calls.update).to(
    'student',
    async (context) => (await changeEntry(context, name, context.actor.user_id, context.params.id, context.body)) as Entry,
  ),
  serve(calls.remove).to('student', async (context) => {
    await removeEntry(context, name, context.actor.user_id, context.params.id);
    return {};
  }),
];

export const studentRoutes: readonly ApiRoute[] = [
  serve(studentCalls.profile).to('student', (context) => readStudentProfile(context, context.actor.user_id)),
  serve(studentCalls.update).to('student', (context) => changeStudentProfile(context, context.actor.user_id, context.body)),
  serve(studentCalls.replace).to('student', (context) => changeStudentProfile(context, context.actor.user_id, context.body)),
  serve(studentCalls.dashboard).to('student', (context) => readStudentDashboard(context, context.actor.user_id)),
  serve(studentCalls.applicationStats).to('student', ({ db, actor }) => readOwnFigures(db, actor.user_id)),
  serve(studentCalls.card).to('user', ({ db, actor, params }) => readPublicCard(db, actor, params.student_id)),
  serve(studentCalls.cvFile).to('guest', (context) => openCv(context, context.params.student_id, context.query)),
  serve(studentCalls.uploadPicture).to('student', changePicture),
  serve(studentCalls.removePicture).to('student', (context) => clearUpload(context, 'avatar')),
  serve(studentCalls.uploadResume).to('student', changeResume),
  serve(studentCalls.removeResume).to('student', (context) => clearUpload(context, 'resume')),
  serve(studentCalls.upsertSocialLink).to('student', (context) => upsertSocialLink(context, context.actor.user_id, context.body)),
  ...Object.entries(studentLists).flatMap(([name, calls]) => entryRoutes(name as StudentListName, calls as unknown as ListCalls)),
  serve(studentCalls.availableSkills).to('user', async (context) =>
    toListReply(context, await readPicker(context.db, 'skills', context.query)),
  ),
  serve(studentCalls.universities).to('user', async (context) =>
    toListReply(context, await readPicker(context.db, 'universities', context.query)),
  ),
  serve(studentCalls.exams).to('user', async (context) => toListReply(context, await readPicker(context.db, 'exams', context.query))),
  serve(studentCalls.seedExams).to('user', (context) => seedExams(context, context.actor.user_id)),
  serve(studentCalls.examSections).to('user', ({ db, params }) => readSections(db, params.exam_id)),
];
