import type { Table } from './table.ts';

/** What the operands of a program are. */
export type OperandKind =
  /** No operand is known to be harmless. */
  | 'none'
  /** Words that are only printed or counted; they may be known only at run time. */
  | 'text'
  /** Every word is printed, whatever it begins with: there are no options. */
  | 'words'
  /** Files or folders whose contents are read. */
  | 'read'
  /** Files or folders of which only names and attributes are printed. */
  | 'list'
  /** The first is a pattern unless an option gave one; the others are read. */
  | 'pattern-read';

/** The spec of one program. Whatever is not written here is not harmless. `PROGRAM_READERS` read what this cannot describe. */
export interface ProgramSpec {
  /** The harmless options; see `compileFlags`. */
  readonly flags: string;
  readonly operands: OperandKind;
  /** At most this many operands (`uniq IN OUT` writes its second). */
  readonly maxOperands?: number;
  /** No option, known or not, makes the program write or run anything, so words may come from stdin. */
  readonly harmlessOptions?: true;
  /** With these options only, and no file, it prints some lines of its input unchanged. */
  readonly filter?: RegExp;
  /** A word `@FILE` names a file of further words. */
  readonly responseFiles?: true;
  /** Options that do harm, for the message: `-o writes a file`. */
  readonly escapeHatches?: Table<string>;
}

/** A program of GNU coreutils 9.1, by its manual, that no option, known or not, makes write or run anything. */
export function coreutils(operands: OperandKind, flags: string): ProgramSpec {
  return { flags: `${flags} --help --version`, operands, harmlessOptions: true };
}
