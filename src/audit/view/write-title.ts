const SHORT_SHA_CHARS = 7;

/** What a run wrote on GitHub, as its address shows it: a commit is behind the address of its branch. */
export function writeTitle(write: {
  readonly what: string;
  readonly id: number | string | null;
  readonly branch?: string | undefined;
  readonly found?: boolean | undefined;
}): string {
  const { what, id, branch, found } = write;
  if (branch !== undefined)
    return `branch ${branch} at ${what} ${String(id ?? '').slice(0, SHORT_SHA_CHARS)}`;
  return found === true ? `${what}, which was open before` : what;
}
