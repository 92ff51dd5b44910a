import { type Attributes, hides, withoutEntities } from '../../common/index.ts';
import { countRemoved, type Removed } from './removed-counts.ts';

/**
 * The names of HTML elements: too short and too few to carry a message. A page drops every other tag with its
 * attributes.
 */
const KNOWN = new Set(
  (
    'a abbr acronym address area article aside audio b base bdi bdo big blockquote body br button canvas caption center cite ' +
    'code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer ' +
    'form frame frameset g-emoji h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins kbd label legend ' +
    'li link main map mark math menu meta meter nav nobr noembed noframes noscript object ol optgroup option output p param ' +
    'picture plaintext pre progress q rb rp rt rtc ruby s samp script search section select slot small source span strike ' +
    'strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video ' +
    'wbr xmp'
  ).split(' '),
);
/** A type parameter: angle brackets after a name, in code without backticks. */
const TYPES =
  /^<(?:[A-Z]|any|bool|boolean|char|float|int|never|null|number|object|str|string|undefined|unknown|void|[iu](?:8|16|32|64))>$/;
/** The name of an unknown tag may be a sentence; only a single word is shown. */
const ONE_WORD = /^[A-Za-z][A-Za-z0-9]{0,19}$/;

/** The author of `Promise<void>` did not mean a tag. */
function isTypeParameter(text: string, index: number, end: number): boolean {
  return /\w/.test(text[index - 1] ?? '') && end - index < 20 && TYPES.test(text.slice(index, end));
}

/** The replacement of a tag that a page drops. */
function unknownTag(slash: string | undefined, written: string): string {
  return ONE_WORD.test(written) ? `[tag: ${slash ?? ''}${written}]` : '[tag]';
}

/** Something in angle brackets: its end, and its replacement. */
interface HtmlFound {
  readonly end: number;
  readonly shown: string;
  /** The kind under which it is counted; `null` if it stays. */
  readonly kind: string | null;
}

