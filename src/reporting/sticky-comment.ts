import { sha256 } from '../common/index.ts';
import type { GitHub } from '../github/index.ts';

const KEY_CHARS = 16;
const MARKER = /^<!-- countersign:sticky [0-9a-f]{16} -->$/;

/** Identifies the tracking comment that a run reuses: that of earlier runs with the same key, by the same account. */
export interface Sticky {
  /** What identifies these runs, such as the workflow file and the job. */
  readonly key: string;
  /** The id of the account that the run acts as. */
  readonly account: number;
}

/** The hidden second line by which later runs find the comment. It does not reveal the key. */
export function stickyMarker(key: string): string {
  return `<!-- countersign:sticky ${sha256(key).slice(0, KEY_CHARS)} -->`;
}

/** The marker of a comment, read from its second line only: text further down cannot be a marker. */
export function stickyMarkerIn(body: string): string | null {
  const second = body.split(/\r?\n/, 2)[1] ?? '';
  return MARKER.test(second) ? second : null;
}

/** A tracking comment's body with the marker below its first line; unchanged if `mark` is `null`. */
export function withStickyMarker(body: string, mark: string | null): string {
  if (mark === null) return body;
  const [first = '', ...rest] = body.split('\n');
  return [first, mark, ...rest].join('\n');
}

/** The newest comment of that account that `isEarlier` recognises by its body; `null` if there is none. */
export async function earlierComment(
  github: Pick<GitHub, 'comments'>,
  issue: number,
  wanted: { readonly account: number; readonly isEarlier: (body: string) => boolean },
): Promise<number | null> {
  const { comments } = await github.comments(issue);
  const own = comments.filter(
    ({ author, body }) => author?.id === wanted.account && wanted.isEarlier(body),
  );
  return own.map(({ id }) => id).sort((a, b) => b - a)[0] ?? null;
}
