import { markdownCell } from './markdown-cell.ts';
import type { ChangesLeft, Published } from './report.ts';

const MAX_LEFT_OUT_SHOWN = 20;
const SHORT_SHA_CHARS = 12;

/** What people need to have the changes that a run left in its work tree; empty where it left none. */
export function changesSection(left: ChangesLeft | null, published: Published): string {
  if (left === null) return '';
  const shown = left.leftOut.slice(0, MAX_LEFT_OUT_SHOWN);
  const out = shown.map(
    ({ path, because }) => `- not in it: ${markdownCell(path)}, because ${because}`,
  );
  const more = left.leftOut.length - shown.length;
  return [
    '**Changes that were left in the work tree**',
    '',
    left.files === 0 ? 'None of them can be offered.' : offer(left, published),
    ...(out.length === 0 ? [] : ['', ...out]),
    ...(more === 0 ? [] : [`- … and ${more} more, named in the trail`]),
  ].join('\n');
}

function offer(left: ChangesLeft, published: Published): string {
  const what = `${left.files} ${left.files === 1 ? 'file' : 'files'}, ${left.bytes} bytes`;
  const base = left.base.slice(0, SHORT_SHA_CHARS);
  if (published.kind === 'kept') {
    return `\`${left.name}\` (${what}, on \`${base}\`) lies beside the trail on the runner.`;
  }
  const run = /\/runs\/(\d+)\//.exec(published.url)?.[1] ?? 'RUN';
  return [
    `\`${left.name}\` (${what}) is in the artifact of the trail. On \`${base}\`:`,
    '',
    '```sh',
    `gh run download ${run} --name ${published.name} --dir trail && git apply trail/${left.name}`,
    '```',
  ].join('\n');
}
