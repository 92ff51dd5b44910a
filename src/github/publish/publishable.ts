import { defuseMentions, fence, markdownPieces, oneLine, visible } from '../../common/index.ts';
import { openFence } from '../events/author-lines.ts';
import { withoutClosing } from './closing-keywords.ts';
import { type AllowedHosts, mayLeadTo, trimAddress } from './allowed-links.ts';

/**
 * The one way out for text that the agent wrote: comments, reviews, titles, bodies and commit messages. Redacting and
 * cutting to GitHub's limits come after, where the text is sent.
 */

const MAX_PASSES = 6;
const OPEN = '\uFDD0';
const CLOSE = '\uFDD1';
/** Tags that only lay text out. Anything else in angle brackets is shown as it is written. */
const LAYOUT_TAG = /^<(?:\/?(?:details|summary|sub|sup|kbd)|details open|br|hr)\s{0,2}\/?>/i;
const LONGEST_TAG = 20;
const AUTOLINK = /^<((?:https?):\/\/[^\s<>]*)>/i;
const BARE = /(?:[A-Za-z0-9+.-]{0,40}:\/\/|(?<![A-Za-z0-9])www\.|mailto:|xmpp:)[^\s<>]*/gi;
/** Where a link or a definition leads. Looked ahead at only: what is in it may look like another one. */
const TARGET = /\](\(\s*|:\s*)(?=(<[^<>\n]*>|[^\s)]*(?:\([^\s()]*\)[^\s)]*)*))/g;
/** The places where an address would be broken. */
const ADDRESS_START = /(?<!\u200B)(?=:\/\/)|(?<=www)(?=\.)|(?<=mailto|xmpp)(?=:)/gi;
const DRAWN_FENCE =
  /^([ \t>*+\-\d.)]*(?:`{3,}|~{3,})[ \t]*)(?:mermaid|geojson|topojson|stl|math)\b/i;
const FOLD = /<(\/?)details(?: open)?\s{0,2}>/gi;

/** Commands of TeX by which a formula leads somewhere, or acts on the page or on what is put together from its parts. */
const ACTING_TEX =
  /\\(?=(?:href|url|class|style|cssId|data|html[A-Z][a-z]*|require|csname|includegraphics|mmlToken|tooltip|texttip|toggle|action)(?![A-Za-z]))/g;
/** Letters and digits that are written as entities would hide a word from what is looked for. */
const PLAIN_ENTITY = /&#(?:0*(\d{2,3})|[xX]0*([0-9A-Fa-f]{2}));/g;
/** Mail addresses, of which GitHub makes links. */
const MAIL = /(?<=[A-Za-z0-9._+-])@(?=[A-Za-z0-9-]{1,63}\.)/g;
/** Joiners that are part of a picture or of the spelling of a word, and so do show. */
const SHOWN_JOINER =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})|(?<=[\u0600-\u0DFF])[\u200C\u200D](?=[\u0600-\u0DFF])/u;

/**
 * Markdown by a model as it may be published. It notifies nobody; no hidden comment in it can pass for one of the marks
 * that Countersign knows its own texts by; pictures and links that lead to other hosts than the allowed ones are shown as
 * text; raw HTML is shown as it is written; characters that do not show are written out; it closes no issue; nothing that
 * it leaves open swallows what is put after it.
 */
export function publishable(markdown: string, allowed: AllowedHosts = ['github.com']): string {
  return publishableBody(markdown, { allowed, mayClose: null });
}

/** The same for the body of a pull request, which may close the issue of its run. */
export function publishableBody(markdown: string, may: Permitted): string {
  let current = shownCharacters(markdown);
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const next = onePass(current, may);
    if (next === current) return next;
    current = next;
  }
  return fence(current.replaceAll(ADDRESS_START, '\u200B'), 'text');
}

/** What a text may do on GitHub. */
interface Permitted {
  readonly allowed: AllowedHosts;
  /** The issue that it may close; `null` for none. */
  readonly mayClose: number | null;
}

/** Every character that a reader would not see, or that changes how others are shown, written out. */
function shownCharacters(markdown: string): string {
  let rest = markdown;
  const parts: string[] = [];
  for (let found = SHOWN_JOINER.exec(rest); found !== null; found = SHOWN_JOINER.exec(rest)) {
    parts.push(visible(rest.slice(0, found.index)), found[0]);
    rest = rest.slice(found.index + 1);
  }
  return `${parts.join('')}${visible(rest)}`;
}

/** What one pass shows as text may make other parts be read differently, so that it is done until nothing changes. */
function onePass(markdown: string, { allowed, mayClose }: Permitted): string {
  const held: string[] = [];
  const hold = (text: string): string => `${OPEN}${held.push(text) - 1}${CLOSE}`;
  const pieces = markdownPieces(markdown.replaceAll(/[\uFDD0-\uFDEF]/g, ''));
  const unsure = pieces.some(({ kind, text }) => kind === 'fence' && !/^[`~]/.test(text));
  const prose = pieces
    .map(({ kind, text }, index) => {
      if (kind === 'prose') return text;
      if (kind === 'fence') return heldFence(unsure ? inert(text) : text, hold);
      const isFormula = pieces[index - 1]?.text.endsWith('$') === true;
      return hold(isFormula ? withoutActingTex(inlineCode(text)) : inlineCode(text));
    })
    .join('');
  const plain = withoutClosing(withoutPlainEntities(plainBackticks(prose)), mayClose);
  const safe = plain.includes('$') ? withoutActingTex(plain) : plain;
  const shown = defuseMentions(
    withoutAddresses(withoutHtml(safe, { allowed, hold }), { allowed, hold }),
  ).replaceAll(MAIL, '@\u200B');
  const whole = shown.replaceAll(
    /\uFDD0(\d+)\uFDD1/g,
    (_, index: string) => held[Number(index)] ?? '',
  );
  return closed(whole);
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
 * Where a fence stands in a list or a quote, nobody but GitHub can say for certain which lines are code. What would act
 * if it were none is broken by characters that do not show.
 */
