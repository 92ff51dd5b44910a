import { isIP } from 'node:net';
import { posix } from 'node:path';
import { trimEnd } from '../../common/index.ts';
import type { RequiredInFile } from '../rules/required-command.ts';
import { matchesName } from '../rules/wildcard.ts';
import { networkEntryParts, WEB_PORTS } from '../rules/host-pattern.ts';

/** How the values of several layers become one. */
export type LayerRule = 'intersection' | 'union' | 'smallest' | 'highest' | 'strictest' | 'false';

interface KeyRule<Value> {
  readonly rule: LayerRule;
  /** What applies where the repository's own policy is silent (docs/policy.md). */
  readonly fallback: Value;
  /** Commutative and associative up to order, and never looser than either value. */
  readonly tighten: (one: Value, other: Value) => Value;
}

/** The limits of a run, by their names in the policy. */
export const BUDGET_NAMES = ['turns', 'calls', 'tokens', 'usd', 'minutes'] as const;
export type BudgetName = (typeof BUDGET_NAMES)[number];

/** The limits of a run where no layer and no input sets one. */
export const DEFAULT_BUDGET: Readonly<Record<BudgetName, number>> = {
  turns: 60,
  calls: 300,
  tokens: 2_000_000,
  usd: 5,
  minutes: 30,
};

const DEFAULT_WAIT_MS = 10 * 60_000;
const DEFAULT_EXPIRE_MS = 7 * 86_400_000;
/** `false`, unless every layer says `true`. */
const ALL = keyRule<boolean>('false', false, (one, other) => one && other);
const UNION = keyRule<readonly string[]>('union', [], union);

/** Each key that has one value for the whole run, by its name in the file. */
const SETTINGS = {
  // A person counts if each of the lists names them.
  'approvals.from': keyRule<readonly (readonly string[])[]>('intersection', [['write']], union),
  'approvals.notify': UNION,
  'approvals.count': keyRule<number>('highest', 1, (...both) => Math.max(...both)),
  'approvals.self': ALL,
  'approvals.reviews': ALL,
  'approvals.boxes': ALL,
  'approvals.wait': smallest(DEFAULT_WAIT_MS),
  'approvals.then': strictest('suspend', ['suspend', 'deny', 'fail']),
  'approvals.expire': smallest(DEFAULT_EXPIRE_MS),
  // Without a sandbox, `auto` for commands asks.
  'sandbox.mode': strictest('preferred', ['off', 'preferred', 'required']),
  'sandbox.network': keyRule('intersection', [], inBoth(commonHost)),
  'sandbox.write': keyRule('intersection', ['.'], inBoth(commonFolder)),
  'budget.turns': smallest(DEFAULT_BUDGET.turns),
  'budget.calls': smallest(DEFAULT_BUDGET.calls),
  'budget.minutes': smallest(DEFAULT_BUDGET.minutes),
  'budget.tokens': smallest(DEFAULT_BUDGET.tokens),
  'budget.usd': smallest(DEFAULT_BUDGET.usd),
  'budget.onLimit': strictest('stop', ['ask', 'stop']),
  'github.images': strictest('all', ['all', 'trusted', 'off']),
  'done.requires': keyRule<readonly RequiredInFile[]>('union', [], (one, other) => [
    ...one,
    ...other.filter(({ text }) => one.every((same) => same.text !== text)),
  ]),
  limits: keyRule<Readonly<Record<string, number>>>('smallest', {}, (one, other) => {
    const both = new Map(Object.entries(one));
    for (const [name, limit] of Object.entries(other))
      both.set(name, Math.min(limit, both.get(name) ?? Infinity));
    return Object.fromEntries(both);
  }),
  'tools.secrets': keyRule<readonly string[]>('intersection', [], (one, other) =>
    one.filter((name) => other.includes(name)),
  ),
  'tools.parallel': smallest(10),
  hooks: UNION,
  'redact.patterns': UNION,
};

export type SettingValues = {
  readonly [Key in keyof typeof SETTINGS]: (typeof SETTINGS)[Key]['fallback'];
};

/**
 * How the values that several layers have for a setting become one. A layer without the key has no opinion on it. Keys
 * about single calls are in `EVALUATED_KEYS`. Every other key is refused in a baseline, because it has no tighter value.
 */
