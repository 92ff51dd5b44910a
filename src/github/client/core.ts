import { type Clock, CountersignError, sha256 } from '../../common/index.ts';
import type { GetPlain } from './octokit.ts';
import type { Ask, Requester } from './requester.ts';

/** What the parts of the client share. */
export interface ClientCore {
  readonly ask: Requester;
  /** Gets an address without the token. */
  readonly getPlain: GetPlain;
  /** `GITHUB_API_URL`. */
  readonly apiUrl: string;
  readonly clock: Clock;
  readonly owner: string;
  readonly repo: string;
  /** `/repos/OWNER/REPO`, encoded. */
  readonly base: string;
  /** `text` redacted; then `send` with it cut to GitHub's limit, and once more cut shorter where that was refused. */
  withBody<T>(text: string, send: (body: string) => Promise<T>): Promise<T>;
  redact(text: string): Promise<string>;
}

export const PER_PAGE = 100;

export interface Pages<T> extends Omit<Ask<readonly T[]>, 'recover'> {
  readonly maxPages: number;
}

/**
 * All pages of a list. Pages are asked for until one is not full, whatever the `Link` header says.
 * Throws `github-refused` where there are more than `maxPages`: half a list is never taken for the whole.
 */
export async function allPages<T>(core: ClientCore, pages: Pages<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for (let page = 1; page <= pages.maxPages; page += 1) {
    const items = await core.ask({ ...pages, query: { ...pages.query, per_page: PER_PAGE, page } });
    all.push(...items);
    if (items.length < PER_PAGE) return all;
  }
  throw tooMany(pages.doing, pages.maxPages * PER_PAGE);
}

export function tooMany(doing: string, most: number): CountersignError {
  return new CountersignError(
    'github-refused',
    `GitHub has more than ${most} entries to ${doing}; that many are not read.`,
  );
}

/** A digest of a list as it is now, to tell whether another reading is different. */
export function cursorOf(list: readonly object[]): string {
  return sha256(JSON.stringify(list));
}
