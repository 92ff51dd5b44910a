/** A value of a TOML document. Dates, times, `inf` and `nan` are their own text. */
export type TomlValue = string | number | boolean | readonly TomlValue[] | TomlTable;
export type TomlTable = ReadonlyMap<string, TomlValue>;

type Value = string | number | boolean | Value[] | Table;
type Table = Map<string, Value>;

/** The most levels of lists and inline tables. */
const MAX_DEPTH = 50;
const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  '"': '"',
  '\\': '\\',
};

/**
 * Reads a TOML 1.0 document (https://toml.io/en/v1.0.0). What is no such document is a problem with its line; nothing is skipped. It is
 * laxer than the standard only about the form of numbers and dates, and about tables that an inline table began.
 */
export function parseToml(text: string): { readonly table: TomlTable } | TomlProblem {
  try {
    return { table: new TomlReader(text).document() };
  } catch (error) {
    if (error instanceof TomlError) return { problem: `Line ${error.line}: ${error.message}` };
    throw error;
  }
}

interface TomlProblem {
  readonly problem: string;
}

/** Whether a value is a table. */
export function isTomlTable(value: TomlValue | undefined): value is TomlTable {
  return value instanceof Map;
}

/** Whether a value is a list. */
export function isTomlList(value: TomlValue | undefined): value is readonly TomlValue[] {
  return Array.isArray(value);
}

/** A value in one line, for messages. */
export function tomlText(value: TomlValue): string {
  if (isTomlTable(value))
    return `{ ${[...value].map(([name, part]) => `${name} = ${tomlText(part)}`).join(', ')} }`;
  if (isTomlList(value)) return `[${value.map(tomlText).join(', ')}]`;
  return JSON.stringify(value);
}

class TomlError extends Error {
  override readonly name = 'TomlError';
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

class TomlReader {
  readonly #text: string;
  #index = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Table {
    const root: Table = new Map();
    const headers = new Set<string>();
    let table = root;
    for (this.#blank(); this.#index < this.#text.length; this.#blank()) {
      if (this.#take('[[')) table = this.#listTable(root, headers);
      else if (this.#take('[')) table = this.#headedTable(root, headers);
      else this.#pair(table, 0);
      this.#lineEnd();
    }
    return root;
  }

  #headedTable(root: Table, headers: Set<string>): Table {
    const path = this.#key();
    this.#expect(']');
    const name = JSON.stringify(path);
    if (headers.has(name)) this.#fail(`The table ${path.join('.')} is there twice.`);
    headers.add(name);
    return this.#tableAt(root, path);
  }

  /** An item of a list of tables. The tables in it may have the names of those in the item before. */
  #listTable(root: Table, headers: Set<string>): Table {
    const path = this.#key();
    this.#expect(']]');
    const inside = `${JSON.stringify(path).slice(0, -1)},`;
    for (const header of headers) if (header.startsWith(inside)) headers.delete(header);
    const parent = this.#tableAt(root, path.slice(0, -1));
    const name = path.at(-1) ?? '';
    const list = parent.get(name) ?? [];
    if (!Array.isArray(list)) return this.#fail(`${path.join('.')} is not a list of tables.`);
    const item: Table = new Map();
    list.push(item);
    parent.set(name, list);
    return item;
  }

