import { describe, expect, test } from 'vitest';
import { importPolicy, loadPolicy } from '../../../src/policy/index.ts';

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
