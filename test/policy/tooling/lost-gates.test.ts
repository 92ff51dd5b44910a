import { describe, expect, test } from 'vitest';
import {
  evaluate,
  exportPolicy,
  EXPORTS,
  type Facts,
  importPolicy,
  type Policy,
  PRESETS,
  presetText,
} from '../../../src/policy/index.ts';
import { sampleFacts } from '../../../src/policy/tooling/sample-facts.ts';
import * as fc from '../../properties.ts';
import { policy, situation } from '../helpers.ts';

interface Lists {
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
}

function exported(text: string, dialect: (typeof EXPORTS)[number]) {
  const { skipped, text: settings } = exportPolicy(policy(text).layers[0], dialect);
  const { permissions } = JSON.parse(settings) as { permissions: Lists };
  return { ...permissions, lost: skipped.map(({ rule, why }) => `${rule}: ${why}`) };
}

function importedPolicy(dialect: Parameters<typeof importPolicy>[0], text: string): Policy {
  const found = importPolicy(dialect, text);
  if (!found.ok) throw new Error(found.message);
  return policy(found.text.replace('mode: defer', 'mode: ask'));
}

function verdict(rules: Policy, facts: Facts): string {
  return evaluate(rules, facts, situation()).verdict;
}

const CALLS: readonly Facts[] = [
  ...[
    'git log',
    'git push --force',
    'npm test',
    'npm run a prod',
    'make deploy',
    'rm -rf src',
    'cat src/a/.env',
    'echo a > docs/b',
    'curl https://a.example.com',
    'sudo npm test',
  ].map((command) => sampleFacts('bash_run', command)),
  ...['fs_read', 'fs_grep', 'fs_glob', 'fs_list', 'fs_write', 'fs_edit', 'fs_multi_edit'].flatMap(
    (tool) => ['src/a', 'src/x1', 'docs/b', '.env'].map((path) => sampleFacts(tool, path)),
  ),
  ...['a.example.com', 'b.example.com'].map((host) => sampleFacts('web_fetch', host)),
  ...['mcp__docs__read', 'mcp__docs__drop', 'web_search', 'task_run'].map((tool) =>
    sampleFacts(tool, null),
  ),
];

describe('a rule that forbids and cannot be written for another agent', () => {
  test.each([
    ['auto: ["bash_run(git *)"]\ndeny: ["bash_run(@force-push)"]', 'Bash(git:*)', 'Shell(git *)'],
    [
      'auto: ["bash_run(npm *)"]\nrequireApproval: ["bash_run(npm*)"]',
      'Bash(npm:*)',
      'Shell(npm *)',
    ],
    ['auto: ["bash_run(npm *)"]\ndeny: ["fs_read({a,b})"]', 'Bash(npm:*)', 'Shell(npm *)'],
    ['auto: ["bash_run(npm *)"]\ndeny: ["category:bash"]', 'Bash(npm:*)', 'Shell(npm *)'],
    ['auto: ["fs_write(src/**)"]\ndeny: ["fs_edit({a,b})"]', 'Edit(//**/src/**)', 'Edit(/src/**)'],
    ['auto: ["fs_write(src/**)"]\ndeny: ["kind:write"]', 'Edit(//**/src/**)', 'Edit(/src/**)'],
    ['auto: ["bash_run(npm *)"]\nplan: required', 'Bash(npm:*)', 'Shell(npm *)'],
    [
      'auto: ["bash_run(npm *)"]\nhooks: ["countersign:block-paths(a)"]',
      'Bash(npm:*)',
      'Shell(npm *)',
    ],
    ['auto: ["bash_run(npm *)"]\nwhenUntrusted: deny', 'Bash(npm:*)', 'Shell(npm *)'],
    ['auto: ["bash_run(npm *)"]\ntools: { enabled: [fs_read] }', 'Bash(npm:*)', 'Shell(npm *)'],
  ])('makes what it may restrict ask: %j', (text, claude, copilot) => {
    for (const [dialect, ask] of [
      ['claude-code', claude],
      ['copilot', copilot],
    ] as const) {
      const found = exported(text, dialect);
      expect(found.allow).toEqual([]);
      expect(found.ask).toContain(ask);
      expect(found.lost).toContainEqual(expect.stringContaining('it is written as one that asks'));
    }
  });

  test('keeps its other operations, and what it does not restrict', () => {
    const found = exported(
      'auto: ["bash_run(npm *)", "fs_write(src/**)"]\ndeny: [bash_run, "*"]',
      'copilot',
    );
    expect(found).toMatchObject({
      allow: ['Edit(/src/**)'],
      ask: ['Shell(npm *)'],
      deny: ['Read(//**)', 'Edit(//**)'],
    });
    const other = exported('auto: ["fs_read(src/**)"]\ndeny: ["bash_run(@publish)"]', 'copilot');
    expect(other.allow).toEqual(['Read(/src/**)']);
  });

  test('leaves a narrower rule as it is, where it only asks about the tool as a whole', () => {
    const text = 'auto: ["bash_run(npm *)"]\nrequireApproval: [bash_run]';
    expect(exported(text, 'copilot').allow).toEqual(['Shell(npm *)']);
  });

  test('lets nothing of a tool of a server run that a rule for every tool forbids', () => {
    const text = 'auto: [mcp__docs__read]\ndeny: ["*"]';
    expect(exported(text, 'claude-code').allow).toEqual([]);
  });
});

