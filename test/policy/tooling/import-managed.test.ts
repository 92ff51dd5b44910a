import { describe, expect, test } from 'vitest';
import {
  evaluate,
  exportPolicy,
  EXPORTS,
  type Facts,
  importPolicy,
  loadPolicy,
  type Policy,
  type PolicyLayer,
} from '../../../src/policy/index.ts';
import { strictness } from '../../../src/policy/evaluate/decision.ts';
import * as fc from '../../properties.ts';
import { policy, situation } from '../helpers.ts';
import { baseline } from '../layers/layers.ts';

const READING = ['fs_read', 'fs_grep', 'fs_glob', 'fs_list'];

function imported(dialect: (typeof EXPORTS)[number], text: string) {
  const found = importPolicy(dialect, text, { baseline: true });
  if (!found.ok) throw new Error(found.message);
  const loaded = loadPolicy(found.text, { file: 'a/b/c.yml@v1', baseline: true });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const [layer] = loaded.policy.layers;
  const rulesOf = (list: string): readonly string[] =>
    layer.rules.filter((rule) => rule.list === list).map((rule) => rule.text);
  return {
    layer,
    text: found.text,
    auto: rulesOf('auto'),
    ask: rulesOf('requireApproval'),
    deny: rulesOf('deny'),
    lost: found.skipped.map(({ rule }) => rule),
  };
}

const REQUIREMENTS = `
# Set for everybody.
allowed_approval_policies = ["untrusted", "on-request"]
allowed_sandbox_modes = ["read-only"]

[rules]
prefix_rules = [
  { pattern = [{ token = "rm" }], decision = "forbidden", justification = "Use git clean." },
  { pattern = [{ token = "git" }, { any_of = ["push", "commit"] }], decision = "prompt" },
  { pattern = [{ token = 'curl' }], decision = "allow" },
  { pattern = [{ token = "a" }, 7], decision = "forbidden" }, # don't [stop here
  { pattern = [{ token = "wget" }], decision = "forbidden" },
]

[permissions.filesystem]
deny_read = ["~/.ssh"]

[mcp_servers.docs.identity]
command = "docs"
`;

describe("what an organisation requires of Codex's users", () => {
  test('becomes rules that forbid and ask, and says what it leaves out', () => {
    const found = importPolicy('codex', REQUIREMENTS, { baseline: true });
    if (!found.ok) throw new Error(found.message);
    expect(found.text).toContain('mode: defer');
    expect(found.text).toContain(
      'requireApproval:\n  - "bash_run(git push *)"\n  - "bash_run(git commit *)"',
    );
    expect(found.text).toContain('deny:\n  - "bash_run(rm *)"\n  - "bash_run(wget *)"');
    expect(found.skipped.map(({ rule }) => rule)).toEqual([
      'allowed_approval_policies',
      'allowed_sandbox_modes',
      'permissions.filesystem.deny_read',
      'mcp_servers.docs.identity.command',
      '{ pattern = [{ token = "curl" }], decision = "allow" }',
      '{ pattern = [{ token = "a" }, 7], decision = "forbidden" }',
    ]);
    expect(loadPolicy(found.text, { file: 'a/b/c.yml@v1', baseline: true }).ok).toBe(true);
  });

  test('is read in every form that TOML has for a list of tables', () => {
    const tables = `[[rules.prefix_rules]]
pattern = [
  { token = 'rm' }, # whole folders, too
]
decision = """forbidden"""

[[rules.prefix_rules]]
"decision" = "prompt"
pattern = [{ "any_of" = ["n\\u0070m", "pnpm"] }, { token = "publish" }]
`;
    const { ask, deny } = imported('codex', tables);
    expect(deny).toEqual(['bash_run(rm *)']);
    expect(ask).toEqual(['bash_run(npm publish *)', 'bash_run(pnpm publish *)']);
  });

  test.each([
    ['[rules]\nprefix_rules = [\n  { pattern = oops },\n]\n', 'Line 3, column 15: invalid value.'],
    [
      '[rules]\nprefix_rules = [\n  { decision = "prompt }\n]\n',
      'Line 3, column 25: control characters',
    ],
    ['[rules]\nprefix_rules = []\nprefix_rules = []\n', 'Line 3, column 1: trying to redefine'],
    ['[rules]\n[rules]\n', 'Line 2, column 2: trying to redefine'],
    ['rules = 1 2\n', 'Line 1, column 11: each key-value declaration must be followed by'],
  ])('is refused with its line where it is no TOML: %j', (text, message) => {
    expect(importPolicy('codex', text)).toMatchObject({
      ok: false,
      message: expect.stringContaining(message) as string,
    });
  });

  test('is none without rules', () => {
    expect(importPolicy('codex', 'allowed_sandbox_modes = ["read-only"]\n').ok).toBe(false);
  });
});

