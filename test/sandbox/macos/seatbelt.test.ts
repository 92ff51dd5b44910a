import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deniedWrites, PROGRAM_PROFILE } from '../../../src/policy/index.ts';
import { deniedRules } from '../../../src/sandbox/macos/denied-rules.ts';
import {
  seatbeltArgv,
  seatbeltProfile,
  type SeatbeltShape,
} from '../../../src/sandbox/macos/seatbelt.ts';
import * as fc from '../../properties.ts';
import { policy } from '../../policy/helpers.ts';
import { tempFolder } from '../support.ts';

/** The text of profiles. What a kernel makes of them is tried by the probes, on the machine itself. */
const shape: SeatbeltShape = {
  hidden: ['/Users', '/private/var/folders'],
  shown: ['/Users/runner/work/r/r', '/Users/runner/hostedtoolcache'],
  writable: ['/Users/runner/work/r/r', '/private/var/folders/a/T/home'],
  denied: [
    { path: '/Users/runner/work/r/r/gen', isOpen: false },
    { path: '/Users/runner/work/r/r/gen/keep', isOpen: true },
  ],
  protected: ['/Users/runner/work/r/r/.github', '/Users/runner/work/r/r/.git/config'],
  pinned: ['/Users/runner/work/r/r/.git'],
  proxyPort: null,
};

/** The lists that the text is made of: strings with their quotes, words, and what stands in brackets. */
type Form = string | readonly Form[];

/** Reads a profile back as its own reader would: brackets, words, strings with backslashes. */
function read(text: string): readonly Form[] {
  const stack: Form[][] = [[]];
  for (const [token, inner] of text.matchAll(/"((?:[^"\\]|\\.)*)"|[()]|[^\s()"]+/gsu)) {
    const top = stack.at(-1);
    if (token === '(') stack.push([]);
    else if (token === ')') {
      const done = stack.pop() ?? [];
      stack.at(-1)?.push(done);
    } else top?.push(inner === undefined ? token : `"${inner.replaceAll(/\\(.)/gsu, '$1')}`);
  }
  expect(stack).toHaveLength(1);
  return stack[0] ?? [];
}

const heads = (text: string): string[] => text.split('\n').map((line) => line.slice(0, 24));

describe('a profile', () => {
  const text = seatbeltProfile(shape);

  it('denies what it does not name, and has no network', () => {
    expect(text.startsWith('(version 1)\n(deny default)\n')).toBe(true);
    expect(text).not.toContain('network');
    expect(text).not.toContain('(allow default)');
    expect(text).not.toMatch(/\(allow file-write\*\)/u);
  });

  it('hides homes before it shows the workspace, and protects after it lets write', () => {
    const order = heads(text);
    const indexOf = (head: string): number => order.findIndex((line) => line.startsWith(head));
    expect(indexOf('(allow file-read*)')).toBeLessThan(indexOf('(deny file-read* '));
    expect(indexOf('(deny file-read* ')).toBeLessThan(indexOf('(allow file-read* (sub'));
    expect(indexOf('(allow file-write* ')).toBeLessThan(indexOf('(deny file-write* '));
    expect(indexOf('(deny file-write-unlink')).toBeGreaterThan(indexOf('(allow file-write* '));
    expect(text).toContain('(deny file-write* (subpath "/Users/runner/work/r/r/.github")');
    const denied = text.indexOf('(deny file-write* (subpath "/Users/runner/work/r/r/gen"))');
    const open = text.indexOf('(allow file-write* (subpath "/Users/runner/work/r/r/gen/keep"))');
    expect(denied).toBeGreaterThan(text.indexOf('(allow file-write* '));
    expect(open).toBeGreaterThan(denied);
    expect(
      text.indexOf('(deny file-write* (subpath "/Users/runner/work/r/r/.github")'),
    ).toBeGreaterThan(open);
  });

  it('lets names on the way be looked up, and no folder above be listed', () => {
    const metadata = text.split('\n').find((line) => line.startsWith('(allow file-read-metadata'));
    expect(metadata).toContain('(literal "/Users/runner/work/r")');
    expect(metadata).not.toContain('subpath');
  });

  it('opens one port of this machine where hosts are listed', () => {
    const open = seatbeltProfile({ ...shape, proxyPort: 50_123 });
    expect(open).toContain('(allow network-outbound (remote ip "localhost:50123"))');
    expect(open.match(/network/gu)).toHaveLength(1);
    for (const port of [0, -1, 1.5, 70_000, Number.NaN])
      expect(() => seatbeltProfile({ ...shape, proxyPort: port })).toThrow('not a port');
  });

  it('has no rule without a filter where a list is empty', () => {
    const bare = {
      hidden: [],
      shown: [],
      writable: [],
      denied: [],
      protected: [],
      pinned: [],
      proxyPort: null,
    };
    const lines = seatbeltProfile(bare).split('\n');
    expect(lines.filter((line) => /file-write\*|deny file-read/u.test(line))).toEqual([]);
  });

  it.each(['', 'relative', '/a/../b', '/a//b', '/a/./b', '/a/', '/', '/a\0b', '/a\nb', '/a\ud800'])(
    'is not made of the path %j',
    (path) => {
      for (const key of ['hidden', 'shown', 'writable', 'protected', 'pinned'] as const)
        expect(() => seatbeltProfile({ ...shape, [key]: [path] })).toThrow('path');
    },
  );

  it.each([
    '/a"b',
    '/a\\b',
    '/a\\"b',
    '/a") (allow default) (subpath "/b',
    '/a;b',
    "/a'b",
    '/a b',
    '/#a',
    '/ä🦊',
    '/(a)',
    '/a\tb',
  ])('says the path %j as it is, and nothing else', (path) => {
    const forms = read(seatbeltProfile({ ...shape, writable: [path] }));
    const plain = read(seatbeltProfile({ ...shape, writable: ['/plain'] }));
    expect(forms).toHaveLength(plain.length);
    expect(forms).toContainEqual(['allow', 'file-write*', ['subpath', `"${path}`]]);
    expect(forms).not.toContainEqual(['allow', 'default']);
  });

  it('is read back with any path as the same rules', () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((part) => !/[/\0\n\r]|^\.{1,2}$/u.test(part));
    fc.assert(
      fc.property(name, (part) => {
        const forms = read(seatbeltProfile({ ...shape, protected: [`/w/${part}`] }));
        expect(forms).toContainEqual(['deny', 'file-write*', ['subpath', `"/w/${part}`]]);
      }),
      { numRuns: 300 },
    );
  });
});

