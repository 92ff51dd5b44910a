import type { SimpleCommand } from '../commands/analysis.ts';
import type { Facts, PathFact, Situation, Verdict } from '../model/facts.ts';
import { type AnalysedCall, analyse, evaluateAnalysed } from '../evaluate/evaluate.ts';
import type { Policy } from '../model/policy.ts';
import { type ApprovalNeeds, approvalNeeds, needsText } from '../model/approval-needs.ts';
import { deniedWrites, type WriteDenial } from '../evaluate/denied-writes.ts';
import { keepsChanges } from '../model/profile.ts';
import { narrowestRules, suggestedRules, withAutoRules } from './narrowest-rules.ts';

/** Why a call gets its verdict, and which rules would allow it. */
export interface Explanation {
  readonly facts: Facts;
  readonly verdict: Verdict;
  /** The place of the deciding rule, `file:line`; `null` for built-in rules and the built-in policy. */
  readonly at: string | null;
  /** Who can approve it, with `requireApproval`; `null` otherwise. */
  readonly needs: ApprovalNeeds | null;
  /** Why nothing of the command can be `auto`; `null` if it was parsed, or if the call has no command. */
  readonly problem: string | null;
  /** With a command whose writes are kept: the rules that deny it to write paths, whatever its words say. */
  readonly readOnly: readonly WriteDenial[];
  /** Each simple command in order, with its classification. */
  readonly commands: readonly SimpleCommand[];
  /**
   * The `auto` rules that would allow the call, verified by an evaluation. Empty if it runs already, or if no rule can
   * allow it.
   */
  readonly toPass: readonly string[];
  /** Why no rule can allow it, if that is so. */
  readonly cannotPass: string | null;
}

/** Explains the verdict for one call. Pure, like `evaluate`. */
export function explain(policy: Policy, facts: Facts, situation: Situation): Explanation {
  const analysis = analyse(facts, situation);
  const verdict = evaluateAnalysed(policy, { facts, situation, analysis });
  const toPass = verdict.verdict === 'auto' ? [] : suggestedRules(policy, facts, situation);
  return {
    facts,
    verdict,
    at: placeOf(policy, verdict),
    needs: verdict.verdict === 'requireApproval' ? approvalNeeds(policy.approvals, verdict) : null,
    problem: analysis?.fault === undefined ? (analysis?.problem ?? null) : null,
    readOnly: readOnlyFor(policy, verdict, situation),
    commands: analysis?.commands ?? [],
    toPass,
    cannotPass:
      verdict.verdict === 'auto' || toPass.length > 0 || analysis?.fault !== undefined
        ? null
        : whyNoRule(policy, { facts, situation, analysis }),
  };
}

function readOnlyFor(
  policy: Policy,
  { verdict, profile }: Verdict,
  { pathResolver, sandboxed }: Situation,
): readonly WriteDenial[] {
  const isEnforced = sandboxed && policy.sandbox.mode !== 'off';
  if (!isEnforced || verdict === 'deny' || profile === undefined || !keepsChanges(profile))
    return [];
  return deniedWrites(policy, pathResolver)?.rules ?? [];
}

function placeOf({ layers }: Policy, { layer = layers[0].file, line }: Verdict): string | null {
  return line === null ? null : `${layer}:${line}`;
}

/** What a baseline says, if no rule of the repository's own policy can change it; `null` if one might. */
function byBaseline(policy: Policy, call: AnalysedCall): string | null {
  const [own, ...baselines] = policy.layers;
  if (baselines.length === 0) return null;
  const { layers = [] } = evaluateAnalysed(policy, call);
  const stops = layers.find(({ layer, verdict }) => layer !== own.file && verdict !== 'auto');
  if (stops === undefined) return null;
  const line = stops.line === null ? '' : `, line ${stops.line},`;
  return `The baseline ${stops.layer}${line} stops it (${stops.verdict}): no rule of this policy opens it.`;
}

