import { describe, expect, test } from 'vitest';
import {
  type ApprovalNeeds,
  approvalNeeds,
  type CommandProfile,
  combineLayers,
  evaluate,
  type Facts,
  hiddenFromCommands,
  limitFor,
  listsHost,
  namedHosts,
  type Policy,
  type PolicyLayer,
  toolVisible,
} from '../../../src/policy/index.ts';
import { strictness } from '../../../src/policy/evaluate/decision.ts';
import * as fc from '../../properties.ts';
import { pathResolver, policy, situation } from '../helpers.ts';
import { baseline } from './layers.ts';

const rule = fc.constantFrom(
  'fs_read',
  'fs_write',
  'fs_*',
  'kind:readonly',
  'kind:execute',
  'fs_write(src/**)',
  'fs_*(.env*)',
  'fs_read(docs/*.md)',
  'fs_write(src/db/** !src/db/seed/**)',
  'bash_run',
  'bash_run(git log *)',
  'bash_run(git *)',
  'bash_run(rm *)',
  'bash_run(@readonly)',
  'bash_run(npm test)',
  'web_fetch(*.example.com)',
  'web_fetch',
);
const lists = fc
  .uniqueArray(fc.tuple(rule, fc.constantFrom('auto', 'deny', 'requireApproval')), {
    maxLength: 6,
    selector: ([text]) => text,
  })
  .map((pairs) =>
    ['auto', 'deny', 'requireApproval']
      .map(
        (list) =>
          [list, pairs.filter(([, listed]) => listed === list).map(([text]) => text)] as const,
      )
      .filter(([, rules]) => rules.length > 0)
      .map(
        ([list, rules]) =>
          `${list}: ${JSON.stringify(rules.map((text) => withNeeds(list, text)))}\n`,
      )
      .join(''),
  );

/** Some rules that ask say who approves. */
function withNeeds(list: string, text: string): string | object {
  if (list !== 'requireApproval' || text.length % 2 === 0) return text;
  const self = text.includes('git');
  return { rule: text, from: ['@acme/security', 'triage'], count: 2, self, expire: '2d' };
}
/** Any rules, and `@contained` now and then. */
const rules = fc
  .tuple(lists, fc.boolean())
  .map(([text, contained]) =>
    contained && !text.includes('auto:') ? `${text}auto: ["bash_run(@contained)"]\n` : text,
  );
const untrusted = fc.constantFrom(
  '',
  'whenUntrusted: auto\n',
  'whenUntrusted: deny\n',
  'whenUntrusted: { mode: ask, auto: [bash_run(git log *)] }\n',
);
const some = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(values, { nil: undefined });
const host = fc.constantFrom(
  '*',
  '*.example.com',
  'api.example.com',
  'api.example.com:443',
  'api.example.com:*',
  '10.1.2.3',
  'localhost:8080',
  '*.x.example.com:8443',
);
const folder = fc.constantFrom('.', 'src', 'src/a', 'docs/', './src', './', 'src/b/', 'lib');
const settings = fc
  .record({
    approvals: some(
      fc.record({
        from: some(
          fc.uniqueArray(fc.constantFrom('write', 'maintain', '@acme/security', '@ann'), {
            minLength: 1,
          }),
        ),
        count: some(fc.integer({ min: 1, max: 3 })),
        self: some(fc.boolean()),
        wait: some(fc.constantFrom('1m', '1h')),
        then: some(fc.constantFrom('suspend', 'deny', 'fail')),
        expire: some(fc.constantFrom('1d', '30d')),
      }),
    ),
    sandbox: some(
      fc.oneof(
        fc.constantFrom('required', 'preferred', 'off'),
        fc.record({
          network: some(fc.uniqueArray(host, { maxLength: 4 })),
          write: some(fc.uniqueArray(folder, { maxLength: 3 })),
        }),
      ),
    ),
    budget: some(
      fc.record({
        turns: some(fc.constantFrom(5, 100)),
        usd: some(fc.constantFrom(1, 50)),
        tokens: some(fc.constantFrom('10k', '5M')),
        onLimit: some(fc.constantFrom('ask', 'stop')),
      }),
    ),
    limits: some(
      fc.dictionary(fc.constantFrom('github_*', 'github_comment', 'bash_run'), fc.nat(9)),
    ),
    tools: some(
      fc.record({
        enabled: some(
          fc.uniqueArray(fc.constantFrom('fs_*', 'bash_run', 'fs_read', 'web_*'), { minLength: 1 }),
        ),
        disabled: some(fc.uniqueArray(fc.constantFrom('fs_write', 'web_fetch'), { minLength: 1 })),
        secrets: some(fc.uniqueArray(fc.constantFrom('A_TOKEN', 'B_TOKEN'))),
        parallel: some(fc.constantFrom(1, 3, 20)),
      }),
    ),
    plan: some(fc.constantFrom('required', 'off')),
    done: some(
      fc.record({ requires: fc.constantFrom(['bash_run(npm test)'], ['bash_run(make check)']) }),
    ),
    hooks: some(fc.constantFrom(['countersign:block-paths(secret/**)'])),
    redact: some(fc.record({ patterns: fc.constantFrom(['a+b'], ['c+d']) })),
  })
  .map((parts) =>
    Object.entries(parts)
      .filter(([, part]) => part !== undefined)
      .map(([key, part]) => `${key}: ${JSON.stringify(part)}\n`)
      .join(''),
  );
