import {
  Composer,
  CST,
  Lexer,
  LineCounter,
  Parser,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
  type Alias,
  type Document,
  type YAMLError,
} from 'yaml';
import type { Json } from '../../common/index.ts';
import type { LocatedProblem, Position, Problem } from '../model/problems.ts';

/** A policy is read by people; one that is larger is a mistake or an attack on the reader. */
export const MAX_POLICY_BYTES = 512 * 1024;
/** Aliases written in the file, and nodes once every alias is written out: a file of nested anchors ends here. */
const MAX_ALIASES = 100;
const MAX_NODES = 50_000;
const MAX_DEPTH = 32;
/** Lexical tokens: what is dearer than linear in the parser never sees more of them. */
const MAX_TOKENS = 100_000;
const MAX_SHOWN_KEY = 60;
const MAX_PROBLEMS = 20;
/** What looks like a space and is another character. */
const UNSEEN_SPACE = /(?! )\p{Zs}/u;

/** A value with the positions of its parts. `path` is the keys and indices from the root. */
export interface LocatedValue {
  readonly value: Json;
  /** The position of a value, or of the nearest thing around it that has one. */
  positionOf(path: readonly PropertyKey[]): Position;
  /** The position of the key of a value, or of the value itself if it has no key. */
  keyPositionOf(path: readonly PropertyKey[]): Position;
}

type YamlResult =
  | { readonly ok: true; readonly located: LocatedValue | null }
  | { readonly ok: false; readonly problems: readonly LocatedProblem[] };

/**
 * Parses YAML 1.2 (core schema) into plain JSON with positions. `located: null` means a text without content. Refuses
 * duplicate keys, keys that are not strings, tags, merge keys, several documents, and more aliases, nodes or levels
 * than the limits above. Never throws.
 */
export function parseYaml(text: string): YamlResult {
  const lines = new LineCounter();
  // What is left of UTF-16, in which some Windows programs save text, when it is read as UTF-8.
  if (text.includes('\0'))
    return failed({ line: 1, column: 1 }, 'The file is not UTF-8 text.', 'Save it as UTF-8.');
  // A new line for editors and for YAML, but not for the parser: what stands behind it could belong to a comment.
  const lone = text.search(/\r(?!\n)/);
  if (lone !== -1)
    return failed(
      offsetPosition(text, lone),
      'The line contains a carriage return without a line feed, which only some programs take for a new line.',
      'Save the file with the line endings of Unix (LF) or Windows (CRLF).',
    );
  try {
    const tokens = tokenize(text, lines);
    if (!Array.isArray(tokens))
      return failed(tokens.position, tokens.message, 'Write it flatter, without anchors.');
    const composer = new Composer({
      stringKeys: true,
      uniqueKeys: true,
      merge: false,
      schema: 'core',
      version: '1.2',
    });
    const [document, another] = [...composer.compose(tokens, true, text.length)];
    if (document === undefined) return { ok: true, located: null };
    if (another !== undefined) {
      const start = position(lines, another.range[0]);
      return failed(
        start,
        'The file contains more than one YAML document.',
        'Remove the "---" and what follows it.',
      );
    }
    const errors = [...document.errors, ...document.warnings];
    // Behind the end of what can be read, every further line is unexpected.
    const unexpected = errors.findIndex(({ code }) => code === 'UNEXPECTED_TOKEN');
    const own = errors.filter(
      ({ code }, index) => code !== 'UNEXPECTED_TOKEN' || index === unexpected,
    );
    const found = own.map((error) => ({
      ...position(lines, startOfError(error, text)),
      error,
    }));
    // Of several errors in one place, the last one names the cause. Those behind it on its line follow from it.
    const places = new Map(found.map((each) => [`${each.line}:${each.column}`, each]));
    const broken = firstOfLines([...places.values()]);
    if (broken.length > 0) {
      const problems = broken.slice(0, MAX_PROBLEMS).map(({ line, column, error }) => ({
        line,
        column,
        ...(bracketProblem(error, text, lines) ?? yamlProblem(error, text)),
      }));
      // A bracket can be on the line of another problem, which is why it is open.
      return { ok: false, problems: firstOfLines(problems) };
    }
    return new JsonConverter(document, lines).result();
  } catch (error) {
    const message =
      error instanceof RangeError
        ? 'It is nested too deep to be read.'
        : `It is not YAML: ${String(error)}.`;
    return failed({ line: 1, column: 1 }, message, 'Write it flatter, without anchors.');
  }
}

