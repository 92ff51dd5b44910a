/** The modes that git gives the files of a disk. Pure. */
import { GIT_MODES } from '../read/index-file.ts';
import type { DiskModes } from '../read/config.ts';

/** The mode of a file or link, where `before` is that of its path in the commit. What the disk does not have stays as it was. */
export function modeOnDisk(
  disk: DiskModes,
  file: { readonly isLink: boolean; readonly isExecutable: boolean },
  before: string | undefined,
): string {
  if (file.isLink || (!disk.hasLinks && before === GIT_MODES.link)) return GIT_MODES.link;
  const isProgram = disk.hasExecutables ? file.isExecutable : before === GIT_MODES.program;
  return isProgram ? GIT_MODES.program : GIT_MODES.text;
}
