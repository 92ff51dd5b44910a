import { IN_A_FILE, placeIn, type SourceFault } from './source-fault.ts';

/** The longest source that is analysed, in UTF-16 units. A longer one is never `auto`. */
const MAX_SOURCE_CHARS = 32_768;
/** How many syntax nodes of one source are visited, loops unrolled. Beyond that nothing is `auto`. */
export const MAX_STEPS = 5_000;
/** How many words that are walked once more, as those of a program that another one starts, count as one of them. */
export const WORDS_OF_STEP = 16;
/** How deep sources may be nested: `sh -c "sh -c …"`. */
export const MAX_SOURCE_DEPTH = 4;
/** How many programs may start each other by their words: `env timeout 5 nice …`. */
export const MAX_WRAPPERS = 16;
/** How many commands that one command starts are compared with rules. */
export const MAX_STARTED_COMMANDS = 200;
/** How many words one brace expansion or one loop over literal words may make. */
export const MAX_EXPANDED_WORDS = 64;
/** How often the body of a `while` is walked until its variables no longer change. */
export const MAX_LOOP_ROUNDS = 4;
/** How many folders a command may be in at once (after `cd` that may have failed). */
export const MAX_FOLDERS = 8;
/** How many file names a glob is resolved to; a wider one is known only at run time. */
export const MAX_GLOB_MATCHES = 500;
/** How many files are checked for symlinks that lead elsewhere. */
export const MAX_FILES_LOOKED_AT = 500;
/** Nesting of brackets beyond which a source is not even parsed. */
const MAX_BRACKETS = 200;

/** Thrown if a limit ends the walk. `analyseCommand` turns it into a `problem`. */
export class BeyondLimit extends Error {}

const OPENING = '([{`';
/** All but line feed, tab, and the mark that makes a symbol an emoji. */
const HIDDEN = /(?!\n|\t|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Default_Ignorable_Code_Point}]/u;
/**
 * Bash continues after a backslash at the end of a line. The parser reads a variable or a sequence that is broken so as
 * text.
 */
const BROKEN = /\$\{?\w*\\\n|\.\\\n\./;
const ODD_BLANK = /(?! )\p{Zs}/u;

/**
 * Why `source` is refused before it is parsed, or `null`. Characters that people do not see, or that terminals act on,
 * are refused in every place: people must approve what they read.
 */
export function screen(source: string): SourceFault | null {
  if (source.length > MAX_SOURCE_CHARS) {
    const because = `the command is ${source.length} characters long; the limit is ${MAX_SOURCE_CHARS}`;
    return { because, instead: IN_A_FILE };
  }
  if (source.trim() === '') {
    return { because: 'the command is empty', instead: 'Write the command to run.' };
  }
  if (!source.isWellFormed()) {
    return { because: 'the command contains half of a character', instead: IN_A_FILE };
  }
  const hidden = characterFault(source, HIDDEN, 'a control or invisible character');
  if (hidden !== null) return hidden;
  const blank = characterFault(source, ODD_BLANK, 'a blank that is not a space to a shell');
  if (blank !== null) return blank;
  const broken = BROKEN.exec(source);
  if (broken !== null) {
    const because = `a line of the command ends within a variable or a sequence, ${placeIn(source, broken.index)}`;
    return { because, instead: 'Write the variable or the sequence on one line.' };
  }
  if (!tooManyBrackets(source)) return null;
  return { because: `brackets are nested deeper than ${MAX_BRACKETS}`, instead: IN_A_FILE };
}

function characterFault(source: string, pattern: RegExp, what: string): SourceFault | null {
  const found = pattern.exec(source);
  if (found === null) return null;
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const because = `the command contains ${what}, U+${code}, on line ${source.slice(0, found.index).split('\n').length}`;
  const escape = code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code}`;
  return {
    because,
    instead: `Leave it out, or write it so that people see it: $'${escape}'. A file that fs_write writes can hold any text.`,
  };
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
