import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  BUILTIN_TOOLS,
  builtinPolicy,
  checkPolicy,
  loadPolicy,
} from '../../../src/policy/index.ts';
import { policy, problems } from '../helpers.ts';

const DESIGN = `version: 1
mode: ask                    # a call that no rule matches
auto:
  - kind:readonly
  - bash_run(npm test *)
  - fs_write(src/**)
deny:
  - fs_*(.github/**)
  - bash_run(@forbidden)
requireApproval:
  - bash_run
  - github_create_pull_request
whenUntrusted: { mode: ask }
approvals: { from: [write], count: 1, self: false, wait: 10m, then: suspend, expire: 7d }
sandbox: { network: [api.example.com], write: [.] }
budget: { turns: 60, calls: 300, minutes: 30, tokens: 2M, usd: 5 }
limits: { github_comment: 3, github_create_pull_request: 1 }
tools: { enabled: [fs_*], disabled: [web_search], modules: [.github/countersign/tools/*.mjs] }
hooks: [.github/countersign/hooks.mjs]
mcp: { servers: { docs: { command: npx, args: [-y, docs-server] } } }
redact: { patterns: ['ACME-[0-9]+'] }
`;

function errorsOf(text: string) {
  return checkPolicy(text, { file: 'p.yml' }).errors;
}