/** Why no rule is proposed for a call. */
function whyNoRule(policy: Policy, call: AnalysedCall): string {
  const { facts, analysis } = call;
  const stopped = byBaseline(policy, call);
  if (stopped !== null) return stopped;
  const rules = narrowestRules(facts, analysis);
  if (rules.length > 0) return whyNot(evaluateAnalysed(withAutoRules(policy, rules), call));
  if (facts.command !== undefined) return whyNot(null);
  const byName = evaluateAnalysed(withAutoRules(policy, [facts.tool]), call);
  if (byName.verdict !== 'auto') return whyNot(byName);
  return `No rule opens only this call: ${JSON.stringify(facts.tool)} in auto would open every call of the tool.`;
}

/**
 * Why no rule allows the call. `trial` is the verdict with the narrowest rules in the policy; `null` if no rule can
 * name the call.
 */
function whyNot(trial: Verdict | null): string {
  if (trial === null) return 'A part of it is only known when it runs, or it was not understood.';
  const ofLayer = trial.layer === undefined ? '' : ` of ${trial.layer}`;
  switch (trial.list) {
    case 'deny':
      if (trial.verdict !== 'deny') return `No rule opens this. ${trial.because}`;
      return `A deny rule wins over every other; change line ${trial.line}${ofLayer}.`;
    case 'wall':
      return `No rule opens this. ${trial.because}`;
    case 'whenUntrusted':
      return 'It asks because of whenUntrusted; allow it there, or let someone with write access start the run.';
    case 'requireApproval':
      return `No narrower rule can beat the one on line ${trial.line}${ofLayer}: it has a specifier too.`;
    case 'auto':
      return 'It needs more rules than are worth writing; a pattern may cover them.';
    case 'plan':
    case 'mode':
      return `A rule for its words does not cover an escape hatch or a redirection in it. ${trial.because}`;
  }
}

/** The explanation as lines for a terminal. */
export function explanationText(explanation: Explanation): string {
  const { verdict, at, commands, toPass, cannotPass, facts, problem, needs, readOnly } =
    explanation;
  const lines = [`${verdict.verdict}  ${facts.tool}`, `  because  ${verdict.because}`];
  if (verdict.rule !== null)
    lines.push(`  rule     ${verdict.rule}${at === null ? '' : `  (${at})`}`);
  if (verdict.link !== undefined) lines.push(`  link     ${verdict.link}`);
  if (verdict.reason !== undefined) lines.push(`  reason   ${verdict.reason}`);
  if (needs !== null) lines.push(`  approve  ${needsText(needs)}`);
  if (problem !== null) lines.push(`  parse    ${problem}`);
  for (const { rule, file, line } of readOnly)
    lines.push(
      `  cannot   write what ${rule} denies  (${line === null ? file : `${file}:${line}`})`,
    );
  for (const [index, command] of commands.entries()) {
    const own = verdict.commandsLeftOut === undefined ? verdict.commands?.[index] : undefined;
    const words = command.words.map((word) => word.text ?? word.source).join(' ');
    lines.push(`  ${(own?.verdict ?? '').padEnd(15)}  ${words || '(no program)'}`);
    lines.push(...aboutCommand(command));
    if (own !== undefined) lines.push(`    because  ${own.because}`);
  }
  if (toPass.length > 0)
    lines.push(
      '  to let it run, add to auto:',
      ...toPass.map((rule) => `    - ${JSON.stringify(rule)}`),
    );
  if (cannotPass !== null) lines.push(`  ${cannotPass}`);
  return lines
    .map((line) =>
      line.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\uFFFD'),
    )
    .join('\n');
}

function aboutCommand(command: SimpleCommand): readonly string[] {
  const paths = (access: PathFact['access']): readonly string[] =>
    command.paths.flatMap((fact) => (fact.access === access ? [fact.path] : []));
  return [
    ...labelled('in', command.folders ?? []),
    ...labelled('through', command.via, ' > '),
    ...labelled('is', [...command.classes, ...command.intents]),
    ...command.escapeHatches.flatMap(({ description }) => labelled('beyond', [description])),
    ...labelled('reads', paths('read')),
    ...labelled('writes', paths('write')),
    ...command.unknown.flatMap((reason) => labelled('unknown', [reason])),
  ];
}

function labelled(label: string, values: readonly string[], between = ' '): readonly string[] {
  return values.length === 0 ? [] : [`    ${label.padEnd(7)}  ${values.join(between)}`];
}
