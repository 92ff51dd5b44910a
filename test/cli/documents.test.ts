/** Every command that a document shows, run as it stands there, or listed with the reason why it cannot be. */
import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { presetText } from '../../src/policy/index.ts';
import { KEEP_COMPILED } from '../compiled.ts';
import { ROOT } from '../architecture/source.ts';
import { cli } from './command.ts';
import { tempFolder, trailOf } from './trails.ts';
import { nightly, someOf } from '../properties.ts';
import { TASKS } from '../../eval/tasks/index.ts';
import { runEval } from '../eval/support.ts';

const PAGES = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'bench/README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const FENCE = /^ *```(\w*)[^\n]*\n([\s\S]*?)^ *```/gm;
const SHELLS = ['', 'sh', 'bash', 'console'];
/** A command in the text without our name; those in angle brackets are the generated table of all commands. */
const AUDIT_COMMAND = /^audit (?:verify|show|report|export|diff|prove|check-proof) [^<]*$/;

/** What cannot be run here, and why. Each has to stand in a document. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'node scripts/release.ts check v0.1.0':
    'fails until a release is dated; test/release.test.ts tests what it answers',
  'git tag --sign v0.1.0 --message v0.1.0': 'signs with the key of a person',
  'git push origin v0.1.0': 'makes a release',
  'gh attestation verify countersign-0.1.0.tgz --repo countersign/countersign':
    "needs GitHub's own command line, and a release",
  'npm ci && npm run demo': 'installs packages; test/testing and the test command start the demo',
  'npm ci && npm test': 'it is this run',
  'npm ci': 'the test command begins with it',
  'git clone https://github.com/countersign/countersign && cd countersign': 'needs a network',
  'countersign demo --provider PROVIDER': 'test/e2e/demo-providers.test.ts runs it with each',
  'npx vitest run test/policy/rules': 'runs tests, as this run does',
  'npm run lint': 'the test command does it',
  'npm run format': 'the test command does it',
  'npm run build': 'the test command does it, and compares the result',
  'npm audit signatures': 'needs a network',
  'node scripts/release.ts notes v0.1.0':
    'fails until a release is dated; test/release.test.ts tests what it answers',
  'npm run test:nightly': 'takes hours; a workflow runs it every night',
  'npm run test:mutation': 'takes hours; a workflow runs it every night',
  'npm run generate':
    'writes to this checkout; test/architecture/generated.test.ts compares its result',
  'git clone https://github.com/countersign/countersign': 'needs a network',
  'git clone https://github.com/countersign/countersign ../countersign': 'needs a network',
  'npm install ../countersign': 'test/package.test.ts installs the package, and starts it',
  'alias countersign="node $PWD/countersign/dist/cli.js"':
    'sets the word that the other commands begin with',
  'GITHUB_TOKEN=$(gh auth token) countersign audit verify https://github.com/OWNER/REPO/actions/runs/NUMBER':
    'needs GitHub; test/cli/audit-url.test.ts runs it against a local one',
  'GITHUB_TOKEN=$(gh auth token) countersign audit collect --org my-org --since 2026-01-01':
    'needs GitHub; test/cli/commands/audit/archive.test.ts runs it against a local one',
  'gh run download RUN --name ARTIFACT --dir trail && git apply trail/changes.patch':
    "needs GitHub's own command line; test/e2e/changes-patch.test.ts applies the patch",
  'gh attestation verify audit.jsonl --repo OWNER/REPO': "needs GitHub's own command line",
  'cd tables && duckdb -init duckdb.sql -c "FROM question_approvals"':
    "needs DuckDB's own command line; test/archive/tables/write-tables.test.ts runs the file",
  'gh attestation verify changes.patch --repo OWNER/REPO --predicate-type https://github.com/countersign/countersign/agent-run/v1':
    "needs GitHub's own command line",
  'sudo apt-get install bubblewrap': 'changes the machine',
  'sudo -u RUNNER_USER bwrap --unshare-user --ro-bind / / bwrap --unshare-user --ro-bind / / true':
    'needs the user of a runner',
  'sudo install -m 0755 /usr/bin/bwrap /usr/local/bin/bwrap': 'changes the machine',
  "printf 'abi <abi/4.0>,\\nprofile countersign-bwrap /usr/local/bin/bwrap flags=(unconfined) {\\n":
    'changes the machine',
  'sudo tee /etc/apparmor.d/countersign-bwrap': 'changes the machine',
  'sudo apparmor_parser -r /etc/apparmor.d/countersign-bwrap': 'changes the machine',
  'source <(countersign completion bash)':
    'test/cli/commands/completion.test.ts completes with it, in bash',
  'gh extension install countersign/gh-countersign': "needs GitHub's own command line",
  'gh countersign doctor': "needs GitHub's own command line; test/packaging.test.ts starts it",
  'docker build --file packaging/Containerfile --build-arg NODE_IMAGE=docker.io/library/node:24-bookworm-slim@sha256:DIGEST --tag countersign .':
    'needs a registry; test/packaging.test.ts reads the file',
  'docker run --rm --user "$(id -u):$(id -g)" --volume "$PWD:/work" countersign policy check':
    'needs an image',
  'npm ci --prefix website': 'installs packages',
  'npm run dev --prefix website': 'needs them; docs.yml builds the site',
  'node scripts/fuzz-commands.ts': 'takes minutes; test/fuzz runs a part of it',
};
/** Commands of npm itself. */
const OF_NPM = ['ci', 'audit', 'deprecate', 'install'];
/** Names of commands without the arguments that they need: their help has to know the options. */
const NAMES = [
  'countersign run',
  'countersign run --output-schema',
  'countersign audit verify',
  'countersign audit collect',
  'countersign policy explain',
  'countersign audit site',
  'countersign audit verify --head',
  'countersign audit show',
];
/** Commands that end with another code here: `doctor` depends on the machine. */
const CODES: Readonly<Record<string, readonly number[]>> = {
  'countersign doctor': [0, 1],
  'countersign policy diff OLD NEW --trail DIR': [0, 1],
  'countersign policy diff OLD NEW --baseline base.yml': [0, 1],
};

