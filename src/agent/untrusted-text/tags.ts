/**
 * The names of HTML elements: too short and too few to carry a message. A page drops every other tag with its
 * attributes.
 */
const KNOWN: ReadonlySet<string> = new Set(
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

export function isKnown(name: string): boolean {
  return KNOWN.has(name);
}

/** The author of `Promise<void>` did not mean a tag. */
export function isTypeParameter(text: string, index: number, end: number): boolean {
  return /\w/.test(text[index - 1] ?? '') && end - index < 20 && TYPES.test(text.slice(index, end));
}

/** The replacement of a tag that a page drops. */
export function unknownTag(slash: string | undefined, written: string): string {
  return ONE_WORD.test(written) ? `[tag: ${slash ?? ''}${written}]` : '[tag]';
}