it('the program is called by its path, with the profile as one argument', () => {
  expect(seatbeltArgv('(version 1)', 'exec "$@"', ['echo', 'a b'])).toEqual([
    '/usr/bin/sandbox-exec',
    '-p',
    '(version 1)',
    '/bin/sh',
    '-c',
    'exec "$@"',
    'sh',
    'echo',
    'a b',
  ]);
});

describe('what the policy denies to write', () => {
  const root = tempFolder();
  for (const folder of ['gen/keep', 'src/deep', 'real', 'out'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const file of ['gen/a', 'gen/keep/a', 'src/deep/a.snap', 'real/t', 'src/a.ts'])
    writeFileSync(join(root, file), '');
  symlinkSync('real/t', join(root, 'link'));
  const PROGRAM = { profile: PROGRAM_PROFILE };

  function rulesFor(
    text: string,
    request: Parameters<typeof deniedRules>[1] = PROGRAM,
    writable: readonly string[] = [root],
  ) {
    const denied = deniedWrites(policy(text), { caseInsensitive: false });
    const made = deniedRules({ root, deniedWrites: denied, writable }, request, new Map());
    return {
      denied: made.denied.map(({ path, isOpen }) => `${isOpen ? '+' : '-'}${relative(root, path)}`),
      pinned: made.pinned.map((path) => relative(root, path)),
    };
  }

  it('is a rule for each file and folder, and one for each exception', () => {
    const text =
      "deny: [{ rule: 'fs_write(gen/**)', except: ['gen/keep/**'] }, 'fs_write(**/*.snap)', 'fs_write(link)']";
    expect(rulesFor(text)).toEqual({
      denied: ['-gen', '-link', '-real/t', '+gen/keep', '-src/deep/a.snap'],
      pinned: ['src', 'src/deep', 'real', 'gen'],
    });
  });

  it('is one for a folder that does not exist yet', () => {
    expect(rulesFor("deny: ['fs_write(db/migrations/**)']")).toEqual({
      denied: ['-db/migrations'],
      pinned: ['db'],
    });
  });

  it('leaves open what the policy lists for a server, and nothing outside of what is writable', () => {
    const text = "deny: ['fs_write(gen/**)', 'fs_write(out/**)']";
    const server = {
      profile: { ...PROGRAM_PROFILE, write: ['gen/keep', 'out'] },
      createsWriteFolders: true,
    };
    expect(rulesFor(text, server).denied).toEqual(['-gen', '+out', '+gen/keep']);
    expect(rulesFor(text, server, [join(root, 'src')]).denied).toEqual(['-gen']);
  });

  it('is nothing without such a rule', () => {
    expect(rulesFor('deny: [fs_write]')).toEqual({ denied: [], pinned: [] });
  });
});
