import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { applicationCalls } from '#contract/application.ts';
import { opportunityCalls } from '#contract/opportunity.ts';
import { organizationCalls } from '#contract/organization.ts';
import { studentCalls } from '#contract/student.ts';
import { createStorage } from '../storage/storage.ts';
import { aPdf, aPng, fileForm } from '../testing/sampleFiles.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';
import { sweepFiles } from './sweep.ts';

const world = aWorld();
const folder = () => path.join(world.deps.config.dataDir, 'files');
const storedFiles = () =>
  fs
    .readdirSync(folder(), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => `${path.basename(file.parentPath)}/${file.name}`)
    .sort();
const rows = async () => (await world.db.selectFrom('files').select('name').orderBy('name').execute()).map(({ name }) => name).sort();
const nameFromUrl = (url: string) => (url.split('?')[0] as string).slice('/files/'.length);
const day = 24 * 60 * 60 * 1000;

test('a file without a reference is removed after a week; referenced and newer files stay', async () => {
  const start = world.clock.now;
  const owner = await anOrganizer(world);
  const [me, other] = [await aStudent(world), await aStudent(world)];
  const question = { question: 'Fayl?', question_type: 'file', is_required: false };
  const { id } = (
    await world.ask(owner, opportunityCalls.create, {
      body: fileForm('cover_image', await aPng(), {
        fields: {
          title: 'Rasmli',
          description: 'Tavsif',
          status: 'published',
          start_date: '2026-11-01',
          application_deadline: '2026-10-01',
          location: 'Toshkent',
          additional_questions: JSON.stringify([question]),
        },
      }),
    })
  ).reply;
  await world.ask(owner, organizationCalls.uploadLogo, { body: fileForm('logo', await aPng()) });
  await world.ask(me, studentCalls.uploadPicture, { body: fileForm('avatar', await aPng()) });
  await world.ask(me, studentCalls.uploadResume, { body: fileForm('resume', aPdf()) });
  const upload = async (actor = me) =>
    (await world.ask(actor, applicationCalls.uploadDocument, { body: fileForm('file', aPdf()) })).reply.url;
  const [answered, drafted, added, unreferenced, ofOther] = [
    await upload(),
    await upload(),
    await upload(),
    await upload(),
    await upload(other),
  ];
  const { reply: item } = await world.ask(null, opportunityCalls.detail, { params: { id } });
  const key = String(item.additional_questions[0]?.id);
  const { reply: application } = await world.ask(me, applicationCalls.apply, { body: { opportunity: id, answers: { [key]: answered } } });
  await world.ask(me, applicationCalls.addDocument, { params: { application_id: application.id }, body: { file: added } });
  await world.db
    .insertInto('application_drafts')
    .values({
      student_id: me.user_id,
      opportunity_id: await anOpportunity(world, owner.organization_id),
      // Another person's file named in a draft counts as unreferenced.
      answers: JSON.stringify({ 1: drafted, 2: ['a', ofOther] }),
      version: 1,
      created_at: start,
      updated_at: start,
    })
    .execute();
  const all = await rows();
  expect([all.length, storedFiles()]).toEqual([9, all]);

  world.clock.now = new Date(start.getTime() + 6.9 * day);
  await sweepFiles(world.deps);
  expect([await rows(), storedFiles()]).toEqual([all, all]);

  world.clock.now = new Date(start.getTime() + 7.1 * day);
  const recent = nameFromUrl(await upload());
  await sweepFiles(world.deps);
  const remaining = [...all.filter((name) => name !== nameFromUrl(unreferenced) && name !== nameFromUrl(ofOther)), recent].sort();
  expect([await rows(), storedFiles()]).toEqual([remaining, remaining]);
  world.clock.now = start;
});

test('partial files are removed after a day, files without a row after a week', async () => {
  const me = await aStudent(world);
  await world.ask(me, studentCalls.uploadResume, { body: fileForm('resume', aPdf()) });
  const before = storedFiles();
  const writeFile = (name: string, days: number) => {
    const file = path.join(folder(), 'resume', name);
    const at = new Date(world.clock.now.getTime() - days * day);
    fs.writeFileSync(file, 'x');
    fs.utimesSync(file, at, at);
    return `resume/${name}`;
  };
  writeFile('a.pdf.part', 1.1);
  writeFile('b.pdf', 7.1);
  const recent = [writeFile('c.pdf.part', 0.9), writeFile('d.pdf', 6.9)];
  for (const name of before) fs.utimesSync(path.join(folder(), name), new Date(0), new Date(0));
  await sweepFiles(world.deps);
  expect(storedFiles()).toEqual([...before, ...recent].sort());
});

test('sweeping a storage without a folder succeeds', async () => {
  const storage = createStorage({ dataDir: path.join(world.deps.config.dataDir, 'yo‘q') });
  await expect(sweepFiles({ ...world.deps, storage })).resolves.toBe(undefined);
});
