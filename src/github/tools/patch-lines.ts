/**
 * The lines of the new version of a file that its diff shows: GitHub accepts review comments only on these. Empty without a
 * diff.
 */
export function linesInPatch(patch: string | null): ReadonlySet<number> {
  const lines = new Set<number>();
  let next: number | null = null;
  for (const line of (patch ?? '').split('\n')) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (hunk !== null) {
      next = Number(hunk[1]);
    } else if (next !== null && (line.startsWith('+') || line.startsWith(' '))) {
      lines.add(next);
      next += 1;
    }
  }
  return lines;
}

/** Line numbers for people: `1-3, 7`. */
export function rangesOf(lines: ReadonlySet<number>): string {
  const ranges: [number, number][] = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
}
