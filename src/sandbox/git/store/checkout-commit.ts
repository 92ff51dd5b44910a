/**
 * Moves a fresh checkout to a commit before a run starts. The action fetches into its own store, so the checkout's
 * configuration is neither executed nor trusted. This file does I/O.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { trimEnd } from '../../../common/index.ts';
import { changesSince } from '../changes/changed-paths.ts';
import { decodedPath } from '../../files/byte-paths.ts';
import { workTreeRefused } from '../../files/checkout-folder.ts';
import { addPacks, putFile, putHead } from './write-git-files.ts';
import { runGit } from '../isolated-git.ts';
import { requireGit } from '../read/git-paths.ts';
import { GIT_MODES } from '../read/index-file.ts';
import { gitRoots, readHead } from '../read/refs.ts';
import { withoutUser } from '../read/config.ts';
import { localConfig } from '../read/persisted-credentials.ts';
import {
  checkedSha,
  filesOf,
  inWorkTree,
  openScratch,
  scratchGit,
  scratchGitLine,
  type ScratchRepository,
  tryScratchGit,
} from './scratch-repository.ts';
import { copyIndex, disposableStore, type TrustedStore } from './trusted-store.ts';

const FETCH_TIMEOUT_MS = 10 * 60_000;
const CHECKOUT_TIMEOUT_MS = 5 * 60_000;
const MAX_WORDS_CHARS = 1_000;
const MAX_NAMED = 5;
/** Git's other transports start a program. */
const PROTOCOLS = ['https', 'http', 'file'];

interface CheckoutOptions {
  readonly sha: string;
  /** `https://github.com`: the only server that the token is ever sent to. */
  readonly serverUrl: string;
  /** `owner/name` of the repository by the event; it is fetched from `serverUrl` where the checkout came from there. */
  readonly repository?: string;
  readonly token?: string | null;
  readonly signal?: AbortSignal;
}

/**
 * Moves the work tree to this commit and fetches it if necessary. A tree that is on it already is not changed. Throws
 * `worktree-refused` if tracked files have changes or the commit cannot be fetched.
 */
export async function checkoutCommit(
  root: string,
  options: CheckoutOptions,
): Promise<{ readonly moved: boolean }> {
  const sha = checkedSha(options.sha);
  if (readHead(gitRoots(requireGit(root))).commit === sha) return { moved: false };
  using store = await disposableStore(root);
  const before = readdirSync(packsOf(store));
  // A scratch takes over how far back the store's history goes by then.
  using scratch = await openScratch(store);
  await refuseLocalChanges(scratch, sha);
  const found = await tryScratchGit(scratch, ['cat-file', '-e', `${sha}^{commit}`]);
  if (found.exitCode !== 0) await fetchObjects(store, { ...options, sha }, [sha]);
  using withCommit = await openScratch(store);
  const missing = await missingFiles(withCommit, sha);
  if (missing.length > 0) await fetchObjects(store, { ...options, sha }, missing);
  using withFiles = await openScratch(store);
  await moveTo(withFiles, sha, before);
  return { moved: true };
}

function packsOf(store: TrustedStore): string {
  return join(store.gitDir, 'objects', 'pack');
}

async function refuseLocalChanges(scratch: ScratchRepository, sha: string): Promise<void> {
  const { store } = scratch;
  const { paths } = await changesSince(scratch, { base: store.head });
  const changed = paths.filter(({ kind, path }) => kind !== 'new' || store.known.has(path));
  if (changed.length === 0) return;
  const some = changed.slice(0, MAX_NAMED).map(({ path }) => decodedPath(path));
  throw workTreeRefused(
    `The checkout has changes of its own (${some.join(', ')}), so it is not moved to ${sha}.`,
    'Run actions/checkout before Countersign and change nothing in between, or commit the changes.',
  );
}

/** The files of the commit that differ from those of the checkout, and that a partial clone lacks: git would leave them out. */
async function missingFiles(scratch: ScratchRepository, sha: string): Promise<readonly string[]> {
  const before = await filesOf(scratch, scratch.store.head);
  const wanted = [...(await filesOf(scratch, sha))].flatMap(([path, file]) =>
    file.mode === GIT_MODES.submodule || before.get(path)?.sha === file.sha ? [] : [file.sha],
  );
  const stdin = wanted.map((id) => `${id}\n`).join('');
  const lines = await scratchGitLine(scratch, ['cat-file', '--batch-check'], { stdin });
  const missing = lines.split('\n').flatMap((line) => /^(\w+) missing$/u.exec(line)?.[1] ?? []);
  return [...new Set(missing)];
}

