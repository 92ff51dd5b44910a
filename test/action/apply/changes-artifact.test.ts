import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TRAIL_FILE, type TrailEvent } from '../../../src/audit/index.ts';
import { sha256 } from '../../../src/common/index.ts';
import type { ArtifactStore } from '../../../src/github/index.ts';
import { loadChangesArtifact } from '../../../src/action/apply/changes-artifact.ts';
import type { ActionEnvironment } from '../../../src/action/inputs/environment.ts';
import { reply, runEnd, runStart, turnStart } from '../../audit/events.ts';
import { plausible } from '../../audit/plausible.ts';
import { tempFolder, trailOf } from '../../cli/trails.ts';

const HEAD = 'a'.repeat(40);
const OTHER = 'b'.repeat(40);
const PATCH = 'diff --git a/x b/x\n';
const environment: ActionEnvironment = {
  eventName: 'issue_comment',
  eventPath: '/event.json',
  owner: 'octo',
  repo: 'repo',
  apiUrl: 'https://api.github.com',
  serverUrl: 'https://github.com',
  workspace: '/w',
  tempFolder: '/t',
  runId: '42',
  attempt: '1',
  job: 'apply',
  sha: HEAD,
  workflow: null,
  isElsewhere: false,
  retentionDays: null,
  jobUrl: 'https://github.com/octo/repo/actions/runs/42',
};
const workflow = { runId: '42', attempt: '1', job: 'agent', url: null };
const changes = {
  type: 'changes.saved' as const,
  name: 'changes.patch',
  sha256: sha256(PATCH),
  bytes: PATCH.length,
  base: HEAD,
  files: 1,
  leftOut: [],
};

interface Lie {
  readonly start?: Parameters<typeof runStart>[0];
  readonly saved?: TrailEvent | null;
  readonly patch?: string | null;
  readonly trail?: (text: string) => string;
  readonly head?: string;
  /** What the policy of the applying job requires. */
  readonly requires?: readonly string[];
}

async function taken(lie: Lie = {}) {
  const saved = lie.saved === undefined ? changes : lie.saved;
  const events = [
    runStart({ workflow, ...lie.start }),
    turnStart(1),
    reply(1),
    ...(saved === null ? [] : [saved]),
  ];
  const made = await trailOf(plausible([...events, runEnd()]).events);
  const patch = lie.patch === undefined ? PATCH : lie.patch;
  const store: ArtifactStore = {
    upload: () => Promise.reject(new Error('nothing is uploaded here')),
    download: async ({ folder }) => {
      await copyFile(made.file, join(folder, TRAIL_FILE));
      if (lie.trail !== undefined) {
        const text = lie.trail(await readFile(made.file, 'utf8'));
        await writeFile(join(folder, TRAIL_FILE), text);
      }
      if (patch !== null) await writeFile(join(folder, 'changes.patch'), patch);
      return true;
    },
  };
  const folder = await tempFolder();
  const { head = made.head } = lie;
  return await loadChangesArtifact({
    store,
    environment,
    artifact: 'trail',
    head,
    headSha: HEAD,
    requires: lie.requires ?? [],
    folder,
  });
}

test('valid changes are taken over with what their audit trail says', async () => {
  const handed = await taken();
  expect(handed).toMatchObject({ sha256: sha256(PATCH), leftOut: 0 });
  expect(handed.patch.toString()).toBe(PATCH);
});

const LIES: readonly (readonly [string, Lie, string])[] = [
  ['another patch than the trail names', { patch: `${PATCH}more` }, 'The file changes.patch'],
  ['no patch', { patch: null }, 'The file changes.patch is missing'],
  ['a trail that names none', { saved: null }, 'its trail names no changes'],
  ['another repository', { start: { repository: 'mallory/repo' } }, 'is not of octo/repo'],
  [
    'another workflow run',
    { start: { workflow: { ...workflow, runId: '41' } } },
    'of another workflow run',
  ],
  ['a local run', { start: { workflow: null } }, 'of another workflow run'],
  [
    'another commit',
    { start: { headSha: OTHER }, saved: { ...changes, base: OTHER } },
    `this job is on ${HEAD}`,
  ],
  [
    'a trail with a byte changed',
    { trail: (text) => text.replace('Fix', 'Fax') },
    'broken at entry 0',
  ],
  [
    'a trail with its end cut off',
    { trail: (text) => `${text.trimEnd().split('\n').slice(0, -1).join('\n')}\n` },
    'broken at entry',
  ],
  ['an empty trail', { trail: () => '' }, 'its trail'],
  [
    'a run that did not have to prove what this policy requires',
    { requires: ['bash_run(npm test)'] },
    'did not have to prove bash_run(npm test)',
  ],
  [
    'a run that says done without the proof',
    { start: { doneRequires: ['bash_run(npm test)'] }, requires: ['bash_run(npm test)'] },
    'do not prove bash_run(npm test)',
  ],
  ['another head than the job published', { head: 'f'.repeat(64) }, 'broken at entry'],
];

test.each(LIES)('%s is refused', async (_name, lie, because) => {
  await expect(taken(lie)).rejects.toMatchObject({
    code: 'changes-refused',
    message: expect.stringContaining(because) as string,
  });
});