export const KEY_RULES: { readonly [Key in keyof SettingValues]: KeyRule<SettingValues[Key]> } =
  SETTINGS;

/** Whether two values of a key are the same, lists whatever their order is. */
export function isSameValue(one: unknown, other: unknown): boolean {
  const [first, second] = [one, other].map((value) =>
    JSON.stringify(
      Array.isArray(value) ? value.map((each) => JSON.stringify(each)).toSorted() : value,
    ),
  );
  return first === second;
}

/** Keys about single calls: each layer evaluates by its own, and the strictest verdict counts. */
export const EVALUATED_KEYS = [
  'mode',
  'auto',
  'deny',
  'requireApproval',
  'whenUntrusted',
  'plan',
  'tools.enabled',
  'tools.disabled',
] as const;

/** Keys of a baseline that say nothing about a run. */
const OWN_KEYS: readonly string[] = ['version', 'extends', 'tests'];

/** Whether a baseline may have a key, written as in `KEY_RULES`. */
export function mayBeInBaseline(key: string): boolean {
  const evaluated: readonly string[] = EVALUATED_KEYS;
  return Object.hasOwn(KEY_RULES, key) || evaluated.includes(key) || OWN_KEYS.includes(key);
}

function keyRule<Value>(
  rule: LayerRule,
  fallback: Value,
  tighten: KeyRule<Value>['tighten'],
): KeyRule<Value> {
  return { rule, fallback, tighten };
}

function smallest(fallback: number): KeyRule<number> {
  return keyRule('smallest', fallback, (one, other) => Math.min(one, other));
}

/** `order`: from the loosest to the strictest. */
function strictest<Word extends string>(
  fallback: NoInfer<Word>,
  order: readonly Word[],
): KeyRule<Word> {
  return keyRule<Word>('strictest', fallback, (one, other) =>
    order.indexOf(other) > order.indexOf(one) ? other : one,
  );
}

/** Both lists, each value once. */
function union<T>(one: readonly T[], other: readonly T[]): readonly T[] {
  const seen = new Set(one.map((value) => JSON.stringify(value)));
  return [...one, ...other.filter((value) => !seen.has(JSON.stringify(value)))];
}

/** What two lists have in common, by what each entry of one has in common with each of the other. */
function inBoth(
  common: (one: string, other: string) => string | null,
): KeyRule<readonly string[]>['tighten'] {
  return (list, others) => {
    const found = list.flatMap((one) => others.map((other) => common(one, other)));
    return [...new Set(found.filter((entry) => entry !== null))].toSorted();
  };
}

/**
 * What two entries of `sandbox.network` both list. An address, or `localhost`, is only in it if both name it: a wildcard does not
 * list what is not public, and must not come to do so.
 */
function commonHost(one: string, other: string): string | null {
  const [first, second] = [networkEntryParts(one), networkEntryParts(other)];
  const name = commonName(first.name, second.name);
  const port = commonPort(first.port, second.port);
  if (name === null || port === null) return null;
  return port === '' ? name : `${name}:${port}`;
}

function commonName(one: string, other: string): string | null {
  if (one === other) return one;
  const narrow = matchesName(one, other) ? one : matchesName(other, one) ? other : null;
  return narrow === null || isOwnAddress(narrow) ? null : narrow;
}

function isOwnAddress(name: string): boolean {
  return name === 'localhost' || name.startsWith('[') || isIP(name) !== 0;
}

/** An entry without a port lists 80 and 443. */
function commonPort(one: string, other: string): string | null {
  if (one === other || other === '*') return one;
  if (one === '*') return other;
  if (one === '') return WEB_PORTS.includes(Number(other)) ? other : null;
  return other === '' && WEB_PORTS.includes(Number(one)) ? one : null;
}

/** Of two folders of `sandbox.write`, one in the other, the inner one. */
function commonFolder(one: string, other: string): string | null {
  const [first, second] = [plain(one), plain(other)];
  if (isIn(first, second)) return first;
  return isIn(second, first) ? second : null;
}

function plain(folder: string): string {
  return trimEnd(posix.normalize(folder), '/');
}

function isIn(inner: string, outer: string): boolean {
  return outer === '.' || inner === outer || inner.startsWith(`${outer}/`);
}
