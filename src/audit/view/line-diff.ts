/** A line of a change: removed, added or unchanged. */
export interface DiffLine {
  readonly mark: '+' | '-' | ' ';
  readonly text: string;
}

/**
 * The change of an exact replacement: common lines at the beginning and end are unchanged, those between are removed and
 * added. An edit changes one place, so that no general diff is needed.
 */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const shortest = Math.min(old.length, now.length);
  let head = 0;
  while (head < shortest && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  return [
    ...marked(' ', old.slice(0, head)),
    ...marked('-', old.slice(head, old.length - tail)),
    ...marked('+', now.slice(head, now.length - tail)),
    ...marked(' ', old.slice(old.length - tail)),
  ];
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function marked(mark: DiffLine['mark'], lines: readonly string[]): readonly DiffLine[] {
  return lines.map((text) => ({ mark, text }));
}