function pageText(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

/** The commands of a page: the lines of its shell blocks, and code in its text that starts with one of our programs. */
function commandsOf(page: string): readonly string[] {
  const text = pageText(page);
  const blocks = [...text.matchAll(FENCE)]
    .filter((match) => SHELLS.includes(match[1] ?? ''))
    .flatMap((match) => (match[2] ?? '').split('\n'))
    .map((line) =>
      line
        .trim()
        .replace(/^\$ /, '')
        .replace(/ {2,}.*$/, ''),
    )
    .filter((line) => /^(?:[A-Z_]+=\S+ (?:\S+ )*?)?[a-z][\w-]*(?: |$)/.test(line));
  const inline = [...text.replaceAll(FENCE, '').matchAll(/`([^`\n]+(?:\n[^`\n]+)?)`/g)]
    .map((match) => (match[1] ?? '').replace('\n', ' '))
    // A star stands in rules, which name commands.
    .filter((code) => !code.includes('*'))
    .filter(
      (code) => /^(?:countersign |npm run |node scripts\/)/.test(code) || AUDIT_COMMAND.test(code),
    )
    .map((code) => (AUDIT_COMMAND.test(code) ? `countersign ${code}` : code));
  return [...blocks, ...inline];
}

const all = PAGES.flatMap((page) => commandsOf(page).map((command) => ({ page, command })));
const commands = [...new Map(all.map((one) => [one.command, one])).values()];
const ours = commands.filter(
  ({ command }) => command.startsWith('countersign ') && !(command in NOT_RUN),
);
const bench = commands.filter(({ command }) => command.startsWith('npm run bench'));
// test/eval runs the eval.
const evals = commands.filter(({ command }) => command.startsWith('npm run eval'));

test('the documents have commands, and each is run or listed with a reason', () => {
  expect(ours.length).toBeGreaterThan(20);
  const known = new Set([...ours, ...bench, ...evals].map(({ command }) => command));
  const neither = commands.filter(
    ({ command }) => !known.has(command) && !(command in NOT_RUN) && !isBenchAfterBuild(command),
  );
  expect(neither).toEqual([]);
});

test('each command that is listed as not run stands in a document', () => {
  const shown = new Set(commands.map(({ command }) => command));
  expect(Object.keys(NOT_RUN).filter((command) => !shown.has(command))).toEqual([]);
});

function isBenchAfterBuild(command: string): boolean {
  return command === 'npm run build && npm run bench';
}

test.each(['.', 'website'])('each script of npm that a document names exists in %s', (folder) => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const named = commands
    .filter(({ command }) => command.startsWith('npm '))
    .filter(({ command }) => (/--prefix (\S+)/.exec(command)?.[1] ?? '.') === folder)
    .flatMap(({ command }) =>
      [...command.matchAll(/npm (?:run )?([\w:]+)/g)].map((match) => match[1] ?? ''),
    );
  expect(named).not.toEqual([]);
  for (const name of named.filter((one) => !OF_NPM.includes(one))) {
    expect(Object.keys(scripts)).toContain(name);
    const program = /^node (\S+)/.exec(scripts[name] ?? '')?.[1];
    if (program !== undefined) expect(existsSync(join(ROOT, program)), program).toBe(true);
  }
});

test.concurrent.each(someOf(bench, 1))('$command ($page) is accepted', async ({ command }) => {
  const [, words = ''] = /^npm run bench(?: -- (.*))?$/.exec(command) ?? [];
  const args = [join(ROOT, 'bench/run.ts'), ...words.split(' ').filter((word) => word !== '')];
  const env = { ...process.env, ...KEEP_COMPILED };
  const { stdout } = await promisify(execFile)(process.execPath, [...args, '--help'], { env });
  expect(stdout).toContain('npm run bench');
});

const wordsOfEval = (command: string): readonly string[] =>
  wordsOf(command)
    .slice(3)
    .filter((word) => word !== '--');

test.each(evals)('$command ($page) is accepted', async ({ command }) => {
  const { code, out, err } = await runEval([...wordsOfEval(command), '--help'], TASKS);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('npm run eval');
});

nightly.concurrent.each(evals)('$command ($page) starts', async ({ command }) => {
  const env = { ...process.env, ...KEEP_COMPILED };
  const script = [join(ROOT, 'eval/run.ts'), ...wordsOfEval(command), '--help'];
  const { stdout } = await promisify(execFile)(process.execPath, script, { env });
  expect(stdout).toContain('npm run eval');
});

/** An empty repository, which is copied: that is cheaper than a process for each command. */
let repository: string;
beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'countersign-documents-'));
  execFileSync('git', ['init', '-q', '--template='], { cwd: repository });
});
afterAll(() => rmSync(repository, { recursive: true, force: true }));

