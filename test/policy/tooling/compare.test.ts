import { applyPatch } from 'diff';
import { describe, expect, it } from 'vitest';
import {
  diffPolicies,
  diffText,
  explain,
  explanationText,
  loadPolicy,
  type RecordedCall,
  replay,
  replayText,
  suggestRules,
  sampleFacts,
} from '../../../src/policy/index.ts';
import { policy, situation, pathResolver } from '../helpers.ts';
import { schemaKeys } from '../schema-keys.ts';

const calls: readonly RecordedCall[] = [
  { id: 'r1/c1', facts: sampleFacts('fs_read', 'src/a.ts'), verdict: 'auto' },
  {
    id: 'r1/c2',
    facts: sampleFacts('fs_write', 'src/a.ts'),
    verdict: 'requireApproval',
    approved: true,
  },
  {
    id: 'r1/c3',
    facts: sampleFacts('bash_run', 'npm test'),
    verdict: 'requireApproval',
    approved: true,
  },
  {
    id: 'r2/c1',
    facts: sampleFacts('bash_run', 'npm test'),
    verdict: 'requireApproval',
    approved: true,
  },
  {
    id: 'r2/c2',
    facts: sampleFacts('fs_write', '.env'),
    verdict: 'requireApproval',
    approved: true,
  },
  {
    id: 'r2/c3',
    facts: sampleFacts('fs_write', '.env'),
    verdict: 'requireApproval',
    approved: true,
  },
  {
    id: 'r2/c4',
    facts: sampleFacts('bash_run', 'echo $X'),
    verdict: 'requireApproval',
    approved: true,
  },
  {
    id: 'r2/c5',
    facts: sampleFacts('bash_run', 'echo $X'),
    verdict: 'requireApproval',
    approved: true,
  },
  { id: 'r2/c6', facts: sampleFacts('bash_run', 'make'), verdict: 'requireApproval' },
  { id: 'r2/c7', facts: sampleFacts('bash_run', 'make'), verdict: 'requireApproval' },
];

