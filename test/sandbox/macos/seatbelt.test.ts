import { describe, expect, it } from 'vitest';
import {
  seatbeltArgv,
  seatbeltProfile,
  type SeatbeltShape,
} from '../../../src/sandbox/macos/seatbelt.ts';
import * as fc from '../../properties.ts';

/** The text of profiles. What a kernel makes of them is tried by the probes, on the machine itself. */
const shape: SeatbeltShape = {
  hidden: ['/Users', '/private/var/folders'],
  shown: ['/Users/runner/work/r/r', '/Users/runner/hostedtoolcache'],
  writable: ['/Users/runner/work/r/r', '/private/var/folders/a/T/home'],
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
    const at = (head: string): number => order.findIndex((line) => line.startsWith(head));
    expect(at('(allow file-read*)')).toBeLessThan(at('(deny file-read* '));
    expect(at('(deny file-read* ')).toBeLessThan(at('(allow file-read* (sub'));
    expect(at('(allow file-write* ')).toBeLessThan(at('(deny file-write* '));
    expect(at('(deny file-write-unlink')).toBeGreaterThan(at('(allow file-write* '));
    expect(text).toContain('(deny file-write* (subpath "/Users/runner/work/r/r/.github")');
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
