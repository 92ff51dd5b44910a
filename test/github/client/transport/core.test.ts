import { describe, expect, test } from 'vitest';
import {
  allGraphqlPages,
  allPages,
  type ClientCore,
  PER_PAGE,
} from '../../../../src/github/client/transport/core.ts';
import type { ApiRequest } from '../../../../src/github/client/transport/requester.ts';
import { errorOf } from '../../context.ts';

/** A core whose lists have full pages without end; a page of GraphQL says how many follow. */
function endless(followedBy: (page: number) => boolean = () => true) {
  const asked: unknown[] = [];
  const request = async <T>({ read, query, body }: ApiRequest<T>): Promise<T> => {
    asked.push(query?.['page'] ?? body?.['variables']);
    const pageInfo = { hasNextPage: followedBy(asked.length), endCursor: `after ${asked.length}` };
    const items = Array.from({ length: PER_PAGE }, (_, index) => index);
    const data = body === undefined ? items : { nodes: [asked.length], pageInfo };
    const found = read({ status: 200, headers: {}, data });
    if (found === undefined) throw new Error('The page has another form.');
    return found;
  };
  return { asked, core: { request, owner: 'o', repo: 'r' } as unknown as ClientCore };
}

const about = { doing: 'list the comments', needs: 'issues=read', maxPages: 2 };

describe('a list with more entries than are read', () => {
  test('is an error that says how many they are, and never a part of the list: a denial may be behind it', async () => {
    const { core, asked } = endless();
    const pages = { ...about, route: 'GET /list', read: ({ data }: { data: unknown }) => [data] };
    const full = {
      ...pages,
      read: ({ data }: { data: unknown }) => (Array.isArray(data) ? data : []),
    };
    const error = await errorOf(allPages(core, full));
    expect(error.code).toBe('github-refused');
    expect(error.message).toContain('more than 200 entries to list the comments');
    expect(asked).toEqual([1, 2]);
    // A page that is not full is the last one.
    expect(await allPages(core, pages)).toHaveLength(1);
  });

  test('is an error of GraphQL, too, whose pages follow each other', async () => {
    const read = ({ data }: { data: unknown }) => data as never;
    const { core, asked } = endless();
    const error = await errorOf(allGraphqlPages(core, { ...about, query: 'q', number: 7, read }));
    expect(error.code).toBe('github-refused');
    const variables = { owner: 'o', repo: 'r', number: 7 };
    expect(asked).toEqual([
      { ...variables, after: null },
      { ...variables, after: 'after 1' },
    ]);
    const ending = endless((page) => page < 2);
    const found = await allGraphqlPages(ending.core, { ...about, query: 'q', number: 7, read });
    expect(found).toEqual([1, 2]);
  });
});