describe('comparing policies', () => {
  it('names what is newly auto, no longer asked, newly denied and newly asked', () => {
    const before = policy(
      'auto:\n  - kind:readonly\n  - fs_write(docs/**)\ndeny:\n  - fs_write(db/**)\n',
    );
    const after = policy(
      'auto:\n  - kind:readonly\n  - fs_write(src/**)\n  - fs_write(db/**)\ndeny:\n  - web_fetch\n',
    );
    const diff = diffPolicies(before, after);
    const names = (changes: typeof diff.newlyAuto): readonly string[] =>
      changes.map((change) => change.call);
    expect(names(diff.newlyAuto)).toEqual(
      expect.arrayContaining(['fs_write(src/x/y)', 'fs_write(db/x/y)', 'fs_write(src/index.ts)']),
    );
    expect(names(diff.noLongerAsked)).toContain('fs_write(src/x/y)');
    expect(names(diff.noLongerAsked)).not.toContain('fs_write(db/x/y)');
    expect(names(diff.newlyDenied)).toContain('web_fetch(example.com)');
    expect(names(diff.newlyAsked)).toContain('fs_write(docs/x/y)');
    expect(diff.loosens).toBe(true);
    expect(diffText(diff)).toMatch(
      /fs_write\(src\/x\/y\) {2}requireApproval -> auto {2}\(line 4\)/,
    );
  });

  it('says "none" of a limit that one policy lacks', () => {
    const limited = policy('budget: { minutes: 10 }\n');
    expect(diffText(diffPolicies(limited, policy('mode: ask\n')))).toContain(
      'budget.minutes: 10 -> none  (looser)',
    );
  });

  it('names a path once that a call both reads and writes', () => {
    const strict = policy('mode: deny\n');
    const push = policy('mode: deny\nrequireApproval: [github_push_branch]\n');
    const pushed = diffPolicies(strict, push).newlyAsked.map(({ call }) => call);
    expect(pushed).toContain('github_push_branch(README.md)');
  });

  it('finds nothing between a policy and itself, and nothing loose in a stricter one', () => {
    const same = policy('auto:\n  - kind:readonly\n');
    expect(diffPolicies(same, same, { calls })).toMatchObject({
      newlyAuto: [],
      newlyDenied: [],
      newlyAsked: [],
      settings: [],
      loosens: false,
    });
    expect(diffText(diffPolicies(same, same))).toBe('No verdict changes.');
    expect(diffPolicies(same, policy('mode: deny\nauto:\n  - kind:readonly\n')).loosens).toBe(
      false,
    );
  });

  it('counts a proof that is no longer required as looser', () => {
    const strict = policy('done: { requires: [bash_run(npm test)] }\n');
    expect(diffPolicies(strict, policy('')).settings).toEqual([
      { setting: 'done.requires', before: '["bash_run(npm test)"]', after: '[]', loosens: true },
    ]);
    expect(diffPolicies(policy(''), strict).loosens).toBe(false);
  });

  it('reports settings that loosen the policy', () => {
    const diff = diffPolicies(
      policy(
        'budget: { turns: 5 }\nsandbox: required\napprovals: { count: 2 }\nlimits: { github_comment: 1 }\n',
      ),
      policy(
        'budget: { turns: 9, onLimit: ask }\nsandbox: off\napprovals: { count: 1, self: true, reviews: true, boxes: true }\nwhenUntrusted: auto\n',
      ),
    );
    expect(diff.settings.filter((each) => each.loosens).map((each) => each.setting)).toEqual([
      'whenUntrusted.mode',
      'sandbox.mode',
      'approvals.count',
      'approvals.self',
      'approvals.reviews',
      'approvals.boxes',
      'budget.turns',
      'budget.onLimit',
      'limits.github_comment',
    ]);
    const changed = diffPolicies(
      policy('mode: auto\nwhenUntrusted: ask\n'),
      policy('mode: auto\nwhenUntrusted: auto\n'),
    );
    expect(changed.newlyAuto.every((change) => change.untrusted)).toBe(true);
    expect(changed.newlyAuto.length).toBeGreaterThan(0);
  });

  it('compares the limit of a tool that is called like a member of every object', () => {
    const limited = policy('limits: { constructor: 1 }\n');
    expect(diffPolicies(policy(''), limited).settings).toEqual([
      { setting: 'limits.constructor', before: 'null', after: '1', loosens: false },
    ]);
  });

  it('compares every key of the schema: each is in the sample here, or changes verdicts of calls', () => {
    const sample = `mode: deny
plan: required
whenUntrusted: deny
approvals: { from: [admin], notify: ['@octo'], wait: 1h, remind: 5m, expire: 2h, then: fail, count: 2, self: true,
  reviews: true, boxes: true, webhook: { format: slack } }
sandbox: { mode: required, network: [example.com], write: [out] }
budget: { turns: 3, calls: 3, minutes: 3, tokens: 3, usd: 3, onLimit: ask }
done: { requires: [bash_run(npm test)] }
limits: { github_comment: 1 }
tools: { modules: [a.mjs], secrets: [TOKEN], parallel: 1 }
github: { branch: 'x/{about}', images: off }
hooks: ['countersign:cache-readonly']
mcp: { servers: { docs: { url: 'https://example.com' } } }
redact: { patterns: ['a+'] }
`;
    const { settings } = diffPolicies(policy(''), policy(sample));
    const compared = settings.map(({ setting }) => setting);
    const byCalls = ['auto', 'deny', 'requireApproval', 'tools.enabled', 'tools.disabled'];
    /** The form of the file, its own tests, and what only a policy with baselines can name. */
    const noSetting = ['version', 'tests', 'extends'];
    const known = [...byCalls, ...noSetting];
    const missing = schemaKeys().filter(
      (key) => !known.includes(key) && compared.every((name) => !name.startsWith(key)),
    );
    expect(missing, 'Compare these keys in SETTINGS of src/policy/tooling/diff.ts.').toEqual([]);
  });

  it.each([
    'fs_write(infra/{prod,staging}/**)',
    'fs_write({a,b{c,d}}/*.ts)',
    'fs_write(src/[a-m]?.ts)',
    'fs_write(app/\\[id\\]/**)',
    'fs_write(docs/)',
    'fs_read(/etc/**)',
    'fs_read(~/.ssh/**)',
    'web_fetch(api.example.org:*)',
    'web_fetch(*.corp.example:8443)',
    "bash_run(git commit -m 'a b')",
    "bash_run(npm run 'build:*')",
    String.raw`bash_run(echo \*)`,
    'bash_run("my prog" *)',
    'bash_run(cd packages/* && npm test *)',
    'deploy_tool(prod/{a,b})',
  ])('shows that %s is a new rule of auto, or no longer one of deny', (rule) => {
    const without = policy('mode: ask\n');
    expect(diffPolicies(without, policy(`auto: [${JSON.stringify(rule)}]\n`)).loosens).toBe(true);
    const denied = policy(`mode: auto\ndeny: [${JSON.stringify(rule)}]\n`);
    expect(diffPolicies(denied, policy('mode: auto\n')).loosens).toBe(true);
    expect(diffPolicies(denied, denied).settings).toEqual([]);
  });

  it.each([
    ['mode: auto\ntools: { disabled: [deploy] }', 'mode: auto'],
    ['mode: auto\ntools: { disabled: [mcp__a__*] }', 'mode: auto'],
    ['mode: auto\ntools: { enabled: [fs_*] }', 'mode: auto\ntools: { enabled: [fs_*, mcp__a__b] }'],
    ['mode: auto\ndeny: [fs_write(src/**)]', 'mode: auto\ndeny: ["fs_write(src/**, !src/gen/**)"]'],
    ['auto: ["fs_read(a/**, !a/b/**)"]', 'auto: [fs_read(a/**)]'],
    [
      'auto: [{ rule: "fs_*", except: [fs_edit(src/**)] }]',
      'auto: [{ rule: "fs_*", except: [fs_edit(src/a/**)] }]',
    ],
    [
      `mode: auto\ndeny: ['fs_write({${[...Array(12).keys()].join()}}/**)']`,
      `mode: auto\ndeny: ['fs_write({${[...Array(11).keys()].join()}}/**)']`,
    ],
    ['requireApproval: [{ rule: fs_read(~/a), count: 2 }]', 'requireApproval: [fs_read(~/a)]'],
    ['mode: ask', 'budget: { usd: 6 }'],
    ['approvals: { from: [maintain] }', 'approvals: { from: [write] }'],
    ['sandbox: { write: [src/a] }', 'sandbox: { write: [src] }'],
    ['sandbox: { network: [a.b.org] }', 'sandbox: { network: ["*.b.org"] }'],
  ])('shows as looser: %j -> %j', (before, after) => {
    expect(diffPolicies(policy(before), policy(after)).loosens).toBe(true);
  });

  it.each([
    ['approvals: { from: [write] }', 'approvals: { from: [maintain] }'],
    ['sandbox: { write: [src] }', 'sandbox: { write: [src/a] }'],
    ['sandbox: { network: ["*.b.org", c.org] }', 'sandbox: { network: [a.b.org] }'],
    ['budget: { usd: 6 }', 'mode: ask'],
  ])('shows as no looser setting: %j -> %j', (before, after) => {
    const { settings, loosens } = diffPolicies(policy(before), policy(after));
    expect(settings).toHaveLength(1);
    expect(loosens).toBe(false);
  });

  it('names a rule that there are too many others to try', () => {
    const many = Array.from({ length: 40 }, (_, n) => `fs_*({a,b,c,d,e,f,g,h}${n}/*)`);
    const [before, after] = [many, [...many, 'fs_write(a/**)']].map((rules) =>
      policy(`auto: ${JSON.stringify(rules)}\n`),
    );
    if (before === undefined || after === undefined) throw new Error('There are two.');
    const diff = diffPolicies(before, after);
    expect(diff).toMatchObject({ newlyAuto: [], loosens: true });
    expect(diff.settings).toEqual([
      {
        setting: 'auto: fs_write(a/**)',
        before: 'none',
        after: 'a rule that no call shows',
        loosens: true,
      },
    ]);
  });

  it('compares recorded calls too', () => {
    const diff = diffPolicies(policy('mode: ask\n'), policy('auto:\n  - bash_run(make)\n'), {
      calls,
    });
    expect(
      diff.newlyAuto.filter((change) => change.recorded !== null).map((change) => change.recorded),
    ).toEqual(['r2/c6', 'r2/c7']);
  });
});

