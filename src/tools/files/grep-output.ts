/** One line of a search's answer. */
export interface GrepLine {
  readonly path: string;
  readonly number: number;
  /** False: a line of context. */
  readonly match: boolean;
  readonly text: string;
}

/** The path to tell for one that a program printed, or `null` where it is not to be told. */
export type Teller = (path: string) => string | null;

/** `path NUL number SEP text`: ripgrep separates by `:` and `-`, git with `-z` by NUL for both. */
const CONTENT = /^([^\0]*)\0(\d+)([:\-\0])(.*)$/;
const COUNT = /^([^\0]*)\0(\d+)$/;

/** Matches and context by path and line. What is no such line (a separator, a path with a line feed) is left out. */
export function parseContent(stdout: string, tell: Teller): readonly GrepLine[] {
  const lines = stdout.split('\n').flatMap((line) => {
    const [, printed, number, separator, text] = CONTENT.exec(line) ?? [];
    const path = printed === undefined ? null : tell(bare(printed));
    if (path === null) return [];
    return [{ path, number: Number(number), match: separator !== '-', text: (text ?? '').replace(/\r$/, '') }];
  });
  return lines.sort((first, second) =>
    first.path === second.path ? first.number - second.number : first.path < second.path ? -1 : 1,
  );
}

/** Paths with at least one match, sorted. */
export function parseFiles(stdout: string, tell: Teller): readonly string[] {
  return stdout
    .split('\0')
    .flatMap((printed) => (printed.trim() === '' ? [] : (tell(bare(printed)) ?? [])))
    .sort();
}

/** Matching lines by path, sorted. */
export function parseCounts(
  stdout: string,
  tell: Teller,
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
