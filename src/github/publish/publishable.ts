import {
  defuseMentions,
  fence,
  holdCode,
  markdownPieces,
  oneLine,
  visible,
  withHeldCode,
} from '../../common/index.ts';
import { openFence } from '../events/author-lines.ts';

/**
 * Every text that the agent publishes on GitHub passes through here: comments, reviews, titles, bodies and commit messages.
 * The client redacts it and cuts it to GitHub's limits afterwards.
 */

const MAX_PASSES = 6;
/** The start of a placeholder (`holdCode`). */
const OPEN = '\uFDD0';
/** Tags that only affect the layout. All other tags are shown as text. */
const LAYOUT_TAG = /^<(?:\/?(?:details|summary|sub|sup|kbd)|details open|br|hr)\s{0,2}\/?>/i;
const LONGEST_TAG = 20;
const AUTOLINK = /^<((?:https?):\/\/[^\s<>]*)>/i;
const BARE = /(?:[A-Za-z0-9+.-]{0,40}:\/\/|(?<![A-Za-z0-9])www\.|mailto:|xmpp:)[^\s<>]*/gi;
/** What stands before the target of a link or a definition. */
const BEFORE_TARGET = /\](\(\s*|:\s*)/g;
const TARGET = /^(?:<[^<>\n]*>|[^\s)]*(?:\([^\s()]*\)[^\s)]*)*)/;
const MAX_TARGET_CHARS = 2_000;
/** The places where an address would be broken. */
const ADDRESS_START = /(?<!\u200B)(?=:\/\/)|(?<=www)(?=\.)|(?<=mailto|xmpp)(?=:)/gi;
/** Fences that GitHub renders as diagrams, which may contain links, are shown as text. */
const DRAWN_FENCE =
  /^([ \t>*+\-\d.)]*(?:`{3,}|~{3,})[ \t]*)(?:mermaid|geojson|topojson|stl|math)\b/i;
/** How a line begins in which a closing tag may be code, or in a footnote, which GitHub shows elsewhere. */
const DOUBTFUL_START = /[\s>[*+\-\d]/;
const FOLD = /<(\/?)details(?: open)?\s{0,2}>/gi;

/** Commands of TeX by which a formula leads somewhere, or acts on the page or on what is put together from its parts. */
const ACTING_TEX =
  /\\(?=(?:href|url|class|style|cssId|data|html[A-Z][a-z]*|require|csname|includegraphics|mmlToken|tooltip|texttip|toggle|action)(?![A-Za-z]))/g;
/** Letters and digits written as entities would hide a word from the checks. */
const PLAIN_ENTITY = /&#(?:0*(\d{2,3})|[xX]0*([0-9A-Fa-f]{2}));/g;
/** Mail addresses, which GitHub turns into links. */
const MAIL = /(?<=[A-Za-z0-9._+-])@(?=[A-Za-z0-9_-]{0,63}\.)/g;
/** Joiners that are visible, as parts of an emoji or of the spelling of a word. */
const VISIBLE_JOINER =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})|(?<=[\u0600-\u0DFF])[\u200C\u200D](?=[\u0600-\u0DFF])/u;

/**
 * Makes a model's Markdown safe to publish:
 * - it notifies nobody and closes no issue;
 * - it cannot contain one of the hidden comments by which Countersign recognises its own texts;
 * - images and links to hosts that are not allowed are shown as text, and so is raw HTML;
 * - invisible characters are written out;
 * - an unclosed block does not affect the text after it.
 */
export function publishable(markdown: string, allowed: AllowedHosts = ['github.com']): string {
  return untilUnchanged(markdown, (text) => onePass(text, { allowed, mayClose: null }));
}

/**
 * The same for the body of a pull request, which may close the issue of its run. Merging can make it a commit message, so it
 * skips no checks and has no trailers, also in code.
 */
export function publishableBody(markdown: string, may: Permitted): string {
  return untilUnchanged(markdown, (text) => withoutInstructions(onePass(text, may)));
}

function untilUnchanged(markdown: string, pass: (text: string) => string): string {
  let current = withVisibleCharacters(markdown);
  for (let passes = 0; passes < MAX_PASSES; passes += 1) {
    const next = pass(current);
    if (next === current) return next;
    current = next;
  }
  return fence(current.replaceAll(ADDRESS_START, '\u200B'), 'text');
}

/** What a text may do on GitHub. */
interface Permitted {
  readonly allowed: AllowedHosts;
  /** The issue that it may close; `null`: none. */
  readonly mayClose: number | null;
}

/** Writes out every character that is invisible or changes how others are displayed. */
function withVisibleCharacters(markdown: string): string {
  let rest = markdown;
  const parts: string[] = [];
  for (let found = VISIBLE_JOINER.exec(rest); found !== null; found = VISIBLE_JOINER.exec(rest)) {
    parts.push(visible(rest.slice(0, found.index)), found[0]);
    rest = rest.slice(found.index + 1);
  }
  return `${parts.join('')}${visible(rest)}`;
}

/** Showing one part as text may change how another part is parsed, so passes are repeated until nothing changes. */
function onePass(markdown: string, { allowed, mayClose }: Permitted): string {
  const held: string[] = [];
  const protect: Protect = (text) => holdCode(held, text);
  const pieces = markdownPieces(markdown.replaceAll(/[\uFDD0-\uFDEF]/g, ''));
  const isUnsure = pieces.some(({ kind, text }) => kind === 'fence' && !/^[`~]/.test(text));
  const prose = pieces
    .map(({ kind, text }, index) => {
      if (kind === 'prose') return text;
      if (kind === 'fence')
        return protect((isUnsure ? inert(text) : text).replace(DRAWN_FENCE, '$1text'));
      const isFormula = pieces[index - 1]?.text.endsWith('$') === true;
      return protect(isFormula ? withoutActingTex(inlineCode(text)) : inlineCode(text));
    })
    .join('');
  const plain = withoutClosingKeywords(withoutPlainEntities(plainBackticks(prose)), mayClose);
  const safe = plain.includes('$') ? withoutActingTex(plain) : plain;
  const safeProse = defuseMentions(
    withoutAddresses(withoutHtml(safe, allowed), { allowed, protect }),
  ).replaceAll(MAIL, '@\u200B');
  return closeBlocks(withHeldCode(safeProse, held));
}

