import { expect, test } from 'vitest';
import { PROGRAM_PROFILE } from '../../../../src/policy/index.ts';
import { NOTHING_DENIED, readOnlyMounts } from '../../../../src/sandbox/limits/denied-paths.ts';
import { applyOverlay } from '../../../../src/sandbox/linux/overlay/apply-overlay.ts';

/** What an ended command is told, for its exit code and its output. */
function finished(
  exitCode: number,
  output: string,
  options: Partial<Parameters<typeof applyOverlay>[1]>,
) {
  const result = {
    exitCode,
    output,
    signal: null,
    outputBytes: output.length,
    truncated: false,
    durationMs: 1,
    ended: 'exited',
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
    ...options,
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
