import type { PathResolver } from '../../model/facts.ts';
import { MAX_GLOB_MATCHES } from '../parse/limits.ts';
import { absoluteFrom, normalised } from './paths.ts';
import type { ShellState } from '../walk/shell-state.ts';

/** A part of a glob word. `wildcard` characters match; others are literal. */
interface GlobPiece {
  readonly text: string;
  readonly wildcard: boolean;
}

function textOf(pieces: readonly GlobPiece[]): string {
  return pieces.map(({ text }) => text).join('');
}

export interface GlobNames {
  /** What the word becomes, as words; the word itself where nothing matches, as bash leaves it. */
  readonly names: readonly string[];
  /** None of the names begins with `-`. */
  readonly dashless: boolean;
  /** The names were looked up; otherwise the only one is the pattern. */
  readonly exact: boolean;
}

/** The names that an unquoted glob becomes, and the folders (absolute) that it lists. */
interface GlobMatches extends GlobNames {
  readonly listed: readonly string[];
}

/** The names that an unquoted glob becomes; `null` if they are known only at run time. */
export function globNames(
  pieces: readonly GlobPiece[],
  state: ShellState,
  pathResolver: PathResolver,
): GlobMatches | null {
  const written = textOf(pieces);
  const components = splitComponents(pieces);
  if (pathResolver.list === undefined) {
    // There are no files. A pattern that spells a leading dot may mean any protected file.
    const hiding = components.some(
      (part) => part.some((p) => p.wildcard) && part[0]?.text.startsWith('.'),
    );
    if (hiding) return null;
    const listed = startsOf(written, state).map((folder) => firstListed(components, folder));
    return { names: [written], dashless: !/^[-*?[]/.test(written), exact: false, listed };
  }
  if (state.folders === null && !written.startsWith('/')) return null;
  const names = new Set<string>();
  const listed = new Set<string>();
  for (const folder of startsOf(written, state)) {
    const found = matches(components, folder, pathResolver, listed);
    if (found === null || names.size + found.length > MAX_GLOB_MATCHES) return null;
    for (const name of found.length === 0 ? [written] : found) names.add(name);
  }
  return {
    names: [...names],
    dashless: [...names].every((name) => !name.startsWith('-')),
    exact: true,
    listed: [...listed],
  };
}

function startsOf(written: string, { folders }: ShellState): readonly string[] {
  return written.startsWith('/') ? ['/'] : (folders ?? []);
}

/** The folder that a pattern lists first. */
function firstListed(components: readonly GlobPiece[][], folder: string): string {
  const plain = components.slice(
    0,
    components.findIndex((component) => component.some((piece) => piece.wildcard)),
  );
  const path = plain.map(textOf).join('/');
  return normalised(absoluteFrom(folder, path));
}

function splitComponents(pieces: readonly GlobPiece[]): GlobPiece[][] {
  const components: GlobPiece[][] = [[]];
  for (const piece of pieces) {
    for (const [index, text] of (piece.wildcard ? [piece.text] : piece.text.split('/')).entries()) {
      if (index > 0) components.push([]);
      if (text !== '') components.at(-1)?.push({ text, wildcard: piece.wildcard });
    }
  }
  return components;
}

function matches(
  components: readonly GlobPiece[][],
  folder: string,
  pathResolver: PathResolver,
  listed: Set<string>,
): string[] | null {
  // `..` after a symlink leads elsewhere than the text says.
  const parts = components.map(textOf);
  if (parts.some((part, index) => part === '..' && index > 0 && parts[index - 1] !== '..'))
    return null;
  let found = [''];
  listed.add(firstListed(components, folder));
  for (const [index, component] of components.entries()) {
    const last = index === components.length - 1;
    const next: string[] = [];
    for (const base of found) {
      const place = absoluteFrom(folder, base === '' ? '.' : base);
      const names = namesOf(component, place, pathResolver);
      if (component.some((piece) => piece.wildcard) && names?.length !== 0)
        listed.add(normalised(place));
      if (names === null || next.length + names.length > MAX_GLOB_MATCHES) return null;
      next.push(...names.map((name) => `${base}${name}${last ? '' : '/'}`));
    }
    found = next;
  }
  return found;
}

function namesOf(
  component: readonly GlobPiece[],
  folder: string,
  pathResolver: PathResolver,
): string[] | null {
  if (!component.some((piece) => piece.wildcard)) return [textOf(component)];
  const steps = stepsOf(component);
  const names = pathResolver.list?.(normalised(folder)) ?? null;
  if (steps === null || names === null) return null;
  const dotted = component[0]?.wildcard === false && component[0].text.startsWith('.');
  const visible = [...names, ...(dotted ? ['.', '..'] : [])];
  return visible.filter((name) => (dotted || !name.startsWith('.')) && fits(steps, name));
}

/** One character, `null` where it is any; or the rest of a name, up to where what follows matches again. */
type Step = { readonly kind: 'one'; readonly character: string | null } | { readonly kind: 'rest' };

/** Brackets are taken as "any character": naming more files than bash would is the safe side. */
function stepsOf(component: readonly GlobPiece[]): readonly Step[] | null {
  const steps: Step[] = [];
  for (const { text, wildcard } of component) {
    if (!wildcard) for (const character of text) steps.push({ kind: 'one', character });
    // Without the option "globstar", which no source may set, two stars are one.
    else if (/^\*+$/.test(text)) steps.push({ kind: 'rest' });
    else if (text === '?' || text.startsWith('[')) steps.push({ kind: 'one', character: null });
    else return null;
  }
  return steps;
}

/** Only the last `*` is ever tried again, so that no pattern of a model's makes this search: pattern times name at most. */
function fits(steps: readonly Step[], name: string): boolean {
  const characters = Array.from(name);
  let position = 0;
  let step = 0;
  let retry: { readonly step: number; position: number } | null = null;
  while (position < characters.length) {
    const here = steps[step];
    if (here?.kind === 'rest') {
      step += 1;
      retry = { step, position };
    } else if (
      here !== undefined &&
      (here.character ?? characters[position]) === characters[position]
    ) {
      step += 1;
      position += 1;
    } else if (retry === null) return false;
    else {
      retry.position += 1;
      ({ step, position } = retry);
    }
  }
  return steps.slice(step).every(({ kind }) => kind === 'rest');
}
