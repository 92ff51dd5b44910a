import { describe, expect, it } from 'vitest';
import { importPolicy } from '../../../src/policy/index.ts';
import type { Dialect } from '../../../src/policy/tooling/import/index.ts';
import { policy } from '../helpers.ts';

const READING = ['fs_read', 'fs_grep', 'fs_glob', 'fs_list'];

function imported(
  dialect: Dialect,
  text: string,
): { rules: Record<string, readonly string[]>; notCarried: readonly string[]; mode: string } {
  const result = importPolicy(dialect, text);
  if (!result.ok) throw new Error(result.message);
  const [loaded] = policy(result.text).layers;
  const rulesOf = (list: string): readonly string[] =>
    loaded.rules.filter((rule) => rule.list === list).map((rule) => rule.text);
  return {
    rules: { auto: rulesOf('auto'), ask: rulesOf('requireApproval'), deny: rulesOf('deny') },
    notCarried: result.skipped.map(({ rule }) => rule),
    mode: loaded.planOnly ? 'plan' : loaded.mode,
  };
}

describe('importing Claude Code settings', () => {
  it('lists a refusal of two paths in one, and asks about what it may have meant', () => {
    const text = JSON.stringify({ permissions: { deny: ['Read(./keys/**, ./x/**)'] } });
    expect(imported('claude-code', text).rules['ask']).toContain('fs_read');
    const result = importPolicy('claude-code', text);
    expect(JSON.stringify(result)).toMatch(/is two patterns in one\. Instead, calls ask/);
  });

  it('carries a refusal only where it forbids at least as much here', () => {
    const wide = ['Bash(rm *)', 'Bash(git push*)', 'Bash(chmod -R **)', 'Bash(curl:*)'];
    const narrow = [
      'Bash(chown -R */*)',
      'Bash(*rm*)',
      'Bash(a b*c)',
      'Bash(x "y *")',
      'Bash(git * -f)',
    ];
    for (const list of ['deny', 'ask']) {
      const text = JSON.stringify({ permissions: { [list]: [...wide, ...narrow] } });
      const { rules, notCarried } = imported('claude-code', text);
      const instead = ['chown -R *', null, '*', 'a *', 'x *', 'git *'].map((words) =>
        words === null ? 'bash_run' : `bash_run(${words})`,
      );
      expect(rules[list]).toEqual([
        'bash_run(rm *)',
        'bash_run(git push* *)',
        'bash_run(chmod -R *)',
        'bash_run(curl *)',
        ...(list === 'ask' ? instead : []),
      ]);
      expect(rules['ask']).toEqual(expect.arrayContaining(instead));
      expect(notCarried).toEqual(narrow);
    }
    const result = importPolicy('claude-code', JSON.stringify({ permissions: { deny: narrow } }));
    expect(result.ok && result.added).toBe(0);
  });

  it('translates shell prefixes, exact commands, paths, hosts, tools and MCP names', () => {
    const text = JSON.stringify({
      permissions: {
        allow: [
          'Bash(git log:*)',
          'Bash(npm test)',
          'Bash(npm run lint*)',
          'Bash(ls *)',
          'Edit',
          'Read(./src/**)',
          'Read(/docs/**)',
          'WebFetch(domain:docs.example.com)',
          'mcp__github__get_issue',
          'mcp__context7',
        ],
        ask: ['Bash(git push:*)'],
        deny: ['Read(.env)', 'Write(./secrets/**)', 'Bash(rm -rf:*)'],
      },
    });
    const { rules, notCarried, mode } = imported('claude-code', text);
    expect(rules['auto']).toEqual([
      'bash_run(git log *)',
      'bash_run(npm test)',
      'bash_run(npm run lint* *)',
      'bash_run(ls *)',
      'fs_edit',
      'fs_multi_edit',
      'fs_read(src/**)',
      'fs_read(docs/**)',
      'web_fetch(docs.example.com)',
      'mcp__github__get_issue',
      'mcp__context7__*',
    ]);
    expect(rules['ask']).toEqual(['bash_run(git push *)']);
    expect(rules['deny']).toEqual([
      ...READING.flatMap((tool) => [`${tool}(**/.env)`, `${tool}(**/.env/**)`]),
      'fs_write(secrets/**)',
      'fs_edit(secrets/**)',
      'fs_multi_edit(secrets/**)',
      'bash_run(rm -rf *)',
    ]);
    expect(notCarried).toEqual([]);
    expect(mode).toBe('ask');
  });

  it('holds back what lies below a name, and every way of writing, where it asks as well', () => {
    for (const list of ['deny', 'ask']) {
      const text = JSON.stringify({
        permissions: { [list]: ['Read(./secrets)', 'Read(keys/*)', 'Edit(src/gen)', 'Read(a/)'] },
      });
      const { rules } = imported('claude-code', text);
      expect(rules[list]).toEqual([
        ...READING.flatMap((tool) => [`${tool}(secrets)`, `${tool}(secrets/**)`]),
        ...READING.flatMap((tool) => [`${tool}(keys/*)`, `${tool}(keys/*/**)`]),
        ...['fs_write', 'fs_edit', 'fs_multi_edit'].flatMap((tool) => [
          `${tool}(src/gen)`,
          `${tool}(src/gen/**)`,
        ]),
        ...READING.map((tool) => `${tool}(**/a/)`),
      ]);
    }
    const allowed = JSON.stringify({ permissions: { allow: ['Read(./docs)', 'Edit(src/a)'] } });
    expect(imported('claude-code', allowed).rules['auto']).toEqual([
      'fs_read(docs)',
      'fs_edit(src/a)',
      'fs_multi_edit(src/a)',
    ]);
  });

  it('says what it does not carry over', () => {
    const text = JSON.stringify({
      permissions: {
        allow: [
          'Read(~/.ssh/**)',
          'Read(//etc/hosts)',
          'Read(========== Read ==========)',
          'Bash(cat a | wc -l)',
          'Bash(echo "a)',
          'Nothing',
          'FOO=1 x',
          'Bash(A=1 make)',
        ],
        deny: ['Bash(wget *|bash*)', 'Bash(git push *--force*)', 'Bash(git *--no-verify x)'],
        defaultMode: 'bypassPermissions',
      },
    });
    const { rules, notCarried, mode } = imported('claude-code', text);
    expect(rules['auto']).toEqual([]);
    expect(notCarried).toEqual([
      'Read(~/.ssh/**)',
      'Read(//etc/hosts)',
      'Read(========== Read ==========)',
      'Bash(cat a | wc -l)',
      'Bash(echo "a)',
      'Nothing',
      'FOO=1 x',
      'Bash(A=1 make)',
      'Bash(wget *|bash*)',
      'Bash(git push *--force*)',
      'Bash(git *--no-verify x)',
      'defaultMode: bypassPermissions',
    ]);
    expect(mode).toBe('ask');
  });

  it('keeps the stricter of two lists, and takes plan mode', () => {
    const { rules, notCarried, mode } = imported(
      'claude-code',
      JSON.stringify({
        permissions: { allow: ['Bash(make)'], deny: ['Bash(make)'], defaultMode: 'plan' },
      }),
    );
    expect(rules).toEqual({ auto: [], ask: [], deny: ['bash_run(make)'] });
    expect(notCarried).toEqual(['Bash(make)']);
    expect(mode).toBe('plan');
  });
});

