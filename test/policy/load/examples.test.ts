import { readdirSync, readFileSync } from 'node:fs';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  BUILTIN_TOOLS,
  checkPolicy,
  loadPolicy,
  PRESETS,
  runPolicyTests,
} from '../../../src/policy/index.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const FOLDER = join(ROOT, 'examples', 'policies');

describe('the example policies', () => {
  it('are one for each preset', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(PRESETS.map((name) => `${name}.yml`).toSorted());
  });

  it.each(readdirSync(FOLDER))(
    '%s checks clean, passes its tests, and names a schema that is there',
    async (name) => {
      const text = readFileSync(join(FOLDER, name), 'utf8');
      expect(checkPolicy(text, { file: name, knownTools: BUILTIN_TOOLS })).toEqual({
        ok: true,
        errors: [],
        warnings: [],
      });
      const loaded = loadPolicy(text, { file: name });
      if (!loaded.ok) throw new Error('The policy does not load.');
      const results = runPolicyTests(loaded.policy);
      expect(results.length).toBeGreaterThanOrEqual(5);
      for (const result of results) expect(result.actual).toBe(result.expected);
      const schema = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text)?.[1] ?? '';
      expect(existsSync(resolve(dirname(join(FOLDER, name)), schema))).toBe(true);
    },
  );
});

describe('the reference of the policy', () => {
  const page = readFileSync(join(ROOT, 'docs', 'policy.md'), 'utf8');
  const policies = [...page.matchAll(/```yaml\n(version: 1\n[^]*?)```/g)].map(
    (match) => match[1] ?? '',
  );

  it('shows only policies that load, whose tests pass', async () => {
    expect(policies.length).toBeGreaterThanOrEqual(2);
    for (const text of policies)
      expect(checkPolicy(text, { file: 'policy.md', knownTools: BUILTIN_TOOLS })).toMatchObject({
        ok: true,
        errors: [],
      });
  });

  it('says something of every key', () => {
    const keys = readFileSync(join(ROOT, 'docs', 'policy-keys.md'), 'utf8');
    for (const [, key = ''] of keys.matchAll(/^\| `(\w+)` \|/gm)) expect(page).toContain(key);
    expect(keys).not.toMatch(/\| *\|$/m);
  });
});
