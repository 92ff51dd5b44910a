import { defined, memoizeBy } from '../../common/index.ts';
import type { CommandAnalysis } from '../commands/analysis.ts';
import { analyseCommand } from '../commands/index.ts';
import type { CallPart } from '../rules/compile.ts';
import {
  asksBecause,
  builtinVerdict,
  evaluatePart,
  mayRunUnasked,
  type RuleSet,
  stricter,
} from './decision.ts';
import { isRunTool } from '../model/builtin-tools.ts';
import type {
  Facts,
  PathFact,
  PathResolver,
  Situation,
  Verdict,
  VerdictName,
} from '../model/facts.ts';
import { resolvePath } from '../rules/paths.ts';
import { isStreamDevice } from './builtin-guards.ts';
import { chooseProfile, moreThanReading } from './command-profile.ts';
import { evaluateCommand, evaluateContainedCommand } from './evaluate-command.ts';
import { evaluatePath } from './evaluate-path.ts';
import { allRules, type LayerMode, type Policy, type PolicyLayer } from '../model/policy.ts';
import type { CommandProfile } from '../model/profile.ts';
import { strictestOfLayers } from './strictest-layer.ts';
import { isEnabled } from './tool-access.ts';

/**
 * The policy's verdict for one call (docs/policy.md, "The order", and promises 5 and 10 of SECURITY.md). A pure function:
 * it sees the file system only through `situation.pathResolver`. Never throws, whatever the facts are.
 */
export function evaluate(
  policy: Policy,
  facts: Facts,
  situation: Situation,
  options: EvaluateOptions = {},
): Verdict {
  // Every layer and `places` see the same links, whatever a running process changes meanwhile.
  const pathResolver = resolvesOnce(situation);
  const fixed = { ...situation, pathResolver };
  const analysis = analyse(facts, fixed);
  const verdict = evaluateAnalysed(policy, { ...options, facts, situation: fixed, analysis });
  const places = placesOf(facts.paths ?? [], pathResolver);
  return places.size === 0 ? verdict : { ...verdict, places };
}

/** The same files, of which each is asked once: a short command may name a large folder in hundreds of ways. */
function resolvesOnce({ pathResolver }: Pick<Situation, 'pathResolver'>): PathResolver {
  return {
    ...pathResolver,
    realpath: memoizeBy((absolute: string) => pathResolver.realpath(absolute)),
    ...(pathResolver.list === undefined
      ? {}
      : { list: memoizeBy((absolute: string) => pathResolver.list?.(absolute) ?? null) }),
  };
}

/** Where links lead these paths, for those that are not where they are named. */
function placesOf(
  paths: readonly PathFact[],
  pathResolver: PathResolver,
): ReadonlyMap<string, string> {
  return new Map(
    paths.flatMap(({ path }) => {
      const [, actual] = resolvePath(path, pathResolver).views;
      return actual === undefined || actual.outside ? [] : [[path, actual.path] as const];
    }),
  );
}

interface EvaluateOptions {
  /** The line of an approved plan that lists exactly this call. */
  readonly planLine?: number;
}

/** Parses the command of a call; `null` if the call has none. */
export function analyse(facts: Facts, situation: Situation): CommandAnalysis | null {
  if (facts.command === undefined) return null;
  const { pathResolver } = situation;
  return analyseCommand(facts.command, { pathResolver, cwd: facts.cwd ?? '.' });
}

export interface AnalysedCall extends EvaluateOptions {
  readonly facts: Facts;
  readonly situation: Situation;
  /** `facts.command`, parsed; `null` if and only if the call has no command. */
  readonly analysis: CommandAnalysis | null;
  /** The sandbox keeps whatever the command does from having an effect. */
  readonly contained?: boolean;
}

const NOT_ANALYSED: CommandAnalysis = { problem: 'it was not analysed', commands: [], unknown: [] };
const CONTAINED_PROFILE: CommandProfile = {
  name: 'contained',
  write: [],
  show: [],
  network: false,
};

/**
 * The verdict for a call whose command is parsed already. The run's own tools always run. Applies the rules first, then what only makes the verdict
 * stricter: disabled tools, the plan, untrusted content, a missing sandbox. A command that cannot be read as shell is denied:
 * nobody can say what it would do, so nobody can approve it.
 */
export function evaluateAnalysed(policy: Policy, call: AnalysedCall): Verdict {
  const { facts } = call;
  if (isRunTool(facts.tool))
    return builtinVerdict(
      'auto',
      `${facts.tool} touches nothing outside of the run, so no rule applies to it.`,
    );
  const fault = call.analysis?.fault;
  if (fault !== undefined)
    return builtinVerdict('deny', `It never runs: ${fault.because}. ${fault.instead}`);
  return strictestOfLayers(policy.layers, (layer) => evaluateLayer(layer, call));
}

