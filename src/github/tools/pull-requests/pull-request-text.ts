import { counted, truncateMiddle } from '../../../common/index.ts';
import type { PullRequestFile } from '../../ports/github.ts';

const MAX_LISTED_FILES = 300;
const MAX_DIFF_CHARS = 20_000;
const MAX_FILE_DIFF_CHARS = 10_000;

/** The list of the files, and as many diffs as fit, at least one, from the file with index `from` on. */
export function filesText(changed: readonly PullRequestFile[], from: number): string {
  const diffs: string[] = [];
  let left = MAX_DIFF_CHARS;
  let next = from;
  for (const file of changed.slice(from)) {
    const diff = diffText(file);
    if (diff.length > left && diffs.length > 0) break;
    diffs.push(diff);
    left -= diff.length;
    next += 1;
  }
  const hidden = changed.length - next;
  const more =
    hidden <= 0
      ? []
      : [`${counted(hidden, 'diff')} did not fit: continue with from: ${next}, or name the files.`];
  return [...(from === 0 ? fileList(changed) : []), ...diffs, ...more].join('\n');
}

function fileList(changed: readonly PullRequestFile[]): readonly string[] {
  const listed = changed.slice(0, MAX_LISTED_FILES).map(fileLine);
  const rest = changed.length - listed.length;
  const more = rest > 0 ? [`… and ${counted(rest, 'more file')}`] : [];
  return [`${counted(changed.length, 'file')}:`, ...listed, ...more, ''];
}

function fileLine(file: PullRequestFile): string {
  const from = file.previousPath === null ? '' : ` (was ${file.previousPath})`;
  return `${file.status} ${file.path}${from} +${file.additions} -${file.deletions}`;
}

/** The diff of one of several files. Of a long diff only the start and the end. */
export function diffText(file: PullRequestFile): string {
  const patch = file.patch ?? '(GitHub has no diff of it here; name only this file to see it)';
  const more =
    patch.length > MAX_FILE_DIFF_CHARS ? '\n(truncated: name only this file to see all of it)' : '';
  return `--- ${fileLine(file)}\n${truncateMiddle(patch, MAX_FILE_DIFF_CHARS)}${more}`;
}

/** The diff of one file from a character on. */
export function diffPage(file: PullRequestFile, patch: string, from: number): string {
  const page = patch.slice(from, from + MAX_DIFF_CHARS);
  const end = from + page.length;
  const more =
    end < patch.length
      ? `\n(${patch.length - end} characters more: continue with from: ${end})`
      : '';
  return `--- ${fileLine(file)}\n${page}${more}`;
}
