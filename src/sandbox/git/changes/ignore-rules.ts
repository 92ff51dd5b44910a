/** Applies a repository's ignore rules to new paths. The rules are copied to a folder away from the work tree. I/O. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { byteRecords, rawBytes, underRoot } from '../../files/byte-paths.ts';
import { readSmallFile } from '../../files/checkout-folder.ts';
import { gitError } from '../isolated-git.ts';
import {
  tryStoreGit,
  eachBlob,
  type TreeEntry,
  type ScratchRepository,
} from '../store/scratch-repository.ts';

const RULES = /(?:^|\/)\.gitignore$/;
const FILE = /^100(?:644|755)$/;
const MAX_RULE_FILES = 5_000;
const MAX_RULE_BYTES = 1024 * 1024;
const MAX_FOLDERS = 10_000;
const NONE_IGNORED = 1;

/** A repository's ignore rules, in a folder of their own. */
export interface IgnoreRules {
  /** The ignored ones of these paths. A folder's path ends with `/`. */
  ignored(paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** Replaces the commit's rules by those that are on disk now, among these paths. */
  addFromDisk(paths: readonly string[]): void;
}

/** Writes the rules of a commit into a scratch repository. Rules that the run wrote do not apply. */
export async function writeIgnoreRules(
  scratch: ScratchRepository,
  base: ReadonlyMap<string, TreeEntry>,
): Promise<IgnoreRules> {
  const { store } = scratch;
  const tree = join(scratch.folder, 'rules');
  mkdirSync(tree);
  const inBase = [...base]
    .filter(([path, { mode }]) => RULES.test(path) && FILE.test(mode))
    .slice(0, MAX_RULE_FILES)
    .map(([path, { sha }]) => ({ path, sha }));
  await eachBlob(store, inBase, ({ path }, bytes) => writeRules(tree, path, bytes), {
    scratch,
    areSmall: true,
  });
  return {
    ignored: async (paths) => await checkIgnore(scratch, tree, paths),
    addFromDisk: (paths) => {
      for (const path of paths.filter((one) => RULES.test(one)).slice(0, MAX_RULE_FILES))
        writeRules(tree, path, readSmallFile(store.root, path, MAX_RULE_BYTES) ?? Buffer.alloc(0));
    },
  };
}

function writeRules(tree: string, path: string, bytes: Buffer): void {
  if (bytes.length > MAX_RULE_BYTES) return;
  mkdirSync(underRoot(tree, dirname(path)), { recursive: true });
  writeFileSync(underRoot(tree, path), bytes);
}

async function checkIgnore(
  scratch: ScratchRepository,
  tree: string,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const folders = paths.filter((path) => path.endsWith('/'));
  // A rule for folders matches only a folder.
  for (const path of folders.slice(0, MAX_FOLDERS)) makeFolder(tree, path);
  const asked = paths.map((path) => `./${path.replace(/\/$/, '')}\0`).join('');
  const args = ['check-ignore', '-z', '--no-index', '--stdin'];
  const result = await tryStoreGit(scratch.store, args, {
    scratch,
    cwd: tree,
    stdin: rawBytes(asked),
    // The command does not accept literal pathspecs; "./" prevents a name from being read as pathspec magic.
    env: { GIT_WORK_TREE: tree, GIT_DIR: scratch.store.gitDir, GIT_LITERAL_PATHSPECS: '0' },
  });
  if (result.exitCode !== 0 && result.exitCode !== NONE_IGNORED) throw gitError(args, result);
  const ignored = new Set(byteRecords(result.stdout).map((path) => path.slice('./'.length)));
  return new Set(paths.filter((path) => ignored.has(path.replace(/\/$/, ''))));
}

function makeFolder(tree: string, path: string): void {
  try {
    mkdirSync(underRoot(tree, path), { recursive: true });
  } catch {
    // A file with rules has this path, or the name is too long: its files are checked one by one.
  }
}