describe("Claude Code's managed settings", () => {
  const settings = JSON.stringify({
    permissions: { deny: ['Bash(curl:*)', 'Read(./secrets/**)'], ask: ['WebFetch'] },
  });

  test('become a baseline that leaves what they do not name to each repository', () => {
    const found = importPolicy('claude-code', settings, { baseline: true });
    if (!found.ok) throw new Error(found.message);
    const loaded = loadPolicy(found.text, { file: 'a/b/c.yml@v1', baseline: true });
    expect(loaded.ok && loaded.policy.layers[0].mode).toBe('defer');
    expect(found.text).toContain('"bash_run(curl *)"');
  });

  test('keep a mode of their own', () => {
    const plan = JSON.stringify({ permissions: { defaultMode: 'plan' } });
    const found = importPolicy('claude-code', plan, { baseline: true });
    expect(found.ok && found.text).toContain('mode: plan');
    const refusing = JSON.stringify({ permissions: { defaultMode: 'dontAsk' } });
    expect(imported('claude-code', refusing).layer.mode).toBe('deny');
  });

  test('name every key and rule that is not taken over', () => {
    const { lost, auto, deny } = imported(
      'claude-code',
      JSON.stringify({
        $schema: 'https://json.schemastore.org/claude-code-settings.json',
        permissions: {
          allow: ['mcp__docs__search(query:x)', 'mcp__docs__read'],
          deny: ['Agent(Explore)', 'Bash(run_in_background:true)', 'Read(//**/.env)'],
          disableBypassPermissionsMode: 'disable',
          additionalDirectories: ['../docs'],
        },
        sandbox: { enabled: true },
        hooks: {},
      }),
    );
    expect(auto).toEqual(['mcp__docs__read']);
    expect(deny).toEqual(READING.flatMap((tool) => [`${tool}(**/.env)`, `${tool}(**/.env/**)`]));
    expect(lost).toEqual([
      'mcp__docs__search(query:x)',
      'Agent(Explore)',
      'Bash(run_in_background:true)',
      'permissions.disableBypassPermissionsMode',
      'permissions.additionalDirectories',
      'sandbox',
      'hooks',
    ]);
  });
});

describe("GitHub's managed permissions for Copilot", () => {
  test('become a baseline that asks about every command, file and host that no rule names', () => {
    const { layer, auto, ask, deny, lost } = imported(
      'copilot',
      JSON.stringify({
        model: 'auto',
        permissions: {
          disableBypassPermissionsMode: 'disable',
          deny: [
            'Shell(rm -rf *)',
            'Read(~/.ssh/**)',
            'Read(//**/.env)',
            'Edit(.github/workflows)',
            'Domain(*.unapproved.example)',
            'PowerShell(Remove-Item *)',
            'Shell(curl * | sh)',
          ],
          ask: ['Bash(git push *)', 'Edit(/src/**)', 'Domain(https://api.github.com)'],
          allow: {
            overridable: ['Shell(npm test)', 'Read(/src/**)', 'Domain(registry.npmjs.org)'],
          },
        },
        sandbox: { enabled: true },
      }),
    );
    expect(layer.mode).toBe('defer');
    expect(auto).toEqual(['bash_run(npm test)', 'fs_read(src/**)']);
    expect(ask).toEqual([
      'bash_run(git push *)',
      'fs_write(src/**)',
      'fs_edit(src/**)',
      'fs_multi_edit(src/**)',
      'web_fetch(api.github.com)',
      // Instead of `Shell(curl * | sh)`.
      'bash_run(curl *)',
      'bash_run',
      ...READING,
      'fs_write',
      'fs_edit',
      'fs_multi_edit',
      'web_fetch',
    ]);
    expect(deny).toEqual([
      'bash_run(rm -rf *)',
      'fs_read(~/.ssh/**)',
      ...READING.flatMap((tool) => [`${tool}(**/.env)`, `${tool}(**/.env/**)`]),
      ...['fs_write', 'fs_edit', 'fs_multi_edit'].flatMap((tool) => [
        `${tool}(**/.github/workflows)`,
        `${tool}(**/.github/workflows/**)`,
      ]),
      'web_fetch(unapproved.example)',
      'web_fetch(*.unapproved.example)',
    ]);
    expect(lost).toEqual([
      // The rule here would also let http:// through.
      'Domain(registry.npmjs.org)',
      'permissions.allow.overridable',
      'PowerShell(Remove-Item *)',
      'Shell(curl * | sh)',
      'permissions.disableBypassPermissionsMode',
      'model',
      'sandbox',
    ]);
  });

  test('are the policy of one repository, too', () => {
    const text = JSON.stringify({ permissions: { deny: ['Domain(evil.example)'] } });
    const found = importPolicy('copilot', text);
    expect(found.ok && found.text).toContain('mode: ask');
  });

  test.each([
    ['{}', /does not contain permissions as copilot writes them/],
    ['{"permissions": {"model": "auto"}}', /does not contain permissions/],
    ['{"permissions": {\n"deny": "Shell(rm *)"}}', /^Line 2: "permissions.deny" cannot be/],
    ['{"permissions": {"deny": {"overridable": [], "x": 1}}}', /"permissions.deny" cannot be/],
  ])('are none in %s', (text, message) => {
    expect(importPolicy('copilot', text)).toMatchObject({
      ok: false,
      message: expect.stringMatching(message) as string,
      fix: expect.stringContaining('managed-settings.json') as string,
    });
  });
});

