import { BUILTIN_TOOLS } from '../../model/builtin-tools.ts';
import { layerModeName, type PolicyLayer } from '../../model/policy.ts';
import type { CompiledRule } from '../../rules/compile.ts';
import { matchesName } from '../../rules/wildcard.ts';
import type { SkippedRule } from '../import/index.ts';
import { CLAUDE_CODE } from './claude.ts';
import { CODEX } from './codex.ts';
import { COPILOT } from './copilot.ts';
import { sampleKind } from '../sample-facts.ts';
import type { ExportedRule, RuleToExport, Target, Translation } from './target.ts';

/** The agents whose settings for a whole organisation a policy can be written as. */
export const EXPORTS = ['claude-code', 'copilot', 'codex'] as const;
type ExportDialect = (typeof EXPORTS)[number];

const TARGETS: Readonly<Record<ExportDialect, Target>> = {
  'claude-code': CLAUDE_CODE,
  copilot: COPILOT,
  codex: CODEX,
};

interface ExportedPolicy {
  /** `managed-settings.json` of Claude Code or GitHub Copilot, or `requirements.toml` of Codex. */
  readonly text: string;
  /** How many rules are in it. */
  readonly added: number;
  /** Rules and keys that are not in it, or not with the same meaning, and why. */
  readonly skipped: readonly SkippedRule[];
}

/**
 * Writes the rules of a policy as what another agent takes from an organisation. A rule that forbids or asks becomes stricter where it cannot have
 * the same meaning. What of it cannot be written at all could restrict calls that a rule of `auto` lets run, so each such rule is
 * written as one that asks, or left out. Whatever else the file says is listed, key by key.
 */
export function exportPolicy(layer: PolicyLayer, dialect: ExportDialect): ExportedPolicy {
  const target = TARGETS[dialect];
  const exported: ExportedRule[] = [];
  const skipped: SkippedRule[] = [];
  const write = (name: string, rule: RuleToExport, lost: readonly string[]): Translation => {
    const translation = target.translate(rule);
    const { written, notes } = translation;
    const all = written.length === 0 ? notes : [...lost, ...notes];
    skipped.push(...all.map((why) => ({ rule: name, why })));
    if (written.length > 0) exported.push({ ...rule, written });
    return translation;
  };
  const gates: Gate[] = keyGates(layer);
  for (const rule of layer.rules.filter(({ list }) => list !== 'auto')) {
    const name = nameOf(rule);
    const source = toExport(rule);
    if (source === null) skipped.push({ rule: name, why: 'it names no tool' });
    const written = source === null ? [] : write(name, source, lostParts(rule, target)).tools;
    gates.push(ruleGate(rule, written));
  }
  for (const tool of layer.tools.disabled) {
    const name = `tools.disabled: ${tool}`;
    const rule = { list: 'deny', tool, specifier: null, reason: null } as const;
    const written = write(name, rule, []).tools;
    gates.push({ name, isAbout: namesTool(tool, written), decides: true, isAboutCommands: false });
  }
  for (const rule of layer.rules.filter(({ list }) => list === 'auto')) {
    const name = nameOf(rule);
    const source = toExport(rule);
    if (source === null) skipped.push({ rule: name, why: 'it names no tool' });
    else if (rule.except.length > 0)
      skipped.push({ rule: name, why: 'without its exceptions it would let more run' });
    else {
      const { tools } = target.translate(source);
      const gate = gates.find((each) => restricts(each, source, tools));
      if (gate === undefined) write(name, source, lostParts(rule, target));
      else {
        const asking = target.translate({ ...source, list: 'requireApproval' });
        if (asking.written.length > 0)
          exported.push({ ...source, list: 'requireApproval', written: asking.written });
        const instead = asking.written.length > 0 ? 'it is written as one that asks' : 'left out';
        skipped.push({ rule: name, why: `${instead}: "${gate.name}" cannot be written in full` });
      }
    }
  }
  skipped.push(...lostKeys(layer, target));
  return { text: target.text(exported), added: exported.length, skipped };
}

function nameOf(rule: CompiledRule): string {
  return `${rule.list}: ${rule.text}`;
}

/** `null`: it names no tool. */
function toExport({ list, reason, parsed }: CompiledRule): RuleToExport | null {
  const { selector, specifier } = parsed;
  return selector.by === 'tool' ? { list, tool: selector.name, specifier, reason } : null;
}

