import { describe, expect, it } from 'vitest';
import { checkPolicy } from '../../../src/policy/index.ts';

const TOOLS = [
  'fs_read',
  'fs_write',
  'fs_edit',
  'bash_run',
  'web_fetch',
  'github_comment',
  'finish',
  'todo_write',
];

async function warnings(text: string): Promise<readonly string[]> {
  const result = checkPolicy(`version: 1\n${text}`, { file: 'p.yml', knownTools: TOOLS });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.warnings.map(
    ({ line, column, message, fix }) => `${line}:${column} ${message} ${fix}`,
  );
}

function withTest(expected: string): string {
  return `version: 1\nauto:\n  - fs_write(src/**)\ntests:\n  - { call: fs_write(src/a.ts), expect: auto }\n  - { tool: fs_write, path: docs/a.md, expect: ${expected} }\n  - { command: npm test, expect: requireApproval }\n`;
}

describe('the lints', () => {
  it.each<[string, RegExp]>([
    ['auto:\n  - fs_raed\n', /^3:5 No tool is called "fs_raed".*Did you mean "fs_read"/],
    ['auto:\n  - Bash(git log *)\n', /No tool is called "Bash".*"bash_run"/],
    ['auto:\n  - gitlab_*\n', /No tool is called "gitlab_\*"/],
    [
      'mcp: { servers: { docs: { url: "https://a.b/mcp", headers: { Authorization: "Bearer ${KEY}" } } } }\n',
      /^2:62 mcp.servers.docs.headers.Authorization has "\$\{KEY\}", which "secrets" of the server does not list\. The server gets this text as it stands\. Write "secrets: \[KEY\]" under the server/,
    ],
    [
      'mcp: { servers: { docs: { command: x, env: { A: "${A} ${B} ${B} ${C}" }, secrets: [A] } } }\n',
      /env.A has "\$\{B\}", which .* Write "secrets: \[A, B, C\]" under the server/,
    ],
    [
      'mcp: { servers: { docs: { command: node server.mjs } } }\n',
      /^2:27 mcp.servers.docs.command is the name of one program: no program is called "node server.mjs". Write "command: node" and its arguments as a list in args/,
    ],
    ['deny:\n  - finish\n', /^3:5 The rule "finish" has no effect: finish and the to-do list/],
    ['auto:\n  - "todo_*"\n', /^3:5 The rule "todo_\*" has no effect/],
    ['tools: { disabled: [todo_write] }\n', /"todo_write" in tools.disabled has no effect/],
    ['limits: { finish: 1 }\n', /^2:11 "finish" in limits has no effect/],
    ['auto:\n  - bash_run\n', /covers every command/],
    ['auto:\n  - bash_run(*)\n', /covers every command/],
    ['auto:\n  - kind:execute\n', /every tool of kind execute/],
    ['auto:\n  - kind:network\n', /every tool of kind network/],
    ['auto:\n  - "*"\n', /every call of every tool/],
    [
      'sandbox: off\nauto:\n  - bash_run(git log *)\n  - bash_run(npm test)\n',
      /^2:1 With "sandbox: off", nothing limits the code of the checkout that the auto rule "bash_run\(npm test\)" may run/,
    ],
    ['sandbox: off\nauto:\n  - bash_run\n', /nothing limits the code of the checkout/],
    ['auto:\n  - bash_run(find *)\n', /anything that "find" can run/],
    ['auto:\n  - bash_run(curl *)\n', /sending and fetching/],
    ['auto:\n  - web_fetch\n', /every host/],
    ['auto:\n  - fs_write(**)\n', /\.github\/workflows/],
    ['auto:\n  - bash_run(git log:*)\n', /can never match.*Write "bash_run\(git log \*\)"/],
    [
      'auto:\n  - bash_run(npm run test:*)\n',
      /":\*" at its end does not stand for further words.*"bash_run\(npm run test \*\)", or "bash_run\(npm run test:\* \*\)" for names that begin with "test:"/,
    ],
    [
      'auto:\n  - bash_run(uv run pytest *)\nrequireApproval:\n  - bash_run(@install)\n',
      /^3:5 The rule "bash_run\(uv run pytest \*\)" can never decide a command with that intent: "bash_run\(@install\)" \(requireApproval, line 5\) beats it/,
    ],
    [
      'auto:\n  - bash_run(npm publish *)\ndeny:\n  - bash_run(@publish)\n',
      /^3:5 .*can never decide a command with that intent: "bash_run\(@publish\)" \(deny, line 5\) always wins/,
    ],
    [
      'auto:\n  - bash_run(NODE_ENV=test npm test *)\n',
      /can never match: a variable before a command is not one of its words.*without "NODE_ENV=test"/,
    ],
    [
      'auto:\n  - bash_run(make {test,lint})\n',
      /can only match a command that quotes the braces.*one rule for each/,
    ],
    [
      'auto:\n  - bash_run(jq .[]|.name *)\n',
      /If the command quotes them, quote them in the rule, too/,
    ],
    ['auto:\n  - "bash_run(**)"\n', /covers every program with such words\. Name the program/],
    ['auto:\n  - "bash_run(* --version)"\n', /covers every program with such words/],
    [
      'auto:\n  - bash_run(curl * | bash)\n',
      /can only match a command that quotes the operators: each command of a line/,
    ],
    ['auto:\n  - web_fetch(a b.org)\n', /can never match: it is not a host/],
    ['auto:\n  - fs_read(~/.config/a)\n', /can never match: file tools never leave/],
    ['auto:\n  - fs_edit(/etc/hosts)\n', /can never match: file tools never leave/],
    ['requireApproval:\n  - fs_read(/src/**)\n', /can never match.*"fs_read\(src\/\*\*\)"/],
    [
      'auto:\n  - { rule: fs_write(src/**), except: [/src/gen/**] }\n',
      /^3:40 The exception .* can never match.*"fs_write\(src\/gen\/\*\*\)"/,
    ],
    [
      'deny:\n  - rule: web_fetch\n    except:\n      - a.org\n      - "https://b.org"\n',
      /^6:9 The exception .* can never match/,
    ],
    ['auto:\n  - fs_write(/src/** !/src/gen/**)\n', /^3:5 The exception .* can never match/],
    [
      'auto:\n  - web_fetch(a.org:443)\n',
      /^3:5 .*does not cover https:\/\/a\.org\/: 443 is the port of https.*"web_fetch\(a\.org\)"/,
    ],
    ['auto:\n  - "web_*(*.a.org:80)"\n', /does not cover http:\/\/\*\.a\.org\//],
    ['auto:\n  - bash_run(echo "a)\n', /quote in it is not closed/],
    ['auto:\n  - fs_read(/src/**)\n', /can never match.*"fs_read\(src\/\*\*\)"/],
    [
      'deny:\n  - fs_write(/.github/**)\n',
      /Paths start at the workspace root: "fs_write\(\.github/,
    ],
    ['deny:\n  - "fs_*(/Makefile)"\n', /Paths start at the workspace root: "fs_\*\(Makefile\)"/],
    ['auto:\n  - fs_read(a/**)\n    - fs_write(b/**)\n', /can never match: it is two rules in one/],
    ['deny:\n  - bash_run(git push)\n', /^3:5 .*further words\. Write "bash_run\(git push \*\)"/],
    ['requireApproval:\n  - bash_run(docker*)\n', /further words\. Write "bash_run\(docker \*\)"/],
    ['auto:\n  - fs_read(========== Read ==========)\n', /resembles a heading/],
    ['auto:\n  - web_fetch(domain:a.org)\n', /Write "web_fetch\(a.org\)"/],
    ['auto:\n  - web_fetch(https://a.org/x)\n', /hosts, not addresses/],
    [
      'auto:\n  - fs_write(src/**)\ndeny:\n  - fs_*\n',
      /^3:5 .*can never decide: "fs_\*" \(deny, line 5\)/,
    ],
    [
      'auto:\n  - bash_run(git push *)\nrequireApproval:\n  - bash_run(git *)\n',
      /can never decide.*beats it on the same level/,
    ],
    ['auto:\n  - fs_write(src/**)\n  - fs_write(src/a.ts)\n', /^4:5 .*adds nothing/],
    ['auto:\n  - fs_read\n  - fs_read\n', /^4:5 .*adds nothing/],
    ['sandbox: { network: ["*"] }\n', /^2:22 sandbox\.network lists "\*"/],
    ['sandbox: { network: ["*.com:443"] }\n', /to anybody there/],
    ['mode: auto\n', /^2:1 "mode: auto" lets every call run/],
  ])('warn about %j', async (text, expected) => {
    expect((await warnings(text)).some((warning) => expected.test(warning))).toBe(true);
  });

  it('have nothing to say about an ordinary policy', async () => {
    const text =
      'auto:\n  - kind:readonly\n  - bash_run(npm test *)\n  - bash_run(git log *)\n  - fs_write(src/**)\n  - rule: fs_write(docs/**)\n    except: [docs/api/**]\n' +
      'sandbox: { network: [registry.npmjs.org, "*.example.com"] }\ndeny:\n  - fs_*(.github/**)\n  - bash_run(@force-push)\nrequireApproval:\n  - bash_run\n  - mcp__docs__search\n';
    expect(await warnings(text)).toEqual([]);
  });

  it('have nothing to say about a rule that an intent beats for some words and not for others', async () => {
    const gate = 'requireApproval:\n  - bash_run(@install)\n';
    expect(await warnings(`auto:\n  - bash_run(yarn *)\n${gate}`)).toEqual([]);
    expect(await warnings(`auto:\n  - bash_run(npm *)\n${gate}`)).toEqual([]);
  });

  it('know the folders of a system, and parentheses in names and commands', async () => {
    const text =
      'auto:\n  - fs_write(docs/a (1), b (2).md)\n  - bash_run(node -e "f(1), fs_read(2)")\n' +
      'deny:\n  - fs_read(/etc/**)\n  - fs_read(~/.ssh/**)\n  - fs_write(/**)\n';
    expect(await warnings(text)).toEqual([]);
    const commands =
      'auto:\n  - fs_read(/usr/share/dict/words)\n  - fs_write(/tmp/**)\nrequireApproval:\n  - fs_read(~/.config/**)\n';
    expect(await warnings(commands)).toEqual([]);
    const servers =
      'mcp: { servers: { a: { url: "https://a.b", headers: { X: "${KEY}" }, secrets: [KEY] }, b: { command: ./my tool, env: { X: "$KEY ${1}" } } } }\n';
    expect(await warnings(servers)).toEqual([]);
  });

  it.each([
    'auto: [fs_read(**), fs_read(.env.example)]',
    'auto: [fs_read(**), fs_read(/usr/share/dict/words)]',
    'requireApproval: [fs_write(**), { rule: fs_write(db/**), count: 2 }]',
  ])('do not advise to remove a rule that says more than the wider one: %s', async (text) => {
    expect(await warnings(`${text}\n`)).toEqual([]);
  });

  it('say nothing of names where the tools are not known', async () => {
    const result = checkPolicy('version: 1\nauto:\n  - my_tool\n', { file: 'p.yml' });
    expect(result).toEqual({ ok: true, errors: [], warnings: [] });
  });
});

describe('the tests inside a policy', () => {
  it('let it load if they pass, and stop it with place and reason when one fails', async () => {
    expect(checkPolicy(withTest('requireApproval'), { file: 'p.yml' })).toMatchObject({
      ok: true,
    });
    const failed = checkPolicy(withTest('deny'), { file: 'p.yml' });
    expect(failed.ok).toBe(false);
    expect(failed.errors).toHaveLength(1);
    expect(failed.errors[0]).toMatchObject({ line: 6 });
    expect(failed.errors[0]?.message).toMatch(
      /"fs_write\(docs\/a.md\)" expects deny but gets requireApproval/,
    );
  });

  it('can be about untrusted text, a missing sandbox, hosts and tools of any kind', async () => {
    const text =
      'version: 1\nmode: auto\ntests:\n  - { call: fs_write(a), untrusted: true, expect: requireApproval }\n  - { command: ls, sandboxed: false, expect: requireApproval }\n' +
      '  - { tool: web_fetch, host: a.org, expect: auto }\n  - { tool: mine, kind: readonly, untrusted: true, expect: auto }\n';
    expect(checkPolicy(text, { file: 'p.yml' })).toMatchObject({ ok: true, errors: [] });
  });
});
