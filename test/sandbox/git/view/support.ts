import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { findBubblewrapForGit } from '../../../../src/sandbox/git/isolated-git.ts';
import { findGit } from '../../../../src/sandbox/git/read/git-paths.ts';
import {
  type GitView,
  type GitViewOptions,
  createGitView,
} from '../../../../src/sandbox/git/view/git-view.ts';
import { tempFolder } from '../../support.ts';

export const bubblewrap = await findBubblewrapForGit();

const MAX_ANSWERS_BYTES = 10_000_000;

const ENVIRONMENT = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
};

interface Answer {
  readonly code: number | null;
  readonly out: string;
}

export interface Viewed {
  readonly view: GitView;
  /** Git as a command of the sandbox starts it: in a work tree without the masked files. */
  git(...args: string[]): Answer;
  /** The same for many commands, one after another, from one process. */
  gitOfEach(commands: readonly (readonly string[])[]): readonly Answer[];
}

/** Makes the view of the checkout at `root`, and for the first command a work tree beside it that looks as the sandbox shows it. */
export async function viewOf(
  root: string,
  isMasked: (path: string) => boolean,
  more: Partial<GitViewOptions> = {},
): Promise<Viewed> {
  const places = findGit(root);
  if (places === null) throw new Error(`${root} has no git folder`);
  const folder = tempFolder();
  const view = await createGitView({
    bubblewrap,
    isMasked,
    folder,
    git: places,
    shownConfig: join(places.common, 'config'),
    timeoutMs: 20_000,
    ...more,
  });
  const gitDir = view.kind === 'filtered' ? view.folder : places.own;
  let shown: string | null = null;
  const gitOfEach = (commands: readonly (readonly string[])[]): readonly Answer[] => {
    const work = (shown ??= shownAt(root, isMasked));
    const env = { ...ENVIRONMENT, GIT_DIR: gitDir, GIT_WORK_TREE: work, GIT_OPTIONAL_LOCKS: '0' };
    const mark = randomUUID();
    const lines = commands.map(
      (args) => `git ${args.map(quoted).join(' ')} 2>&1; echo "${mark} $?"`,
    );
    const options = { cwd: work, env, encoding: 'latin1', maxBuffer: MAX_ANSWERS_BYTES } as const;
    const output = execFileSync('bash', ['--norc', '-c', lines.join('\n')], options);
    const answers = [...output.matchAll(new RegExp(`([^]*?)${mark} (\\d+)\n`, 'gu'))];
    if (answers.length !== commands.length) throw new Error(output);
    return answers.map(([, out = '', code]) => ({ code: Number(code), out }));
  };
  return {
    view,
    gitOfEach,
    git: (...args) => gitOfEach([args])[0] ?? { code: null, out: '' },
  };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** A copy of the work tree without the masked files. */
function shownAt(root: string, isMasked: (path: string) => boolean): string {
  const work = join(tempFolder(), 'work');
  copyShown({ root, work, isMasked });
  return work;
}

/** Names are bytes as Latin-1, as a work tree may hold names that are no text. */
function copyShown(copy: {
  readonly root: string;
  readonly work: string;
  readonly isMasked: (path: string) => boolean;
}): void {
  execFileSync('cp', ['-a', copy.root, copy.work]);
  rmSync(join(copy.work, '.git'), { recursive: true });
  const left = [''];
  for (let below = left.pop(); below !== undefined; below = left.pop()) {
    const folder = bytesUnder(copy.work, below);
    for (const entry of readdirSync(folder, { withFileTypes: true, encoding: 'latin1' })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      const text = Buffer.from(path, 'latin1').toString('utf8');
      if (copy.isMasked(text) || copy.isMasked(path)) {
        rmSync(bytesUnder(copy.work, path), { recursive: true });
      } else if (entry.isDirectory()) left.push(path);
    }
  }
}

function bytesUnder(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);
}

export function folderOf({ view }: Viewed): string {
  if (view.kind !== 'filtered') throw new Error(JSON.stringify(view));
  return view.folder;
}

/** Every byte that can be read from a view: of all its files, and of all its objects unpacked. */
export function allBytes(viewed: Viewed): Buffer {
  const folder = folderOf(viewed);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const raw = files.map((file) => readFileSync(join(file.parentPath, file.name)));
  const inflated = raw.flatMap((bytes) => {
    try {
      return [inflateSync(bytes)];
    } catch {
      return [];
    }
  });
  const objects = execFileSync(
    'git',
    ['cat-file', '--batch-all-objects', '--batch', '--unordered'],
    { env: { ...ENVIRONMENT, GIT_DIR: folder }, maxBuffer: 1e9 },
  );
  return Buffer.concat([...raw, ...inflated, objects]);
}
