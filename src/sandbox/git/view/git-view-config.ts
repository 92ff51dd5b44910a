import { refusedGit } from '../read/scan-git-folder.ts';
import type { ViewGit } from './git-view-git.ts';

/** The repository's configuration in a view. */
const MAX_CONFIG_BYTES = 4 * 1024 * 1024;

/** Keys that would make git look for files that a view does not have, or fetch hidden objects. Names are lower case. */
const LEFT_OUT =
  /^(?:extensions\.(?:partialclone|worktreeconfig)|remote\..*\.(?:promisor|partialclonefilter)|core\.(?:usereplacerefs|sparsecheckout|sparsecheckoutcone|splitindex|untrackedcache|fsmonitor)|splitindex\..*|index\.sparse)$/su;

/** Submodules have their objects in `modules/`, which a view does not have, so checking their state would fail. */
const ADDED = '[diff]\n\tignoreSubmodules = all\n[submodule]\n\trecurse = false\n';

/** The text of `config`, with the same bytes as in `shownConfig`. */
export async function shownConfiguration({
  git,
  shownConfig,
}: {
  readonly git: ViewGit;
  readonly shownConfig: string;
}): Promise<Buffer> {
  const listed = await git.onView(
    ['config', '--file', shownConfig, '--no-includes', '--list', '-z'],
    { maxOutputBytes: MAX_CONFIG_BYTES, mounts: [{ path: shownConfig, access: 'read' }] },
  );
  const kept = listed
    .toString('latin1')
    .split('\0')
    .filter((pair) => pair !== '' && !LEFT_OUT.test(keyOf(pair)));
  return Buffer.from(`${kept.map((pair) => written(pair)).join('')}${ADDED}`, 'latin1');
}

function keyOf(pair: string): string {
  return pair.split('\n', 1)[0] ?? '';
}

/** Writes one key as a section of its own. A subsection's name may contain dots. */
function written(pair: string): string {
  const key = keyOf(pair);
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  if (first === -1) throw refusedGit('its configuration is broken');
  const section = key.slice(0, first);
  const name = key.slice(last + 1);
  const subsection = first === last ? '' : ` "${escaped(key.slice(first + 1, last))}"`;
  // A key without a value means `true`, and is listed without a line feed.
  const value = key.length === pair.length ? '' : ` = "${valueText(pair.slice(key.length + 1))}"`;
  return `[${section}${subsection}]\n\t${name}${value}\n`;
}

function escaped(text: string): string {
  return text.replaceAll(/["\\]/gu, String.raw`\$&`);
}

function valueText(value: string): string {
  return escaped(value).replaceAll('\n', String.raw`\n`).replaceAll('\t', String.raw`\t`);
}