function withoutActingTex(formula: string): string {
  return formula.replaceAll(ACTING_TEX, '\\\u200B');
}

function withoutPlainEntities(prose: string): string {
  return prose.replaceAll(PLAIN_ENTITY, (whole, decimal?: string, hex?: string) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal);
    const character = String.fromCodePoint(code);
    return /^[A-Za-z0-9]$/.test(character) ? character : whole;
  });
}

/**
 * For a fence in a list or a quote only GitHub knows which lines are code. Anything in it that would have an effect outside
 * of code is broken by invisible characters.
 */
function inert(code: string): string {
  return defuseMentions(withoutClosingKeywords(code, null))
    .replaceAll(MAIL, '@\u200B')
    .replaceAll(ADDRESS_START, '\u200B')
    .replaceAll(/\](?=[(:])|<(?=[A-Za-z/!?])/g, '$&\u200B');
}

/** A title: one line that notifies nobody, closes nothing and skips no checks. */
export function publishableTitle(title: string, maxChars: number): string {
  // A title becomes part of the commit message when a pull request is merged.
  const line = oneLine(withoutClosingKeywords(title, null), maxChars);
  return defuseMentions(withoutInstructions(line));
}

/**
 * A commit message that notifies nobody, closes only the issue of its run, does not skip checks, and has no trailers that
 * name other people. Git accepts white space before the colon of a trailer.
 */
export function publishableMessage(message: string, mayClose: number | null = null): string {
  const plain = withoutClosingKeywords(visible(message.replaceAll('\r\n', '\n')), mayClose);
  return defuseMentions(withoutInstructions(plain));
}

/** A commit message without what skips checks, and without trailers that name other people. */
function withoutInstructions(message: string): string {
  return message
    .replaceAll(/\[((?:skip|no)[ _-](?:ci|actions|checks)|(?:ci|actions)[ _-]skip)\]/gi, '($1)')
    .replaceAll(/\*\*\*(NO_CI)\*\*\*/gi, '$1')
    .replaceAll(/^(skip-checks)[ \t]*:/gim, '$1 -')
    .replaceAll(/^([a-z]{1,40}(?:-[a-z]{1,40}){0,4}-by|on-behalf-of)[ \t]*:/gim, '$1 -');
}

