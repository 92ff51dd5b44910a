import { sha256 } from '../../common/index.ts';
import type { CallPreview } from '../../tools/index.ts';
import { exact, foreignLetters, withoutLongRuns } from './markdown.ts';

const FOREIGN_MAX = 16;
const TAB_COLUMNS = 8;

/** A preview as it is displayed. Cached, because each answer renders the request again. */
export interface DisplayedCall {
  /** With every invisible character escaped. */
  readonly shown: string;
  /** The same for a long comment: long runs of backticks are escaped, too. */
  readonly tight: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Non-ASCII letters. */
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
