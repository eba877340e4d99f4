import { expect, test } from 'vitest';
import { studentLists } from '#contract/student.ts';
import { routes } from './app.ts';
import type { Actor } from './http/actor.ts';
import { callKey, samplePayload, samples } from './testing/callSamples.ts';
import { aFixture } from './testing/fixture.ts';
import { aWorld, callUrl } from './testing/world.ts';

/**
 * The status of a valid request about rows of the student or the organization, for six callers:
 * anonymous, student, other student, organization, other organization, admin.
 */
type Expectation = readonly [number, number, number, number, number, number];
const allCallers = (status: number): Expectation => [status, status, status, status, status, status];
const signedIn = (status = 200): Expectation => [401, status, status, status, status, status];
/** Every student has their own row. */
const anyStudent = (status = 200): Expectation => [401, status, status, 403, 403, 403];
const ownStudent = (status = 200): Expectation => [401, status, 404, 403, 403, 403];
const anyOrganization = (status = 200): Expectation => [401, 403, 403, status, status, 403];
const anyAdmin = (status = 200): Expectation => [401, 403, 403, 403, 403, status];
const ownOrganization = (status = 200): Expectation => [401, 403, 403, status, 404, 403];

const table: Record<string, Expectation> = {
  'POST /auth/register/': allCallers(201),
  'POST /auth/login/': allCallers(200),
  'POST /auth/refresh/': allCallers(200),
  'POST /auth/logout/': allCallers(204),
  'PATCH /auth/change-password/': signedIn(),
  'PUT /auth/change-password/': signedIn(),
  'DELETE /auth/account/': signedIn(204),
  'GET /auth/export/': signedIn(),
  'POST /auth/export/link/': signedIn(),
  'GET /auth/export/:user_id/': allCallers(200),
  'GET /auth/profile/': signedIn(),
  'PATCH /auth/profile/': signedIn(),
  'PUT /auth/profile/': signedIn(),
  'GET /auth/profile/details/': signedIn(),
  'PATCH /auth/profile/details/': signedIn(),
  'PUT /auth/profile/details/': signedIn(),

  'GET /organizations/': allCallers(200),
  'GET /organizations/:id/': allCallers(200),
  'GET /organizations/profile/': anyOrganization(),
  'PATCH /organizations/profile/': anyOrganization(),
  'PUT /organizations/profile/': anyOrganization(),
  'GET /organizations/dashboard/': anyOrganization(),
  'POST /organizations/upload-logo/': anyOrganization(),

  'GET /organizations/members/': anyOrganization(),
  'POST /organizations/members/': anyOrganization(201),
  'POST /organizations/invite-member/': anyOrganization(201),
  'GET /organizations/members/:id/': ownOrganization(),
  'PATCH /organizations/members/:id/': ownOrganization(),
  'PUT /organizations/members/:id/': ownOrganization(),
  'DELETE /organizations/members/:id/': ownOrganization(204),
  'GET /organizations/invitations/': anyOrganization(),
  'DELETE /organizations/invitations/:id/': ownOrganization(204),
  'GET /organizations/students/': anyOrganization(),
  'POST /organizations/students/invite/': anyOrganization(201),
  'GET /organizations/students/stats/': anyOrganization(),
  'GET /organizations/audit/': anyOrganization(),
  'GET /invitations/:token/': allCallers(200),
  // Only the invited student may accept.
  'POST /invitations/:token/accept/': [401, 200, 403, 403, 403, 403],
  'GET /notifications/': signedIn(),
  'POST /notifications/read/': signedIn(),

  // A signed link needs no token. Tests of the signature: cv.test.ts.
  'GET /students/cv/:student_id/': allCallers(200),
  'GET /students/profile/': anyStudent(),
  'PATCH /students/profile/': anyStudent(),
  'PUT /students/profile/': anyStudent(),
  'GET /students/dashboard/': anyStudent(),
  'GET /students/application-stats/': anyStudent(),
  // Which fields each caller gets: publicCard.test.ts.
  'GET /students/card/:student_id/': signedIn(),
  'POST /students/exams/seed-defaults/': signedIn(),
  'POST /students/upload-profile-picture/': anyStudent(),
  'DELETE /students/upload-profile-picture/': anyStudent(204),
  'POST /students/upload-resume/': anyStudent(),
  'DELETE /students/upload-resume/': anyStudent(204),
  'POST /students/social-links/upsert/': anyStudent(),
  'GET /students/skills/available/': signedIn(),
  'GET /students/universities/': signedIn(),
  'GET /students/exams/': signedIn(),
  'GET /students/exams/:exam_id/sections/': signedIn(),
  ...Object.fromEntries(
    Object.keys(studentLists).flatMap((name): [string, Expectation][] => [
      [`GET /students/${name}/`, anyStudent()],
      [`POST /students/${name}/`, anyStudent(201)],
      [`GET /students/${name}/:id/`, ownStudent()],
      [`PUT /students/${name}/:id/`, ownStudent()],
      [`PATCH /students/${name}/:id/`, ownStudent()],
      [`DELETE /students/${name}/:id/`, ownStudent(204)],
    ]),
  ),

  'GET /opportunities/': allCallers(200),
  'GET /opportunities/search/': allCallers(200),
  'GET /opportunities/featured/': allCallers(200),
  'GET /opportunities/categories/': allCallers(200),
  'GET /opportunities/:id/': allCallers(200),
  'GET /opportunities/mine/active/': anyOrganization(),
  'GET /opportunities/stats/': anyOrganization(),
  'POST /opportunities/': anyOrganization(201),
  // An administrator may change `featured` only: featured.test.ts.
  'PATCH /opportunities/:id/': ownOrganization(),
  'PUT /opportunities/:id/': ownOrganization(),
  'DELETE /opportunities/:id/': ownOrganization(204),
  'POST /opportunities/:id/publish/': ownOrganization(),
  'POST /opportunities/:id/close/': ownOrganization(),
  'POST /opportunities/:id/duplicate/': ownOrganization(201),
  'POST /opportunities/:id/view/': allCallers(204),
  'POST /opportunities/:id/lock-featured/': anyAdmin(),
  'GET /opportunities/debug/': anyAdmin(),

  'GET /applications/': [401, 200, 200, 200, 200, 403],
  'GET /applications/org/': anyOrganization(),
  'GET /applications/stats/': anyOrganization(),
  'GET /applications/charts/': anyOrganization(),
  'GET /applications/:id/neighbours/': ownOrganization(),
  'POST /applications/exports/': anyOrganization(201),
  'GET /applications/exports/:id/': allCallers(200),
  // Applications of other organizations are skipped: messages.test.ts.
  'POST /applications/messages/': anyOrganization(),
  'POST /applications/': anyStudent(201),
  'GET /applications/drafts/': anyStudent(),
  // Every student has their own draft under the same path.
  'GET /applications/drafts/:opportunity_id/': anyStudent(),
  'PUT /applications/drafts/:opportunity_id/': anyStudent(),
  'DELETE /applications/drafts/:opportunity_id/': anyStudent(204),
  'GET /applications/:id/cv/': allCallers(200),
  'GET /applications/:application_id/documents/': [401, 200, 404, 200, 404, 404],
  'POST /applications/:application_id/documents/': ownStudent(201),
  'DELETE /applications/:application_id/documents/:id/': ownStudent(204),
  'POST /applications/upload-document/': anyStudent(201),
  'GET /applications/:id/': [401, 200, 404, 200, 404, 404],
  'PATCH /applications/:id/': [401, 200, 404, 200, 404, 404],
  'PUT /applications/:id/': [401, 200, 404, 200, 404, 404],
  'DELETE /applications/:id/': ownStudent(204),
  'POST /applications/:id/withdraw/': ownStudent(),
  'POST /applications/:id/reinstate/': ownStudent(),
  'GET /applications/check-status/:opportunity_id/': anyStudent(),
  // Applications of other organizations are skipped and listed: decisions.test.ts.
  'POST /applications/accept/': anyOrganization(),
  'POST /applications/reject/': anyOrganization(),
  'POST /applications/bulk-update/': anyOrganization(),
  'GET /applications/decisions/': anyOrganization(),
  'POST /applications/decisions/:id/undo/': ownOrganization(),
  // A signed link needs no token.
  'GET /applications/:id/calendar/': allCallers(200),
  'GET /opportunities/:id/judging/': ownOrganization(),
  'PUT /opportunities/:id/judging/': ownOrganization(),
  'GET /applications/:application_id/review/': ownOrganization(),
  'PUT /applications/:application_id/review/': ownOrganization(),
  'GET /applications/:application_id/notes/': ownOrganization(),
  'POST /applications/:application_id/notes/': ownOrganization(201),
  'DELETE /applications/:application_id/notes/:id/': ownOrganization(204),
  'POST /applications/:id/accept/': ownOrganization(),
  'POST /applications/:id/reject/': ownOrganization(),
};

