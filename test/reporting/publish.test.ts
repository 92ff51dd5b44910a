import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/common/index.ts';
import { publishTrail } from '../../src/reporting/index.ts';

test.each([
  ['Upload progress stalled.', true],
  ['It was not possible.', false],
])(
  'of an upload that failed with "%s", a connection may be left open: %s',
  async (message, isAbandoned) => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-publish-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const published = await publishTrail(
      { upload: () => Promise.reject(new Error(message)) },
      { folder, name: 'trail', retentionDays: null, clock: systemClock, limitMs: 60_000 },
    );
    expect(published).toEqual({
      kind: 'kept',
      because: message,
      ...(isAbandoned ? { isAbandoned } : {}),
    });
  },
);