const text = (modes: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(modes, rules, untrusted, settings)
    .map(([mode, ...parts]) => `mode: ${mode}\n${parts.join('')}`);
const ownText = text(fc.constantFrom('auto', 'ask', 'deny', 'custom', 'plan'));
const baselineText = text(fc.constantFrom('auto', 'ask', 'deny', 'plan', 'defer'));
const baselines = fc
  .array(baselineText, { maxLength: 3 })
  .map((texts) => texts.map((own, index) => baseline(own, `acme/p/b${index}.yml@v1`)));

const COMMANDS = [
  'git log -1',
  'rm -rf build',
  'npm test',
  'ls src && rm a',
  'cat .env',
  'git $X',
  'eval "$(cat x)"',
  'curl https://api.example.com',
  'echo x > src/a.ts',
  'cat *.md',
  'grep -r x .',
];
const path = fc.constantFrom(
  'src/a.ts',
  'src/db/seed/y',
  'docs/a.md',
  '.env',
  '.git/config',
  '../x',
  '/etc/passwd',
  'link/a',
);
const facts: fc.Arbitrary<Facts> = fc.oneof(
  fc
    .record({ command: fc.constantFrom(...COMMANDS), access: some(fc.constant('write' as const)) })
    .map(({ command, access }) => ({
      tool: 'bash_run',
      kind: 'execute' as const,
      command,
      ...(access === undefined ? {} : { access }),
    })),
  fc.record({ path, access: fc.constantFrom('read' as const, 'write' as const) }).map((one) => ({
    tool: one.access === 'read' ? 'fs_read' : 'fs_write',
    kind: one.access === 'read' ? ('readonly' as const) : ('write' as const),
    paths: [one],
  })),
  fc
    .constantFrom('api.example.com', 'evil.org', '*')
    .map((name) => ({ tool: 'web_fetch', kind: 'network' as const, hosts: [name] })),
);
const where = fc
  .record({
    untrusted: fc.boolean(),
    sandboxed: fc.boolean(),
    contained: fc.boolean(),
    planning: fc.boolean(),
  })
  .map((parts) => situation({ ...parts, pathResolver: pathResolver({ link: '/w/src/db' }) }));

const RUNS = { numRuns: 30 };

function ownOf(own: string): PolicyLayer {
  return policy(own).layers[0];
}

/** What a profile lets a command do, from the strictest on. */
function width({ name }: CommandProfile): number {
  return ['contained', 'reading', 'writing', 'program', 'git'].indexOf(name);
}

function added(own: string, layers: readonly PolicyLayer[], more: PolicyLayer): [Policy, Policy] {
  return [combineLayers(ownOf(own), layers), combineLayers(ownOf(own), [...layers, more])];
}

const extra = baselineText.map((own) => baseline(own, 'acme/other/extra.yml@main'));

describe('for any policy and any baselines, one more baseline', () => {
  test('loosens no verdict, and no sandbox of a command', () => {
    fc.assert(
      fc.property(ownText, baselines, extra, facts, where, (own, layers, more, call, given) => {
        const [before, after] = added(own, layers, more).map((each) => evaluate(each, call, given));
        expect(strictness(after!.verdict)).toBeGreaterThanOrEqual(strictness(before!.verdict));
        if (before!.verdict === 'requireApproval' && after!.verdict === 'requireApproval')
          expectNeedsTighter(
            approvalNeeds(added(own, layers, more)[0].approvals, before!),
            approvalNeeds(added(own, layers, more)[1].approvals, after!),
          );
        if (before!.verdict === after!.verdict)
          expect(after!.hookDecides === true && before!.hookDecides !== true).toBe(false);
        if (before!.profile !== undefined && after!.profile !== undefined)
          expect(width(after!.profile)).toBeLessThanOrEqual(width(before!.profile));
      }),
      RUNS,
    );
  });

  test('shows no tool and no file that was not shown', () => {
    const tools = ['fs_read', 'fs_write', 'bash_run', 'web_fetch', 'github_comment'];
    fc.assert(
      fc.property(ownText, baselines, extra, path, (own, layers, more, file) => {
        const [before, after] = added(own, layers, more);
        for (const tool of tools) {
          const named = { tool, kind: tool === 'fs_read' ? 'readonly' : 'write' } as const;
          if (!toolVisible(before, named)) expect(toolVisible(after, named)).toBe(false);
        }
        if (hiddenFromCommands(before, { caseInsensitive: false })(file))
          expect(hiddenFromCommands(after, { caseInsensitive: false })(file)).toBe(true);
      }),
      RUNS,
    );
  });

  test('loosens no limit, no approver and no setting', () => {
    fc.assert(
      fc.property(ownText, baselines, extra, (own, layers, more) => {
        expectTighter(...added(own, layers, more));
      }),
      RUNS,
    );
  });
});

/** Whoever can approve by the later needs could by the earlier ones. */
function expectNeedsTighter(before: ApprovalNeeds, after: ApprovalNeeds): void {
  for (const list of before.from)
    expect(after.from.some((other) => other.every((entry) => list.includes(entry)))).toBe(true);
  expect(after.count).toBeGreaterThanOrEqual(before.count);
  expect(after.self && !before.self).toBe(false);
  expect(after.expireMs).toBeLessThanOrEqual(before.expireMs);
}

const HOSTS = ['api.example.com', 'a.x.example.com', 'evil.org', '10.1.2.3', 'localhost'];
const PORTS = [80, 443, 8080, 8443];

function order<T extends string>(words: readonly T[], one: T, other: T): void {
  expect(words.indexOf(other)).toBeGreaterThanOrEqual(words.indexOf(one));
}

function expectTighter(before: Policy, after: Policy): void {
  const [first, then] = [before.approvals, after.approvals];
  expect(then.from).toEqual(first.from);
  expect(then.baselines.from).toEqual(expect.arrayContaining([...first.baselines.from]));
  expect(then.count).toBeGreaterThanOrEqual(first.count);
  expect(then.count).toBeGreaterThanOrEqual(then.baselines.count);
  expect(then.self && !first.self).toBe(false);
  expect(then.waitMs).toBeLessThanOrEqual(first.waitMs);
  expect(then.expireMs).toBeLessThanOrEqual(first.expireMs);
  order(['suspend', 'deny', 'fail'], first.then, then.then);
  order(['off', 'preferred', 'required'], before.sandbox.mode, after.sandbox.mode);
  order(['ask', 'stop'], before.budget.onLimit, after.budget.onLimit);
  for (const name of HOSTS) {
    for (const port of PORTS) {
      const reaches = ({ sandbox }: Policy): boolean =>
        sandbox.network.some((entry) => listsHost(entry, name, port));
      if (reaches(after)) expect(reaches(before)).toBe(true);
    }
    // An entry that names an address itself reaches it even if it is not public.
    const isNamed = ({ sandbox }: Policy): boolean =>
      sandbox.network.some((entry) => entry.split(':')[0] === name && /^(?:10|local)/.test(name));
    if (isNamed(after)) expect(isNamed(before)).toBe(true);
  }
  for (const name of ['turns', 'calls', 'minutes', 'tokens', 'usd'] as const) {
    const [old, now] = [before.budget[name], after.budget[name]];
    if (old !== null) expect(now).not.toBeNull();
    if (old !== null && now !== null) expect(now).toBeLessThanOrEqual(old);
    // Where nobody set one, the default of the run applied.
    if (old === null && now !== null)
      expect(now).toBeLessThanOrEqual(
        { turns: 60, calls: 300, minutes: 30, tokens: 2e6, usd: 5 }[name],
      );
  }
  for (const tool of ['github_comment', 'bash_run', 'fs_read']) {
    const [old, now] = [limitFor(before.limits, tool), limitFor(after.limits, tool)];
    if (old !== null) expect(now ?? Infinity).toBeLessThanOrEqual(old);
  }
  expect(before.tools.secrets).toEqual(expect.arrayContaining([...after.tools.secrets]));
  expect(after.tools.parallel).toBeLessThanOrEqual(before.tools.parallel);
  expect(after.hooks).toEqual(expect.arrayContaining([...before.hooks]));
  expect(after.redactPatterns).toEqual(expect.arrayContaining([...before.redactPatterns]));
  expect(after.done.requires.map(({ text: name }) => name)).toEqual(
    expect.arrayContaining(before.done.requires.map(({ text: name }) => name)),
  );
  expect(before.planRequired && !after.planRequired).toBe(false);
  expect(after.tools.modules).toEqual(before.tools.modules);
  expect(after.mcpServers).toEqual(before.mcpServers);
}

function settingsText(policies: Policy): string {
  return JSON.stringify({ ...policies, layers: [] });
}

describe('the order of baselines', () => {
  const shuffled = baselines.chain((layers) =>
    fc.tuple(fc.constant(layers), fc.shuffledSubarray([...layers], { minLength: layers.length })),
  );

  test('never matters: not for the settings, the digest, a verdict or the layer that is named', () => {
    fc.assert(
      fc.property(ownText, shuffled, facts, where, (own, [one, other], call, given) => {
        const [first, second] = [combineLayers(ownOf(own), one), combineLayers(ownOf(own), other)];
        expect(settingsText(second)).toBe(settingsText(first));
        expect(evaluate(second, call, given)).toEqual(evaluate(first, call, given));
        expect(namedHosts(second, call)).toEqual(namedHosts(first, call));
      }),
      RUNS,
    );
  });

  test('does not matter for one that is there twice', () => {
    fc.assert(
      fc.property(ownText, baselines, facts, where, (own, layers, call, given) => {
        const once = combineLayers(ownOf(own), layers);
        const twice = combineLayers(ownOf(own), [...layers, ...layers]);
        expect(twice.sha256).toBe(once.sha256);
        expect(evaluate(twice, call, given)).toEqual(evaluate(once, call, given));
      }),
      RUNS,
    );
  });
});

test('a policy without baselines is evaluated as before: by its own layer, under its own digest', () => {
  fc.assert(
    fc.property(ownText, facts, where, (own, call, given) => {
      const alone = policy(own);
      expect(combineLayers(alone.layers[0], [])).toEqual(alone);
      expect(alone.sha256).toBe(alone.layers[0].sha256);
      expect(evaluate(alone, call, given)).not.toHaveProperty('layers');
    }),
    RUNS,
  );
});

test('a baseline of mode: defer without rules changes no verdict', () => {
  fc.assert(
    fc.property(ownText, facts, where, (own, call, given) => {
      const open = combineLayers(ownOf(own), [baseline('mode: defer\nbudget: { turns: 3 }\n')]);
      const alone = evaluate(policy(own), call, given);
      expect(evaluate(open, call, given)).toMatchObject({
        verdict: alone.verdict,
        rule: alone.rule,
        line: alone.line,
        layer: 'p.yml',
      });
      expect(evaluate(open, call, given).profile).toEqual(alone.profile);
      expect(hiddenFromCommands(open, { caseInsensitive: false })('.env')).toBe(
        hiddenFromCommands(policy(own), { caseInsensitive: false })('.env'),
      );
    }),
    RUNS,
  );
});
