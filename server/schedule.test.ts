import { afterAll, expect, test, vi } from 'vitest';
import { type Jobs, readJobs, startJobs } from './jobs/jobs.ts';
import { scheduleJobs } from './schedule.ts';
import { aFile } from './testing/completeStudent.ts';
import { anOrganizer, aStudent, aWorld } from './testing/world.ts';

const world = aWorld();
let jobs: Jobs | undefined;
afterAll(() => jobs?.stop());

test('every job runs once soon after the start', async () => {
  const [me, organizer] = [await aStudent(world), await anOrganizer(world, { response_rate: 5 })];
  const old = new Date(world.clock.now.getTime() - 8 * 24 * 60 * 60 * 1000);
  const unreferenced = await aFile(world, me, 'document', 'eski.pdf', 'eski');
  await world.db.updateTable('files').set({ created_at: old }).where('name', '=', unreferenced.name).execute();
  const detached = await aFile(world, me, 'resume', 'ketgan.pdf', 'ketgan');
  await world.db.updateTable('files').set({ kind: 'gone', owner_id: null }).where('name', '=', detached.name).execute();
  await world.db.insertInto('idempotency_keys').values({ scope: 's', key: 'k', request_hash: 'h', created_at: old }).execute();
  const errors: unknown[] = [];
  jobs = await startJobs(world.pool, { onError: (error) => errors.push(error) });
  await scheduleJobs(jobs, world.deps, null);
  await vi.waitFor(
    async () =>
      expect((await readJobs(world.db)).map(({ name, last_end, pending }) => [name, last_end !== null, pending])).toEqual([
        ['delete-expired-replies', true, 0],
        ['refresh-response-rates', true, 0],
        ['remove-detached-files', true, 0],
        ['sweep-files', true, 0],
      ]),
    { timeout: 15_000, interval: 100 },
  );
  expect([await world.deps.storage.stat(unreferenced.name), await world.deps.storage.stat(detached.name)]).toEqual([null, null]);
  expect(await world.db.selectFrom('files').select('name').execute()).toEqual([]);
  expect(await world.db.selectFrom('idempotency_keys').select('key').execute()).toEqual([]);
  const { response_rate } = await world.db
    .selectFrom('organizations')
    .select('response_rate')
    .where('id', '=', organizer.organization_id)
    .executeTakeFirstOrThrow();
  expect(response_rate).toBe(null);
  expect(errors).toEqual([]);
});
