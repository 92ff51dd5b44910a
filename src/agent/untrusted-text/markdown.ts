import { withoutEntities } from '../../common/index.ts';
import { imageNote } from './html.ts';
import { countRemoved, type Removed } from './removed-counts.ts';

/** Prefixes of a line: a quote, a list item, a task box, a footnote. */
const CONTAINER = String.raw`(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t]|\[[ xX]\][ \t]|\[\^[^\s\[\]]{1,200}\]:))*[ \t]*`;
const LABEL = String.raw`\[((?:[^\[\]\\]|\\[^\n]){1,999})\]`;
const TITLE = String.raw`(?:"((?:[^"\\]|\\[^\n]){0,5000})"|'((?:[^'\\]|\\[^\n]){0,5000})'|\(((?:[^()\\]|\\[^\n]){0,5000})\))`;
const DESTINATION = String.raw`(<[^<>\n]{0,2000}>|[^\s<]\S{0,1999})`;
/** A definition of a link: a line, or two or three, that a page never shows. */
const DEFINITION = new RegExp(
  String.raw`^(${CONTAINER})${LABEL}:[ \t]*(?:\n[ \t>]*)?${DESTINATION}(?:(?:[ \t]+|[ \t]*\n[ \t>]*)${TITLE})?[ \t]*$`,
  'gm',
);
const LINK_TEXT = String.raw`(!?)\[((?:[^\[\]\\]|\\[^\n]|\[[^\[\]]{0,500}\]){0,2000})\]`;
const LINK_TARGET = String.raw`(<[^<>\n]{0,2000}>|(?:[^\s()]|\([^\s()]*\)){1,2000})`;
// Something else follows white space each time, so that a long run of it is read once.
const LINK = new RegExp(
  String.raw`${LINK_TEXT}\([ \t\n]*(?:${LINK_TARGET}(?:\s+${TITLE})?[ \t\n]*)?\)`,
  'g',
);
const REFERENCE_IMAGE = /!\[((?:[^[\]\\]|\\[^\n]){1,2000})\](?!\()/g;
/** A link or a picture whose address is in a definition of another name. */
const FULL_REFERENCE = new RegExp(LINK_TEXT + LABEL, 'g');
/** A name of a definition that is no sentence. */
const ONE_WORD = /^\w{1,20}$/;
/** A long address may have a short name that stands very often: addresses add no more than the length of the text, and this many characters. */
const MORE_ADDRESS_CHARS = 20_000;
/** Link text that is invisible: blanks, and entities of blanks or of no character. */
const SHOWS_NOTHING =
  /^(?:[\s\p{Default_Ignorable_Code_Point}\u2800]|\\(?=\s)|<\/?[A-Za-z][^<>]{0,500}>)*$/u;
const EMPTY_ANCHOR = /<a(?: [^<>]*)?>(?:\s|&nbsp;)*<\/a>/gi;
const EMPTY_REFERENCE =
  /(?<![!\]\\])\[[\s\p{Default_Ignorable_Code_Point}]{0,200}\]\[[^[\]]{0,999}\]/gu;

/** Puts the address of a link in the place of the definition's name, which a page does not show and which may be a sentence. */
export function withoutLabels(text: string, removed: Removed): string {
  const addresses = new Map<string, string>();
  for (const { 0: _, 1: lead = '', 2: label = '', 3: destination = '', index } of text.matchAll(
    DEFINITION,
  )) {
    const name = normalLabel(label);
    if (addresses.has(name) || isText(text, { lead, label, destination, index })) continue;
    addresses.set(name, destination);
  }
  let room = text.length + MORE_ADDRESS_CHARS;
  return text.replaceAll(FULL_REFERENCE, (whole, mark: string, inner: string, label: string) => {
    const name = normalLabel(label);
    const address = addresses.get(name);
    if (address === undefined || ONE_WORD.test(label) || normalLabel(inner) === name) return whole;
    countRemoved(removed, 'names of definitions');
    room -= address.length;
    return room < 0 ? `${mark}[${inner}]` : `${mark}[${inner}](${address})`;
  });
}

