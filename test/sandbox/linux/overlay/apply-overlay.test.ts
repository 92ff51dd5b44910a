import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type CommandProfile,
  deniedWrites,
  PROGRAM_PROFILE,
} from '../../../../src/policy/index.ts';
import { NOTHING_DENIED, readOnlyMounts } from '../../../../src/sandbox/limits/denied-paths.ts';
import { applyOverlay } from '../../../../src/sandbox/linux/overlay/apply-overlay.ts';
import type { CommandResult } from '../../../../src/sandbox/ports.ts';
import { policy } from '../../../policy/helpers.ts';
import { sh, tempFolder } from '../../support.ts';

/** What an ended command is told, for its exit code and its output. */
function finished(
  exitCode: number,
  output: string,
  options: Partial<Parameters<typeof applyOverlay>[1] & Pick<CommandResult, 'ended'>>,
) {
  const { ended = 'exited', ...others } = options;
  const result = {
    exitCode,
    output,
    signal: null,
    outputBytes: output.length,
    truncated: false,
    durationMs: 1,
    ended,
  } as const;
  return applyOverlay(result, {
    profile: { name: 'reading', write: [], show: [], network: false },
    overlay: null,
    root: '/nowhere',
    writable: [],
    protect: [],
    hidden: [],
    deniedWrites: null,
    denied: NOTHING_DENIED,
    readOnly: readOnlyMounts(NOTHING_DENIED),
    coveredFolders: [],
    git: 'whole',
    gitHiddenReason: null,
    triedNetwork: false,
    listsHosts: false,
    ...others,
  });
}

/** What a command that git is hidden from is told. */
function notesFor(exitCode: number, output: string): readonly string[] {
  const gitHiddenReason = 'The git folder is too large.';
  return finished(exitCode, output, { git: 'hidden', gitHiddenReason }).notes;
}

const NO_GIT = 'fatal: not a git repository (or any parent up to mount point /work)\n';

test.each([
  ['git that fails', 128, NO_GIT],
  ['a program that fails without git', 1, 'cannot run git log'],
  ['git whose failure a pipeline hides', 0, `${NO_GIT}0\n`],
])('a command is told why it sees no git: %s', (_, exitCode, output) => {
  expect(notesFor(exitCode, output)).toEqual([
    'does not show git to this command: The git folder is too large.',
  ]);
});

test.each([
  ['that ends well', 0, 'on git\n'],
  ['that fails without a word of git', 1, 'no such file\n'],
])('a command %s is told nothing of git', (_, exitCode, output) => {
  expect(notesFor(exitCode, output)).toEqual([]);
});

/** How a program ends that cannot write these paths. */
function programEnd(exitCode: number, output: string, paths: readonly string[]) {
  const rule = { rule: 'fs_write(x)', line: 3, file: 'p.yml' };
  const denied = { ...NOTHING_DENIED, readOnly: new Map(paths.map((path) => [path, rule])) };
  return finished(exitCode, output, {
    profile: PROGRAM_PROFILE,
    writable: ['.'],
    protect: ['.github'],
    denied,
    readOnly: readOnlyMounts(denied),
  });
}

test.each([
  ['git', "error: unable to unlink old 'package-lock.json': Device or resource busy\n"],
  ['a pipeline', "npm error rofs EROFS: read-only file system, open '/w/package-lock.json'\n"],
  ['a script', 'x.sh: 1: cannot create package-lock.json: Read-only file system\nended well\n'],
  ['mkdir in a pipeline', 'mkdir: cannot create directory ‘package-lock.json’: File exists\n'],
])('the rule is named although the command ended well: %s', (_, output) => {
  const { notes, report } = programEnd(0, output, ['package-lock.json']);
  expect(notes).toEqual([
    'lets no command write package-lock.json (fs_write(x), line 3 of p.yml). A deny rule wins, also over an approval',
  ]);
  expect(report.limits).toEqual(['write']);
});

test('a command that ended well is told nothing if no line names both an error and a denied path', () => {
  const output = 'a.ts: Read-only file system\nread package-lock.json\n';
  expect(programEnd(0, output, ['package-lock.json'])).toMatchObject({
    notes: [],
    report: { limits: [] },
  });
});

test('tar, which says that a file exists that it could not replace, is told the rule', () => {
  const output = 'tar: src/a.snap: Cannot open: File exists\ntar: Exiting with failure status\n';
  expect(programEnd(2, output, ['src/a.snap']).notes[0]).toContain(
    'lets no command write src/a.snap',
  );
});

test('of denied paths with one name, only those count that the output has in full', () => {
  const paths = ['a/package.json', 'b/package.json'];
  const full = programEnd(1, 'b/package.json: Read-only file system', paths).notes.join('');
  expect(full).toContain('write b/package.json (fs_write(x)');
  const short = programEnd(1, 'package.json: Read-only file system', paths).notes.join('');
  expect(short).toContain('write a/package.json, b/package.json (fs_write(x)');
});

