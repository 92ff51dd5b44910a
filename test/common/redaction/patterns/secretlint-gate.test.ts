import { lintSource } from '@secretlint/core';
import { creator, rules } from '@secretlint/secretlint-rule-preset-recommend';
import { describe, expect, test } from 'vitest';
import { WordScan } from '../../../../src/common/redaction/known-values/needles.ts';
import {
  GATE_WORDS,
  mayHoldKnownToken,
} from '../../../../src/common/redaction/patterns/secretlint-gate.ts';
import * as fc from '../../../properties.ts';

const WORDS = new WordScan(GATE_WORDS);

const a = (count: number): string => 'aB3dE5gH7k'.repeat(100).slice(0, count);

/** What each rule finds, so that one which the gate does not know is seen. */
const SAMPLES = [
  ' AKIAABCDEFGH23456789 ',
  `AWS_SECRET_ACCESS_KEY=${a(40)}`,
  'aws_account_id: 1234-5678-9876',
  '"ACCOUNT" => "123456789876"',
  `'SecretAccessKey'\n:\n'${a(40)}'`,
  `//registry.example.com/:_authToken=${a(36)}`,
  `npm_${a(36)}`,
  'https://sometoken:x-oauth-basic@github.com/o/r.git',
  `xoxb-${a(12)}-${a(24)}`,
  `https://hooks.slack.com/services/T${a(8)}/B${a(8)}/${a(24)}`,
  'https://someone:hunter2hunter2@db.corp.io/x',
  `sk-${a(20)}T3BlbkFJ${a(20)}`,
  `sk-ant-api03-${a(93)}AA`,
  `SG.${a(22)}.${a(43)}`,
  `shpat_${a(32)}`,
  `ghp_${a(36)}`,
  `github_pat_${a(82)}`,
  `glpat-${a(20)}`,
  'postgres://root:k3J9s0dPq1@db.corp.io/app',
  'mysql://root:k3J9s0dPq1@db.corp.io/app',
  'mongodb+srv://root:k3J9s0dPq1@db.corp.io/app',
  `hvs.${a(95)}`,
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
  `ops_ey${a(200)}fQ==`,
  `-----BEGIN PRIVATE KEY-----\n${a(400)}\n-----END PRIVATE KEY-----`,
];

/** The rules that the gate was written for: a new one needs its beginning in it. */
const KNOWN_RULES = [
  'aws',
  'gcp',
  'privatekey',
  'npm',
  'basicauth',
  'slack',
  'sendgrid',
  'shopify',
  'stripe',
  'github',
  'gitlab',
  'grafana',
  'openai',
  'anthropic',
  'groq',
  'huggingface',
  'linear',
  'notion',
  '1password',
  'database-connection-string',
  'hashicorp-vault',
  'vercel',
  'databricks',
  'docker',
  'figma',
  'cloudflare',
  'tailscale',
  'filter-comments',
];

async function found(content: string): Promise<number> {
  const { messages } = await lintSource({
    source: { content, filePath: 'text.txt', ext: '.txt', contentType: 'text' },
    options: { config: { rules: [{ id: 'recommended', rule: creator }] }, noPhysicFilePath: true },
  });
  return messages.length;
}

describe('the filter before secretlint', () => {
  test('is written for every rule that the preset has', () => {
    expect(rules.map(({ meta }) => meta.id.replace('@secretlint/secretlint-rule-', ''))).toEqual(
      KNOWN_RULES,
    );
  });

  test.each(SAMPLES)('opens for %s', async (sample) => {
    expect(mayHoldKnownToken(sample)).toBe(true);
    expect(mayHoldKnownToken(`${'x '.repeat(5_000)}${sample}`)).toBe(true);
    await found(sample);
  });

  test('opens for whatever secretlint finds', async () => {
    const pieces = fc.oneof(
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
        'https',
        'key',
        'id',
        'secret',
        'access',
        'Account',
        '=>',
        '"',
        '1234-5678-9876',
        a(20),
        a(40),
      ),
      fc.string({ maxLength: 12 }),
      fc.constantFrom(...SAMPLES).chain((text) => fc.nat(text.length).map((at) => text.slice(at))),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 6 }), async (parts) => {
        const text = parts.join('');
        if (!mayHoldKnownToken(text)) expect(await found(text)).toBe(0);
        else expect(WORDS.seenIn(text).size).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });

  test.each(['vcp_', 'cfut_', 'shpat_', 'a3t9', 'PRIVATE key', 'glc_', 'HVB.', 'Rk_Live', '://x@'])(
    'is asked about what opens it: %s',
    (text) => {
      expect(mayHoldKnownToken(text)).toBe(true);
      expect(WORDS.seenIn(text).size).toBeGreaterThan(0);
    },
  );

  test('stays shut for the output of ordinary commands', () => {
    expect(
      mayHoldKnownToken(
        'exit code 0 (0.0 s)\nPASS test/common/text/text.test.ts (12 tests) https://example.com',
      ),
    ).toBe(false);
    expect(mayHoldKnownToken('The secret of an account is a key in secrets/: see SECRETS.md')).toBe(
      false,
    );
  });
});
