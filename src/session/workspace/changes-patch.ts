import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Trail } from '../../audit/index.ts';
import { CountersignError, errorText, oneLine, type Redactor, sha256 } from '../../common/index.ts';
import { denialText, isSecretsLike, type WriteDenial } from '../../policy/index.ts';
import {
  committedBytes,
  findChanges,
  type FilePatch,
  type FoundChanges,
  stateOnDisk,
  type TrustedStore,
  type WorkTreeFile,
  workTreePatch,
} from '../../sandbox/index.ts';
import type { ChangesLeft, PushedFile } from '../../reporting/index.ts';
import type { Session } from '../open-session.ts';
import { mayPublishOf } from './read-visibility.ts';

/** The patch beside the trail. */
export const CHANGES_FILE = 'changes.patch';
const MAX_PATCH_BYTES = 20 * 1024 * 1024;
const MAX_LEFT_OUT = 100;
/** A longer diff only names its further files. */
const MAX_DIFF_CHARS = 1_000_000;
const MAX_PATH_CHARS = 1_000;
const INDEX_LINE = /^index [0-9a-f]+\.\.[0-9a-f]+(?: \d+)?\n/m;

/** In the header of a patch; the lines of its content begin differently. */
const LINK_LINE = /^(?:new (?:file )?mode|index [0-9a-f]+\.\.[0-9a-f]+) 120000$/m;
const UNREAD_FILE = 'the policy keeps it from being read';
const UNREAD_LINK =
  'it is a link to what is missing, outside of the checkout, or kept from being read by the policy';

/** The source of changes, and which of them may be published. */
interface PublishableOptions {
  readonly store: TrustedStore;
  /** The commit to compare with. */
  readonly base: string;
  /** What differs from it, if it was found already and nothing can have changed since. */
  readonly found?: FoundChanges;
  readonly redactor: Redactor;
  /** Whether the policy allows the content of this path to be published. */
  readonly mayPublish: (path: string) => Promise<boolean>;
  /** The rule that denies to write a path. Absent: a change is shown whatever denies it. */
  readonly writeDenial?: (path: string) => WriteDenial | null;
}

/**
 * Writes the uncommitted work of a run as a patch beside its trail, and records it there. Omits files that usually hold
 * secrets, that contain a secret, or that the policy does not allow to be read or written; the result names them. A redacted line
 * would break the patch, and everybody with access to the artifact can read it. Returns `null` if there are no changes,
 * or if the patch could not be written (`warn` gets the reason). Never rejects because of a git error.
 */
export async function writeChangesPatch(
  options: PublishableOptions &
    Required<Pick<PublishableOptions, 'writeDenial'>> & {
      readonly trail: Pick<Trail, 'folder' | 'append'>;
      /** Each file as it was committed last. The same content with the same mode is omitted. */
      readonly pushed: ReadonlyMap<string, PushedFile>;
      readonly warn: (message: string) => void;
    },
): Promise<ChangesLeft | null> {
  const { base, trail, redactor, warn } = options;
  try {
    const found = await publishableChanges(options);
    const pushed = await pushedPaths(options);
    const kept = found.kept.filter(({ path }) => !pushed.has(path));
    const leftOut = found.leftOut.filter(({ path }) => !pushed.has(path));
    const patch = Buffer.concat(kept.map((file) => file.patch));
    if (kept.length === 0 && leftOut.length === 0) return null;
    if (patch.length > MAX_PATCH_BYTES) {
      throw new CountersignError(
        'worktree-refused',
        `They are ${patch.length} bytes; at most ${MAX_PATCH_BYTES} are kept.`,
      );
    }
    await writeFile(join(trail.folder, CHANGES_FILE), patch);
    const about = {
      name: CHANGES_FILE,
      sha256: sha256(patch),
      bytes: patch.length,
      base,
      files: new Set(kept.map(({ path }) => path)).size,
      leftOut: redactedPaths(leftOut.slice(0, MAX_LEFT_OUT), redactor),
    };
    await trail.append({ type: 'changes.saved', ...about });
    return about;
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'trail-unwritable') throw error;
    const message = redactor.redact(errorText(error));
    warn(`The changes that were left could not be kept as a patch: ${message}`);
    return null;
  }
}

/** The paths whose state on disk is as GitHub has it already, in the form in which git commits it. */
async function pushedPaths({
  store,
  base,
  pushed,
}: Pick<PublishableOptions, 'store' | 'base'> & {
  readonly pushed: ReadonlyMap<string, PushedFile>;
}): Promise<ReadonlySet<string>> {
  const files: WorkTreeFile[] = [];
  const digests = new Map<string, string | null>();
  const modes = new Map<string, PushedFile['mode']>();
  for (const path of pushed.keys()) {
    const state = stateOnDisk(store, path);
    if (state.kind === 'file') {
      files.push({ path, bytes: state.bytes });
      modes.set(path, state.isExecutable ? '100755' : '100644');
    } else if (state.kind === 'link') {
      digests.set(path, sha256(state.bytes));
      modes.set(path, '120000');
    } else if (state.kind === 'absent') digests.set(path, null);
  }
  const committed = await committedBytes(store, base, files, 'as-is', [...digests.keys()]);
  for (const [index, { path }] of files.entries())
    digests.set(path, sha256(committed[index] ?? ''));
  // No mode: a deletion, or an audit trail from before it was recorded.
  const isPushed = (path: string, { sha256: sha, mode }: PushedFile): boolean =>
    digests.get(path) === sha && (mode === undefined || mode === modes.get(path));
  return new Set([...pushed].flatMap(([path, file]) => (isPushed(path, file) ? [path] : [])));
}

