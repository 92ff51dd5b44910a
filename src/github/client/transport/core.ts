import * as z from 'zod';
import { type Clock, CountersignError, sliceWhole, ZOD_OPTIONS } from '../../../common/index.ts';
import type { IssueComment } from '../../ports/github.ts';
import type { Review } from '../../ports/threads.ts';
import { field, githubRefused, type Reply } from './classify-reply.ts';
import type { GetWithoutToken } from './octokit.ts';
import type { ApiRequest, Requester } from './requester.ts';

/** A page of a list, and the ETag by which GitHub says that it has not changed. */
interface Page<T> {
  readonly etag: string | undefined;
  readonly items: readonly T[];
  readonly isLast: boolean;
}

/** What a client has read of lists that it reads again and again. */
interface KnownPages {
  readonly comments: Map<string, Page<IssueComment>>;
  readonly reviews: Map<string, Page<Review>>;
}

/** The parts of the client share this. */
export interface ClientCore {
  readonly request: Requester;
  /** Requests an address without the token. */
  readonly getWithoutToken: GetWithoutToken;
  /** `GITHUB_API_URL`. */
  readonly apiUrl: string;
  readonly clock: Clock;
  /** The time by GitHub's clock, as its last answer said; by `clock` before there is one. That of a machine can be wrong by hours. */
  readonly githubNowMs: () => number;
  readonly owner: string;
  readonly repo: string;
  /** `/repos/OWNER/REPO`, encoded. */
  readonly base: string;
  /** Sends the redacted text, truncated to GitHub's limit, and once more truncated further if GitHub refuses it. */
  withBody<T>(text: string, send: (body: string) => Promise<T>): Promise<T>;
  redact(text: string): string;
  /** The kinds of the secrets of this step in the content of a file. */
  knownSecretsIn(content: Uint8Array): readonly string[];
  readonly known: KnownPages;
  /** The comments that the client created. A lost answer never matches a comment of an earlier request. */
  readonly created: Set<number>;
  /** The same, whose requests and waits end with this signal, too. */
  within(signal: AbortSignal): ClientCore;
}

export const PER_PAGE = 100;

/**
 * Whether no page follows one with so many entries. A page that is not full may have a next one, since GitHub leaves out entries that
 * nobody may see; a full one may, whatever the `Link` header says.
 */
export function isLastPage({ headers }: Pick<Reply, 'headers'>, entries: number): boolean {
  const links = (headers['link'] ?? '').replaceAll(/<[^>]*>/g, '');
  return entries < PER_PAGE && !/\brel="?next\b/.test(links);
}

interface Pages<T> extends Omit<ApiRequest<readonly T[]>, 'recover'> {
  readonly maxPages: number;
  /** The pages as they were read last: one that has not changed costs nothing of the rate limit. Absent: none is kept. */
  readonly known?: Map<string, Page<T>>;
}

/** How often a list that changes while it is read is read again. */
const MAX_READS = 3;

/**
 * Requests the pages of a list. Throws `github-refused` if there are more than `maxPages`, and `github-unreachable` for a list of `known` that changed during each attempt to read it: an incomplete
 * list is never returned.
 */
export async function allPages<T>(core: ClientCore, pages: Pages<T>): Promise<readonly T[]> {
  for (let read = 1; read <= MAX_READS; read += 1) {
    const found = await readPages(core, pages);
    if (pages.known === undefined || (await isOfOneMoment(core, pages, found)))
      return found.flatMap(({ page }) => page.items);
  }
  throw new CountersignError(
    'github-unreachable',
    `GitHub could not ${pages.doing}: the list changed each of the ${MAX_READS} times that it was read.`,
    { fix: 'Run the job again later.' },
  );
}

interface FoundPage<T> {
  readonly page: Page<T>;
  /** Whether it is another one than was read last. */
  readonly isNews: boolean;
}

async function readPages<T>(core: ClientCore, pages: Pages<T>): Promise<readonly FoundPage<T>[]> {
  const found: FoundPage<T>[] = [];
  while (found.length < pages.maxPages) {
    const one = await readPage(core, pages, found.length + 1);
    found.push(one);
    if (one.page.isLast) return found;
  }
  throw tooMany(pages.doing, pages.maxPages * PER_PAGE);
}

