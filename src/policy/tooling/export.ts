import type { VerdictName } from '../model/facts.ts';
import type { PolicyLayer } from '../model/policy.ts';
import type { CompiledRule } from '../rules/compile.ts';
import { COMMAND_TOOL } from '../rules/parse-rule.ts';
import type { SkippedRule } from './import/index.ts';

/** The agents whose settings for a whole organisation a policy can be written as. */
export const EXPORTS = ['claude-code', 'codex'] as const;
export type ExportDialect = (typeof EXPORTS)[number];

export interface ExportedPolicy {
  /** `managed-settings.json` of Claude Code, or `requirements.toml` of Codex. */
  readonly text: string;
  /** How many rules are in it. */
  readonly added: number;
  /** Rules that are not in it, or only more strictly, and why. */
  readonly skipped: readonly SkippedRule[];
}

/**
 * Writes the rules of a policy as what another agent takes from an organisation. Only rules of the same meaning are written; where a rule that
 * forbids or asks differs, it becomes stricter, never looser.
 */
export function exportPolicy(layer: PolicyLayer, dialect: ExportDialect): ExportedPolicy {
  const skipped: SkippedRule[] = [];
  const exported = layer.rules.flatMap((rule) => {
    const result = dialect === 'codex' ? codexRule(rule) : claudeRules(rule);
    if ('why' in result) {
      skipped.push({ rule: `${rule.list}: ${rule.text}`, why: result.why });
      return [];
    }
    if (rule.except.length > 0)
      skipped.push({ rule: `${rule.list}: ${rule.text}`, why: 'its exceptions are not written' });
    return [{ list: rule.list, written: result.written }];
  });
  const text = dialect === 'codex' ? codexText(exported) : claudeText(exported);
  return { text, added: exported.length, skipped };
}

interface Exported {
  readonly list: VerdictName;
  readonly written: readonly string[];
}
type RuleResult = { readonly written: readonly string[] } | { readonly why: string };

const PLAIN_WORDS = /^[\w%+=:,./-]+(?: [\w%+=:,./-]+)*$/;
const PLAIN_GLOB = /^[\w.*/-]+$/;
const FILES: Readonly<Record<string, string>> = {
  fs_read: 'Read',
  fs_grep: 'Grep',
  fs_glob: 'Glob',
  fs_write: 'Edit',
  fs_edit: 'Edit',
  fs_multi_edit: 'Edit',
};
const OTHERS: Readonly<Record<string, string>> = { web_search: 'WebSearch', task_run: 'Task' };

/** The words of a rule about commands, and whether more may follow; `null` if they are not plain. */
function wordsOf(specifier: string): { readonly words: string; readonly prefix: boolean } | null {
  const prefix = specifier.endsWith(' *');
  const words = prefix ? specifier.slice(0, -2) : specifier;
  return PLAIN_WORDS.test(words) && !words.startsWith('@') ? { words, prefix } : null;
}

function claudeRules(rule: CompiledRule): RuleResult {
  const { selector, specifier } = rule.parsed;
  if (rule.list === 'auto' && rule.except.length > 0)
    return { why: 'without its exceptions it would let more run' };
  if (selector.by !== 'tool') return { why: `there is no ${selector.by} there` };
  const { name } = selector;
  if (name.startsWith('mcp__') && specifier === null && !name.includes('*'))
    return { written: [name] };
  if (name === COMMAND_TOOL) return claudeCommand(specifier);
  if (name === 'web_fetch')
    return specifier === null
      ? { written: ['WebFetch'] }
      : /^[\w.-]+$/.test(specifier)
        ? { written: [`WebFetch(domain:${specifier})`] }
        : { why: 'it is not the plain name of a host' };
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (file !== undefined && specifier === null) return { written: [file] };
  if (file !== undefined && specifier !== null && PLAIN_GLOB.test(specifier))
    return { written: [`${file}(/${specifier.replace(/^\//, '')})`] };
  const other = Object.hasOwn(OTHERS, name) ? OTHERS[name] : undefined;
  return other !== undefined && specifier === null
    ? { written: [other] }
    : { why: 'there is no rule with this meaning there' };
}

function claudeCommand(specifier: string | null): RuleResult {
  if (specifier === null || specifier === '*') return { written: ['Bash'] };
  const found = wordsOf(specifier);
  if (found === null) return { why: 'it is a class, an intent or a pattern within words' };
  return { written: [found.prefix ? `Bash(${found.words}:*)` : `Bash(${found.words})`] };
}

function codexRule(rule: CompiledRule): RuleResult {
  const { selector, specifier } = rule.parsed;
  if (rule.list === 'auto') return { why: 'an organisation can only forbid and ask there' };
  if (selector.by !== 'tool' || selector.name !== COMMAND_TOOL || specifier === null)
    return { why: 'only rules about certain commands can be written there' };
  const found = wordsOf(specifier);
  // There a rule covers every command that begins so: wider, and so stricter, than a rule without a star.
  return found === null
    ? { why: 'it is a class, an intent or a pattern within words' }
    : { written: found.words.split(' ') };
}

function claudeText(exported: readonly Exported[]): string {
  const of = (list: VerdictName): readonly string[] => [
    ...new Set(exported.flatMap((one) => (one.list === list ? one.written : []))),
  ];
  const permissions = { allow: of('auto'), ask: of('requireApproval'), deny: of('deny') };
  return `${JSON.stringify({ permissions }, null, 2)}\n`;
}

function codexText(exported: readonly Exported[]): string {
  const tables = exported.map(({ list, written }) => {
    const pattern = written.map((word) => `{ token = ${JSON.stringify(word)} }`).join(', ');
    const decision = list === 'deny' ? 'forbidden' : 'prompt';
    return `  { pattern = [${pattern}], decision = "${decision}" },\n`;
  });
  return `[rules]\nprefix_rules = [\n${tables.join('')}]\n`;
}