describe('importing opencode settings', () => {
  it('reads patterns, and turns a deny over everything with exceptions into a question', () => {
    const text = JSON.stringify({
      permission: {
        edit: 'ask',
        webfetch: 'deny',
        bash: { '*': 'deny', 'git log *': 'allow', 'git push': 'ask' },
        read: { '*.env': 'deny', 'src/*': 'allow' },
      },
    });
    const { rules, notCarried } = imported('opencode', text);
    expect(rules['auto']).toEqual(['bash_run(git log *)', 'fs_read(src/**)']);
    expect(rules['ask']).toEqual([
      'fs_write',
      'fs_edit',
      'fs_multi_edit',
      'bash_run',
      'bash_run(git push)',
    ]);
    expect(rules['deny']).toEqual(['web_fetch', 'fs_read(**/*.env)']);
    expect(notCarried).toEqual(['bash "*": deny']);
  });

  it('takes a plain word as the mode, never as auto', () => {
    expect(imported('opencode', '{"permission":"deny"}').mode).toBe('deny');
    expect(imported('opencode', '{"permission":"allow"}')).toMatchObject({
      mode: 'ask',
      notCarried: ['"*": allow'],
    });
  });
});

describe('importing Codex rules', () => {
  it('says that rules about the network are lost', () => {
    const text =
      'prefix_rule(pattern=["ls"])\nnetwork_rule(host="a.example", protocol="https", decision="deny")\n';
    expect(imported('codex', text).notCarried).toEqual(['network_rule(…)']);
  });

  it('reads prefixes with alternatives and every decision', () => {
    const text = `# rules\nprefix_rule(\n  pattern = ["git", ["log", "show"]],\n  decision = "allow",\n)\nprefix_rule(pattern=["rm", "-rf"], decision="forbidden")\nprefix_rule(pattern=["echo", "a b"], decision='prompt', match=["echo 'a b'"])\nprefix_rule(pattern=base + ["x"])\n`;
    const { rules, notCarried } = imported('codex', text);
    expect(rules).toEqual({
      auto: ['bash_run(git log *)', 'bash_run(git show *)'],
      ask: ["bash_run(echo 'a b' *)"],
      deny: ['bash_run(rm -rf *)'],
    });
    expect(notCarried).toHaveLength(1);
  });
});

