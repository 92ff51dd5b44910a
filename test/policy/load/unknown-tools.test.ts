import { describe, expect, it } from 'vitest';
import { BUILTIN_TOOLS, checkPolicy } from '../../../src/policy/index.ts';

async function errors(text: string): Promise<readonly string[]> {
  const options = { file: 'p.yml', knownTools: BUILTIN_TOOLS };
  const result = checkPolicy(`version: 1\n${text}`, options);
  return result.errors.map(({ line, message, fix }) => `${line} ${message} ${fix}`);
}

describe('a rule that denies or asks names a tool that exists', () => {
  it.each<[string, RegExp]>([
    ['deny:\n  - fs_wirte(.github/**)\n', /^3 No tool is called "fs_wirte".*\(deny\).*"fs_write"/],
    ['requireApproval:\n  - bash_rum(npm *)\n', /^3 .*\(requireApproval\).*"bash_run"/],
    ['deny:\n  - Bash(git push *)\n', /"bash_run"/],
    ['deny:\n  - gitlab_*\n', /No tool is called "gitlab_\*".*There are fs_read/],
    ['deny:\n  - rule: fs_wirte(a)\n    except: [b]\n', /"fs_write"/],
    ['whenUntrusted:\n  deny:\n    - fs_wirte(a)\n', /"fs_write"/],
    ['tools: { modules: [tools/a.ts] }\ndeny:\n  - fs_wirte(a)\n', /"fs_write".*"fs_wirte\*"/],
  ])('%j does not load', async (text, expected) => {
    expect(await errors(text)).toEqual([expect.stringMatching(expected)]);
  });

  it.each([
    'deny:\n  - mcp__github__*\n  - mcp__x__delete\n',
    'deny:\n  - fs_*\n',
    'deny:\n  - kind:network\n  - "*"\n',
    'auto:\n  - fs_raed(src/**)\n',
    'tools: { modules: [tools/a.ts] }\ndeny:\n  - release_notes\n',
    'tools: { modules: [tools/a.ts] }\ndeny:\n  - fs_wirte*\n',
  ])('%j loads', async (text) => expect(await errors(text)).toEqual([]));

  it('is not asked of a policy whose tools nobody knows', async () => {
    const { ok } = checkPolicy('version: 1\ndeny: [look]\n', { file: 'p.yml' });
    expect(ok).toBe(true);
  });
});