  /** The table at a path, made where it does not exist; of a list of tables, the last one. */
  #tableAt(from: Table, path: readonly string[]): Table {
    let table = from;
    for (const name of path) {
      const found = table.get(name);
      const next = Array.isArray(found) ? found.at(-1) : (found ?? new Map<string, Value>());
      if (!(next instanceof Map)) return this.#fail(`${path.join('.')} is not a table.`);
      if (found === undefined) table.set(name, next);
      table = next;
    }
    return table;
  }

  #pair(table: Table, depth: number): void {
    const path = this.#key();
    this.#expect('=');
    this.#spaces();
    const parent = this.#tableAt(table, path.slice(0, -1));
    const name = path.at(-1) ?? '';
    if (parent.has(name)) this.#fail(`The key ${path.join('.')} is there twice.`);
    parent.set(name, this.#value(depth));
  }

  #key(): string[] {
    const path: string[] = [];
    do {
      this.#spaces();
      const bare = this.#match(/[\w-]+/y);
      const quoted = bare === null && /["']/.test(this.#next()) ? this.#string() : null;
      path.push(bare ?? quoted ?? this.#fail('A key is missing.'));
      this.#spaces();
    } while (this.#take('.'));
    return path;
  }

  #value(depth: number): Value {
    if (depth > MAX_DEPTH) this.#fail('It has too many levels.');
    const next = this.#next();
    if (next === '"' || next === "'") return this.#string();
    if (this.#take('[')) return this.#list(depth);
    if (this.#take('{')) return this.#inlineTable(depth);
    const word = this.#match(/[\w:.+-]+(?: \d\d:[\w:.+-]+)?/y) ?? this.#fail('A value is missing.');
    if (word === 'true' || word === 'false') return word === 'true';
    const number = /^[+-]?\d[\d_.eE+-]*$/.test(word) ? Number(word.replaceAll('_', '')) : NaN;
    if (!Number.isNaN(number)) return number;
    if (/^(?:\d[\w:.+ -]*|[+-]?(?:inf|nan))$/.test(word)) return word;
    return this.#fail(`${word} is not a value.`);
  }

  #list(depth: number): Value[] {
    const list: Value[] = [];
    for (this.#blank(); !this.#take(']'); this.#blank()) {
      list.push(this.#value(depth + 1));
      this.#blank();
      if (!this.#take(',') && this.#next() !== ']') this.#fail('A "," or "]" is missing.');
    }
    return list;
  }

  /** New lines and a final comma are read as well, as TOML 1.1 has them. */
  #inlineTable(depth: number): Table {
    const table: Table = new Map();
    for (this.#blank(); !this.#take('}'); this.#blank()) {
      this.#pair(table, depth + 1);
      this.#blank();
      if (!this.#take(',') && this.#next() !== '}') this.#fail('A "," or "}" is missing.');
    }
    return table;
  }

  #string(): string {
    for (const quotes of ['"""', "'''"]) if (this.#take(quotes)) return this.#longString(quotes);
    const basic = this.#match(/"(?:[^"\\\n]|\\.)*"/y);
    if (basic !== null) return this.#unescaped(basic.slice(1, -1));
    const literal = this.#match(/'[^'\n]*'/y);
    return literal === null ? this.#fail('A string is not closed.') : literal.slice(1, -1);
  }

  #longString(quotes: string): string {
    this.#match(/\r?\n/y);
    const body =
      quotes === '"""'
        ? /(?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*?"{3,5}/y
        : /(?:[^']|'{1,2}(?!'))*?'{3,5}/y;
    const found = this.#match(body) ?? this.#fail('A string is not closed.');
    const inner = found.slice(0, -3);
    return quotes === '"""' ? this.#unescaped(inner.replace(/\\[ \t]*\r?\n\s*/g, '')) : inner;
  }

  #unescaped(text: string): string {
    return text.replace(
      /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\s\S]))/g,
      (found, short: string | undefined, long: string | undefined, letter = '') => {
        const code = short ?? long;
        if (code === undefined) return ESCAPES[letter] ?? this.#fail(`${found} is not an escape.`);
        const point = Number.parseInt(code, 16);
        return point > 0x10_ff_ff
          ? this.#fail(`${found} is not a character.`)
          : String.fromCodePoint(point);
      },
    );
  }

  #next(): string {
    return this.#text[this.#index] ?? '';
  }

  #match(expression: RegExp): string | null {
    expression.lastIndex = this.#index;
    const [found] = expression.exec(this.#text) ?? [];
    if (found === undefined) return null;
    this.#index += found.length;
    return found;
  }

  #take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#index)) return false;
    this.#index += text.length;
    return true;
  }

  #expect(text: string): void {
    this.#spaces();
    if (!this.#take(text)) this.#fail(`"${text}" is missing.`);
  }

  #spaces(): void {
    this.#match(/[ \t]+/y);
  }

  /** Spaces, new lines and comments. */
  #blank(): void {
    this.#match(/(?:[ \t\r\n]+|#[^\n]*)+/y);
  }

  #lineEnd(): void {
    this.#spaces();
    this.#match(/#[^\n]*/y);
    if (this.#index < this.#text.length && this.#match(/\r?\n/y) === null)
      this.#fail('The line has text after its end.');
  }

  #fail(message: string): never {
    throw new TomlError(message, this.#text.slice(0, this.#index).split('\n').length);
  }
}
