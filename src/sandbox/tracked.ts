import { git } from './trusted-git.ts';

/** The paths of git's index in a checkout, from its root. Names that are no text are left out. Throws `worktree-refused`. */
export async function trackedFiles(folder: string): Promise<readonly string[]> {
  const listed = await git({ args: ['ls-files', '-z'], cwd: folder });
  return listed
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '' && !path.includes('\u{fffd}'));
}
