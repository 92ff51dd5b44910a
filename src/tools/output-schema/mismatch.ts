/** Refuses parts of valid schemas: external references, and patterns that may not terminate. Pure. */
import {
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

/** What is wrong with the reference of one of the schemas inside `root`; `null` if it has none, or leads to a place in `root`. */
export function refFault({ schema, pointer }: SubSchema, root: JsonObject): Mismatch | null {
  const { $ref: ref } = schema;
  if (ref === undefined) return null;
  const isLocal = typeof ref === 'string' && /^#(?:\/|$)/.test(ref);
  if (isLocal && leadsSomewhere(root, ref)) return null;
  const shown = JSON.stringify(ref);
  const because = isLocal
    ? `there is nothing at ${shown}`
    : `the reference ${shown} is not local; only "#" and "#/…" are supported`;
  return { pointer: pointerTo(pointer, '$ref'), because };
}

/** Whether a local reference names something in the schema. */
function leadsSomewhere(root: JsonObject, ref: string): boolean {
  let here: Json | undefined = root;
  for (const step of ref.split('/').slice(1)) {
    const name = percentDecoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return false;
    here = Reflect.get(here, name);
  }
  return here !== undefined;
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