describe('what opencode holds back', () => {
  it('is denied as a whole where no exception comes behind it', () => {
    const text = JSON.stringify({ permission: { edit: { 'src/**': 'allow', '*': 'deny' } } });
    expect(imported('opencode', text).rules['deny']).toEqual([
      'fs_write',
      'fs_edit',
      'fs_multi_edit',
    ]);
  });

  it('may be a tool that is off, and every other key is said to be lost', () => {
    const text = JSON.stringify({
      $schema: 'https://opencode.ai/config.json',
      tools: { bash: false, webfetch: true },
      agent: { build: { permission: { edit: 'deny' } } },
    });
    const { rules, notCarried } = imported('opencode', text);
    expect(rules['deny']).toEqual(['bash_run']);
    expect(notCarried).toEqual(['agent']);
  });

  it.each([
    ['secrets/*', ['fs_read(secrets/**)']],
    ['secrets*', ['fs_read(**/secrets*)', 'fs_read(**/secrets*/**)']],
    ['src/*.lock', ['fs_read(src/**/*.lock)']],
    ['*.env', ['fs_read(**/*.env)']],
    ['src/gen*', ['fs_read(src/gen*)', 'fs_read(src/gen*/**)']],
    ['a*b.ts', []],
    ['*/a/b', []],
  ])('is held back in as many folders, or said to be lost: %s', (pattern, rules) => {
    for (const list of ['deny', 'ask']) {
      const text = JSON.stringify({ permission: { read: { [pattern]: list } } });
      const found = imported('opencode', text);
      const instead = list === 'ask' && rules.length === 0 ? ['fs_read', 'fs_read(**)'] : rules;
      expect(found.rules[list]).toEqual(instead);
      expect(found.notCarried).toHaveLength(rules.length === 0 ? 1 : 0);
    }
  });

  it('is said to be lost where a character of a command may be any', () => {
    const text = JSON.stringify({ permission: { bash: { 'rm ?': 'deny' } } });
    expect(imported('opencode', text)).toMatchObject({
      rules: { deny: [] },
      notCarried: ['bash "rm ?": deny'],
    });
  });
});

describe('importing gemini-cli', () => {
  it('holds back every way of editing', () => {
    const text = JSON.stringify({ tools: { core: ['read_file'], exclude: ['replace'] } });
    const { rules } = imported('gemini-cli', text);
    expect(rules['deny']).toEqual(['fs_edit', 'fs_multi_edit']);
  });

  it('reads settings, where a star is a plain character of the command', () => {
    const text = JSON.stringify({
      tools: {
        allowed: [
          'run_shell_command(git log)',
          'run_shell_command(cat pkg/*/*.go)',
          'ReadFileTool',
          'read_file',
        ],
        exclude: ['run_shell_command(rm)'],
      },
    });
    const { rules, notCarried } = imported('gemini-cli', text);
    expect(rules['auto']).toEqual([
      'bash_run(git log *)',
      "bash_run(cat 'pkg/*/*.go' *)",
      'fs_read',
    ]);
    expect(rules['deny']).toEqual(['bash_run(rm *)']);
    expect(notCarried).toEqual(['ReadFileTool']);
  });

  it('takes tools.core for a list of what exists, not of what runs without a confirmation', () => {
    const tools = {
      core: ['read_file', 'write_file', 'run_shell_command(git)', 'run_shell_command(npm test)'],
      allowed: ['run_shell_command(npm test)', 'run_shell_command(curl)', 'run_shell_command'],
    };
    const text = JSON.stringify({ tools, mcp: { excluded: ['x'] } });
    const { rules, notCarried, mode } = imported('gemini-cli', text);
    expect(mode).toBe('deny');
    expect(rules).toEqual({
      auto: ['fs_read', 'bash_run(npm test *)'],
      ask: ['fs_write', 'bash_run(git *)'],
      deny: [],
    });
    expect(notCarried).toEqual([
      'tools.core',
      'run_shell_command(curl)',
      'run_shell_command',
      'mcp',
    ]);
  });

  it('reads policy tables of plain values and says which it could not', () => {
    const text =
      '# policies\n[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = ["git status", "git diff"]\ndecision = "allow"\npriority = 100\n\n[[rule]] # x\ntoolName = ["write_file", "replace"]\ndecision = "ask_user"\n\n' +
      '[[rule]]\ntoolName = "run_shell_command"\ncommandRegex = "^rm"\ndecision = "deny"\n\n[[rule]]\ntoolName = """x\n"""\ndecision = "deny"\n';
    const { rules, notCarried } = imported('gemini-cli', text);
    expect(rules).toEqual({
      auto: ['bash_run(git status *)', 'bash_run(git diff *)'],
      ask: ['fs_write', 'fs_edit', 'fs_multi_edit', 'bash_run', 'bash_run(*)'],
      deny: [],
    });
    expect(notCarried).toHaveLength(2);
  });
});

