const DIGITS = /\d+/g;
/** Shorter parts of letters in both cases say nothing, with digits or without. */
const MIN_MIXED_CHARS = 8;
/** The same for letters in one case with digits. */
const MIN_SINGLE_CHARS = 20;
const MIN_HEX_CHARS = 32;
/**
 * The minimum share of neighbours of different kinds (capital, small letter, digit) and of digits, together: of random letters and
 * digits 0.78, of names in camel case up to 0.5.
 */
const MIN_RANDOMNESS = 0.52;
/** The share of changes alone, for letters without digits: 0.5 if they are random, of names up to 0.45. */
const MIN_CHANGES_OF_LETTERS = 0.48;
/** The same for letters in one case with digits: 0.4 if they are random. */
const MIN_CHANGES_IN_ONE_CASE = 0.2;
const MIN_RANDOM_CHARS = 16;

/**
 * Whether a part of a text, of letters and digits only, is random. Hexadecimal digits alone are not, as they may be a digest, nor are those
 * behind one letter, as in a version of `git describe` (`g1a2b3c…`).
 */
export function isRandomPart(part: string): boolean {
  if (part.length < MIN_MIXED_CHARS) return false;
  const hasDigits = /\d/.test(part);
  if (/[a-z]/.test(part) && /[A-Z]/.test(part))
    return hasDigits ? mayBeRandomPart(part) : shareOfChanges(part) >= MIN_CHANGES_OF_LETTERS;
  return (
    hasDigits &&
    part.length >= MIN_SINGLE_CHARS &&
    !isHexPart(part.slice(1), 1) &&
    shareOfChanges(part) >= MIN_CHANGES_IN_ONE_CASE
  );
}

/** The same for a part beside a random one. */
export function mayBeRandomPart(part: string): boolean {
  const digits = part.length - part.replaceAll(DIGITS, '').length;
  return shareOfChanges(part) + digits / part.length >= MIN_RANDOMNESS;
}

/** Whether a part consists of so many hexadecimal digits. */
export function isHexPart(part: string, minChars = MIN_HEX_CHARS): boolean {
  return part.length >= minChars && /^(?:[0-9a-f]+|[0-9A-F]+)$/.test(part);
}

export function digitRuns(part: string): number {
  return part.match(DIGITS)?.length ?? 0;
}

/** Whether most of a value is random: for values whose names say that they are secret. `countsHex`: hexadecimal digits are, too. */
export function looksRandom(
  value: string,
  { countsHex }: { readonly countsHex: boolean },
): boolean {
  let random = 0;
  let runs = 0;
  for (const part of value.match(/[A-Za-z0-9]+/g) ?? []) {
    if (!isRandomPart(part) && !(countsHex && isHexPart(part))) continue;
    random += part.length;
    runs += digitRuns(part);
  }
  return random >= MIN_RANDOM_CHARS && random * 2 > value.length && runs > 1;
}

function shareOfChanges(part: string): number {
  const kinds = part.replaceAll(/[A-Z]/g, 'A').replaceAll(/[a-z]/g, 'a').replaceAll(/\d/g, '0');
  let changes = 0;
  for (let index = 1; index < kinds.length; index += 1)
    if (kinds[index] !== kinds[index - 1]) changes += 1;
  return changes / Math.max(1, part.length - 1);
}