test('the settings of a project are no baseline', () => {
  expect(importPolicy('gemini-cli', '{}', { baseline: true })).toMatchObject({
    ok: false,
    fix: expect.stringContaining('claude-code, copilot, codex'),
  });
});

describe('a baseline as the settings of another agent', () => {
  const layer = baseline(`mode: defer
deny:
  - "bash_run(git push *)"
  - "bash_run(@force-push)"
  - { rule: "fs_write(.github/**)", reason: Workflows are for people. }
requireApproval: ["bash_run(npm publish)", github_create_pull_request, "web_fetch(example.com)"]
auto:
  - { rule: "bash_run(npm test *)", except: ["npm test evil"] }
  - fs_read(src/**)
  - fs_edit(docs/**)
  - fs_write(README.md)
tools: { disabled: [web_search, mcp__docs__*] }
budget: { usd: 5 }
approvals: { count: 2 }
`);
  const LOST = [
    'requireApproval: github_create_pull_request',
    'deny: bash_run(@force-push)',
    'auto: bash_run(npm test *)',
    'auto: fs_edit(docs/**)',
    'budget.usd',
    'approvals.count',
  ];

  test('has the rules of the same meaning for Claude Code, and lists the others', () => {
    const { text, skipped } = exportPolicy(layer, 'claude-code');
    expect(JSON.parse(text)).toEqual({
      permissions: {
        disableBypassPermissionsMode: 'disable',
        allow: ['Read(/src/**)'],
        ask: ['Bash(npm publish)', 'WebFetch(domain:example.com)'],
        deny: ['Bash(git push:*)', 'Edit(//**/.github/**)', 'WebSearch', 'mcp__docs'],
      },
    });
    expect(skipped.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining([...LOST, 'auto: fs_write(README.md)']),
    );
    expect(skipped).toEqual(
      expect.arrayContaining([
        { rule: 'deny: fs_write(.github/**)', why: 'its reason is not written' },
        { rule: 'deny: fs_write(.github/**)', why: 'Edit covers more in the other agent' },
      ]),
    );
  });

  test('has them for Copilot, where plain http needs a rule of its own', () => {
    const { text, skipped } = exportPolicy(layer, 'copilot');
    expect(JSON.parse(text)).toEqual({
      permissions: {
        allow: ['Read(/src/**)', 'Edit(/README.md)'],
        ask: ['Shell(npm publish)', 'Domain(example.com)', 'Domain(http://example.com)'],
        deny: ['Shell(git push *)', 'Edit(/.github/**)'],
      },
    });
    expect(skipped.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining([...LOST, 'tools.disabled: web_search', 'mode: defer']),
    );
  });

  test('comes back from requirements of Codex with the same rules about commands', () => {
    const { text, skipped } = exportPolicy(layer, 'codex');
    expect(skipped.map(({ rule }) => rule)).toEqual(expect.arrayContaining(LOST));
    expect(skipped.find(({ rule }) => rule.includes('npm publish'))?.why).toContain(
      'begins with these words',
    );
    const back = imported('codex', text);
    expect(back.deny).toEqual(['bash_run(git push *)']);
    expect(back.ask).toEqual(['bash_run(npm publish *)']);
  });

  test.each(EXPORTS)('for %s, every key of the file is written or listed', (dialect) => {
    const whole = baseline(`mode: deny
plan: required
whenUntrusted: deny
approvals: { from: [maintain], self: false }
sandbox: { mode: required, network: [] }
limits: { bash_run: 3 }
tools: { enabled: [bash_run] }
hooks: ["countersign:block-paths(a/**)"]
redact: { patterns: [a+b] }
`);
    const { skipped, text } = exportPolicy(whole, dialect);
    expect(skipped.map(({ rule }) => rule)).toEqual(['mode: deny', ...whole.keys.slice(2)]);
    expect(text).not.toContain('bash');
  });
});

