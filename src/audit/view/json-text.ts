/** An array of JSON whose items are made, as JSON text, while it is written. */
export class JsonItems {
  readonly items: AsyncIterable<string> | Iterable<string>;

  /** `items`: each as `JSON.stringify` writes it with the indent of the whole. */
  constructor(items: AsyncIterable<string> | Iterable<string>) {
    this.items = items;
  }
}

/** A value of JSON with arrays in it that are too long for memory. */
type JsonTree = string | number | boolean | null | JsonItems | readonly JsonTree[] | JsonFields;
interface JsonFields {
  readonly [name: string]: JsonTree | undefined;
}

/** A value as JSON, piece by piece: the same text as by `JSON.stringify(value, null, indent)`. */
export async function* jsonText(value: JsonTree, indent = 0): AsyncGenerator<string> {
  yield* write(value, { step: ' '.repeat(indent), line: indent === 0 ? '' : '\n' });
}

/** `line`: the newline with the indent of the value; empty without indents. */
interface Layout {
  readonly step: string;
  readonly line: string;
}

async function* write(value: JsonTree, { step, line }: Layout): AsyncGenerator<string> {
  if (typeof value !== 'object' || value === null) return yield JSON.stringify(value);
  const isList = value instanceof JsonItems || Array.isArray(value);
  const inner = { step, line: `${line}${step}` };
  const parts = value instanceof JsonItems ? indented(value, inner) : written(value, inner);
  let isFirst = true;
  for await (const part of parts) {
    yield `${isFirst ? (isList ? '[' : '{') : ','}${inner.line}`;
    yield* part;
    isFirst = false;
  }
  if (isFirst) yield isList ? '[]' : '{}';
  else yield `${line}${isList ? ']' : '}'}`;
}

type Pieces = AsyncIterable<string> | Iterable<string>;

async function* indented({ items }: JsonItems, { line }: Layout): AsyncGenerator<Pieces> {
  // A newline in the JSON text of a value is always one between its parts.
  for await (const item of items) yield [line === '' ? item : item.replaceAll('\n', line)];
}

function* written(value: readonly JsonTree[] | JsonFields, layout: Layout): Generator<Pieces> {
  if (Array.isArray(value)) {
    for (const item of value) yield write(item, layout);
    return;
  }
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    yield named(name, field, layout);
  }
}

async function* named(name: string, field: JsonTree, layout: Layout): AsyncGenerator<string> {
  yield `${JSON.stringify(name)}:${layout.line === '' ? '' : ' '}`;
  yield* write(field, layout);
}
