import type { CommandAnalysis } from './commands/analysis.ts';
import type { Unit } from './compile.ts';
import { decide, stricter, strictness, wall, type RuleSet } from './decision.ts';
import type { Facts, Situation, Verdict } from './facts.ts';
import { judgeCommand } from './judge-command.ts';
import { judgePath } from './judge-path.ts';
import type { Policy } from './policy.ts';
import { isEnabled } from './visible.ts';
import { isFreeDevice } from './walls.ts';

export interface Analysed {
  readonly facts: Facts;
  readonly situation: Situation;
  /** What `facts.command` is, parsed; `null` exactly where there is no command. */
  readonly analysis: CommandAnalysis | null;
}

/**
 * The verdict over a call whose command was parsed already: a pure function of policy, facts, situation and analysis.
 * Rules first, then what only makes it stricter: the plan, disabled tools, untrusted text, a missing sandbox.
 */
export function judgeAnalysed(policy: Policy, call: Analysed): Verdict {
  const { facts, situation } = call;
  if (!isEnabled(policy, facts.tool))
    return wall('deny', `The policy's "tools" do not include ${facts.tool}.`);
  const planning = policy.planOnly || situation.planning === true;
  if (planning && facts.kind !== 'readonly') {
    const why = policy.planOnly
      ? '"mode: plan" lets only read-only tools run.'
      : 'A plan must be approved before anything but read-only tools.';
    return wall('deny', why);
  }
  const usual = judgeBy({ rules: policy.rules, otherwise: () => byMode(policy) }, call);
  const careful = situation.untrusted ? stricterWhenUntrusted(policy, call, usual) : usual;
  return facts.command === undefined ? careful : withoutSandbox(careful, situation);
}

function judgeBy(set: RuleSet, { facts, situation, analysis }: Analysed): Verdict {
  if (facts.command !== undefined) {
    const problem = { problem: 'it was not analysed', commands: [], unknown: [] };
    return judgeCommand(set, facts, { analysis: analysis ?? problem, world: situation.world });
  }
  const paths = facts.paths ?? [];
  const hosts = facts.hosts ?? [];
  const verdicts = paths.map((path) => judgePath(set, facts, path, situation.world));
  for (const host of hosts) verdicts.push(decide(set, facts, { of: 'host', host }));
  return verdicts.length === 0 ? decide(set, facts, { of: 'call' }) : verdicts.reduce(stricter);
}

/** The verdict of a call that no rule matches. */
function byMode(policy: Policy): Verdict {
  const said = policy.modeLine === null ? '' : ` (line ${policy.modeLine})`;
  const mode = { rule: null, list: 'mode', line: policy.modeLine } as const;
  switch (policy.mode) {
    case 'auto':
      return {
        ...mode,
        verdict: 'auto',
        because: `No rule matches, and "mode: auto"${said} lets it run.`,
      };
    case 'ask':
      return {
        ...mode,
        verdict: 'requireApproval',
        because: `No rule matches, and "mode: ask"${said} asks a person.`,
      };
    case 'deny':
      return {
        ...mode,
        verdict: 'deny',
        because: `No rule matches, and "mode: deny"${said} forbids it.`,
      };
    case 'custom':
      return {
        ...mode,
        verdict: 'requireApproval',
        hookDecides: true,
        because: `No rule matches, and "mode: custom"${said} leaves it to the hook; without its word a person is asked.`,
      };
  }
}

/** Promise 10: the verdict under `whenUntrusted`, where it is stricter than the usual one. Never looser. */
function stricterWhenUntrusted(policy: Policy, call: Analysed, usual: Verdict): Verdict {
  const { mode, rules, line } = policy.whenUntrusted;
  const otherwise = (facts: Facts, unit: Unit): Verdict => {
    const source = { rule: null, list: 'whenUntrusted', line } as const;
    if (mode === 'auto' || isReadOnly(facts, unit))
      return { ...source, verdict: 'auto', because: 'It only reads.' };
    const read = 'Text by someone without write access was read, and this is not read-only';
    return mode === 'deny'
      ? { ...source, verdict: 'deny', because: `${read}: whenUntrusted forbids it.` }
      : { ...source, verdict: 'requireApproval', because: `${read}: a person is asked.` };
  };
  const untrusted = judgeBy({ rules, source: 'whenUntrusted', otherwise }, call);
  if (strictness(untrusted.verdict) < strictness(usual.verdict)) return usual;
  return stricter(usual, untrusted);
}

function isReadOnly(facts: Facts, unit: Unit): boolean {
  if (unit.of !== 'command') return facts.kind === 'readonly';
  const { classes, hosts, hatches, paths } = unit.command;
  const reads = paths.every(
    (path) => path.access === 'read' || isFreeDevice({ path: path.path, outside: true }),
  );
  return classes.includes('@readonly') && reads && hosts.length === 0 && hatches.length === 0;
}

/**
 * Promise 5, to the letter: without a sandbox under it no command is `auto`, read-only classes included. A class says
 * what a program does by its manual; only the sandbox makes that true of the program that the machine has.
 */
function withoutSandbox(verdict: Verdict, situation: Situation): Verdict {
  if (situation.sandboxed || verdict.verdict !== 'auto') return verdict;
  const because =
    'It asks because no sandbox stands under commands here; "sandbox: off" in the policy would let it run without one.';
  return { ...verdict, ...wall('requireApproval', because) };
}
