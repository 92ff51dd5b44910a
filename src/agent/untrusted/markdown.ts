import { imageNote } from './html.ts';
import { count, type Removed } from './removed.ts';

const CONTAINER = String.raw`(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t]))*[ \t]*`;
const LABEL = String.raw`\[((?:[^\[\]\\]|\\[^\n]){1,999})\]`;
const TITLE = String.raw`(?:"((?:[^"\\]|\\[^\n]){0,5000})"|'((?:[^'\\]|\\[^\n]){0,5000})'|\(((?:[^()\\]|\\[^\n]){0,5000})\))`;
const DESTINATION = String.raw`(<[^<>\n]{0,2000}>|[^\s<]\S{0,1999})`;
/** A definition of a link: a line, or two or three, that a page never shows. */
const DEFINITION = new RegExp(
  String.raw`^(${CONTAINER})${LABEL}:[ \t]*(?:\n[ \t>]*)?${DESTINATION}(?:(?:[ \t]+|[ \t]*\n[ \t>]*)${TITLE})?[ \t]*$`,
  'gm',
);
const FOOTNOTE = new RegExp(
  String.raw`^${CONTAINER}\[\^([^\s\[\]]{1,200})\]:[^\n]*(?:\n(?![ \t]*\n|${CONTAINER}\[)[^\n]+)*`,
  'gm',
);
const LINK_TEXT = String.raw`(!?)\[((?:[^\[\]\\]|\\[^\n]|\[[^\[\]]{0,500}\]){0,2000})\]`;
const LINK_TARGET = String.raw`(<[^<>\n]{0,2000}>|(?:[^\s()]|\([^\s()]*\)){1,2000})`;
// White space is followed by something else each time, so that a long run of it is read once.
const LINK = new RegExp(
  String.raw`${LINK_TEXT}\([ \t\n]*(?:${LINK_TARGET}(?:\s+${TITLE})?[ \t\n]*)?\)`,
  'g',
);
const REFERENCE_IMAGE = /!\[((?:[^[\]\\]|\\[^\n]){1,2000})\](?!\()/g;
const HIDDEN_MATH =
  /\$[^$]{0,2000}\\(?:[hv]?phantom|color\{?\s*(?:white|transparent)|textcolor\{\s*(?:white|transparent))[^$]{0,5000}\$/g;

/** `text` without the definitions that a page does not show; the address of one that is used stays. */
export function withoutDefinitions(text: string, removed: Removed): string {
  const used = usedLabels(text);
  const defined = text.replaceAll(
    DEFINITION,
    (whole, lead: string, label: string, destination: string, ...rest: unknown[]) => {
      const title = rest.slice(0, 3).find((one) => typeof one === 'string');
      const before = lineBefore(text, Number(rest.at(-2)));
      if (
        label.startsWith('^') ||
        (lead.trim() === '' && goesOn(before) && !isComment(label, destination))
      )
        return whole;
      const isUsed = used.has(normalLabel(label)) && !isNoAddress(destination);
      if (isUsed && title === undefined) return whole;
      count(removed, 'definitions');
      return isUsed ? `${lead}[${label}]: ${destination}` : lead;
    },
  );
  const notes = new Map<string, number>();
  for (const [, label = ''] of text.matchAll(/\[\^([^\s[\]]{1,200})\]/g))
    notes.set(label, (notes.get(label) ?? 0) + 1);
  return defined.replaceAll(FOOTNOTE, (whole, label: string) => {
    if ((notes.get(label) ?? 0) > 1) return whole;
    count(removed, 'footnotes');
    return '';
  });
}

function lineBefore(text: string, at: number): string {
  return at === 0 ? '' : text.slice(text.lastIndexOf('\n', at - 2) + 1, at - 1);
}

/** Whether a paragraph goes on after this line, so that a page shows what looks like a definition below it. */
function goesOn(before: string): boolean {
  return (
    before.trim() !== '' &&
    !/^\s*(?:#{1,6}\s|\uFDD0|[-=*_]{3,}|<|>|[-*+]\s|\d{1,9}[.)]\s|\[[^\]]*\]:|["'(])/.test(before)
  );
}

/** The forms that people write comments in, which are taken out wherever they stand. */
function isComment(label: string, destination: string): boolean {
  return isNoAddress(destination) || /^(?:\/\/|_|#|comment|hidden|note)$/i.test(label);
}

/** Labels that something outside of a definition refers to. */
function usedLabels(text: string): ReadonlySet<string> {
  const labels = new Set<string>();
  for (const [, label = ''] of text.matchAll(/\[((?:[^[\]\\]|\\[^\n]){1,999})\](?!:)/g))
    labels.add(normalLabel(label));
  return labels;
}

function normalLabel(label: string): string {
  return label.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** `#` and `<>` are how comments are written as definitions. */
function isNoAddress(destination: string): boolean {
  return /^(?:#|<>|<#>|\.|\/)$/.test(destination);
}

/** Pictures in words, and what links say only on hovering told beside them. */
export function withPlainLinks(text: string, removed: Removed): string {
  const linked = text.replaceAll(
    LINK,
    (whole, mark: string, inner: string, target = '', ...rest: unknown[]) => {
      const said = rest.slice(0, 3).find((one) => typeof one === 'string');
      const title = typeof said === 'string' ? said : '';
      if (mark === '!') {
        count(removed, 'images');
        return imageNote({ alt: inner, title, source: target.replaceAll(/^<|>$/g, '') });
      }
      if (title === '') return whole;
      count(removed, 'link titles');
      return `[${inner}](${target}) [title: ${title}]`;
    },
  );
  return linked
    .replaceAll(REFERENCE_IMAGE, (_, alt: string) => {
      count(removed, 'images');
      return `[image: ${alt}]`;
    })
    .replaceAll(HIDDEN_MATH, () => {
      count(removed, 'hidden formulas');
      return '[formula]';
    });
}
