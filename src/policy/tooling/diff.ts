import { durationWords } from '../../common/index.ts';
import { type ApprovalNeeds, approvalNeeds } from '../model/approval-needs.ts';
import type { Facts, PathResolver, Verdict } from '../model/facts.ts';
import { strictness } from '../evaluate/decision.ts';
import { analyse, type AnalysedCall, evaluateAnalysed } from '../evaluate/evaluate.ts';
import {
  BUDGET_NAMES,
  DEFAULT_BUDGET,
  isSameValue,
  KEY_RULES,
  type SettingValues,
} from '../layers/key-rules.ts';
import { modeName, type Policy } from '../model/policy.ts';
import type { CompiledRule } from '../rules/compile.ts';
import { isShown, sampleCalls } from './sample-calls.ts';
import { callName, type RecordedCall, situationOf } from './replay.ts';
import { examplePathResolver } from './sample-facts.ts';

export interface Change {
  readonly call: string;
  readonly facts: Facts;
  /** The change has an effect only after untrusted content was read. */
  readonly untrusted: boolean;
  /** The recorded call with this difference; `null` for a generated one. */
  readonly recorded: string | null;
  readonly before: Verdict;
  readonly after: Verdict;
}

interface SettingChange {
  readonly setting: string;
  readonly before: string;
  readonly after: string;
  readonly loosens: boolean;
}

export interface PolicyDiff {
  /** Was denied or needed approval, runs now. */
  readonly newlyAuto: readonly Change[];
  /** The part of these that needed approval before. */
  readonly noLongerAsked: readonly Change[];
  readonly newlyDenied: readonly Change[];
  /** Needs approval now: ran before, or was denied. */
  readonly newlyAsked: readonly Change[];
  /** Needed approval and still does, by other people because of a rule. */
  readonly otherApprovers: readonly Change[];
  readonly settings: readonly SettingChange[];
  /** A new permission, or a looser setting. */
  readonly loosens: boolean;
}

/**
 * What a change of the policy changes, for sample calls (every built-in tool, every kind, calls for the rules of either
 * policy) and for recorded calls. Rules without a sample call are among the settings. An empty answer is no proof.
 */
export function diffPolicies(
  before: Policy,
  after: Policy,
  options: { readonly calls?: readonly RecordedCall[]; readonly pathResolver?: PathResolver } = {},
): PolicyDiff {
  const pathResolver = options.pathResolver ?? examplePathResolver;
  const changes: Change[] = [];
  const compare = (call: AnalysedCall, recorded: string | null): boolean => {
    const [old, now] = [evaluateAnalysed(before, call), evaluateAnalysed(after, call)];
    const asksOthers = JSON.stringify(old.approvals) !== JSON.stringify(now.approvals);
    if (old.verdict === now.verdict && !asksOthers) return false;
    const { facts, situation } = call;
    const { untrusted } = situation;
    changes.push({ call: callName(facts), facts, untrusted, recorded, before: old, after: now });
    return true;
  };
  const samples = sampleCalls([before, after]);
  for (const sample of samples.values()) {
    // All variants of a call have the same command.
    const analysis = analyse(sample, situationOf({ untrusted: false }, pathResolver));
    for (const [facts, untrusted] of variantsOf(sample)) {
      const situation = situationOf({ untrusted }, pathResolver);
      if (compare({ facts, situation, analysis }, null)) break;
    }
  }
  for (const call of options.calls ?? []) {
    const { facts, id } = call;
    const situation = situationOf(call, pathResolver);
    compare({ facts, situation, analysis: analyse(facts, situation) }, id);
  }
  const unshown = unshownRules({ before, after }, { calls: samples, pathResolver });
  return summary(changes, { before, after, unshown });
}

/**
 * A call as it is, and after untrusted content. Some rules let a command run and discard what it writes: their difference to those
 * that keep it shows in the same call with `access`.
 */