/** Removes link definitions that a page does not show. The address of a used one stays. */
export function withoutDefinitions(text: string, removed: Removed): string {
  const used = usedLabels(text);
  return text.replaceAll(
    DEFINITION,
    (whole, lead: string, label: string, destination: string, ...rest: unknown[]) => {
      const title = rest.slice(0, 3).find((one) => typeof one === 'string');
      if (isText(text, { lead, label, destination, index: Number(rest.at(-2)) })) return whole;
      const isUsed = used.has(normalLabel(label)) && !isNoAddress(destination);
      const address = plainAddress(destination);
      if (isUsed && title === undefined && address === destination) return whole;
      countRemoved(removed, 'definitions');
      return isUsed ? `${lead}[${label}]: ${address}` : lead;
    },
  );
}

/** Whether a page shows as text what has the form of a definition: a footnote, or a line of a paragraph. */
function isText(
  text: string,
  found: {
    readonly lead: string;
    readonly label: string;
    readonly destination: string;
    readonly index: number;
  },
): boolean {
  const { lead, label, destination, index } = found;
  if (label.startsWith('^')) return true;
  const continues = lead.trim() === '' && continuesParagraph(lineBefore(text, index));
  return continues && !isComment(label, destination);
}

function lineBefore(text: string, index: number): string {
  return index === 0 ? '' : text.slice(text.lastIndexOf('\n', index - 2) + 1, index - 1);
}

/** Whether the paragraph continues after this line: a page then shows a definition below it as text. */
function continuesParagraph(before: string): boolean {
  return (
    before.trim() !== '' &&
    !/^\s*(?:#{1,6}\s|\uFDD0|[-=*_]{3,}|<|>|[-*+]\s|\d{1,9}[.)]\s|\[[^\]]*\]:|["'(])/.test(before)
  );
}

/** The common forms of comments, which are removed everywhere. */
function isComment(label: string, destination: string): boolean {
  return isNoAddress(destination) || /^(?:\/\/|_|#|comment|hidden|note)$/i.test(label);
}

/** Labels that text outside of definitions refers to. */
function usedLabels(text: string): ReadonlySet<string> {
  const labels = new Set<string>();
  for (const [, label = ''] of text.matchAll(/\[((?:[^[\]\\]|\\[^\n]){1,999})\](?!:)/g))
    labels.add(normalLabel(label));
  return labels;
}

function normalLabel(label: string): string {
  return label.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** `#` and `<>` are the addresses of comments that are written as definitions. */
function isNoAddress(destination: string): boolean {
  return /^(?:#|<>|<#>|\.|\/)$/.test(destination);
}

/** Describes pictures in words, and shows the tooltips of links as text. */
export function withPlainLinks(text: string, removed: Removed): string {
  const nothing = (): string => {
    countRemoved(removed, 'empty links');
    return '';
  };
  const linked = text.replaceAll(
    LINK,
    (whole, mark: string, inner: string, target = '', ...rest: unknown[]) => {
      const said = rest.slice(0, 3).find((one) => typeof one === 'string');
      const title = typeof said === 'string' ? said : '';
      if (mark === '!') {
        countRemoved(removed, 'images');
        return imageNote({
          alt: inner,
          title,
          source: plainAddress(target).replaceAll(/^<|>$/g, ''),
        });
      }
      if (SHOWS_NOTHING.test(withoutEntities(inner))) return nothing();
      const address = plainAddress(target);
      if (title === '' && address === target) return whole;
      countRemoved(removed, title === '' ? 'words in addresses' : 'link titles');
      return `[${inner}](${address})${title === '' ? '' : ` [title: ${title}]`}`;
    },
  );
  return linked
    .replaceAll(EMPTY_REFERENCE, nothing)
    .replaceAll(EMPTY_ANCHOR, nothing)
    .replaceAll(REFERENCE_IMAGE, (_, alt: string) => {
      countRemoved(removed, 'images');
      return `[image: ${alt}]`;
    });
}

/** An address in angle brackets may contain blanks, and so whole sentences: its blanks are percent-encoded. */
function plainAddress(target: string): string {
  return target.startsWith('<') ? target.trim().replaceAll(/[ \t]/g, '%20') : target;
}
