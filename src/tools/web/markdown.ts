import { type Attributes, counted, fence, hides, oneLine, runWithin } from '../../common/index.ts';
import { type PageNode, tableText } from './table.ts';

/** Longer HTML is cut before it is parsed, which takes time and memory. */
const MAX_HTML_CHARS = 1_500_000;
/** After this time the page is returned as plain text. */
const MAX_READING_MS = 3_000;
const MAX_LEADING_NOTES = 2;
const UNREAD = new Set(
  'script style noscript iframe object embed template head svg canvas progress meter mphantom'.split(
    ' ',
  ),
);

/** A page that is to appear once its scripts have run may hide all of itself. */
const WHOLE = new Set(['html', 'body']);

/**
 * The page of an address as Markdown, without scripts, styles and elements that it hides. HTML that cannot be parsed is returned
 * as text without tags.
 */
export async function htmlToMarkdown(html: string, address: string): Promise<string> {
  const cut = html.slice(0, MAX_HTML_CHARS);
  const { default: TurndownService } = await import('turndown');
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  });
  const escape = service.escape.bind(service);
  // What the page shows as `<!--` is text: it must not begin a comment in the Markdown.
  service.escape = (text) =>
    escape(text).replaceAll(/[&<](?!\s)/g, (found) => (found === '&' ? '&amp;' : '&lt;'));
  /** Elements that are not shown, and what the others show. A child comes before its parent. */
  const left = new Set<PageNode>();
  const shown = new Map<PageNode, string>();
  const notes: string[] = [];
  let hidden = 0;
  // Of two rules for an element, the later one applies.
  service.addRule('data', {
    filter: (node) =>
      node.nodeName === 'IMG' && (node.getAttribute('src') ?? '').startsWith('data:'),
    replacement: () => '',
  });
  // Turndown knows only `<pre><code>` as code, and of that only the first element.
  service.addRule('preformatted', {
    filter: 'pre',
    replacement: (_, node) => `\n\n${fence(codeIn(node, left), languageOf(node))}\n\n`,
  });
  service.addRule('cell', {
    filter: ['td', 'th', 'caption'],
    replacement: (content, node) => {
      shown.set(node, content.trim());
      return `\n\n${content}\n\n`;
    },
  });
  service.addRule('table', {
    filter: 'table',
    replacement: (content, node) => `\n\n${tableText(node, { shown, left }) ?? content}\n\n`,
  });
  service.addRule('leading', {
    filter: ['base', 'meta'],
    replacement: (_, node) => {
      const note = 'getAttribute' in node ? leadingNote(node, address) : null;
      if (note !== null && notes.length < MAX_LEADING_NOTES) notes.push(note);
      return '';
    },
  });
  service.addRule('hidden', {
    filter: (node) => {
      const name = node.nodeName.toLowerCase();
      const attributes = new Map([...node.attributes].map((one) => [one.name, one.value]));
      return !WHOLE.has(name) && (hides(name, attributes) || isClosed(name, attributes));
    },
    replacement: (content, node) => {
      left.add(node);
      if (content.trim() !== '') hidden += 1;
      return '';
    },
  });
  service.addRule('unread', {
    filter: (node) => UNREAD.has(node.nodeName.toLowerCase()),
    replacement: (_, node) => {
      left.add(node);
      return '';
    },
  });
  try {
    const text = runWithin(MAX_READING_MS, () => service.turndown(cut))?.value;
    if (text === undefined) return textIn(cut);
    const parts = counted(hidden, 'part that the page hides', 'parts that the page hides');
    if (hidden > 0) notes.push(`left out: ${parts}`);
    return [text, ...notes.map((note) => `[${note}]`)].filter((part) => part !== '').join('\n\n');
  } catch {
    return textIn(cut);
  }
}

/** Scripts open such an element later, if at all. */
function isClosed(name: string, attributes: Attributes): boolean {
  return attributes.has('popover') || (name === 'dialog' && !attributes.has('open'));
}

function codeIn(node: PageNode, left: ReadonlySet<PageNode>): string {
  if (left.has(node)) return '';
  if (node.nodeName === 'BR') return '\n';
  return node.nodeValue ?? Array.from(node.childNodes, (child) => codeIn(child, left)).join('');
}

/** Markdown on GitHub is drawn in these languages, and so cleaned as a drawing; this page shows the code itself. */
const DRAWN = /^(?:geojson|topojson|stl|math|mermaid)$/i;

function languageOf({ childNodes }: PageNode): string {
  const code = [...childNodes].find(({ nodeName }) => nodeName === 'CODE');
  const language = /\blanguage-(\S+)/.exec(code?.getAttribute?.('class') ?? '')?.[1] ?? '';
  return DRAWN.test(language) ? 'text' : language;
}

/** What a page's `<base>` or `<meta http-equiv="refresh">` says about addresses; `null` for any other element. */
function leadingNote(
  node: Required<Pick<PageNode, 'getAttribute'>> & PageNode,
  address: string,
): string | null {
  const isRefresh = node.getAttribute('http-equiv')?.trim().toLowerCase() === 'refresh';
  const refresh = isRefresh ? (node.getAttribute('content') ?? '') : '';
  const place =
    node.nodeName === 'BASE'
      ? node.getAttribute('href')
      : /^(?:\s*[\d.]+)?[\s;,]+url\s*=\s*["']?([^"']+)/i.exec(refresh)?.[1];
  const target = URL.parse(place?.trim() ?? '', address);
  if (typeof place !== 'string' || !/^https?:$/.test(target?.protocol ?? '')) return null;
  const where = oneLine(target?.href ?? '', 1_000);
  return node.nodeName === 'BASE'
    ? `its relative addresses begin at ${where}`
    : `the page leads on to ${where}`;
}

/** The text between the tags. Every regular expression here runs in linear time. */
function textIn(html: string): string {
  const text = html
    .replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
  return `[without its layout, and with what the page hides:] ${text.trim()}`;
}
