import { describe, expect, test } from 'vitest';
import { addAutoRules, loadPolicy } from '../../../src/policy/index.ts';
import * as fc from '../../properties.ts';

const RULES = ['bash_run(npm test)', "fs_write('a b')"];
const added = (text: string | null, rules: readonly string[] = RULES) =>
  addAutoRules(text, rules, { file: 'p.yml' });

describe('rules that are added to `auto`', () => {
  test('change nothing else: comments and layout stay', () => {
    const text = `# top
version: 1   # one
auto:
    # reads
    - fs_read   # all

    - { rule: bash_run(git log *),   reason: 'x' } # last

# tail
deny: [fs_write(.github/**)]
`;
    expect(added(text)).toEqual({
      ok: true,
      text: text.replace(
        '# last\n',
        '# last\n    - "bash_run(npm test)"\n    - "fs_write(\'a b\')"\n',
      ),
    });
  });

  test.each([
    ['version: 1\nauto: [fs_read]\n', 'auto: [fs_read, "bash_run(npm test)"'],
    ['version: 1\nauto: [ fs_read ] # c', '[ fs_read, "bash_run(npm test)"'],
    ['version: 1\nauto:\n- fs_read', 'auto:\n- fs_read\n- "bash_run(npm test)"'],
    ['version: 1', 'version: 1\nauto:\n  - "bash_run(npm test)"'],
    ['version: 1\nauto:\n  - rule: fs_read\n    reason: x\n', '    reason: x\n  - "bash_run('],
    ['version: 1\r\nauto:\r\n  - fs_read\r\n', '  - "bash_run(npm test)"'],
  ])('are written as %j writes its list', (text, part) => {
    const result = added(text);
    expect(result).toMatchObject({ ok: true, text: expect.stringContaining(part) as string });
    expect(loadPolicy(result.ok ? result.text : '', { file: 'p.yml' }).ok).toBe(true);
  });

  test('are added without those that the list has by itself', () => {
    const [first = '', second = ''] = RULES;
    const text = `version: 1\nauto:\n  - ${JSON.stringify(first)}\n`;
    expect(added(text)).toEqual({ ok: true, text: `${text}  - ${JSON.stringify(second)}\n` });
    expect(added(text, [first])).toEqual({ ok: true, text });
    const withReason = `version: 1\nauto:\n  - { rule: ${first}, reason: x }\n`;
    expect(added(withReason, [first])).toEqual({
      ok: true,
      text: `${withReason}  - ${JSON.stringify(first)}\n`,
    });
  });

  test('of a repository without a policy are added to the strict built-in one', () => {
    expect(added(null)).toMatchObject({
      ok: true,
      text: expect.stringContaining('- kind:readonly') as string,
    });
  });

  test.each([
    ['{ version: 1, auto: [fs_read] }'],
    ['version: 1\nauto:\n'],
    ['version: 1\nauto: []\n'],
    ['version: 1\nauto: &a [fs_read]\ndeny: *a\n'],
    ['version: 1\nauto: x: y\n'],
    ['version: 1\nauto: [fs_read]\n...\n'],
    ['not: [a policy'],
  ])('are added to %j only if the result is the same policy with them', (text) => {
    const result = added(text);
    if (!result.ok) return;
    const [before, after] = [text, result.text].map((one) => loadPolicy(one, { file: 'p.yml' }));
    expect(before?.ok && after?.ok).toBe(true);
  });

  test('are not added where a test of the policy would fail', () => {
    const text = `version: 1
tests: [{ command: npm test, expect: requireApproval }]
`;
    expect(added(text)).toMatchObject({ ok: false });
  });

  test('are exactly the given ones, whatever they contain', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 30 }), (word) => {
        const rule = `bash_run('${word.replaceAll("'", '')}x')`;
        const result = added('version: 1\nauto:\n  - fs_read # a\ndeny: [fs_write(x)]\n', [rule]);
        if (!result.ok) return;
        const loaded = loadPolicy(result.text, { file: 'p.yml' });
        expect(loaded.ok && loaded.policy.layers[0].rules.map(({ list }) => list)).toEqual([
          'auto',
          'auto',
          'deny',
        ]);
      }),
    );
  });
});
