import type { SecretRange } from './ranges.ts';
import { GATE_WORDS, mayHoldKnownToken } from './secretlint-gate.ts';

/**
 * A comment of this form would switch the rules off, in any untrusted text. The replacement has the same length, so
 * that positions stay.
 */
const DIRECTIVE = /secretlint-(?=disable|enable)/gi;
const DIRECTIVE_BROKEN = 'secretlint_';

const WINDOW_CHARS = 64_000;
const OVERLAP_CHARS = 8_000;

type Lint = (text: string) => Promise<readonly SecretRange[]>;
let loaded: Promise<Lint> | undefined;

/**
 * Tokens that secretlint's recommended rules know. Loading the library takes about 30 ms, and so does each text, so it
 * gets only texts that could contain a token. `seen`: the `GATE_WORDS` in the text.
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
  // It would record the time of each rule for each text, keep that forever, and spend most of the time on it.
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
 * The library compares each match with all others of a text, so a long text is passed in windows. They overlap: each
 * match is whole in one of them.
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