/** Fetches a commit with its history, or files, by their ids. */
async function fetchObjects(
  store: TrustedStore,
  options: CheckoutOptions & { readonly sha: string },
  ids: readonly string[],
): Promise<void> {
  const url = originUrl(store.root.path, options);
  if (store.head !== null) writeFileSync(join(store.gitDir, 'refs', 'have'), `${store.head}\n`);
  const isShallow = existsSync(join(store.gitDir, 'shallow'));
  const fetched = await runGit({
    // The fetch needs the network; it reads only the store.
    bubblewrap: null,
    mounts: [],
    args: [
      ['-c', 'fetch.fsckObjects=true', '-c', 'fetch.unpackLimit=1', '-c', 'safe.directory=*'],
      ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head'],
      ['--no-recurse-submodules', '--no-auto-maintenance'],
      isShallow && ids.includes(options.sha) ? ['--depth=1'] : [],
      ['--stdin', '--end-of-options', url],
    ].flat(),
    stdin: ids.map((id) => `${id}\n`).join(''),
    env: {
      GIT_DIR: store.gitDir,
      GIT_ALLOW_PROTOCOL: protocolOf(url),
      ...tokenConfig(options),
    },
    timeoutMs: FETCH_TIMEOUT_MS,
    signal: options.signal,
  });
  if (fetched.exitCode === 0) return;
  const words = fetched.stderr.toString('utf8').trim().slice(0, MAX_WORDS_CHARS);
  throw workTreeRefused(
    `The commit ${options.sha} could not be fetched from ${withoutUser(url)}: ${words}`,
    'Give the job "permissions: contents: read", or check the commit out with actions/checkout (ref: the commit).',
  );
}

/** The only protocol that git may use for a URL; redirects to others are not followed. */
function protocolOf(url: string): string {
  const scheme = /^(\w+):\/\//u.exec(url)?.[1] ?? 'file';
  return PROTOCOLS.includes(scheme) ? scheme : '';
}

async function moveTo(
  scratch: ScratchRepository,
  sha: string,
  before: readonly string[],
): Promise<void> {
  const { store } = scratch;
  const index = await copyIndex(join(store.folder, 'index'), scratch.folder);
  const checkout = ['checkout', '--quiet', '--detach', '--no-recurse-submodules', sha, '--'];
  await scratchGit(scratch, checkout, {
    ...inWorkTree(scratch, 'write'),
    timeoutMs: CHECKOUT_TIMEOUT_MS,
  });
  await addPacks(store.git, packsOf(store), before);
  const shallow = join(store.gitDir, 'shallow');
  if (existsSync(shallow)) putFile(join(store.git.common.path, 'shallow'), shallow);
  putFile(join(store.git.own.path, 'index'), index);
  await putHead(store.git, { commit: sha, ref: null });
}

/** The token as configuration of the fetch process, only for its server. */
function tokenConfig({ token, serverUrl }: CheckoutOptions): Record<string, string> {
  if (token === undefined || token === null || token === '') return {};
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${trimEnd(serverUrl, '/')}/.extraheader`,
    GIT_CONFIG_VALUE_0: `AUTHORIZATION: basic ${basic}`,
  };
}

/**
 * The checkout's origin. A URL on `serverUrl` is written again, so that the token applies to it; another one (a mirror, a
 * folder) is used unchanged, and the token, which is bound to `serverUrl`, is never sent there. `helper::address` is
 * refused because it names a program.
 */
function originUrl(root: string, { serverUrl, repository }: CheckoutOptions): string {
  const values = localConfig(root) ?? [];
  const url = values.findLast(({ name }) => name === 'remote.origin.url')?.value ?? '';
  const server = new URL(serverUrl);
  const scp = /^(?:ssh:\/\/)?(?:[\w.-]+@)?([\w.-]+)(?::\d+)?[:/]([\w./-]+)$/u.exec(url);
  const web = URL.canParse(url) ? new URL(url) : null;
  const path =
    web !== null && web.host === server.host
      ? web.pathname
      : scp?.[1] === server.hostname
        ? `/${scp[2]}`
        : null;
  if (path !== null) return `${server.origin}${repository === undefined ? path : `/${repository}`}`;
  if (url !== '' && !/^[^/]*::/u.test(url))
    return web === null && !/^[^/]+:/u.test(url) ? resolve(root, url) : url;
  throw workTreeRefused(
    `The checkout's origin ${JSON.stringify(withoutUser(url))} cannot be fetched from.`,
    'Check the repository out with actions/checkout.',
  );
}
