import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readInputs } from '../../src/action/inputs/inputs.ts';
import { githubRunner } from '../../src/action/inputs/runner.ts';
import { planStep } from '../../src/fanout/index.ts';
import { sh, tempFolder } from '../sandbox/support.ts';

/** The matrix of `plan-files` in a checkout with these files, as one job, and what the step warned of. */
async function planned(planFiles: string, files: readonly string[]) {
  const workspace = checkoutOf(files);
  return await plannedBy({ 'INPUT_PLAN-FILES': planFiles, 'INPUT_MAX-JOBS': '1' }, workspace);
}

function checkoutOf(files: readonly string[]): string {
  const workspace = tempFolder();
  sh(workspace, 'git init -q');
  for (const file of files) {
    mkdirSync(dirname(join(workspace, file)), { recursive: true });
    writeFileSync(join(workspace, file), file);
  }
  sh(workspace, 'git add -A');
  // A submodule is an entry of the index without a file.
  sh(workspace, `git update-index --add --cacheinfo 160000,${'a'.repeat(40)},sub.ts`);
  return workspace;
}

async function plannedBy(inputs: Readonly<Record<string, string>>, workspace: string) {
  const reported = { outputs: {} as Record<string, string>, warnings: [] as string[] };
  await planStep({
    inputs: readInputs(githubRunner(inputs)),
    workspace,
    github: { openIssues: () => Promise.resolve([]) },
    runner: {
      info: () => undefined,
      warning: (message) => reported.warnings.push(message),
      output: (name, value) => void (reported.outputs[name] = value),
      summary: () => Promise.resolve(),
    },
  });
  return { ...reported, matrix: JSON.parse(reported.outputs['matrix'] ?? 'null') as unknown };
}

const FILES = ['a.ts', 'b.tsx', 'gen/c.ts', 'd.js', 'e/f.mts', 'e/g h.ts'];

test.each([
  ['**/*.ts', 'a.ts\ngen/c.ts'],
  ['**/*.{ts,tsx}', 'a.ts\nb.tsx\ngen/c.ts'],
  ['{a,{b,d}}.*, gen/**', 'a.ts\nb.tsx\nd.js\ngen/c.ts'],
  ['**/*.{ts,tsx},!gen/**', 'a.ts\nb.tsx'],
  ['**\n!**/*.{ts,tsx,mts}', 'd.js'],
])('%s plans for the files that it includes and does not exclude', async (globs, files) => {
  const { matrix } = await planned(globs, FILES);
  expect(matrix).toEqual({ include: [{ id: 'files-1', files }] });
});

test('a name that cannot be in a matrix is left out and named', async () => {
  const { outputs, warnings } = await planned('e/*.ts', FILES);
  expect(outputs).toMatchObject({ jobs: '0', 'left-out': '1' });
  expect(warnings[0]).toContain('"e/g h.ts"');
});

test.each([
  ['src/{a', 'a "{" without its other half'],
  ['!docs/**', 'only excludes files'],
  [' , ', 'plan-files'],
])('%s is refused', async (globs, because) => {
  await expect(planned(globs, FILES)).rejects.toThrow(because);
});

function planOf(names: string) {
  return readInputs(githubRunner({ 'INPUT_PLAN-REPOSITORIES': names })).plan.query;
}

test('the repository of a managed user can be planned, and no path that leads up', () => {
  expect(planOf('ann_corp/notes, octo/.github')).toEqual({
    kind: 'repositories',
    names: ['ann_corp/notes', 'octo/.github'],
  });
  for (const name of ['octo/..', 'octo/.', '_octo/a', 'octo/a/b'])
    expect(() => planOf(name), name).toThrow('is not a repository');
});

test('repositories whose names differ by the place of the slash have ids of their own', async () => {
  const names = ['octo/one', 'a/b-c', 'a-b/c', 'A/B-d', 'a-b/d', 'OCTO/One'];
  const { matrix } = await plannedBy({ 'INPUT_PLAN-REPOSITORIES': names.join(',') }, tempFolder());
  const { include } = matrix as { include: { id: string; repository: string }[] };
  expect(include.map(({ repository }) => repository)).toEqual(names.slice(0, 5));
  const ids = include.map(({ id }) => id);
  expect(ids[0]).toBe('octo-one');
  expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(5);
  for (const id of ids.slice(1)) expect(id).toMatch(/^[A-Za-z0-9._-]+-[0-9a-f]{8}$/);
});

test('repositories beyond the maximum of jobs are named as they were written', async () => {
  const inputs = { 'INPUT_PLAN-REPOSITORIES': 'octo/one, octo/two', 'INPUT_MAX-JOBS': '1' };
  const { warnings } = await plannedBy(inputs, tempFolder());
  expect(warnings).toEqual(['More was found than max-jobs (1) allows. Left out: octo/two.']);
});
