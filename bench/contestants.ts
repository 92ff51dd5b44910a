/** I/O: who runs. The two minimal loops, Countersign with and without its sandbox, and others that files name. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { Program } from './measure.ts';
import type { ToolNames } from './scenarios.ts';

export interface Contestant {
  readonly name: string;
  readonly tools: ToolNames;
  readonly program: (folder: string) => Program;
  /** The only scenario that it is in. */
  readonly only?: string;
}

const ROOT = resolve(import.meta.dirname, '..');
const KEY = 'bench-key-of-no-worth';
const POLICY =
  'version: 1\nmode: auto\nbudget: { turns: 2000, calls: 5000, minutes: 30, tokens: 2000M, usd: 10000 }\n';

const call = z.strictObject({
  name: z.string(),
  input: z.record(z.string(), z.string()).default({}),
});
/** Another agent: `$URL`, `$FOLDER` and `$NODE` stand for the API's address, the folder to work in and this Node. */
const otherSchema = z.strictObject({
  name: z.string().min(1),
  argv: z.array(z.string()).min(1),
  env: z.record(z.string(), z.string()).default({}),
  /** What its tools are called. `finish` with an empty name: a reply without a call ends its run. */
  tools: z
    .strictObject({
      bash_run: call.optional(),
      fs_read: call.optional(),
      fs_edit: call.optional(),
      fs_grep: call.optional(),
      fs_glob: call.optional(),
      finish: call.optional(),
    })
    .default({}),
});

/** Everybody that is measured. Bundles the two loops first; throws where that, or a file, is of no use. */
export function contestants(options: {
  readonly temp: string;
  readonly dist: string;
  readonly others: readonly string[];
}): readonly Contestant[] {
  const { temp, dist } = options;
  const minimal = (name: string, file: string): Contestant => ({
    name,
    tools: {},
    program: (cwd) => ({
      argv: [process.execPath, file, '$URL', 'Go'],
      env: environment(temp),
      cwd,
    }),
  });
  return [
    minimal('bare', bundled('bare', temp)),
    minimal('sdk', bundled('sdk', temp)),
    countersign({ name: 'countersign', temp, dist, policy: `${POLICY}sandbox: off\n` }),
    countersign({ name: 'countersign, sandboxed', temp, dist, policy: POLICY }),
    ...options.others.map(other),
  ];
}

function environment(temp: string): Record<string, string> {
  const home = join(temp, 'home');
  mkdirSync(home, { recursive: true });
  return { PATH: process.env['PATH'] ?? '', HOME: home, TMPDIR: temp, LANG: 'C.UTF-8' };
}

function countersign(options: {
  readonly name: string;
  readonly temp: string;
  readonly dist: string;
  readonly policy: string;
}): Contestant {
  const policy = join(options.temp, `${options.name.replaceAll(/\W+/g, '-')}.yml`);
  writeFileSync(policy, options.policy);
  const args = [
    'run',
    '--model',
    'claude-sonnet-5-5',
    '--policy',
    policy,
    '--approvals',
    'fail',
    'Go',
  ];
  return {
    name: options.name,
    tools: {},
    program: (cwd) => ({
      argv: [process.execPath, resolve(options.dist, 'cli.js'), ...args],
      env: { ...environment(options.temp), ANTHROPIC_BASE_URL: '$URL', ANTHROPIC_API_KEY: KEY },
      cwd,
    }),
  };
}

function other(file: string): Contestant {
  const found = otherSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const tools: ToolNames = JSON.parse(JSON.stringify(found.tools));
  return {
    name: found.name,
    tools,
    program: (cwd) => {
      const fill = (text: string): string =>
        text.replaceAll('$FOLDER', cwd).replaceAll('$NODE', process.execPath);
      const env = Object.entries(found.env).map(([name, value]) => [name, fill(value)]);
      return {
        argv: found.argv.map(fill),
        env: {
          PATH: process.env['PATH'] ?? '',
          HOME: process.env['HOME'] ?? '',
          ...Object.fromEntries(env),
        },
        cwd,
      };
    },
  };
}

/** A minimal loop as one file, as a program would be shipped. */
function bundled(name: 'bare' | 'sdk', temp: string): string {
  // Below node_modules, so that what it imports is found.
  const build = join(ROOT, 'node_modules', '.cache', `bench-${process.pid}`);
  const out = join(temp, name);
  mkdirSync(build, { recursive: true });
  writeFileSync(join(build, 'package.json'), '{"type":"module"}');
  const options = [
    '--outDir',
    build,
    '--rootDir',
    'bench',
    '--noEmit',
    'false',
    '--ignoreConfig',
    '--skipLibCheck',
  ];
  const language = [
    '--target',
    'es2024',
    '--module',
    'nodenext',
    '--types',
    'node',
    '--rewriteRelativeImportExtensions',
  ];
  step('tsc', [join(ROOT, 'node_modules/.bin/tsc'), ...options, ...language, `bench/${name}.ts`]);
  const ncc = join(ROOT, 'node_modules/@vercel/ncc/dist/ncc/cli.js');
  step('ncc', [process.execPath, ncc, 'build', join(build, `${name}.js`), '-o', out, '-q']);
  rmSync(build, { recursive: true, force: true });
  return join(out, 'index.js');
}

function step(title: string, [file = '', ...args]: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(file, args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${title} failed:\n${stdout}${stderr}`);
}
