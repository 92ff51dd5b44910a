import { expect, test } from 'vitest';
import { NOTHING_DENIED, readOnlyMounts } from '../../../../src/sandbox/limits/denied-paths.ts';
import { applyOverlay } from '../../../../src/sandbox/linux/overlay/apply-overlay.ts';

/** What a command that git is hidden from is told, for its exit code and its output. */
function notesFor(exitCode: number, output: string): readonly string[] {
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
    git: 'hidden',
    gitHiddenReason: 'The git folder is too large.',
    triedNetwork: false,
    listsHosts: false,
  }).notes;
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
