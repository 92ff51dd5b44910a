import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { cli } from '../cli/command.ts';
import { finish, turn } from './harness.ts';

/** Projects with a bug, whose tests need something that only the setup installs. */
interface NewProject {
  readonly name: string;
  /** The program without which the test is skipped, with arguments that succeed. */
  readonly needs: readonly [program: string, ...args: string[]];
  readonly files: Readonly<Record<string, string>>;
  readonly fix: { readonly path: string; readonly old: string; readonly new: string };
  readonly test: string;
  /** What somebody ran before the first commit, in another home. */
  readonly locked?: string;
  /** What the steps of the setup get besides the path and their home. */
  readonly environment: (registry: string) => Readonly<Record<string, string>>;
}

const REGISTRY = 'registry';
const MODULE = `${REGISTRY}/example.com/plus/@v`;

const PROJECTS: readonly NewProject[] = [
  {
    name: 'npm',
    needs: ['npm', '--version'],
    files: {
      'package.json':
        '{ "name": "app", "version": "1.0.0", "scripts": { "test": "node --test" }, "dependencies": { "plus": "file:plus" } }\n',
      'package-lock.json': JSON.stringify({
        name: 'app',
        version: '1.0.0',
        lockfileVersion: 3,
        packages: {
          '': { name: 'app', version: '1.0.0', dependencies: { plus: 'file:plus' } },
          'node_modules/plus': { resolved: 'plus', link: true },
          plus: { version: '1.0.0' },
        },
      }),
      'plus/package.json': '{ "name": "plus", "version": "1.0.0", "main": "index.js" }\n',
      'plus/index.js': 'module.exports = (a, b) => a + b;\n',
      'sum.js': "const plus = require('plus');\nmodule.exports = (a, b) => plus(a, -b);\n",
      'sum.test.js':
        "const test = require('node:test');\nconst sum = require('./sum.js');\ntest('sum', (t) => t.assert.equal(sum(1, 2), 3));\n",
      '.gitignore': 'node_modules\n',
    },
    fix: { path: 'sum.js', old: '-b', new: 'b' },
    test: 'npm test',
    environment: () => ({}),
  },
  {
    name: 'Python',
    needs: ['python', '-m', 'pytest', '--version'],
    files: {
      'requirements.txt': 'pytest\n',
      'app.py': 'def total(a, b):\n    return a - b\n',
      'test_app.py': 'from app import total\n\n\ndef test_total():\n    assert total(1, 2) == 3\n',
      '.gitignore': '__pycache__\n.pytest_cache\n',
    },
    fix: { path: 'app.py', old: 'a - b', new: 'a + b' },
    test: 'python -m pytest',
    environment: () => ({ PIP_NO_INDEX: '1' }),
  },
  {
    name: 'Go',
    needs: ['go', 'version'],
    files: {
      'go.mod': 'module example.com/app\n\ngo 1.19\n\nrequire example.com/plus v1.0.0\n',
      'app.go':
        'package app\n\nimport "example.com/plus"\n\nfunc Sum(a, b int) int { return plus.Plus(a, -b) }\n',
      'app_test.go':
        'package app\n\nimport "testing"\n\nfunc TestSum(t *testing.T) {\n\tif Sum(1, 2) != 3 {\n\t\tt.Fatal("not 3")\n\t}\n}\n',
    },
    fix: { path: 'app.go', old: '-b', new: 'b' },
    test: 'go test ./...',
    locked: 'go mod tidy',
    environment: (registry) => ({
      GOPROXY: `file://${registry}`,
      GONOSUMDB: '*',
      GOFLAGS: '-modcacherw',
    }),
  },
];

/** Where this machine's own programs are, since the job's user has another home here. */
const pyenv = process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv');
const TOOLCHAINS = existsSync(pyenv) ? { PYENV_ROOT: pyenv } : {};

const workflowSchema = z.object({
  jobs: z.object({
    agent: z.object({
      steps: z.array(
        z.object({ run: z.string().optional(), env: z.record(z.string(), z.string()).default({}) }),
      ),
    }),
  }),
});

function exists([program, ...args]: NewProject['needs']): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const empty = await mkdtemp(join(tmpdir(), 'countersign-new-'));
const doctor = await cli(['doctor', '--json'], { cwd: empty });
await rm(empty, { recursive: true });
const { findings } = JSON.parse(doctor.out) as {
  findings: readonly { readonly check: string; readonly level: string; readonly found: string }[];
};
const sandbox = findings.find(({ check }) => check === 'sandbox');