test('with more exceptions than mounts, the output says that some are read-only', () => {
  const rule = { rule: 'fs_write(packages/**)', line: 3, file: 'p.yml' };
  const denied = {
    ...NOTHING_DENIED,
    readOnly: new Map([['packages', rule]]),
    writable: new Set(Array.from({ length: 130 }, (_, index) => `packages/p${index}/a.ts`)),
  };
  const { notes } = finished(1, 'packages/p129/a.ts: Read-only file system', {
    profile: PROGRAM_PROFILE,
    denied,
    readOnly: readOnlyMounts(denied),
  });
  expect(notes[1]).toContain('also keeps 10 exceptions of deny rules read-only');
});

test('a program that met a read-only path which it does not name is told what is read-only', () => {
  expect(programEnd(1, 'a.ts: Read-only file system', ['src/generated']).notes).toEqual([
    'lets this command write only the workspace and /tmp, except for .github; src/generated (fs_write(x), line 3 of p.yml). An approval does not change this',
  ]);
});

test('folders that are read-only or cannot be renamed are named although a pipeline hides the exit status', () => {
  const moved = "Error: EXDEV: cross-device link not permitted, rename 'src/a.ts' -> 'b.ts'\n";
  expect(programEnd(0, moved, ['src/generated', 'lib/x']).notes).toEqual([
    expect.stringContaining('cannot rename or remove src, nor'),
  ]);
  expect(programEnd(0, 'other: Device or resource busy\n', ['src/generated']).notes).toEqual([]);
  const many = Array.from({ length: 200 }, (_, index) => `many/${index}.snap`);
  const { notes, report } = programEnd(0, 'many/code: Read-only file system\n', many);
  expect(notes).toEqual([expect.stringContaining('makes all of many read-only')]);
  expect(report.limits).toEqual(['write']);
});

const WRITING: CommandProfile = { name: 'writing', write: ['a', 'b'], show: [], network: false };
const RULE = { rule: 'fs_write(b)', line: 3, file: 'p.yml' };
/** A rule that denies to write one path. */
const denies = (denied: string) => ({
  rules: [RULE],
  denial: (path: string) => (path === denied ? RULE : null),
  bases: [denied],
  folders: [],
});
/** What makes all of these paths read-only. */
const closed = (path: string) => {
  const denied = { ...NOTHING_DENIED, readOnly: new Map([[path, RULE]]) };
  return { denied, readOnly: readOnlyMounts(denied), deniedWrites: denies('b') };
};

/** What a command that wrote `a/x`, `b` and `c` is told, and what the workspace has then. */
function written(options: Parameters<typeof finished>[2]) {
  const base = tempFolder();
  sh(base, 'mkdir -p root upper/a; touch upper/a/x upper/b upper/c');
  const [root, upper] = [join(base, 'root'), join(base, 'upper')];
  const end = finished(0, '', {
    profile: WRITING,
    writable: ['.'],
    overlay: { upper, merged: upper },
    root,
    ...options,
  });
  return { ...end, has: sh(root, 'find . -type f | sort').replaceAll('./', '').split('\n') };
}

test.each<[string, Parameters<typeof finished>[2], string[]]>([
  ['it lists', {}, ['a/x', 'b']],
  ['it lists, where commands may write', { writable: ['a', 'c'] }, ['a/x']],
  ['it lists, without what is protected', { protect: ['b'] }, ['a/x']],
  ['it lists, without what is hidden', { hidden: ['a/x'] }, ['b']],
  ['it lists, of hidden files those that it names', { hidden: ['b'] }, ['a/x', 'b']],
  ['it lists, without what a rule denies', { deniedWrites: denies('b') }, ['a/x']],
  ['it lists, without what a rule denies in a new folder', { deniedWrites: denies('a/x') }, ['b']],
  ['it lists, without what is in a read-only folder', closed('a'), []],
])('of what a command wrote, that is kept which %s', (_, options, kept) => {
  const { has, report } = written(options);
  expect(has).toEqual(kept.length === 0 ? [''] : kept);
  expect(report.kept.filter((path) => path !== 'a')).toEqual(kept);
  expect(report.discarded).toEqual(['b', 'c', 'a/x'].filter((path) => !kept.includes(path)));
  expect(report.limits).toEqual(['write']);
});

test.each<[string, Parameters<typeof finished>[2]]>([
  ['may only read', { profile: { ...WRITING, name: 'reading' } }],
  ['may change nothing', { profile: { ...WRITING, name: 'contained' } }],
  ['ran out of time', { ended: 'timed-out' }],
  ['was cancelled', { ended: 'cancelled' }],
])('nothing is kept of what a command wrote that %s', (_, options) => {
  const { has, report } = written(options);
  expect(has).toEqual(['']);
  expect(report).toMatchObject({ kept: [], discarded: ['b', 'c', 'a/x'], limits: ['write'] });
});

