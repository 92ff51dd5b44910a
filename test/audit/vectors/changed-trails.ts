/** Trails that are changed at random: in one field, entry, byte or file. */
import {
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonObject,
  sha256,
} from '../../../src/common/index.ts';
import * as fc from '../../properties.ts';
import { chainEvents } from '../chained.ts';

/** The lines of a trail, and the files beside it; a text is where a symbolic link leads to. */
export interface TrailFiles {
  readonly lines: readonly string[];
  readonly files: ReadonlyMap<string, Buffer | string>;
}

/** A choice that is made before what there is to choose from is known. */
type Choice = number;
type Change = (trail: TrailFiles) => TrailFiles;

const choice: fc.Arbitrary<Choice> = fc.nat(1_000_000);

function chosen<T>(from: readonly T[], index: Choice): T | undefined {
  return from[index % Math.max(1, from.length)];
}

const WORDS =
  'x c1 c2 2026-02-30T00:00:00Z auto requireApproval deny DENIED SEALED APPROVED EXECUTING COMPLETED mode wall plan error ' +
  'incomplete denied over-budget terminal nobody [redacted:token:0123abcd]';
const NUMBERS = [0, 1, 2, 3, -1, 0.5, 1e21, 2 ** 53];
const OTHERS: readonly Json[] = [
  null,
  true,
  false,
  '',
  [],
  {},
  ['x'],
  { x: 1 },
  { blob: sha256('x'), bytes: 1 },
];
const ODD: readonly Json[] = [...OTHERS, ...NUMBERS, ...WORDS.split(' ')];

/** Every place in a value, as the keys that lead to it. */
function placesIn(
  value: Json,
  path: readonly (string | number)[] = [],
): (readonly (string | number)[])[] {
  const inner = Array.isArray(value)
    ? value.flatMap((item: Json, index) => placesIn(item, [...path, index]))
    : isJsonObject(value)
      ? Object.entries(value).flatMap(([name, item]) => placesIn(item, [...path, name]))
      : [];
  return path.length === 0 ? inner : [path, ...inner];
}

function valueAt(
  value: Json | undefined,
  [key, ...rest]: readonly (string | number)[],
): Json | undefined {
  if (key === undefined || typeof value !== 'object' || value === null) return value;
  return valueAt(Object.entries(value).find(([name]) => name === String(key))?.[1], rest);
}

/** The value with another one at a place; `undefined` leaves it out. */
function withAt(
  value: Json,
  [key, ...rest]: readonly (string | number)[],
  put: Json | undefined,
): Json {
  if (key === undefined) return put ?? null;
  const entries = Object.entries(isJsonObject(value) || Array.isArray(value) ? value : {});
  const changed = entries.flatMap(([name, item]): [string, Json][] => {
    if (name !== String(key)) return [[name, item]];
    if (rest.length === 0) return put === undefined ? [] : [[name, put]];
    return [[name, withAt(item, rest, put)]];
  });
  return Array.isArray(value) ? changed.map(([, item]) => item) : Object.fromEntries(changed);
}

/** The entries without what chaining them gives them. */
export function entriesOf({ lines }: TrailFiles): readonly JsonObject[] {
  return lines.map((line) => {
    const { hash: _, prev: __, seq, ...fields } = JSON.parse(line) as JsonObject;
    // `chainEvents` counts again where `run.end` says 0.
    return fields['type'] === 'run.end' && fields['count'] === seq
      ? { ...fields, count: 0 }
      : fields;
  });
}

/** The trail of these entries, with new numbers and hashes. */
function chained(trail: TrailFiles, entries: readonly JsonObject[]): TrailFiles {
  return { ...trail, lines: chainEvents(entries) };
}

const ENVELOPE: readonly (string | number | undefined)[] = ['_schema', 'run', 'time', 'type'];

/** What stands in all entries under a name, at any depth. */
function valuesOf(
  entries: readonly JsonObject[],
  name: string | number | undefined,
): readonly Json[] {
  return entries.flatMap((entry) =>
    placesIn(entry)
      .filter((path) => path.at(-1) === name)
      .flatMap((path) => valueAt(entry, path) ?? []),
  );
}

