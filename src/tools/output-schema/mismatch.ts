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
/** Schemas that check the same value, each within or referred to by the one before. */
const MAX_CHAIN = 100;
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

/** What is refused in one of the schemas inside of another one; `null` if nothing is. */
type FindFault = (part: SubSchema) => Mismatch | null;

/** Finds what is refused in the schemas inside `root`. */
export function mismatchesIn(root: JsonObject): FindFault {
  const refFault = refFaultsIn(root);
  return (part) => {
    const { pointer, depth } = part;
    if (depth > MAX_DEPTH)
      return { pointer, because: `it is nested more than ${MAX_DEPTH} levels deep` };
    return refFault(part) ?? wordFault(part) ?? patternFault(part);
  };
}

/** Finds references of the schemas inside `root` that lead to no place in it, or from which a check of any value has no end. */
export function refFaultsIn(root: JsonObject): FindFault {
  const ending = new Set<JsonObject>();
  return ({ schema, pointer }) => {
    const { $ref: ref } = schema;
    if (ref === undefined) return null;
    const shown = JSON.stringify(ref);
    const because = !isLocal(ref)
      ? `the reference ${shown} is not local; only "#" and "#/…" are supported`
      : targetOf(root, ref) === undefined
        ? `there is nothing at ${shown}`
        : isEndless(schema, { root, ending })
          ? `the check of any value by ${shown} has no end: it leads back to a schema on its way, or through more than ${MAX_CHAIN}`
          : null;
    return because === null ? null : { pointer: pointerTo(pointer, '$ref'), because };
  };
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

/** Whether a value that is checked by the schema would be checked by one schema again and again. `ending`: where it is known not to be. */
function isEndless(
  schema: JsonObject,
  known: { readonly root: JsonObject; readonly ending: Set<JsonObject> },
  above: readonly JsonObject[] = [],
): boolean {
  if (known.ending.has(schema)) return false;
  if (above.includes(schema) || above.length > MAX_CHAIN) return true;
  const way = [...above, schema];
  const isFound = schemasOfSameValue(schema, known.root).some((next) =>
    isEndless(next, known, way),
  );
  if (!isFound) known.ending.add(schema);
  return isFound;
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
