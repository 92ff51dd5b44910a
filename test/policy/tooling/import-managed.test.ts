import { describe, expect, test } from 'vitest';
import { exportPolicy, importPolicy, loadPolicy } from '../../../src/policy/index.ts';

const REQUIREMENTS = `
# Set for everybody.
allowed_approval_policies = ["untrusted", "on-request"]
allowed_sandbox_modes = ["read-only"]

[rules]
prefix_rules = [
  { pattern = [{ token = "rm" }], decision = "forbidden", justification = "Use git clean." },
  { pattern = [{ token = "git" }, { any_of = ["push", "commit"] }], decision = "prompt" },
  { pattern = [{ token = 'curl' }], decision = "allow" },
  { pattern = [{ token = "a" }, computed], decision = "forbidden" },
]

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
    expect(found.text).toContain('deny:\n  - "bash_run(rm *)"');
    expect(found.skipped.map(({ rule }) => rule)).toEqual([
      'allowed_approval_policies',
      'allowed_sandbox_modes',
      '[mcp_servers.docs.identity]',
      expect.stringContaining('curl'),
      expect.stringContaining('computed'),
    ]);
    expect(loadPolicy(found.text, { file: 'a/b/c.yml@v1', baseline: true }).ok).toBe(true);
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
  });
});

test('the settings of a project are no baseline', () => {
  expect(importPolicy('gemini-cli', '{}', { baseline: true })).toMatchObject({
    ok: false,
    fix: expect.stringContaining('claude-code or codex'),
  });
});

describe('a baseline as the settings of another agent', () => {
  const base = `version: 1
mode: defer
deny: ["bash_run(git push *)", "bash_run(@force-push)", "fs_write(.github/**)"]
requireApproval: ["bash_run(npm publish)", github_create_pull_request, "web_fetch(example.com)"]
auto: [{ rule: "bash_run(npm test *)", except: ["npm test evil"] }]
`;
  const loaded = loadPolicy(base, { file: 'a/b/c.yml@v1', baseline: true });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const [layer] = loaded.policy.layers;

  test('has the rules of the same meaning for Claude Code, and lists the others', () => {
    const { text, skipped } = exportPolicy(layer, 'claude-code');
    expect(JSON.parse(text)).toEqual({
      permissions: {
        allow: [],
        ask: ['Bash(npm publish)', 'WebFetch(domain:example.com)'],
        deny: ['Bash(git push:*)', 'Edit(/.github/**)'],
      },
    });
    expect(skipped.map(({ rule }) => rule)).toEqual([
      'auto: bash_run(npm test *)',
      'requireApproval: github_create_pull_request',
      'deny: bash_run(@force-push)',
    ]);
  });

  test('comes back from requirements of Codex with the same rules about commands', () => {
    const { text } = exportPolicy(layer, 'codex');
    const back = importPolicy('codex', text, { baseline: true });
    expect(back.ok && back.text).toContain('deny:\n  - "bash_run(git push *)"');
    expect(back.ok && back.text).toContain('requireApproval:\n  - "bash_run(npm publish *)"');
  });
});
