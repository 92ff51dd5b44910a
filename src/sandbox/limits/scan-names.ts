import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../../common/index.ts';
import { bytesOfText, rawBytes, underRoot } from '../files/byte-paths.ts';

/** Walks the names of a workspace without following links. This file does I/O. */

/** The most names in a workspace. With more, what commands may not read or write cannot be determined. */
const MAX_NAMES = 2_000_000;

/** A folder that is still to be scanned. */
export interface ScannedFolder {
  /** From the root, as text: rules match this path. */
  readonly path: string;
  /** The same as bytes (Latin-1) if a name in it is not valid UTF-8; otherwise `null`. */
  readonly bytes: string | null;
  readonly depth: number;
  /** The nearest folder with a UTF-8 path: it stands for entries whose names are not valid UTF-8. */
  readonly named: string;
}

export interface ScannedEntry extends ScannedFolder {
  readonly name: string;
  readonly entry: Dirent;
  /** The folder that contains it. */
  readonly folder: ScannedFolder;
}

interface Visitor<State> {
  /** The state for what is in a folder; `null` for a folder that is not entered, and for anything else. */
  visit(entry: ScannedEntry, state: State): State | null;
  /** A folder that exists but cannot be listed. */
  unlisted(folder: ScannedFolder): void;
}

/** Visits what is below `start`, a path from the root (empty for the root itself). Throws if there are too many names. */
export function scanNames<State>(
  root: string,
  start: { readonly path: string; readonly state: State },
  visitor: Visitor<State>,
): void {
  const first = { path: start.path, bytes: null, depth: 0, named: start.path };
  const folders: [ScannedFolder, State][] = [[first, start.state]];
  let names = 0;
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const [folder, state] = next;
    const entries = entriesOf(root, folder);
    if (entries === null) visitor.unlisted(folder);
    for (const { entry, name, bytes } of entries ?? []) {
      names += 1;
      if (names > MAX_NAMES)
        throw new Error(`the workspace holds more than ${MAX_NAMES} names, too many to scan`);
      const path = below(folder.path, name);
      const named = bytes === null ? path : folder.named;
      const child = { path, bytes, depth: folder.depth + 1, named, name, entry, folder };
      const inside = visitor.visit(child, state);
      if (inside !== null && entry.isDirectory()) folders.push([child, inside]);
    }
  }
}

/**
 * The path to mount over: the entry itself, or, if its name is not valid UTF-8, the next parent folder with a valid name.
 * `must` says what the entry must be. Throws if there is no such folder.
 */
export function mountablePath(
  root: string,
  { path, bytes, named }: ScannedFolder,
  must: string,
): string {
  if (bytes === null && path !== '') return path;
  if (named !== '') return named;
  throw new Error(
    `${JSON.stringify(path)} in ${root} must be ${must}, but its name is not valid UTF-8, or it cannot be listed: rename it`,
  );
}

interface Entry {
  readonly entry: Dirent;
  /** As text. */
  readonly name: string;
  /** Its path from the root as bytes (Latin-1) if that is not valid UTF-8. */
  readonly bytes: string | null;
}

/** `null` if the folder exists but cannot be listed. */
function entriesOf(root: string, folder: ScannedFolder): readonly Entry[] | null {
  try {
    if (folder.bytes === null) {
      const entries = readdirSync(join(root, folder.path), { withFileTypes: true });
      if (!entries.some((entry) => entry.name.includes('\uFFFD')))
        return entries.map((entry) => ({ entry, name: entry.name, bytes: null }));
    }
    const bytesOfFolder = folder.bytes ?? bytesOfText(folder.path);
    const entries = readdirSync(underRoot(root, bytesOfFolder), {
      withFileTypes: true,
      encoding: 'latin1',
    });
    return entries.map((entry) => {
      const name = rawBytes(entry.name).toString('utf8');
      const isText = folder.bytes === null && bytesOfText(name) === entry.name;
      return { entry, name, bytes: isText ? null : below(bytesOfFolder, entry.name) };
    });
  } catch (error) {
    const code = errnoOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : null;
  }
}

function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
