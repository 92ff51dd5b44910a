import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  allGraphqlPages,
  allPages,
  type ClientCore,
  pageInfo,
  PER_PAGE,
  readAs,
} from '../../../../src/github/client/transport/core.ts';
import type { Reply } from '../../../../src/github/client/transport/classify-reply.ts';
import type { ApiRequest } from '../../../../src/github/client/transport/requester.ts';
import { errorOf } from '../../context.ts';

/** A core whose lists have full pages without end; a page of GraphQL says how many follow. */
function endless(followedBy: (page: number) => boolean = () => true) {
  const asked: unknown[] = [];
  const request = async <T>({ read, query, body }: ApiRequest<T>): Promise<T> => {
    asked.push(query?.['page'] ?? body?.['variables']);
    const end = { hasNextPage: followedBy(asked.length), endCursor: `after ${asked.length}` };
    const items = Array.from({ length: PER_PAGE }, (_, index) => index);
    const data = body === undefined ? items : { nodes: [asked.length], pageInfo: end };
    const found = read({ status: 200, headers: {}, data });
    if (found === undefined) throw new Error('The page has another form.');
    return found;
  };
  return { asked, core: { request, owner: 'o', repo: 'r' } as unknown as ClientCore };
}

function entriesOf({ data }: Pick<Reply, 'data'>): readonly unknown[] | undefined {
  return Array.isArray(data) ? data : undefined;
}

const pageOf = readAs(z.object({ nodes: z.array(z.number()), pageInfo }));

const about = { doing: 'list the comments', needs: 'issues=read', maxPages: 2 };

describe('a list with more entries than are read', () => {
  test('is an error that says how many they are, and never a part of the list: a denial may be behind it', async () => {
    const { core, asked } = endless();
    const list = { ...about, route: 'GET /list' };
    const error = await errorOf(allPages(core, { ...list, read: entriesOf }));
    expect(error.code).toBe('github-refused');
    expect(error.message).toContain('more than 200 entries to list the comments');
    expect(asked).toEqual([1, 2]);
    // A page that is not full is the last one.
    expect(await allPages(core, { ...list, read: () => ['the only entry'] })).toEqual([
      'the only entry',
    ]);
  });

  test('is an error of GraphQL, too, whose pages follow each other', async () => {
    const { core, asked } = endless();
    const error = await errorOf(
      allGraphqlPages(core, { ...about, query: 'q', number: 7, read: pageOf }),
    );
    expect(error.code).toBe('github-refused');
    const variables = { owner: 'o', repo: 'r', number: 7 };
    expect(asked).toEqual([
      { ...variables, after: null },
      { ...variables, after: 'after 1' },
    ]);
    const ending = endless((page) => page < 2);
    const found = await allGraphqlPages(ending.core, {
      ...about,
      query: 'q',
      number: 7,
      read: pageOf,
    });
    expect(found).toEqual([1, 2]);
  });
});
