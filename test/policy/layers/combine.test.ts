import { describe, expect, test } from 'vitest';
import { layersDigest } from '../../../src/common/index.ts';
import {
  approvalNeeds,
  combineLayers,
  evaluate,
  explain,
  explanationText,
  loadPolicy,
  type Policy,
  policyWithPlan,
  sampleFacts,
  suggestedRules,
  suggestRules,
} from '../../../src/policy/index.ts';
import { parseBaselineAddress } from '../../../src/policy/layers/address.ts';
import {
  EVALUATED_KEYS,
  KEY_RULES,
  mayBeInBaseline,
} from '../../../src/policy/layers/key-rules.ts';
import { keysOf } from '../../../src/policy/load/baseline-problems.ts';
import { policySchema } from '../../../src/policy/load/schema.ts';
import * as z from 'zod';
import { pathResolver, policy, situation } from '../helpers.ts';
import { schemaKeys } from '../schema-keys.ts';
import { baseline, layered } from './layers.ts';

const command = (text: string) => sampleFacts('bash_run', text);

describe('a call under several layers', () => {
  const own = 'mode: ask\nauto: [bash_run(npm *), "bash_run(git push *)"]\n';
  const base =
    'mode: defer\ndeny: ["bash_run(git push *)"]\nrequireApproval: ["bash_run(npm publish *)"]\n';

  test('gets the strictest verdict, with the layer, the line and the link that decided', () => {
    const verdict = evaluate(layered(own, base), command('git push origin'), situation());
    expect(verdict).toMatchObject({
      verdict: 'deny',
      rule: 'bash_run(git push *)',
      line: 3,
      layer: 'acme/policies/base-0.yml@v1',
      link: `https://github.com/acme/policies/blob/${'a'.repeat(40)}/base.yml#L3`,
      layers: [
        { layer: 'p.yml', verdict: 'auto', line: 3 },
        { layer: 'acme/policies/base-0.yml@v1', verdict: 'deny', line: 3 },
      ],
    });
    expect(verdict.because).toContain('acme/policies/base-0.yml@v1');
  });

  test('is left to the own layer where a baseline defers', () => {
    const verdict = evaluate(layered(own, base), command('npm test'), situation());
    expect(verdict).toMatchObject({ verdict: 'auto', layer: 'p.yml', rule: 'bash_run(npm *)' });
  });

  test('shows each simple command of a line with its strictest verdict', () => {
    const asks = 'mode: defer\nrequireApproval: ["bash_run(npm *)"]\n';
    const both = layered('auto: ["bash_run(npm *)"]\nrequireApproval: [bash_run(make)]\n', asks);
    const verdict = evaluate(both, command('npm ci && make'), situation());
    expect(verdict.commands?.map(({ verdict: one }) => one)).toEqual([
      'requireApproval',
      'requireApproval',
    ]);
  });

  test('runs contained if one layer lets it run only so, also when another layer asks and people approve', () => {
    const contained = { ...situation(), contained: true };
    const both = layered(
      'mode: deny\nauto: ["bash_run(@contained)"]\n',
      'mode: defer\nrequireApproval: [bash_run]\n',
    );
    const verdict = evaluate(both, command('npm test'), contained);
    expect(verdict.verdict).toBe('requireApproval');
    expect(verdict.profile?.name).toBe('contained');
  });

  test('needs what `approvals` of the own layer says, whatever an easier rule of a baseline says', () => {
    const easy =
      'mode: defer\nrequireApproval: [{ rule: bash_run(npm *), from: [read], count: 1, self: true }]\n';
    for (const rules of ['auto: [bash_run(npm *)]', 'requireApproval: [bash_run(npm *)]']) {
      const both = layered(`approvals: { from: [maintain], count: 2 }\n${rules}\n`, easy);
      const needs = approvalNeeds(both.approvals, evaluate(both, command('npm ci'), situation()));
      expect(needs).toMatchObject({ count: 2, self: false });
      expect(needs.from).toEqual(expect.arrayContaining([['maintain'], ['read']]));
    }
  });

  test('needs no less than each baseline says, whatever its own rule says', () => {
    const easy =
      'approvals: { self: true }\nrequireApproval: [{ rule: bash_run(make *), self: true, expire: 7d }]\n';
    const both = layered(
      easy,
      'mode: defer\napprovals: { self: true, expire: 2d }\n',
      'mode: defer\napprovals: { self: false, expire: 1d }\n',
    );
    const needs = approvalNeeds(both.approvals, evaluate(both, command('make x'), situation()));
    expect(needs).toMatchObject({ self: false, expireMs: 86_400_000 });
  });

  test('is explained with the layer, and no rule is proposed that a baseline would still stop', () => {
    const policies = layered(own, base);
    const found = explain(policies, command('npm publish x'), situation());
    expect(found.at).toBe('acme/policies/base-0.yml@v1:4');
    expect(found.toPass).toEqual([]);
    expect(explanationText(found)).toContain('(acme/policies/base-0.yml@v1:4)');
    expect(explanationText(found)).toContain(
      `link     https://github.com/acme/policies/blob/${'a'.repeat(40)}/base.yml#L4`,
    );
    expect(suggestedRules(policies, command('npm publish x'), situation())).toEqual([]);
    expect(suggestedRules(policies, command('make all'), situation())).toEqual([
      'bash_run(make all)',
    ]);
  });
});

