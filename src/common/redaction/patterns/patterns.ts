import { isCommonValue } from '../../secrets/harmless-values.ts';
import { findNamed } from './named.ts';
import { findPrefixed } from './prefixed.ts';
import { MORE_TOKENS } from './services.ts';
import type { SecretRange } from '../ranges.ts';
import type { TokenPattern } from './token.ts';

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
      /(?:aws|secret)[A-Za-z_-]{0,24}key["']?\s{0,4}(?:[:=]|=>)\s{0,4}["']?(?<secret>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])/gi,
  },
  {
    kind: 'aws-bedrock-key',
    words: ['absk', 'bedrock-api-key-'],
    regex: /(?<![A-Za-z0-9])(?:ABSK|bedrock-api-key-)[A-Za-z0-9+/]{100,4000}={0,2}/g,
  },
  {
    kind: 'google-api-key',
    words: ['aiza'],
    regex: /AIza(?<![0-9A-Za-z][_-]*AIza)[0-9A-Za-z_-]{35}(?![0-9A-Za-z-])/g,
  },
  {
    kind: 'google-oauth-token',
    words: ['ya29.'],
    regex: /ya29(?<![0-9A-Za-z][_-]*ya29)\.[0-9A-Za-z_-]{20,1000}/g,
  },
  { kind: 'anthropic-api-key', words: ['sk-ant-'], regex: /sk-ant-[A-Za-z0-9_-]{16,255}/g },
  {
    kind: 'openai-api-key',
    words: ['sk-'],
    regex:
      /sk-(?<![A-Za-z0-9][_-]*sk-)(?:(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,255}|[A-Za-z0-9]{32,64}(?![A-Za-z0-9-]))/g,
  },
  { kind: 'npm-token', words: ['npm_'], regex: /npm_[A-Za-z0-9]{36,64}/g },
  { kind: 'slack-token', words: ['xox'], regex: /xox[a-z]-[A-Za-z0-9%-]{10,250}/g },
  { kind: 'slack-token', words: ['xapp-'], regex: /xapp-\d-[A-Za-z0-9-]{10,250}/g },
  {
    kind: 'slack-webhook',
    words: ['hooks.slack.com/'],
    regex: /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9/_-]{20,120}/g,
  },
  {
    kind: 'gitlab-token',
    words: [
      'glpat-',
      'gldt-',
      'glrt',
      'glcbt-',
      'glptt-',
      'glft-',
      'glsoat-',
      'gloas-',
      'glimt-',
      'glagent-',
      'glffct-',
      'glwt-',
    ],
    regex: /gl(?:pat|dt|rtr?|cbt|ptt|ft|soat|oas|imt|agent|ffct|wt)-[A-Za-z0-9_.-]{20,255}/g,
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
      /eyJ(?<![A-Za-z0-9][_-]*eyJ)[A-Za-z0-9_-]{8,10000}\.eyJ[A-Za-z0-9_-]{2,10000}\.[A-Za-z0-9_-]{0,10000}/g,
  },
  {
    kind: 'authorization',
    words: ['authorization'],
    regex: joined(
      /authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:basic|bearer|token)\s{1,4}/,
      /(?<secret>(?=[A-Za-z._~+/=-]{0,255}\d)[A-Za-z0-9._~+/=-]{16,8192})/,
    ),
  },
  // The password in a URL of any scheme; not a placeholder or a word that documentation uses.
  {
    kind: 'url-password',
    words: ['://'],
    regex: joined(
      /(?<=[a-z][a-z0-9+.-]{0,20}):\/\/[^\s/:@"'<>]{0,255}:/,
      /(?![${<*[]|(?:pass|password|passwd|pwd|pw|secret|token|xxx+|changeme|example)@)/,
      /(?<secret>[^\s/@"'<>]{3,255})(?=@[^\s@])/,
    ),
    isSecret: (value) => !isCommonValue(value),
  },
  // A token as the user name.
  {
    kind: 'url-password',
    words: ['://'],
    regex: joined(
      /(?<=[a-z]):\/\/(?<secret>(?=[A-Za-z_-]{0,255}\d)[A-Za-z0-9_-]{20,255})/,
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
  const found: SecretRange[] = [...findPrefixed(text), ...findNamed(text)];
  if (PEM_WORDS.some((word) => seen.has(word))) {
    // One by one: a text may have more matches than a call can take arguments.
    for (const range of findPem(text)) found.push(range);
  }
  for (const { kind, words, regex, isSecret } of ALL) {
    if (!words.some((word) => seen.has(word))) continue;
    for (const match of text.matchAll(regex)) {
      const matchEnd = match.index + match[0].length;
      const matched = match.groups?.['secret'] ?? match[0];
      const value = withoutEscape(matched, text[matchEnd]);
      if (isSecret !== undefined && !isSecret(value, match.groups?.['name'] ?? '')) continue;
      const start = matchEnd - matched.length;
      found.push({ start, end: start + value.length, kind, value });
    }
  }
  return found;
}

/** Backslashes before a quote escape it: they belong to the end of a string in JSON. */
function withoutEscape(value: string, next: string | undefined): string {
  if (next !== '"' && next !== "'") return value;
  let { length } = value;
  while (value[length - 1] === '\\') length -= 1;
  return value.slice(0, length);
}

/** The maximum of characters of an armoured key without an end. */
const MAX_PEM_CHARS = 20_000;
const PEM_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const PEM_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/**
 * The remaining lines of a truncated block: whole lines of base64, with newlines that may be escaped, and each perhaps
 * with a line number or diff prefix, as in files, search results and diffs.
 */
const PEM_BODY =
  /(?:(?:\s|\\[nr]){0,8}(?:\d{1,9}(?:\t|[:-] ))?[+-]?[A-Za-z0-9+/=]{1,128}(?=[ \t]{0,8}(?:[\r\n"']|\\[nr]|$))){0,400}/y;
/** The same backwards from an end: newlines, lines, and the prefix of the end's own line. */
const PEM_BREAK = /\r?\n|(?:\\r)?\\n/g;
const PEM_LINE = /^\s{0,8}(?:\d{1,9}(?:\t|[:-] ))?[+-]?[A-Za-z0-9+/=]{1,128}\s{0,8}$/;
const PEM_LEAD = /^\s{0,8}(?:\d{1,9}(?:\t|[:-] ))?[+-]?$/;

/**
 * Private keys with their armour. Of a key without end or beginning, the remaining part. Searches ends only once, in
 * order.
 */
function* findPem(text: string): Generator<SecretRange> {
  const ends = text.matchAll(PEM_END);
  let end = ends.next();
  let covered = 0;
  const before = function* (offset: number): Generator<SecretRange> {
    for (; end.done !== true && end.value.index < offset; end = ends.next()) {
      const { index } = end.value;
      const start = bodyStart(text, covered, index);
      covered = index + end.value[0].length;
      if (start < index) yield keyIn(text, start, covered);
    }
  };
  for (const begin of text.matchAll(PEM_BEGIN)) {
    const start = begin.index;
    if (start < covered) continue;
    const bodyAt = start + begin[0].length;
    yield* before(bodyAt);
    const close = end.done === true ? null : end.value;
    if (close !== null && close.index - bodyAt <= MAX_PEM_CHARS) {
      covered = close.index + close[0].length;
      end = ends.next();
    } else covered = bodyAt + bodyLength(text, bodyAt);
    yield keyIn(text, start, covered);
  }
  yield* before(text.length);
}

function keyIn(text: string, start: number, end: number): SecretRange {
  return { start, end, kind: 'private-key', value: text.slice(start, end) };
}

/**
 * The start of the remaining lines of a block that ends at `end`; `end` if there are none. Reads nothing before `from`.
 */
function bodyStart(text: string, from: number, end: number): number {
  const first = Math.max(from, end - MAX_PEM_CHARS);
  const near = text.slice(first, end);
  const starts = [
    0,
    ...[...near.matchAll(PEM_BREAK)].map(({ index, 0: { length } }) => index + length),
  ];
  let offset = starts.pop() ?? 0;
  if (!PEM_LEAD.test(near.slice(offset))) return end;
  let start = end;
  for (let begin = starts.pop(); begin !== undefined; begin = starts.pop()) {
    if (!PEM_LINE.test(near.slice(begin, offset).replace(PEM_BREAK, ''))) break;
    start = first + begin;
    offset = begin;
  }
  return start;
}

function bodyLength(text: string, from: number): number {
  PEM_BODY.lastIndex = from;
  return PEM_BODY.exec(text)?.[0].length ?? 0;
}