describe('replaying recorded calls', () => {
  it('counts and names the calls that flip', () => {
    const result = replay(
      policy('auto:\n  - bash_run(npm test)\ndeny:\n  - fs_write(.env)\n'),
      calls,
      pathResolver(),
    );
    expect(result.calls).toBe(10);
    expect(result.counts).toEqual({
      'auto->requireApproval': 1,
      'requireApproval->auto': 2,
      'requireApproval->deny': 2,
    });
    expect(result.changes.map((flip) => flip.call.id)).toEqual([
      'r1/c1',
      'r1/c3',
      'r2/c1',
      'r2/c2',
      'r2/c3',
    ]);
    expect(replayText(result)).toMatch(/^5 of 10 calls/);
  });
});

describe('suggesting rules', () => {
  const text =
    'version: 1\nmode: ask\nauto:\n    - kind:readonly # reading\ndeny:\n  - web_fetch\n';

  it('proposes the narrowest rules for what was approved again and again, as a patch that applies and works', () => {
    const result = suggestRules(policy(text), calls, {
      policyText: text,
      pathResolver: pathResolver(),
    });
    expect(result.suggestions).toEqual([
      { rule: 'bash_run(npm test)', calls: 2, ids: ['r1/c3', 'r2/c1'] },
      { rule: 'fs_write(.env)', calls: 2, ids: ['r2/c2', 'r2/c3'] },
    ]);
    const patched = applyPatch(text, result.patch);
    if (patched === false) throw new Error('The patch was expected to apply.');
    expect(replay(policy(patched), calls, pathResolver()).counts).toMatchObject({
      'requireApproval->auto': 4,
    });
  });

  it.each([
    ['"auto":\n  - kind:readonly\n'],
    ['tests:\n  - { command: npm test, expect: requireApproval }\n'],
  ])('names the rules in comments if the policy would not load with them: %j', (rest) => {
    const other = `version: 1\n${rest}`;
    const { patch } = suggestRules(policy(other), calls, {
      policyText: other,
      pathResolver: pathResolver(),
    });
    expect(patch).toContain('#   - "bash_run(npm test)"\n');
    expect(patch).toMatch(/^(?:#.*\n)+$/);
  });

  it('proposes a folder for many files of one kind in it', () => {
    const many = ['a', 'b', 'c'].map(
      (name): RecordedCall => ({
        id: name,
        facts: sampleFacts('fs_write', `docs/${name}.md`),
        verdict: 'requireApproval',
        approved: true,
      }),
    );
    expect(
      suggestRules(policy(text), many, { policyText: text, pathResolver: pathResolver() })
        .suggestions,
    ).toEqual([{ rule: 'fs_write(docs/*.md)', calls: 3, ids: ['a', 'b', 'c'] }]);
  });

  it('adds a missing list and proposes nothing for what cannot become auto', async () => {
    const bare = 'version: 1\ndeny:\n  - fs_write(.env)\nwhenUntrusted: ask';
    const result = suggestRules(
      policy(bare),
      calls.map((call) => ({ ...call, untrusted: call.id.startsWith('r2') })),
      { policyText: bare, pathResolver: pathResolver(), times: 1 },
    );
    expect(result.suggestions).toEqual([
      { rule: 'fs_write(src/a.ts)', calls: 1, ids: ['r1/c2'] },
      // A rule does not open the same command after untrusted content, so only one call counts.
      { rule: 'bash_run(npm test)', calls: 1, ids: ['r1/c3'] },
    ]);
    const patched = applyPatch(`${bare}\n`, result.patch);
    if (patched === false) throw new Error('The patch does not apply.');
    expect(loadPolicy(patched, { file: 'p.yml' })).toMatchObject({ ok: true });
    expect(
      suggestRules(policy(text), [], { policyText: text, pathResolver: pathResolver() }),
    ).toEqual({
      suggestions: [],
      patch: '',
    });
  });
});

describe('explaining a verdict', () => {
  it('names rule and line, and the rule that would make it pass, tried out', () => {
    const chosen = policy('requireApproval:\n  - fs_write\n');
    const explanation = explain(chosen, sampleFacts('fs_write', 'app/[id]/a.ts'), situation());
    expect(explanation).toMatchObject({
      at: 'p.yml:3',
      toPass: [String.raw`fs_write(app/\[id\]/a.ts)`],
      cannotPass: null,
    });
    expect(explanationText(explanation)).toMatch(/rule {5}fs_write {2}\(p.yml:3\)/);
  });

  it('says where no rule can make it pass', () => {
    const chosen = policy('deny:\n  - fs_write\n');
    expect(explain(chosen, sampleFacts('fs_write', 'a'), situation()).cannotPass).toMatch(
      /deny rule wins.*line 3/,
    );
    expect(explain(chosen, sampleFacts('fs_read', '.git/config'), situation())).toMatchObject({
      at: null,
      toPass: [],
      cannotPass: expect.stringMatching(/^No rule opens this/) as string,
    });
    expect(
      explain(policy('auto:\n  - fs_read\n'), sampleFacts('fs_read', 'a'), situation()),
    ).toMatchObject({ toPass: [], cannotPass: null });
  });

  it('shows each command of a line', () => {
    const explanation = explain(
      policy('auto:\n  - bash_run(npm test)\n'),
      sampleFacts('bash_run', 'npm test'),
      situation(),
    );
    expect(explanation.commands).toMatchObject([{ words: [{ text: 'npm' }, { text: 'test' }] }]);
    expect(explanationText(explanation)).toMatch(/auto +npm test/);
  });
});

it('a rule that keeps what a command writes is looser than one that lets it run and discards that', () => {
  const contained = 'auto:\n  - bash_run(@contained)\n';
  const diff = diffPolicies(policy(contained), policy(`${contained}  - bash_run(go build *)\n`));
  expect(diff.loosens).toBe(true);
  expect(diff.newlyAuto.map(({ call }) => call)).toContain(
    'bash_run(go build) with access "write"',
  );
  expect(diff.newlyAsked).toEqual([]);
});
