import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A workspace that shows what a command did to it: files to be changed, programs that say that they were started, and secrets that
 * no output may hold. What lies beside it is bait, too.
 */
export interface Bait {
  /** Holds the workspace and what lies outside of it. */
  readonly base: string;
  readonly root: string;
  readonly home: string;
}

/** Each secret is one of these words with a part that says which file it was. */
export const SECRET = 'baitsecret7q';
/** The secret of a file that has a second, harmless name: only the sandbox can know. */
export const HARD_LINK = 'linked';
export const SECRET_NAMES = ['env', HARD_LINK, 'pem', 'plan', 'outside', 'home'] as const;
/** What a bait program prints and writes. */
export const STARTED = 'baitstarted7q';
/** What a policy of the fuzz denies to read, beside what usually holds secrets. */
export const DENIED_FOLDER = 'private';

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# hello\nfoo bar\na,b,c\n  two words  \n',
  'package.json': '{"name":"x","version":"1.0.0","scripts":{"test":"./evil.sh"}}\n',
  'src/index.ts': 'import { a } from "./util.ts";\nexport const b = a;\n',
  'src/util.ts': 'export const a = 1;\n',
  'src/deep/data.csv': 'id,name\n1,one\n2,two\n',
  'docs/guide.txt': 'first line\nsecond line\nlast line\n',
  'evil.awk': 'BEGIN { print "x" > "pwn"; system("./evil.sh") }\n',
  'evil.sed': 'w pwn\n1e ./evil.sh\n',
  'evil.jq': 'def f: env;\n',
  evilrc: '--pre=./evil.sh\n',
  '.screenrc': 'exec ./evil.sh\n',
  list: '.env\nprivate/plan.txt\n',
  list0: '.env\0private/plan.txt\0',
  'evilhome/.gitconfig':
    '[core]\n\tpager = ./evil.sh\n\tfsmonitor = ./evil.sh\n[alias]\n\tst = !./evil.sh\n[pager]\n\tlog = ./evil.sh\n',
  'evilhome/.ripgreprc': '--pre=./evil.sh\n',
  'evilhome/.jq': 'def map(f): "x";\n',
  '-n': 'a file that looks like an option\n',
  '--output=pwn': 'another\n',
  'two words.txt': 'spaces\n',
};

const EVIL_PROGRAMS = ['evil.sh', 'bin/ls', 'bin/cat', 'bin/git', 'bin/sed', 'bin/grep', 'less'];

/** Lays it below `base`, an empty folder of this process's own. */
export function layBait(base: string): Bait {
  const [root, home] = [join(base, 'repo'), join(base, 'home')];
  for (const folder of ['src/deep', 'docs', 'bin', 'evilhome', DENIED_FOLDER, 'nested'])
    mkdirSync(join(root, folder), { recursive: true });
  mkdirSync(home);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(root, name), text);
  writeFileSync(join(root, 'two\nlines'), 'a newline in a name\n');
  for (const name of EVIL_PROGRAMS) layProgram(join(root, name), base);
  makeHistory(root);
  const secrets = [
    [join(root, '.env'), 'env'],
    [join(root, '.env.local'), HARD_LINK],
    [join(root, 'src/deep/server.pem'), 'pem'],
    [join(root, DENIED_FOLDER, 'plan.txt'), 'plan'],
    [join(base, 'outside.txt'), 'outside'],
    [join(home, '.netrc'), 'home'],
  ] as const;
  for (const [path, name] of secrets) writeFileSync(path, `KEY=${SECRET}${name}\nline\nend\n`);
  linkSync(join(root, '.env.local'), join(root, 'docs/harmless.txt'));
  symlinkSync('.env', join(root, 'link_env'));
  symlinkSync(join(base, 'outside.txt'), join(root, 'link_out'));
  symlinkSync(base, join(root, 'link_up'));
  return { base, root, home };
}

function layProgram(path: string, base: string): void {
  // Its text, which a command may print, is not what it says.
  const word = `${STARTED.slice(0, 4)}""${STARTED.slice(4)}`;
  const source = `#!/bin/sh\necho ${word}\necho ${word} >> '${base}/started'\n`;
  writeFileSync(path, source);
  chmodSync(path, 0o755);
}

/** Two commits, a branch, a tag, a stash and a repository below. A file of the history may not be read. */
function makeHistory(root: string): void {
  const git = (cwd: string, ...args: string[]): void => {
    const who = [
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@example.org',
      '-c',
      'maintenance.auto=false',
    ];
    execFileSync('git', [...who, '-c', 'init.defaultBranch=main', ...args], {
      cwd,
      stdio: 'ignore',
      env: { PATH: process.env['PATH'] ?? '', HOME: root, GIT_CONFIG_NOSYSTEM: '1' },
    });
  };
  git(root, 'init', '-q');
  writeFileSync(join(root, '.gitignore'), '.env*\nbuild/\n');
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'one');
  git(root, 'tag', 'v1');
  git(root, 'branch', 'topic');
  writeFileSync(join(root, 'src/util.ts'), 'export const a = 2;\n');
  git(root, 'commit', '-qam', 'two');
  writeFileSync(join(root, 'docs/guide.txt'), 'first line\nchanged\n');
  git(root, 'stash');
  writeFileSync(join(root, 'README.md'), '# hello\nchanged but not committed\n');
  const nested = join(root, 'nested');
  git(nested, 'init', '-q');
  writeFileSync(
    join(nested, '.git/config'),
    '[core]\n\trepositoryformatversion = 0\n\tfsmonitor = ../evil.sh\n\tpager = ../evil.sh\n[diff]\n\texternal = ../evil.sh\n',
  );
}