/**
 * Whether no entry can be missing: one that is deleted moves those after it up, perhaps from a page that was not read yet
 * to one that was. Anybody can delete their own comment, and so could hide somebody else's denial. The earlier pages are
 * requested again if a later one is another than before.
 */
async function isOfOneMoment<T>(
  core: ClientCore,
  pages: Pages<T>,
  found: readonly FoundPage<T>[],
): Promise<boolean> {
  const lastNews = found.findLastIndex(({ isNews }) => isNews);
  for (let page = 1; page <= lastNews; page += 1) {
    if ((await readPage(core, pages, page)).isNews) return false;
  }
  return true;
}

async function readPage<T>(core: ClientCore, pages: Pages<T>, page: number): Promise<FoundPage<T>> {
  const key = `${pages.route} ${page}`;
  const before = pages.known?.get(key);
  const etag = before?.etag;
  const found = await core.request({
    ...pages,
    query: { ...pages.query, per_page: PER_PAGE, page },
    headers: { ...pages.headers, ...(etag === undefined ? {} : { 'if-none-match': etag }) },
    read: (reply): Page<T> | undefined => {
      if (reply.status === 304 && before !== undefined)
        return { ...before, isLast: before.isLast && isLastPage(reply, before.items.length) };
      const items = pages.read(reply);
      if (items === undefined) return undefined;
      return { etag: reply.headers['etag'], items, isLast: isLastPage(reply, items.length) };
    },
  });
  pages.known?.set(key, found);
  return { page: found, isNews: !isSame(found, before) };
}

/** GitHub may send a page anew that has not changed. */
function isSame<T>(found: Page<T>, before: Page<T> | undefined): boolean {
  if (found.items === before?.items) return true;
  return JSON.stringify(found.items) === JSON.stringify(before?.items);
}

/** Where a page of a GraphQL connection ends. */
export const pageInfo = z.looseObject({
  hasNextPage: z.boolean(),
  endCursor: z.string().nullable(),
});

interface GraphqlPages<T> extends Pick<ApiRequest<unknown>, 'doing' | 'needs'> {
  /** With the variables `owner`, `repo`, `number` and `after`. */
  readonly query: string;
  readonly number: number;
  readonly maxPages: number;
  readonly read: ApiRequest<{
    readonly nodes: readonly T[];
    readonly pageInfo: z.output<typeof pageInfo>;
  }>['read'];
}

/** Requests pages of a GraphQL connection of a pull request. Throws `github-refused` if there are more than `maxPages`. */
export async function allGraphqlPages<T>(
  core: ClientCore,
  { query, number, maxPages, ...request }: GraphqlPages<T>,
): Promise<readonly T[]> {
  const all: T[] = [];
  let after: string | null = null;
  for (let page = 1; page <= maxPages; page += 1) {
    const { owner, repo } = core;
    const variables: Record<string, unknown> = { owner, repo, number, after };
    const body = { query, variables };
    const { nodes, pageInfo: end } = await core.request({
      ...request,
      route: 'POST /graphql',
      body,
    });
    all.push(...nodes);
    if (!end.hasNextPage) return all;
    after = end.endCursor;
  }
  throw tooMany(request.doing, all.length);
}

const MAX_TITLE_CHARS = 250;

/** The redacted title of an issue or pull request on one line, cut to GitHub's limit. */
export function cleanTitle(core: ClientCore, title: string): string {
  return sliceWhole(core.redact(title).replaceAll(/\s+/g, ' '), MAX_TITLE_CHARS);
}

export function tooMany(doing: string, maximum: number): CountersignError {
  return githubRefused(
    `GitHub has more than ${maximum} entries to ${doing}; that many are not read.`,
  );
}

/** `read` for a requester: the parsed value at a path of the answer, or `undefined` where the answer has another shape. */
export function readAs<T>(
  schema: z.ZodType<T>,
  ...path: readonly string[]
): (reply: { readonly data: unknown }) => T | undefined {
  return ({ data }) =>
    schema.safeParse(
      path.reduce((value, key) => field(value, key), data),
      ZOD_OPTIONS,
    ).data;
}