test('policy suggest proposes nothing that a baseline would still stop', () => {
  const own = 'version: 1\nmode: ask\n';
  const calls = ['npm test', 'npm test', 'git push x', 'git push x'].map((text, index) => ({
    id: `c${index}`,
    facts: command(text),
    verdict: 'requireApproval' as const,
    approved: true,
  }));
  const suggest = (policies: Policy): readonly string[] =>
    suggestRules(policies, calls, {
      policyText: own,
      pathResolver: pathResolver(),
    }).suggestions.map(({ rule }) => rule);
  expect(suggest(policy(own))).toEqual(['bash_run(npm test)', 'bash_run(git push x)']);
  const base = 'mode: defer\nrequireApproval: ["bash_run(git push *)"]\n';
  expect(suggest(layered(own, base))).toEqual(['bash_run(npm test)']);
});

test('an approved plan opens what the own layer asks about, and nothing that a baseline asks about', () => {
  const plan = [{ line: 1, rule: 'bash_run(npm test)' }];
  const own = layered('mode: ask\n', 'mode: defer\ndeny: [web_fetch]\n');
  expect(evaluate(policyWithPlan(own, plan), command('npm test'), situation())).toMatchObject({
    verdict: 'auto',
    list: 'plan',
    plan: [1],
    layer: 'p.yml',
  });
  const asking = layered('mode: ask\n', 'mode: defer\nrequireApproval: [bash_run]\n');
  const { verdict } = evaluate(policyWithPlan(asking, plan), command('npm test'), situation());
  expect(verdict).toBe('requireApproval');
});

test('a line of an approved plan that lists exactly a call opens nothing that a baseline asks about', () => {
  const asks = 'mode: defer\nrequireApproval: ["bash_run(npm *)"]\n';
  const both = layered('mode: ask\n', asks);
  const verdictOf = (line: string) =>
    evaluate(both, command(line), situation(), { planLine: 1 }).verdict;
  expect(verdictOf('npm ci')).toBe('requireApproval');
  expect(verdictOf('make')).toBe('auto');
});

