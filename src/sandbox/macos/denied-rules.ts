import { join } from 'node:path';
import type { WriteDenial } from '../../policy/index.ts';
import type { SandboxRequest } from '../exec/sandbox-backend.ts';
import { foldersAbove, isWithin, splitPath } from '../files/lexical-path.ts';
import { openedPaths, readOnlyMounts } from '../limits/denied-paths.ts';
import { findLimitedPaths, type PathLimits } from '../limits/limited-paths.ts';
import type { SeatbeltShape } from './seatbelt.ts';

/**
 * What the policy denies to write, for the profile of one command. Unlike a mount, a rule of seatbelt also covers a path that does
 * not exist yet, and a link. Scans the workspace at each call. This file does I/O.
 */
export function deniedRules(
  {
    root,
    deniedWrites,
    writable,
  }: { readonly root: string } & Pick<PathLimits, 'deniedWrites'> & Pick<SeatbeltShape, 'writable'>,
  { profile, createsWriteFolders }: Pick<SandboxRequest, 'profile' | 'createsWriteFolders'>,
  knownTargets: Map<string, WriteDenial>,
): Pick<SeatbeltShape, 'denied' | 'pinned'> {
  if (deniedWrites === null) return { denied: [], pinned: [] };
  const limits = { isHidden: () => false, deniedWrites, knownTargets };
  const { denied } = findLimitedPaths(root, limits);
  const mounts = readOnlyMounts(denied);
  const opened = createsWriteFolders === true ? openedPaths(deniedWrites, profile.write) : [];
  const all = new Set([...mounts.readOnly, ...denied.links.keys(), ...deniedWrites.folders]);
  const closed = [...all].filter((path) => !opened.some((one) => isWithin(one, path)));
  const open = [...mounts.writable, ...opened]
    .filter((path) => !closed.includes(path))
    .filter((path) => writable.some((folder) => isWithin(folder, join(root, path))));
  const above = [...closed, ...open].flatMap(foldersAbove);
  return {
    denied: [
      ...closed.map((path) => ({ path: join(root, path), isOpen: false })),
      ...open.map((path) => ({ path: join(root, path), isOpen: true })),
    ].sort((one, other) => splitPath(one.path).length - splitPath(other.path).length),
    pinned: [...new Set([...mounts.pinned, ...above])].map((path) => join(root, path)),
  };
}
