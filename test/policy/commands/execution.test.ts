import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  analyseCommand,
  GIT_ENVIRONMENT,
  planCommand,
} from '../../../src/policy/commands/index.ts';
import type { PathResolver } from '../../../src/policy/model/facts.ts';
import { casesToTry, constantFrom, integer, sample } from '../../properties.ts';
import { isAuto } from './helpers.ts';

// Commands are mutated; whatever is evaluated as harmless is really run.
const runs = casesToTry(1_000);
const SEED = 11;
const MOST_EXECUTED = runs / 16;
/** So many commands run between two looks at the files. */
const BATCH = 8;
const MARKER = 'MARKER-4f1c';
const bash = spawnSync('bash', ['--version']).status === 0;

const base = mkdtempSync(join(realpathSync(tmpdir()), 'countersign-commands-'));
const root = join(base, 'repo');
const home = join(base, 'home');

const pathResolver: PathResolver = {
  root,
  caseInsensitive: false,
  realpath: (path) => {
    const missing: string[] = [];
    for (let file = path; ; file = dirname(file)) {
      try {
        return join(realpathSync(file), ...missing);
      } catch {
        missing.unshift(file.slice(file.lastIndexOf('/') + 1));
      }
    }
  },
  list: (folder) => {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  },
  gitConfigRuns: () => null,
};

function git(...args: string[]): void {
  const identity = [
    '-c',
    'user.name=a',
    '-c',
    'user.email=a@example.org',
    '-c',
    'init.defaultBranch=main',
  ];
  spawnSync('git', [...identity, ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
  });
}

