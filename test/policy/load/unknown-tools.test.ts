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
    ['auto:\n  - rule: fs_*\n    except: ["fs_wirte(.github/**)"]\n', /fs_wirte.*"fs_write"/],
    ['auto:\n  - rule: fs_*\n    except: [fs_wirte]\n', /^4 .*would except nothing.*"fs_write"/],
    ['auto:\n  - rule: kind:write\n    except: ["Write(.github/**)"]\n', /"fs_write"/],
    ['auto:\n  - rule: fs_read(src/**)\n    except: ["fs_raed(src/x)"]\n', /"fs_read"/],
    ['limits:\n  fs_raed: 3\n', /^3 No tool is called "fs_raed": its limit.*"fs_read"/],
    ['limits:\n  constructor: 3\n', /^3 No tool is called "constructor".*There are fs_read/],
    ['tools: { modules: [tools/a.ts] }\nlimits: { fs_raed: 3 }\n', /"fs_read"/],
    ['deny:\n  - constructor\n', /No tool is called "constructor".*There are fs_read/],
    [
      'tools: { enabled: [fs_*, Bash] }\n',
      /^2 No tool is called "Bash", which tools.enabled names.*"bash_run"/,
    ],
    ['tools: { disabled: [fs_read, bash_rum] }\n', /disabled names.*"bash_run"/],
    [
      'tools: { modules: [tools/a.ts], disabled: [web_fecth] }\n',
      /"web_fecth", which tools.disabled names.*"web_fetch"/,
    ],
    [
      'tests: [{ call: fs_wirte(a), expect: requireApproval }]\n',
      /^2 No tool is called "fs_wirte", which tests names.*"fs_write"/,
    ],
    ['tests: [{ tool: mine, expect: requireApproval }]\n', /"mine", which tests names/],
    ['deny:\n  - category:gihtub\n', /^3 No tool declares.*Did you mean "category:github"\?/],
    ['requireApproval:\n  - tag:reed\n', /"tag:read"/],
    ['deny:\n  - category:elsewhere\n', /There are bash, custom, fs/],
    ['tools: { modules: [tools/a.ts] }\ndeny:\n  - category:gihtub\n', /"category:github"/],
    ['auto:\n  - rule: kind:readonly\n    except: ["category:gihtub"]\n', /"category:github"/],
    [
      'mcp: { servers: { github: { command: x } } }\ndeny:\n  - mcp__gihtub__*\n',
      /No MCP server is called "gihtub".*"github"/,
    ],
    [
      'mcp: { servers: { gh: { command: x } } }\nrequireApproval:\n  - mcp__hg__delete\n',
      /No MCP server is called "hg".*"gh"/,
    ],
  ])('%j does not load', async (text, expected) => {
    expect(await errors(text)).toEqual([expect.stringMatching(expected)]);
  });

  it.each([
    'deny:\n  - mcp__github__*\n  - mcp__x__delete\n',
    'deny:\n  - fs_*\n',
    'deny:\n  - category:github\n  - tag:edit\n  - category:custom\n',
    'mcp: { servers: { issues: { command: x } } }\ndeny:\n  - tag:issues\n  - category:mcp\n',
    'tools: { modules: [tools/a.ts] }\ndeny:\n  - category:billing\n',
    'deny:\n  - kind:network\n  - "*"\n',
    'auto:\n  - fs_raed(src/**)\n',
    'auto:\n  - rule: fs_*\n    except: ["fs_write(.github/**)", docs/**]\n',
    'auto:\n  - rule: fs_read(src/**)\n    except: [src/gen, secret]\n',
    'auto:\n  - rule: bash_run(npm *)\n    except: ["npm publish"]\n',
    'auto:\n  - rule: "*"\n    except: ["kind:write", mcp__x__y, fs_*]\n',
    'mcp: { servers: { github: { command: x } } }\ndeny:\n  - mcp__linear__*\n  - mcp__git*\n',
    'tools: { modules: [tools/a.ts] }\ndeny:\n  - release_notes\nlimits: { release_notes: 1 }\n',
    'limits: { mcp__github__search: 3, fs_read: 0 }\n',
    'tools: { modules: [tools/a.ts] }\ndeny:\n  - fs_wirte*\n',
    'tools: { modules: [tools/a.ts], enabled: [fs_*, release_notes, mcp__x__y] }\n',
    'tests:\n  - { tool: mine, kind: readonly, expect: requireApproval }\n  - { call: mcp__a__b, expect: requireApproval }\n',
  ])('%j loads', async (text) => expect(await errors(text)).toEqual([]));

  it.each<[string, readonly number[]]>([
    ['mdoe: auto\nauto:\n  - fs_raed\n', [4]],
    ['deny:\n  - fs_wirte\nauto:\n  - fs_raed\n', [5]],
    ['deny: [fs_wirte]\ntools: { modules: [tools/a.ts] }\nauto:\n  - fs_raed\n', []],
  ])('%j has the warnings of unknown names beside its errors', (text, lines) => {
    const options = { file: 'p.yml', knownTools: BUILTIN_TOOLS };
    const { errors: found, warnings } = checkPolicy(`version: 1\n${text}`, options);
    expect(found).toHaveLength(1);
    expect(warnings.map(({ line }) => line)).toEqual(lines);
  });

  it('is not asked of a policy whose tools nobody knows', async () => {
    const { ok } = checkPolicy('version: 1\ndeny: [look]\n', { file: 'p.yml' });
    expect(ok).toBe(true);
  });
});
