import { join } from 'node:path';
import { byteRecords } from '../../files/byte-paths.ts';
import type { IndexEntry } from './blob-paths.ts';
import { readGitFile, refusedGit, tooLargeGit } from '../read/scan-git-folder.ts';
import { linesOf, type ObjectStore, tagTarget } from '../read/objects.ts';
import type { GitPaths } from '../read/git-paths.ts';
import { isRefName, SHA } from '../read/refs.ts';
import type { ViewGit } from './git-view-git.ts';

/** Reads HEAD, refs, stash and index of a checkout's git folder. They are not trusted beyond their syntax. */
const MAX_REFS = 50_000;
const MAX_SMALL_BYTES = 4_096;
const MAX_LIST_BYTES = 16 * 1024 * 1024;
const MAX_INDEX_BYTES = 256 * 1024 * 1024;
const MAX_TAGS_OF_TAGS = 20;

/** A merge, cherry-pick or revert in progress, which `git status` reports. */
const STATE_HEADS = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'ORIG_HEAD'];

const REF_LINE = /^([0-9a-f]{40}|[0-9a-f]{64}) (\S+) (\S*)$/u;
const REFLOG_LINE = /^[0-9a-f]+ ([0-9a-f]+) /u;

export interface GitRef {
  readonly name: string;
  readonly oid: string;
  /** For a symbolic ref: the ref that it names. */
  readonly target: string | null;
}

export interface GitRefs {
  readonly head: { readonly branch: string } | { readonly commit: string };
  readonly refs: readonly GitRef[];
  /** Such as `MERGE_HEAD`, by name. */
  readonly states: ReadonlyMap<string, string>;
  readonly shallow: ReadonlySet<string>;
  /** The lines of the stash's reflog, oldest first, with their commits. */
  readonly stash: readonly { readonly line: string; readonly oid: string }[];
}

export async function readRefs(git: ViewGit, { own, common }: GitPaths): Promise<GitRefs> {
  const listed = await git.onCheckout(
    ['for-each-ref', '--format=%(objectname) %(refname) %(symref)'],
    { maxOutputBytes: MAX_LIST_BYTES },
  );
  const refs: GitRef[] = [];
  for (const line of linesOf(listed)) {
    const [, oid = '', name = '', symref = ''] = REF_LINE.exec(line) ?? [];
    if (!isRefName(name) || (symref !== '' && !isRefName(symref))) {
      throw refusedGit('it contains a ref with an invalid name');
    }
    refs.push({ name, oid, target: symref === '' ? null : symref });
    if (refs.length > MAX_REFS) throw tooLargeGit(`it holds more than ${MAX_REFS} refs`);
  }
  const states = STATE_HEADS.flatMap((name) => {
    const oid = readGitFile(join(own, name), MAX_SMALL_BYTES)?.toString('latin1').trimEnd() ?? '';
    return SHA.test(oid) ? [[name, oid] as const] : [];
  });
  return {
    refs,
    head: headOf(own),
    states: new Map(states),
    shallow: shallowOf(common),
    stash: stashOf(common),
  };
}

function headOf(own: string): GitRefs['head'] {
  const head = readGitFile(join(own, 'HEAD'), MAX_SMALL_BYTES)?.toString('latin1').trimEnd() ?? '';
  if (SHA.test(head)) return { commit: head };
  const branch = /^ref: *(\S+)$/u.exec(head)?.[1] ?? '';
  if (!isRefName(branch) || branch === 'refs/heads/.invalid') {
    throw refusedGit('its HEAD names neither a branch nor a commit');
  }
  return { branch };
}

function shallowOf(common: string): ReadonlySet<string> {
  const lines = [
    ...linesOf(readGitFile(join(common, 'shallow'), MAX_LIST_BYTES) ?? Buffer.alloc(0)),
  ];
  if (!lines.every((line) => SHA.test(line)))
    throw refusedGit('its list of shallow commits is broken');
  return new Set(lines);
}

function stashOf(common: string): GitRefs['stash'] {
  const log = readGitFile(join(common, 'logs', 'refs', 'stash'), MAX_LIST_BYTES);
  return [...linesOf(log ?? Buffer.alloc(0))].flatMap((line) => {
    const oid = REFLOG_LINE.exec(line)?.[1] ?? '';
    return SHA.test(oid) ? [{ line, oid }] : [];
  });
}

/** The commit that a ref points to, with the annotated tags before it; `null` if it points to no commit of this folder. */
export function peel(
  store: ObjectStore,
  oid: string,
): { readonly commit: string; readonly tags: readonly string[] } | null {
  const tags: string[] = [];
  for (let current: string | null = oid; current !== null; ) {
    const object = store.others.get(current);
    if (object?.type === 'commit') return { commit: current, tags };
    if (object?.type !== 'tag' || tags.length === MAX_TAGS_OF_TAGS) return null;
    tags.push(current);
    current = tagTarget(object.content);
  }
  return null;
}

const STAGED = /^(\d{6}) ([0-9a-f]+) ([0-3])\t(.+)$/su;

/** The entries of the index, including conflicts. */
export async function readIndex(git: ViewGit): Promise<readonly IndexEntry[]> {
  const listed = await git.onCheckout(['ls-files', '-z', '--stage'], {
    maxOutputBytes: MAX_INDEX_BYTES,
  });
  return byteRecords(listed).map((record) => {
    const [, mode = '', sha = '', stage = '', path = ''] = STAGED.exec(record) ?? [];
    if (!SHA.test(sha)) throw refusedGit('its index is broken');
    return { mode, sha, stage: Number(stage), path };
  });
}