describe('a rule that would keep the policy from loading', () => {
  it.each<[Dialect, object, string]>([
    ['claude-code', { permissions: { deny: ['Read(app/[id/**)'] } }, 'fs_read(**)'],
    ['claude-code', { permissions: { ask: ['Edit(**/{a,b}/**/*.{c,d}/**/*x*)'] } }, 'fs_write(**)'],
    ['claude-code', { permissions: { deny: ['WebFetch(domain:.example.com)'] } }, 'web_fetch(*)'],
    ['opencode', { permission: { webfetch: { 'https://a.example/*': 'deny' } } }, 'web_fetch(*)'],
  ])('asks about more instead: %s %j', (dialect, settings, gate) => {
    const { rules, notCarried } = imported(dialect, JSON.stringify(settings));
    expect(rules['ask']).toContain(gate);
    expect(notCarried).toHaveLength(1);
  });
});

describe('settings as people write them', () => {
  it('may contain comments and commas after the last item', () => {
    const text = `// what it may do
{
\t"$schema": "https://opencode.ai/config.json", // not a comment: "//"
\t"permission": {
\t\t/* reading
\t\t   is fine */
\t\t"read": "allow",
\t\t"bash": {
\t\t\t"git log // x": "allow",
\t\t\t"npm test": "allow", # and this
\t\t},
\t},
}
`;
    expect(imported('opencode', text).rules['auto']).toEqual([
      'fs_read',
      'bash_run(git log // x)',
      'bash_run(npm test)',
    ]);
    const claude = '{ "permissions": { "allow": ["Read", /* "Write", */ "LS",] } }';
    expect(imported('claude-code', claude).rules['auto']).toEqual(['fs_read', 'fs_list']);
  });

  it.each<[Dialect, string, RegExp]>([
    [
      'opencode',
      '{\n  "permission": {\n    "bash": "alow"\n  }\n}',
      /^Line 3: "permission.bash" cannot be "alow"/,
    ],
    [
      'opencode',
      '{\n  "permission": {\n    "bash": {\n      "ls": "allow",\n      "rm": "never"\n    }\n  }\n}',
      /^Line 5: "permission.bash.rm" cannot be "never"/,
    ],
    [
      'opencode',
      '{\n  "permission": {\n    "bash": "allow"\n    "edit": "ask"\n  }\n}',
      /^Line 4, column 5: It is not valid JSON: Missing ,/,
    ],
    [
      'opencode',
      '{\n  "permission": { "bash": "allow", "bash": "deny" }\n}',
      /^Line 2, column 36: The key "bash"/,
    ],
    [
      'claude-code',
      '{\n"permissions": { "allow": "Read" } }',
      /^Line 2: "permissions.allow" cannot be "Read"/,
    ],
    ['gemini-cli', '{ "tools": { "core": [7] } }', /^Line 1: "tools.core.0" cannot be 7/],
    ['opencode', '/* nothing */', /^The file is empty/],
  ])('are refused with their line: %s %j', (dialect, text, message) => {
    expect(importPolicy(dialect, text)).toMatchObject({
      ok: false,
      message: expect.stringMatching(message) as string,
    });
  });
});

it.each<[Dialect, string]>([
  ['claude-code', '{}'],
  ['opencode', '{"model": "x"}'],
  ['claude-code', 'not json'],
  ['opencode', '{"permission":{"bash":"maybe"}}'],
  ['codex', 'x = 1'],
  ['gemini-cli', '{}'],
  ['gemini-cli', 'x = 1'],
])('%s refuses %j in words', (dialect, text) => {
  expect(importPolicy(dialect, text)).toMatchObject({
    ok: false,
    fix: expect.stringMatching(/^Give /) as string,
  });
});
