import { durationWords } from '../../common/index.ts';
import { type ApprovalNeeds, approvalNeeds } from '../model/approval-needs.ts';
import type { Facts, PathResolver, Verdict } from '../model/facts.ts';
import { strictness } from '../evaluate/decision.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { modeName, type Policy } from '../model/policy.ts';
import { sampleCalls } from './sample-calls.ts';
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

export interface SettingChange {
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
 * policy) and for recorded calls. An empty answer is no proof: there may be rules without a sample call.
 */
export function diffPolicies(
  before: Policy,
  after: Policy,
  options: { readonly calls?: readonly RecordedCall[]; readonly pathResolver?: PathResolver } = {},
): PolicyDiff {
  const pathResolver = options.pathResolver ?? examplePathResolver;
  const changes: Change[] = [];
  const compare = (
    facts: Facts,
    parts: {
      untrusted: boolean;
      sandboxed: boolean;
      contained?: boolean;
      recorded: string | null;
    },
  ): boolean => {
    const { untrusted, sandboxed, contained = sandboxed } = parts;
    const situation = { pathResolver, untrusted, sandboxed, contained };
    const [old, now] = [evaluate(before, facts, situation), evaluate(after, facts, situation)];
    const asksOthers = JSON.stringify(old.approvals) !== JSON.stringify(now.approvals);
    if (old.verdict === now.verdict && !asksOthers) return false;
    changes.push({
      call: callName(facts),
      facts,
      untrusted: parts.untrusted,
      recorded: parts.recorded,
      before: old,
      after: now,
    });
    return true;
  };
  for (const facts of sampleCalls([before, after])) {
    const trusted = compare(facts, { untrusted: false, sandboxed: true, recorded: null });
    if (!trusted) compare(facts, { untrusted: true, sandboxed: true, recorded: null });
  }
  for (const call of options.calls ?? [])
    compare(call.facts, { ...situationOf(call, pathResolver), recorded: call.id });
  return summary(changes, { before, after });
}

function summary(
  all: readonly Change[],
  policies: { readonly before: Policy; readonly after: Policy },
): PolicyDiff {
  const settings = settingChanges(policies.before, policies.after);
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
    after.from.some((entries) => entries.every((entry) => list.includes(entry)));
  return (
    after.count < before.count ||
    (after.self && !before.self) ||
    after.expireMs > before.expireMs ||
    !before.from.every(isStillAsked)
  );
}

const MODES = ['deny', 'plan', 'ask', 'custom', 'auto', 'defer'];
const IMAGES = ['off', 'trusted', 'all'];
const THEN = ['fail', 'deny', 'suspend'];
const SANDBOXES = ['required', 'preferred', 'off'];
const UNTRUSTED = ['deny', 'ask', 'auto'];

function later(order: readonly string[], old: string, now: string): boolean {
  return order.indexOf(now) > order.indexOf(old);
}

function added(old: readonly string[], now: readonly string[]): boolean {
  return now.some((each) => !old.includes(each));
}

/** Whether one of the lists names nobody whom this one does not name. */
function isListKept(list: readonly string[], lists: readonly (readonly string[])[]): boolean {
  return lists.some((other) => !added(list, other));
}

/** The baselines that the own layer names. Their own changes are compared by what they decide. */
function baselinesOf({ layers }: Policy): readonly string[] {
  return layers[0].extends.map(({ address }) => address);
}

function wordsOrNull(ms: number | null): string | null {
  return ms === null ? null : durationWords(ms);
}

function requiredBy({ done }: Policy): readonly string[] {
  return done.requires.map(({ text }) => text);
}

