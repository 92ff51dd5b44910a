import { join } from 'node:path';
import {
  type CommandProfile,
  discardsWrites,
  keepsChanges,
  type WriteDenial,
} from '../../../policy/index.ts';
import type { FinishedCommand } from '../../exec/sandbox-backend.ts';
import { kindOf } from '../../git/read/git-paths.ts';
import type { CheckoutView } from '../mounts/checkout-mounts.ts';
import type { WorkspaceView } from '../mounts/workspace-view.ts';
import { foldersAbove, isWithin, leadingPaths } from '../../files/lexical-path.ts';
import {
  deniedNote,
  exceptionsNote,
  groupedNote,
  mentionsName,
  mentionsInFull,
  mountPointNote,
  firstPaths,
  writablePlacesNote,
} from './denial-notes.ts';
import { copyOverlayChanges, listOverlayChanges } from './overlay-changes.ts';
import type { CommandResult, SandboxLimit, SandboxReport } from '../../ports.ts';
import type { OverlayPaths } from '../bubblewrap/supervision.ts';

/**
 * Applies or discards what an ended command wrote into its overlay, and reports the limits that it met. This file does
 * I/O: it writes allowed changes to the workspace.
 */
interface FinishOptions
  extends Pick<CheckoutView, 'root' | 'protect' | 'deniedWrites'>,
    Pick<WorkspaceView, 'denied' | 'readOnly'> {
  readonly profile: CommandProfile;
  /** Its overlay over the workspace; `null` if it had none. */
  readonly overlay: OverlayPaths | null;
  /** Paths from the root that the policy lets commands write; `.` is the whole workspace. */
  readonly writable: readonly string[];
  /** Paths from the root that were hidden. */
  readonly hidden: readonly string[];
  /** Folders that were hidden as a whole, because too many files of them are hidden. */
  readonly coveredFolders: readonly string[];
  readonly git: SandboxReport['git'];
  /** Why git was hidden; `null` if it was visible or there is no repository. */
  readonly gitHiddenReason: string | null;
  /** Whether it tried to use a network that it does not have. */
  readonly triedNetwork: boolean;
  /** Whether the policy lists hosts at all. */
  readonly listsHosts: boolean;
}

const MAX_LISTED = 50;
const READ_ONLY = /Read-only file system|\bEROFS\b/;
/** What programs say of a mount point that cannot be removed, renamed or linked. */
const MOUNT_POINT = /Device or resource busy|\bEBUSY\b|Invalid cross-device link|\bEXDEV\b/;
/** What `tar` says of a mount point that it could not remove, and `mkdir` of an empty folder in place of a missing one. */
const IN_PLACE = /File exists|\bEEXIST\b/;

/** Applies the writes that the profile allows, discards all others, and reports the limits that the command met. */
export function applyOverlay(result: CommandResult, options: FinishOptions): FinishedCommand {
  const { profile, overlay, hidden, git } = options;
  const { exceptionsLeft } = options.readOnly;
  const written =
    overlay === null ? { paths: [], more: false } : listOverlayChanges(overlay.upper, MAX_LISTED);
  const { kept, refused, inPart } = applyChanges(result, options);
  const discarded = written.paths.filter((path) => !kept.includes(path));
  const missed = result.exitCode === 0 ? [] : hidden.filter((path) => isNamed(path, result.output));
  const isReadOnly = result.exitCode !== 0 && READ_ONLY.test(result.output);
  const denied = new Map([...blockedPaths(result, options), ...deniedAmong(refused, options)]);
  const notDenied = refused.filter((path) => !denied.has(path));
  const grouped = groupedFolders(result, options);
  const aboveDenied =
    denied.size > 0 || grouped.length > 0 ? [] : foldersAboveDenied(result, options);
  const isWriteLimited =
    isReadOnly ||
    denied.size > 0 ||
    [discarded, refused, grouped, aboveDenied].some(({ length }) => length > 0);
  const limits: SandboxLimit[] = [];
  if (options.triedNetwork) limits.push('network');
  if (isWriteLimited) limits.push('write');
  if (missed.length > 0) limits.push('read');
  const wholly = discarded.filter((path) => !inPart.includes(path));
  const isUnexplained =
    isReadOnly && discarded.length === 0 && denied.size === 0 && grouped.length === 0;
  const notes = [
    wholly.length > 0 && discardedNote(profile, wholly, written.more),
    inPart.length > 0 &&
      `deleted ${firstPaths(inPart)} only in part: something in it is hidden from commands, or commands cannot delete it`,
    isUnexplained && readOnlyNote(options),
    denied.size > 0 && deniedNote(denied),
    grouped.length > 0 && groupedNote(grouped),
    denied.size > 0 && exceptionsLeft > 0 && exceptionsNote(exceptionsLeft),
    aboveDenied.length > 0 && mountPointNote(aboveDenied),
    notDenied.length > 0 &&
      `did not keep ${firstPaths(notDenied)}: commands cannot write there, it is not a regular file, its name is not valid UTF-8, its ` +
        'path is too long, another file is in its place, or all files have more than 1 GiB. Therefore nothing was deleted',
    missed.length > 0 &&
      `does not show ${firstPaths(missed)} to commands: reading it is denied or needs approval. Request it by name with fs_read`,
    result.exitCode !== 0 &&
      options.coveredFolders.length > 0 &&
      `shows nothing of ${firstPaths(options.coveredFolders)} to this command: too many files there are denied or need approval. ` +
        'People can list those without secrets in the policy, such as auto: fs_read(**/.env.example)',
    options.triedNetwork && networkNote(options),
    options.gitHiddenReason !== null &&
      missesGit(result) &&
      `does not show git to this command: ${options.gitHiddenReason}`,
  ];
  return {
    report: {
      profile: profile.name,
      discarded,
      kept: kept.slice(0, MAX_LISTED),
      hidden: hidden.length,
      ...(options.deniedWrites === null || !keepsChanges(profile)
        ? {}
        : { readOnly: options.denied.readOnly.size }),
      git,
      limits,
    },
    notes: notes.filter((note) => note !== false),
  };
}

