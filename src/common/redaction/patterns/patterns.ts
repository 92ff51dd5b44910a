import { MORE_TOKENS, type TokenPattern } from './services.ts';
import type { SecretRange } from '../ranges.ts';

/** Joins several expressions to one, case-insensitive. */
function joined(...parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join(''), 'gi');
}

const TOKENS: readonly TokenPattern[] = [
  {
    kind: 'github-token',
    words: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    regex: /gh[pousr]_[A-Za-z0-9]{36,255}/g,
  },
  // The newer installation tokens hold a JWT.
  {
    kind: 'github-token',
    words: ['ghs_', 'ghu_'],
    regex: /gh[su]_[A-Za-z0-9_-]{1,64}\.?eyJ[A-Za-z0-9_.-]{20,2000}/g,
  },
  { kind: 'github-pat', words: ['github_pat_'], regex: /github_pat_[A-Za-z0-9_]{22,255}/g },
  {
    kind: 'aws-key-id',
    words: ['akia', 'asia'],
    regex: /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  },
  {
    kind: 'aws-secret-key',
    words: ['aws', 'secret'],
    regex:
      /(?<=(?:aws|secret)[A-Za-z_-]{0,24}key["']?\s{0,4}(?:[:=]|=>)\s{0,4}["']?)[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])/gi,
  },
  {
    kind: 'google-api-key',
    words: ['aiza'],
    regex: /(?<![0-9A-Za-z_-])AIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])/g,
  },
  {
    kind: 'google-oauth-token',
    words: ['ya29.'],
    regex: /(?<![0-9A-Za-z_-])ya29\.[0-9A-Za-z_-]{20,1000}/g,
  },
  { kind: 'anthropic-api-key', words: ['sk-ant-'], regex: /sk-ant-[A-Za-z0-9_-]{16,255}/g },
  {
    kind: 'openai-api-key',
    words: ['sk-'],
    regex:
      /(?<![A-Za-z0-9_-])sk-(?:(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,255}|[A-Za-z0-9]{32,64}(?![A-Za-z0-9_-]))/g,
  },
  { kind: 'npm-token', words: ['npm_'], regex: /npm_[A-Za-z0-9]{36,64}/g },
  { kind: 'slack-token', words: ['xox'], regex: /xox[abeoprs]-[A-Za-z0-9-]{10,250}/g },
  { kind: 'slack-token', words: ['xapp-'], regex: /xapp-\d-[A-Za-z0-9-]{10,250}/g },
  {
    kind: 'slack-webhook',
    words: ['hooks.slack.com/'],
    regex: /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9/_-]{20,120}/g,
  },
  {
    kind: 'gitlab-token',
    words: ['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-', 'glsoat-'],
    regex: /gl(?:pat|dt|rt|cbt|ptt|ft|soat)-[A-Za-z0-9_.-]{20,255}/g,
  },
  {
    kind: 'stripe-key',
    words: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'],
    regex: /(?<![A-Za-z0-9])[sr]k_(?:live|test)_[A-Za-z0-9]{16,255}/g,
  },
  {
    kind: 'sendgrid-key',
    words: ['sg.'],
    regex: /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}/g,
  },
  { kind: 'pypi-token', words: ['pypi-age'], regex: /pypi-AgE[A-Za-z0-9_-]{40,1000}/g },
  {
    kind: 'huggingface-token',
    words: ['hf_'],
    regex: /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,64}(?![A-Za-z0-9])/g,
  },
  {
    kind: 'digitalocean-token',
    words: ['doo_v1_', 'dop_v1_', 'dor_v1_'],
    regex: /do[opr]_v1_[a-f0-9]{64}/g,
  },
  {
    kind: 'docker-token',
    words: ['dckr_pat_', 'dckr_oat_'],
    regex: /dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,255}/g,
  },
  {
    kind: 'jwt',
    words: ['eyj'],
    regex:
      /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,10000}\.eyJ[A-Za-z0-9_-]{2,10000}\.[A-Za-z0-9_-]{0,10000}/g,
  },
  {
    kind: 'authorization',
    words: ['authorization'],
    regex: joined(
      /(?<=authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:basic|bearer|token)\s{1,4})/,
      /(?=[A-Za-z._~+/=-]{0,255}\d)[A-Za-z0-9._~+/=-]{16,8192}/,
    ),
  },
  // The password in a URL of any scheme; not a placeholder or a word that documentation uses.
  {
    kind: 'url-password',
    words: ['://'],
    regex: joined(
      /(?<=[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@"'<>]{0,255}:)/,
      /(?![${<*[]|(?:pass|password|passwd|pwd|pw|secret|token|xxx+|changeme|example)@)/,
      /[^\s/@"'<>]{3,255}(?=@[^\s@])/,
    ),
  },
  // A token as the user name.
  {
    kind: 'url-password',
    words: ['://'],
    regex: joined(
      /(?<=[a-z]:\/\/)(?=[A-Za-z_-]{0,255}\d)[A-Za-z0-9_-]{20,255}/,
      /(?=(?::x-oauth-basic)?@[^\s@])/,
    ),
  },
];

const ALL = [...TOKENS, ...MORE_TOKENS];

/** Lower case. A text without either, in any case, contains no key. */
const PEM_WORDS = ['-----begin ', '-----end '] as const;
/** The words of all patterns, to search for all at once. */
export const TOKEN_WORDS: readonly string[] = [...PEM_WORDS, ...ALL.flatMap(({ words }) => words)];

/** Every token in a text with a recognizable format. `seen`: the `TOKEN_WORDS` in the text. */
export function findTokens(text: string, seen: ReadonlySet<string>): readonly SecretRange[] {
  const found: SecretRange[] = PEM_WORDS.some((word) => seen.has(word)) ? [...findPem(text)] : [];
  for (const { kind, words, regex, isSecret } of ALL) {
    if (!words.some((word) => seen.has(word))) continue;
    for (const match of text.matchAll(regex)) {
      const end = match.index + match[0].length;
      const value = match.groups?.['secret'] ?? match[0];
      if (isSecret !== undefined && !isSecret(value, match.groups?.['name'] ?? '')) continue;
      found.push({ start: end - value.length, end, kind, value });
    }
  }
  return found;
}

/** The maximum of characters of an armoured key without an end. */
const MAX_PEM_CHARS = 20_000;
const PEM_DASHES = '-----';
/** Two marks may share the dashes between them. */
const PEM_MARK = /-----(?<word>BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?(?=-----)/g;
/**
 * The remaining lines of a truncated block: whole lines of base64, with newlines that may be escaped, and each perhaps
 * with a line number or diff prefix, as in files, search results and diffs.
 */
const PEM_BODY =
  /(?:(?:\s|\\[nr]){0,8}(?:\d{1,9}(?:\t|[:-] ))?[+-]?[A-Za-z0-9+/=]{1,128}(?=[ \t]{0,8}(?:[\r\n"']|\\[nr]|$))){0,400}/y;
/** The same backwards from an end: where lines begin, a line, and the prefix of the end's own line. */
const PEM_LINE_START = /(?<=\n|\\n)/;
const PEM_LINE =
  /^\s{0,8}(?:\d{1,9}(?:\t|[:-] ))?[+-]?[A-Za-z0-9+/=]{1,128}\s{0,8}(?:\r?\n|(?:\\r)?\\n)$/;
const PEM_LEAD = /(?<=^|\n|\\n)[^\S\n]{0,8}(?:\d{1,9}(?:\t|[:-] ))?[+-]?$/;

/** Private keys with their armour. Of a key without end or beginning, the remaining part. */
function* findPem(text: string): Generator<SecretRange> {
  const open: RegExpExecArray[] = [];
  let covered = 0;
  // Beginnings without an end are open until the text ends.
  for (const mark of [...text.matchAll(PEM_MARK), null]) {
    if (mark?.groups?.['word'] === 'BEGIN') {
      open.push(mark);
      continue;
    }
    for (const begin of open.splice(0)) {
      if (endOf(begin) <= covered) continue;
      covered = endOfKey(text, begin, mark);
      yield keyIn(text, begin.index, covered);
    }
    if (mark === null || mark.index < covered) continue;
    const start = bodyStart(text, covered, mark.index);
    covered = endOf(mark);
    if (start < mark.index) yield keyIn(text, start, covered);
  }
}

/** The end of a key whose next end mark is `close`, if it has one that is near enough. */
function endOfKey(text: string, begin: RegExpExecArray, close: RegExpExecArray | null): number {
  const body = endOf(begin);
  if (close !== null && close.index - body <= MAX_PEM_CHARS) return endOf(close);
  // Matches always, if only nothing.
  PEM_BODY.lastIndex = body;
  PEM_BODY.test(text);
  return PEM_BODY.lastIndex;
}

function keyIn(text: string, start: number, end: number): SecretRange {
  return { start, end, kind: 'private-key', value: text.slice(start, end) };
}

function endOf({ index, 0: { length } }: RegExpExecArray): number {
  return index + length + PEM_DASHES.length;
}

/**
 * The start of the remaining lines of a block that ends at `end`; `end` if there are none. Reads nothing before `from`.
 */
function bodyStart(text: string, from: number, end: number): number {
  const near = text.slice(Math.max(from, end - MAX_PEM_CHARS), end);
  const lead = PEM_LEAD.exec(near);
  if (lead === null) return end;
  const lines = near.slice(0, lead.index).split(PEM_LINE_START);
  const body = lines.slice(lines.findLastIndex((line) => !PEM_LINE.test(line)) + 1);
  return body.length === 0 ? end : end - body.join('').length - lead[0].length;
}