/**
 * Converts the document to plain JSON within the limits. Positions are only calculated on request: most are never
 * needed.
 */
class JsonConverter {
  readonly #document: Document;
  readonly #lines: LineCounter;
  readonly #targets = new Map<unknown, unknown>();
  #problem: LocatedProblem | null = null;
  #nodes = 0;
  #aliases = 0;

  constructor(document: Document, lines: LineCounter) {
    this.#document = document;
    this.#lines = lines;
  }

  result(): YamlResult {
    if (this.#document.contents === null) return { ok: true, located: null };
    const value = this.#walk(this.#document.contents, []);
    if (this.#problem !== null) return { ok: false, problems: [this.#problem] };
    if (value === null) return { ok: true, located: null };
    return {
      ok: true,
      located: {
        value,
        positionOf: (path) => this.#at(path, { onKey: false }),
        keyPositionOf: (path) => this.#at(path, { onKey: true }),
      },
    };
  }

  /** The position of a value, or of its key; of the nearest thing around it if it has none. */
  #at(path: readonly PropertyKey[], { onKey }: { readonly onKey: boolean }): Position {
    let node: unknown = this.#document.contents;
    for (const [index, part] of path.entries()) {
      const { key, value } = this.#child(node, part);
      const isMeant = value === null || (onKey && index === path.length - 1);
      if (key !== undefined && isMeant) return this.#positionOfNode(key);
      if (value === undefined) break;
      node = value;
    }
    return this.#positionOfNode(node);
  }

  /** The value of a key or an index, and the key itself. Follows aliases. */
  #child(node: unknown, key: PropertyKey): Child {
    const target = isAlias(node) ? this.#targetOf(node) : node;
    if (isSeq(target)) return { value: target.items[Number(key)] };
    if (!isMap(target)) return NO_CHILD;
    return (
      target.items.find((item) => isScalar(item.key) && item.key.value === String(key)) ?? NO_CHILD
    );
  }

  #targetOf(alias: Alias): unknown {
    if (!this.#targets.has(alias)) this.#targets.set(alias, alias.resolve(this.#document));
    return this.#targets.get(alias);
  }

  #walk(node: unknown, path: PropertyKey[]): Json {
    if (this.#problem !== null) return null;
    this.#nodes += 1;
    if (path.length > MAX_DEPTH)
      return this.#refuse(
        node,
        `It is nested more than ${MAX_DEPTH} levels deep.`,
        'Write it flatter.',
      );
    if (this.#nodes > MAX_NODES) {
      const message = `It contains more than ${MAX_NODES} values once its anchors are written out.`;
      return this.#refuse(node, message, 'Write rules out instead of nesting anchors.');
    }
    if (isScalar(node)) return this.#scalar(node, path);
    if (isAlias(node)) return this.#alias(node, path);
    if (isSeq(node)) return node.items.map((item, index) => this.#below(item, path, index));
    if (isMap(node)) return this.#map(node.items, path);
    return null;
  }

