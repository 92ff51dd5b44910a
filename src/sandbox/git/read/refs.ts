/** Reads HEAD and refs of a git folder without git and without following links. I/O. */
import { orNull, trimEnd } from '../../../common/index.ts';
import type { OpenFolder } from '../../files/open-folder.ts';
import {
  type CheckoutRoot,
  checkoutRoot,
  entriesOf,
  openPath,
  readEntry,
  readSmallFile,
} from '../../files/checkout-folder.ts';
import type { GitPaths } from './git-paths.ts';

/** A full commit id. */
export const SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u;

const MAX_REF_BYTES = 4_096;
const MAX_PACKED_REFS_BYTES = 64 * 1024 * 1024;
const MAX_SYMBOLIC = 5;
const MAX_REF_CHARS = 1_024;
export const BRANCHES = 'refs/heads/';
/** The most refs that are read, branches first. */
export const MAX_REFS = 50_000;
const MAX_FOLDERS = 10;

/** Git's folders with their identity: replaced folders are refused. */
export interface GitRoots {
  readonly own: CheckoutRoot;
  readonly common: CheckoutRoot;
}

export function gitRoots(places: GitPaths): GitRoots {
  return { own: checkoutRoot(places.own), common: checkoutRoot(places.common) };
}

interface Head {
  /** `null`: no commit yet, or HEAD cannot be resolved. */
  readonly commit: string | null;
  /** `refs/heads/main`, as bytes (Latin-1); `null` where no branch is checked out. */
  readonly ref: string | null;
}

/** Reads HEAD. Throws `worktree-refused` if git's folder was replaced. */
export function readHead(roots: GitRoots): Head {
  const text = smallText(roots.own, 'HEAD');
  if (text === null) return { commit: null, ref: null };
  if (SHA.test(text)) return { commit: text, ref: null };
  const ref = refIn(text);
  return ref === null ? { commit: null, ref: null } : { commit: resolveRef(roots, ref), ref };
}

function refIn(text: string): string | null {
  const [, name] = /^ref:[ \t]*([^]*)$/u.exec(text) ?? [];
  return name !== undefined && isRefName(name) ? name : null;
}

/** The rules of `git check-ref-format`. A valid name is also a path that stays below its folder. */
export function isRefName(name: string): boolean {
  if (!name.startsWith('refs/') || name.length > MAX_REF_CHARS) return false;
  if (/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\.$/u.test(name)) return false;
  return name
    .split('/')
    .every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}

function resolveRef(roots: GitRoots, name: string): string | null {
  let ref = name;
  for (let count = 0; count < MAX_SYMBOLIC; count += 1) {
    const text = smallText(roots.common, ref);
    if (text === null) return packedRef(roots, ref);
    if (SHA.test(text)) return text;
    const next = refIn(text);
    if (next === null) return null;
    ref = next;
  }
  return null;
}

function packedRef({ common }: GitRoots, ref: string): string | null {
  const text = packedText(common);
  // Git refuses a line that has no end, or another word behind the name.
  const end = ` ${ref}\n`;
  for (let index = text.indexOf(end); index !== -1; index = text.indexOf(end, index + 1)) {
    const sha = text.slice(text.lastIndexOf('\n', index) + 1, index);
    if (SHA.test(sha)) return sha;
  }
  return null;
}

function packedText(common: CheckoutRoot): string {
  return readSmallFile(common, 'packed-refs', MAX_PACKED_REFS_BYTES)?.toString('latin1') ?? '';
}

/** The refs that belong to a checkout alone: not those that it fetched. */
const LOCAL = /^refs\/(?:heads\/|tags\/|stash$)/u;

/**
 * The branches, the tags and the stash of a repository by name, with the id that each has; the first `MAX_REFS`, branches first. A
 * symbolic ref, and one whose name git would refuse, is left out.
 */
export function localRefs({ common }: GitRoots): ReadonlyMap<string, string> {
  const refs = new Map<string, string>();
  const add = (name: string, sha: string): void => {
    if (!LOCAL.test(name) || !isRefName(name) || !SHA.test(sha)) return;
    if (refs.size < MAX_REFS || refs.has(name)) refs.set(name, sha);
  };
  const addLoose = (path: string, depth: number): void => {
    using folder = orNull(() => openPath(common, path));
    if (folder === null || depth > MAX_FOLDERS) return;
    for (const { name, isFolder } of entriesOf(folder)) {
      if (isFolder) addLoose(`${path}/${name}`, depth + 1);
      else if (refs.size < MAX_REFS || refs.has(`${path}/${name}`))
        add(`${path}/${name}`, textIn(folder, name) ?? '');
    }
  };
  const packed = packedRefs(common);
  for (const kind of ['refs/heads', 'refs/tags']) {
    for (const [sha, name] of packed) if (name.startsWith(`${kind}/`)) add(name, sha);
    addLoose(kind, 0);
  }
  add('refs/stash', smallText(common, 'refs/stash') ?? '');
  return refs;
}

/** The id and the name in each line of git's file of refs. */
function packedRefs(common: CheckoutRoot): readonly (readonly [sha: string, name: string])[] {
  return packedText(common)
    .split('\n')
    .map((line) => {
      const [sha = '', name = ''] = line.split(' ');
      return [sha, name];
    });
}

/** A small file as text; `null` if it is missing. */
export function smallText(root: CheckoutRoot, path: string): string | null {
  const bytes = readSmallFile(root, path, MAX_REF_BYTES);
  return bytes === null ? null : withoutLineEnd(bytes);
}

function textIn(folder: OpenFolder, name: string): string | null {
  const chunks: Buffer[] = [];
  const outcome = readEntry(folder, name, {
    maxBytes: MAX_REF_BYTES,
    onChunk: (bytes) => void chunks.push(Buffer.from(bytes)),
  });
  return outcome.kind === 'file' ? withoutLineEnd(Buffer.concat(chunks)) : null;
}

function withoutLineEnd(bytes: Buffer): string {
  return trimEnd(bytes.toString('latin1'), '\r\n');
}
