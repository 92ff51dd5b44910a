/** The package as npm would publish it, installed into an empty folder, and used there. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KEEP_COMPILED } from './compiled.ts';
import { nightly } from './properties.ts';

const ROOT = join(import.meta.dirname, '..');
/** Twice what it has, so that sources or tests that slip in are noticed. */
const MAX_BYTES = 16_000_000;

interface Packed {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

let folder = '';
let packed: Packed;

async function start(command: string, args: readonly string[], cwd = folder) {
  const environment = { PATH: process.env['PATH'] ?? '', HOME: folder, ...KEEP_COMPILED };
  const options = { cwd, env: { ...environment, npm_config_cache: join(folder, 'cache') } };
  return await promisify(execFile)(command, [...args], { ...options, maxBuffer: 64 << 20 });
}

const countersign = (args: readonly string[], cwd?: string) =>
  start(process.execPath, [join(folder, 'node_modules/.bin/countersign'), ...args], cwd);

async function put(path: string, text: string): Promise<string> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-package-'));
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await start('npm', pack, ROOT);
  [packed] = JSON.parse(stdout) as [Packed];
  await put('package.json', '{ "name": "user", "version": "1.0.0", "type": "module" }\n');
  const install = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await start('npm', [...install, `./${packed.filename}`]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the package', () => {
  test('has the bundle, types and schemas, and neither sources nor tests', () => {
    const folders = new Set(packed.files.map(({ path }) => path.split('/', 1)[0]));
    const expected = [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'THIRD-PARTY-NOTICES.md',
      'dist',
      'package.json',
      'schema',
      'types',
    ];
    expect(folders).toEqual(new Set(expected));
    expect(packed.unpackedSize).toBeLessThan(MAX_BYTES);
  });

  test('installs nothing but itself: what it uses is in the bundle', async () => {
    const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, unknown>>;
    };
    expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/countersign']);
  });

  test('has every file of the bundle, so that what other tests start of it is in the package', async () => {
    const files = await readdir(join(ROOT, 'dist'), { recursive: true, withFileTypes: true });
    const expected = files
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
    const shipped = packed.files.map(({ path }) => path).filter((path) => path.startsWith('dist/'));
    expect(shipped.toSorted()).toEqual(expected.toSorted());
  });

  nightly('runs the demo, whose audit trail is intact', async () => {
    const demo = await countersign(['demo', '--json', '--out', join(folder, 'demo')]);
    expect(JSON.parse(demo.stdout)).toMatchObject({ outcome: 'done', intact: { kind: 'intact' } });
  });

  test('runs an agent from a program, and its audit trail is verified by command and by import', async () => {
    const program = await put(
      'run.js',
      `import { startRun } from 'countersign/sdk';
       import { tool, z } from 'countersign/tools';
       import { verifyTrail } from 'countersign/verify';
       const finish = { type: 'tool_use', name: 'finish', input: { outcome: 'done', summary: 'Yes.' } };
       const run = startRun({
         request: 'Say yes.',
         workspace: 'project',
         policy: { text: 'version: 1\\nsandbox: off\\n' },
         trail: 'embedded',
         model: { turns: [{ blocks: [finish] }] },
       });
       console.log((await run.report).summary, typeof tool, z.string().parse('yes'));
       console.log((await verifyTrail('embedded', { requireEnd: true })).kind);\n`,
    );
    await mkdir(join(folder, 'project'), { recursive: true });
    expect((await start(process.execPath, [program])).stdout).toBe('Yes. function yes\nintact\n');
    const verified = await countersign(['audit', 'verify', join(folder, 'embedded'), '--json']);
    expect(JSON.parse(verified.stdout)).toMatchObject({ kind: 'intact', outcome: 'done' });
  });

  test('checks a policy, and writes a workflow for the project that it finds', async () => {
    await put('project/package.json', '{ "scripts": { "test": "node --test" } }\n');
    const project = join(folder, 'project');
    await start('git', ['init', '--quiet', '.'], project);
    await countersign(['init', '--recipe', 'comments', '--yes'], project);
    await countersign(['policy', 'check'], project);
    expect(await readFile(join(project, '.github/workflows/comments.yml'), 'utf8')).toContain(
      'countersign/countersign@',
    );
  });

  test('writes the tag of its version, also in a repository that is an action itself', async () => {
    await put('action.yml', 'name: Another action\n');
    await start('git', ['init', '--quiet', '.']);
    const author = ['-c', 'user.name=octo', '-c', 'user.email=octo@example.com'];
    await start('git', ['add', 'action.yml']);
    await start('git', [...author, 'commit', '--quiet', '--message', 'Another action']);
    await countersign(['init', '--recipe', 'triage', '--yes']);
    const workflow = await readFile(join(folder, '.github/workflows/triage.yml'), 'utf8');
    expect(workflow).toMatch(/uses: countersign\/countersign@v\d+\.\d+\.\d+ /);
  });

  test('and a clone is pinned by its commit', async () => {
    await put('other/README.md', 'Another project.\n');
    const place = join(folder, 'other');
    await start('git', ['init', '--quiet', '.'], place);
    const bundle = join(ROOT, 'dist/cli.js');
    await start(process.execPath, [bundle, 'init', '--recipe', 'triage', '--yes'], place);
    const commit = await start('git', ['rev-parse', 'HEAD'], ROOT);
    const workflow = await readFile(join(place, '.github/workflows/triage.yml'), 'utf8');
    expect(workflow).toMatch(new RegExp(`uses: [\\w.-]+/[\\w.-]+@${commit.stdout.trim()} `));
  });

  test('has types that the compiler takes', async () => {
    await put(
      'typed.ts',
      `import { startRun, type RunReport } from 'countersign/sdk';
       import { tool } from 'countersign/tools';
       import { verifyTrail, type TrailVerdict } from 'countersign/verify';
       export const report: Promise<RunReport> = startRun({ request: 'x', trail: 't' }).report;
       // @ts-expect-error An approval names who gave it.
       startRun({ request: 'x', trail: 't', approve: () => ({ decision: 'approve' }) });
       export const kind: Promise<TrailVerdict['kind']> = verifyTrail('trail').then((one) => one.kind);
       // @ts-expect-error The path is a text.
       void verifyTrail(1);
       export default tool;\n`,
    );
    const compiler = join(ROOT, 'node_modules/.bin/tsc');
    const options = ['--noEmit', '--strict', '--target', 'es2024', '--types', ''];
    await start(compiler, [...options, '--module', 'nodenext', 'typed.ts']);
    const bundled = ['--module', 'esnext', '--moduleResolution', 'bundler'];
    await start(compiler, [...options, ...bundled, 'typed.ts']);
  });
});