/** Replaces a text by a placeholder that later steps do not change. */
type Protect = (text: string) => string;

/** In a table a bar would end the code and make an address in it a link again. */
function inlineCode(text: string): string {
  if (!/:\/\/|www\./i.test(text)) return text;
  return text.replaceAll(/(?<!\\)(\\*)\|/g, (bar, slashes: string) =>
    slashes.length % 2 === 0 ? `${slashes}\\|` : bar,
  );
}

/** An unmatched backtick could close the code that is added below. */
function plainBackticks(prose: string): string {
  return prose.replaceAll(
    /(?<!\\)(\\*)`/g,
    (_, slashes: string) => `${slashes.slice(slashes.length % 2)}&#96;`,
  );
}

/** Counts the tags that are open, by name. True for an end tag without its start. */
function endsNothing(tag: string, open: Map<string, number>): boolean {
  const [, slash, name = ''] = /^<(\/?)([a-z]+)/.exec(tag.toLowerCase()) ?? [];
  const before = open.get(name) ?? 0;
  if (slash === '/') open.set(name, Math.max(0, before - 1));
  else open.set(name, before + 1);
  return slash === '/' && before === 0;
}

function withoutHtml(prose: string, allowed: AllowedHosts): string {
  const open = new Map<string, number>();
  return prose.replaceAll(/<(?=[A-Za-z/!?])/g, (found, offset: number) => {
    const [tag] = LAYOUT_TAG.exec(prose.slice(offset, offset + LONGEST_TAG)) ?? [];
    // GitHub leaves out an end tag that ends nothing, and joins the words around it.
    if (tag !== undefined) {
      const startsLine = offset === 0 || prose[offset - 1] === '\n';
      return endsNothing(tag, open) && !startsLine ? '&lt;' : found;
    }
    const [, address] = AUTOLINK.exec(prose.slice(offset, prose.indexOf('>', offset) + 1)) ?? [];
    return address !== undefined && isAllowedLink(address, allowed) ? found : '&lt;';
  });
}