function settingChanges(before: Policy, after: Policy): readonly SettingChange[] {
  const found: SettingChange[] = [];
  const note = (setting: string, old: unknown, now: unknown, loosens: boolean): void => {
    const [from, to] = [JSON.stringify(old), JSON.stringify(now)];
    if (from !== to) found.push({ setting, before: from, after: to, loosens });
  };
  note('mode', modeName(before), modeName(after), later(MODES, modeName(before), modeName(after)));
  const [oldBaselines, newBaselines] = [baselinesOf(before), baselinesOf(after)];
  note('extends', oldBaselines, newBaselines, added(newBaselines, oldBaselines));
  note('plan', before.planRequired, after.planRequired, before.planRequired);
  const [text, texts] = [before.layers[0].whenUntrusted.mode, after.layers[0].whenUntrusted.mode];
  note('whenUntrusted.mode', text, texts, later(UNTRUSTED, text, texts));
  note(
    'sandbox.mode',
    before.sandbox.mode,
    after.sandbox.mode,
    later(SANDBOXES, before.sandbox.mode, after.sandbox.mode),
  );
  for (const name of ['network', 'write'] as const) {
    const [old, now] = [before.sandbox[name], after.sandbox[name]];
    note(`sandbox.${name}`, old, now, added(old, now));
  }
  note(
    'approvals.from',
    before.approvals.from,
    after.approvals.from,
    added(before.approvals.from, after.approvals.from),
  );
  const [floor, lists] = [before.approvals.baselines.from, after.approvals.baselines.from];
  note(
    'approvals.from of baselines',
    floor,
    lists,
    !floor.every((list) => isListKept(list, lists)),
  );
  note('approvals.notify', before.approvals.notify, after.approvals.notify, false);
  const [oldWebhook, newWebhook] = [before.approvals.webhook, after.approvals.webhook];
  note('approvals.webhook', oldWebhook, newWebhook, newWebhook.content && !oldWebhook.content);
  const { count } = before.approvals;
  note('approvals.count', count, after.approvals.count, after.approvals.count < count);
  for (const name of ['self', 'reviews', 'boxes'] as const) {
    const [old, now] = [before.approvals[name], after.approvals[name]];
    note(`approvals.${name}`, old, now, now);
  }
  for (const name of ['wait', 'expire'] as const) {
    const [old, now] = [before.approvals[`${name}Ms`], after.approvals[`${name}Ms`]];
    note(`approvals.${name}`, durationWords(old), durationWords(now), now > old);
  }
  const [reminded, reminds] = [before.approvals.remindMs, after.approvals.remindMs];
  note('approvals.remind', wordsOrNull(reminded), wordsOrNull(reminds), false);
  const { then } = after.approvals;
  note('approvals.then', before.approvals.then, then, later(THEN, before.approvals.then, then));
  for (const name of ['turns', 'calls', 'minutes', 'tokens', 'usd'] as const) {
    const [old, now] = [before.budget[name], after.budget[name]];
    note(`budget.${name}`, old, now, old !== null && (now === null || now > old));
  }
  const { onLimit } = after.budget;
  note('budget.onLimit', before.budget.onLimit, onLimit, onLimit === 'ask');
  const [oldProofs, newProofs] = [requiredBy(before), requiredBy(after)];
  note('done.requires', oldProofs, newProofs, added(newProofs, oldProofs));
  for (const tool of new Set([...Object.keys(before.limits), ...Object.keys(after.limits)])) {
    const [old, now] = [before.limits[tool] ?? null, after.limits[tool] ?? null];
    note(`limits.${tool}`, old, now, old !== null && (now === null || now > old));
  }
  note(
    'tools.modules',
    before.tools.modules,
    after.tools.modules,
    added(before.tools.modules, after.tools.modules),
  );
  note(
    'tools.secrets',
    before.tools.secrets,
    after.tools.secrets,
    added(before.tools.secrets, after.tools.secrets),
  );
  const { parallel } = before.tools;
  note('tools.parallel', parallel, after.tools.parallel, after.tools.parallel > parallel);
  const [seen, shown] = [before.github.images, after.github.images];
  note('github.images', seen, shown, later(IMAGES, seen, shown));
  note('github.branch', before.github.branch, after.github.branch, true);
  note('hooks', before.hooks, after.hooks, true);
  note('mcp.servers', before.mcpServers, after.mcpServers, true);
  note(
    'redact.patterns',
    before.redactPatterns,
    after.redactPatterns,
    added(after.redactPatterns, before.redactPatterns),
  );
  return found;
}

/** The difference as lines for a terminal or a comment. */
export function diffText(diff: PolicyDiff): string {
  const settings = diff.settings.map(
    ({ setting, before, after, loosens }) =>
      `  ${setting}: ${before} -> ${after}${loosens ? '  (looser)' : ''}`,
  );
  const lines = [
    ...section('Newly auto', diff.newlyAuto),
    ...section('Newly denied', diff.newlyDenied),
    ...section('Newly asked', diff.newlyAsked),
    ...section('Asked of other people', diff.otherApprovers),
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
