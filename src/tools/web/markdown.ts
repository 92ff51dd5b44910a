import { runInNewContext } from 'node:vm';

/** HTML that is longer is cut before it is read: the reader takes time and memory. */
const MAX_HTML_CHARS = 1_500_000;
/** Then the page comes as its bare text. */
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
  return withinTime(() => service.turndown(cut)) ?? textIn(cut);
}

/**
 * What `work` gives; `null` where it throws or takes too long. The reader's time grows with the square of how deep a page
 * nests, and nothing else of the run happens while it reads: a page must not be able to stop a run that way. A context
 * of its own is here for its clock alone; it is no wall.
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

/** The text between the tags. Every expression here looks at each character a few times at most. */
function textIn(html: string): string {
  return html
    .replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}
