import { posix } from 'node:path';
import type { PathResolver } from '../../model/facts.ts';
import type { ShellState } from '../walk/shell-state.ts';
import { wordSet } from '../specs/table.ts';

/** Devices without contents: naming them touches no path. */
const STREAMS = /^\/dev\/(?:null|stdin|stdout|stderr|fd\/[0-2])$/;

export function isStream(path: string): boolean {
  return STREAMS.test(path);
}

/** From the workspace root, or absolute where outside of it. */
export function fromRoot(absolute: string, root: string): string {
  if (absolute === root) return '.';
  const inside = root === '/' ? '/' : `${root}/`;
  return absolute.startsWith(inside) ? absolute.slice(inside.length) : absolute;
}

/** A path without `.` and `..` where they can be left out; a relative one stays relative. */
export function withoutDots(path: string): string {
  return posix.normalize(path);
}

/** An absolute path with `.` and `..` taken out as text, the way `cd` does. */
export function normalised(path: string): string {
  return posix.resolve('/', path);
}

export function isWithin(path: string, folder: string): boolean {
  return !fromRoot(path, folder).startsWith('/');
}

export function absoluteFrom(folder: string, path: string): string {
  return path.startsWith('/') ? path : `${folder}/${path}`;
}

/**
 * Where `path` leads from every folder that the command may run in, as absolute paths: as written, and with symlinks
 * followed. `null` if that is not known.
 */
export function resolvePlaces(
  path: string,
  state: ShellState,
  pathResolver: PathResolver,
): string[] | null {
  if (state.folders === null && !path.startsWith('/')) return null;
  const found = new Set<string>();
  for (const folder of path.startsWith('/') ? ['/'] : (state.folders ?? [])) {
    const real = physical(absoluteFrom(folder, path), pathResolver);
    if (real === null) return null;
    found.add(normalised(absoluteFrom(folder, path)));
    found.add(real);
  }
  return [...found];
}

/** Resolves a path as the kernel does: `..` leaves the target of a symlink, not the folder of the link. */
function physical(path: string, pathResolver: PathResolver): string | null {
  if (!path.split('/').includes('..')) return pathResolver.realpath(normalised(path));
  let current: string | null = '/';
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') current = normalised(`${current}/..`);
    else current = pathResolver.realpath(normalised(`${current}/${part}`));
    if (current === null) return null;
  }
  return current;
}

/** Whether something has this absolute path, as far as that is known. */
export function exists(place: string, pathResolver: PathResolver): boolean {
  const position = place.lastIndexOf('/');
  return (
    pathResolver.list?.(place.slice(0, position))?.includes(place.slice(position + 1)) === true
  );
}

/** Whether that is a file, or a folder without files. */
export function isFile(place: string, pathResolver: PathResolver): boolean {
  return exists(place, pathResolver) && pathResolver.list?.(place)?.length === 0;
}

const SOURCE_SUFFIXES = wordSet(
  'ts tsx mts cts js jsx mjs cjs json jsonc json5 md mdx txt rst adoc py pyi ipynb rs go java kt kts scala c h cc ' +
    'cpp hpp hh cs fs rb php pl lua swift dart ex exs erl hs ml clj zig sh bash css scss sass less html htm vue ' +
    'svelte astro xml svg yaml yml toml ini cfg csv tsv sql graphql gql proto snap lock gradle cmake mk tf hcl diff patch',
);

/**
 * Whether a file-name pattern can only match files with a suffix that source files have,
 * so neither `.env*` nor `.npmrc` nor what git keeps in `.git`.
 */
export function isOrdinaryPattern(pattern: string): boolean {
  const name = pattern.slice(pattern.lastIndexOf('/') + 1);
  const braces = /^[^{}]*\.\{([a-z0-9,]+)\}$/.exec(name);
  const suffixes = braces?.[1]?.split(',') ?? [/\.([a-z0-9]+)$/.exec(name)?.[1] ?? ''];
  return !/^\.|(^|\/)\.git/.test(name) && suffixes.every((suffix) => SOURCE_SUFFIXES.has(suffix));
}