/** The verdict of one layer, as if there were no other. */
function evaluateLayer(layer: PolicyLayer, call: AnalysedCall): Verdict {
  const { facts, situation } = call;
  if (!isEnabled(layer, facts.tool))
    return builtinVerdict('deny', `The policy's "tools" do not include ${facts.tool}.`);
  const planning = layer.planOnly || situation.planning === true;
  if (planning && facts.kind !== 'readonly') {
    const why = layer.planOnly
      ? '"mode: plan" lets only read-only tools run.'
      : 'A plan must be approved before anything but read-only tools.';
    return builtinVerdict('deny', why);
  }
  const ruled = evaluateRules(layer, call);
  return byPlan(facts.command === undefined ? ruled : evaluateSandbox(layer, call, ruled));
}

/** Names the plan as what decided, if the call would ask without it. */
function byPlan(verdict: Verdict): Verdict {
  const { plan } = verdict;
  if (plan === undefined || verdict.list === 'plan') return verdict;
  if (verdict.verdict !== 'auto') {
    const { plan: _, ...rest } = verdict;
    return rest;
  }
  const because = `Lines ${plan.join(', ')} of the approved plan let it run.`;
  return { ...verdict, rule: null, list: 'plan', line: null, because };
}

/** The verdict for a command, with the sandbox that it runs in. */
function evaluateSandbox(layer: PolicyLayer, call: AnalysedCall, ruled: Verdict): Verdict {
  const { situation } = call;
  const usual = layer.mode === 'defer' ? ruled : tightenWithoutSandbox(ruled, situation);
  const contained = usual.verdict === 'auto' ? null : evaluateContained(layer, call);
  if (contained !== null && 'verdict' in contained) return contained;
  const verdict =
    contained !== null && usual.list === 'mode'
      ? { ...usual, because: `${usual.because} ${contained.notCovered}` }
      : usual;
  if (verdict.verdict === 'deny') return verdict;
  const { pathResolver } = situation;
  const profile = chooseProfile(call.analysis ?? NOT_ANALYSED, {
    verdict: verdict.verdict,
    pathResolver,
  });
  return { ...verdict, profile };
}

/** The verdict of the rules, including those for untrusted content. */
function evaluateRules(layer: PolicyLayer, call: AnalysedCall): Verdict {
  const { rules } = layer;
  const defers = layer.mode === 'defer';
  const byRules = evaluateRuleSet({ rules, defers, otherwise: () => modeVerdict(layer) }, call);
  const usual = layer.isBaseline ? byRules : exactlyPlanned(byRules, call);
  return call.situation.untrusted ? tightenWhenUntrusted(layer, call, usual) : usual;
}

function evaluateRuleSet(
  set: RuleSet,
  { facts, situation: { pathResolver }, analysis, contained = false }: AnalysedCall,
): Verdict {
  const evaluation = { set, facts, pathResolver, contained };
  const { paths = [], hosts = [] } = facts;
  const verdicts = paths.map((path) => evaluatePath(evaluation, path));
  for (const host of hosts) verdicts.push(evaluatePart(set, facts, { type: 'host', host }));
  if (facts.command !== undefined) {
    const evaluateSource = contained ? evaluateContainedCommand : evaluateCommand;
    const { commands, commandsLeftOut, ...own } = evaluateSource(
      evaluation,
      analysis ?? NOT_ANALYSED,
    );
    // The tool of a module may touch more than its command names.
    return { ...[own, ...verdicts].reduce(stricter), ...defined({ commands, commandsLeftOut }) };
  }
  return verdicts.length === 0
    ? evaluatePart(set, facts, { type: 'call' })
    : verdicts.reduce(stricter);
}

/**
 * The verdict of a command that `@contained` lets run because it can have no effect; `null` if no rule allows that, if
 * the isolation check did not pass, or if another rule stops it. Why the rule does not cover it, if it needs more.
 */