  #below(node: unknown, path: PropertyKey[], key: PropertyKey): Json {
    path.push(key);
    const value = this.#walk(node, path);
    path.pop();
    return value;
  }

  #alias(node: Alias, path: PropertyKey[]): Json {
    this.#aliases += 1;
    if (this.#aliases > MAX_ALIASES) {
      return this.#refuse(
        node,
        `It uses more than ${MAX_ALIASES} aliases.`,
        'Write the values out instead of using anchors.',
      );
    }
    const target = this.#targetOf(node);
    if (target === undefined)
      return this.#refuse(
        node,
        `The alias "*${node.source}" has no anchor before it.`,
        'Write the value out.',
      );
    return this.#walk(target, path);
  }

  #map(items: readonly { key: unknown; value: unknown }[], path: PropertyKey[]): Json {
    const entries: [string, Json][] = [];
    for (const item of items) {
      const key = isScalar(item.key) ? item.key.value : null;
      if (typeof key !== 'string')
        return this.#refuse(item.key, 'A key is not plain text.', 'Write the key as a word.');
      if (key === '<<')
        return this.#refuse(
          item.key,
          'Merge keys ("<<") are not supported.',
          'Write the merged keys out.',
        );
      if (key === '__proto__')
        return this.#refuse(item.key, 'A key may not be "__proto__".', 'Remove it.');
      entries.push([key, this.#below(item.value, path, key)]);
    }
    return Object.fromEntries(entries);
  }

  #scalar(node: { value: unknown }, path: readonly PropertyKey[]): Json {
    const { value } = node;
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    if (value === null || (typeof value === 'number' && Number.isFinite(value))) return value;
    return this.#refuse(
      node,
      `The value at ${path.join('.')} is ${typeof value === 'number' ? value : 'of no plain type'}.`,
      'Write text, a number with digits, true or false.',
    );
  }

  #refuse(node: unknown, message: string, fix: string): null {
    this.#problem ??= { ...this.#positionOfNode(node), message, fix };
    return null;
  }

  #positionOfNode(node: unknown): Position {
    if (typeof node !== 'object' || node === null || !('range' in node))
      return { line: 1, column: 1 };
    const range = node.range;
    const offset: unknown = Array.isArray(range) ? range[0] : 0;
    return position(this.#lines, typeof offset === 'number' ? offset : 0);
  }
}

interface Child {
  readonly key?: unknown;
  readonly value?: unknown;
}

const NO_CHILD: Child = {};

