import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { isCommonValue } from '../../secrets/harmless-values.ts';
import type { SecretRange } from '../ranges.ts';

/**
 * A comment of this form would switch the rules off, in any untrusted text. The replacement has the same length, so
 * that positions stay.
 */
const DIRECTIVE = /secretlint-(?=disable|enable)/gi;
const DIRECTIVE_BROKEN = 'secretlint_';

/** The password of an address: that of a test database is often a common value. */
const PASSWORD = /:\/\/[^\s/:@]{0,255}:([^\s/@]{1,255})@/;

/** An address up to its host, which no quote, bracket or backslash follows. */
const AUTHORITY = /^[a-z0-9+.:-]{1,30}:\/\/(?:[^\s/:@]{0,255}:[^\s/@]{1,255}@)?/i;
const BEHIND_ADDRESS = /["'`<>\\]/;

/** Of a key of AWS, the library reports a range of the key's length that begins at the name before it. */
const AWS_KEY = /^["']?\w{1,40}["']?\s*(?::|=>|=)\s*["']?(?<secret>[A-Za-z0-9/+=]{40})/;
const MAX_AWS_CHARS = 1_000;

const WINDOW_CHARS = 64_000;
const OVERLAP_CHARS = 8_000;

// It would record the time of each rule for each text, keep that forever, and spend most of the time on it.
secretLintProfiler.setEnabled(false);
const CONFIG = { rules: [{ id: 'recommended', rule: creator }] };

/**
 * Tokens that secretlint's recommended rules know. The library compares each match with all others of a text, so a long text
 * is passed in windows. They overlap: each match is whole in one of them.
 */
export async function lintWithSecretlint(text: string): Promise<readonly SecretRange[]> {
  if (text.length <= WINDOW_CHARS) return await lint(text);
  const found: SecretRange[] = [];
  for (let from = 0; from < text.length; from += WINDOW_CHARS - OVERLAP_CHARS) {
    for (const range of await lint(text.slice(from, from + WINDOW_CHARS)))
      found.push({ ...range, start: range.start + from, end: range.end + from });
  }
  return found;
}

async function lint(text: string): Promise<readonly SecretRange[]> {
  const content = text.replaceAll(DIRECTIVE, DIRECTIVE_BROKEN);
  const { messages } = await lintSource({
    source: { content, filePath: 'text.txt', ext: '.txt', contentType: 'text' },
    options: { config: CONFIG, noPhysicFilePath: true },
  });
  return messages
    .map(({ messageId, range: [from, to] }) => {
      const { groups, 0: named = '' } = AWS_KEY.exec(text.slice(from, from + MAX_AWS_CHARS)) ?? {};
      const value = groups?.['secret'] ?? withinAddress(text.slice(from, to));
      const start = from + Math.max(0, named.length - value.length);
      const kind = messageId.replaceAll('_', '-').toLowerCase();
      return { start, end: start + value.length, kind, value };
    })
    .filter(({ value }) => {
      const password = PASSWORD.exec(value)?.[1];
      return password === undefined || !isCommonValue(password);
    });
}

/** The rules match an address up to the next white space, which in JSON is behind the end of its string. */
function withinAddress(value: string): string {
  const from = AUTHORITY.exec(value)?.[0].length ?? value.length;
  const length = value.slice(from).search(BEHIND_ADDRESS);
  return length === -1 ? value : value.slice(0, from + length);
}
