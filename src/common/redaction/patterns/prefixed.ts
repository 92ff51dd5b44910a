import { trimEnd } from '../../text/text.ts';
import type { SecretRange } from '../ranges.ts';
import { digitRuns, isHexPart, isRandomPart, mayBeRandomPart } from './random.ts';

/**
 * The first separator of a word, behind a prefix in one case, with enough behind it, and a digit. Looking for the separator first is
 * several times faster than for the prefix.
 */
const PREFIXED =
  /[_.~-](?=[\w.~-]{20})(?<=(?<![A-Za-z0-9.~][_-]*)(?<prefix>[a-z][a-z0-9]{1,15}|[A-Z][A-Z0-9]{2,15}).)(?!-{4})(?=[A-Za-z_.~-]{0,255}\d)[\w.~-]+/g;
/** The rest of a token that continues with base64. */
const REST = /(?:[=+/_-]{1,3}[A-Za-z0-9]+)*={0,2}/y;
/** Behind a backslash, what belongs to its escape: of `\nacme_…` the `n`. */
const ESCAPE_END = /^(?:u[0-9a-f]{4}|x[0-9a-f]{2}|[nrtbf])/i;
const PART = /[A-Za-z0-9]+/g;
/** What follows is a digest, except behind `~`: `sha256~` begins a token. */
const DIGEST_PREFIX = /(?:^|[_.-])(?:sha\d*|md5|blake\w{0,3})[_.-]/i;
const DIGEST_NAME =
  /(?:sha\d{0,3}|md5|blake\w{0,3}|digest|integrity|checksum)["']?[=:]\s?["']?[_-]{0,2}$/i;
const DIGEST_NAME_CHARS = 16;
/** A key that pages contain, an id of GitHub's GraphQL API, the symbol of a compiler, and a name that CloudFormation made. */
const PUBLIC =
  /^(?:pk_(?:live|test)_|[A-Z]+_(?:k[gw]|lA)[A-Z]O|Z[A-Z]*\d)|[a-z][0-9A-F]{8}(?:-[0-9A-Za-z]{12,13})+$/;
/** The last word of a prefix that says that it is a secret, perhaps with a version or an environment: `acme_key_v1_…`. */
const SECRET_PREFIX =
  /(?:^|[_.-])(?:\w*(?:token|secret|password|credential)|(?:api|access|private)?key|pat|live)(?:[_.-](?:v?\d{1,2}|test|prod))?[_.-]$|^[sr]k[_.-]/i;
const MAX_PREFIX_CHARS = 60;

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
  for (const { index, 0: match, groups } of text.matchAll(PREFIXED)) {
    const prefix = groups?.['prefix'] ?? '';
    const word = prefix + trimEnd(match, '_.~-');
    const from = index - prefix.length;
    if (!isToken(word, prefix.length) || isDigest(text, from)) continue;
    const start = from + (text[from - 1] === '\\' ? (ESCAPE_END.exec(word)?.[0].length ?? 0) : 0);
    REST.lastIndex = from + word.length;
    const end = from + word.length + (REST.exec(text)?.[0].length ?? 0);
    yield { start, end, kind: 'token', value: text.slice(start, end) };
  }
}

function isDigest(text: string, index: number): boolean {
  return DIGEST_NAME.test(text.slice(Math.max(0, index - DIGEST_NAME_CHARS), index));
}

/** `prefixChars`: the position of the first separator. */
function isToken(word: string, prefixChars: number): boolean {
  if (DIGEST_PREFIX.test(word) || PUBLIC.test(word)) return false;
  let end = prefixChars;
  const isMarked = (): boolean =>
    SECRET_PREFIX.test(word.slice(Math.max(0, end - MAX_PREFIX_CHARS), end + 1));
  const minRuns = word.includes('.') ? MIN_DIGIT_RUNS_IN_PATH : MIN_DIGIT_RUNS;
  // `.` also joins names: one of the pieces between has to be random by itself.
  for (const piece of word.slice(end + 1).split('.')) {
    let random = 0;
    let decisive = 0;
    let runs = 0;
    for (const part of piece.match(PART) ?? []) {
      const isDecisive = isRandomPart(part) || (isHexPart(part, MIN_MARKED_CHARS) && isMarked());
      if (isDecisive || (decisive > 0 && mayBeRandomPart(part))) {
        random += part.length;
        decisive += isDecisive ? part.length : 0;
        runs += digitRuns(part);
      } else if (random === 0) end = word.indexOf(part, end) + part.length;
    }
    if (random < MIN_MARKED_CHARS || runs < minRuns || decisive < MIN_DECISIVE_CHARS) continue;
    if (random >= MIN_RANDOM_CHARS || isMarked()) return true;
  }
  return false;
}