/** A folder with the project, the home of the job's user, and a registry of Go modules. */
async function projectFolder(project: NewProject) {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-new-'));
  const [root, home] = [join(folder, 'app'), join(folder, 'home')];
  const put = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(project.files)) await put(`app/${path}`, text);
  await mkdir(home);
  await putGoModule(folder, put);
  if (project.locked !== undefined)
    execFileSync('bash', ['-c', project.locked], {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        HOME: join(folder, 'other-home'),
        ...project.environment(join(folder, REGISTRY)),
      },
      stdio: 'pipe',
    });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: root,
      stdio: 'ignore',
    });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'Begin');
  return {
    folder,
    root,
    home,
    put,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Go refuses an archive with entries for folders. */
const ZIP_FILES =
  'import os, sys, zipfile; os.chdir(sys.argv[2]); z = zipfile.ZipFile(sys.argv[1], "w"); [z.write(f) for f in sys.argv[3:]]; z.close()';

/** A module as Go's proxy protocol serves it: https://go.dev/ref/mod#goproxy-protocol. */
async function putGoModule(
  folder: string,
  put: (path: string, text: string) => Promise<void>,
): Promise<void> {
  const inside = 'zip/example.com/plus@v1.0.0';
  await put(`${MODULE}/list`, 'v1.0.0\n');
  await put(`${MODULE}/v1.0.0.info`, '{ "Version": "v1.0.0" }\n');
  await put(`${MODULE}/v1.0.0.mod`, 'module example.com/plus\n');
  await put(`${inside}/go.mod`, 'module example.com/plus\n');
  await put(`${inside}/plus.go`, 'package plus\n\nfunc Plus(a, b int) int { return a + b }\n');
  execFileSync(
    'python3',
    [
      '-c',
      ZIP_FILES,
      join(folder, MODULE, 'v1.0.0.zip'),
      join(folder, 'zip'),
      ...['go.mod', 'plus.go'].map((name) => `example.com/plus@v1.0.0/${name}`),
    ],
    { stdio: 'ignore' },
  );
}

describe.skipIf(sandbox?.level !== 'ok')(
  `a new project, from init to a fix with green tests in the sandbox (${sandbox?.found})`,
  () => {
    for (const project of PROJECTS) {
      const isThere = exists(project.needs);
      const why = isThere ? '' : ` (skipped: ${project.needs.join(' ')} fails)`;
      test.skipIf(!isThere)(`of ${project.name}${why}`, async () => {
        await using at = await projectFolder(project);
        const env = { PATH: process.env['PATH'] ?? '', HOME: at.home, ...TOOLCHAINS };
        const began = await cli(['init', '--recipe', 'comments', '--yes'], { cwd: at.root });
        expect({ code: began.code, out: began.out }).toMatchObject({ code: 0 });

        const workflow = workflowSchema.parse(
          parse(await readFile(join(at.root, '.github/workflows/comments.yml'), 'utf8')),
        );
        const steps = workflow.jobs.agent.steps.flatMap(({ run, env: own }) =>
          run === undefined ? [] : [{ run, own }],
        );
        expect(steps.length).toBeGreaterThan(0);
        for (const { run, own } of steps)
          execFileSync('bash', ['-e', '-c', run], {
            cwd: at.root,
            env: { ...env, ...project.environment(join(at.folder, REGISTRY)), ...own },
            stdio: 'pipe',
          });

        const { path, old, new: text } = project.fix;
        const turns = [
          turn('', ['fs_read', { path }], ['bash_run', { command: project.test }]),
          turn('', ['fs_edit', { path, old_string: old, new_string: text }]),
          turn('', ['bash_run', { command: project.test }]),
          finish('The sum is right.'),
        ];
        await at.put('script.json', JSON.stringify({ turns }));
        const ran = await cli(
          ['run', 'Fix it', '--model', 'scripted:../script.json', '--trail', '../trail', '--json'],
          { cwd: at.root, env },
        );
        expect({ code: ran.code, err: ran.err }).toMatchObject({ code: 0 });
        const trail = await readFile(join(at.folder, 'trail/audit.jsonl'), 'utf8');
        expect(trail.match(/"result":"exit code \d+/g)).toEqual([
          '"result":"exit code 1',
          '"result":"exit code 0',
        ]);
        expect(await readFile(join(at.root, path), 'utf8')).toContain(text);
        expect((await cli(['audit', 'verify', '../trail'], { cwd: at.root })).code).toBe(0);
      });
    }
  },
);