/** A project as the documents take it for granted, and what the placeholders of the commands stand for in it. */
async function project(command: string) {
  const root = await tempFolder();
  const put = (path: string, text: string): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  put('README.md', 'Hello.\n');
  put('package.json', '{ "scripts": { "test": "node --test" } }\n');
  put('.github/countersign.yml', presetText('fix'));
  put('new.yml', presetText('review'));
  put('base.yml', 'version: 1\nmode: defer\ndeny: ["bash_run(@force-push)"]\n');
  put('settings.json', '{ "permissions": { "allow": ["Bash(npm test:*)"] } }\n');
  put('turns.json', /```json\n([\s\S]*?)```/.exec(pageText('docs/scripted-model.md'))?.[1] ?? '');
  cpSync(repository, root, { recursive: true });
  const trail = await trailOf();
  for (const folder of ['trail', 'downloaded-trails/one'])
    cpSync(trail.folder, join(root, folder), { recursive: true });
  if (/audit (?:query|parquet|site)/.test(command))
    expect(await cli(['audit', 'collect', 'trail'], { cwd: root })).toMatchObject({ code: 0 });
  const merkleRoot = command.includes('ROOT') ? await proofIn(root) : '';
  const placeholders: Readonly<Record<string, string>> = {
    'TRAIL…': 'trail',
    TRAIL: 'trail',
    DIR: 'trail',
    FOLDER: 'trail',
    A: 'trail',
    B: 'trail',
    HASH: trail.head,
    ROOT: merkleRoot,
    SEQ: '1',
    OLD: '.github/countersign.yml',
    NEW: 'new.yml',
    AGENT: 'claude-code',
    NAME: 'fs_read',
    JSON: '{"path":"README.md"}',
    '…': 'ls',
  };
  return { root, placeholders };
}

/** Writes the proof of an entry, and returns the root that it leads to. */
async function proofIn(root: string): Promise<string> {
  const proof = await cli(['audit', 'prove', '1', 'trail', '--out', 'proof.json'], { cwd: root });
  expect(proof).toMatchObject({ code: 0 });
  const { out } = await cli(['audit', 'verify', 'trail', '--root', '--json'], { cwd: root });
  return (JSON.parse(out) as { readonly root: string }).root;
}

/** The words of a command, as a shell splits them; quotes group. */
function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
}

describe('each command of Countersign in a document', () => {
  test.each(ours)('$command ($page)', async ({ command }) => {
    const { root, placeholders } = await project(command);
    const isName = NAMES.includes(command);
    const file = command.includes('check-proof') ? 'proof.json' : 'settings.json';
    const args = wordsOf(command)
      .slice(1)
      .filter((word) => !isName || !word.startsWith('--'))
      .map((word) => (word === 'FILE' ? file : (placeholders[word] ?? word)));
    if (isName) args.push('--help');
    // Without a terminal init asks nothing; test/cli/commands/init/init.test.ts answers its questions.
    if (args[0] === 'init' && args.length === 1) args.push('--recipe', 'comments');
    if (args[0] === 'init') args.push('--yes', '--overwrite');
    const { code, out, err } = await cli(args, { cwd: root });
    expect(CODES[command] ?? [0], `${out}\n${err}`).toContain(code);
  });
});
