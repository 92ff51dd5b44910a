import type { SecretRange } from './ranges.ts';
import { GATE_WORDS, mayHoldKnownToken } from './secretlint-gate.ts';

/** A comment of this form, in any text by anybody, would switch the rules off. Same length, so that places stay. */
const DIRECTIVE = /secretlint-(?=disable|enable)/gi;
const DIRECTIVE_BROKEN = 'secretlint_';

const WINDOW_CHARS = 64_000;
const OVERLAP_CHARS = 8_000;

type Lint = (text: string) => Promise<readonly SecretRange[]>;
let loaded: Promise<Lint> | undefined;

/**
 * Tokens that secretlint's recommended rules know. The library, which takes some thirty milliseconds to load and one
 * for each text, is asked about those texts alone that could hold one. `seen`: which of `GATE_WORDS` the text holds.
 */
export async function findWithSecretlint(
  text: string,
  seen: ReadonlySet<string>,
): Promise<readonly SecretRange[]> {
  if (!GATE_WORDS.some((word) => seen.has(word)) || !mayHoldKnownToken(text)) return [];
  loaded ??= load();
  const lint = await loaded;
  return await lint(text);
}

async function load(): Promise<Lint> {
  const [{ lintSource }, { creator }, { secretLintProfiler }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('@secretlint/profiler'),
  ]);
  // It would note down the time of each rule for each text, keep that for ever, and take most of the time itself.
  secretLintProfiler.setEnabled(false);
  const config = { rules: [{ id: 'recommended', rule: creator }] };
  const lint: Lint = async (text) => {
    const content = text.replaceAll(DIRECTIVE, DIRECTIVE_BROKEN);
    const { messages } = await lintSource({
      source: { content, filePath: 'text.txt', ext: '.txt', contentType: 'text' },
      options: { config, noPhysicFilePath: true },
    });
    return messages.map(({ messageId, range: [start, end] }) => ({
      start,
      end,
      kind: messageId.replaceAll('_', '-').toLowerCase(),
      value: text.slice(start, end),
    }));
  };
  return (text) => inWindows(text, lint);
}

/**
 * The library compares each match with all the others of a text, so that a long one is handed to it in windows. They reach
 * into each other: what begins in one is whole in it or in the next.
 */
async function inWindows(text: string, lint: Lint): Promise<readonly SecretRange[]> {
  if (text.length <= WINDOW_CHARS) return await lint(text);
  const found: SecretRange[] = [];
  for (let from = 0; from < text.length; from += WINDOW_CHARS - OVERLAP_CHARS) {
    for (const range of await lint(text.slice(from, from + WINDOW_CHARS)))
      found.push({ ...range, start: range.start + from, end: range.end + from });
  }
  return found;
}
