import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CountersignError } from '../base/index.ts';
import { errnoOf } from './errno.ts';
import { findGit, type GitPlaces } from './git-places.ts';
import { checkedSha, inCheckout, mustInCheckout, records, requireGit, SHA } from './in-checkout.ts';
import { git, gitFailed, type GitOptions, tryGit } from './trusted-git.ts';

/**
 * What the parent itself does with the checkout's git. Nothing of the checkout decides what runs: the git folder is
 * named, programs in its configuration are emptied, hooks and monitors are off, submodules are not entered, and
 * fetching happens in a fresh repository that only shares the objects. This file does I/O.
 */
const FETCH_TIMEOUT_MS = 10 * 60_000;

/** The commit that the checkout is on. Throws `worktree-refused` where it is no checkout or has no commit yet. */
export async function headCommit(root: string): Promise<string> {
  const result = await inCheckout(root, [
    'rev-parse',
    '--verify',
    '--end-of-options',
    'HEAD^{commit}',
  ]);
  const sha = result.stdout.toString('utf8').trim();
  if (result.exitCode === 0 && SHA.test(sha)) return sha;
  throw new CountersignError('worktree-refused', `${root} is a git checkout without a commit.`, {
    fix: 'Commit something first.',
  });
}

export interface ChangedOptions {
  /** Count what was committed since this commit, too. Absent: what differs from HEAD. */
  readonly since?: string;
}

/**
 * Files of the work tree that differ from HEAD (or `since`): changed, added, deleted, untracked and not ignored; sorted.
 * A folder that is no git checkout has no such files. Submodules are not looked into.
 */
export async function changedFiles(root: string, options: ChangedOptions = {}): Promise<string[]> {
  if (findGit(root) === null) return [];
  const status = [
    'status',
    '--porcelain=v1',
    '-z',
    '--untracked-files=all',
    '--ignore-submodules=all',
    '--no-renames',
  ];
  const paths = new Set(
    records(await mustInCheckout(root, status)).map((record) => record.slice(3)),
  );
  if (options.since !== undefined) {
    const range = [checkedSha(options.since), 'HEAD'];
    const diff = [
      'diff',
      '--name-only',
      '-z',
      '--no-renames',
      '--no-ext-diff',
      '--no-textconv',
      '--ignore-submodules=all',
    ];
    for (const path of records(await mustInCheckout(root, [...diff, ...range, '--'])))
      paths.add(path);
  }
  return [...paths].sort();
}

export interface CheckoutOptions {
  readonly sha: string;
  /** `https://github.com`: the only server that the token is ever sent to. */
  readonly serverUrl: string;
  /** Where to fetch from. Absent: the checkout's own `origin`. */
  readonly remoteUrl?: string;
  readonly token?: string | null;
  readonly signal?: AbortSignal;
}

/**
 * Puts the work tree on exactly this commit, fetching it where it is missing. A tree that is on it already is left as it
 * is. Throws `worktree-refused` where tracked files have changes or the commit cannot be had.
 */
export async function checkoutCommit(
  root: string,
  options: CheckoutOptions,
): Promise<{ readonly moved: boolean }> {
  const sha = checkedSha(options.sha);
  const places = requireGit(root);
  // Nothing that a configuration names is run to say what HEAD is; the commit itself is not looked at.
  const head = await inCheckout({ root, neutral: [] }, ['rev-parse', '--verify', '-q', 'HEAD']);
  if (head.stdout.toString('utf8').trim() === sha) return { moved: false };
  await refuseLocalChanges(root, sha);
  const present = await inCheckout(root, ['cat-file', '-e', `${sha}^{commit}`]);
  if (present.exitCode !== 0) await fetchCommit(root, places, { ...options, sha });
  const done = await inCheckout(root, [
    'checkout',
    '--quiet',
    '--detach',
    '--no-recurse-submodules',
    sha,
    '--',
  ]);
  if (done.exitCode === 0) return { moved: true };
  throw gitFailed(['checkout'], done);
}

async function refuseLocalChanges(root: string, sha: string): Promise<void> {
  const status = [
    'status',
    '--porcelain=v1',
    '-z',
    '--untracked-files=no',
    '--ignore-submodules=all',
    '--no-renames',
  ];
  const changed = records(await mustInCheckout(root, status)).map((record) => record.slice(3));
  if (changed.length === 0) return;
  const some = changed.slice(0, 5).join(', ');
  throw new CountersignError(
    'worktree-refused',
    `The checkout has changes of its own (${some}), so it is not moved to ${sha}.`,
    {
      fix: 'Run actions/checkout before Countersign and change nothing in between, or commit the changes.',
    },
  );
}

