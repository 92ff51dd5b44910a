import type { CommandProfile } from '../../policy/index.ts';
import type { FinishedCommand } from '../exec/sandbox-backend.ts';
import { copyOverlayChanges, listOverlayChanges } from './overlay-changes.ts';
import type { CommandResult, SandboxLimit, SandboxReport } from '../ports.ts';
import type { OverlayPaths } from './supervision.ts';

/** What became of a command that has ended. This file does I/O: it writes to the workspace what was judged as written. */
export interface FinishOptions {
  readonly profile: CommandProfile;
  /** What it wrote over the workspace; `null` where it had no layer. */
  readonly layer: OverlayPaths | null;
  readonly root: string;
  /** Paths from the root that the policy lets commands write; `.` is all. */
  readonly writable: readonly string[];
  readonly protect: readonly string[];
  /** Paths from the root that were not shown. */
  readonly hidden: readonly string[];
  readonly git: SandboxReport['git'];
  /** Why it saw no git; `null` where it did, or there is none. */
  readonly gitHiddenReason: string | null;
  /** It sent something to a network that it does not have. */
  readonly triedNetwork: boolean;
  /** Whether the policy lists hosts at all. */
  readonly listsHosts: boolean;
}

const MAX_LISTED = 50;
const MAX_NAMED = 5;
const READ_ONLY = /Read-only file system|\bEROFS\b/;

/** Keeps what was judged as written, and says which limits the command met. */
export function applyOverlay(result: CommandResult, options: FinishOptions): FinishedCommand {
  const { profile, layer, hidden, git } = options;
  const written =
    layer === null ? { paths: [], more: false } : listOverlayChanges(layer.upper, MAX_LISTED);
  const { kept, refused } = applyChanges(result, options);
  const discarded = written.paths.filter((path) => !kept.some((one) => isWithin(one, path)));
  const missed = result.exitCode === 0 ? [] : hidden.filter((path) => isNamed(path, result.output));
  const isReadOnly = result.exitCode !== 0 && READ_ONLY.test(result.output);
  const limits: SandboxLimit[] = [
    ...(options.triedNetwork ? ['network' as const] : []),
    ...(discarded.length > 0 || refused.length > 0 || isReadOnly ? ['write' as const] : []),
    ...(missed.length > 0 ? ['read' as const] : []),
  ];
  return {
    report: {
      profile: profile.name,
      discarded,
      kept: kept.slice(0, MAX_LISTED),
      hidden: hidden.length,
      git,
      limits,
    },
    notes: [
      ...discardedNote(profile, discarded, written.more),
      ...(discarded.length === 0 && isReadOnly ? [READ_ONLY_NOTE] : []),
      ...(refused.length === 0
        ? []
        : [
            `did not keep ${named(refused)}: commands cannot write there, it is no plain file, its name is no text, or ` +
              'something else is in its place. So nothing was deleted either',
          ]),
      ...(missed.length === 0
        ? []
        : [
            `does not show ${named(missed)} to commands: reading it is denied or asks. Ask for it by its name with fs_read`,
          ]),
      ...(options.triedNetwork ? [networkNote(options)] : []),
      ...(options.gitHiddenReason !== null && result.exitCode !== 0 && /\bgit\b/.test(result.output)
        ? [`does not show git to this command: ${options.gitHiddenReason}`]
        : []),
    ],
  };
}

const READ_ONLY_NOTE =
  'gave this command a workspace that it can only read. To change files, call again with access: "write"; it may ask a person';

function discardedNote(profile: CommandProfile, paths: readonly string[], more: boolean): string[] {
  if (paths.length === 0) return [];
  const what = `${named(paths)}${more ? ' and more' : ''}`;
  return profile.name === 'writing'
    ? [
        `kept what this command was judged to write, and discarded what it wrote beside that: ${what}`,
      ]
    : [
        `discarded what this command wrote (${what}): it ran in a sandbox that keeps nothing. To keep it, call again with ` +
          'access: "write"; it may ask a person',
      ];
}

function networkNote({ listsHosts }: FinishOptions): string {
  return listsHosts
    ? 'gave this command no network, and it tried to reach one. With access: "write" it can reach the hosts that the policy lists; it may ask a person'
    : 'gave this command no network, and it tried to reach one. No command of this run has one';
}

/** Nothing is kept of a command that was ended: it may have written half of something. */
function applyChanges(
  result: CommandResult,
  { profile, layer, root, writable, protect, hidden }: FinishOptions,
): { readonly kept: readonly string[]; readonly refused: readonly string[] } {
  if (layer === null || profile.name !== 'writing' || result.ended !== 'exited')
    return { kept: [], refused: [] };
  const isOpen = (path: string): boolean =>
    writable.includes('.') || writable.some((open) => isWithin(open, path));
  return copyOverlayChanges({
    layer,
    root,
    paths: profile.write,
    refuse: (path) =>
      !isOpen(path) ||
      protect.some((closed) => isWithin(closed, path)) ||
      hidden.some((one) => isWithin(one, path) && !profile.write.includes(one)),
  });
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Whether an output names a path, by its whole name and not by a part of a word. */
function isNamed(path: string, output: string): boolean {
  const name = path.split('/').at(-1) ?? path;
  return output.includes(name) && output.includes('No such file');
}

function named(paths: readonly string[]): string {
  const some = paths.slice(0, MAX_NAMED).join(', ');
  const more = paths.length - MAX_NAMED;
  return more > 0 ? `${some} and ${more} more` : some;
}
