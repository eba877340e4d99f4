import { expect, test } from 'vitest';
import { counterpartPath, returnPath } from './returnPath.ts';

test.each([
  ['/event/7?apply=1', 'student', '/event/7?apply=1'],
  ['/profile?section=about#x', 'student', '/profile?section=about#x'],
  ['/profile', 'organization', '/'],
  ['/applications', 'admin', '/'],
  ['/organizer/applications?eventId=3', 'organization', '/organizer/applications?eventId=3'],
  ['/organizer', 'student', '/'],
  ['/create', 'student', '/'],
  ['/create', 'organization', '/create'],
  ['/login', 'student', '/'],
  ['/signup?x=1', 'student', '/'],
  ['/nothing/here', 'student', '/'],
  ['//evil.example/event/7', 'student', '/'],
  ['/\\evil.example/event/7', 'student', '/'],
  ['https://evil.example/event/7', 'student', '/'],
  ['javascript:alert(1)', 'student', '/'],
  ['event/7', 'student', '/'],
  ['', 'student', '/'],
  [null, 'student', '/'],
  [{ pathname: '/profile' }, 'student', '/'],
] as const)('returnPath(%j, %s) is %s', (from, role, to) => {
  expect(returnPath(from, role)).toBe(to);
});

test.each([
  ['/profile', 'organization', '/organizer/profile'],
  ['/applications', 'organization', '/organizer/applications'],
  ['/organizer/profile', 'student', '/profile'],
  ['/organizer/applications', 'student', '/applications'],
  ['/organizer', 'student', '/profile'],
  ['/create', 'student', '/profile'],
  ['/organizer', 'admin', '/'],
  ['/applications', 'admin', '/'],
] as const)('counterpartPath(%s, %s) is %s', (pathname, role, to) => {
  expect(counterpartPath(pathname, role)).toBe(to);
});
