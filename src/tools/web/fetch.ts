import { isUtf8 } from 'node:buffer';
import * as z from 'zod';
import {
  counted,
  CountersignError,
  errorText,
  fence,
  markdownPieces,
  oneLine,
  sliceWhole,
  orNull,
} from '../../common/index.ts';
import { builtinTool } from '../define/builtin-tool.ts';
import { failure, success } from '../define/result.ts';
import type { Tool, ToolResult } from '../define/tool.ts';
import { DETECT_BYTES, detectMedia } from '../files/media.ts';
import { getPage, type Page, urlRefusal, type WebNetwork } from './get.ts';
import { htmlToMarkdown } from './markdown.ts';

const MAX_URL_CHARS = 4_000;
const TIMEOUT_MS = 45_000;
const NO_PROXY_USED =
  'web_fetch contacts servers directly, and not through the proxy of the variables HTTPS_PROXY and HTTP_PROXY. Do without the page if nothing is reached so.';
/** Characters of a page that one call returns. */
const SLICE_CHARS = 25_000;
const HTML = /^(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;
/** The start of HTML that has no content type. */
const HTML_START = /^\s*<(?:!doctype\s+html|html)\b/i;

const CHARSET = /\bcharset\s*=\s*["']?([\w.:-]+)/i;
const XML_CHARSET = /^<\?xml\b[^>]*\bencoding\s*=\s*["']([\w.:-]+)/i;
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
    input: z.object({
      url: z.string().min(1).max(MAX_URL_CHARS),
      offset: z.int().min(0).optional().describe('Where to continue in a long page'),
    }),
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
          network.hasProxy === true ? [NO_PROXY_USED] : [],
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
    const redirect = failure(
      'execution',
      `${asked} redirects to another host: ${oneLine(page.url, 1_000)}`,
      ['Call web_fetch with that address if you want it.'],
    );
    // The server wrote that address.
    return { ...redirect, metadata: { untrustedSource: page.from } };
  }
  const metadata = { untrustedSource: page.url, status: page.status };
  const read = await textOf(page);
  if (read === null) {
    const size = counted(page.bytes.length, 'byte');
    const type = oneLine(page.type, 100) || 'no type';
    return { ...failure('execution', `${asked} is not text: ${type}, ${size}.`), metadata };
  }
  const { shown: slice, end } = read.isMarkdown
    ? markdownSlice(read.text, offset)
    : sliceOf(read.text, { from: offset });
  const rest = read.text.length - end;
  const more =
    rest > 0 ? `\n\n[${counted(rest, 'more character')}: continue with offset ${end}]` : '';
  const shown = `${end <= offset ? '(nothing)' : slice}${more}`;
  const about = read.isMarkdown ? metadata : { ...metadata, untrustedCode: true };
  if (page.status < 400) return success(shown, about);
  return {
    ...failure('execution', `${asked} answered ${page.status}.`),
    llmContent: shown,
    metadata: about,
  };
}

interface Slice {
  readonly shown: string;
  /** Where the next slice begins. */
  readonly end: number;
}

function sliceOf(
  text: string,
  { from, to }: { readonly from: number; readonly to?: number },
): Slice {
  const shown = sliceWhole(text.slice(from, to), SLICE_CHARS);
  return { shown, end: from + shown.length };
}

/** A slice ends before code that it cannot hold, and longer code is read in slices of its own. */
function markdownSlice(text: string, offset: number): Slice {
  const limit = offset + SLICE_CHARS;
  let start = 0;
  for (const piece of text.length > SLICE_CHARS ? markdownPieces(text) : []) {
    const end = start + piece.text.length;
    if (piece.kind !== 'prose' && start < limit && end > offset) {
      const isInside = start < offset || (start === offset && end > limit);
      if (isInside) {
        const code = sliceOf(text, { from: offset, to: end });
        return { ...code, shown: fence(code.shown, 'text') };
      }
      if (end > limit) return { shown: text.slice(offset, start), end: start };
    }
    start = end;
  }
  return sliceOf(text, { from: offset });
}

/** The text of a page: of HTML as Markdown. `null` for what is not text, whatever its type says. */
async function textOf(
  page: Extract<Page, { kind: 'page' }>,
): Promise<{ readonly text: string; readonly isMarkdown: boolean } | null> {
  const { bytes, type, url } = page;
  const start = bytes.subarray(0, DETECT_BYTES);
  const isMarkdown =
    HTML.test(type.trim()) || (type.trim() === '' && HTML_START.test(start.toString('latin1')));
  const charset = charsetOf(bytes, { type, isHtml: isMarkdown });
  // An unknown character set is read as UTF-8.
  const decoder = orNull(() => new TextDecoder(charset)) ?? new TextDecoder();
  if (!isMarkdown && decoder.encoding === 'utf-8') {
    const isText = isUtf8(bytes) || /^\s*(?:text\/|$)/i.test(type);
    if (!isText || detectMedia(start).form !== 'text') return null;
  }
  const text = decoder.decode(bytes);
  // Text has no NUL in any character set.
  if (!isMarkdown && text.slice(0, DETECT_BYTES).includes('\0')) return null;
  return { text: isMarkdown ? await htmlToMarkdown(text, url) : text, isMarkdown };
}

/**
 * The character set of a page: its byte order mark, the header, then the page's own declaration, in the order of the HTML standard
 * ("determining the character encoding"). Without any of them it is UTF-8.
 */
function charsetOf(
  bytes: Buffer,
  given: { readonly type: string; readonly isHtml: boolean },
): string {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => bytes.subarray(0, mark.length).equals(mark));
  if (marked !== undefined) return marked.charset;
  const named = CHARSET.exec(given.type)?.[1];
  if (named !== undefined) return named;
  const start = bytes.toString('latin1', 0, META_BYTES);
  const found = XML_CHARSET.exec(start)?.[1] ?? (given.isHtml ? metaCharset(start) : null);
  // What could be read as ASCII up to here is not UTF-16, whatever it says.
  return found === null || /^utf-?16/i.test(found) ? 'utf-8' : found;
}

/** The first that a `<meta>` declares: the content of another one may speak of a character set, too. */
function metaCharset(start: string): string | null {
  const metas = start.replaceAll(/<!--[\s\S]*?-->/g, '').match(/<meta\b[^>]*>/gi) ?? [];
  for (const meta of metas) {
    const isContentType = /\bhttp-equiv\s*=\s*["']?content-type/i.test(meta);
    const own = isContentType ? meta : meta.replace(/\bcontent\s*=\s*(?:"[^"]*"|'[^']*')/i, '');
    const found = CHARSET.exec(own)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}