beforeAll(() => {
  mkdirSync(join(root, 'src'), { recursive: true });
  mkdirSync(join(root, 'evilpkg'));
  mkdirSync(home);
  const files: Record<string, string> = {
    'README.md': '# hello\nfoo bar\na,b,c\n',
    'package.json': '{"name":"x","version":"1.0.0","scripts":{"test":"./evil.sh"}}\n',
    'src/index.ts': 'import { a } from "./util.ts";\nexport const b = a;\n',
    'src/util.ts': 'export const a = 1;\n',
    'evil.sh': '#!/bin/sh\necho started > pwn-$$\necho started > ../pwn\n',
    'evil.awk': 'BEGIN { print "x" > "pwn" }\n',
    'evil.sed': 'w pwn\n',
    list: '.env\n.git/config\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  chmodSync(join(root, 'evil.sh'), 0o755);
  git('init', '-q', '--template=');
  git('add', '-A');
  git('commit', '-qm', 'one');
  writeFileSync(join(root, '.env'), `SECRET=${MARKER}\n`);
  writeFileSync(join(root, '.npmrc'), `//registry.example/:_authToken=${MARKER}\n`);
  writeFileSync(join(home, '.secret'), `${MARKER}\n`);
  writeFileSync(join(base, 'outside'), `${MARKER}\n`);
  writeFileSync(
    join(root, '.git/config'),
    `${readFileSync(join(root, '.git/config'), 'utf8')}[http]\n\textraheader = ${MARKER}\n`,
  );
  symlinkSync(join(base, 'outside'), join(root, 'link_out'));
  symlinkSync('.env', join(root, 'link_env'));
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Every file's name and contents, symlinks as they are. */
function snapshot(folder: string = base): string {
  const hash = createHash('sha256');
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, entry);
    const stat = lstatSync(path);
    hash.update(`${entry}\0${stat.mode}\0`);
    if (stat.isSymbolicLink()) hash.update(readlinkSync(path));
    else if (stat.isFile()) hash.update(readFileSync(path));
  }
  return hash.digest('hex');
}

const FRAGMENTS = (
  '> pwn|>> pwn|; ./evil.sh|| ./evil.sh|&& ./evil.sh|& ./evil.sh|$(./evil.sh)|`./evil.sh`|<(./evil.sh)|-o pwn|--output=pwn|-i|-exec ./evil.sh {} ;|' +
  '-delete|-fprint pwn|.env|.git/config|link_env|link_out|../outside|~/.secret|$HOME/.secret|$SECRET|${SECRET}|"$SECRET"|.e*|*|.*|../*|--|-|-n|-e|-f|' +
  '--files0-from=list|-f list|{.env,README.md}|$x|"$x"|${x@P}|./evil.sh|sh|bash -c|eval|xargs|env|awk|sed|e|w pwn|/pwn/w pwn|s/a/b/w pwn|1e ./evil.sh|' +
  'BEGIN{system("./evil.sh")}|{print > "pwn"}|--pre ./evil.sh|--ext-diff|-O./evil.sh|--no-index|\'|"|\\|\n|#|(|)|{|}|;|x=.env;|cd ..|cd .git|cd src|' +
  'for x in .env .git/config; do|done|while read x; do|if|then|fi|!|<<E\n$(./evil.sh)\nE\n|<<<$SECRET|< .env|2>&1|--hidden|-r|-R|-L|-a|src|README.md'
).split('|');

function corpus(): string[] {
  const lines = readFileSync(new URL('corpus.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line): string => JSON.parse(line).command);
}

/** Slow, endless or asking the network, without being harmful. */
const NOT_RUN = /\b(?:sleep|gh|npm|node|man|tail -[fF]|top|find \/)\b/;

/** Mutants of one seed: words dropped, doubled, swapped with another command's, or replaced by a fragment. */
function mutants(): string[] {
  const sources = corpus();
  const random = sample(integer({ min: 0, max: 2 ** 30 }), { numRuns: runs * 8, seed: SEED });
  const fragments = sample(constantFrom(...FRAGMENTS), { numRuns: runs * 3, seed: SEED + 1 });
  let index = 0;
  const next = (below: number): number => {
    index += 1;
    return (random[index % random.length] ?? 0) % below;
  };
  return Array.from({ length: runs }, () => {
    const words = (sources[next(sources.length)] ?? '').split(' ');
    const other = (sources[next(sources.length)] ?? '').split(' ');
    for (let change = 0; change <= next(3); change += 1) {
      const place = next(words.length + 1);
      const kind = next(4);
      const fragment = fragments[next(fragments.length)] ?? '';
      if (kind === 0) words.splice(place, 0, fragment);
      else if (kind === 1) words.splice(place, 1, fragment);
      else if (kind === 2) words.splice(place, 1, other[next(other.length)] ?? '');
      else words.splice(place, 1);
    }
    return words.join(' ');
  });
}

function run(source: string): string {
  const plan = planCommand(source);
  const [file, ...args] =
    'argv' in plan ? plan.argv : ['bash', '--norc', '--noprofile', '-c', plan.shell];
  const result = spawnSync(file, args, {
    cwd: root,
    env: { PATH: '/usr/bin:/bin', HOME: home, SECRET: MARKER, LANG: 'C.UTF-8', ...GIT_ENVIRONMENT },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: 3_000,
    maxBuffer: 1e7,
  });
  return `${result.stdout}${result.stderr}`;
}

test.skipIf(!bash)(
  'what is found harmless changes no file, starts no other program and prints no secret (skipped where bash is missing)',
  () => {
    const harmless = [...new Set([...corpus(), ...mutants()])].filter(
      (source) => !NOT_RUN.test(source) && isAuto(analyseCommand(source, { pathResolver })),
    );
    expect(harmless.length).toBeGreaterThan(200);
    const before = snapshot();
    const executed = harmless.slice(-MOST_EXECUTED);
    for (let index = 0; index < executed.length; index += BATCH) {
      const batch = executed.slice(index, index + BATCH);
      for (const source of batch)
        expect(run(source).includes(MARKER), `prints a secret: ${source}`).toBe(false);
      expect(snapshot(), `one changes a file:\n${batch.join('\n')}`).toBe(before);
    }
  },
  600_000,
);