test("a tool that may run as a whole is exported to Claude Code for the workspace's files alone", () => {
  const { allow } = exported('auto: [fs_read, fs_write, bash_run]', 'claude-code');
  expect(allow).toEqual(['Read(/**)', 'Edit(/**)', 'Bash']);
});

const RULES = [
  'bash_run',
  'bash_run(git *)',
  'bash_run(npm *)',
  'bash_run(@force-push)',
  'bash_run(mak*)',
  'bash_run(cat *)',
  'bash_run(curl *)',
  'bash_run(@recursive-delete)',
  'bash_run(rm *)',
  'fs_*',
  'fs_read',
  'fs_read(src/**)',
  'fs_*(.env*)',
  'fs_edit(src/{a,x1})',
  'fs_write',
  'fs_grep({src,docs}/*)',
  'fs_write(src/**)',
  'fs_write(src/x?)',
  'web_fetch',
  'web_*',
  'web_fetch(*.example.com)',
  'web_fetch(a*.example.com)',
  'kind:write',
  'category:fs',
  'mcp__docs__*',
  'mcp__docs__drop',
  'mcp__*',
  '*',
  '*(src/**)',
];
const LISTS = ['auto', 'requireApproval', 'deny'] as const;

function expectNothingLooser(before: Policy, dialect: (typeof EXPORTS)[number]): void {
  const { text } = exportPolicy(before.layers[0], dialect);
  if (dialect === 'codex' && !text.includes('pattern')) return;
  const after = importedPolicy(dialect, text);
  for (const call of CALLS) {
    if (verdict(after, call) !== 'auto') continue;
    // What can write a whole file can change a part of it, and what reads files can search and list them.
    const more =
      call.kind === 'write' ? ['fs_write'] : call.tool.startsWith('fs_') ? ['fs_read'] : [];
    const alike = [call, ...more.map((tool) => ({ ...call, tool }))];
    const lets = alike.some((facts) => verdict(before, facts) === 'auto');
    const denied = verdict(before, call) === 'deny';
    if (denied || !lets) throw new Error(`${dialect}: ${JSON.stringify(call)} is auto:\n${text}`);
  }
}