/** The changes since `base`, without the files whose content must not be published. */
async function publishableChanges(options: PublishableOptions): Promise<{
  readonly kept: readonly FilePatch[];
  readonly leftOut: readonly { readonly path: string; readonly because: string }[];
}> {
  const found = await workTreePatch(options.store, { base: options.base, found: options.found });
  const reasons = new Map<string, string>();
  for (const file of found.files) {
    const because = await whyNot(file, options);
    if (because !== null) reasons.set(file.path, because);
  }
  return {
    // A file that became a link has two parts, of which neither applies without the other.
    kept: found.files.filter(({ path }) => !reasons.has(path)),
    leftOut: [...found.leftOut, ...[...reasons].map(([path, because]) => ({ path, because }))],
  };
}

/**
 * The changes of the work tree since `base` as a unified diff for people, of these paths alone if any are given; `null`
 * if nothing changed. Files that stay out of the patch are named with the reason. Where git fails, the text says so.
 */
export async function changesDiff(
  options: PublishableOptions,
  only: readonly string[] | null,
): Promise<string | null> {
  try {
    // What is named is shown even if git ignores it.
    const found = await findChanges(options.store, options.base, only ?? []);
    const { kept, leftOut } = await publishableChanges({ ...options, found });
    const isShown = ({ path }: { readonly path: string }): boolean =>
      only === null || only.includes(path);
    const diffs = diffTexts(kept.filter(isShown));
    const hidden = leftOut
      .filter(isShown)
      .map(({ path, because }) => noteOf(path, `not shown, because ${because}`));
    return diffs.length + hidden.length === 0 ? null : [...hidden, ...diffs].join('');
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    return `# The diff is not shown: ${error.message}\n`;
  }
}

/** The changes of a run since its commit, of these paths alone if any are given; `null` without a commit or a change. */
export async function changesOfRun(
  { job, context, workspace }: Session,
  only: readonly string[] | null,
): Promise<string | null> {
  const store = (await workspace?.store()) ?? null;
  if (workspace === null || store === null || job.headSha === null) return null;
  const mayPublish = mayPublishOf(job.policy, workspace);
  const options = { store, base: job.headSha, redactor: context.redactor, mayPublish };
  return await changesDiff(options, only);
}

/** The bytes that git commits for files of a run's workspace, as `ExtraToolsOptions` says. */
export async function bytesToCommit(
  { job, workspace }: Session,
  files: readonly WorkTreeFile[],
  deleted: readonly string[],
): Promise<readonly Uint8Array[]> {
  const store = (await workspace?.store()) ?? null;
  return store === null || job.headSha === null
    ? files.map(({ bytes }) => bytes)
    : await committedBytes(store, job.headSha, files, 'refused', deleted);
}

/** Each file as text: binary files as their size, files beyond the limit as their name. */
function diffTexts(files: readonly FilePatch[]): readonly string[] {
  let room = MAX_DIFF_CHARS;
  return files.map(({ path, patch, binary }) => {
    if (binary) return noteOf(path, `a binary file, whose patch has ${patch.length} bytes`);
    // The digests of git's objects say nothing to people.
    const text = patch.toString('utf8').replace(INDEX_LINE, '');
    room -= text.length;
    return room < 0 ? noteOf(path, 'not shown, because the diff is too long') : text;
  });
}

/** A line about a file, whose name cannot begin another line. */
function noteOf(path: string, what: string): string {
  return `# ${oneLine(path, MAX_PATH_CHARS)}: ${what}\n`;
}

/** Why a file's changes are left out; `null` if they are included. */
async function whyNot(
  file: FilePatch,
  { store, redactor, mayPublish, writeDenial }: PublishableOptions,
): Promise<string | null> {
  if (isSecretsLike(file.path)) return 'a file of this name usually holds secrets';
  const denial = writeDenial?.(file.path) ?? null;
  if (denial !== null) return `the policy denies to write it: ${denialText(denial)}`;
  const text = file.patch.toString('utf8');
  if (!(await mayPublish(file.path))) return LINK_LINE.test(text) ? UNREAD_LINK : UNREAD_FILE;
  const packed = file.binary ? contentOf(store, file.path) : '';
  const holds = redactor.redact(text) !== text || redactor.redact(packed) !== packed;
  return holds ? 'it holds a secret' : null;
}

function contentOf(store: TrustedStore, path: string): string {
  const state = stateOnDisk(store, path);
  return state.kind === 'file' ? state.bytes.toString('latin1') : '';
}

function redactedPaths(
  files: readonly { readonly path: string; readonly because: string }[],
  redactor: Redactor,
): { path: string; because: string }[] {
  return files.map(({ path, because }) => ({ path: redactor.redact(path), because }));
}
