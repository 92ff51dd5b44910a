import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/common/index.ts';
import { nightly } from '../properties.ts';
import {
  type EndedStep,
  entriesOf,
  expectEnd,
  finish,
  type TestRepository,
  openRepository,
  turn,
} from './harness.ts';

const POLICY =
  'version: 1\nauto: [kind:readonly, fs_write, fs_write(secrets.env), bash_run]\ndeny: ["fs_read(private/**)"]\nsandbox: off\napprovals: { wait: 1s, then: suspend }\n';
const WORK = turn(
  '',
  ['fs_write', { path: 'src/new.txt', content: 'new\n' }],
  ['fs_write', { path: 'secrets.env', content: 'S=1\n' }],
  ['fs_write', { path: 'private/plan.md', content: 'a plan\n' }],
  ['bash_run', { command: "printf '\\000\\377' > image.bin" }],
);

/** What a person has who downloads the artifact and does as the summary says, in a clone of their own. */
async function appliedTo(repository: TestRepository, end: EndedStep): Promise<string> {
  const clone = join(repository.folder, 'clone');
  const patch = join(repository.folder, 'changes.patch');
  await writeFile(patch, end.artifact.get('changes.patch') ?? '');
  execFileSync('git', ['clone', '--quiet', `file://${repository.runner.origin}`, clone]);
  execFileSync('git', ['apply', patch], { cwd: clone });
  return clone;
}

test.concurrent('work that was not pushed is in the artifact as a patch, with the command that applies it', async () => {
  await using repository = await openRepository({ policy: POLICY });
  const end = await repository.runStep({ turns: [WORK, finish('Not pushed.', 'incomplete')] });
  await expectEnd(end, { outcome: 'incomplete', exitCode: 1 });
  const clone = await appliedTo(repository, end);
  expect(await readFile(join(clone, 'src/new.txt'), 'utf8')).toBe('new\n');
  expect(await readFile(join(clone, 'image.bin'))).toEqual(Buffer.from([0, 255]));
  const [saved] = entriesOf(end, 'changes.saved');
  const digest = sha256(end.artifact.get('changes.patch') ?? '');
  expect(saved).toMatchObject({ sha256: digest, files: 2, base: repository.runner.headSha });
  expect(end.outputs['changes-sha256']).toBe(digest);
  const name = end.outputs['audit-artifact-name'] ?? '';
  const tracking = repository.github
    .commentsOn(repository.issue)
    .find(({ body }) => body.includes('tracking'));
  for (const text of [end.summary, tracking?.body ?? '']) {
    expect(text).toContain(
      `gh run download 4242 --name ${name} --dir trail && git apply trail/changes.patch`,
    );
    expect(text).toContain('`secrets.env`, because a file of this name usually holds secrets');
    expect(text).toContain('`private/plan.md`, because the policy keeps it from being read');
  }
});

nightly.concurrent('a run that changed nothing offers nothing', async () => {
  await using repository = await openRepository({ policy: POLICY });
  const end = await repository.runStep({ turns: [finish('Nothing to do.')] });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect([...end.artifact.keys()]).not.toContain('changes.patch');
  expect(end.summary).not.toContain('git apply');
  expect(end.outputs['changes-sha256']).toBe('');
});
