/**
 * Writes git's files of a fresh checkout when the action moves it before a run: packs, the index, and HEAD. This file
 * does I/O.
 */
import { copyFileSync, lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { decodedPath, rawBytes } from '../../files/byte-paths.ts';
import type { GitRoots } from '../read/refs.ts';

const SUFFIX = '.countersign';
/** The pack first: git reports an error for an index without its pack, and ignores a pack without index. */
const IN_ORDER = ['.pack', '.rev', '.idx'];

/** Copies packs that are new into the checkout's objects. */
export async function addPacks(
  git: GitRoots,
  from: string,
  known: readonly string[],
): Promise<void> {
  const to = join(git.common.path, 'objects', 'pack');
  await mkdir(to, { recursive: true });
  const names = readdirSync(from).filter((name) => !known.includes(name));
  for (const end of IN_ORDER)
    for (const name of names.filter((one) => one.endsWith(end)))
      putFile(join(to, name), join(from, name));
}

/** Puts a copy in place of a file. */
export function putFile(to: string, from: string): void {
  replace(to, (fresh) => copyFileSync(from, fresh));
}

/** Sets HEAD to a commit, on a branch (`refs/heads/…`, as bytes) or detached. Without a commit, the branch has none yet. */
export async function putHead(
  git: GitRoots,
  options:
    | { readonly commit: string; readonly ref: string | null }
    | { readonly commit: null; readonly ref: string },
): Promise<void> {
  const { commit, ref } = options;
  if (commit === null) await makeRoom(git, ref);
  else if (ref !== null) await putRef(git, ref, commit);
  const text = ref === null ? commit : `ref: ${ref}`;
  replace(join(git.own.path, 'HEAD'), (fresh) => writeFileSync(fresh, rawBytes(`${text}\n`)));
}

/** Sets a ref (`refs/heads/…`, as bytes) to a commit. */
export async function putRef(git: GitRoots, ref: string, commit: string): Promise<void> {
  await makeRoom(git, ref);
  const file = join(git.common.path, decodedPath(ref));
  await mkdir(dirname(file), { recursive: true });
  replace(file, (fresh) => writeFileSync(fresh, `${commit}\n`));
}

/** Removes the refs whose names git does not allow beside this one: `a` beside `a/b`, and its own file. */
async function makeRoom({ common }: GitRoots, ref: string): Promise<void> {
  let path = common.path;
  for (const part of decodedPath(ref).split('/')) {
    path = join(path, part);
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === true) await rm(path);
  }
  await rm(path, { recursive: true, force: true });
}

/** Writes a file of the work tree's own git folder, such as `MERGE_HEAD`; its text is bytes (Latin-1). */
export function putGitFile(git: GitRoots, name: string, text: string): void {
  replace(join(git.own.path, name), (fresh) => writeFileSync(fresh, rawBytes(text)));
}

function replace(path: string, write: (fresh: string) => void): void {
  const fresh = path + SUFFIX;
  rmSync(fresh, { force: true });
  write(fresh);
  renameSync(fresh, path);
}
