/** The longest source that is judged, in UTF-16 units; a longer one is never `auto`. */
export const MAX_SOURCE_CHARS = 32_768;
/** How many syntax nodes are visited for one source, loops unrolled; beyond that nothing is `auto`. */
export const MAX_STEPS = 5_000;
/** How deep sources may stand in one another: `sh -c "sh -c …"`. */
export const MAX_SOURCE_DEPTH = 4;
/** How many words one brace expansion or one loop over literal words may make. */
export const MAX_EXPANDED_WORDS = 64;
/** How often the body of a `while` is judged until its variables no longer change. */
export const MAX_LOOP_ROUNDS = 4;
/** How many folders a command may stand in at once (after `cd` that may have failed). */
export const MAX_FOLDERS = 8;
/** How many file names a glob is resolved to; a wider one is known only at run time. */
export const MAX_GLOB_MATCHES = 500;
/** How many files are looked at to know that no symlink among those found leads elsewhere. */
export const MAX_FILES_LOOKED_AT = 500;
/** Nesting of brackets beyond which a source is not even parsed. */
export const MAX_BRACKETS = 200;

/** Thrown inside this folder only, where a limit ends the walk; `analyseCommand` makes it a `problem`. */
export class BeyondLimit extends Error {}

const OPENING = '([{`';
/** All but line feed, tab, and the mark that makes a symbol an emoji. */
const HIDDEN = /(?!\n|\t|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Default_Ignorable_Code_Point}]/u;
/** Bash reads on behind a backslash at a line's end; the parser takes a variable or a sequence that is broken so for text. */
const BROKEN = /\$\{?\w*\\\n|\.\\\n\./;
const ODD_BLANK = /(?! )\p{Zs}/u;

/**
 * What can be told before parsing: why `source` is not to be judged at all, or `null`.
 * Characters that people do not see, or that terminals act on, are refused whatever they stand in:
 * what a person approves must be what they read.
 */
export function screen(source: string): string | null {
  if (source.length > MAX_SOURCE_CHARS) {
    return `the command is ${source.length} characters long; the limit is ${MAX_SOURCE_CHARS}`;
  }
  if (source.trim() === '') return 'the command is empty';
  if (!source.isWellFormed()) return 'the command holds half of a character';
  if (HIDDEN.test(source)) return 'the command holds control or invisible characters';
  if (ODD_BLANK.test(source)) return 'the command holds blanks that are not spaces to a shell';
  if (BROKEN.test(source)) return 'a line of the command ends within a variable or a sequence';
  return tooManyBrackets(source) ? `brackets are nested deeper than ${MAX_BRACKETS}` : null;
}

function tooManyBrackets(source: string): boolean {
  let opened = 0;
  for (const character of source) {
    if (OPENING.includes(character)) opened += 1;
    else if (opened > 0 && ')]}'.includes(character)) opened -= 1;
    if (opened > MAX_BRACKETS) return true;
  }
  return false;
}
