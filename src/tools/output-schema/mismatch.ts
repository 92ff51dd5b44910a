/** Refuses parts of valid schemas: external references, and patterns that may not terminate. Pure. */
import {
  isJsonObject,
  type Json,
  type JsonObject,
  orNull,
  percentDecoded,
  pointerTo,
  regexRisk,
  type SubSchema,
} from '../../common/index.ts';

const MAX_DEPTH = 50;
/** References that look like remote ones, or that change with their context. */
const REFUSED_WORDS = [
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  '$recursiveAnchor',
  '$recursiveRef',
];
const OF_THE_TOP = ['$id', '$schema'];

/** What is wrong with a schema, and where, as a JSON pointer. */
export interface Mismatch {
  readonly pointer: string;
  readonly because: string;
}

/** What is refused in one of the schemas inside `root`; `null` if nothing is. */
export function mismatchIn(part: SubSchema, root: JsonObject): Mismatch | null {
  const { pointer, depth } = part;
  if (depth > MAX_DEPTH)
    return { pointer, because: `it is nested more than ${MAX_DEPTH} levels deep` };
  return refFault(part, root) ?? wordFault(part) ?? patternFault(part);
}

/**
 * What is wrong with the reference of one of the schemas inside `root`; `null` if it has none, or leads to a place in `root` from which
 * it does not lead back without end.
 */
export function refFault({ schema, pointer }: SubSchema, root: JsonObject): Mismatch | null {
  const { $ref: ref } = schema;
  if (ref === undefined) return null;
  const shown = JSON.stringify(ref);
  const because = !isLocal(ref)
    ? `the reference ${shown} is not local; only "#" and "#/…" are supported`
    : targetOf(root, ref) === undefined
      ? `there is nothing at ${shown}`
      : isEndless(schema, root)
        ? `the reference ${shown} leads back to itself, so that a check of any value has no end`
        : null;
  return because === null ? null : { pointer: pointerTo(pointer, '$ref'), because };
}

function isLocal(ref: Json | undefined): ref is string {
  return typeof ref === 'string' && /^#(?:\/|$)/.test(ref);
}

/** What a local reference names in the schema; `undefined` if there is nothing. */
function targetOf(root: JsonObject, ref: string): Json | undefined {
  let here: Json | undefined = root;
  for (const step of ref.split('/').slice(1)) {
    const name = percentDecoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined;
    here = Reflect.get(here, name);
  }
  return here;
}

/** Keywords with a schema, or with several, for the same value. Those of all others are for its parts, which come to an end. */
const ONE_OF_SAME_VALUE = ['not', 'if', 'then', 'else'];
const MANY_OF_SAME_VALUE = ['allOf', 'anyOf', 'oneOf', 'dependentSchemas', 'dependencies'];

/** Whether a value that is checked by the schema would be checked by it again. */
function isEndless(schema: JsonObject, root: JsonObject): boolean {
  const reached = new Set(schemasOfSameValue(schema, root));
  for (const next of reached)
    for (const further of schemasOfSameValue(next, root)) reached.add(further);
  return reached.has(schema);
}

function schemasOfSameValue(schema: JsonObject, root: JsonObject): readonly JsonObject[] {
  const { $ref: ref } = schema;
  const found = [
    isLocal(ref) ? targetOf(root, ref) : undefined,
    ...ONE_OF_SAME_VALUE.map((keyword) => schema[keyword]),
    ...MANY_OF_SAME_VALUE.flatMap((keyword) => Object.values<Json>(Object(schema[keyword] ?? {}))),
  ];
  return found.filter((one) => one !== undefined && isJsonObject(one));
}

function wordFault({ schema, pointer }: SubSchema): Mismatch | null {
  const refused = pointer === '' ? REFUSED_WORDS : [...REFUSED_WORDS, ...OF_THE_TOP];
  const word = refused.find((one) => Object.hasOwn(schema, one));
  if (word === undefined) return null;
  return {
    pointer: pointerTo(pointer, word),
    because: `"${word}" is not supported here; use $ref with "#/…"`,
  };
}

function patternFault({ schema, pointer }: SubSchema): Mismatch | null {
  const { pattern, patternProperties } = schema;
  const named = pointerTo(pointer, 'patternProperties');
  const all = [
    ...(typeof pattern === 'string' ? [[pointerTo(pointer, 'pattern'), pattern] as const] : []),
    ...Object.keys(Object(patternProperties ?? {})).map(
      (one) => [pointerTo(named, one), one] as const,
    ),
  ];
  for (const [sourcePointer, source] of all) {
    // As Ajv compiles it.
    const because =
      orNull(() => new RegExp(source, 'u')) === null
        ? 'is not a regular expression of JavaScript'
        : regexRisk(source);
    if (because !== null) return { pointer: sourcePointer, because: `the pattern ${because}` };
  }
  return null;
}
