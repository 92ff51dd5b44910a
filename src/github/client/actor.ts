import * as z from 'zod';
import type { Account } from '../ports/account.ts';

/** The fields of an actor in a GraphQL query. The id is a field of each kind of account, not of `Actor`. */
export const ACTOR_FIELDS = ['User', 'Bot', 'Mannequin', 'Organization'].reduce(
  (fields, kind) => `${fields} ... on ${kind} { databaseId }`,
  'login __typename',
);

/**
 * An actor in a GraphQL answer. Its login leaves out the `[bot]` of a bot, which is then the login of some person. An
 * account without an id cannot be compared with another: it counts as unknown.
 */
export const actor = z
  .looseObject({ login: z.string(), __typename: z.string(), databaseId: z.number().nullish() })
  .nullish()
  .transform((found): Account | null => {
    const { login, __typename: type, databaseId: id } = found ?? {};
    if (login === undefined || type === undefined || id === undefined || id === null) return null;
    return { login: type === 'Bot' ? `${login}[bot]` : login, id, type };
  });