function position(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

function failed(start: Position, message: string, fix: string): YamlResult {
  return { ok: false, problems: [{ ...start, message, fix }] };
}

/** The token of the lexer where lists and maps in brackets have ended without their closing brackets. */
const FLOW_ENDED = '\u0018';
/** Tokens of the lexer for the start of a document, such an end, a scalar and the byte order mark. */
const LEXER_MARKS: ReadonlySet<string> = new Set(['\u0002', FLOW_ENDED, '\u001f', '\uFEFF']);

interface LimitExceeded {
  readonly position: Position;
  readonly message: string;
}

/**
 * The lexer is linear, composing is not (nesting recurses, each alias searches its anchor, each key is compared with
 * its neighbours), so depth, anchors and size are bounded over the tokens before anything is composed.
 */
function tokenize(text: string, lines: LineCounter): CST.Token[] | LimitExceeded {
  const parser = new Parser(lines.addNewLine);
  const parsed: CST.Token[] = [];
  let [tokens, flow, line, marks] = [0, 0, 0, 0];
  lines.addNewLine(0);
  for (const { token, offset } of tokensOf(text)) {
    tokens += 1;
    const first = token.charAt(0);
    if (first === '[' || first === '{') flow += 1;
    else if (first === ']' || first === '}') flow = Math.max(0, flow - 1);
    else if (first === '\n' || first === '\r') line = 0;
    // Each "- ", "? " and property of one line opens a level of its own.
    else if (token === '-' || token === '?' || first === '&' || first === '!') line += 1;
    if (token.length > 1 && (first === '&' || first === '*')) marks += 1;
    const message = excess({ tokens, depth: Math.max(flow, line), marks });
    if (message !== null) return { position: offsetPosition(text, offset), message };
    for (const part of parser.next(token)) parsed.push(part);
  }
  parsed.push(...parser.end());
  return parsed;
}

function excess(counted: { tokens: number; depth: number; marks: number }): string | null {
  if (counted.depth > MAX_DEPTH) return `It is nested more than ${MAX_DEPTH} levels deep.`;
  if (counted.marks > MAX_ALIASES * 2)
    return `It uses more than ${MAX_ALIASES} anchors and aliases.`;
  return counted.tokens > MAX_TOKENS
    ? `It contains more than ${MAX_TOKENS} words and marks.`
    : null;
}

function offsetPosition(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** Text behind an open quote ends with the file, so the quote itself is the place. */
const OPEN_QUOTE = /^Missing closing (['"])/;
/** The end of an open list or map is noticed at the next line that cannot be in it, so its bracket itself is the place. */
const OPEN_BRACKET = /^Flow (?:sequence|map)\b.* end with a ([\]}])$/;
const CLOSING = { '[': ']', '{': '}' } as const;
/** A key and its value, or a key alone, without the colon. */
const WITHOUT_COLON = /^([A-Za-z]\w*)(?: +([^\s:#][^:#]*))?$/;
const SAME_COLUMN = 'Begin the keys of one map, and the "- " of one list, in the same column.';

function firstOfLines<T extends Position>(found: readonly T[]): readonly T[] {
  return [...Map.groupBy(found, ({ line }) => line).values()].flatMap((line) => line.slice(0, 1));
}

/** Where an error is, as an offset. */
function startOfError({ message, pos: [start] }: YAMLError, text: string): number {
  const [, quote] = OPEN_QUOTE.exec(message) ?? [];
  if (quote === undefined) return start;
  let open = text.lastIndexOf(quote, start - 1);
  const isEscaped = (): boolean => text[open - 1] === (quote === '"' ? '\\' : quote);
  while (open > 0 && isEscaped()) open = text.lastIndexOf(quote, open - 2);
  return Math.max(0, open);
}

/** A list or map that is not closed, at its bracket; `null` for another error. */
function bracketProblem(
  { code, message, pos: [start] }: YAMLError,
  text: string,
  lines: LineCounter,
): LocatedProblem | null {
  const [, closing] = OPEN_BRACKET.exec(message) ?? [];
  if (closing === undefined) return null;
  const offset = openBracket(text, { closing, before: start });
  if (offset === null) return null;
  const opened = position(lines, offset);
  const noticed = position(lines, start).line;
  const isLater = noticed > opened.line && start < text.length;
  const where = isLater ? ` before line ${noticed}` : '';
  return {
    ...opened,
    message: `It is not valid YAML: this "${text.charAt(offset)}" is not closed${where}.`,
    fix: yamlFix(code, message),
  };
}

/** The offset of the last bracket `before` an offset that `closing` would close and nothing closes; `null` if all are closed. */
function openBracket(
  text: string,
  { closing, before }: { readonly closing: string; readonly before: number },
): number | null {
  const open: { readonly closing: string; readonly offset: number }[] = [];
  const unclosed: number[] = [];
  for (const { token, offset } of tokensOf(text)) {
    if (token === FLOW_ENDED) unclosed.push(...open.splice(0).map((bracket) => bracket.offset));
    else if (token === '[' || token === '{') open.push({ closing: CLOSING[token], offset });
    else if (token === ']' || token === '}') {
      const last = open.pop();
      if (last !== undefined && last.closing !== token) unclosed.push(last.offset);
    }
  }
  unclosed.push(...open.map(({ offset }) => offset));
  return (
    unclosed
      .sort((first, second) => first - second)
      .findLast(
        (offset) => offset < before && text.charAt(offset) === (closing === ']' ? '[' : '{'),
      ) ?? null
  );
}

/** The tokens of a text, each with its offset. */
function* tokensOf(text: string): Generator<{ readonly token: string; readonly offset: number }> {
  let offset = 0;
  for (const token of new Lexer().lex(text)) {
    yield { token, offset };
    // The lexer's own marks are not in the text.
    if (!LEXER_MARKS.has(token)) offset += token.length;
  }
}

/** What is wrong with a text that is not YAML, and what to write instead. */
function yamlProblem({ code, message, pos }: YAMLError, text: string): Problem {
  const [start] = pos;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const [line = ''] = text.slice(lineStart).split('\n', 1);
  if (code === 'DUPLICATE_KEY') {
    const [, key = ''] = /^["']?([^"'\s:,}]*)/.exec(text.slice(start)) ?? [];
    return {
      message: `The key "${key.slice(0, MAX_SHOWN_KEY)}" is written twice in one map.`,
      fix: 'Keep one of them; nothing is merged silently.',
    };
  }
  const [unseen] = UNSEEN_SPACE.exec(line) ?? [];
  if (unseen !== undefined) {
    const number = unseen.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    const found = `It is not valid YAML: the line contains the space U+${number}, which YAML does not take for one.`;
    return { message: found, fix: 'Write a plain space in its place.' };
  }
  const [, quote] = OPEN_QUOTE.exec(message) ?? [];
  if (quote !== undefined)
    return {
      message: 'It is not valid YAML: this quote is not closed.',
      fix: `Write ${quote} at the end of its text.`,
    };
  const isNoPair = message.startsWith('Implicit map keys need');
  const [, key, value] = WITHOUT_COLON.exec(line.trim()) ?? [];
  if (key !== undefined && (isNoPair || code === 'MULTILINE_IMPLICIT_KEY'))
    return {
      message: `It is not valid YAML: ${JSON.stringify(line.trim())} has no ":".`,
      fix: `Write ${key}: ${value ?? 'and its value'}.`,
    };
  if (isNoPair && /^\s*-(?:\s|$)/.test(line))
    return {
      message: 'It is not valid YAML: an item of a list is where a key belongs.',
      fix: SAME_COLUMN,
    };
  if (code === 'MULTILINE_IMPLICIT_KEY')
    return {
      message:
        'It is not valid YAML: this value is followed by a line that is indented deeper, which continues it.',
      fix: SAME_COLUMN,
    };
  const found = `It is not valid YAML: ${message.replace(/\.?$/, '.')}`;
  return { message: found, fix: yamlFix(code, message) };
}

function yamlFix(code: string, message: string): string {
  if (/\bflow (?:sequence|map)/i.test(message))
    return 'Close the list with "]" or the map with "}", write a comma between its items, and put text with "," "[" "]" "{" or "}" in quotes.';
  switch (code) {
    case 'TAG_RESOLVE_FAILED':
      return 'Remove the tag ("!…"); put text that begins with "!" in quotes.';
    case 'BAD_ALIAS':
      return 'Put text that begins with "*" in quotes, as in "*".';
    case 'TAB_AS_INDENT':
      return 'Indent with spaces.';
    default:
      return 'Check the indentation, and put text in quotes that contains ": " or " #", or begins with "*", "!" or "@". Within single quotes, write a quote twice.';
  }
}

/**
 * The text with more strings at the end of a list of the top level, which is created if it is missing. Nothing else
 * changes, comments and layout included. `null` if the text has no place for them: it is no block mapping, or the key has
 * another value than a list. The caller parses the result, which can be wrong for unusual text.
 */
export function appendToList(text: string, key: string, items: readonly string[]): string | null {
  const document = parseDocument(text, { version: '1.2', schema: 'core' });
  const { contents, errors } = document;
  if (errors.length > 0 || !isMap(contents) || contents.flow === true) return null;
  const quoted = items.map((item) => JSON.stringify(item));
  const list: unknown = contents.get(key, true);
  if (list === undefined) {
    const gap = text.endsWith('\n') ? '' : '\n';
    return `${text}${gap}${key}:\n${quoted.map((item) => `  - ${item}\n`).join('')}`;
  }
  const first: unknown = isSeq(list) ? list.items[0] : undefined;
  const last: unknown = isSeq(list) ? list.items.at(-1) : undefined;
  if (!isSeq(list) || !isRanged(list) || !isRanged(first) || !isRanged(last)) return null;
  const [, lastEnd] = last.range;
  if (list.flow === true)
    return `${text.slice(0, lastEnd)}, ${quoted.join(', ')}${text.slice(lastEnd)}`;
  const dash = text.slice(text.lastIndexOf('\n', first.range[0] - 1) + 1, first.range[0]);
  if (!/^ *- +$/.test(dash)) return null;
  const isLineEnd = text[lastEnd - 1] === '\n';
  const newline = isLineEnd ? lastEnd - 1 : text.indexOf('\n', lastEnd);
  const end = newline === -1 ? text.length : newline;
  return `${text.slice(0, end)}${quoted.map((item) => `\n${dash}${item}`).join('')}${text.slice(end)}`;
}

function isRanged(node: unknown): node is { readonly range: readonly [number, number, number] } {
  return isNode(node) && Array.isArray(node.range);
}
