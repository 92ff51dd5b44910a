/** HTML that is longer is cut before it is read: the reader takes time and memory. */
const MAX_HTML_CHARS = 1_500_000;
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

/** A page as Markdown, without what people do not read. What cannot be read as HTML comes as its text, tags taken out. */
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
    return service.turndown(cut);
  } catch {
    return cut
      .replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ');
  }
}
