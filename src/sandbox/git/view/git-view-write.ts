import { lstatSync, mkdirSync, readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { recordBytes } from '../../files/byte-paths.ts';
import { readGitFile, refusedGit } from '../read/scan-git-folder.ts';
import { configText } from '../read/config.ts';
import { configValues } from '../read/config-values.ts';
import { idOf, linesOf } from '../read/objects.ts';
import type { GitPaths } from '../read/git-paths.ts';
import type { GitRef, GitRefs } from './git-view-refs.ts';
import type { ViewGit } from './git-view-git.ts';

/**
 * Writes a git folder with some of a checkout's objects: one new pack whose objects are named by their content, and other
 * files written here. Only the rules of `info/` and the index are copied.
 *
 * A blob that may not be read is replaced, by `refs/replace/`, by a blob that says so. Git's commands then work with such
 * files, and no program is started to fetch missing objects.
 */
const MAX_INFO_BYTES = 1024 * 1024;
const MAX_INDEX_BYTES = 256 * 1024 * 1024;
const INFO_FILES = ['info/exclude', 'info/attributes'];
const PACK = /^pack-[0-9a-f]+\.pack$/u;
/** The objects of a view, and the hidden blobs. */
export interface ViewContent {
  /** The ids of its objects. */
  readonly keep: ReadonlySet<string>;
  /** Unreadable blobs that its trees or its index name. */
  readonly hide: ReadonlySet<string>;
  readonly refs: readonly GitRef[];
  readonly states: ReadonlyMap<string, string>;
  readonly stash: readonly string[];
  /** Masked paths in the index without a conflict, as bytes (Latin-1). */
  readonly maskedInIndex: readonly string[];
}

interface ViewRequest {
  readonly git: ViewGit;
  /** Empty. */
  readonly view: string;
  /** A folder for temporary files, not shown to commands. */
  readonly scratch: string;
  readonly places: GitPaths;
  readonly shownConfig: string;
  readonly refs: GitRefs;
  readonly content: ViewContent;
}

export async function writeGitView(request: ViewRequest): Promise<void> {
  const { view } = request;
  for (const name of ['objects/pack', 'objects/info', 'refs/heads', 'refs/tags', 'info']) {
    mkdirSync(join(view, name), { recursive: true });
  }
  writeFileSync(join(view, 'config'), shownConfiguration(request));
  writeHeads(request);
  await writePack(request);
  writePackedRefs(request, await writePlaceholders(request));
  for (const name of INFO_FILES)
    copyGitFile(join(request.places.common, name), join(view, name), MAX_INFO_BYTES);
  await writeIndex(request);
}

function writeHeads({ view, refs, content }: ViewRequest): void {
  const { head, shallow } = refs;
  const text = 'branch' in head ? `ref: ${head.branch}` : head.commit;
  writeFileSync(join(view, 'HEAD'), `${text}\n`, 'latin1');
  for (const [name, oid] of content.states) writeFileSync(join(view, name), `${oid}\n`);
  if (shallow.size > 0) writeFileSync(join(view, 'shallow'), lines([...shallow]));
  for (const { name, target } of content.refs) {
    if (target !== null) write(join(view, name), `ref: ${target}\n`);
  }
  if (content.stash.length > 0) write(join(view, 'logs/refs/stash'), lines(content.stash));
}

function writePackedRefs(
  { view, content }: ViewRequest,
  placeholders: ReadonlyMap<string, string>,
): void {
  const plain = content.refs.filter(({ target }) => target === null);
  const packed = [
    ...plain.map(({ oid, name }) => `${oid} ${name}`),
    ...[...placeholders].map(([hidden, oid]) => `${oid} refs/replace/${hidden}`),
  ];
  write(join(view, 'packed-refs'), lines(['# pack-refs with:', ...packed]));
}

/**
 * Creates a placeholder blob for each hidden one, with its id in the text, so that a commit that changed a hidden file
 * still shows a difference.
 */
async function writePlaceholders({
  git,
  content,
}: ViewRequest): Promise<ReadonlyMap<string, string>> {
  const texts = [...content.hide].map((hidden) => ({ hidden, content: placeholder(hidden) }));
  if (texts.length === 0) return new Map();
  const stream = texts.map((text) => `blob\ndata ${text.content.length}\n${text.content}\n`);
  await git.onView(['fast-import', '--quiet'], { stdin: stream.join('') });
  return new Map(
    texts.map((text) => [
      text.hidden,
      idOf({ type: 'blob', content: Buffer.from(text.content) }, text.hidden.length),
    ]),
  );
}

function placeholder(oid: string): string {
  return `Not shown: the policy does not let commands read this file (blob ${oid.slice(0, 12)}).\n`;
}

/**
 * Git writes the pack from the checkout's objects, which may have false names. A second git, which sees only the pack,
 * indexes it and names each object by its content. The pack is used only if these are the wanted ids.
 */
async function writePack({ git, view, scratch, places, content }: ViewRequest): Promise<void> {
  const { keep } = content;
  if (keep.size === 0) return;
  const objects = join(scratch, 'objects');
  const packs = join(objects, 'pack');
  mkdirSync(packs, { recursive: true });
  await git.onCheckout(
    ['pack-objects', '-q', '--window=0', '--delta-base-offset', join(packs, 'pack')],
    {
      stdin: lines([...keep]),
      mounts: [{ path: objects, access: 'write' }],
      // Its temporary files are there too.
      env: {
        GIT_OBJECT_DIRECTORY: objects,
        GIT_ALTERNATE_OBJECT_DIRECTORIES: join(places.common, 'objects'),
      },
    },
  );
  const [name, ...others] = readdirSync(packs).filter((file) => file.endsWith('.pack'));
  if (name === undefined || others.length > 0 || !PACK.test(name)) {
    throw refusedGit('no pack could be made of its objects');
  }
  const pack = join(view, 'objects', 'pack', name);
  if (!lstatSync(join(packs, name)).isFile()) throw refusedGit('its pack is not a regular file');
  renameSync(join(packs, name), pack);
  const index = pack.replace(/\.pack$/u, '.idx');
  await git.onView(['index-pack', '-o', index, pack]);
  const format = ['--batch-all-objects', '--unordered', '--batch-check=%(objectname)'];
  for (const oid of linesOf(await git.onView(['cat-file', ...format])))
    if (!keep.has(oid)) throw refusedGit('an object of it is not what its name says');
}

/**
 * Copies the index and marks masked files as not checked out (skip-worktree), so that `git status` does not report them
 * as missing. Keeps its time, by which git detects files that changed shortly after the index was written.
 */
async function writeIndex({ git, view, places, content }: ViewRequest): Promise<void> {
  const original = lstatSync(join(places.own, 'index'), { throwIfNoEntry: false, bigint: true });
  if (original === undefined) return;
  copyGitFile(join(places.own, 'index'), join(view, 'index'), MAX_INDEX_BYTES);
  const shared = readdirSync(places.own).filter((name) => /^sharedindex\.[0-9a-f]+$/u.test(name));
  for (const name of shared) copyGitFile(join(places.own, name), join(view, name), MAX_INDEX_BYTES);
  await git.onView(['update-index', '--no-split-index', '-z', '--skip-worktree', '--stdin'], {
    stdin: recordBytes(content.maskedInIndex),
  });
  const seconds = Number(original.mtimeNs) / 1e9;
  utimesSync(join(view, 'index'), seconds, seconds);
}

function copyGitFile(from: string, to: string, maxBytes: number): void {
  const bytes = readGitFile(from, maxBytes);
  if (bytes !== null) writeFileSync(to, bytes);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, 'latin1');
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}