test('no call runs unasked after an export that did not before, whatever cannot be written', () => {
  const rule = fc.tuple(fc.constantFrom(...RULES), fc.constantFrom(...LISTS));
  const rules = fc.uniqueArray(rule, { minLength: 2, maxLength: 6, selector: ([text]) => text });
  fc.assert(
    fc.property(rules, fc.constantFrom(...EXPORTS), (pairs, dialect) => {
      const text = LISTS.map((list) => {
        const own = pairs.filter(([, listed]) => listed === list).map(([one]) => one);
        return own.length === 0 ? '' : `${list}: ${JSON.stringify(own)}\n`;
      }).join('');
      expectNothingLooser(policy(text), dialect);
    }),
    { numRuns: 25 },
  );
});

test.each(PRESETS)('no call runs unasked after an export of the preset %s', (name) => {
  for (const dialect of EXPORTS) expectNothingLooser(policy(presetText(name)), dialect);
});

const toml = (gate: string): string =>
  `[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "npm"\ndecision = "allow"\npriority = 1\n${gate}`;
const opencode = (bash: object, more: object = {}): string =>
  JSON.stringify({ permission: { bash, ...more } });
const rule = (decision: string): string =>
  `prefix_rule(pattern=["npm"], decision="allow")\nprefix_rule(pattern=${decision})\n`;
const claude = (allow: string, gate: string, list = 'deny'): string =>
  JSON.stringify({ permissions: { allow: [allow], [list]: [gate] } });

describe('a rule of another agent that forbids and cannot be written here', () => {
  const [RUN, DEPLOY] = ['npm run a prod', 'make deploy'].map((one) =>
    sampleFacts('bash_run', one),
  );
  const grep = sampleFacts('fs_grep', 'internal/x');

  test.each([
    ['claude-code', claude('Bash(npm run:*)', 'Bash(npm run * prod)'), RUN],
    ['claude-code', claude('Bash(make:*)', 'Bash(make *deploy*)'), DEPLOY],
    ['claude-code', claude('Bash(npm:*)', 'Bash(*prod*)'), RUN],
    ['claude-code', claude('Bash(npm:*)', '(broken'), RUN],
    ['claude-code', claude('Bash(npm:*)', 'Bash(run_in_background:true)'), RUN],
    ['claude-code', claude('Bash(npm:*)', 'Bash', 'ask'), RUN],
    ['claude-code', claude('Grep', 'Read(/internal/**)'), grep],
    ['claude-code', claude('mcp__a__b', 'mcp__a__b(x:y)'), sampleFacts('mcp__a__b', null)],
    ['claude-code', claude('Task', 'Agent(Explore)'), sampleFacts('task_run', null)],
    ['claude-code', claude('WebFetch', 'WebFetch(a/b)'), sampleFacts('web_fetch', 'a.example.com')],
    ['copilot', claude('Shell(npm *)', 'Shell(npm run * prod)'), RUN],
    ['copilot', claude('Shell(npm *)', 'Shell'), RUN],
    ['copilot', claude('Read(/**)', 'Read(//**/internal/**)'), grep],
    ['codex', rule('WORDS, decision="forbidden"'), RUN],
    ['codex', rule('["npm", "run"], decision=CHOSEN'), RUN],
    ['opencode', opencode({ 'npm *': 'allow', 'npm run ?': 'deny' }), RUN],
    ['opencode', opencode({ 'npm *': 'allow', '*': 'deny' }), RUN],
    ['opencode', opencode({ 'npm *': 'allow' }, { '*': 'ask' }), RUN],
    ['opencode', opencode({ 'npm *': 'allow' }, { 'ba*': 'deny' }), RUN],
    [
      'gemini-cli',
      toml('[[rule]]\ntoolName = "run_shell_command"\ncommandRegex = "prod"\ndecision = "deny"\n'),
      RUN,
    ],
    [
      'gemini-cli',
      toml('[[rule]]\ntoolName = "run_shell_command"\npriority = 2\ndecision = "ask_user"\n'),
      RUN,
    ],
    ['gemini-cli', toml('[[rule]]\ndecision = "deny"\n'), RUN],
  ] as const)('makes what it may be about ask: %s %j', (dialect, text, call) => {
    if (call === undefined) throw new Error('The call is missing.');
    expect(verdict(importedPolicy(dialect, text), call)).not.toBe('auto');
  });

  test('leaves other commands as they are', () => {
    const rules = importedPolicy('claude-code', claude('Bash(npm:*)', 'Bash(npm run * prod)'));
    expect(verdict(rules, sampleFacts('bash_run', 'npm test'))).toBe('auto');
    const ordered = importedPolicy('opencode', opencode({ '*': 'ask', 'npm *': 'allow' }));
    expect(verdict(ordered, sampleFacts('bash_run', 'npm test'))).toBe('auto');
  });

  test('is named with what asks instead', () => {
    const found = importPolicy('claude-code', claude('Bash(make:*)', 'Bash(make *deploy*)'));
    expect(found.ok && found.skipped).toMatchObject([
      {
        rule: 'Bash(make *deploy*)',
        why: expect.stringMatching(/Instead, calls ask: bash_run\(make \*\)$/),
      },
    ]);
  });
});