async function fetchCommit(
  root: string,
  places: GitPlaces,
  options: CheckoutOptions & { sha: string },
): Promise<void> {
  const url = options.remoteUrl ?? (await originUrl(root, options.serverUrl));
  const folder = await mkdtemp(join(tmpdir(), 'countersign-fetch-'));
  try {
    const bare = join(folder, 'fetch.git');
    await git({ cwd: folder, args: ['init', '--quiet', '--bare', bare] });
    const shallow = await copyIfThere(join(places.common, 'shallow'), join(bare, 'shallow'));
    const shared: GitOptions = {
      cwd: folder,
      args: [],
      env: { GIT_DIR: bare, GIT_OBJECT_DIRECTORY: join(places.common, 'objects') },
    };
    const head = await inCheckout(root, ['rev-parse', '--verify', '-q', 'HEAD^{commit}']);
    const have = head.stdout.toString('utf8').trim();
    if (SHA.test(have)) await tryGit({ ...shared, args: ['update-ref', 'refs/heads/have', have] });
    const depth = shallow ? ['--depth=1'] : [];
    const fetched = await tryGit({
      ...shared,
      args: [
        'fetch',
        '--quiet',
        '--no-tags',
        '--no-write-fetch-head',
        ...depth,
        '--end-of-options',
        url,
        options.sha,
      ],
      secretConfig: tokenConfig(options),
      timeoutMs: FETCH_TIMEOUT_MS,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    if (fetched.exitCode !== 0)
      throw missingCommit(options.sha, url, fetched.stderr.toString('utf8'));
    await copyIfThere(join(bare, 'shallow'), join(places.common, 'shallow'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function missingCommit(sha: string, url: string, said: string): CountersignError {
  const words = said.trim().slice(0, 1_000);
  return new CountersignError(
    'worktree-refused',
    `The commit ${sha} could not be fetched from ${withoutUser(url)}: ${words}`,
    {
      fix: 'Give the job "permissions: contents: read", or check the commit out with actions/checkout (ref: the commit).',
    },
  );
}

/** The token as configuration of the one process that fetches, and only for the server that it is for. */
function tokenConfig({ token, serverUrl }: CheckoutOptions): { key: string; value: string }[] {
  if (token === undefined || token === null || token === '') return [];
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  return [
    {
      key: `http.${serverUrl.replace(/\/+$/u, '')}/.extraheader`,
      value: `AUTHORIZATION: basic ${basic}`,
    },
  ];
}

/**
 * Where the checkout came from. An address on `serverUrl` is spelled anew, so that the token fits it; one elsewhere (a
 * mirror, a folder) is taken as it stands, and the token, which is bound to `serverUrl`, never goes there. `helper::address`
 * is refused: it names a program to run.
 */
async function originUrl(root: string, serverUrl: string): Promise<string> {
  const result = await inCheckout(root, [
    'config',
    '--local',
    '--no-includes',
    '--get',
    'remote.origin.url',
  ]);
  const url = result.stdout.toString('utf8').trim();
  const server = new URL(serverUrl);
  const scp = /^(?:ssh:\/\/)?(?:[\w.-]+@)?([\w.-]+)(?::\d+)?[:/]([\w./-]+)$/u.exec(url);
  const web = URL.canParse(url) ? new URL(url) : null;
  const path =
    web !== null && web.host === server.host
      ? web.pathname
      : scp?.[1] === server.hostname
        ? `/${scp[2]}`
        : null;
  if (path !== null) return `${server.origin}${path}`;
  if (url !== '' && !/^[^/]*::/u.test(url))
    return web === null && !/^[^/]+:/u.test(url) ? resolve(root, url) : url;
  throw new CountersignError(
    'worktree-refused',
    `The checkout's origin ${JSON.stringify(withoutUser(url))} cannot be fetched from.`,
    {
      fix: 'Check the repository out with actions/checkout.',
    },
  );
}

export interface PersistedCredential {
  /** The key of the git configuration, such as `http.https://github.com/.extraheader`. Never its value. */
  readonly key: string;
  readonly value: string;
}

/**
 * Credentials that a checkout left in its git configuration, included files too. The values are for the redactor alone;
 * the keys are what the warning names. Set `persist-credentials: false` on actions/checkout to have none.
 */
export async function persistedCredentials(root: string): Promise<PersistedCredential[]> {
  if (findGit(root) === null) return [];
  // Nothing that a configuration names is run to list it.
  const at = { root, neutral: [] };
  const result = await inCheckout(at, ['config', '--local', '--includes', '--list', '-z']);
  if (result.exitCode !== 0) return [];
  return records(result.stdout).flatMap((record) => {
    const cut = record.indexOf('\n');
    const [key, value] = cut === -1 ? [record, ''] : [record.slice(0, cut), record.slice(cut + 1)];
    const inUrl = /^remote\..*url$/iu.test(key) ? credentialIn(value) : undefined;
    if (inUrl !== undefined) return [{ key, value: inUrl }];
    if (!/^http\..*\.?extraheader$/iu.test(key)) return [];
    return [{ key, value: value.replace(/^authorization:\s*\w+\s+/iu, '') }];
  });
}

/** The password of an address; of one over HTTP without any, a user that can only be a token. */
function credentialIn(url: string): string | undefined {
  return (
    /^\w+:\/\/[^/@]*:([^/@]+)@/u.exec(url)?.[1] ??
    /^https?:\/\/(?=[^@]*\d)([\w-]{20,}):?@/iu.exec(url)?.[1]
  );
}

function withoutUser(url: string): string {
  return url.replace(/^(\w+:\/\/)[^/@]*@/u, '$1');
}

async function copyIfThere(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw error;
  }
}