/** The repository's configuration in a view. */
const MAX_CONFIG_BYTES = 4 * 1024 * 1024;

/** Keys that would make git look for files that a view does not have, or fetch hidden objects. Names are lower case. */
const LEFT_OUT =
  /^(?:extensions\.(?:partialclone|worktreeconfig)|remote\..*\.(?:promisor|partialclonefilter)|core\.(?:usereplacerefs|sparsecheckout|sparsecheckoutcone|splitindex|untrackedcache|fsmonitor)|splitindex\..*|index\.sparse)$/su;

/** Submodules have their objects in `modules/`, which a view does not have, so checking their state would fail. */
const ADDED = '[diff]\n\tignoreSubmodules = all\n[submodule]\n\trecurse = false\n';

/** The text of `config`, with the same bytes as in `shownConfig`. */
function shownConfiguration({ shownConfig }: ViewRequest): Buffer {
  const bytes = readGitFile(shownConfig, MAX_CONFIG_BYTES);
  const values = bytes === null ? null : configValues(bytes.toString('latin1'));
  if (values === null) throw refusedGit('its configuration is broken');
  const kept = values.filter(({ name }) => !LEFT_OUT.test(name));
  return Buffer.from(`${kept.map(configText).join('')}${ADDED}`, 'latin1');
}
