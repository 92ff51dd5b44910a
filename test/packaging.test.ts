/** The ways to get the command line beside npm: an extension of GitHub's command line, and a container image. And editors. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import picomatch from 'picomatch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECIPES, recipeOf } from '../src/cli/recipes/index.ts';
import { VERSION } from '../src/common/index.ts';
import { policyJsonSchema } from '../src/policy/index.ts';

const ROOT = join(import.meta.dirname, '..');
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const hasBash = spawnSync('bash', ['-c', 'true']).status === 0;

describe.skipIf(!hasBash)('gh countersign (skipped without bash)', () => {
  const EXTENSION = 'gh-countersign/gh-countersign';
  let folder = '';
  let checkout = '';
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-gh-')));
    checkout = join(folder, 'checkout');
    cpSync(join(ROOT, 'packaging/gh-countersign'), join(folder, 'gh-countersign'), {
      recursive: true,
    });
    const program = (name: string, text: string): void => {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    };
    program(
      'bin/npm',
      `{ echo "$PWD"; echo "token \${GITHUB_TOKEN-none}"; printf '%s\\n' "$@"; } >> "${folder}/npm.txt"
while [ "$1" != --prefix ]; do shift; done
mkdir -p "$2/node_modules/countersign/dist"; : > "$2/node_modules/countersign/dist/cli.js"`,
    );
    program('bin/node', `printf '%s\\n' "$PWD" "token \${GITHUB_TOKEN-none}" "$@"; exit 7`);
    program('bin/gh', '[ "$*" = "auth token" ] && echo gho_from_gh');
    for (const name of ['npx', 'npm', 'node', 'gh', 'countersign'])
      program(`checkout/node_modules/.bin/${name}`, `echo "evil ${name} \${GITHUB_TOKEN-none}"`);
    program('checkout/node_modules/countersign/dist/cli.js', 'echo evil');
    writeFileSync(
      join(checkout, 'node_modules/countersign/package.json'),
      JSON.stringify({ name: 'countersign', version: VERSION, bin: 'dist/cli.js' }),
    );
    writeFileSync(join(checkout, '.npmrc'), 'registry=http://127.0.0.1:1/\n');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function extension(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    // Some have the programs of the folder that they work in before all others.
    const path = ['node_modules/.bin', join(folder, 'bin'), process.env['PATH'] ?? ''];
    const { status, stdout, stderr } = spawnSync(join(folder, EXTENSION), args, {
      cwd: checkout,
      env: { PATH: path.join(delimiter), CDPATH: checkout, ...environment },
      encoding: 'utf8',
    });
    return { status, out: stdout, err: stderr };
  }
  const program = (): string =>
    join(folder, `gh-countersign/installed/${VERSION}/node_modules/countersign/dist/cli.js`);

  test('is named as gh requires: the executable of the repository gh-countersign', () => {
    expect(textOf('packaging/gh-countersign/gh-countersign')).toMatch(/^#!\/usr\/bin\/env bash\n/);
  });

  test('starts this release from its own folder with the same arguments, and ends as it does', () => {
    expect(extension(['policy', 'check', 'a b.yml'])).toEqual({
      status: 7,
      out: `${[checkout, 'token none', program(), 'policy', 'check', 'a b.yml'].join('\n')}\n`,
      err: '',
    });
  });

  test('a checkout chooses neither the code nor its registry, and the installation gets no token', () => {
    rmSync(join(folder, 'gh-countersign/installed'), { recursive: true, force: true });
    rmSync(join(folder, 'npm.txt'), { force: true });
    const all = [extension(['doctor'], { GITHUB_TOKEN: 'own' }), extension(['doctor'])];
    expect(all.map(({ out }) => out.split('\n').slice(0, 3))).toEqual([
      [checkout, 'token own', program()],
      [checkout, 'token gho_from_gh', program()],
    ]);
    const [place, token, ...args] = readFileSync(join(folder, 'npm.txt'), 'utf8').split('\n');
    expect(place?.startsWith(checkout)).toBe(false);
    expect(token).toBe('token none');
    expect(args).toEqual(
      expect.arrayContaining([
        'install',
        '--registry=https://registry.npmjs.org/',
        '--ignore-scripts',
        `countersign@${VERSION}`,
      ]),
    );
    // Once for both.
    expect(args.filter((arg) => arg === 'install')).toHaveLength(1);
    expect(readdirSync(join(folder, 'gh-countersign/installed'))).toEqual([VERSION]);
  });

  test.each(['audit', 'doctor'])(
    '%s gets the token of gh, but not in place of its own',
    (command) => {
      expect(extension([command]).out).toContain('token gho_from_gh\n');
      expect(extension([command], { GITHUB_TOKEN: 'own' }).out).toContain('token own\n');
    },
  );

  test.each(['run', 'tools', 'demo', ''])('%s, which may run an agent, gets none', (command) => {
    expect(extension([command]).out).toContain('token none\n');
  });

  test('says what is missing without Node', () => {
    const bash = execFileSync('bash', ['-c', 'command -v bash'], { encoding: 'utf8' }).trim();
    const { status, stderr } = spawnSync(bash, [join(folder, EXTENSION), 'doctor'], {
      cwd: checkout,
      env: { PATH: `node_modules/.bin${delimiter}${join(folder, 'nothing')}` },
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stderr).toContain('needs Node.js 24');
  });
});

describe('the container image', () => {
  const instructions = textOf('packaging/Containerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({
      name: line.split(' ', 1)[0] ?? '',
      rest: line.slice(line.indexOf(' ') + 1),
    }));
  const last = (name: string): string =>
    instructions.findLast((instruction) => instruction.name === name)?.rest ?? '';

  test('copies files that exist, and that its ignore file lets through', () => {
    const copied = instructions
      .filter(({ name }) => name === 'COPY')
      .flatMap(({ rest }) => rest.split(' ').slice(0, -1));
    expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const passed = textOf('packaging/Containerfile.dockerignore').split('\n');
    expect(passed.filter((line) => line.startsWith('!')).toSorted()).toEqual(
      copied.map((path) => `!${path}`).toSorted(),
    );
    expect(passed).toContain('*');
  });

  test('has what commands need: a sandbox, git and a search', () => {
    const words = instructions
      .filter(({ name }) => name === 'RUN')
      .flatMap(({ rest }) => rest.split(/\s+/));
    expect(words).toEqual(
      expect.arrayContaining(['bubblewrap', 'git', 'ripgrep', 'ca-certificates']),
    );
  });

  test('starts the bundle as a user that is not root, on the Node that it needs', () => {
    expect(last('USER')).toBe('node');
    expect(instructions.findLastIndex(({ name }) => name === 'RUN')).toBeLessThan(
      instructions.findIndex(({ name }) => name === 'USER'),
    );
    expect(last('ENTRYPOINT')).toBe('["countersign"]');
    const links = instructions.find(({ rest }) => rest.startsWith('ln -s'))?.rest ?? '';
    expect(links).toContain('/opt/countersign/dist/cli.js /usr/local/bin/countersign');
    expect(textOf('dist/cli.js')).toMatch(/^#!\/usr\/bin\/env node\n/);
    const { engines } = JSON.parse(textOf('package.json')) as { engines: { node: string } };
    expect(last('ARG')).toContain(`node:${/\d+/.exec(engines.node)?.[0]}`);
  });
});

describe('the entry for SchemaStore', () => {
  const entry = JSON.parse(textOf('schema/schemastore.json')) as {
    readonly name: string;
    readonly description: string;
    readonly fileMatch: readonly string[];
    readonly url: string;
  };

  test('matches the policy of each recipe, and no workflow', () => {
    const matches = picomatch([...entry.fileMatch], { dot: true });
    for (const name of RECIPES) expect(matches(recipeOf(name).policyPath)).toBe(true);
    for (const path of ['.github/workflows/countersign.yml', 'countersign.yml'])
      expect(matches(path)).toBe(false);
  });

  test('names the schema of this repository', () => {
    const path = entry.url.replace(
      /^https:\/\/raw\.githubusercontent\.com\/[\w-]+\/[\w-]+\/main\//,
      '',
    );
    expect(JSON.parse(textOf(path))).toEqual(JSON.parse(JSON.stringify(policyJsonSchema())));
    expect(Object.keys(entry)).toEqual(['name', 'description', 'fileMatch', 'url']);
  });
});
