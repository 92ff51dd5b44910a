/** Writes copies of files as git objects, as they are or in the form in which git commits them. This file does I/O. */
import { chmod, copyFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { byteRecords, quotedLine, recordBytes, underRoot } from '../../files/byte-paths.ts';
import { workTreeRefused } from '../../files/checkout-folder.ts';
import { foldersAbove } from '../../files/lexical-path.ts';
import { SHA } from '../read/refs.ts';
import {
  filesOf,
  readScratchIndex,
  scratchGit,
  scratchGitLine,
  type ScratchGitOptions,
  type ScratchRepository,
  tryScratchGit,
  updateIndex,
} from '../store/scratch-repository.ts';

/** A file of the work tree, and the place of its copy. */
interface CopiedFile {
  /** From the root, as bytes (Latin-1). */
  readonly path: string;
  readonly place: string;
}

const ATTRIBUTES = '.gitattributes';
const FILE_MODE = /^100/;
const PRIVATE = 0o600;

/** Ids by the path of their file, as bytes (Latin-1). */
type Ids = ReadonlyMap<string, string>;

/** Writes the bytes of the copies. Returns their ids. Git sees no path of the work tree. */
export async function hashFiles(
  scratch: ScratchRepository,
  files: readonly CopiedFile[],
): Promise<Ids> {
  if (files.length === 0) return new Map();
  const args = ['hash-object', '-w', '--no-filters', '--stdin-paths'];
  const places = files.map(({ place }) => Buffer.from(place));
  const stdin = places.map((place) => quotedLine(place.toString('latin1'))).join('');
  const ids = (await scratchGitLine(scratch, args, { stdin })).split('\n');
  return idsOfAll(files, new Map(files.map(({ path }, index) => [path, ids[index] ?? ''])));
}

function idsOfAll(files: readonly Pick<CopiedFile, 'path'>[], ids: Ids): Ids {
  if (files.every(({ path }) => SHA.test(ids.get(path) ?? ''))) return ids;
  throw workTreeRefused('Git did not return an id for every file.');
}

/**
 * Writes the copies as `git add` does: with the line endings and the encoding that the attributes of `commit`, and of attribute
 * files among the copies, ask for (gitattributes(5)). No filter runs. Returns their ids, without files that git cannot convert into
 * their encoding. `onFilter` gets each path, as bytes, whose attributes name a filter such as that of Git LFS.
 */
export async function hashCommitted(
  scratch: ScratchRepository,
  files: readonly CopiedFile[],
  {
    commit,
    deleted,
    onFilter,
  }: {
    readonly commit: string | null;
    /** Paths, as bytes, that are deleted or become links with these files: an attribute file among them counts no more. */
    readonly deleted: readonly string[];
    readonly onFilter?: (path: string, filter: string) => void;
  },
): Promise<Ids> {
  if (files.length === 0) return new Map();
  const known = await filesOf(scratch, commit);
  const paths = files.map(({ path }) => path);
  // A file in a folder replaced what was committed in the folder's place.
  const gone = new Set([...deleted, ...paths.flatMap(foldersAbove)]);
  const attributes = attributeFiles(paths).filter((path) => !gone.has(path));
  const hasAttributes = attributes.some((path) => known.has(path) || paths.includes(path));
  // The configuration may convert files without an attribute.
  const config = await readFile(join(scratch.gitDir, 'config'), 'utf8');
  if (!hasAttributes && !config.includes('autocrlf')) return await hashFiles(scratch, files);
  const tree = join(scratch.folder, 'committed');
  const options = {
    cwd: tree,
    env: { GIT_WORK_TREE: tree, GIT_INDEX_FILE: `${tree}-index` },
  } satisfies ScratchGitOptions;
  const git = async (args: readonly string[], records: readonly string[]): Promise<Buffer> =>
    await scratchGit(scratch, args, { ...options, stdin: recordBytes(records) });
  await mkdir(tree);
  // Git converts no line endings of a file that was committed with others.
  const before = [...new Set([...attributes, ...paths])].flatMap((path) => {
    const entry = known.get(path);
    return entry !== undefined && FILE_MODE.test(entry.mode) ? [{ ...entry, path }] : [];
  });
  await updateIndex(scratch, before, options);
  await git(['checkout-index', '--all'], []);
  for (const { path, place } of files) {
    const to = underRoot(tree, path);
    await mkdir(underRoot(tree, dirname(path)), { recursive: true });
    await copyFile(place, to);
    await chmod(to, PRIVATE);
  }
  const valuesOf = async (attribute: string): Promise<ReadonlyMap<string, string>> =>
    attributeValues(await git(['check-attr', '-z', '--stdin', attribute], paths));
  if (onFilter !== undefined)
    for (const [path, filter] of await valuesOf('filter')) onFilter(path, filter);
  const add = ['update-index', '--add', '--replace', '-z', '--stdin'];
  const isAdded = async (some: readonly string[]): Promise<boolean> => {
    const { exitCode } = await tryScratchGit(scratch, add, {
      ...options,
      stdin: recordBytes(some),
    });
    return exitCode === 0;
  };
  const failed = new Set<string>();
  if (!(await isAdded(paths))) {
    // Git stops at the first file that it cannot convert, so each of them is tried by itself.
    const encoded = await valuesOf('working-tree-encoding');
    for (const path of encoded.keys()) if (!(await isAdded([path]))) failed.add(path);
    await git(
      add,
      paths.filter((path) => !failed.has(path)),
    );
  }
  const added = files.filter(({ path }) => !failed.has(path));
  const wanted = new Set(added.map(({ path }) => path));
  const ids = new Map<string, string>();
  for (const { path, sha } of readScratchIndex(scratch, options.env.GIT_INDEX_FILE))
    if (wanted.has(path)) ids.set(path, sha);
  return idsOfAll(added, ids);
}

/** The values of an attribute by path: `check-attr` gives the path, the attribute and its value of each file. */
function attributeValues(output: Buffer): ReadonlyMap<string, string> {
  const fields = byteRecords(output);
  const values = new Map<string, string>();
  for (let index = 0; index < fields.length; index += 3) {
    const [path = '', , value = ''] = fields.slice(index, index + 3);
    if (value !== 'unspecified' && value !== 'unset') values.set(path, value);
  }
  return values;
}

/** The paths of all attribute files that could be about these files. */
function attributeFiles(paths: readonly string[]): readonly string[] {
  const folders = new Set(paths.flatMap((path) => ['', ...foldersAbove(path)]));
  return [...folders].map((folder) => (folder === '' ? ATTRIBUTES : `${folder}/${ATTRIBUTES}`));
}
