/** I/O and environment: where Node may keep what it compiled, for the command line. */
import { existsSync, realpathSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/**
 * Lets Node keep the program's compiled code in the user's own cache folder, which takes a fifth off the next start.
 * Whoever can write there can change what runs, so it is never a folder that the agent might be given: not
 * inside the current one, nor inside one that a word of the command line names. Does nothing where there is no such place.
 */
export function keepCompiledCode(argv: readonly string[]): void {
  const folder = compileCacheFolder(process.env, [process.cwd(), ...argv]);
  if (folder !== null) enableCompileCache(folder);
}

/** The folder for compiled code, or `null` where one of `places` (words that may be folders) holds it. */
export function compileCacheFolder(
  environment: Readonly<Record<string, string | undefined>>,
  places: readonly string[],
): string | null {
  const home = environment['HOME'] ?? '';
  const caches = environment['XDG_CACHE_HOME'] ?? (home === '' ? '' : join(home, '.cache'));
  if (!isAbsolute(caches)) return null;
  const folder = join(real(caches), 'countersign', 'compiled');
  const words = new Set(places.flatMap((place) => [place, place.slice(place.indexOf('=') + 1)]));
  return [...words].some((word) => isInside(folder, real(resolve(word)))) ? null : folder;
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** The path without links, as far as it exists. */
function real(path: string): string {
  const above = dirname(path);
  // Most words are no paths, and being told so by an error takes ten times as long.
  if (!existsSync(path)) return above === path ? path : join(real(above), basename(path));
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
