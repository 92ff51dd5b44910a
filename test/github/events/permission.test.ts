import { expect, test } from 'vitest';
import { PERMISSIONS, atLeast, roleOf } from '../../../src/github/events/permission.ts';

test('a permission includes itself and those below it, and none above', () => {
  for (const [place, permission] of PERMISSIONS.entries())
    for (const [needed, required] of PERMISSIONS.entries())
      expect(atLeast(permission, required), `${permission} for ${required}`).toBe(place >= needed);
});

test.each([
  ['none', 'none', 'none'],
  ['read', 'read', 'read'],
  ['read', 'triage', 'triage'],
  ['write', 'write', 'write'],
  ['write', 'maintain', 'maintain'],
  ['admin', 'admin', 'admin'],
])('the older permission %s with the role %s is the role', (permission, role, expected) => {
  expect(roleOf(permission, role)).toBe(expected);
});

test.each([
  ['read', 'admin', 'read'],
  ['read', 'maintain', 'read'],
  ['none', 'triage', 'none'],
  ['write', 'security-champion', 'write'],
  ['read', null, 'read'],
  ['admin', undefined, 'admin'],
  ['owner', 'owner', undefined],
  ['', 'admin', undefined],
])('the older permission %j decides beside the role %j', (permission, role, expected) => {
  expect(roleOf(permission, role)).toBe(expected);
});