function inert(code: string): string {
  return defuseMentions(code)
    .replaceAll(ADDRESS_START, '\u200B')
    .replaceAll(/\](?=[(:])|<(?=[A-Za-z/!?])/g, '$&\u200B');
}

/** A title: one line that notifies nobody and closes nothing. */
export function publishableTitle(title: string, maxChars: number): string {
  // A title becomes the commit message of a squashed pull request.
  return defuseMentions(oneLine(withoutClosing(title, null), maxChars));
}

/**
 * A commit message: it notifies nobody, closes no issue but that of its run, does not keep checks from running, and claims no words of other people by
 * trailers that tools read; git takes blanks before the colon.
 */
export function publishableMessage(message: string, mayClose: number | null = null): string {
  const plain = withoutClosing(visible(message.replaceAll('\r\n', '\n')), mayClose)
    .replaceAll(/\[((?:skip|no)[ _-](?:ci|actions|checks)|(?:ci|actions)[ _-]skip)\]/gi, '($1)')
    .replaceAll(/\*\*\*(NO_CI)\*\*\*/gi, '$1')
    .replaceAll(/^(skip-checks)[ \t]*:/gim, '$1 -')
    .replaceAll(
      /^((?:co-authored|signed-off|reviewed|acked|approved|tested|reported)-by)[ \t]*:/gim,
      '$1 -',
    );
  return defuseMentions(plain);
}

type Hold = (text: string) => string;

/** Fences that GitHub draws as pictures, which may hold links, are shown as what they are: text. */
function heldFence(text: string, hold: Hold): string {
  const body = text.replace(/\n$/, '');
  return `${hold(body.replace(DRAWN_FENCE, '$1text'))}${text.slice(body.length)}`;
}

/** In a table a bar would end the code, and an address in it would be one again. */
function inlineCode(text: string): string {
  return /:\/\/|www\./i.test(text) ? text.replaceAll(/(?<!\\)\|/g, '\\|') : text;
}

/** A backtick that closes nothing here could close what is put in code below. */
function plainBackticks(prose: string): string {
  return prose.replaceAll(
    /(\\*)`/g,
    (_, slashes: string) => `${slashes.slice(slashes.length % 2)}&#96;`,
  );
}

function withoutHtml(
  prose: string,
  of: { readonly allowed: AllowedHosts; readonly hold: Hold },
): string {
  return prose.replaceAll(/<(?=[A-Za-z/!?])/g, (found, at: number) => {
    const ahead = prose.slice(at, at + LONGEST_TAG);
    if (LAYOUT_TAG.test(ahead)) return found;
    const [, address] = AUTOLINK.exec(prose.slice(at, prose.indexOf('>', at) + 1)) ?? [];
    return address !== undefined && mayLeadTo(address, of.allowed) ? found : '&lt;';
  });
}

/** Links and definitions that may not lead where they do are broken; addresses in running text are put in code. */
function withoutAddresses(
  prose: string,
  of: { readonly allowed: AllowedHosts; readonly hold: Hold },
): string {
  const { allowed, hold } = of;
  return prose
    .replaceAll(TARGET, (whole, mark: string, target: string) => {
      if (mayLeadTo(target, allowed)) return whole;
      return mark.startsWith('(') ? `] ${mark}` : `]\\${mark}`;
    })
    .replaceAll(BARE, (found, at: number, whole: string) => {
      const address = trimAddress(found);
      const rest = found.slice(address.length);
      if (mayLeadTo(address, allowed)) return `${hold(address)}${rest}`;
      // Code inside of an address cannot be put in code again.
      if (/[\uFDD0\uFDD1]|&#96;/.test(address))
        return `${address.replaceAll(ADDRESS_START, '\u200B')}${rest}`;
      // Beside a backslash or other code the backticks would not be what they are meant to be.
      const before = /[\\\uFDD1]/.test(whole[at - 1] ?? '') ? ' ' : '';
      const after = whole[at + address.length] === OPEN ? ' ' : '';
      return `${before}${hold(`\`${address.replaceAll('|', '%7C')}\``)}${after}${rest}`;
    });
}

/** A fence or a folded part that is left open would hide what is put below. */
function closed(markdown: string): string {
  const mark = openFence(markdown);
  const whole = mark === null ? markdown : `${markdown}\n${mark}`;
  let open = 0;
  for (const { kind, text } of markdownPieces(whole)) {
    if (kind !== 'prose') continue;
    for (const [, slash] of text.matchAll(FOLD))
      open = Math.max(0, open + (slash === '/' ? -1 : 1));
  }
  return `${whole}${'\n</details>'.repeat(open)}`;
}
