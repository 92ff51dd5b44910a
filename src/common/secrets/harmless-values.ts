/**
 * Decides by a value alone whether it is common or public, for variables whose names do not say it. All checks are
 * bounded by the length of the value.
 */

/** Longer values are not analysed. */
const MAX_LOOKED_CHARS = 100_000;
const MAX_WORD_LETTERS = 14;
/** Words of so few letters are abbreviations: their vowels say nothing. */
const MAX_ABBREVIATION = 5;
/** Identifiers with more words in one piece count as passphrases. */
const MAX_WORDS = 4;
/** A value of only words and numbers with so many words counts as a passphrase, too. */
const MIN_PASSPHRASE_WORDS = 4;
const MAX_NUMBER_DIGITS = 13;
/** So many capitalized parts that are shorter than this on average are not words. */
const MIN_RANDOM_HUMPS = 8;
const MAX_RANDOM_HUMP_LETTERS = 2.6;
/** A run of letters and digits of this length that is not words could be a token. */
const MIN_RANDOM_CHARS = 12;

/**
 * Values that occur in so many files that redacting them would protect nothing, even if a name says that they are
 * secret.
 */
const COMMON = new Set(
  [
    'true false yes no on off none null nil undefined auto always never default enabled disabled required optional',
    'production development staging testing test tests local localhost debug info warn warning error trace verbose',
    'release latest stable beta alpha nightly main master develop public private internal external admin root user',
    'guest password passwd pass secret token changeme change-me example sample dummy placeholder fake foobar foo bar',
    'postgres postgresql mysql mariadb mongo mongodb redis sqlite rabbitmq elastic elasticsearch minio vault github',
    'gitlab docker ubuntu debian alpine linux windows macos darwin node nodejs python basic bearer digest oauth oauth2',
    'jwt ssh https http inherit empty xxxx xxxxxxxx **** ******** <secret> <token> <password> utf-8 utf8 json yaml text',
    'password123 password1 qwerty letmein secret123 test1234 testtest minioadmin postgres123 rootroot keyring system',
  ].flatMap((line) => line.split(' ')),
);
const STOPWORDS = new Set(
  'a an the to of in on is are be and or for with from this that it as at by not when if into please you your we i'.split(
    ' ',
  ),
);