/** Breaks links and definitions to hosts that are not allowed, and puts addresses in running text in code. */
function withoutAddresses(
  prose: string,
  { allowed, protect }: { readonly allowed: AllowedHosts; readonly protect: Protect },
): string {
  return prose
    .replaceAll(BEFORE_TARGET, (before, mark: string, offset: number, whole: string) => {
      const target = targetAt(whole, offset + before.length);
      if (target !== null && isAllowedLink(target, allowed)) return before;
      return mark.startsWith('(') ? `] ${mark}` : `]\\${mark}`;
    })
    .replaceAll(BARE, (found, offset: number, whole: string) => {
      const address = trimAddress(found);
      const rest = found.slice(address.length);
      if (isAllowedLink(address, allowed)) return `${protect(address)}${rest}`;
      // Code inside an address cannot be put in code again.
      if (/[\uFDD0\uFDD1]|&#96;/.test(address))
        return `${address.replaceAll(ADDRESS_START, '\u200B')}${rest}`;
      // Next to a backslash or other code the backticks would have another meaning.
      const before = /[\\\uFDD1]/.test(whole[offset - 1] ?? '') ? ' ' : '';
      const after = whole[offset + address.length] === OPEN ? ' ' : '';
      return `${before}${protect(`\`${address.replaceAll('|', '%7C')}\``)}${after}${rest}`;
    });
}

/** Where a link or a definition leads; `null` if that has too many characters. What is in it may look like another one. */
function targetAt(text: string, start: number): string | null {
  const near = text.slice(start, start + MAX_TARGET_CHARS + 1);
  const [target = ''] = TARGET.exec(near) ?? [];
  const isWhole = near.startsWith('<') ? target.endsWith('>') : target.length <= MAX_TARGET_CHARS;
  return isWhole || near.length <= MAX_TARGET_CHARS ? target : null;
}

/** Closes an open fence or folded part, which would hide the text below. */
function closeBlocks(markdown: string): string {
  const mark = openFence(markdown);
  const whole = mark === null ? markdown : `${markdown}\n${mark}`;
  let open = 0;
  for (const { kind, text } of markdownPieces(whole)) {
    if (kind !== 'prose') continue;
    for (const { index, 1: slash } of text.matchAll(FOLD)) {
      if (slash !== '/') open += 1;
      else if (!isDoubtful(text, index)) open = Math.max(0, open - 1);
    }
  }
  return `${whole}${'\n</details>'.repeat(open)}`;
}

/** Whether a closing tag may be none: behind a backslash, or by the start of its line. One too many does nothing. */
function isDoubtful(text: string, index: number): boolean {
  const start = text.lastIndexOf('\n', index) + 1;
  return start < index && (DOUBTFUL_START.test(text[start] ?? '') || text[index - 1] === '\\');
}

// GitHub's closing keywords close issues from the body of a pull request, and from a commit message on the default branch. The
// agent may close only the issue of its own run.

/** An underscore before or after the word only slants it. */
const KEYWORD = String.raw`(?<![A-Za-z0-9])(close[sd]?|fix(?:e[sd])?|resolve[sd]?)`;
const MARKUP = String.raw`[*_~\[(<"']{0,6}\\?`;
const NUMBER = String.raw`((?:[\w.-]{1,100}/[\w.-]{1,100})?(?:#|&#0*35;|&#[xX]0*23;|&num;)|GH-)(\d{1,12})`;
const ADDRESS = String.raw`https?://[^\s/]{1,255}/[^\s/]{1,100}/[^\s/]{1,100}/(?:issues|pull)/\d`;
const CLOSING = new RegExp(
  String.raw`${KEYWORD}([*_~]{0,3}):?([*_~]{0,3})\s{0,20}(?=${MARKUP}(?:${NUMBER}|${ADDRESS}))`,
  'gi',
);

/** Makes sure that `text` closes no issue but `mayClose`: "fixes #1" becomes "fixes issue #1", which only links to it. */
function withoutClosingKeywords(text: string, mayClose: number | null): string {
  return text.replaceAll(
    CLOSING,
    (whole, word: string, before: string, after: string, mark?: string, number?: string) => {
      const isOwn = mayClose !== null && mark === '#' && Number(number) === mayClose;
      return isOwn ? whole : `${word}${before}${after} issue `;
    },
  );
}

/**
 * The addresses that a text of the agent may link to. An address can exfiltrate what the run has read, and an image is
 * fetched without anybody following it.
 */

/** Hosts that may be linked to: exact names, or `*.name` for all subdomains. */
type AllowedHosts = readonly string[];

/** Characters that Markdown removes or replaces in an address. */
const REWRITTEN = /[\\\uFDD0-\uFDEF`]|&(?:#|[A-Za-z][A-Za-z0-9]*;)/;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Whether a link is allowed: within the page or the repository, or by http(s) to an allowed host. */
function isAllowedLink(target: string, allowed: AllowedHosts): boolean {
  const address = target.startsWith('<') ? target.slice(1).replace(/>$/, '') : target;
  if (REWRITTEN.test(address) || /[\s\u0000-\u001F\u007F]/.test(address)) return false;
  if (!HAS_SCHEME.test(address)) return !/[:[\]]|\/\/|www\./i.test(address);
  if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address)) return false;
  const { host, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return allowed.some((one) => isHost(host, one.toLowerCase()));
}

function isHost(host: string, allowed: string): boolean {
  if (allowed.startsWith('*.'))
    return host.endsWith(allowed.slice(1)) && host.length > allowed.length - 1;
  return host === allowed;
}

/** An address in running text as GitHub would link it, without the punctuation that ends a sentence. */
function trimAddress(found: string): string {
  let end = found.length;
  let unpaired = count(found, ')') - count(found, '(');
  while (end > 0) {
    const last = found[end - 1] ?? '';
    const isUnpaired = last === ')' && unpaired > 0;
    if (!isUnpaired && !/[?!.,:*_~'"\]]/.test(last)) break;
    if (isUnpaired) unpaired -= 1;
    end -= 1;
  }
  return found.slice(0, end);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