function variantsOf(facts: Facts): readonly (readonly [Facts, boolean])[] {
  const writing: readonly Facts[] =
    facts.command === undefined ? [] : [{ ...facts, access: 'write' }];
  return [false, true].flatMap((untrusted) =>
    [facts, ...writing].map((variant) => [variant, untrusted] as const),
  );
}

/** The rules that only one of two policies has and that no sample call shows, as settings: what they decide may have changed. */
function unshownRules(
  policies: { readonly before: Policy; readonly after: Policy },
  tried: Parameters<typeof isShown>[1],
): readonly SettingChange[] {
  const [old, now] = [namedRules(policies.before), namedRules(policies.after)];
  const unshown = 'a rule that no call shows';
  const onlyIn = (one: typeof old, other: typeof old): readonly (readonly [string, boolean])[] =>
    [...one].flatMap(([name, rule]) =>
      other.has(name) || isShown(rule, tried) ? [] : [[name, rule.list === 'auto'] as const],
    );
  return [
    ...onlyIn(old, now).map(([setting, isAuto]) => {
      return { setting, before: unshown, after: 'none', loosens: !isAuto };
    }),
    ...onlyIn(now, old).map(([setting, isAuto]) => {
      return { setting, before: 'none', after: unshown, loosens: isAuto };
    }),
  ];
}

/** The rules of all layers by what they say, those for untrusted content included. */
function namedRules({ layers }: Policy): ReadonlyMap<string, CompiledRule> {
  const named = layers.flatMap((layer) => [
    ...layer.rules.map((rule) => [nameOf(rule), rule] as const),
    ...layer.whenUntrusted.rules.map((rule) => [`whenUntrusted.${nameOf(rule)}`, rule] as const),
  ]);
  return new Map(named);
}

function nameOf({ list, text, except, approval }: CompiledRule): string {
  const without = except.length === 0 ? '' : ` except ${except.join(', ')}`;
  return `${list}: ${text}${without}${approval === undefined ? '' : ` by ${JSON.stringify(approval)}`}`;
}

function summary(
  all: readonly Change[],
  policies: {
    readonly before: Policy;
    readonly after: Policy;
    readonly unshown: readonly SettingChange[];
  },
): PolicyDiff {
  const settings = [
    ...SETTINGS.flatMap((compare) => compare(policies.before, policies.after)),
    ...policies.unshown,
  ];
  const changes = all.filter(({ before, after }) => before.verdict !== after.verdict);
  const otherApprovers = all.filter(({ before, after }) => before.verdict === after.verdict);
  const to = (verdict: Verdict['verdict']): readonly Change[] =>
    changes.filter((change) => change.after.verdict === verdict);
  const newlyAuto = to('auto');
  return {
    newlyAuto,
    noLongerAsked: newlyAuto.filter((change) => change.before.verdict === 'requireApproval'),
    newlyDenied: to('deny'),
    newlyAsked: to('requireApproval'),
    otherApprovers,
    settings,
    loosens:
      otherApprovers.some(({ before, after }) =>
        needsLess(
          approvalNeeds(policies.before.approvals, before),
          approvalNeeds(policies.after.approvals, after),
        ),
      ) ||
      changes.some(({ before, after }) => strictness(after.verdict) < strictness(before.verdict)) ||
      settings.some((setting) => setting.loosens),
  };
}

/** Whether somebody can approve by the later needs who could not by the earlier ones. */
function needsLess(before: ApprovalNeeds, after: ApprovalNeeds): boolean {
  const isStillAsked = (list: readonly string[]): boolean =>
    after.from.some((entries) => !namesMore(list, entries));
  return (
    after.count < before.count ||
    (after.self && !before.self) ||
    after.expireMs > before.expireMs ||
    !before.from.every(isStillAsked)
  );
}

/** The permissions of `approvals.from`, each more than the one before it. */
const PERMISSIONS = ['read', 'triage', 'write', 'maintain', 'admin'];

