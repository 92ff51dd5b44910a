import { firstNames } from '../../common/index.ts';

/**
 * What the sandbox lets one command do, from the strictest to the widest. The sandbox is made from it, so a wrong
 * verdict about a command has no effect.
 * - `reading`: the workspace without the files that may not be read; writes are discarded.
 * - `contained`: the same, for a command that therefore need not be understood.
 * - `writing`: the same, but writes to the paths of the verdict are kept. Without an overlay file system nothing can be
 *   discarded: the command can then write the folders of these paths, and nothing else.
 * - `program`: the workspace is writable, `.git` is not, and files that usually contain secrets are absent.
 * - `git`: the same with `.git`, for a call whose commands are all git or only read.
 */
const PROFILE_NAMES = ['reading', 'contained', 'writing', 'program', 'git'] as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];

export interface CommandProfile {
  readonly name: ProfileName;
  /** With `writing`: what is kept, as paths from the workspace root. */
  readonly write: readonly string[];
  /** Files that commands do not see otherwise. The call names them, and its verdict is about that. */
  readonly show: readonly string[];
  /** Whether the hosts that the policy lists can be reached. */
  readonly network: boolean;
}

/** The profile of a command without a verdict, such as one of the program itself. */
export const PROGRAM_PROFILE: CommandProfile = {
  name: 'program',
  write: [],
  show: [],
  network: true,
};

/** Whether writes are discarded, except those that the profile lists. */
export function discardsWrites({ name }: Pick<CommandProfile, 'name'>): boolean {
  return name === 'reading' || name === 'contained' || name === 'writing';
}

/** Whether a command may leave a file of the workspace changed. */
export function keepsChanges({ name }: Pick<CommandProfile, 'name'>): boolean {
  return name !== 'reading' && name !== 'contained';
}

const MAX_NAMED_PATHS = 10;

/**
 * Describes for an approver what a command of this profile can do. `hosts`: those that the policy lists. Plain text; paths are as the
 * command names them.
 */
export function profileSentence(
  { name, write, show, network }: CommandProfile,
  hosts: readonly string[],
): string {
  const parts = [WHAT[name](named(write))];
  if (show.length > 0)
    parts.push(`It sees ${named(show)}, even where commands do not usually see them.`);
  parts.push(
    network && hosts.length > 0
      ? `It can reach ${named(hosts)} and no other host.`
      : 'It has no network.',
  );
  return parts.join(' ');
}

const WHAT: Readonly<Record<ProfileName, (written: string) => string>> = {
  reading: () => 'It reads the workspace; what it writes is discarded.',
  contained: () => 'It reads the workspace; what it writes is discarded.',
  writing: (written) =>
    `It reads the workspace and writes ${written}; other writes are discarded or refused, except, on a machine without ` +
    'overlay file systems, writes to other files in the folders of these paths.',
  program: () =>
    'It can write the whole workspace, except .git and what a rule denies to write; files that usually contain secrets are not there.',
  git: () =>
    'It can write the whole workspace, except what a rule denies to write, and the repository in .git, except its configuration and hooks.',
};

function named(paths: readonly string[]): string {
  return firstNames(paths, MAX_NAMED_PATHS);
}
