/**
 * What the sandbox of one command lets it do, from the strictest to the widest. The sandbox is made from it, so that a verdict
 * that judged a command wrongly has no effect.
 * - `reading`: the workspace without the files that may not be read; what is written is discarded.
 * - `contained`: the same, for a command that need not be understood because of that.
 * - `writing`: the same, but what it wrote at the paths that it was judged to write is kept.
 * - `program`: the workspace can be written, `.git` cannot, and files that usually hold secrets are not there.
 * - `git`: the same with `.git`, for a call of which every command is git or only reads.
 */
export const PROFILE_NAMES = ['reading', 'contained', 'writing', 'program', 'git'] as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];

export interface CommandProfile {
  readonly name: ProfileName;
  /** With `writing`: what is kept, as paths from the workspace root. */
  readonly write: readonly string[];
  /** Files that are shown although commands do not see them otherwise: the call names them, and its verdict is about that. */
  readonly show: readonly string[];
  /** Whether the hosts that the policy lists can be reached. */
  readonly network: boolean;
}

/** What a command gets that nobody judged, such as one of the program's own. */
export const PROGRAM_PROFILE: CommandProfile = {
  name: 'program',
  write: [],
  show: [],
  network: true,
};

/** Whether what a command of this profile writes is discarded, but for what the profile lists. */
export function discardsWrites({ name }: Pick<CommandProfile, 'name'>): boolean {
  return name === 'reading' || name === 'contained' || name === 'writing';
}