/** Whether a later list of approvers names somebody whom the earlier one does not name. */
function namesMore(old: readonly string[], now: readonly string[]): boolean {
  const lowest = PERMISSIONS.findIndex((permission) => old.includes(permission));
  const isNamed = (entry: string): boolean =>
    old.includes(entry) || (lowest !== -1 && PERMISSIONS.indexOf(entry) >= lowest);
  return !now.every(isNamed);
}

/** The change of one setting between two policies; none if it is the same. */
type CompareSettings = (before: Policy, after: Policy) => readonly SettingChange[];

type Loosens<Value> = (old: Value, now: Value) => boolean;

/** `shown`: what is compared and shown of a value. */
function compareSetting<Value>(
  setting: string,
  valueOf: (policy: Policy) => Value,
  loosens: Loosens<Value>,
  shown?: (value: Value) => unknown,
): CompareSettings {
  return (before, after) =>
    settingChange(setting, [valueOf(before), valueOf(after)], loosens, shown);
}

/** A setting of which the tighter of two values is known (`KEY_RULES`). */
function compareKey<Key extends keyof SettingValues>(
  key: Key,
  valueOf: (policy: Policy) => SettingValues[Key],
  shown?: (value: SettingValues[Key]) => unknown,
): CompareSettings {
  return compareSetting(
    key,
    valueOf,
    (old, now) => !isSameValue(KEY_RULES[key].tighten(old, now), now),
    shown,
  );
}

function settingChange<Value>(
  setting: string,
  [old, now]: readonly [Value, Value],
  loosens: Loosens<Value>,
  shown: (value: Value) => unknown = (value) => value,
): readonly SettingChange[] {
  const [before, after] = [JSON.stringify(shown(old)), JSON.stringify(shown(now))];
  return before === after ? [] : [{ setting, before, after, loosens: loosens(old, now) }];
}

const never = (): boolean => false;
const always = (): boolean => true;

/** `order`: from the strictest to the loosest. */
function isLater(order: readonly string[]): Loosens<string> {
  return (old, now) => order.indexOf(now) > order.indexOf(old);
}

function isLonger(old: readonly string[], now: readonly string[]): boolean {
  return now.some((each) => !old.includes(each));
}

function isShorter(old: readonly string[], now: readonly string[]): boolean {
  return isLonger(now, old);
}

/** Whether a limit is raised or removed; `null`: there is none. */
function isRaised(old: number | null, now: number | null): boolean {
  return old !== null && (now === null || now > old);
}