const world = aWorld();

test('the table and the samples have exactly the served routes', () => {
  const served = routes.map(({ call }) => callKey(call)).sort();
  expect(new Set(served).size).toBe(served.length);
  expect(Object.keys(table).sort()).toEqual(served);
  expect([...samples.keys()].sort()).toEqual(served);
});

/** Callers without permission first, so that no refusal is caused by an earlier successful request. */
const order = [0, 5, 2, 4, 1, 3] as const;

test.each(routes.map(({ call }) => [callKey(call), call] as const))('%s', async (key, call) => {
  const fixture = await aFixture(world);
  const { student, other_student, organization, other_organization, admin } = fixture;
  const actors: (Actor | null)[] = [null, student, other_student, organization, other_organization, admin];
  const statuses: number[] = [];
  for (const at of order) {
    const sample = await samples.get(key)?.(fixture, world);
    const actor = actors[at];
    const response = await world.app.inject({
      method: call.method,
      url: callUrl(call, { params: sample?.params ?? {}, query: sample?.query ?? {} }),
      headers: actor ? { authorization: `Bearer ${world.deps.tokens.sign(actor, world.clock.now)}` } : {},
      ...(sample && samplePayload(sample) ? { payload: samplePayload(sample) as object } : {}),
    });
    statuses[at] = response.statusCode;
  }
  expect(statuses).toEqual(table[key]);
});

test('only its organization gets a draft opportunity', async () => {
  const fixture = await aFixture(world);
  const { student, other_student, organization, other_organization, admin } = fixture;
  const call = routes.find(({ call }) => callKey(call) === 'GET /opportunities/:id/')?.call as (typeof routes)[number]['call'];
  const statuses = [];
  for (const actor of [null, student, other_student, organization, other_organization, admin])
    statuses.push((await world.ask(actor, call, { params: { id: fixture.draft } as never })).status);
  expect(statuses).toEqual([404, 404, 404, 200, 404, 200]);
});
