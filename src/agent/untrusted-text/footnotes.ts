import { countRemoved, type Removed } from './removed-counts.ts';

const CONTAINER = String.raw`(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t]))*[ \t]*`;
const START = new RegExp(String.raw`^${CONTAINER}\[\^([^\s\[\]]{1,200})\]:`);
const OTHER_DEFINITION = new RegExp(String.raw`^${CONTAINER}\[`);
const REFERENCE = /(?<!\\)\[\^([^\s[\]]{1,200})\]/g;
const BLANK = /^[ \t>]*$/;

interface Note {
  readonly label: string;
  readonly lines: readonly string[];
}

/**
 * Removes footnotes that a page does not show: those that no text outside of footnotes references, directly or through
 * other footnotes, and later ones of the same name.
 */
export function withoutFootnotes(text: string, removed: Removed): string {
  if (!text.includes('[^')) return text;
  const parts = partsOf(text.split('\n'));
  const notes = new Map<string, Note>();
  for (const part of parts) {
    if (typeof part !== 'string' && !notes.has(part.label)) notes.set(part.label, part);
  }
  const shown = reached(parts, notes);
  return parts
    .flatMap((part) => {
      if (typeof part === 'string') return [part];
      if (shown.has(part.label) && notes.get(part.label) === part) return part.lines;
      countRemoved(removed, 'footnotes');
      return [''];
    })
    .join('\n');
}

/**
 * Splits the text into lines outside of footnotes, and footnotes. A footnote ends at a blank line, except for indented
 * lines below it.
 */
function partsOf(lines: readonly string[]): readonly (string | Note)[] {
  const parts: (string | Note)[] = [];
  let index = 0;
  while (index < lines.length) {
    const line = lines[index] ?? '';
    const label = START.exec(line)?.[1];
    if (label === undefined) {
      parts.push(line);
      index += 1;
      continue;
    }
    const end = endOfNote(lines, index + 1);
    parts.push({ label: label.toLowerCase(), lines: lines.slice(index, end) });
    index = end;
  }
  return parts;
}

function endOfNote(lines: readonly string[], from: number): number {
  let end = from;
  let blanks = 0;
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (BLANK.test(line)) blanks += 1;
    else {
      const indented = /^(?:[ \t]*>)*(?: {2,}|\t)/.test(line);
      if (blanks > 0 ? !indented : OTHER_DEFINITION.test(line)) break;
      blanks = 0;
      end = index + 1;
    }
  }
  return end;
}

/** The footnotes that a page shows: each has a reference outside of footnotes, or in one that is shown. */
function reached(
  parts: readonly (string | Note)[],
  notes: ReadonlyMap<string, Note>,
): ReadonlySet<string> {
  const shown = new Set<string>();
  const waiting = parts.flatMap((part) => (typeof part === 'string' ? labelsIn(part) : []));
  for (let label = waiting.pop(); label !== undefined; label = waiting.pop()) {
    const note = notes.get(label);
    if (note === undefined || shown.has(label)) continue;
    shown.add(label);
    waiting.push(...note.lines.flatMap(labelsIn));
  }
  return shown;
}

function labelsIn(line: string): readonly string[] {
  return [...line.matchAll(REFERENCE)].map(([, label = '']) => label.toLowerCase());
}