/** What forbids calls here, or asks about them, and is not written, or not for every tool. */
interface Gate {
  readonly name: string;
  /** Whether it is about a tool, by its name or a pattern of names, that nothing written of it is about. */
  readonly isAbout: (tool: string) => boolean;
  /** Whether it comes before a rule of `auto` that has a specifier. */
  readonly decides: boolean;
  /** Whether it is also about what a command reads, writes and reaches. */
  readonly isAboutCommands: boolean;
}

/** The tools as which the paths and hosts of a command are evaluated. */
const TOOLS_OF_COMMANDS = ['fs_read', 'fs_write', 'web_fetch'];

function restricts(gate: Gate, rule: RuleToExport, tools: readonly string[]): boolean {
  if (tools.some(gate.isAbout) && (gate.decides || rule.specifier === null)) return true;
  return gate.isAboutCommands && tools.includes('bash_run') && TOOLS_OF_COMMANDS.some(gate.isAbout);
}

function ruleGate(rule: CompiledRule, written: readonly string[]): Gate {
  const { selector, specifier } = rule.parsed;
  return {
    name: nameOf(rule),
    isAbout: (tool) => {
      if (selector.by === 'tool') return namesTool(selector.name, written)(tool);
      // What kind other tools are of is not known.
      return selector.by !== 'kind' || !BUILTIN_TOOLS.includes(tool)
        ? true
        : sampleKind(tool) === selector.kind;
    },
    decides: rule.list === 'deny' || specifier !== null,
    isAboutCommands: true,
  };
}

/** Whether a pattern of names is about a tool that `written` is not about. */
function namesTool(pattern: string, written: readonly string[]): (tool: string) => boolean {
  return (tool) =>
    !written.includes(pattern) && !written.includes(tool) && mayNameOne(pattern, tool);
}

/** Whether two patterns may match the same name, by what is before their stars. */
function mayNameOne(one: string, other: string): boolean {
  if (!one.includes('*')) return matchesName(one, other);
  if (!other.includes('*')) return matchesName(other, one);
  const [first = '', second = ''] = [one, other].map((pattern) => pattern.split('*')[0]);
  return first.startsWith(second) || second.startsWith(first);
}

function changes(tool: string): boolean {
  return sampleKind(tool) !== 'readonly';
}

/** Keys that forbid calls or ask about them. There are none of them there. */
function keyGates(layer: PolicyLayer): Gate[] {
  const { whenUntrusted, tools } = layer;
  const asksWhenUntrusted =
    whenUntrusted.mode !== 'auto' && layer.keys.some((key) => key.startsWith('whenUntrusted'));
  const isLeftOut = (tool: string): boolean =>
    tools.enabled?.some((pattern) => matchesName(tool, pattern)) !== true;
  const gateIf = (isSet: boolean, name: string, isAbout: Gate['isAbout']): readonly Gate[] =>
    isSet ? [{ name, isAbout, decides: true, isAboutCommands: false }] : [];
  return [
    ...gateIf(layer.planOnly, 'mode: plan', changes),
    ...gateIf(layer.planRequired, 'plan', changes),
    ...gateIf(asksWhenUntrusted, 'whenUntrusted', changes),
    ...whenUntrusted.rules
      .filter(({ list }) => list !== 'auto')
      .map((rule) => ({ ...ruleGate(rule, []), name: `whenUntrusted.${nameOf(rule)}` })),
    ...gateIf(layer.settings.hooks !== undefined, 'hooks', () => true),
    ...gateIf(tools.enabled !== null, 'tools.enabled', isLeftOut),
  ];
}

/** What a rule says that has no place there. */
function lostParts(rule: CompiledRule, { hasReasons }: Target): readonly string[] {
  return [
    ...(rule.except.length > 0 ? ['its exceptions are not written'] : []),
    ...(rule.reason !== null && !hasReasons ? ['its reason is not written'] : []),
    ...(rule.approval === undefined ? [] : ['who approves, and for how long, is not written']),
  ];
}

/** Keys that are written, or that say nothing about a call. */
const WRITTEN = ['version', 'tests', 'auto', 'requireApproval', 'deny', 'tools.disabled'];

function lostKeys(layer: PolicyLayer, target: Target): readonly SkippedRule[] {
  const mode = layerModeName(layer);
  const keys = layer.keys.filter((key) => key !== 'mode' && !WRITTEN.includes(key));
  return [
    ...(mode === 'defer' && target.defers ? [] : [{ rule: `mode: ${mode}`, why: target.unnamed }]),
    ...keys.map((key) => ({ rule: key, why: 'the other agent has no such key' })),
  ];
}