const ALLOWED = [
  'Bash(npm:*)',
  'Bash(cat:*)',
  'Bash',
  'Read',
  'Grep',
  'Edit',
  'WebFetch',
  'mcp__docs',
];
const LOST_GATES: readonly (readonly [string, (call: Facts) => boolean])[] = [
  ['Bash(npm run * prod)', ({ command }) => /^npm run .* prod/.test(command ?? '')],
  ['Bash(*deploy*)', ({ command }) => /deploy/.test(command ?? '')],
  ['Bash(git * --force)', ({ command }) => /^git .*--force/.test(command ?? '')],
  ['Bash(cat "src/a*)', ({ command }) => command?.startsWith('cat src') === true],
  ['mcp__docs__drop(table:x)', ({ tool }) => tool === 'mcp__docs__drop'],
  ['WebFetch(domain:a.example.com/x)', ({ hosts = [] }) => hosts.includes('a.example.com')],
  ['W*', ({ tool }) => tool.startsWith('web_')],
  ['Read', ({ tool }) => /^fs_(?:read|grep|glob|list)$/.test(tool)],
  ['Bash', ({ tool }) => tool === 'bash_run'],
];

test('no call runs unasked after an import that a lost rule of the source is about', () => {
  const gates = fc.uniqueArray(fc.constantFrom(...LOST_GATES), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(
      fc.subarray(ALLOWED),
      gates,
      fc.constantFrom('ask', 'deny'),
      (allow, found, list) => {
        const permissions = { allow, [list]: found.map(([gate]) => gate) };
        const after = importedPolicy('claude-code', JSON.stringify({ permissions }));
        for (const call of CALLS)
          if (found.some(([, isAbout]) => isAbout(call)) && verdict(after, call) === 'auto')
            throw new Error(`${JSON.stringify(call)} is auto.`);
      },
    ),
    { numRuns: 30 },
  );
});

test('what is denied outside of the workspace is denied to commands, too', () => {
  const permissions = {
    allow: ['Bash(cat:*)', 'Read'],
    deny: ['Read(~/.ssh/**)', 'Read(//etc/**)'],
  };
  const after = importedPolicy('claude-code', JSON.stringify({ permissions }));
  for (const path of ['~/.ssh/id_rsa', '/etc/passwd']) {
    expect(verdict(after, sampleFacts('bash_run', `cat ${path}`))).toBe('deny');
    expect(verdict(after, sampleFacts('fs_read', path))).toBe('deny');
  }
  const asking = { allow: ['Bash(cat:*)'], ask: ['Read(//etc/**)'] };
  const asks = importedPolicy('claude-code', JSON.stringify({ permissions: asking }));
  expect(verdict(asks, sampleFacts('bash_run', 'cat /etc/passwd'))).toBe('requireApproval');
});
