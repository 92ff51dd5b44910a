/** I/O and environment: where Node may keep what it compiled, for the command line. */
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

const ONLY_THE_USER = 0o700;

/**
 * Lets Node keep the program's compiled code in the user's own cache folder, which takes a fifth off the next start.
 * Whoever can write there can change what runs, so it is never a folder that the agent might be given: not
 * inside the current one, nor inside one that a word of the command line names. Does nothing where there is no such place.
 *
 * The first start only makes the folder. To keep code costs a start some of its time, which a machine that is thrown away after
 * one run does not get back.
 */
export function keepCompiledCode(argv: readonly string[]): void {
  const folder = compileCacheFolder(process.env, [process.cwd(), ...argv]);
  if (folder === null) return;
  if (existsSync(folder)) {
    enableCompileCache(folder);
    return;
  }
  try {
    mkdirSync(folder, { recursive: true, mode: ONLY_THE_USER });
  } catch {
    // A home that takes no folder keeps no code.
  }
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
