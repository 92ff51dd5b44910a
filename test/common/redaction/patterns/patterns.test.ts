import { describe, expect, test } from 'vitest';
import { findTokens, TOKEN_WORDS } from '../../../../src/common/redaction/patterns/patterns.ts';
import { WordScan } from '../../../../src/common/redaction/known-values/needles.ts';

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
  ['aws-bedrock-key', after(128, 'ABSK', 'bedrock-api-key-')],
  ['google-api-key', after(35, 'AIza')],
  ['google-oauth-token', after(20, 'ya29.')],
  ['anthropic-api-key', after(16, 'sk-ant-')],
  ['openai-api-key', after(32, 'sk-', 'sk-proj-', 'sk-svcacct-')],
  ['npm-token', after(36, 'npm_')],
  ['slack-token', after(10, 'xoxb-', 'xoxp-', 'xoxc-', 'xoxd-', 'xapp-1-')],
  ['slack-webhook', after(20, 'hooks.slack.com/services/')],
  ['gitlab-token', after(20, 'glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-', 'glsoat-')],
  ['gitlab-token', after(20, 'glrtr-', 'gloas-', 'glimt-', 'glagent-', 'glffct-', 'glwt-')],
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
  ['url-password', 'socks5://me:', 'hunter2', '@proxy:1080'],
  ['url-password', 'https://', some(20), '@host'],
  ['url-password', 'https://', some(20), ':x-oauth-basic@host'],
])('%s: after %s only the secret is found', (kind, before, secret, behind) => {
  expect(found(`${before}${secret}${behind}`)).toContainEqual([kind, secret, before.length]);
});

test.each([1, 2, 3, 4])(
  '%i backslashes before a quote escape it, and are no part of a secret',
  (count) => {
    const behind = '\\'.repeat(count);
    for (const [kind, before] of [
      ['authorization', 'Authorization: Basic '],
      ['connection-string', 'Server=a;Password='],
    ])
      for (const quote of ['"', "'"])
        expect(found(`${before}${some(16)}${behind}${quote} more`)).toContainEqual([
          kind,
          some(16),
          before?.length,
        ]);
  },
);

test('a text without any of the words is not searched', () => {
  expect(findTokens(`AKIA${upper}`, new Set())).toEqual([]);
});

const dots = (count: number) => '.'.repeat(count);
const keys = (text: string) => found(text).map(([, value]) => value);

describe('a private key', () => {
  const [BEGIN, END] = ['-----BEGIN RSA PRIVATE KEY-----', '-----END RSA PRIVATE KEY-----'];
  const LINE = some(64);

  test('is found whole, even without content', () => {
    expect(found(`x ${BEGIN}\n${LINE}\n${END} y`)).toEqual([
      ['private-key', `${BEGIN}\n${LINE}\n${END}`, 2],
    ]);
    expect(keys(BEGIN + END)).toEqual([BEGIN + END]);
  });

  test('ends with an end mark at most 20000 characters behind its beginning', () => {
    const whole = BEGIN + dots(20_000) + END;
    expect(keys(whole)).toEqual([whole]);
    expect(keys(BEGIN + dots(20_001) + END)).toEqual([BEGIN]);
  });

  test('without an end goes as far as its lines, also between other keys', () => {
    const far = dots(20_001);
    const cut = `${BEGIN}\n${LINE}`;
    const whole = `${cut}\n${END}`;
    expect(keys(`${cut}${far}`)).toEqual([BEGIN]);
    expect(keys(`${cut}\n${far}${whole}${far}${cut}\n`)).toEqual([cut, whole, cut]);
  });

  test('without a beginning goes back over its lines, but not into the key before it', () => {
    const whole = `${BEGIN}\n${LINE}\n${END}`;
    const rest = `${LINE}\n${END}`;
    expect(keys(`no line.\n${rest}`)).toEqual([rest]);
    expect(keys([whole, rest, rest].join('\n'))).toEqual([whole, rest, rest]);
    expect(keys(whole + rest + rest)).toEqual([whole, rest, rest]);
    const prefixed = [`12- +${LINE}`, `  13- ${LINE}\r`, `14: ${END}`].join('\n');
    expect(keys(`11- no line.\n${prefixed}`)).toEqual([prefixed]);
    const escaped = `${LINE}\\r\\n${LINE}  \\n${END}`;
    expect(keys(`no line.\\n${escaped}`)).toEqual([escaped]);
    for (const none of [`no line.${END}`, `no line.\n  ${END}`, `${LINE}\nno line.${END}`])
      expect(keys(none)).toEqual([]);
  });

  test('is found behind an end mark that shares its dashes', () => {
    expect(keys(`${END}${BEGIN.slice(5)}\n${LINE}\n`)).toEqual([`${BEGIN}\n${LINE}`]);
  });
});

/** Each token that is found, with its kind and its place. */
function found(text: string): readonly (readonly [string, string, number])[] {
  return findTokens(text, SCAN.seenIn(text)).map(({ kind, value, start, end }) => {
    expect(text.slice(start, end)).toBe(value);
    return [kind, value, start] as const;
  });
}
