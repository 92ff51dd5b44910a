/** The recommended rules of secretlint as an independent list of tokens: what they find, a redactor removes. */
import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { creator, rules } from '@secretlint/secretlint-rule-preset-recommend';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../../../src/common/index.ts';
import { isCommonValue } from '../../../../src/common/secrets/harmless-values.ts';
import * as fc from '../../../properties.ts';

// It would record the time of each rule for each text, and keep that forever.
secretLintProfiler.setEnabled(false);

const TOKEN = /\[redacted:[a-z0-9-]+:\w{8}\]/g;
const PASSWORD = /:\/\/[^\s/:@]{0,255}:([^\s/@]{1,255})@/;
const a = (count: number): string => 'aB3dE5gH7k'.repeat(100).slice(0, count);

/** One or more for each rule. */
const SAMPLES = [
  `AWS_SECRET_ACCESS_KEY=${a(40)}`,
  `'SecretAccessKey'\n:\n'${a(40)}'`,
  `npm_${a(36)}`,
  `xoxb-${a(12)}-${a(24)}`,
  'xapp-a-b',
  `https://hooks.slack.com/services/T${a(8)}/B${a(8)}/${a(24)}`,
  'https://someone:hunter2hunter2@db.corp.io/x',
  `sk-${a(20)}T3BlbkFJ${a(20)}`,
  `sk-proj-${a(74)}T3BlbkFJ${a(74)}`,
  `sk-ant-api03-${a(93)}AA`,
  `SG.${a(22)}.${a(43)}`,
  `shpat_${a(32)}`,
  `ghp_${a(36)}`,
  `ghs_123_${a(20)}.${a(30)}.${a(30)}`,
  `github_pat_${a(82)}`,
  `glpat-${a(20)}`,
  'postgres://root:k3J9s0dPq1@db.corp.io/app',
  'jdbc:mysql://root:k3J9s0dPq1@db.corp.io/app?a=b',
  'mongodb+srv://root:k3J9s0dPq1@db.corp.io/app',
  `hvs.${a(95)}`,
  `hvb.${a(140)}`,
  `dckr_pat_${a(27)}`,
  `figd_${a(43)}`,
  `lin_api_${a(40)}`,
  `gsk_${a(52)}`,
  `dapi${'0123456789abcdef'.repeat(2)}`,
  `glsa_${a(32)}_0123abcd`,
  `glc_${a(40)}`,
  `sk_live_${a(30)}`,
  `hf_${'aBcDeFgHiJ'.repeat(4).slice(0, 34)}`,
  `ntn_12345678901${a(35)}`,
  `vcp_${a(30)}`,
  `cfut_${a(40)}0123abcd`,
  `tskey-auth-${a(12)}-${a(30)}`,
  `ops_${Buffer.from(JSON.stringify({ email: a(162), f: [] })).toString('base64')}`,
  `-----BEGIN PRIVATE KEY-----\nMI${a(400)}\n-----END PRIVATE KEY-----`,
];

/** A new rule needs a pattern and a sample; `gcp` is about whole files, the last one about comments. */
const KNOWN_RULES =
  'aws gcp privatekey npm basicauth slack sendgrid shopify stripe github gitlab grafana openai anthropic groq huggingface linear notion ' +
  '1password database-connection-string hashicorp-vault vercel databricks docker figma cloudflare tailscale filter-comments';

async function findings(content: string): Promise<readonly string[]> {
  const { messages } = await lintSource({
    source: { content, filePath: 'text.txt', ext: '.txt', contentType: 'text' },
    options: { config: { rules: [{ id: 'recommended', rule: creator }] }, noPhysicFilePath: true },
  });
  return messages
    .map(({ range: [start, end] }) => content.slice(start, end))
    .filter((value) => !isCommonValue(PASSWORD.exec(value)?.[1] ?? '?a1'));
}

async function leftIn(text: string): Promise<readonly string[]> {
  return await findings(createRedactor().redact(text).replaceAll(TOKEN, '****'));
}

/** A text with a few characters left out, doubled, or replaced. */
const changed = (text: string): fc.Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        fc.nat(text.length),
        fc.nat(2),
        fc.constantFrom(...'a Z 0 _ - . : / @ = + " \' \\'.split(' '), ' ', a(20), 'T3BlbkFJ'),
      ),
      { maxLength: 3 },
    )
    .map((changes) =>
      changes.reduce(
        (now, [index, cut, piece]) => now.slice(0, index) + piece + now.slice(index + cut),
        text,
      ),
    );

const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(...SAMPLES).chain(changed),
      fc
        .constantFrom(...SAMPLES)
        .chain((text) => fc.nat(text.length).map((index) => text.slice(index))),
      fc.constantFrom(
        ...SAMPLES,
        '://',
        '@',
        ':',
        '=',
        ' ',
        '\n',
        '_',
        '-',
        '.',
        '"',
        '\\',
        'é',
        '1',
      ),
      fc.constantFrom('https', 'key', 'secret', 'access', '=>', a(20), a(40)),
      fc.string({ maxLength: 6 }),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(''));

describe('what the recommended rules of secretlint find', () => {
  test('is of rules that all have a sample', () => {
    const names = rules.map(({ meta }) => meta.id.replace('@secretlint/secretlint-rule-', ''));
    expect(names).toEqual(KNOWN_RULES.split(' '));
  });

  test.each(SAMPLES)('is removed: %s', async (sample) => {
    expect(await findings(sample)).not.toEqual([]);
    for (const text of [
      sample,
      `a1 ${sample}`,
      `"${sample}"`,
      `9${sample}`,
      JSON.stringify({ sample }),
    ])
      expect(await leftIn(text)).toEqual([]);
  });

  test('is removed whatever is beside it, and however it is written', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(await leftIn(text)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

const KEY = 'w1y60B0HNOoq7fIH1IZY6U8crNdidde05FIWvETU';

test.each([
  `aws_secret_access_key              = ${KEY}`,
  `secretAccessKey:\n          "${KEY}"`,
  JSON.stringify({ aws_secret_access_key: KEY }),
])('of a key of AWS all of it is redacted, and not the name before it: %j', (text) => {
  expect(createRedactor().redact(text).replace(TOKEN, KEY)).toBe(text);
});

test.each([
  'registry=https://ci:█@npm.example/',
  'postgres://app:${password}@db.example.com:5432/app',
])(
  'of an address with a variable as its password, or with a long top-level domain, at most the password is removed: %s',
  (text) => {
    const clean = createRedactor().redact(text.replace('█', 'k3J9s0dPq1'));
    expect(clean.replace(TOKEN, '█')).toBe(text);
  },
);
