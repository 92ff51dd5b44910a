import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectBubblewrap } from '../../../../src/sandbox/linux/bubblewrap/find.ts';
import { tempFolder } from '../../support.ts';

function program(text: string): string {
  const file = join(tempFolder(), 'bwrap');
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

describe.skipIf(process.platform === 'win32')('a bubblewrap that cannot be used', () => {
  it('is named if the system refuses to start it, as where only another group may', async () => {
    const file = program('#!/no/such/interpreter\n');
    expect(await inspectBubblewrap(file)).toBe(
      `bubblewrap does not start: the system refuses to start ${file} for this user`,
    );
  });

  it('is named with its exit code if it says nothing', async () => {
    const file = program('#!/bin/sh\nexit 7\n');
    expect(await inspectBubblewrap(file)).toBe(
      `bubblewrap does not start: ${file} ends with exit code 7 and says nothing`,
    );
  });

  it('gives its own reason', async () => {
    const file = program('#!/bin/sh\necho no namespaces >&2\nexit 1\n');
    expect(await inspectBubblewrap(file)).toBe('bubblewrap does not start: no namespaces');
  });
});
