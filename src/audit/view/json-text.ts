import { randomUUID } from 'node:crypto';

/** An array of JSON whose items are made, as JSON text, while it is written: it may be too long for memory. */
export class JsonItems {
  readonly items: AsyncIterable<string> | Iterable<string>;

  /** `items`: each as `JSON.stringify` writes it with the indent of the whole. */
  constructor(items: AsyncIterable<string> | Iterable<string>) {
    this.items = items;
  }
}

/** A value with such arrays in it as JSON, piece by piece: the same text as by `JSON.stringify(value, null, indent)`. */
export async function* jsonText(value: object, indent = 0): AsyncGenerator<string> {
  const lists: JsonItems[] = [];
  // Stands for each list in the text of the rest. No other text can contain it.
  const mark = randomUUID();
  const marked = (_key: string, one: unknown): unknown => {
    if (!(one instanceof JsonItems)) return one;
    lists.push(one);
    return mark;
  };
  const parts = JSON.stringify(value, marked, indent).split(`"${mark}"`);
  for (const [index, part] of parts.entries()) {
    yield part;
    const list = lists[index];
    if (list !== undefined) yield* listText(list, part, indent);
  }
}

/** `before`: the text up to the list. A newline in the text of a value is always one between its parts. */
async function* listText(
  { items }: JsonItems,
  before: string,
  indent: number,
): AsyncGenerator<string> {
  const [margin = ''] = /^ */.exec(before.slice(before.lastIndexOf('\n') + 1)) ?? [];
  const end = indent === 0 ? '' : `\n${margin}`;
  const line = `${end}${' '.repeat(indent)}`;
  let isFirst = true;
  for await (const item of items) {
    yield `${isFirst ? '[' : ','}${line}${item.replaceAll('\n', line)}`;
    isFirst = false;
  }
  yield isFirst ? '[]' : `${end}]`;
}
