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
  try {
    const text = runWithin(MAX_READING_MS, () => service.turndown(cut))?.value;
    if (text === undefined) return textIn(cut);
    const note = counted(hidden, 'part that the page hides', 'parts that the page hides');
    return hidden === 0 ? text : `${text}\n\n[left out: ${note}]`;
  } catch {
    return textIn(cut);
  }
}

/** The text between the tags. Every regular expression here runs in linear time. */
function textIn(html: string): string {
  const text = html
    .replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
  return `[without its layout, and with what the page hides:] ${text.trim()}`;
}