describe('the settings of several layers', () => {
  test('are the tightest of each', () => {
    const found = layered(
      `approvals: { from: [write], count: 1, self: true, wait: 10m, then: suspend, expire: 7d }
sandbox: { network: ["*.npmjs.org", api.example.com, 10.0.0.1], write: [src, docs] }
budget: { turns: 100, tokens: 2M, onLimit: ask }
github: { images: all }
done: { requires: [bash_run(npm test)] }
limits: { github_comment: 5 }
tools: { secrets: [A, B] }
hooks: [.github/hooks.mjs]
redact: { patterns: [a+] }
`,
      `mode: defer
approvals: { from: ["@acme/security"], count: 2, wait: 5m, then: deny, expire: 1d }
sandbox: { mode: required, network: [registry.npmjs.org, "*", api.example.com:443], write: [src/app] }
budget: { turns: 50, usd: 2, onLimit: stop }
github: { images: trusted }
done: { requires: [bash_run(npm test), bash_run(npm run lint)] }
limits: { "github_*": 3, github_comment: 9 }
tools: { secrets: [B, C] }
hooks: ["countersign:block-paths(secret/**)"]
redact: { patterns: [b+] }
`,
      'mode: defer\napprovals: { self: false, from: [maintain] }\nbudget: { turns: 70 }\n',
    );
    expect(found).toMatchObject({
      approvals: {
        from: ['write'],
        baselines: { from: [['@acme/security'], ['maintain']], count: 2, self: false },
        count: 2,
        self: false,
        waitMs: 300_000,
        then: 'deny',
        expireMs: 86_400_000,
      },
      sandbox: {
        mode: 'required',
        // The address is not in it: the baseline names no address, only every host.
        network: ['*.npmjs.org', 'api.example.com', 'api.example.com:443', 'registry.npmjs.org'],
        write: ['src/app'],
      },
      budget: { turns: 50, tokens: 2_000_000, usd: 2, calls: null, onLimit: 'stop' },
      github: { images: 'trusted' },
      limits: { github_comment: 5, 'github_*': 3 },
      tools: { secrets: ['B'] },
      hooks: ['.github/hooks.mjs', 'countersign:block-paths(secret/**)'],
      redactPatterns: ['a+', 'b+'],
    });
    expect(found.done.requires.map(({ text }) => text)).toEqual([
      'bash_run(npm test)',
      'bash_run(npm run lint)',
    ]);
  });

  test('are those of the own layer where a baseline says nothing', () => {
    const own = 'sandbox: off\napprovals: { self: true, from: [triage] }\nwhenUntrusted: auto\n';
    const { layers: _, sha256: __, ...alone } = policy(own);
    expect(layered(own, 'mode: defer\ndeny: [web_fetch]\n')).toMatchObject(alone);
  });

  test("of a budget people can raise a baseline's limit only if the baseline says so", () => {
    const own = 'budget: { turns: 9, onLimit: ask }\n';
    const onLimit = (base: string): string => layered(own, `mode: defer\n${base}`).budget.onLimit;
    expect(onLimit('budget: { usd: 5 }\n')).toBe('stop');
    expect(onLimit('budget: { usd: 5, onLimit: ask }\n')).toBe('ask');
    expect(onLimit('approvals: { count: 2 }\n')).toBe('ask');
  });

  test('a limit of a baseline alone never exceeds the default of a run', () => {
    expect(layered('mode: ask\n', 'budget: { turns: 1000 }\n').budget.turns).toBe(60);
  });
});

describe('the digest of a policy', () => {
  test('is over every layer, in any order, and that of the file alone without baselines', () => {
    const [a, b] = [baseline('mode: defer\n', 'a/b/c@d'), baseline('mode: ask\n', 'a/b/e@d')];
    const [own] = policy('mode: ask\n').layers;
    const both = combineLayers(own, [a, b]);
    expect(both.sha256).toBe(combineLayers(own, [b, a]).sha256);
    expect(both.sha256).toBe(layersDigest(own.sha256, [a.sha256, b.sha256]));
    const others = [combineLayers(own, []), combineLayers(own, [a]), combineLayers(own, [b])];
    expect(new Set([both, ...others].map(({ sha256 }) => sha256)).size).toBe(4);
    expect(combineLayers(own, []).sha256).toBe(own.sha256);
  });
});

function refused(text: string): string {
  const found = loadPolicy(`version: 1\n${text}`, { file: 'a/b/c.yml@v1', baseline: true });
  if (found.ok) throw new Error('The baseline was expected not to load.');
  const [problem] = found.problems;
  return `${problem?.file}:${problem?.line} ${problem?.message} ${problem?.fix}`;
}