/** Whether a command seems to have missed git. In a pipeline, git's message alone shows it. */
function missesGit({ exitCode, output }: CommandResult): boolean {
  return output.includes('not a git repository') || (exitCode !== 0 && /\bgit\b/.test(output));
}

/** For a command that met a read-only path which its output does not name. */
function readOnlyNote({ profile, writable, protect, denied }: FinishOptions): string {
  return discardsWrites(profile)
    ? 'gave this command a read-only workspace. To change files, call again with access: "write"; this may need approval'
    : writablePlacesNote({ writable, protect, denied: denied.readOnly });
}

function discardedNote(profile: CommandProfile, paths: readonly string[], more: boolean): string {
  const what = `${firstPaths(paths)}${more ? ' and more' : ''}`;
  return profile.name === 'writing'
    ? `kept what this command was allowed to write, and discarded its other writes: ${what}`
    : `discarded what this command wrote (${what}): its sandbox keeps no changes. To keep them, call again with ` +
        'access: "write"; this may need approval';
}

function networkNote({ listsHosts }: FinishOptions): string {
  return listsHosts
    ? 'gave this command no network, and it tried to use one. With access: "write" it can reach the hosts that the policy lists; this may need approval'
    : 'gave this command no network, and it tried to use one. No command of this run has a network';
}

/** Discards everything if the command was ended early: it may have written half of a file. */
function applyChanges(
  result: CommandResult,
  options: FinishOptions,
): ReturnType<typeof copyOverlayChanges> {
  const { profile, overlay, root, writable, protect, hidden } = options;
  if (overlay === null || profile.name !== 'writing' || result.ended !== 'exited')
    return { kept: [], refused: [], inPart: [] };
  const isOpen = (path: string): boolean =>
    writable.includes('.') || writable.some((open) => isWithin(open, path));
  return copyOverlayChanges({
    overlay,
    root,
    paths: profile.write,
    refuse: (path) =>
      !isOpen(path) ||
      protect.some((closed) => isWithin(closed, path)) ||
      isDenied(path, options) ||
      hidden.some((one) => isWithin(one, path) && !profile.write.includes(one)),
  });
}

/** Whether an output mentions a path by its file name as missing. */
function isNamed(path: string, output: string): boolean {
  const name = path.split('/').at(-1) ?? path;
  return output.includes(name) && output.includes('No such file');
}

/** Whether a path cannot be written. In a folder that exists, it counts what can be created there. */
function isDenied(path: string, { root, deniedWrites, readOnly }: FinishOptions): boolean {
  if (deniedWrites === null) return false;
  if (readOnly.isClosed(path)) return true;
  return kindOf(join(root, path)) !== 'folder' && deniedWrites.denial(path) !== null;
}

/** Those of the paths that a rule denies to write. */
function deniedAmong(
  paths: readonly string[],
  { deniedWrites, denied }: FinishOptions,
): Map<string, WriteDenial> {
  return new Map(
    paths.flatMap((path) => {
      const rule =
        deniedWrites?.denial(path) ??
        leadingPaths(path)
          .map((leading) => denied.readOnly.get(leading))
          .findLast((each) => each !== undefined);
      return rule === undefined ? [] : [[path, rule] as const];
    }),
  );
}

function writesDirectly({ profile, overlay }: FinishOptions): boolean {
  return keepsChanges(profile) && overlay === null;
}

function isMet(text: string): boolean {
  return READ_ONLY.test(text) || MOUNT_POINT.test(text);
}

/**
 * What of an output may name the path of an error that a mount causes: all of it if the command failed with one, otherwise only
 * the lines with such an error, because a pipeline or a script hides the exit status.
 */
function blockedText({ exitCode, output }: CommandResult): string {
  if (exitCode !== 0 && isMet(output)) return output;
  const lines = output.split('\n').filter((line) => isMet(line) || IN_PLACE.test(line));
  return lines.join('\n');
}

/** The denied paths that such an error names: in full if it names one so, otherwise by their last names. */
function blockedPaths(result: CommandResult, options: FinishOptions) {
  if (!writesDirectly(options)) return [];
  const text = blockedText(result);
  const there = [...options.denied.readOnly].filter(([path]) => mentionsName(text, path));
  const inFull = there.filter(([path]) => mentionsInFull(text, path));
  return inFull.length > 0 ? inFull : there;
}

/** The folders above read-only paths, if a command met a mount point: those that it names, or all if it failed without a name. */
function foldersAboveDenied(result: CommandResult, options: FinishOptions): readonly string[] {
  const text = blockedText(result);
  if (!MOUNT_POINT.test(text) || !writesDirectly(options)) return [];
  const { readOnly, pinned } = options.readOnly;
  const above = [...readOnly].flatMap(foldersAbove);
  const folders = [...new Set([...above, ...[...pinned].flatMap(leadingPaths)])];
  const mentioned = folders.filter((folder) => mentionsName(text, folder));
  return mentioned.length === 0 && result.exitCode !== 0 ? folders : mentioned;
}

/** The folders that are read-only as a whole, if a command met something read-only: all if it failed, or those that it names. */
function groupedFolders(result: CommandResult, options: FinishOptions): readonly string[] {
  const text = blockedText(result);
  if (text === '' || !writesDirectly(options)) return [];
  const { folders } = options.readOnly;
  return result.exitCode === 0 ? folders.filter((folder) => mentionsName(text, folder)) : folders;
}