test('a command that kept all that it wrote met no limit', () => {
  const profile = { ...WRITING, write: ['a', 'b', 'c'] };
  expect(written({ profile })).toMatchObject({ report: { discarded: [], limits: [] }, notes: [] });
});

test('a command is told what it wrote in vain, and by which rule', () => {
  expect(written({}).notes).toEqual([
    'kept what this command was allowed to write, and discarded its other writes: c',
  ]);
  expect(written({ deniedWrites: denies('b') }).notes[1]).toContain(
    'lets no command write b (fs_write(b), line 3 of p.yml)',
  );
  expect(written({ protect: ['b'] }).notes[1]).toMatch(/^did not keep b: .* nothing was deleted$/);
  expect(written({ profile: { ...WRITING, name: 'reading' } }).notes).toEqual([
    expect.stringMatching(/^discarded what this command wrote \(b, c, a\/x\).*access: "write"/),
  ]);
});

test('more than fifty paths are not listed', () => {
  const base = tempFolder();
  sh(base, 'mkdir root upper; cd upper; touch {1..51}');
  const [root, upper] = [join(base, 'root'), join(base, 'upper')];
  const { notes, report } = finished(0, '', { overlay: { upper, merged: upper }, root });
  expect(report.discarded).toHaveLength(50);
  expect(notes[0]).toMatch(/ and 45 more and more\)/);
});

const HIDDEN = { hidden: ['in/.env'], coveredFolders: ['keys'] };

test.each<[string, number, string, Parameters<typeof finished>[2], string[], RegExp[]]>([
  [
    'the network, of which it has none',
    1,
    '',
    { triedNetwork: true },
    ['network'],
    [/no network.*No command of this run has a network$/],
  ],
  [
    'the network, which it could have',
    1,
    '',
    { triedNetwork: true, listsHosts: true },
    ['network'],
    [/no network.*With access: "write"/],
  ],
  [
    'a hidden file',
    1,
    'cat: in/.env: No such file or directory',
    HIDDEN,
    ['read'],
    [/^does not show in\/\.env .*fs_read$/, /^shows nothing of keys /],
  ],
  ['perhaps a file of a hidden folder', 1, 'No such file', HIDDEN, [], [/^shows nothing of keys /]],
  ['a hidden file in an error that is another', 1, '.env: bad', HIDDEN, [], [/^shows nothing/]],
  ['a hidden file, and ended well', 0, 'cat: .env: No such file or directory', HIDDEN, [], []],
  [
    'a read-only workspace',
    1,
    'touch: x: Read-only file system',
    {},
    ['write'],
    [/^gave this command a read-only workspace/],
  ],
])(
  'a command is told of the limit that it met: %s',
  (_, exitCode, output, options, limits, notes) => {
    const end = finished(exitCode, output, options);
    expect(end.report.limits).toEqual(limits);
    expect(end.notes).toEqual(notes.map((note) => expect.stringMatching(note)));
    expect(end.report.hidden).toBe(options.hidden?.length ?? 0);
  },
);

/** What a command keeps that was allowed to write all that it wrote. */
function keptOf(options: Partial<Parameters<typeof finished>[2]>): readonly string[] {
  const base = tempFolder();
  const [root, upper] = [join(base, 'root'), join(base, 'upper')];
  sh(base, 'mkdir -p root/src upper/src/secret upper/docs upper/src/gen');
  sh(upper, 'for f in src/a src/b src/secret/x src/gen/y docs/c; do echo x > $f; done');
  const write = ['src/a', 'src/b', 'src/secret/x', 'src/gen/y', 'docs/c'];
  const { report } = finished(0, '', {
    profile: { name: 'writing', write, show: [], network: false },
    overlay: { upper, merged: upper },
    root,
    writable: ['.'],
    ...options,
  });
  return [...report.kept].sort();
}

test('a command that writes named paths keeps none that is closed, protected, hidden by its folder or denied', () => {
  const all = ['docs/c', 'src/a', 'src/b', 'src/gen/y', 'src/secret/x'];
  const without = (...paths: string[]) => all.filter((path) => !paths.includes(path));
  expect(keptOf({})).toEqual(all);
  expect(keptOf({ writable: ['src'] })).toEqual(without('docs/c'));
  expect(keptOf({ protect: ['src/gen'] })).toEqual(without('src/gen/y'));
  expect(keptOf({ hidden: ['src/secret'] })).toEqual(without('src/secret/x'));
  expect(keptOf({ hidden: ['src/b'] })).toEqual(all);
  const rules = policy("deny: ['fs_write(src/gen/**)', 'fs_write(src/a)']");
  const denied = { deniedWrites: deniedWrites(rules, { caseInsensitive: false }) };
  expect(keptOf(denied)).toEqual(without('src/gen/y', 'src/a'));
  expect(keptOf({ ended: 'timed-out' })).toEqual([]);
});