describe('a baseline', () => {
  test.each([
    ['github: { branch: "x/{about}" }\n', /c\.yml@v1:2 "github\.branch" cannot be in a baseline/],
    ['tools: { modules: [a.mjs] }\n', /"tools\.modules" cannot be in a baseline/],
    ['mcp: { servers: { x: { url: "https://x.test" } } }\n', /"mcp\.servers" cannot/],
    ['mode: custom\n', /"mode: custom" in a baseline would let the hooks of each repository/],
    [
      'hooks: [.github/h.mjs]\n',
      /hook "\.github\/h\.mjs" is a file, and a baseline can only have built-in hooks/,
    ],
    ['auto: []\nfoo: 1\n', /foo/],
    ['deny: [bash_rnu]\n', /Did you mean/],
  ])('that says %j does not load', (text, message) => {
    const found = loadPolicy(`version: 1\n${text}`, {
      file: 'a/b/c.yml@v1',
      baseline: true,
      knownTools: ['bash_run', 'fs_read'],
    });
    expect(found.ok).toBe(false);
    if (!found.ok) {
      const [problem] = found.problems;
      expect(`${problem?.file}:${problem?.line} ${problem?.message} ${problem?.fix}`).toMatch(
        message,
      );
    }
  });

  test.each(['', '\n', '# nothing\n'])('that holds nothing (%j) does not load', (text) => {
    const found = loadPolicy(text, { file: 'a/b/c.yml@v1', baseline: true });
    expect(found.ok ? '' : found.problems[0]?.message).toBe('The policy is empty.');
  });

  test('alone may defer; the policy of a repository may not', () => {
    expect(loadPolicy('version: 1\nmode: defer\n', { file: 'x', baseline: true }).ok).toBe(true);
    expect(loadPolicy('version: 1\nmode: defer\n', { file: 'x' })).toMatchObject({
      ok: false,
      problems: [{ line: 2, message: expect.stringContaining('this policy is not a baseline') }],
    });
  });

  test('may name tools of modules that a repository has', () => {
    const found = loadPolicy('version: 1\ndeny: [deploy_everything]\n', {
      file: 'a/b/c@v1',
      baseline: true,
      knownTools: ['bash_run'],
    });
    expect(found.ok).toBe(true);
  });

  test('with a key that nobody gave a rule is refused, whatever the schema adds', () => {
    expect(mayBeInBaseline('something.new')).toBe(false);
    expect(refused('github: { images: off, branch: "a/{about}" }\n')).toContain('github.branch');
  });

  test('every key of the schema has a rule or is refused in a baseline: this list says which', () => {
    const keys = schemaKeys();
    const known = [...Object.keys(KEY_RULES), ...EVALUATED_KEYS, 'version', 'extends', 'tests'];
    expect(known.filter((key) => !keys.includes(key))).toEqual([]);
    expect(
      keys.filter((key) => !mayBeInBaseline(key)),
      'Give the key a rule in KEY_RULES of src/policy/layers/key-rules.ts, so that a baseline can have it and no repository loosens it. List it here only if it has no tighter value.',
    ).toEqual([
      'approvals.remind',
      'approvals.webhook',
      'github.branch',
      'tools.modules',
      'mcp.servers',
    ]);
    // What a rule can say beside its text is evaluated with its layer; approvals of rules never go below the baselines' (approvalNeeds).
    const [, rule] =
      z.toJSONSchema(policySchema.shape.requireApproval.unwrap().element).anyOf ?? [];
    expect(Object.keys(rule?.properties ?? {})).toEqual(
      'rule except reason from count self expire'.split(' '),
    );
    expect(keysOf({ sandbox: 'off', limits: { a: 1 }, tools: { enabled: [] } })).toEqual([
      ['sandbox', 'mode'],
      ['limits'],
      ['tools', 'enabled'],
    ]);
  });
});

describe('the address of a baseline', () => {
  test.each([
    ['acme/policies/base.yml@v1', { owner: 'acme', repo: 'policies', path: 'base.yml', ref: 'v1' }],
    [
      'acme/p/.github/x.yml@refs/heads/main',
      { owner: 'acme', repo: 'p', path: '.github/x.yml', ref: 'refs/heads/main' },
    ],
  ])('%s is read', (text, address) => {
    expect(parseBaselineAddress(text)).toEqual(address);
  });

  test.each([
    'a/b/../c@v',
    'a/../c/d@v',
    'a/b/c',
    'a/b/c@',
    'a/b/x/./y@v',
    'a/b/x//y@v',
    'a/b/c@-v',
    'a/b/c@v..w',
    'a/b/c@v@{1}',
    'a/b/c d@v',
    'a/b@v',
  ])('%s is none', (text) => {
    expect(parseBaselineAddress(text)).toBeNull();
  });

  test('is checked where a policy names it', () => {
    expect(loadPolicy('version: 1\nextends: [acme/base.yml]\n', { file: 'p.yml' })).toMatchObject({
      ok: false,
      problems: [{ line: 2, fix: expect.stringContaining('OWNER/REPO/PATH@REF') }],
    });
    expect(policy('extends: [acme/policies/base.yml@v1]\n').layers[0].extends).toEqual([
      { address: 'acme/policies/base.yml@v1', line: 2, column: 11 },
    ]);
  });
});
