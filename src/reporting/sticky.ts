import { sha256 } from '../common/index.ts';
import type { GitHub } from '../github/index.ts';

const KEY_CHARS = 16;
const MARK = /^<!-- countersign:sticky [0-9a-f]{16} -->$/;

/** Which tracking comment a run takes over: that of earlier runs with the same key, by the same account. */
export interface Sticky {
  /** What the runs have in common, such as the workflow file and the job. */
  readonly key: string;
  /** The account that the run acts as. */
  readonly login: string;
}

/** The hidden second line by which later runs find the comment. The key itself is not shown. */
export function stickyMark(key: string): string {
  return `<!-- countersign:sticky ${sha256(key).slice(0, KEY_CHARS)} -->`;
}

/** The mark of a comment, on its second line alone: text further down cannot pass for one. */
export function markIn(body: string): string | null {
  const second = body.split(/\r?\n/, 2)[1] ?? '';
  return MARK.test(second) ? second : null;
}

/** A tracking comment's body with the mark under its first line; as it is where there is none to put. */
export function withMark(body: string, mark: string | null): string {
  if (mark === null) return body;
  const [first = '', ...rest] = body.split('\n');
  return [first, mark, ...rest].join('\n');
}

/** The newest comment of that account with that mark; `null` where there is none. */
export async function earlierComment(
  github: Pick<GitHub, 'comments'>,
  issue: number,
  sticky: Sticky,
): Promise<number | null> {
  const mark = stickyMark(sticky.key);
  const { comments } = await github.comments(issue);
  const own = comments.filter(
    ({ author, body }) =>
      author?.login.toLowerCase() === sticky.login.toLowerCase() && markIn(body) === mark,
  );
  return own.map(({ id }) => id).sort((a, b) => b - a)[0] ?? null;
}
