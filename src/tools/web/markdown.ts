import { counted, hides, runWithin } from '../../common/index.ts';

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

/** A page that is to appear once its scripts have run may hide all of itself. */
const WHOLE = new Set(['html', 'body']);

/** A page as Markdown, without scripts, styles and elements that it hides. HTML that cannot be parsed is returned as text without tags. */
export async function htmlToMarkdown(html: string): Promise<string> {
  const cut = html.slice(0, MAX_HTML_CHARS);
  const { default: TurndownService } = await import('turndown');
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  });
  service.remove(['script', 'style', 'noscript', 'iframe', 'object', 'template', 'head', 'canvas']);
  let hidden = 0;
  service.addRule('hidden', {
    filter: (node) => {
      const name = node.nodeName.toLowerCase();
      const attributes = new Map([...node.attributes].map((one) => [one.name, one.value]));
      return !WHOLE.has(name) && hides(name, attributes);
    },
    replacement: (content) => {
      if (content.trim() !== '') hidden += 1;
      return '';
    },
  });
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
    const text = runWithin(MAX_READING_MS, () => service.turndown(cut))?.value;
    if (text === undefined) return textIn(cut);
    const note = counted(hidden, 'part that the page hides', 'parts that the page hides');
    return hidden === 0 ? text : `${text}\n\n[left out: ${note}]`;
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
  const text = html
    .replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
  return `[without its layout, and with what the page hides:] ${text.trim()}`;
}
