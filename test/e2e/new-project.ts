/** Small real projects with a bug, whose tests need something that only the setup steps of `countersign init` install. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect } from 'vitest';
import { cli } from '../cli/command.ts';

export interface NewProject {
  readonly name: string;
  /** The program without which tests of it are skipped, with arguments that succeed. */
  readonly needs: readonly [program: string, ...args: string[]];
  readonly files: Readonly<Record<string, string>>;
  readonly fix: { readonly path: string; readonly old: string; readonly new: string };
  readonly test: string;
  /** What somebody ran before the first commit, in another home. */
  readonly locked?: string;
  /** What the setup steps get besides the path and their home. */
  readonly environment: (registry: string) => Readonly<Record<string, string>>;
}

export const PROJECTS: readonly NewProject[] = [
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
      'src/sum.js': "const plus = require('plus');\nmodule.exports = (a, b) => plus(a, -b);\n",
      'test/sum.test.js':
        "const test = require('node:test');\nconst sum = require('../src/sum.js');\ntest('sum', (t) => t.assert.equal(sum(1, 2), 3));\n",
      '.gitignore': 'node_modules\n',
    },
    fix: { path: 'src/sum.js', old: '-b', new: 'b' },
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

/** Where this machine's own programs are, since the job's user has another home in these tests. */
const pyenv = process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv');
export const TOOLCHAINS: Readonly<Record<string, string>> = existsSync(pyenv)
  ? { PYENV_ROOT: pyenv }
  : {};

export function isHere([program, ...args]: NewProject['needs']): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A project before `init`, in a folder that the tests of it copy. */
export interface Begun {
  readonly root: string;
  /** What the setup steps get besides the path and their home. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Writes the project and what its packages come from into `folder`. */
export async function begin(project: NewProject, folder: string): Promise<Begun> {
  const [root, registry] = [join(folder, 'app'), join(folder, 'registry')];
  for (const [path, text] of Object.entries(project.files)) await put(join(root, path), text);
  await putGoModule(folder, registry);
  const environment = project.environment(registry);
  if (project.locked !== undefined)
    execFileSync('bash', ['-c', project.locked], {
      cwd: root,
      env: { PATH: process.env['PATH'], HOME: join(folder, 'other-home'), ...environment },
      stdio: 'pipe',
    });
  return { root, environment };
}

/** The files of the project after `init` of these recipes. */
export async function filesAfterInit(
  { root }: Begun,
  recipes: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const copy = join(await mkdtemp(join(dirname(root), 'init-')), 'app');
  await cp(root, copy, { recursive: true });
  for (const recipe of recipes) {
    // Recipes share a policy, which the second finds unchanged.
    const { code, out, err } = await cli(['init', '--recipe', recipe, '--yes'], { cwd: copy });
    expect(code, `${out}${err}`).toBe(0);
  }
  const entries = readdirSync(copy, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      return [relative(copy, file), readFileSync(file, 'utf8')];
    }),
  );
}

async function put(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Go refuses an archive with entries for folders. */
const ZIP_FILES =
  'import os, sys, zipfile; os.chdir(sys.argv[2]); z = zipfile.ZipFile(sys.argv[1], "w"); [z.write(f) for f in sys.argv[3:]]; z.close()';

/** A module as Go's proxy protocol serves it: https://go.dev/ref/mod#goproxy-protocol. */
async function putGoModule(folder: string, registry: string): Promise<void> {
  const served = join(registry, 'example.com/plus/@v');
  const inside = join(folder, 'zip/example.com/plus@v1.0.0');
  await put(join(served, 'list'), 'v1.0.0\n');
  await put(join(served, 'v1.0.0.info'), '{ "Version": "v1.0.0" }\n');
  await put(join(served, 'v1.0.0.mod'), 'module example.com/plus\n');
  await put(join(inside, 'go.mod'), 'module example.com/plus\n');
  await put(join(inside, 'plus.go'), 'package plus\n\nfunc Plus(a, b int) int { return a + b }\n');
  const names = ['go.mod', 'plus.go'].map((name) => `example.com/plus@v1.0.0/${name}`);
  execFileSync(
    'python3',
    ['-c', ZIP_FILES, join(served, 'v1.0.0.zip'), join(folder, 'zip'), ...names],
    { stdio: 'ignore' },
  );
}
