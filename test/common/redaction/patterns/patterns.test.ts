import { expect, test } from 'vitest';
import { findTokens, TOKEN_WORDS } from '../../../../src/common/redaction/patterns/patterns.ts';
import { WordScan } from '../../../../src/common/redaction/words.ts';

const SCAN = new WordScan(TOKEN_WORDS);
/** That many characters that are letters and digits. */
const some = (count: number) => 'aB3dE6gH9'.repeat(count).slice(0, count);
const after = (count: number, ...prefixes: string[]) =>
  prefixes.map((prefix) => `${prefix}${some(count)}`);
const upper = some(16).toUpperCase();

test.each<[kind: string, tokens: readonly string[]]>([
  ['github-token', after(36, 'ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_')],
  ['github-token', after(20, 'ghs_1-2.eyJ', 'ghu_1-2.eyJ')],
  ['github-pat', after(22, 'github_pat_')],
  ['aws-key-id', [`AKIA${upper}`, `ASIA${upper}`]],
  ['google-api-key', after(35, 'AIza')],
  ['google-oauth-token', after(20, 'ya29.')],
  ['anthropic-api-key', after(16, 'sk-ant-')],
  ['openai-api-key', after(32, 'sk-', 'sk-proj-', 'sk-svcacct-')],
  ['npm-token', after(36, 'npm_')],
  ['slack-token', after(10, 'xoxb-', 'xoxp-', 'xapp-1-')],
  ['slack-webhook', after(20, 'hooks.slack.com/services/')],
  ['gitlab-token', after(20, 'glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-', 'glsoat-')],
  ['stripe-key', after(16, 'sk_live_', 'sk_test_', 'rk_live_', 'rk_test_')],
  ['sendgrid-key', [`SG.${some(22)}.${some(43)}`]],
  ['pypi-token', after(40, 'pypi-AgE')],
  ['huggingface-token', after(30, 'hf_')],
  ['digitalocean-token', ['doo_v1_', 'dop_v1_', 'dor_v1_'].map((one) => one + 'a1'.repeat(32))],
  ['docker-token', after(20, 'dckr_pat_', 'dckr_oat_')],
  ['jwt', [`eyJ${some(8)}.eyJ${some(8)}.${some(8)}`]],
])('%s: each of its forms is found whole', (kind, tokens) => {
  for (const token of tokens) expect(found(`x ${token} y`)).toContainEqual([kind, token, 2]);
});

test.each<[kind: string, before: string, secret: string, behind: string]>([
  ['aws-secret-key', 'AWS_ACCESS_KEY=', some(40), ''],
  ['aws-secret-key', '"SecretKey": "', some(40), '"'],
  ['authorization', 'Authorization: Bearer ', some(16), ''],
  ['url-password', 'postgres://me:', 'hunter2', '@host'],
  ['url-password', 'https://', some(20), '@host'],
  ['url-password', 'https://', some(20), ':x-oauth-basic@host'],
])('%s: after %s only the secret is found', (kind, before, secret, behind) => {
  expect(found(`${before}${secret}${behind}`)).toContainEqual([kind, secret, before.length]);
});

test('a text without any of the words is not searched', () => {
  expect(findTokens(`ghp_${some(36)}`, new Set())).toEqual([]);
});

/** Each token that is found, with its kind and its place. */
function found(text: string): readonly (readonly [string, string, number])[] {
  return findTokens(text, SCAN.seenIn(text)).map(({ kind, value, start, end }) => {
    expect(text.slice(start, end)).toBe(value);
    return [kind, value, start] as const;
  });
}
