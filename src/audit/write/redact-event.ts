import { type Json, type JsonObject, isJsonObject, sanitizeJson } from '../../common/index.ts';

/**
 * Fields whose values are enums of the format, digests, or ids that the run made. They contain no untrusted text, and a
 * secret that equals one of them must not break the trail. A name after a dot is one only in the member before the dot.
 */
const STRUCTURAL: ReadonlySet<string> = new Set([
  'type',
  'start',
  'state',
  'verdict',
  'list',
  'phase',
  'decision',
  'via',
  'by',
  'service',
  'budget',
  'event',
  'outcome',
  'sandbox',
  'profile',
  'profile.name',
  'git',
  'limits',
  'reason',
  'kind',
  'mode',
  'call',
  'parent',
  'approval',
  'approvals',
  'digest',
  'sha256',
  'policySha256',
  'argumentsSha256',
  'requestSha256',
  'replySha256',
  'resultSha256',
  'tornSha256',
  'textSha256',
  'fromSha256',
  'changeSha256',
  'plan',
  'expires',
  'createdAt',
]);

/** Fields with a value of any shape, whose keys may be untrusted text, too. */
const ANY_SHAPE: ReadonlySet<string> = new Set([
  'gen_ai.tool.call.arguments',
  'arguments',
  'commands',
]);

/** Redacts all texts of an event in one pass, and replaces lone surrogates so that it has a canonical form. */
export function redactEvent(
  event: JsonObject,
  redactor: { redactJson(value: Json): Json },
): JsonObject {
  const slots: Json[] = [];
  mapTexts(event, (text) => {
    slots.push(text);
    return text;
  });
  const redacted = redactor.redactJson(slots);
  let next = 0;
  const clean = mapTexts(event, (before) => {
    const after = Array.isArray(redacted) ? redacted[next] : undefined;
    next += 1;
    // If the redactor loses a value, the unredacted one must not remain.
    return sanitizeJson(after ?? (before === null ? null : ''));
  });
  return isJsonObject(clean) ? clean : {};
}

/** A copy of an event with `map` of each text, and of each value of any shape as a whole. Structural fields stay. */
export function mapTexts(
  value: Json,
  map: (value: Json, key: string) => Json,
  key = '',
  parent = '',
): Json {
  const isStructural = STRUCTURAL.has(key) || STRUCTURAL.has(`${parent}.${key}`);
  if (isStructural && !isJsonObject(value)) return value;
  if (ANY_SHAPE.has(key) || typeof value === 'string') return map(value, key);
  if (typeof value !== 'object' || value === null) return value;
  if (!isJsonObject(value)) return value.map((item) => mapTexts(item, map));
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, mapTexts(child, map, name, key)]),
  );
}