/** White space and quote marks before a tag that still begins its line. */
const MAX_LEAD_CHARS = 40;
/** How many comment markers are followed inside a comment to find its end. */
const MAX_NESTED_MARKS = 200;
const NAME = /<(\/?)([A-Za-z][A-Za-z0-9-]*)(?=[\s/>]|$)/y;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** Attributes that only affect layout or link targets, with their values. */
const PLAIN: Readonly<Record<string, RegExp>> = {
  href: /^(?!data:)[^\s"<>]{0,2000}$/i,
  src: /^(?!data:)[^\s"<>]{0,2000}$/i,
  align: /^[a-z]{1,8}$/i,
  width: /^[\d.]{1,6}(?:px|%)?$/i,
  height: /^[\d.]{1,6}(?:px|%)?$/i,
  start: /^\d{1,6}$/,
  colspan: /^\d{1,3}$/,
  rowspan: /^\d{1,3}$/,
};

interface Source {
  readonly text: string;
  readonly lastInstruction: number;
  /** Positions outside of quotes after which no tag ends. */
  readonly endless: Uint8Array;
  /** The block that was read last. */
  block: Block | null;
}

/** The lines between two blank ones. */
interface Block {
  readonly start: number;
  readonly end: number;
  /** Behind the start of its first tag that begins a line; infinite without one. */
  readonly tagged: number;
  /** Its last `>`; before its start without one. */
  readonly lastClosing: number;
}

/**
 * Parses the construct at a `<` of this text; `null` if that is only a character. Failed searches are cached, so that a
 * text of nothing but tag starts takes linear time.
 */
export function htmlReader(text: string): (index: number) => HtmlFound | null {
  const source = {
    text,
    lastInstruction: text.lastIndexOf('?>'),
    endless: new Uint8Array(text.length),
    block: null,
  };
  return (index) => htmlAt(source, index);
}

function htmlAt(source: Source, index: number): HtmlFound | null {
  const { text, lastInstruction } = source;
  if (text.startsWith('<!--', index)) return removedAs('comments', endOfComment(text, index));
  if (text.startsWith('<![CDATA[', index))
    return removedAs('comments', endAfter(text, ']]>', index));
  if (text.startsWith('<?', index))
    return removedAs('comments', endAfter(text, lastInstruction >= index ? '?>' : '>', index));
  if (/^<![A-Za-z]/.test(text.slice(index, index + 3)))
    return removedAs('comments', endAfter(text, '>', index));
  if (/^<(?:![^<]|\/[^A-Za-z<>])/.test(text.slice(index, index + 3))) return noTagAt(source, index);
  return tagAt(source, index);
}

/** A tag without a name is a comment between other tags, and text elsewhere. It is removed without a note. */
function noTagAt(source: Source, index: number): HtmlFound | null {
  const { end, tagged, lastClosing } = blockAt(source, index);
  if (lastClosing >= index) return removedAs('comments', source.text.indexOf('>', index) + 1);
  return tagged <= index ? removedAs('comments', end) : null;
}

function blockAt(source: Source, index: number): Block {
  const { text, block } = source;
  if (block !== null && block.start <= index && index < block.end) return block;
  const start = text.lastIndexOf('\n\n', index) + 1;
  const blank = text.indexOf('\n\n', index);
  const end = blank === -1 ? text.length : blank;
  const lines = text.slice(start, end);
  const tag = /^[ \t>]*<[A-Za-z/!?]/m.exec(lines);
  const tagged = tag === null ? Infinity : start + tag.index + tag[0].length;
  const lastClosing = start + lines.lastIndexOf('>');
  source.block = { start, end, tagged, lastClosing };
  return source.block;
}

function removedAs(kind: string, end: number): HtmlFound {
  return { end, shown: '', kind };
}

function endAfter(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}

/**
 * A comment ends where a page ends it. If its author nested (not too many) comments, it ends with the outermost one.
 */
function endOfComment(text: string, index: number): number {
  const short = /^(?:>|->)/.exec(text.slice(index + 4, index + 6));
  if (short !== null) return index + 4 + short[0].length;
  const marks = /<!--|--!?>/g;
  marks.lastIndex = index + 4;
  let depth = 1;
  let first: number | null = null;
  let seen = 0;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    depth += mark[0] === '<!--' ? 1 : -1;
    if (mark[0] !== '<!--') first ??= marks.lastIndex;
    if (depth === 0) return marks.lastIndex;
    seen += 1;
    if (seen > MAX_NESTED_MARKS && first !== null) return first;
  }
  return first ?? text.length;
}

function tagAt(source: Source, index: number): HtmlFound | null {
  const { text } = source;
  NAME.lastIndex = index;
  const found = NAME.exec(text);
  if (found === null) return null;
  const [opening, slash, written = ''] = found;
  const name = written.toLowerCase();
  const end = endOfTag(source, index + opening.length);
  // If a tag at the start of a line never ends, the page shows nothing of the following text.
  if (end === null)
    return startsLine(text, index) ? removedAs('unfinished tags', text.length) : null;
  if (name === 'details') {
    return {
      end,
      shown: slash === '/' ? '\n[folded part ends]\n' : '\n[folded part, opened]\n',
      kind: 'folded parts',
    };
  }
  if (!KNOWN.has(name) && !isTypeParameter(text, index, end))
    return { end, shown: unknownTag(slash, written), kind: 'unknown tags' };
  if (slash === '/') return { end, shown: `</${written}>`, kind: null };
  const attributes = attributesIn(text.slice(index + opening.length, end - 1));
  if (hides(name, attributes)) {
    return removedAs('hidden elements', VOID.has(name) ? end : endOfElement(source, name, end));
  }
  return name === 'img' || name === 'image'
    ? image(attributes, end)
    : plainTag(written, attributes, end);
}

function startsLine(text: string, index: number): boolean {
  return /(?:^|\n)[ \t>]*$/.test(text.slice(Math.max(0, index - MAX_LEAD_CHARS), index));
}

/**
 * The position after the `>` that closes a tag. A `>` inside a quoted value does not close it, if the quotes are
 * paired.
 */
function endOfTag({ text, endless }: Source, from: number): number | null {
  const walked: number[] = [];
  let index = from;
  while (index < text.length && endless[index] === 0) {
    const character = text[index];
    if (character === '>') return index + 1;
    walked.push(index);
    const closing =
      character === '"' || character === "'" ? text.indexOf(character, index + 1) : index;
    if (closing === -1) {
      const first = text.indexOf('>', from);
      if (first !== -1) return first + 1;
      break;
    }
    index = closing + 1;
  }
  // A later search from one of these positions takes the same path.
  for (const place of walked) endless[place] = 1;
  return null;
}

function attributesIn(inside: string): Attributes {
  const all = new Map<string, string>();
  for (const [, name = '', double, single, bare] of inside.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!all.has(key)) all.set(key, withoutEntities(double ?? single ?? bare ?? ''));
  }
  return all;
}

