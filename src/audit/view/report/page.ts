import { createHash } from 'node:crypto';
import { sliceWhole, visible } from '../../../common/index.ts';

interface PageHead {
  /** Text, which may be untrusted. */
  readonly title: string;
  readonly style: string;
  /** The page's only script of its own; `null`: it has none. */
  readonly script: string | null;
  /** Whether it also loads scripts that lie beside it, which hold data. */
  readonly loadsData?: boolean;
}

/**
 * The beginning of a page over audit trails, up to its body: no network, no form, no frame, and a Content Security Policy that lets
 * in this page's own style and script only. `loadsData` also lets in scripts of the page's own origin.
 */
export function pageHead({ title, style, script, loadsData = false }: PageHead): string {
  const scripts = [
    ...(script === null ? [] : [sourceHash(script)]),
    ...(loadsData ? ["'self'"] : []),
  ];
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.join(' ') || "'none'"}`,
    `style-src ${sourceHash(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
`;
}

/**
 * Characters of one text of a report. A browser takes time with the square of a text's length to lay out Thai without spaces, or
 * Latin and Arabic mixed: 20,000 take it a second, 300,000 minutes.
 */
const MAX_TEXT_CHARS = 20_000;

/** The beginning and end of a longer text, and between them how much is left out: the audit trail has the whole text. */
export function shortened(text: string, max = MAX_TEXT_CHARS): string {
  if (text.length <= max) return text;
  const half = Math.floor(max / 2);
  const [begin, end] = [sliceWhole(text, half), text.slice(-half)];
  const left = text.length - begin.length - end.length;
  return `${begin}\n… ${left} more characters, in the audit trail …\n${end}`;
}

/** Text as text of an element or a quoted attribute, with invisible and bidirectional characters written out. */
export function escapeHtml(text: string): string {
  return visible(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** JSON that cannot close its script element, nor open a comment or another element. */
export function inertJson(json: string): string {
  return json.replaceAll(
    /[<>&\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