const RULES = [
  'bash_run',
  'bash_run(git *)',
  'bash_run(git push *)',
  'bash_run(npm test)',
  'fs_*',
  'fs_read',
  'fs_read(src/**)',
  'fs_read(src/*)',
  'fs_read(**/*.env)',
  'fs_edit(src/**)',
  'fs_write(src/**)',
  'fs_write(docs)',
  'fs_*(.env*)',
  'web_fetch(a.example.com)',
  'web_fetch(*.example.com)',
  '*',
];
const CALLS: readonly Facts[] = [
  ...['git log', 'git push x', 'npm test', 'npm test x', 'cat src/a/.env', 'echo a > docs/b'].map(
    (command): Facts => ({ tool: 'bash_run', kind: 'execute', command }),
  ),
  ...['src/a', 'src/a/b', 'a/x.env', '.env', 'docs', 'docs/b'].flatMap((path): readonly Facts[] => [
    { tool: 'fs_read', kind: 'readonly', paths: [{ path, access: 'read' }] },
    { tool: 'fs_edit', kind: 'write', paths: [{ path, access: 'write' }] },
    { tool: 'fs_write', kind: 'write', paths: [{ path, access: 'write' }] },
  ]),
  ...['a.example.com', 'example.com', 'b.example.com'].map(
    (host): Facts => ({ tool: 'web_fetch', kind: 'network', hosts: [host] }),
  ),
];

function layerOf(pairs: readonly (readonly [string, string])[]): PolicyLayer {
  return policy(
    ['auto', 'requireApproval', 'deny']
      .map(
        (name) =>
          [name, pairs.filter(([, listed]) => listed === name).map(([rule]) => rule)] as const,
      )
      .filter(([, rules]) => rules.length > 0)
      .map(([name, rules]) => `${name}: ${JSON.stringify(rules)}\n`)
      .join(''),
  ).layers[0];
}

function strict(layered: Policy, facts: Facts): number {
  return strictness(evaluate(layered, facts, situation()).verdict);
}

test('no rule is looser when it comes back from the settings that it was written as', () => {
  const list = fc.constantFrom('auto', 'requireApproval', 'deny');
  const some = fc.uniqueArray(fc.tuple(fc.constantFrom(...RULES), list), {
    minLength: 1,
    maxLength: 5,
    selector: ([rule]) => rule,
  });
  fc.assert(
    fc.property(some, fc.constantFrom(...EXPORTS), (pairs, dialect) => {
      // What is not written is listed; here it is about what is.
      const written = pairs.filter((pair) => exportPolicy(layerOf([pair]), dialect).added === 1);
      if (written.length === 0) return;
      const before = layerOf(written);
      const found = imported(dialect, exportPolicy(before, dialect).text);
      const after = policy(
        found.text.replace(/^version: 1\n/m, '').replace('mode: defer', 'mode: ask'),
      );
      const own = policy('mode: ask\n');
      for (const call of CALLS) {
        const first: Policy = { ...own, layers: [before] };
        // What can write a whole file can also change a part of it.
        const alike = call.tool === 'fs_edit' ? [call, { ...call, tool: 'fs_write' }] : [call];
        const least = Math.min(...alike.map((facts) => strict(first, facts)));
        if (strict(after, call) < least)
          throw new Error(`${dialect}: ${JSON.stringify(call)} is looser:\n${found.text}`);
      }
    }),
    { numRuns: 20 },
  );
});
