import {
  type Json,
  type JsonObject,
  isJsonObject,
  type Redactor,
  wellFormed,
} from '../../common/index.ts';

/**
 * Fields whose values are words of the format, digests, or ids that the run made itself. They hold no text by
 * others, and a secret that happens to be spelt like one of them must not tear the trail apart.
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
  'budget',
  'event',
  'outcome',
  'sandbox',
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
  'expires',
  'createdAt',
]);

/** Fields that hold a value of any shape, so that their keys are somebody's text too. */
const FREE: ReadonlySet<string> = new Set(['gen_ai.tool.call.arguments', 'commands']);

/**
 * An event with the secrets taken out of all its texts, in one pass of the redactor, and broken surrogate pairs
 * made whole, so that it has a canonical form; the event itself where there is nothing to change.
 */
export async function redactEvent(event: JsonObject, redactor: Redactor): Promise<JsonObject> {
  const slots: Json[] = [];
  walk(event, (text) => {
    slots.push(text);
    return text;
  });
  const redacted = await redactor.redactJson(slots);
  if (redacted === slots && slots.every(isWhole)) return event;
  let next = 0;
  const clean = walk(event, (before) => {
    const after = Array.isArray(redacted) ? redacted[next] : undefined;
    next += 1;
    // A redactor that loses a value must not put the unredacted one back.
    return madeWhole(after ?? (before === null ? null : ''));
  });
  return isJsonObject(clean) ? clean : {};
}

function walk(value: Json, slot: (value: Json) => Json, key = ''): Json {
  if (STRUCTURAL.has(key) && !isJsonObject(value)) return value;
  if (FREE.has(key) || typeof value === 'string') return slot(value);
  if (typeof value !== 'object' || value === null) return value;
  if (!isJsonObject(value)) return value.map((item) => walk(item, slot));
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, walk(child, slot, name)]),
  );
}

function isWhole(value: Json): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (!isJsonObject(value)) return value.every(isWhole);
  return Object.entries(value).every(([name, child]) => name.isWellFormed() && isWhole(child));
}

/** A shallow value with U+FFFD in place of each half of a broken surrogate pair. */
export function madeWhole(value: Json): Json {
  if (typeof value === 'string') return wellFormed(value);
  if (typeof value !== 'object' || value === null) return value;
  if (!isJsonObject(value)) return value.map(madeWhole);
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [wellFormed(name), madeWhole(child)]),
  );
}
