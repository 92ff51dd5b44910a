import { sha256 } from '../../common/index.ts';
import type { CallPreview } from '../../tools/index.ts';
import { exact, foreignLetters, withoutLongRuns } from './markdown.ts';

const FOREIGN_MAX = 16;
const TAB_COLUMNS = 8;

/** What a request says of a preview, found out once: a request is rendered again with each answer. */
export interface DisplayedCall {
  /** With every character that does not show written out. */
  readonly shown: string;
  /** The same where room is short: long runs of backticks are written out, too. */
  readonly tight: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Letters outside ASCII. */
  readonly letters: readonly string[];
  readonly lines: number;
  /** Columns of the widest line. */
  readonly wide: number;
}

const KNOWN = new WeakMap<CallPreview, DisplayedCall>();

export function displayedCall(preview: CallPreview): DisplayedCall {
  const known = KNOWN.get(preview);
  if (known !== undefined) return known;
  const { text } = preview;
  const shown = exact(text);
  const lines = shown.split('\n');
  const made = {
    shown,
    tight: withoutLongRuns(shown),
    sha256: sha256(text),
    bytes: Buffer.byteLength(text),
    letters: foreignLetters(text, FOREIGN_MAX),
    lines: lines.length,
    wide: lines.reduce((most, line) => Math.max(most, columnsOf(line)), 0),
  };
  KNOWN.set(preview, made);
  return made;
}

function columnsOf(line: string): number {
  return line.length + (TAB_COLUMNS - 1) * (line.split('\t').length - 1);
}
