import * as z from 'zod';
import { counted, CountersignError, errorText, oneLine, sliceWhole } from '../../common/index.ts';
import schemas from '../input-schemas.json' with { type: 'json' };
import { builtinTool } from '../define/builtin-tool.ts';
import { failure, success } from '../define/result.ts';
import type { Tool, ToolResult } from '../define/tool.ts';
import { getPage, type Page, urlRefusal, type WebNetwork } from './get.ts';
import { htmlToMarkdown } from './markdown.ts';

const MAX_URL_CHARS = 4_000;
const TIMEOUT_MS = 45_000;
/** Characters of a page that one call returns. */
const SLICE_CHARS = 25_000;
const TEXTUAL =
  /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|javascript|yaml|x-yaml|toml)\b)/i;

const CHARSET = /\bcharset\s*=\s*["']?([\w.:-]+)/i;
/** Where the HTML standard looks for a `<meta>` that names the character set. */
const META_BYTES = 1024;
const BYTE_ORDER_MARKS = [
  { charset: 'utf-8', mark: Buffer.from([0xef, 0xbb, 0xbf]) },
  { charset: 'utf-16le', mark: Buffer.from([0xff, 0xfe]) },
  { charset: 'utf-16be', mark: Buffer.from([0xfe, 0xff]) },
];

/**
 * `web_fetch`: a page of the internet as text, HTML as Markdown. The policy evaluates the host. Addresses of this machine and
 * its private network are never reached, and a redirect to another host needs another call.
 */
export function fetchTool(network: WebNetwork = {}): Tool {
  return builtinTool({
    name: 'web_fetch',
    displayName: 'Fetch a page',
    description: {
      short: 'Get a page of the internet as text; HTML as Markdown.',
      long: 'A redirect to another host is reported; fetch it with another call.',
    },
    kind: 'network',
    category: 'web',
    timeoutMs: TIMEOUT_MS,
    concurrencySafe: true,
    input: () =>
      z.object({
        url: z.string().min(1).max(MAX_URL_CHARS),
        offset: z.int().min(0).optional().describe('Where to continue in a long page'),
      }),
    inputSchema: schemas.web_fetch,
    aliases: { ignored: ['prompt'] },
    facts: ({ url }) => ({ hosts: [parsed(url).host] }),
    preview: ({ url }) => ({ form: 'text', text: `GET ${parsed(url).href}` }),
    execute: async ({ url, offset = 0 }, { signal }) => {
      let page: Page;
      try {
        page = await getPage(parsed(url), { signal, network });
      } catch (error) {
        signal.throwIfAborted();
        return failure(
          'execution',
          `${oneLine(url, 200)} could not be fetched: ${errorText(error)}`,
        );
      }
      return await resultOf(page, { url, offset });
    },
  });
}

/** The URL to fetch. Throws `path-refused` for an invalid one, which refuses the call. */
function parsed(url: string): URL {
  const found = URL.parse(url);
  const refusal = found === null ? 'it is not an address' : urlRefusal(found);
  if (found !== null && refusal === null) return found;
  throw new CountersignError(
    'path-refused',
    `${oneLine(url, 200)} cannot be fetched: ${refusal}.`,
    {
      fix: 'Give a whole address that begins with https://.',
    },
  );
}

async function resultOf(
  page: Page,
  request: { readonly url: string; readonly offset: number },
): Promise<ToolResult> {
  const { offset } = request;
  const asked = oneLine(request.url, 200);
  if (page.kind === 'refused')
    return failure('permission', `${asked} was not fetched: ${page.because}.`);
  if (page.kind === 'elsewhere') {
    return failure('execution', `${asked} redirects to another host: ${oneLine(page.url, 1_000)}`, [
      'Call web_fetch with that address if you want it.',
    ]);
  }
  const metadata = { untrustedSource: page.url, status: page.status };
  const text = await textOf(page);
  if (text === null) {
    return failure(
      'execution',
      `${asked} is not text: ${oneLine(page.type, 100) || 'no type'}, ${counted(page.bytes.length, 'byte')}.`,
    );
  }
  const slice = sliceWhole(text.slice(offset), SLICE_CHARS);
  const rest = text.length - offset - slice.length;
  const more =
    rest > 0
      ? `\n\n[${counted(rest, 'more character')}: continue with offset ${offset + slice.length}]`
      : '';
  const shown = `${slice === '' ? '(nothing)' : slice}${more}`;
  if (page.status < 400) return success(shown, metadata);
  return {
    ...failure('execution', `${asked} answered ${page.status}.`),
    llmContent: shown,
    metadata,
  };
}

/** `null` for what is not text. */
async function textOf(page: Extract<Page, { kind: 'page' }>): Promise<string | null> {
  const type = page.type.trim() === '' ? 'text/plain' : page.type;
  if (!TEXTUAL.test(type) && !/^application\/xhtml\+xml/i.test(type)) return null;
  const isHtml = /^(?:text\/html|application\/xhtml)/i.test(type);
  const text = decoded(page.bytes, charsetOf(page.bytes, { type, isHtml }));
  if (page.type.trim() === '' && text.includes('\u0000')) return null;
  return isHtml ? await htmlToMarkdown(text) : text;
}

/**
 * The character set of a page: its byte order mark, the header, then the page's own `<meta>`, in the order of the HTML standard
 * ("determining the character encoding"). Without any of them it is UTF-8.
 */
function charsetOf(
  bytes: Buffer,
  given: { readonly type: string; readonly isHtml: boolean },
): string {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => bytes.subarray(0, mark.length).equals(mark));
  if (marked !== undefined) return marked.charset;
  const named = CHARSET.exec(given.type)?.[1];
  if (named !== undefined || !given.isHtml) return named ?? 'utf-8';
  const start = bytes.toString('latin1', 0, META_BYTES);
  const [meta = ''] = /<meta\b[^>]*\bcharset\s*=[^>]*>/i.exec(start) ?? [];
  const found = CHARSET.exec(meta)?.[1] ?? 'utf-8';
  // What could be read as ASCII up to here is not UTF-16, whatever it says.
  return /^utf-?16/i.test(found) ? 'utf-8' : found;
}

/** An unknown character set is read as UTF-8. */
function decoded(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
