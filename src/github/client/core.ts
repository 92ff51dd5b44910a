import { type Clock, CountersignError, sha256 } from '../../common/index.ts';
import type { IssueComment } from '../ports/github.ts';
import type { GetWithoutToken } from './octokit.ts';
import type { ApiRequest, Requester } from './requester.ts';

/** A page of comments, and the ETag by which GitHub says that it has not changed. */
export interface CommentPage {
  readonly etag: string | undefined;
  readonly comments: readonly IssueComment[];
}

/** The comments that a client knows. A lost answer never matches a comment of an earlier request. */
export interface CommentCache {
  readonly pages: Map<string, CommentPage>;
  readonly created: Set<number>;
}

/** The parts of the client share this. */
export interface ClientCore {
  readonly request: Requester;
  /** Requests an address without the token. */
  readonly getWithoutToken: GetWithoutToken;
  /** `GITHUB_API_URL`. */
  readonly apiUrl: string;
  readonly clock: Clock;
  readonly owner: string;
  readonly repo: string;
  /** `/repos/OWNER/REPO`, encoded. */
  readonly base: string;
  /** Sends the redacted text, truncated to GitHub's limit, and once more truncated further if GitHub refuses it. */
  withBody<T>(text: string, send: (body: string) => Promise<T>): Promise<T>;
  redact(text: string): Promise<string>;
  readonly comments: CommentCache;
  /** The same, whose requests and waits end with this signal, too. */
  within(signal: AbortSignal): ClientCore;
}

export const PER_PAGE = 100;

export interface Pages<T> extends Omit<ApiRequest<readonly T[]>, 'recover'> {
  readonly maxPages: number;
}

/**
 * Requests pages of a list until one is not full, whatever the `Link` header says. Throws `github-refused` if there are more
 * than `maxPages`: an incomplete list is never returned.
 */
export async function allPages<T>(core: ClientCore, pages: Pages<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for (let page = 1; page <= pages.maxPages; page += 1) {
    const items = await core.request({
      ...pages,
      query: { ...pages.query, per_page: PER_PAGE, page },
    });
    all.push(...items);
    if (items.length < PER_PAGE) return all;
  }
  throw tooMany(pages.doing, pages.maxPages * PER_PAGE);
}

export function tooMany(doing: string, maximum: number): CountersignError {
  return new CountersignError(
    'github-refused',
    `GitHub has more than ${maximum} entries to ${doing}; that many are not read.`,
  );
}

/** A digest of a list, to detect changes. */
export function cursorOf(list: readonly object[]): string {
  return sha256(JSON.stringify(list));
}
