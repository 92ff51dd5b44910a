/**
 * The kernel's table of mounts (`/proc/PID/mountinfo`). Bubblewrap follows links when it mounts, so a process that runs
 * beside it could replace a folder by a link at that moment. The table shows what was really mounted. Pure.
 */
interface MountEntry {
  /** Its file system. */
  readonly device: string;
  /** The path in the file system that is mounted. */
  readonly source: string;
  readonly mountPoint: string;
}

/**
 * The first of `paths` that is not what bubblewrap had to mount: the same path of the workspace, over itself. Each path is
 * compared with the mount around it. `null` if all are.
 */
export function replacedMount(table: string, paths: readonly string[]): string | null {
  const entries = parseTable(table);
  return paths.find((path) => !isMountedOverItself(entries, path)) ?? null;
}

/** Whether something is mounted at this path. */
export function hasMountAt(table: string, path: string): boolean {
  return parseTable(table).some(({ mountPoint }) => mountPoint === path);
}

function isMountedOverItself(entries: readonly MountEntry[], path: string): boolean {
  const [mounted, ...covered] = entries.filter(({ mountPoint }) => mountPoint === path).reverse();
  if (mounted === undefined) return false;
  // A mount of the machine at this path is in the sandbox twice.
  if (covered.some((entry) => isSameSource(entry, mounted))) return true;
  const around = mountAround(entries, path);
  if (around === null) return false;
  const above = around.source === '/' ? '' : around.source;
  const source = above + path.slice(around.mountPoint === '/' ? 0 : around.mountPoint.length);
  return isSameSource({ ...around, source }, mounted);
}

/** The mount that contains a path, other than a mount at the path itself. A later mount covers an earlier one. */
function mountAround(entries: readonly MountEntry[], path: string): MountEntry | null {
  return entries.reduce<MountEntry | null>((nearest, entry) => {
    const contains =
      entry.mountPoint === '/' ? path !== '/' : path.startsWith(`${entry.mountPoint}/`);
    return contains && entry.mountPoint.length >= (nearest?.mountPoint.length ?? 0)
      ? entry
      : nearest;
  }, null);
}

function isSameSource(one: MountEntry, other: MountEntry): boolean {
  return one.device === other.device && one.source === other.source;
}

function parseTable(table: string): MountEntry[] {
  return table.split('\n').flatMap((line) => {
    const [, , device, source, mountPoint] = line.split(' ');
    return device === undefined || source === undefined || mountPoint === undefined
      ? []
      : [{ device, source: unescaped(source), mountPoint: unescaped(mountPoint) }];
  });
}

/** Blanks, newlines and backslashes are octal escapes. */
function unescaped(field: string): string {
  return field.replaceAll(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCodePoint(Number.parseInt(octal, 8)),
  );
}
