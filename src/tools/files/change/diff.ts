import { formatPatch, structuredPatch } from 'diff';
import { visible } from '../../../common/index.ts';
import { differingPart } from './differing-part.ts';

const CONTEXT_LINES = 3;
const DIFF_TIMEOUT_MS = 2_000;
const DISPLAY_TIMEOUT_MS = 300;
const MAX_DISPLAY_CHARS = 30_000;

/** One file before and after; `before` is `null` for a new file. */
export interface FileChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
}

/**
 * The complete unified diff of these changes, by which a person approves. If the comparison takes too long, every old line is
 * shown as removed and every new one as added.
 */
export function unifiedDiff(changes: readonly FileChange[]): string {
  return changes.map((change) => diffOf(change, DIFF_TIMEOUT_MS)).join('\n');
}

/**
 * The same for the log. Of a diff that is too long for that it shows only the size.
 */
export function displayDiff(changes: readonly FileChange[]): string {
  const diff = changes.map((change) => diffOf(change, DISPLAY_TIMEOUT_MS)).join('\n');
  if (diff.length <= MAX_DISPLAY_CHARS) return diff;
  return changes.map(({ path }) => `${visible(path)}: changed, too much to show here`).join('\n');
}

function diffOf({ path, before, after }: FileChange, timeout: number): string {
  const name = visible(path).replaceAll(/[\n\t]/g, ' ');
  const oldName = before === null ? '/dev/null' : `a/${name}`;
  const newName = `b/${name}`;
  if (before === after) return `--- ${oldName}\n+++ ${newName}\n(no change)`;
  const part = differingPart(before ?? '', after, CONTEXT_LINES);
  const patch = structuredPatch(oldName, newName, part.before, part.after, undefined, undefined, {
    context: CONTEXT_LINES,
    timeout,
  });
  if (patch !== undefined) {
    for (const hunk of patch.hunks) {
      hunk.oldStart += part.linesBefore;
      hunk.newStart += part.linesBefore;
    }
    return formatPatch(patch).replace(/^=+\n/, '').replace(/\n$/, '');
  }
  return [
    `--- ${oldName}`,
    `+++ ${newName}`,
    ...marked('-', before ?? ''),
    ...marked('+', after),
  ].join('\n');
}

function marked(sign: string, text: string): readonly string[] {
  return text.split('\n').map((line) => sign + line);
}
