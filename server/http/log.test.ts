import { expect, test } from 'vitest';
import { pathForLog } from './log.ts';

test.each([
  ['/event/7?apply=1', '/event/7'],
  ['/signup?invitation=maxfiy-kalit', '/signup'],
  ['/invite/maxfiy-kalit', '/invite/…'],
  ['/api/invitations/maxfiy-kalit/', '/api/invitations/…/'],
  ['/api/invitations/maxfiy-kalit/accept/?x=1', '/api/invitations/…/accept/'],
  ['/api/organizations/invitations/7/', '/api/organizations/invitations/7/'],
])('%s is logged as %s', (url, path) => {
  expect(pathForLog(url)).toBe(path);
});
