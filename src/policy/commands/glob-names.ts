import type { PolicyWorld } from '../facts.ts';
import { MAX_GLOB_MATCHES } from './limits.ts';
import { absoluteFrom, normalised } from './paths.ts';
import type { State } from './state.ts';

/** A part of a glob word: `magic` characters match, the others stand for themselves. */
export interface GlobPiece {
  readonly text: string;
  readonly magic: boolean;
}

export interface GlobNames {
  /** What the word becomes, as words; the word itself where nothing matches, as bash leaves it. */
  readonly names: readonly string[];
  /** None of the names begins with `-`. */
  readonly dashless: boolean;
  /** The names were looked up; otherwise the only one is the pattern. */
  readonly exact: boolean;
}

/** What an unquoted glob becomes; `null` where that can be told only at run time. */
export function globNames(
  pieces: readonly GlobPiece[],
  state: State,
  world: PolicyWorld,
): GlobNames | null {
  const written = pieces.map((piece) => piece.text).join('');
  const components = splitComponents(pieces);
  if (world.list === undefined) {
    // Nothing to look at. A pattern that spells a leading dot may mean any of the protected files.
    const hiding = components.some(
      (part) => part.some((p) => p.magic) && part[0]?.text.startsWith('.'),
    );
    return hiding ? null : { names: [written], dashless: !/^[-*?[]/.test(written), exact: false };
  }
  if (state.folders === null && !written.startsWith('/')) return null;
  const names = new Set<string>();
  for (const folder of written.startsWith('/') ? ['/'] : (state.folders ?? [])) {
    const found = matches(components, folder, world);
    if (found === null || names.size + found.length > MAX_GLOB_MATCHES) return null;
    for (const name of found.length === 0 ? [written] : found) names.add(name);
  }
  return {
    names: [...names],
    dashless: [...names].every((name) => !name.startsWith('-')),
    exact: true,
  };
}

function splitComponents(pieces: readonly GlobPiece[]): GlobPiece[][] {
  const components: GlobPiece[][] = [[]];
  for (const piece of pieces) {
    for (const [index, text] of (piece.magic ? [piece.text] : piece.text.split('/')).entries()) {
      if (index > 0) components.push([]);
      if (text !== '') components.at(-1)?.push({ text, magic: piece.magic });
    }
  }
  return components;
}

function matches(
  components: readonly GlobPiece[][],
  folder: string,
  world: PolicyWorld,
): string[] | null {
  // `..` behind a symlink leads elsewhere than the text says.
  const parts = components.map((component) => component.map((piece) => piece.text).join(''));
  if (parts.some((part, index) => part === '..' && index > 0 && parts[index - 1] !== '..'))
    return null;
  let found = [''];
  for (const [index, component] of components.entries()) {
    const last = index === components.length - 1;
    const next: string[] = [];
    for (const base of found) {
      const names = namesOf(component, absoluteFrom(folder, base === '' ? '.' : base), world);
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
  world: PolicyWorld,
): string[] | null {
  if (!component.some((piece) => piece.magic))
    return [component.map((piece) => piece.text).join('')];
  const pattern = componentPattern(component);
  const names = world.list?.(normalised(folder)) ?? null;
  if (pattern === null || names === null) return null;
  const dotted = component[0]?.magic === false && component[0].text.startsWith('.');
  const visible = [...names, ...(dotted ? ['.', '..'] : [])];
  return visible.filter((name) => (dotted || !name.startsWith('.')) && pattern.test(name));
}

/** Brackets are taken as "any character": naming more files than bash would is the safe side. */
function componentPattern(component: readonly GlobPiece[]): RegExp | null {
  let pattern = '';
  for (const piece of component) {
    if (!piece.magic) pattern += piece.text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
    else if (piece.text === '*') pattern += '.*';
    else if (piece.text === '?' || piece.text.startsWith('[')) pattern += '.';
    else return null;
  }
  return new RegExp(`^${pattern}$`, 'su');
}