/** The position after the closing tag of an element; the end of the text without one. */
function endOfElement(source: Source, name: string, from: number): number {
  const { text } = source;
  const tags = new RegExp(`<(/?)${name}(?=[\\s/>])`, 'gi');
  tags.lastIndex = from;
  let depth = 1;
  for (let tag = tags.exec(text); tag !== null; tag = tags.exec(text)) {
    depth += tag[1] === '/' ? -1 : 1;
    if (depth === 0) return endOfTag(source, tags.lastIndex) ?? text.length;
  }
  return text.length;
}

function image(attributes: Attributes, end: number): HtmlFound {
  const alt = attributes.get('alt') ?? '';
  const title = attributes.get('title') ?? '';
  const source = attributes.get('src') ?? '';
  return { end, shown: imageNote({ alt, title, source }), kind: 'images' };
}

/** Describes a picture in words. */
export function imageNote(options: {
  readonly alt: string;
  readonly title: string;
  readonly source: string;
}): string {
  const where = /^data:/i.test(options.source.trim()) ? 'data' : options.source.trim();
  const parts = [
    options.alt.trim(),
    options.title.trim() === '' ? '' : `title: ${options.title.trim()}`,
    where === '' ? '' : `at ${where}`,
  ];
  return `[image: ${parts.filter((part) => part !== '').join(', ')}]`.replaceAll('<', '‹');
}

/** The tag without attributes that a reader does not see; its tooltip follows as text. */
function plainTag(name: string, attributes: Attributes, end: number): HtmlFound {
  const kept = [...attributes].filter(
    ([key, value]) => Object.hasOwn(PLAIN, key) && PLAIN[key]?.test(value) === true,
  );
  const title = attributes.get('title')?.trim() ?? '';
  const shown = `<${[name, ...kept.map(([key, value]) => `${key}="${value}"`)].join(' ')}>`;
  if (kept.length === attributes.size) return { end, shown, kind: null };
  const note = title === '' ? '' : ` [title: ${title.replaceAll('<', '‹')}]`;
  return { end, shown: `${shown}${note}`, kind: 'attributes' };
}

/** Each of these elements makes text smaller: nested this deep, it is unreadable. */
const SMALLER = /^<(\/?)(?:sub|sup|small)(?=[\s>])/i;
const TINY_FROM = 4;
const TINY = '[in tiny letters:] ';

/** One pass over `text`. Each `<` is looked at once. */
export function withoutHiddenHtml(text: string, removed: Removed): string {
  const foundAt = htmlReader(text);
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  let index = text.indexOf('<');
  while (index !== -1) {
    const found = foundAt(index);
    if (found !== null) {
      parts.push(text.slice(start, index), found.shown);
      if (found.kind !== null) countRemoved(removed, found.kind);
      start = found.end;
      const smaller = SMALLER.exec(found.shown);
      if (smaller !== null) depth = Math.max(0, depth + (smaller[1] === '/' ? -1 : 1));
      if (smaller?.[1] === '' && depth === TINY_FROM && !text.startsWith(TINY, start)) {
        countRemoved(removed, 'tiny letters');
        parts.push(TINY);
      }
    }
    index = text.indexOf('<', found?.end ?? index + 1);
  }
  return parts.join('') + text.slice(start);
}
