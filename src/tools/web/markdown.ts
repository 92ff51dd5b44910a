import { runWithin } from '../../common/index.ts';

/** Longer HTML is cut before it is parsed, which takes time and memory. */
const MAX_HTML_CHARS = 1_500_000;
/** After this time the page is returned as plain text. */
const MAX_READING_MS = 3_000;
const UNREAD = [
  'script',
  'style',
  'noscript',
  'iframe',
  'object',
  'embed',
  'template',
  'head',
  'svg',
  'canvas',
] as const;

/** A page as Markdown, without scripts and styles. HTML that cannot be parsed is returned as text without tags. */
export async function htmlToMarkdown(html: string): Promise<string> {
  const cut = html.slice(0, MAX_HTML_CHARS);
  const { default: TurndownService } = await import('turndown');
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  });
  service.remove(['script', 'style', 'noscript', 'iframe', 'object', 'template', 'head', 'canvas']);
  service.addRule('unread', {
    filter: (node) => UNREAD.some((name) => node.nodeName.toLowerCase() === name),
    replacement: () => '',
  });
  service.addRule('data', {
    filter: (node) =>
      node.nodeName === 'IMG' && (node.getAttribute('src') ?? '').startsWith('data:'),
    replacement: () => '',
  });
  // Turndown knows only `<pre><code>` as code, and escapes the text of any other `<pre>`.
  service.addRule('preformatted', {
    filter: (node) => node.nodeName === 'PRE' && node.firstChild?.nodeName !== 'CODE',
    replacement: (_, node) => fenced(codeIn(node)),
  });
  try {
    return runWithin(MAX_READING_MS, () => service.turndown(cut))?.value ?? textIn(cut);
  } catch {
    return textIn(cut);
  }
}

interface CodeNode {
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly childNodes: Iterable<CodeNode>;
}

function codeIn({ nodeName, nodeValue, childNodes }: CodeNode): string {
  if (nodeName === 'BR') return '\n';
  return nodeValue ?? Array.from(childNodes, codeIn).join('');
}

/** A block of code, whose fence is longer than any in it. */
function fenced(code: string): string {
  const inside = code.match(/^`{3,}/gm) ?? [];
  const longest = inside.reduce((most, { length }) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return `\n\n${fence}\n${code.replace(/\n$/, '')}\n${fence}\n\n`;
}

/** The text between the tags. Every regular expression here runs in linear time. */
function textIn(html: string): string {
  return html
    .replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}
