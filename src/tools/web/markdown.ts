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
  try {
    return runWithin(MAX_READING_MS, () => service.turndown(cut))?.value ?? textIn(cut);
  } catch {
    return textIn(cut);
  }
}

/** The text between the tags. Every regular expression here runs in linear time. */
function textIn(html: string): string {
  return html
    .replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}
