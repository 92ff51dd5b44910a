import { classOfName } from '../../secrets/names.ts';
import type { SecretRange } from '../ranges.ts';
import { digitRuns, isHexPart, isRandomPart, mayBeRandomPart } from './random.ts';

/** A word with a prefix in one case, a separator, and enough behind it, with a digit. Each word is read once. */
const PREFIXED =
  /(?=[A-Za-z])(?<![A-Za-z0-9.~][_-]*)(?:[a-z][a-z0-9]{1,15}|[A-Z][A-Z0-9]{1,15})[_.~-](?!-{4})(?=[\w.~-]{20})(?=[A-Za-z_.~-]{0,255}\d)[\w.~-]+/g;
/** The rest of a token that continues with base64. */
const REST = /(?:[=+/_-]{1,3}[A-Za-z0-9]+)*={0,2}/y;
const SEPARATOR = /[_.~-]/;
const PART = /[A-Za-z0-9]+/g;
/** What follows is a digest, except behind `~`: `sha256~` begins a token. */
const DIGEST_PREFIX = /(?:^|[_.-])(?:sha\d*|md5|blake\w{0,3})[_.-]/i;
const DIGEST_NAME = /(?:sha\d{0,3}|md5|blake\w{0,3}|digest|integrity|checksum)["']?[=:]\s?["']?$/i;
const DIGEST_NAME_CHARS = 16;
/** Beside the names of secrets, these parts of a prefix mark keys: `sk-or-v1-…`, `cal_live_…`. */
const KEY_PREFIX = /(?:^|[_.-])(?:[sr]k|live)[_.-]/i;

/** Ids of services have up to 29 random characters, and most tokens have more. */
const MIN_RANDOM_CHARS = 30;
/** The same behind a prefix that says that it is a secret. */
const MIN_MARKED_CHARS = 20;
/** Of these, the minimum in parts that are random by themselves. */
const MIN_DECISIVE_CHARS = 16;
const MIN_DIGIT_RUNS = 2;
/** Names joined by `.` have up to two (`K8sIoApiV1`). */
const MIN_DIGIT_RUNS_IN_PATH = 3;
/**
 * Tokens of any vendor: a prefix, a separator and a random run. Hexadecimal digits alone are a digest or an id more often,
 * so that they count only behind a prefix that says that it is a secret.
 */
export function* findPrefixed(text: string): Generator<SecretRange> {
  for (const { index, 0: match } of text.matchAll(PREFIXED)) {
    const word = match.replace(/[_.~-]+$/, '');
    if (!isToken(word) || isDigest(text, index)) continue;
    // Of `\n` before it, the letter belongs to the escape.
    const start = index + (/^[nrtbf]/.test(word) && text[index - 1] === '\\' ? 1 : 0);
    REST.lastIndex = index + word.length;
    const end = index + word.length + (REST.exec(text)?.[0].length ?? 0);
    yield { start, end, kind: 'token', value: text.slice(start, end) };
  }
}

function isDigest(text: string, index: number): boolean {
  return DIGEST_NAME.test(text.slice(Math.max(0, index - DIGEST_NAME_CHARS), index));
}

function isToken(word: string): boolean {
  if (DIGEST_PREFIX.test(word)) return false;
  let end = word.search(SEPARATOR);
  let isMarked: boolean | null = null;
  const isSecretPrefix = (): boolean => (isMarked ??= saysSecret(word.slice(0, end + 1)));
  const minRuns = word.includes('.') ? MIN_DIGIT_RUNS_IN_PATH : MIN_DIGIT_RUNS;
  // `.` also joins names: one of the pieces between has to be random by itself.
  for (const piece of word.slice(end + 1).split('.')) {
    let random = 0;
    let decisive = 0;
    let runs = 0;
    for (const part of piece.match(PART) ?? []) {
      const isDecisive =
        isRandomPart(part) || (isHexPart(part, MIN_MARKED_CHARS) && isSecretPrefix());
      if (isDecisive || (decisive > 0 && mayBeRandomPart(part))) {
        random += part.length;
        decisive += isDecisive ? part.length : 0;
        runs += digitRuns(part);
      } else if (random === 0) end = word.indexOf(part, end) + part.length;
    }
    if (random < MIN_MARKED_CHARS || runs < minRuns || decisive < MIN_DECISIVE_CHARS) continue;
    if (random >= MIN_RANDOM_CHARS || isSecretPrefix()) return true;
  }
  return false;
}

/** Whether the name before a separator is that of a secret. */
function saysSecret(prefix: string): boolean {
  return KEY_PREFIX.test(prefix) || classOfName(prefix) === 'secret';
}