describe('loading a policy', () => {
  it('reads every key of a whole policy, and only parsed values travel on', () => {
    const loaded = policy(DESIGN);
    expect(loaded.budget).toEqual({
      turns: 60,
      calls: 300,
      minutes: 30,
      tokens: 2_000_000,
      usd: 5,
      onLimit: 'stop',
    });
    expect(loaded.approvals).toMatchObject({
      waitMs: 600_000,
      expireMs: 604_800_000,
      from: ['write'],
    });
    expect(loaded.approvals.then).toBe('suspend');
    expect(loaded.approvals).toMatchObject({ reviews: false, boxes: false });
    expect(loaded.sandbox).toEqual({
      mode: 'preferred',
      network: ['api.example.com'],
      write: ['.'],
    });
    expect(loaded.layers[0].rules).toHaveLength(7);
    expect(loaded.layers[0].rules.find((rule) => rule.text === 'fs_*(.github/**)')).toMatchObject({
      line: 8,
      column: 5,
      list: 'deny',
    });
    expect(loaded.sha256).toBe(createHash('sha256').update(DESIGN).digest('hex'));
  });

  it('reads that reviews and ticked boxes answer, too', () => {
    const loaded = policy('version: 1\napprovals: { reviews: true, boxes: true }\n');
    expect(loaded.approvals).toMatchObject({ reviews: true, boxes: true });
  });

  it('takes the digest over the exact bytes, byte order mark and line endings included', async () => {
    const bytes = Buffer.from(`\uFEFF${DESIGN.replaceAll('\n', '\r\n')}`);
    const result = loadPolicy(bytes, { file: 'p.yml' });
    expect(result.ok && result.policy.sha256).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    );
    expect(result.ok && result.policy.layers[0].rules).toHaveLength(7);
  });

  it.each(['', '\n\n', '# only a comment\n', '---\n', 'null\n', '~'])(
    'refuses a file without content: %j',
    (text) => {
      expect(problems(text)[0]?.message).toBe('The policy is empty.');
    },
  );

  it.each([
    [
      'version: 1\nmode: alow\n',
      2,
      /"mode" cannot be "alow"/,
      /Did you mean "auto"|auto, ask, deny, custom, plan or defer/,
    ],
    ['version: 1\nmode: Ask\n', 2, /"mode" cannot be "Ask"/, /Did you mean "ask"/],
    ['version: 1\nmode:\n', 2, /"mode" cannot be empty/, /auto, ask, deny, custom, plan or defer/],
    ['version: 1\nmode: [ask]\n', 2, /"mode" cannot be a list/, /auto, ask/],
    [
      'version: 1\nwhenUntrusted: { mode: auot }\n',
      2,
      /"whenUntrusted.mode" cannot be "auot"/,
      /Did you mean "auto"/,
    ],
    ['version: "1"\n', 1, /"version" cannot be text/, /without quotes/],
    ['version: 1\ndenny:\n  - bash_run\n', 2, /Unknown key "denny"/, /Did you mean "deny"/],
    ['version: 1\nallow:\n  - bash_run\n', 2, /Unknown key "allow"/, /It is called auto here/],
    [
      'version: 1\nbudget:\n  turn: 3\n',
      3,
      /Unknown key "turn" in "budget"/,
      /Did you mean "turns"/,
    ],
    ['version: 1\nbudget: { tokens: 2m }\n', 2, /"budget.tokens" cannot be "2m"/, /500k or 2M/],
    ['version: 1\nbudget: { turns: -1 }\n', 2, /"budget.turns" cannot be -1/, /at least 1/],
    ['version: 1\nbudget: { tokens: -1 }\n', 2, /"budget.tokens" cannot be -1/, /at least 1|2M/],
    ['version: 1\nbudget: { turns: 0 }\n', 2, /"budget.turns" cannot be 0/, /at least 1/],
    ['version: 1\nbudget: { calls: 0 }\n', 2, /"budget.calls" cannot be 0/, /at least 1/],
    ['version: 1\nbudget: { minutes: 0 }\n', 2, /"budget.minutes" cannot be 0/, /above 0/],
    ['version: 1\nbudget: { usd: 0 }\n', 2, /"budget.usd" cannot be 0/, /above 0/],
    ['version: 1\nbudget: { tokens: 0k }\n', 2, /"budget.tokens" cannot be "0k"/, /above 0/],
    ['version: 1\nsandbox: { network: ["a.org:70000"] }\n', 2, /cannot be "a.org:70000"/, /65535/],
    ['version: 1\nsandbox: { network: ["a.org:0"] }\n', 2, /cannot be "a.org:0"/, /1 to 65535/],
    ['version: 1\nsandbox: { network: [300.1.1.1] }\n', 2, /cannot be "300.1.1.1"/, /address/],
    ['version: 1\nsandbox: { write: [a//b] }\n', 2, /cannot be "a\/\/b"/, /path/],
    [
      'version: 1\napprovals: { expire: 0s }\n',
      2,
      /"approvals.expire" cannot be/,
      /longer than 0s/,
    ],
    [
      'version: 1\napprovals: { remind: 0s }\n',
      2,
      /"approvals.remind" cannot be/,
      /longer than 0s/,
    ],
    ['version: 1\napprovals: { wait: 2h, expire: 1h }\n', 2, /expire" cannot be "1h"/, /of wait/],
    ['version: 1\napprovals: { wait: 1h, remind: 2h }\n', 2, /remind" cannot be "2h"/, /less than/],
    [
      'version: 1\napprovals: { wait: 0s, then: deny }\n',
      2,
      /wait" cannot be "0s"/,
      /then: suspend/,
    ],
    ['version: 1\napprovals: { from: ["@a"], count: 2 }\n', 2, /count" cannot be 2/, /one person/],
    [
      'version: 1\nrequireApproval:\n  - { rule: bash_run, from: ["@a", "@b"], count: 3 }\n',
      3,
      /count" cannot be 3/,
      /2 people/,
    ],
    [
      'version: 1\nrequireApproval:\n  - { rule: bash_run, expire: 0s }\n',
      3,
      /expire" cannot be "0s"/,
      /longer than 0s/,
    ],
    ['version: 1\nredact: { patterns: ["."] }\n', 2, /matches every character/, /a secret has/],
    ['version: 1\ndeny: [fs_read(../x)]\n', 2, /matches nothing/, /from the workspace root/],
    ['version: 1\ndeny: [fs_read(a//b)]\n', 2, /matches nothing/, /from the workspace root/],
    ['version: 1\nmcp: { servers: { a: { url: "http://h:0/" } } }\n', 2, /url" cannot be/, /port/],
    [
      'version: 1\nmcp: { servers: { a: { command: x, secrets: [a b] } } }\n',
      2,
      /secrets\[0\]" cannot be "a b"/,
      /variable/,
    ],
    [
      'version: 1\nmcp: { servers: { a: { command: x, env: { "A=B": c } } } }\n',
      2,
      /env.A=B" has characters/,
      /letters/,
    ],
    ['version: 1\nauto: [""]\n', 2, /"auto\[0\]" is empty/, /Write text/],
    ['version: 1\napprovals: { from: write }\n', 2, /cannot be "write"/, /list: \["write"\]/],
    [
      'version: 1\napprovals: { from: writ }\n',
      2,
      /cannot be "writ"/,
      /list of approvers, each a perm/,
    ],
    [
      'version: 1\napprovals: { from: [admins] }\n',
      2,
      /cannot be "admins"/,
      /@org\/team\. Did you mean "admin"\?$/,
    ],
    [
      'version: 1\napprovals: { from: writers }\n',
      2,
      /cannot be "writers"/,
      /@org\/team\. Did you mean "write"\?$/,
    ],
    ['version: 1\napprovals: { from: [] }\n', 2, /"approvals.from" is an empty list/, /an entry/],
    [
      'version: 1\napprovals: { reviews: approve }\n',
      2,
      /"approvals.reviews" cannot be "approve"/,
      /true or false/,
    ],
    [
      'version: 1\ntools:\n  auto: [fs_read]\n',
      3,
      /Unknown key "auto" in "tools"/,
      /"auto" belongs to the policy itself: write it without indentation\./,
    ],
    ['version: 1\napprovals: { box: true }\n', 2, /Unknown key "box"/, /Known keys: .*boxes/],
    ['version: 1\napprovals: { count: 11 }\n', 2, /"approvals.count" cannot be 11/, /at most 10/],
    [
      `version: 1\nauto: [${Array.from({ length: 5_001 }, (_, index) => `a${index}`).join(',')}]\n`,
      2,
      /"auto" has 5001 entries/,
      /at most 5000/,
    ],
    [
      'version: 1\nauto:\n  - bash_run(echo a: b)\n',
      3,
      /read as a map/,
      /- 'bash_run\(echo a: b\)'/,
    ],
    [
      "version: 1\nauto:\n  - bash_run(echo it's a: b)\n",
      3,
      /read as a map/,
      /- 'bash_run\(echo it''s a: b\)'/,
    ],
    [
      'version: 1\nmcp: { servers: { a: { url: x } } }\n',
      2,
      /"mcp.servers.a.url" cannot be "x"/,
      /https:/,
    ],
    [
      'version: 1\nmcp: { servers: { a: { url: "http://127.0.0.1:6000/mcp" } } }\n',
      2,
      /"mcp.servers.a.url"/,
      /port/,
    ],
    [
      'version: 1\nmcp: { servers: { a: { readonly: [b] } } }\n',
      2,
      /"mcp.servers.a.command" is missing/,
      /Write the program to start, or "url" with the address of a server/,
    ],
    [
      'version: 1\nmcp: { servers: { a: { command: x, url: "https://a.b" } } }\n',
      2,
      /"url" does not go with "command" in "mcp.servers.a"/,
      /Remove one of them/,
    ],
    ['version: 1\nconstructor: 1\n', 2, /Unknown key "constructor"/, /tests\.$/],
    ['version: 1\nbudget: { turns: .inf }\n', 2, /budget.turns is Infinity/, /with digits/],
    ['version: 1\nbudget: { usd: .nan }\n', 2, /budget.usd is NaN/, /with digits/],
    [
      'version: 1\ndeny: ["fs_write(src/**, lib/**)"]\n',
      2,
      /is two patterns in one/,
      /\{src,lib\}/,
    ],
    [
      'version: 1\ndeny: ["fs_write(src/**,!src/a)"]\n',
      2,
      /is two patterns in one/,
      /a rule for each/,
    ],
    [
      'version: 1\ndeny: ["fs_write(src/** lib/**)"]\n',
      2,
      /is two patterns in one/,
      /a rule for each/,
    ],
    [
      String.raw`version: 1
deny: ['fs_write(secrets\prod.env)']
`,
      2,
      /has "\\" between names/,
      /"secrets\/prod\.env"/,
    ],
    [
      String.raw`version: 1
deny: ['fs_*(C:\src\**)']
`,
      2,
      /has "\\" between names/,
      /"C:\/src\/\*\*"/,
    ],
    [
      String.raw`version: 1
deny: ['fs_write(secrets\.env)']
`,
      2,
      /has "\\" between names/,
      /"secrets\/\.env"/,
    ],
    [
      String.raw`version: 1
deny: ['fs_write(package\.json)']
`,
      2,
      /has "\\" between names/,
      /A "\." needs no "\\": "package\.json"/,
    ],
    [
      'version: 1\nauto: ["fs_write({src, lib}/**)"]\n',
      2,
      /is two patterns in one/,
      /without blanks/,
    ],
    [
      'version: 1\nauto: ["web_fetch(a.example, b.example)"]\n',
      2,
      /two patterns/,
      /a rule for each/,
    ],
    ['version: 1\ndeny: [\'fs_write("src/**")\']\n', 2, /"src\/\*\*" has quotes/, /without quotes/],
    ['version: 1\ndeny: ["fs_write(README.md,a.md)"]\n', 2, /is two patterns/, /"\\,"/],
    ['version: 1\nauto: [{ rule: fs_write, except: ["a, b"] }]\n', 2, /"a, b" is two/, /a rule/],
    ['version: 1\nauto: ["categry:web"]\n', 2, /is not a rule/, /Did you mean "category"/],
    ['version: 1\ndeny: ["fs_write(src,lib)"]\n', 2, /is two patterns/, /"\\,"/],
    ['version: 1\ndeny: ["fs_write(src,!src/gen)"]\n', 2, /is two patterns/, /a rule for each/],
    ['version: 1\ndeny: ["fs_write({src}/**)"]\n', 2, /"\{src\}" .* no alternatives/, /\{1,2,10\}/],
    ['version: 1\ndeny: ["fs_write(v{1..12})"]\n', 2, /"\{1\.\.12\}"/, /with commas/],
    [
      'version: 1\ndeny: ["fs_write({docs/,src/})"]\n',
      2,
      /because of its slash/,
      /\{src,lib\}\/\*/,
    ],
    ['version: 1\ndeny: ["fs_write(a/{b,/c})"]\n', 2, /because of its slash/, /before them/],
    ['version: 1\nauto: ["fs_write(!(keys)/**)"]\n', 2, /extended glob/, /in "except"/],
    ['version: 1\ndeny: ["fs_write(@(a|b)/**)"]\n', 2, /extended glob/, /\{src,lib\}/],
    [
      'version: 1\ndeny: ["fs_write([z-a]*)"]\n',
      2,
      /class of characters/,
      /upwards.*"\\\[" and "\\\]"/,
    ],
    ['version: 1\ndeny: ["fs_write({{a}/b)"]\n', 2, /without its other half/, /\\\{/],
    [
      'version: 1\nauto: [{ rule: fs_write, except: ["!(keys)/**"] }]\n',
      2,
      /extended glob/,
      /in "except"/,
    ],
    ['version: 1\ndeny: ["bash_*(@forbiden)"]\n', 2, /not a class/, /Did you mean "@forbidden"/],
    ['version: 1\ndeny: ["bash_*(@contained)"]\n', 2, /for "auto" alone/, /Name what/],
    [
      'version: 1\nauto:\n  - rule: bash_run\n    except: ["@publsh"]\n',
      4,
      /"@publsh" is not a class or intent/,
      /Did you mean "@publish"/,
    ],
    [
      'version: 1\nauto:\n  - rule: fs_write(src/**)\n    except: ["src/\u200bgen/**"]\n',
      4,
      /U\+200B, which nobody/,
      /plain space/,
    ],
    [
      'version: 1\nauto:\n  - rule: fs_*\n    except: ["fs_write(src/** !src/gen)"]\n',
      4,
      /an exception of its own/,
      /a rule for each/,
    ],
    ['version: 1\ndeny:\n  - fs_write # a\r  - bash_run\n', 3, /carriage return/, /LF/],
    ['version: 1\rmode: deny\r', 1, /carriage return/, /CRLF/],
    ['version: 1\ndeny:\n  - fs_write(src/{a,b/**)\n', 3, /a "\{" without its other half/, /\\\{/],
    ['version: 1\ndeny:\n  - fs_write(src/a]/**)\n', 3, /a "\]" without its other half/, /\\\]/],
    ['version: 1\nauto: ["fs_read(app/[id/**)"]\n', 2, /a "\[" without its other half/, /\\\[/],
    [
      'version: 1\ndeny: ["fs_write(src/\u200b**)"]\n',
      2,
      /src\/\\u\{200B\}.*U\+200B/,
      /plain space/,
    ],
    [
      'version: 1\ndeny: ["bash_run(git\u00a0push *)"]\n',
      2,
      /U\+00A0, which nobody/,
      /plain space/,
    ],
    ['version: 1\nauto: [fs_\ufeffread]\n', 2, /U\+FEFF, which nobody/, /plain space/],
    [
      'version: 1\nauto: bash_run\n',
      2,
      /"auto" cannot be "bash_run"/,
      /Write a list: \["bash_run"\]\./,
    ],
    ['version: 1\nauto: fs_read, fs_list\n', 2, /"auto" cannot be/, /a list, each item after "- "/],
    ['version: 1\nauto:\n', 2, /"auto" cannot be empty/, /Write a list below it/],
    ['version: 1\nauto:\n  - 7\n', 3, /"auto\[0\]" cannot be 7/, /text/],
    [
      'version: 1\nauto:\n  - rule: bash_run\n    excpt: [a]\n',
      4,
      /Unknown key "excpt"/,
      /Did you mean "except"/,
    ],
    ['version: 1\nauto:\n  - kind: readonly\n', 3, /space after "kind:"/, /"kind:NAME"/],
    [
      'version: 1\nauto:\n  - bash_run: npm test\n',
      3,
      /map.*after "bash_run:"/,
      /- 'bash_run\(npm test\)'/,
    ],
    ['version: 1\nauto:\n- kind:readonly\n - fs_read\n', 3, /two rules in one/, /same column/],
    ['version: 1\nauto:\n  - fs_read\n    - fs_write(a)\n', 3, /two rules in one/, /same column/],
    ['version: 1\nmode ask\nauto: [fs_read]\n', 2, /"mode ask" has no ":"/, /^Write mode: ask\.$/],
    ['version: 1\nauto: [fs_read]\nmode ask\n', 3, /"mode ask" has no ":"/, /^Write mode: ask\.$/],
    ['version: 1\nmode: ask\n- fs_read\n', 3, /an item of a list/, /same column/],
    [
      'version: 1\nauto:\n  - "fs_read\n  - fs_list\nmode: ask\n',
      3,
      /quote.*not closed/,
      /^Write " /,
    ],
    ["version: 1\nauto:\n  - 'it''s\n  - fs_list\n", 3, /quote.*not closed/, /^Write ' /],
    ['version: 1\n auto: [fs_read]\n', 1, /followed by a line that is indented/, /same column/],
    [
      'version: 1\napprovals: { webhook: "https://hooks.slack.com/services/T/B/X" }\n',
      2,
      /^"approvals.webhook" cannot be a URL\.$/,
      /input notify-webhook/,
    ],
    [
      'version: 1\napprovals: { webhook: slack }\n',
      2,
      /^"approvals.webhook" cannot be "slack"\.$/,
      /^Write keys/,
    ],
    ['version: 1\nbudget: { tokens: 1.5 }\n', 2, /cannot be 1\.5\.$/, /500000, 500k or 2M\.$/],
    ['version: 1\nbudget: { tokens: [1] }\n', 2, /cannot be a list\.$/, /500000, 500k or 2M\.$/],
    [
      'version: 1\nmcp: { servers: { docs: { command: node, trusted: 1 } } }\n',
      2,
      /trusted" cannot be 1\.$/,
      /^Write true, false, or sha256:/,
    ],
    [
      'version: 1\nauto:\n  - kind:reading\n',
      3,
      /"reading" is not a kind/,
      /readonly, write, execute, network/,
    ],
    [
      'version: 1\nauto:\n  - bash_run(@readonyl)\n',
      3,
      /not a class or intent/,
      /Did you mean "@readonly"/,
    ],
    [
      'version: 1\ndeny: [fs_read]\nmode: ask\ndeny: []\n',
      4,
      /The key "deny" is written twice/,
      /Keep/,
    ],
    ['version: 1\nbudget: { tokens: 1,000,000 }\n', 2, /The key "000" is written twice/, /Keep/],
    ['version: 1\nmode:\u00a0ask\n', 2, /the space U\+00A0/, /a plain space/],
    [
      'version: 1\nauto: [fs_read,\nmode: ask\n',
      2,
      /this "\[" is not closed before line 3\./,
      /Close the list with "\]"/,
    ],
    ['auto: [a,\n\n  b\ndeny: [c]\n', 1, /this "\[" is not closed before line 4/, /Close the list/],
    ['version: 1\nauto: ["a(b [c)", "]"', 2, /this "\[" is not closed\./, /Close the list/],
    ['version: 1\nlimits: { a: 1\nauto: []\n', 2, /this "\{" is not closed before line 3/, /"}"/],
    ['version: 1\nmcp: { a: [b }\n', 2, /this "\[" is not closed/, /Close the list/],
    [
      'auto: [a\ndeny: ]\nmode: ask\n',
      1,
      /this "\[" is not closed before line 2/,
      /Close the list/,
    ],
    ['auto: [a\ndeny: [b]]\n', 1, /this "\[" is not closed before line 2/, /Close the list/],
    ['version: 1\nauto: [bash_run({a,b})]\n', 2, /flow sequence/, /"\{" or "\}" in quotes/],
    ["version: 1\nauto:\n  - 'it's'\n", 3, /Unexpected scalar/, /write a quote twice/],
    [
      'version: 1\napprovals: { self: "true" }\n',
      2,
      /cannot be "true"/,
      /^Write true without quotes/,
    ],
    ['version: 1\napprovals: { count: "2" }\n', 2, /cannot be "2"/, /^Write 2 without quotes/],
    ['version: 1\nbudget: { usd: "1.5" }\n', 2, /cannot be "1.5"/, /^Write 1.5 without quotes/],
    ['version:1\nmode:ask\n', 1, /cannot be "version:1 mode:ask"/, /a space after the ":"/],
    ['version: 1\nauto:\n  -fs_read\n', 3, /cannot be "-fs_read"/, /a space after each "-"/],
    ['version: 1\ntests: [{ call: fs_read }]\n', 2, /is missing/, /auto, deny or requireApproval/],
    [
      'version: 1\nmcpServers: {}\n',
      2,
      /Unknown key "mcpServers"/,
      /It is called mcp\.servers here/,
    ],
    ['version: 1\ndeny:\n  - bash_run(echo #x)\n', 3, /no closing/, /begins a comment/],
    ['version: 1\nauto:\n  - bash_run(ls\n', 3, /no closing/, /Close the parenthesis/],
    ['version: 1\nauto:\n  - bash_run()\n', 3, /nothing between/, /"bash_run"/],
    [
      'version: 1\nauto:\n  - bash_run (npm test)\n',
      3,
      /"bash_run \(npm test\)" is not a rule/,
      /^Write it without the space before "\(": "bash_run\(npm test\)"\.$/,
    ],
    ['version: 1\nauto:\n  - "========"\n', 3, /is not a rule/, /Write a tool/],
    [
      'version: 1\nauto:\n  - "@readonly"\n',
      3,
      /"@readonly" is not a rule/,
      /For commands: "bash_run\(@readonly\)"/,
    ],
    ['version: 1\nsandbox: of\n', 2, /"sandbox" cannot be "of"/, /off/],
    ['version: 1\nsandbox: false\n', 2, /"sandbox" cannot be false/, /./],
    [
      'version: 1\napprovals: { notify: [bob] }\n',
      2,
      /bob/,
      /Somebody to notify is @user or @org\/team/,
    ],
    ['version: 1\napprovals: { wait: 10 }\n', 2, /"approvals.wait" cannot be 10/, /such as 10m/],
    [
      'version: 1\napprovals: { wait: ten }\n',
      2,
      /"approvals.wait" cannot be "ten"/,
      /such as 10m/,
    ],
    ['version: 2\n', 1, /"version" cannot be 2/, /Write 1/],
    ['mode: ask\n', 1, /"version" is missing/, /Write "version: 1"/],
    ['- a\n', 1, /^The policy cannot be a list/, /keys with values/],
    ['version: 1\nmode: ask\nmode: deny\n', 3, /key "mode" is written twice/, /Keep one/],
    ['version: 1\nx: &a { mode: auto }\n<<: *a\n', 3, /Merge keys/, /Write the merged keys out/],
    ['version: 1\n? [a]\n: b\n', 2, /./, /./],
    ['version: 1\nauto: [!!js/function x]\n', 2, /./, /./],
    ['\uFFFD\uFFFDv\0e\0r\0s\0i\0o\0n\0', 1, /not UTF-8/, /UTF-8/],
    ['version: 1\n---\nversion: 1\n', 2, /more than one YAML document/, /./],
    ['version: 1\nauto:\n\t- a\n', 3, /./, /spaces/],
    ['version: 1\nauto: [*everything]\n', 2, /./, /quotes|anchor|Write the value out/],
    ['version: 1\nsandbox: { write: [/etc] }\n', 2, /write\[0\]" cannot be "\/etc"/, /root/],
    ['version: 1\nsandbox: { write: [../x] }\n', 2, /cannot be "..\/x"/, /such as src/],
    ['version: 1\nsandbox: { write: ["src/**"] }\n', 2, /cannot be "src/, /without wildcards/],
    ['version: 1\nsandbox: { write: [a/.git] }\n', 2, /cannot be "a\/.git"/, /\.git/],
    [
      'version: 1\nmcp: { servers: { a: { command: x, write: ["out/*"] } } }\n',
      2,
      /"mcp.servers.a.write\[0\]" cannot be "out/,
      /without wildcards/,
    ],
    ['version: 1\nhooks: [countersign:foo]\n', 2, /cannot be "countersign:foo"/, /cache-readonly/],
    ['version: 1\nhooks: ["countersign:mask"]\n', 2, /cannot be "countersign:mask"/, /REGEX/],
    [
      'version: 1\nhooks: [countersign:cache-readonly, "countersign:mask(()"]\n',
      2,
      /"hooks\[1\]": "\(" is not a regular expression/,
      /Escape/,
    ],
    ['version: 1\nhooks: [../x.mjs]\n', 2, /"hooks\[0\]" cannot be/, /from the root/],
    ['version: 1\ntools: { modules: ["**/x.mjs"] }\n', 2, /modules\[0\]" cannot be/, /one name/],
    ['version: 1\ntests: [{ expect: auto }]\n', 2, /"tests\[0\]" names no call/, /call: fs_read/],
    [
      'version: 1\ntests: [{ path: a, expect: auto }]\n',
      2,
      /"tests\[0\]" names no tool/,
      /call: fs/,
    ],
    ['version: 1\ntests: [{ host: a.b, expect: auto }]\n', 2, /names no tool/, /call: fs_read/],
    [
      'version: 1\ntests: [{ call: fs_write (a), expect: auto }]\n',
      2,
      /tests.*call/,
      /A call is a/,
    ],
    [
      'version: 1\ntests: [{ call: "fs_write(a", expect: auto }]\n',
      2,
      /tests.*call/,
      /A call is a/,
    ],
    ['version: 1\ntests: [{ tool: "fs_*", expect: auto }]\n', 2, /tests.*tool/, /A tool is one/],
    [
      'version: 1\ntests: [{ call: fs_read(a), command: ls, expect: auto }]\n',
      2,
      /"tests\[0\]" names its call twice: call and command/,
      /Remove one/,
    ],
    [
      'version: 1\ntests: [{ tool: fs_read, command: ls, expect: auto }]\n',
      2,
      /"tests\[0\]" names a command, and calls of fs_read have none/,
      /Write path for it/,
    ],
    ['version: 1\ntests: [{ tool: bash_run, path: a, expect: auto }]\n', 2, /a path/, /command/],
    ['version: 1\ntests: [{ tool: web_fetch, path: a, expect: auto }]\n', 2, /a path/, /host/],
    ['version: 1\ntests: [{ tool: fs_write, host: a.b, expect: auto }]\n', 2, /a host/, /path/],
    ['version: 1\ntests: [{ tool: finish, path: a, expect: auto }]\n', 2, /a path/, /Remove it/],
    ['version: 1\nredact: { patterns: ["("] }\n', 2, /not a regular expression/, /./],
    ['version: 1\nredact: { patterns: ["(a+)+b"] }\n', 2, /"\(a\+\)\+b" /, /bounded repetitions/],
    ['version: 1\nhooks: ["countersign:mask((a+)+b)"]\n', 2, /"hooks\[0\]": /, /bounded/],
    ['version: 1\nhooks: ["countersign:mask(a*)"]\n', 2, /matches the empty text/, /at least/],
    ['version: 1\n__proto__: { mode: auto }\n', 2, /__proto__/, /./],
  ])('says place and fix for %j', (text, line, message, fix) => {
    const [problem] = problems(text);
    expect(problem).toMatchObject({ file: 'p.yml', line });
    expect(problem?.message).toMatch(message);
    expect(problem?.fix).toMatch(fix);
  });

  it('reports an open quote alone, and not the list around it that it leaves open', () => {
    expect(problems('auto: ["a, b]\nmode: ask\n')).toMatchObject([
      { line: 1, column: 8, message: 'It is not valid YAML: this quote is not closed.' },
    ]);
  });

  it('reports every error at once: of the schema, of rules, of names and of tests', () => {
    const text = `version: 1
mod: ask
auto:
  - fs_read(
  - 7
  - fs_write(a
deny:
  - fs_wirte(.github/**)
  - fs_write(b)
  - bash_run(@readonyl)
whenUntrusted:
  auto: [3, kind:reading]
redact: { patterns: ['('] }
tests:
  - { call: fs_write(b), expect: auto }
  - { call: fs_write(a), expect: auto }
  - { call: fs_read(c), expct: auto }
`;
    const { errors } = checkPolicy(text, { file: 'p.yml', knownTools: BUILTIN_TOOLS });
    const found = errors.map(({ line, message }) => `${line} ${message}`);
    expect(found).toEqual([
      expect.stringMatching(/^2 Unknown key "mod"/),
      expect.stringMatching(/^4 The rule "fs_read\("/),
      expect.stringMatching(/^5 "auto\[1\]" cannot be 7/),
      expect.stringMatching(/^6 The rule "fs_write\(a"/),
      expect.stringMatching(/^8 No tool is called "fs_wirte"/),
      expect.stringMatching(/^10 "@readonyl"/),
      expect.stringMatching(/^12 "whenUntrusted.auto\[0\]" cannot be 3/),
      expect.stringMatching(/^12 "reading" is not a kind/),
      expect.stringMatching(/^13 "\(" is not a regular expression/),
      // The test on line 16 may only fail because the rule on line 6 is missing.
      expect.stringMatching(/^15 The test "fs_write\(b\)" expects auto but gets deny/),
      expect.stringMatching(/^17 "tests\[2\].expect" is missing/),
      expect.stringMatching(/^17 Unknown key "expct"/),
    ]);
  });

  it.each([
    ['bash_run(git push "origin)', /a quote in it is not closed/],
    ['bash_run(curl * | sh)', /each command of a line is evaluated by itself/],
    ['bash_run(rm *, mv *)', /each command of a line is evaluated by itself/],
    ['bash_run(git push:*)', /Write "bash_run\(git push \*\)"/],
    ['web_fetch(https://a.org/)', /hosts, not addresses/],
    ['web_fetch(domain:a.org)', /Write "web_fetch\(a.org\)"/],
    ['web_fetch(a.org:70000)', /no port has this number/],
    ['web_fetch(exämple.org)', /it is not a host.*xn--/],
    ['web_fetch(2130706433)', /is written 127\.0\.0\.1/],
    ['web_fetch([0:0:0:0:0:0:0:1]:*)', /is written \[::1\]/],
    ['bash_run(@force-push @publish)', /a class or an intent stands alone/],
    ['bash_run(git push *) - bash_run(npm publish *)', /it is two rules in one/],
    ['fs_write(.github/**), fs_write(secrets/**)', /it is two rules in one/],
    ['bash_run(^rm\\b.*)', /a rule is words and \*, not a regular expression/],
    ['task_run(*)', /calls of task_run name no path, host or command/],
    ['github_label(bug)', /calls of github_label name no path, and no host but GitHub's/],
    ['fs_write(====)', /resembles a heading/],
  ])('refuses a rule that would gate something and can never match: %s', (rule, expected) => {
    for (const list of ['deny', 'requireApproval']) {
      const whole = `version: 1\nmode: auto\nauto: [fs_read]\n${list}:\n  - '${rule}'\n`;
      const nested = `version: 1\nwhenUntrusted:\n  ${list}:\n    - '${rule}'\n`;
      for (const [text, line, column] of [
        [whole, 5, 5],
        [nested, 4, 7],
      ] as const) {
        const [problem, ...others] = errorsOf(text);
        expect(others).toEqual([]);
        expect(problem).toMatchObject({ line, column });
        expect(`${problem?.message} ${problem?.fix}`).toMatch(expected);
      }
    }
    expect(errorsOf(`version: 1\nauto: ['${rule}']\n`)).toEqual([]);
  });

  it.each([
    ['bash_run(git *)', 'git push:*', /":\*" at its end/],
    ['bash_run(git *)', 'git commit -m "x', /a quote in it is not closed/],
    ['bash_run', 'git push | cat', /each command of a line/],
    ['kind:execute', 'bash_run(^rm)', /not a regular expression/],
    ['web_fetch(*.a.org)', 'https://x.a.org', /hosts, not addresses/],
    ['web_fetch(*.a.org)', 'domain:x.a.org', /hosts are written alone/],
    ['*', 'github_label(bug)', /calls of github_label name no path/],
  ])('refuses an exception of auto that can never match: %s without %s', (rule, without, why) => {
    const rules = `[{ rule: '${rule}', except: ['${without}'] }]`;
    const [problem, ...others] = errorsOf(`version: 1\nauto: ${rules}\n`);
    expect(others).toEqual([]);
    expect(problem?.message).toMatch(why);
    const gate = checkPolicy(`version: 1\ndeny: ${rules}\n`, { file: 'p.yml' });
    expect(gate.errors).toEqual([]);
    expect(gate.warnings.some(({ message }) => why.test(message))).toBe(true);
  });

  it.each([
    'approvals: { wait: 0s }',
    'approvals: { wait: 0s, then: suspend }',
    'approvals: { expire: 5m }',
    'approvals: { from: [write], count: 3 }',
    'approvals: { from: ["@a", "@o/t"], count: 3 }',
    'limits: { github_comment: 0 }',
    'sandbox: { network: ["*:*", "[::1]:443", "10.1.2.3:65535"] }',
    'mcp: { servers: { a: { command: x, env: { discovery.type: b, MY-NAME: c } } } }',
    'mcp: { servers: { a: { command: x, env: { "npm_config_@a:registry": b } } } }',
    'auto: ["mcp__a__b(s3://bucket/x)"]',
  ])('takes a limit that may be meant: %s', (text) => {
    expect(errorsOf(`version: 1\n${text}\n`)).toEqual([]);
  });

  it('reports only the first of the lines that follow text of another kind', () => {
    const rest = 'version: 1\nmode: ask\nauto:\n  - fs_read\n  - fs_list\n';
    expect(problems(`$ countersign policy preset\n# A preset.\n${rest}`)).toMatchObject([
      { line: 3 },
    ]);
  });

  it('finds the exception of a rule that cannot be read', () => {
    const text =
      "version: 1\nauto:\n  - rule: fs_read(src/** !src/b)\n    except:\n      - src/a\n      - 'x('\n";
    expect(errorsOf(text)).toMatchObject([{ line: 6, column: 9 }]);
  });

  it.each([
    'fs_read(app/[id]/**)',
    'fs_read(a\\{b)',
    'fs_read(a\\{b\\})',
    'fs_read(a[]]b)',
    'fs_read([{x}]a)',
    'fs_read({a,{b,c}}/[!x]*)',
    'fs_read({a/,}b/{c,d/e}/**)',
    'fs_read({{cookiecutter.name}}/src/{{ x }}.py)',
    'fs_read(app/\\[post-slug\\]/**)',
    'fs_read(a (1)|b)',
    'fs_read(app/**, !(admin)/**)',
    '*({a,b}/**)',
  ])('reads brackets that are whole, or plain: %s', (rule) =>
    expect(errorsOf(`version: 1\ndeny: ['${rule}']\n`)).toEqual([]),
  );

  it.each([
    ['Latin-1', Buffer.from('version: 1\n# caf\xe9\nmode: ask\n', 'latin1'), 2, 6, 'E9'],
    ['UTF-16', Buffer.from('\ufeffversion: 1\n', 'utf16le'), 1, 1, 'FF'],
    ['after other letters', Buffer.from([0xc3, 0xa9, 0xf0, 0x9f, 0x98]), 1, 2, 'F0'],
  ])('says where a file that is no UTF-8 ends to be it: %s', (_name, bytes, line, column, byte) => {
    const [problem] = problems(bytes);
    expect(problem).toMatchObject({ line, column, fix: 'Save it as UTF-8.' });
    expect(problem?.message).toContain(`0x${byte}`);
  });

  it('refuses the same rule in two lists and names both lines', () => {
    const [problem] = problems(
      'version: 1\nauto:\n  - fs_read\n  - bash_run(git  log *)\ndeny:\n  - bash_run(git log *)\n',
    );
    expect(problem?.line).toBe(6);
    expect(problem?.message).toMatch(/line 4.*line 6/);
  });

  it('names the first list of a rule that is in three, for each of the others', () => {
    const found = problems('version: 1\nauto: [a_x]\nrequireApproval: [a_x]\ndeny: [a_x]\n');
    expect(found.map(({ message }) => /\w+ \(line \d\)/.exec(message)?.[0])).toEqual([
      'auto (line 2)',
      'auto (line 2)',
    ]);
  });

  it('says of a rule that is read as a map that, and nothing of the keys that the map lacks', () => {
    expect(problems('version: 1\nauto:\n  - bash_run: npm test\n    kind: x\n')).toMatchObject([
      { message: expect.stringContaining('is read as a map') as string },
    ]);
  });

  it('checks the expression of a mask that has several lines', () => {
    const [problem] = problems('version: 1\nhooks:\n  - "countersign:mask((a+\\n)+b)"\n');
    expect(problem?.message).toContain('repeats a group');
  });

  it('refuses bytes that are not UTF-8 and files beyond the limit', () => {
    expect(problems(Buffer.from([0x76, 0xff, 0xfe]))[0]?.message).toMatch(/not UTF-8/);
    expect(problems(`version: 1\n# ${'x'.repeat(600_000)}`)[0]?.message).toMatch(/bytes/);
  });

  it('lets a short alias repeat a list and points at the alias when its content is wrong', () => {
    const text = 'version: 1\nauto: &reads [fs_read, fs_list]\nwhenUntrusted:\n  auto: *reads\n';
    expect(policy(text).layers[0].whenUntrusted.rules).toHaveLength(2);
  });

  it('ends fast on nested anchors, deep nesting and endless aliases', () => {
    const levels = Array.from(
      { length: 40 },
      (_, index) =>
        `a${index}: &a${index} [${index === 0 ? 'x' : `*a${index - 1}, *a${index - 1}, *a${index - 1}`}]`,
    );
    const anchors = Array.from(
      { length: 20_000 },
      (_, index) => `k${index}: &k${index} ${index === 0 ? 'x' : `*k${index - 1}`}`,
    );
    const hostile = [
      `version: 1\n${levels.join('\n')}\n`,
      `version: 1\n${anchors.join('\n')}\n`.slice(0, 500_000),
      `version: 1\nauto: ${'['.repeat(100_000)}`,
      `version: 1\nauto: ${'{a: '.repeat(50_000)}`,
      `version: 1\nauto:\n  ${'- '.repeat(100_000)}x\n`,
      `version: 1\nauto: &a [*a]\n`,
      `version: 1\nauto: ${'&a '.repeat(50_000)}x\n`,
      `version: 1\n${'? '.repeat(50_000)}x\n`,
      `version: 1\nauto: ${'!'.repeat(200_000)}\n`,
    ];
    for (const text of hostile) {
      expect(problems(text)[0]?.message).toMatch(/./);
    }
  });

  it('has a strict built-in policy without lines', () => {
    const [builtin] = builtinPolicy().layers;
    expect(builtin.rules.map(({ text, line }) => [text, line])).toEqual([
      ['kind:readonly', null],
      ['bash_run(@contained)', null],
    ]);
    expect(builtin).toMatchObject({ mode: 'ask', modeLine: null, file: 'built-in' });
  });
});

function withExpire(expire: string) {
  return errorsOf(`version: 1\napprovals: { expire: ${expire} }\n`);
}

describe('a value that only some files may have', () => {
  it('mode: defer is refused in a policy that is no baseline', () => {
    const text = 'version: 1\nmode: defer\n';
    expect(errorsOf(text)).toMatchObject([
      { line: 2, message: expect.stringContaining('this policy is not a baseline') },
    ]);
    expect(checkPolicy(text, { file: 'p.yml', baseline: true }).errors).toEqual([]);
  });

  it('a time is at most 90 days', () => {
    for (const longest of ['90d', '2160h', '7776000s']) expect(withExpire(longest)).toEqual([]);
    for (const longer of ['91d', '2161h', '7776001s'])
      expect(JSON.stringify(withExpire(longer))).toContain('and at most 90d.');
  });
});
