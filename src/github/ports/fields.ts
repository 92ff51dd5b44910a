import * as z from 'zod';

/** What GitHub's answers and events consist of, under our own names. Fields that are not named here are ignored. */

/** Of each of our fields: GitHub's name, and the schema of its value. */
type Fields = Readonly<Record<string, readonly [name: string, schema: z.ZodType]>>;
type Renamed<F extends Fields> = { readonly [K in keyof F]: z.output<F[K][1]> };

/** An object of GitHub's under our own names. */
export function renamed<F extends Fields>(fields: F): z.ZodType<Renamed<F>>;
export function renamed(fields: Fields): z.ZodType<object> {
  const names = Object.entries(fields);
  return z
    .looseObject(Object.fromEntries(Object.values(fields)))
    .transform((raw) => Object.fromEntries(names.map(([own, [name]]) => [own, raw[name]])));
}

/** A number by which GitHub names something: an id, or the number of an issue. */
export const positive = z.number().int().positive();

export const nonEmpty = z.string().min(1);

/** A GitHub account. A bot's login ends in `[bot]` and its type is `Bot`. */
export interface Account {
  readonly login: string;
  readonly id: number;
  readonly type: string;
}

/**
 * An account as far as comparisons need it. Only the id identifies a person: the login can change, and somebody else can
 * take it then.
 */
export type Person = Pick<Account, 'login' | 'id'>;

/** `null` if the account was deleted: GitHub then gives `null` or leaves the field out. */
export const account = z
  .looseObject({ login: z.string().min(1), id: z.number(), type: z.string().default('User') })
  .nullish()
  .transform((user): Account | null =>
    user ? { login: user.login, id: user.id, type: user.type } : null,
  );

/** GitHub gives `null` for an empty body. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** `null` where GitHub gives it or leaves the field out. */
export const orNull = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? null);
export const textOrNull = orNull(z.string());

/** Empty where GitHub gives `null` or leaves the field out. */
export const listOf = <T extends z.ZodType>(item: T) =>
  orNull(z.array(item)).transform((items) => items ?? []);

/** The text under a key of an object; `null` without either. */
export const textUnder = (key: string) =>
  z
    .looseObject({ [key]: textOrNull })
    .nullish()
    .transform((holder) => holder?.[key] ?? null);

/** Whether GitHub gives the field at all, such as the `pull_request` of an issue that is one. */
export const isGiven = z
  .unknown()
  .optional()
  .transform((value) => value !== undefined && value !== null);

export const slugOfApp = z
  .looseObject({ slug: z.string().nullish() })
  .nullish()
  .transform((app) => (app ? (app.slug ?? 'unknown app') : null));

/** The author associations of people outside of the repository, its owner and its organization. */
const OUTSIDERS: ReadonlySet<string> = new Set([
  'NONE',
  'CONTRIBUTOR',
  'FIRST_TIMER',
  'FIRST_TIME_CONTRIBUTOR',
  'MANNEQUIN',
]);

/**
 * Whether an author association is that of an outsider. Somebody whose membership of the organization is private has such
 * an association, too, whatever their role: it spares look-ups in advance and orders them, and decides nothing.
 */
export const byOutsider = text.transform((association) => OUTSIDERS.has(association));

/** `owner/name` of a repository; `null` if it was deleted. */
export const repositoryName = textUnder('full_name');

export const isOpen = z.string().transform((state) => state === 'open');

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
