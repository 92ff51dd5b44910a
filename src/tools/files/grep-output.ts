/** One line of a search's output. */
export interface GrepLine {
  readonly path: string;
  readonly number: number;
  /** False: a line of context. */
  readonly match: boolean;
  readonly text: string;
}

/** The path to show for a printed one; `null` hides it. */
export type VisibilityFilter = (path: string) => string | null;

/** ripgrep: `path NUL number SEP text`, SEP being `:` for a match and `-` for context. */
const CONTENT = /^([^\0]*)\0(\d+)([:-])([^]*)$/;
/** git under a heading: `number SEP text`. */
const NUMBERED = /^(\d+)([:-])([^]*)$/;
const COUNT = /^([^\0]*)\0(\d+)\r?$/;

/**
 * ripgrep's matches and context by path and line. Other lines (a separator, a path with a line feed) are left out.
 */
export function parseContent(stdout: string, tell: VisibilityFilter): readonly GrepLine[] {
  const lines = stdout.split('\n').flatMap((line) => {
    const [, printed, ...rest] = CONTENT.exec(line) ?? [];
    const path = printed === undefined ? null : tell(bare(printed));
    return path === null ? [] : [grepLine(path, rest)];
  });
  return sorted(lines);
}

/** The same of `git grep --heading --break`: a path, its lines, an empty line. */
export function parseHeadedContent(stdout: string, tell: VisibilityFilter): readonly GrepLine[] {
  const lines = stdout.split('\n\n').flatMap((block) => {
    const [heading, ...rest] = block.split('\n');
    const path = heading === undefined || heading === '' ? null : tell(bare(unquoted(heading)));
    if (path === null) return [];
    return rest.flatMap((line) => {
      const [whole, ...parts] = NUMBERED.exec(line) ?? [];
      return whole === undefined ? [] : [grepLine(path, parts)];
    });
  });
  return sorted(lines);
}

function grepLine(
  path: string,
  [number, separator, text]: readonly (string | undefined)[],
): GrepLine {
  return {
    path,
    number: Number(number),
    match: separator !== '-',
    text: (text ?? '').replace(/\r$/, ''),
  };
}

function sorted(lines: GrepLine[]): readonly GrepLine[] {
  return lines.sort((first, second) =>
    first.path === second.path ? first.number - second.number : first.path < second.path ? -1 : 1,
  );
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** Git writes a name with quotes or control characters as a C string. */
function unquoted(name: string): string {
  if (!/^".*"$/.test(name)) return name;
  const binary = Buffer.from(name.slice(1, -1)).toString('latin1');
  const bytes = binary.replaceAll(/\\([0-7]{3}|.)/g, (_, escape: string) => {
    const code = escape.length === 3 ? Number.parseInt(escape, 8) : ESCAPES[escape];
    return code === undefined ? escape : String.fromCharCode(code);
  });
  return Buffer.from(bytes, 'latin1').toString();
}

/** Paths with at least one match, sorted. */
export function parseFiles(stdout: string, tell: VisibilityFilter): readonly string[] {
  return stdout
    .split('\0')
    .flatMap((printed) => (printed.trim() === '' ? [] : (tell(bare(printed)) ?? [])))
    .sort();
}

/** Matching lines by path, sorted. */
export function parseCounts(
  stdout: string,
  tell: VisibilityFilter,
): readonly { readonly path: string; readonly count: number }[] {
  return stdout
    .split('\n')
    .flatMap((line) => {
      const [, printed, count] = COUNT.exec(line) ?? [];
      const path = printed === undefined ? null : tell(bare(printed));
      return path === null ? [] : [{ path, count: Number(count) }];
    })
    .sort((first, second) => (first.path < second.path ? -1 : 1));
}

function bare(path: string): string {
  return path.replace(/^\.\//, '');
}
