import { expect, test } from 'vitest';
import { blockedPort } from '../../../src/common/index.ts';

const NEVER_BLOCKED = [80, 443, 3000, 4000, 8000, 8080, 11434];

test('fetch refuses each blocked port without a connection, and ports that servers use are not among them', async () => {
  const ports = Array.from({ length: 10_100 }, (_, index) => index + 1);
  const listed = ports.filter((port) => blockedPort(`http://127.0.0.1:${port}/`) !== null);
  const reasons = await Promise.all(
    listed.map(async (port) => {
      // A connection that is refused would give another message.
      const error: unknown = await fetch(`http://0.0.0.0:${port}/`).catch((each: unknown) => each);
      return error instanceof TypeError && error.cause instanceof Error ? error.cause.message : '';
    }),
  );
  expect(new Set(reasons)).toEqual(new Set(['bad port']));
  expect(listed).toHaveLength(82);
  for (const port of NEVER_BLOCKED) expect(blockedPort(`http://a.example:${port}`)).toBeNull();
  expect(blockedPort('no address')).toBeNull();
});