const CHUNK = /[A-Za-z0-9]+/g;
const HUMP = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;
const ORDINARY = /^[A-Za-z0-9\s_./:@,+=~()[\]{}*"'-]+$/;
const PIECES = /[/.:@,=()[\]{}*"'~+\s]+/;
const PLACEHOLDER = /^(?:\$\{?\{?[\w. ]+\}?\}?|<[\w -]+>|%\w+%|\*+|x+|\.+)$/i;
const DIGEST = /^(?:sha(?:1|256|384|512)[:-])[A-Za-z0-9+/=]{20,128}$/;
const ADDRESS = /^(?:[^<>@]{1,80}<)?[\w.+[\]-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}>?$/;
const KNOWN_ROOT = new RegExp(
  String.raw`^(?:~|\$\{?[A-Z_]{2,40}\}?(?=/)|\.{1,2}|[A-Za-z]:[\\/]|\\\\|/(?:${[
    'bin|dev|etc|home|lib|lib64|media|mnt|nix|opt|private|proc|root|run|sbin|snap|srv|sys|tmp|usr|var|boot|init',
    'Users|Applications|Library|System|Volumes|github|__w|__e|__t|hostedtoolcache|imagegeneration|workspace|workspaces|app',
  ].join('|')})(?:[\\/]|$))`,
);

/** A value that occurs everywhere: redacting it would protect nothing and make every text unreadable. */
export function isCommonValue(value: string): boolean {
  return COMMON.has(value.toLowerCase()) || new Set(value).size < 3;
}

/** Placeholders for a missing value. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value);
}

/** A file, a folder, or a list of them. Below an unknown root none of their names may look random. */
export function isPathLike(value: string): boolean {
  const separator = /^[A-Za-z]:[\\/]/.test(value) ? ';' : ':';
  return value.split(separator).every((path) => {
    if (path === '' || KNOWN_ROOT.test(path)) return true;
    return /^\/[\w.-]+\//.test(path) && !hasRandomChunk(path) && !/[^\w./ @+-]/.test(path);
  });
}

/** Whether any run of letters and digits in a text could be a token: long enough, and neither words nor a number. */
export function hasRandomChunk(text: string, minChars = MIN_RANDOM_CHARS): boolean {
  return (text.slice(0, MAX_LOOKED_CHARS).match(CHUNK) ?? []).some(
    (chunk) => chunk.length >= minChars && wordsIn(chunk) > MAX_WORDS,
  );
}

/** The number of words in a run of letters and digits; more than `MAX_WORDS` if it does not consist of words. */
function wordsIn(chunk: string): number {
  if (/^\d+$/.test(chunk)) return chunk.length <= MAX_NUMBER_DIGITS ? 0 : Infinity;
  const humps = chunk.match(HUMP) ?? [];
  const letters = humps.filter((hump) => !/^\d/.test(hump));
  const numbers = humps.filter((hump) => /^\d/.test(hump));
  if (numbers.length > 2 || numbers.some((number) => number.length > 8)) return Infinity;
  // Long runs of alternating letters and digits are not a word with a number.
  if (numbers.length === 2 && chunk.length > 10) return Infinity;
  return letters.every(isWord) ? letters.length : Infinity;
}

function isWord(letters: string): boolean {
  if (letters.length <= MAX_ABBREVIATION) return true;
  return (
    letters.length <= MAX_WORD_LETTERS &&
    /[aeiouy]/i.test(letters) &&
    !/[^aeiouy]{6}/i.test(letters)
  );
}

/** An identifier, a version, a host, an image, a list or an option: pieces of up to three words, with numbers. */
function isPlainIdentifier(value: string): boolean {
  if (!ORDINARY.test(value) || changesCaseLikeRandom(value)) return false;
  return value.split(PIECES).every((piece) => {
    let count = 0;
    for (const chunk of piece.match(CHUNK) ?? []) count += wordsIn(chunk);
    return count <= MAX_WORDS;
  });
}

/** Base64 that `/` and `+` split into short pieces: its letters change case far more often than those of words. */
function changesCaseLikeRandom(value: string): boolean {
  const humps = (value.match(CHUNK) ?? [])
    .filter((chunk) => /[a-z]/.test(chunk) && /[A-Z]/.test(chunk))
    .flatMap((chunk) => chunk.match(HUMP) ?? [])
    .filter((hump) => !/^\d/.test(hump));
  const letters = humps.reduce((sum, hump) => sum + hump.length, 0);
  return humps.length >= MIN_RANDOM_HUMPS && letters / humps.length < MAX_RANDOM_HUMP_LETTERS;
}

/** Words between blanks that are neither a sentence nor options may be a passphrase. */
function isWordList(value: string): boolean {
  const words = value.split(/[\s._-]+/).filter((word) => !/^\d*$/.test(word));
  return words.length >= MIN_PASSPHRASE_WORDS && words.every((word) => /^[A-Za-z]{3,}$/.test(word));
}

/** A sentence: mostly words, one of them a very common one. */
function isProse(value: string): boolean {
  const words = value.split(/\s+/);
  if (words.length < 3) return false;
  const plain = words.filter((word) => !hasRandomChunk(word, 8)).length;
  const isSentence = words.some((word) => STOPWORDS.has(word.toLowerCase()));
  return isSentence && plain >= words.length * 0.6;
}

/** True for a value that is common or public by its form: see docs/secrets.md for the list. */
export function isHarmlessValue(value: string): boolean {
  if (value.length > MAX_LOOKED_CHARS) return false;
  if (isCommonValue(value) || isPlaceholder(value) || DIGEST.test(value) || ADDRESS.test(value))
    return true;
  if (isPathLike(value) || isProse(value)) return true;
  return isPlainIdentifier(value) && !isWordList(value);
}