function evaluateContained(
  layer: PolicyLayer,
  { facts, situation }: AnalysedCall,
): Verdict | { readonly notCovered: string } | null {
  if (situation.contained !== true || layer.settings['sandbox.mode'] === 'off') return null;
  if (facts.access === 'write' || facts.command === undefined) return null;
  const allowing = allRules(layer).find(
    (rule) => rule.parsed.specifier === '@contained' && rule.selects(facts),
  );
  if (allowing === undefined) return null;
  // Files that usually contain secrets are absent in that sandbox, and what git starts runs in it, too.
  const pathResolver: PathResolver = {
    ...situation.pathResolver,
    secretsBelow: () => [],
    gitConfigRuns: () => null,
  };
  const analysis = analyseCommand(facts.command, { pathResolver, cwd: facts.cwd ?? '.' });
  const more = moreThanReading(analysis, pathResolver);
  if (more !== null) return { notCovered: `"${allowing.text}" does not cover it: ${more}.` };
  const seen = { ...situation, pathResolver };
  const verdict = evaluateRules(layer, { facts, situation: seen, analysis, contained: true });
  if (verdict.verdict !== 'auto') return null;
  const because =
    'It runs in a sandbox without secrets and network, and what it writes is discarded.';
  return { ...verdict, because: `${verdict.because} ${because}`, profile: CONTAINED_PROFILE };
}

/** Lets a call run that a plan lists exactly, unless a rule says who approves it. */
function exactlyPlanned(verdict: Verdict, { planLine }: AnalysedCall): Verdict {
  const asks = verdict.verdict === 'requireApproval' && verdict.approvals === undefined;
  if (planLine === undefined || !asks) return verdict;
  const because = `Line ${planLine} of the approved plan lists exactly this call.`;
  const { hookDecides: _, reason: _reason, ...rest } = verdict;
  return {
    ...rest,
    verdict: 'auto',
    rule: null,
    list: 'plan',
    line: null,
    because,
    plan: [planLine],
  };
}

/** What each mode does with a call, in the words of a verdict. */
const MODE_VERDICTS: Readonly<Record<LayerMode, readonly [VerdictName, string]>> = {
  auto: ['auto', 'lets it run'],
  defer: ['auto', 'leaves it to the other layers'],
  ask: ['requireApproval', 'asks a person'],
  deny: ['deny', 'forbids it'],
  custom: [
    'requireApproval',
    'leaves it to the hook; without an answer of the hook a person is asked',
  ],
};

/** The verdict of a call that no rule matches. */
function modeVerdict({ mode, modeLine: line }: PolicyLayer): Verdict {
  const [verdict, what] = MODE_VERDICTS[mode];
  const place = line === null ? '' : ` (line ${line})`;
  return {
    rule: null,
    list: 'mode',
    line,
    verdict,
    ...(mode === 'custom' ? { hookDecides: true } : {}),
    because: `No rule matches, and "mode: ${mode}"${place} ${what}.`,
  };
}

/** Promise 10: the verdict of `whenUntrusted` if it is stricter than the usual one. Never looser. */
function tightenWhenUntrusted(layer: PolicyLayer, call: AnalysedCall, usual: Verdict): Verdict {
  const { mode, rules, line } = layer.whenUntrusted;
  const otherwise = (facts: Facts, part: CallPart): Verdict => {
    const source = { rule: null, list: 'whenUntrusted', line } as const;
    if (mode === 'auto' || isReadOnly(facts, part))
      return { ...source, verdict: 'auto', because: 'It only reads.' };
    const read = 'Text by someone without write access was read, and this is not read-only';
    return mode === 'deny'
      ? { ...source, verdict: 'deny', because: `${read}: whenUntrusted forbids it.` }
      : { ...source, verdict: 'requireApproval', because: `${read}: a person is asked.` };
  };
  const untrusted = evaluateRuleSet(
    { rules, source: 'whenUntrusted', defers: layer.mode === 'defer', otherwise },
    call,
  );
  return stricter(usual, untrusted);
}

function isReadOnly(facts: Facts, part: CallPart): boolean {
  if (part.type !== 'command') return facts.kind === 'readonly';
  const { classes, hosts, escapeHatches, paths } = part.command;
  if (classes.includes('@contained')) return true;
  const reads = paths.every(
    (path) => path.access === 'read' || isStreamDevice({ path: path.path, outside: true }),
  );
  return classes.includes('@readonly') && reads && hosts.length === 0 && escapeHatches.length === 0;
}

/**
 * Promise 5: without a sandbox no command runs unasked, read-only classes included. A class says what a program does by
 * its manual; only the sandbox makes that true for the program on this machine.
 */
function tightenWithoutSandbox(verdict: Verdict, situation: Situation): Verdict {
  if (situation.sandboxed || !mayRunUnasked(verdict)) return verdict;
  const { hookDecides: _, ...rest } = verdict;
  return { ...rest, ...asksBecause('commands have no sandbox on this machine') };
}
