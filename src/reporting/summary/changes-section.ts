import { counted } from '../../common/index.ts';
import { markdownCode } from './markdown-cell.ts';
import type { ChangesLeft, Published } from '../report.ts';

const MAX_LEFT_OUT_SHOWN = 20;
const SHORT_SHA_CHARS = 12;

/** How to get the changes of a run; empty if it has none. */
export function changesSection(left: ChangesLeft | null, published: Published): string {
  if (left === null) return '';
  const shown = left.leftOut.slice(0, MAX_LEFT_OUT_SHOWN);
  const out = shown.map(
    ({ path, because }) => `- not included: ${markdownCode(path)}, because ${because}`,
  );
  const more = left.leftOut.length - shown.length;
  return [
    '**Changes that were not pushed**',
    '',
    left.files === 0 ? 'No change can be published.' : downloadText(left, published),
    ...(out.length === 0 ? [] : ['', ...out]),
    ...(more === 0 ? [] : [`- … and ${more} more, listed in the audit trail`]),
  ].join('\n');
}

function downloadText(left: ChangesLeft, published: Published): string {
  const what = `${counted(left.files, 'file')}, ${counted(left.bytes, 'byte')}`;
  const base = left.base.slice(0, SHORT_SHA_CHARS);
  if (published.kind === 'pending')
    return `\`${left.name}\` (${what}, on \`${base}\`) is uploaded with the audit trail.`;
  if (published.kind === 'kept') {
    return `\`${left.name}\` (${what}, on \`${base}\`) is beside the audit trail on the runner.`;
  }
  const run = /\/runs\/(\d+)\//.exec(published.url)?.[1] ?? 'RUN';
  return [
    `\`${left.name}\` (${what}) is in the artifact of the audit trail. To apply it on \`${base}\`:`,
    '',
    '```sh',
    `gh run download ${run} --name ${published.name} --dir trail && git apply trail/${left.name}`,
    '```',
  ].join('\n');
}
