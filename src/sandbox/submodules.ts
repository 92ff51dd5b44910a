// I/O: finds the git folders of a checkout's submodules.
import { lstat, readFile, realpath } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { byteRecords, rawBytes } from './byte-paths.ts';
import { type Checkout, mustInCheckout, placesOf } from './in-checkout.ts';

const MAX_SUBMODULES = 100;
const GITLINK = /^160000 commit ([0-9a-f]{40,64})\t([^]*)$/;

/** A submodule that is checked out, and the commit that its parent's base records of it. */
export interface Submodule {
  /** From the parent's root. */
  readonly path: string;
  readonly base: string;
  readonly at: Checkout;
}

/**
 * The submodules of a commit that are checked out. One counts only where its git folder is among those that its parent
 * keeps (`.git/modules`): a `.git` file that points elsewhere is a command's work, and is left alone.
 */
export async function submodulesOf(parent: Checkout, base: string): Promise<readonly Submodule[]> {
  const tree = byteRecords(await mustInCheckout(parent, ['ls-tree', '-r', '-z', base]));
  const links = tree.flatMap((record) => {
    const [, sha, path] = GITLINK.exec(record) ?? [];
    return sha === undefined || path === undefined ? [] : [{ sha, path }];
  });
  const found: Submodule[] = [];
  for (const { sha, path } of links.slice(0, MAX_SUBMODULES)) {
    const text = rawBytes(path).toString('utf8');
    const at = await submoduleAt(parent, text);
    if (at !== null) found.push({ path: text, base: sha, at });
  }
  return found;
}

/** The checkout of one submodule; `null` where it has none. */
export async function submoduleAt(parent: Checkout, path: string): Promise<Checkout | null> {
  const root = join(parent.root, path);
  try {
    if ((await realpath(root)) !== join(await realpath(parent.root), path)) return null;
    const dotGit = join(root, '.git');
    if (!(await lstat(dotGit)).isFile()) return null;
    const named = /^gitdir: (.+)$/m.exec(await readFile(dotGit, 'utf8'))?.[1];
    if (named === undefined) return null;
    const gitDir = await realpath(resolve(root, named.trim()));
    const kept = join(await realpath(placesOf(parent)), 'modules') + sep;
    return gitDir.startsWith(kept) ? { root, gitDir } : null;
  } catch {
    return null;
  }
}