function changeField(entry: Choice, place: Choice, value: Choice, from: Choice): Change {
  return (trail) => {
    const entries = entriesOf(trail);
    const index = entry % entries.length;
    const before = entries[index] ?? {};
    const places = placesIn(before).filter(
      ([name]) => !ENVELOPE.includes(name) || place % 10 === 0,
    );
    const path = chosen(places, place) ?? [];
    // What other entries have there is found by deeper rules than what does not fit the type.
    const others = valuesOf(entries, path.at(-1));
    const put = [undefined, chosen(ODD, from)][value % 6] ?? chosen(others, from);
    const after = withAt(before, path, value % 6 === 0 ? undefined : put);
    return chained(trail, entries.with(index, isJsonObject(after) ? after : {}));
  };
}

function moveEntry(entry: Choice, to: Choice, how: Choice): Change {
  return (trail) => {
    const entries = entriesOf(trail);
    const index = entry % entries.length;
    const rest = how % 3 === 0 ? entries : entries.toSpliced(index, 1);
    const put = how % 3 === 1 ? [] : entries.slice(index, index + 1);
    return chained(trail, rest.toSpliced(to % (rest.length + 1), 0, ...put));
  };
}

/** An entry of a later version, with values of all kinds. */
function addUnknown(value: Json, to: Choice): Change {
  return (trail) => {
    const entries = entriesOf(trail);
    return chained(
      trail,
      entries.toSpliced(to % entries.length, 0, { type: 'later.version', value }),
    );
  };
}

/** Writes a number, a name or a string of one line otherwise than canonical JSON does, and does not make hashes anew. */
function changeText(entry: Choice, place: Choice, by: string): Change {
  return (trail) => {
    const index = entry % trail.lines.length;
    const line = trail.lines[index] ?? '';
    const from = place % (line.length + 1);
    return {
      ...trail,
      lines: trail.lines.with(index, line.slice(0, from) + by + line.slice(from + 1)),
    };
  };
}

function changeFile(file: Choice, how: Choice, bytes: Uint8Array): Change {
  return (trail) => {
    const files = new Map(trail.files);
    const path =
      chosen([...files.keys(), `blobs/${sha256('x')}`, 'other.txt'], file) ?? 'other.txt';
    if (how % 4 === 0) files.delete(path);
    else
      files.set(
        path,
        how % 4 === 1 ? '/dev/null' : how % 4 === 2 ? '../audit.jsonl' : Buffer.from(bytes),
      );
    return { ...trail, files };
  };
}

const PIECES = [
  '',
  ' ',
  '\t',
  '\n',
  '\r',
  '"',
  '\\',
  '0',
  '1.0',
  '1e2',
  '-0',
  'null',
  '{',
  '[',
  ',',
  '\\ud800',
  '\\u0061',
  'é',
  '\u{1f600}',
];

/** One to three changes. Each fits every trail. */
export const changes: fc.Arbitrary<Change> = fc
  .array(
    fc.oneof(
      {
        weight: 8,
        arbitrary: fc.tuple(choice, choice, choice, choice).map((all) => changeField(...all)),
      },
      { weight: 3, arbitrary: fc.tuple(choice, choice, choice).map((all) => moveEntry(...all)) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(choice, choice, fc.constantFrom(...PIECES))
          .map((all) => changeText(...all)),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.jsonValue({ stringUnit: fc.codePoint, depthSize: 'small' }), choice)
          .map(([value, to]) => addUnknown(value as Json, to)),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(choice, choice, fc.uint8Array({ maxLength: 20 }))
          .map((all) => changeFile(...all)),
      },
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((several) => (trail) => {
    // What is no JSON any more cannot be parsed for a further change.
    let changed = trail;
    for (const change of several) {
      if (!changed.lines.every(isObject)) break;
      changed = change(changed);
    }
    return changed;
  });

/** Whether a line can be read, and written again as canonical JSON. */
function isObject(line: string): boolean {
  try {
    const value: Json = JSON.parse(line);
    return isJsonObject(value) && canonicalJson(value) !== '';
  } catch {
    return false;
  }
}
