import { runWithin } from '../../async/run-within.ts';
import { CountersignError } from '../../errors.ts';
import { orNull } from '../../or-null.ts';
import type { SecretRange } from '../ranges.ts';

/** A pattern of the repository's own (`redact.patterns`). */
export interface CustomPattern {
  readonly name: string;
  readonly regex: string | RegExp;
}

/** Milliseconds that one pattern may take over one text; after that the whole text counts as a match. */
const MAX_PATTERN_MS = 2_000;
const MAX_PATTERNS = 50;
const MAX_SOURCE_CHARS = 1_000;
/** Matches of one pattern in one text; with more, the whole text counts as a match. */
const MAX_MATCHES = 100_000;

interface CheckedPattern {
  readonly name: string;
  readonly regex: RegExp;
}

/**
 * The repository's own patterns, which are untrusted. Back-references and nested repetition are refused, because they can
 * run forever; all others run with a time limit.
 */
export class CustomPatterns {
  readonly #patterns: readonly CheckedPattern[];

  /** Throws `policy-invalid`, which names the pattern, if it is invalid or may not terminate. */
  constructor(patterns: readonly CustomPattern[]) {
    if (patterns.length > MAX_PATTERNS) {
      throw invalid('redact.patterns', `has more than ${MAX_PATTERNS} patterns`, 'Write fewer.');
    }
    this.#patterns = patterns.map(checked);
  }

  find(text: string): readonly SecretRange[] {
    return this.#patterns.flatMap((pattern) => findOne(text, pattern));
  }
}

function findOne(text: string, pattern: CheckedPattern): readonly SecretRange[] {
  const everything = { start: 0, end: text.length, kind: `${pattern.name}-overrun`, value: text };
  // Fail closed: nobody knows what a pattern that takes too long or throws would have found.
  return (
    orNull(() => runWithin(MAX_PATTERN_MS, () => rangesOf(text, pattern)))?.value ?? [everything]
  );
}

/** `null` if there are more than `MAX_MATCHES`. */
function rangesOf(text: string, { name: kind, regex }: CheckedPattern): SecretRange[] | null {
  const found: SecretRange[] = [];
  for (const { index: start, 0: value } of text.matchAll(regex)) {
    if (value.length > 0) found.push({ start, end: start + value.length, kind, value });
    if (found.length > MAX_MATCHES) return null;
  }
  return found;
}

function checked({ name, regex }: CustomPattern): CheckedPattern {
  const source = typeof regex === 'string' ? regex : regex.source;
  const given = typeof regex === 'string' ? '' : regex.flags;
  const flags = [...new Set(`gm${given.replaceAll(/[^isu]/g, '')}`)].join('');
  const fault = patternFault(source, flags);
  if (fault !== null) throw invalid(name, fault.because, fault.fix);
  return { name, regex: new RegExp(source, flags) };
}

/** A pattern that matches each of these alone matches whatever a text has. */
const ANY_CHARACTERS: readonly string[] = ['a', 'Z', '0', ' ', '-'];

/** Why a pattern of the repository cannot be used with these flags, as the end of a sentence, and what to write; `null` if it can. */
export function patternFault(
  source: string,
  flags: string,
): { readonly because: string; readonly fix: string } | null {
  if (source.length > MAX_SOURCE_CHARS)
    return {
      because: `is longer than ${MAX_SOURCE_CHARS} characters`,
      fix: 'Write a shorter one.',
    };
  let compiled: RegExp;
  try {
    compiled = new RegExp(source, flags);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it does not parse';
    return {
      because: `is not a regular expression (${why})`,
      fix: 'Escape its special characters, and write it in the syntax of JavaScript.',
    };
  }
  const because = regexRisk(source);
  if (because !== null)
    return { because, fix: 'Use bounded repetitions of one class, such as [A-Z0-9]{20,64}.' };
  if (compiled.exec('')?.[0] === '')
    return { because: 'matches the empty text', fix: 'Say what must at least be there.' };
  if (ANY_CHARACTERS.every((one) => one.match(new RegExp(source, flags))?.[0] === one))
    return { because: 'matches every character', fix: 'Say what only a secret has.' };
  return null;
}

function invalid(name: string, what: string, fix: string): CountersignError {
  return new CountersignError(
    'policy-invalid',
    `The redaction pattern ${JSON.stringify(name)} ${what}.`,
    { fix },
  );
}

/** An escape, a class, an opening, a closing with what repeats it, or a repetition. */
const PIECE = new RegExp(
  [
    String.raw`\\k<|\\.`,
    String.raw`\[(?:\\.|[^\]\\])*\]`,
    String.raw`\((?:\?(?:<?[=!]|:|<[^>]*>|[a-z-]*:))?`,
    String.raw`\)(?:[*+]|\{\d+(?:,\d*)?\})?`,
    String.raw`[*+]|\{\d+,\d*\}`,
  ].join('|'),
  'gs',
);

/** Why an expression may take exponential time, by its syntax; `null` if nothing indicates that. */
export function regexRisk(source: string): string | null {
  const repeats: boolean[] = [];
  let inner = false;
  for (const [piece] of source.matchAll(PIECE)) {
    if (/^\\(?:[1-9]|k<)/.test(piece)) return 'refers back to what it matched';
    if (piece.startsWith('(')) {
      repeats.push(inner);
      inner = false;
    } else if (piece.startsWith(')')) {
      if (piece.length > 1 && inner) return 'repeats a group that repeats something itself';
      inner = (repeats.pop() ?? false) || inner || piece.length > 1;
    } else if (/^[*+{]/.test(piece)) {
      inner = true;
    }
  }
  return null;
}
