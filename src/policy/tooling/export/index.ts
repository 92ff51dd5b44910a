import { layerModeName, type PolicyLayer } from '../../model/policy.ts';
import type { CompiledRule } from '../../rules/compile.ts';
import type { SkippedRule } from '../import/index.ts';
import { CLAUDE_CODE } from './claude.ts';
import { CODEX } from './codex.ts';
import { COPILOT } from './copilot.ts';
import type { ExportedRule, RuleToExport, Target } from './target.ts';

/** The agents whose settings for a whole organisation a policy can be written as. */
export const EXPORTS = ['claude-code', 'copilot', 'codex'] as const;
export type ExportDialect = (typeof EXPORTS)[number];

const TARGETS: Readonly<Record<ExportDialect, Target>> = {
  'claude-code': CLAUDE_CODE,
  copilot: COPILOT,
  codex: CODEX,
};

export interface ExportedPolicy {
  /** `managed-settings.json` of Claude Code or GitHub Copilot, or `requirements.toml` of Codex. */
  readonly text: string;
  /** How many rules are in it. */
  readonly added: number;
  /** Rules and keys that are not in it, or not with the same meaning, and why. */
  readonly skipped: readonly SkippedRule[];
}

/**
 * Writes the rules of a policy as what another agent takes from an organisation. A rule that forbids or asks becomes stricter where it cannot have
 * the same meaning, and one that lets calls run is left out. Whatever else the file says is listed, key by key.
 */
export function exportPolicy(layer: PolicyLayer, dialect: ExportDialect): ExportedPolicy {
  const target = TARGETS[dialect];
  const exported: ExportedRule[] = [];
  const skipped: SkippedRule[] = [];
  const exportOne = (name: string, rule: RuleToExport, lost: readonly string[]): void => {
    const result = target.translate(rule);
    const notes =
      'why' in result
        ? [result.why]
        : [...lost, ...(result.stricter === undefined ? [] : [result.stricter])];
    skipped.push(...notes.map((why) => ({ rule: name, why })));
    if (!('why' in result)) exported.push({ ...rule, written: result.written });
  };
  for (const rule of layer.rules) {
    const name = `${rule.list}: ${rule.text}`;
    const { selector, specifier } = rule.parsed;
    const source =
      selector.by === 'tool'
        ? { list: rule.list, tool: selector.name, specifier, reason: rule.reason }
        : null;
    if (source === null) skipped.push({ rule: name, why: 'it names no tool' });
    else if (rule.list === 'auto' && rule.except.length > 0)
      skipped.push({ rule: name, why: 'without its exceptions it would let more run' });
    else exportOne(name, source, lostParts(rule, target));
  }
  for (const tool of layer.tools.disabled)
    exportOne(`tools.disabled: ${tool}`, { list: 'deny', tool, specifier: null, reason: null }, []);
  skipped.push(...lostKeys(layer, target));
  return { text: target.text(exported), added: exported.length, skipped };
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
    ...keys.map((key) => ({ rule: key, why: 'there is no such key there' })),
  ];
}
