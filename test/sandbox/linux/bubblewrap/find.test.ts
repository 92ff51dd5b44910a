import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  findBubblewrapOnPath,
  inspectBubblewrap,
} from '../../../../src/sandbox/linux/bubblewrap/find.ts';
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

describe.skipIf(process.platform === 'win32')('a bubblewrap on PATH', () => {
  const own = program('#!/bin/sh\n');
  const checkout = dirname(program('#!/bin/sh\n'));

  it('is the first one that does not lie in the checkout', () => {
    expect(findBubblewrapOnPath(`${checkout}:${dirname(own)}`, checkout)).toBe(own);
  });

  it('is none if it is a link, or lies behind one, that leads into the checkout', () => {
    const beside = tempFolder();
    mkdirSync(join(beside, 'bin'));
    symlinkSync(join(checkout, 'bwrap'), join(beside, 'bin', 'bwrap'));
    symlinkSync(checkout, join(beside, 'folder'));
    const path = ['bin', 'folder'].map((name) => join(beside, name)).join(':');
    expect(findBubblewrapOnPath(path, checkout)).toBeNull();
    // The checkout may be known by a link, too.
    expect(findBubblewrapOnPath(`${path}:${checkout}`, join(beside, 'folder'))).toBeNull();
    expect(findBubblewrapOnPath(`${path}:${dirname(own)}`, join(beside, 'folder'))).toBe(own);
  });
});
