import { refusedGit } from '../read/scan-git-folder.ts';
import type { ViewGit } from './git-view-git.ts';

/** The repository's configuration as a view of its git folder has it. */
const MAX_CONFIG_BYTES = 4 * 1024 * 1024;

/** What would make git look for files that a view has not, or fetch what it hides. Names are lower case. */
const LEFT_OUT =
  /^(?:extensions\.(?:partialclone|worktreeconfig)|remote\..*\.(?:promisor|partialclonefilter)|core\.(?:usereplacerefs|sparsecheckout|sparsecheckoutcone|splitindex|untrackedcache|fsmonitor)|splitindex\..*|index\.sparse)$/su;

/** Submodules keep their objects in `modules/`, which a view has not; asked for their state git would fail. */
const ADDED = '[diff]\n\tignoreSubmodules = all\n[submodule]\n\trecurse = false\n';

/** The text of `config`, bytes as they are in `shownConfig`. */
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

/** One key as a section of its own. The name of a subsection may hold dots. */
function written(pair: string): string {
  const key = keyOf(pair);
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  if (first === -1) throw refusedGit('its configuration is broken');
  const section = key.slice(0, first);
  const name = key.slice(last + 1);
  const subsection = first === last ? '' : ` "${escaped(key.slice(first + 1, last))}"`;
  // A key without a value is true, and is listed without a line feed.
  const value = key.length === pair.length ? '' : ` = "${valueText(pair.slice(key.length + 1))}"`;
  return `[${section}${subsection}]\n\t${name}${value}\n`;
}

function escaped(text: string): string {
  return text.replaceAll(/["\\]/gu, String.raw`\$&`);
}

function valueText(value: string): string {
  return escaped(value).replaceAll('\n', String.raw`\n`).replaceAll('\t', String.raw`\t`);
}
