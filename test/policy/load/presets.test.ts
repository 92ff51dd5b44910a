import { describe, expect, it } from 'vitest';
import {
  loadPolicy,
  policyJsonSchema,
  PRESETS,
  presetText,
  runPolicyTests,
} from '../../../src/policy/index.ts';

describe('the presets', () => {
  it.each(PRESETS)('%s loads without a warning and passes its own tests', async (preset) => {
    const result = loadPolicy(presetText(preset), { file: `${preset}.yml` });
    if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 2));
    const warnings = result.warnings();
    expect(warnings.filter((warning) => !warning.message.includes('.github/workflows'))).toEqual(
      [],
    );
    expect(runPolicyTests(result.policy).length).toBeGreaterThanOrEqual(5);
  });

  it('carry the line for editors where the address of the schema is given', () => {
    expect(presetText('fix', { schemaUrl: 'https://example.com/s.json' })).toMatch(
      /^# yaml-language-server: \$schema=https:\/\/example.com\/s.json\n# Change/,
    );
  });
});

describe('the JSON Schema', () => {
  it('is generated from the schema that loads, strict, with every key described', () => {
    const schema = policyJsonSchema();
    expect(schema).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: ['version'],
      $schema: 'https://json-schema.org/draft/2020-12/schema',
    });
    const keys = Object.keys((schema['properties'] ?? {}) as object);
    expect(
      keys,
      'Add the key here, describe it in docs/policy.md, and run `npm run generate` for the schema of editors and docs/policy-keys.md.',
    ).toEqual([
      'version',
      'mode',
      'extends',
      'plan',
      'auto',
      'deny',
      'requireApproval',
      'whenUntrusted',
      'approvals',
      'sandbox',
      'budget',
      'github',
      'done',
      'limits',
      'tools',
      'hooks',
      'mcp',
      'redact',
      'tests',
    ]);
    expect(JSON.stringify(schema)).toContain(
      '"enum":["auto","ask","deny","custom","plan","defer"]',
    );
  });
});
