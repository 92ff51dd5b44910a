import { runInNewContext } from 'node:vm';

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
  return withinTime(() => service.turndown(cut)) ?? textIn(cut);
}

/**
 * The result of `work`; `null` if it throws or takes too long. The parser is synchronous and quadratic in the nesting of a page,
 * so a page could block the run. The VM context is only used for its timeout; it is not a security boundary.
 */
function withinTime(work: () => string): string | null {
  const end: { text: string | null } = { text: null };
  const read = (): void => {
    end.text = work();
  };
  try {
    runInNewContext('read()', { read }, { timeout: MAX_READING_MS });
  } catch {
    return null;
  }
  return end.text;
}

/** The text between the tags. Every regular expression here runs in linear time. */
function textIn(html: string): string {
  return html
    .replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}