/** Each setting of a policy, in the order in which changes are shown. */
const SETTINGS: readonly CompareSettings[] = [
  compareSetting('mode', modeName, isLater(['deny', 'plan', 'ask', 'custom', 'auto', 'defer'])),
  // The baselines that the own layer names. Their own changes are compared by what they decide.
  compareSetting(
    'extends',
    ({ layers }) => layers[0].extends.map(({ address }) => address),
    isShorter,
  ),
  compareSetting(
    'plan',
    ({ planRequired }) => planRequired,
    (old) => old,
  ),
  compareSetting(
    'whenUntrusted.mode',
    ({ layers }) => layers[0].whenUntrusted.mode,
    isLater(['deny', 'ask', 'auto']),
  ),
  compareKey('sandbox.mode', ({ sandbox }) => sandbox.mode),
  compareKey('sandbox.network', ({ sandbox }) => sandbox.network),
  compareKey('sandbox.write', ({ sandbox }) => sandbox.write),
  compareSetting('approvals.from', ({ approvals }) => approvals.from, namesMore),
  compareSetting(
    'approvals.from of baselines',
    ({ approvals }) => approvals.baselines.from,
    // Each list is kept, or another one names nobody whom it does not name.
    (old, now) => !old.every((list) => now.some((other) => !namesMore(list, other))),
  ),
  compareSetting('approvals.notify', ({ approvals }) => approvals.notify, never),
  compareSetting(
    'approvals.webhook',
    ({ approvals }) => approvals.webhook,
    (old, now) => now.content && !old.content,
  ),
  compareKey('approvals.count', ({ approvals }) => approvals.count),
  compareKey('approvals.self', ({ approvals }) => approvals.self),
  compareKey('approvals.reviews', ({ approvals }) => approvals.reviews),
  compareKey('approvals.boxes', ({ approvals }) => approvals.boxes),
  compareKey('approvals.wait', ({ approvals }) => approvals.waitMs, durationWords),
  compareKey('approvals.expire', ({ approvals }) => approvals.expireMs, durationWords),
  compareSetting(
    'approvals.remind',
    ({ approvals }) => approvals.remindMs,
    never,
    (ms) => (ms === null ? null : durationWords(ms)),
  ),
  compareKey('approvals.then', ({ approvals }) => approvals.then),
  ...BUDGET_NAMES.map((name) =>
    compareSetting(
      `budget.${name}`,
      ({ budget }) => budget[name],
      (old, now) => (now ?? DEFAULT_BUDGET[name]) > (old ?? DEFAULT_BUDGET[name]),
    ),
  ),
  compareKey('budget.onLimit', ({ budget }) => budget.onLimit),
  compareSetting('done.requires', ({ done }) => done.requires.map(({ text }) => text), isShorter),
  compareLimits,
  compareSetting('tools.modules', ({ tools }) => tools.modules, isLonger),
  compareSetting('tools.secrets', ({ tools }) => tools.secrets, isLonger),
  compareKey('tools.parallel', ({ tools }) => tools.parallel),
  compareKey('github.images', ({ github }) => github.images),
  compareSetting('github.branch', ({ github }) => github.branch, always),
  compareSetting('hooks', ({ hooks }) => hooks, always),
  compareSetting('mcp.servers', ({ mcpServers }) => mcpServers, always),
  compareSetting('redact.patterns', ({ redactPatterns }) => redactPatterns, isShorter),
];

function compareLimits(before: Policy, after: Policy): readonly SettingChange[] {
  const old = new Map(Object.entries(before.limits));
  const now = new Map(Object.entries(after.limits));
  return [...new Map([...old, ...now]).keys()].flatMap((tool) =>
    settingChange(`limits.${tool}`, [old.get(tool) ?? null, now.get(tool) ?? null], isRaised),
  );
}

/** A setting as JSON, for people. */
function valueText(json: string): string {
  return json === 'null' ? 'none' : json;
}

/** The difference as lines for a terminal or a comment. */
export function diffText(diff: PolicyDiff): string {
  const settings = diff.settings.map(
    ({ setting, before, after, loosens }) =>
      `  ${setting}: ${valueText(before)} -> ${valueText(after)}${loosens ? '  (looser)' : ''}`,
  );
  const lines = [
    ...section('Newly auto', diff.newlyAuto),
    ...section('Newly denied', diff.newlyDenied),
    ...section('Newly in need of approval', diff.newlyAsked),
    ...section('Other approvers', diff.otherApprovers),
    ...(settings.length === 0 ? [] : [`Settings (${settings.length})`, ...settings]),
  ];
  return lines.length === 0 ? 'No verdict changes.' : lines.join('\n');
}

function section(title: string, changes: readonly Change[]): readonly string[] {
  return changes.length === 0 ? [] : [`${title} (${changes.length})`, ...changes.map(changeLine)];
}

function changeLine({ call, untrusted, recorded, before, after }: Change): string {
  const where = after.line === null ? '' : `  (line ${after.line})`;
  const when = untrusted ? '  after untrusted text' : '';
  return `  ${recorded === null ? '' : `${recorded}  `}${call}  ${before.verdict} -> ${after.verdict}${where}${when}`;
}
