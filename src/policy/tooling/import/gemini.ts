import * as z from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../../common/index.ts';
import { byName } from '../../commands/specs/table.ts';
import type { VerdictName } from '../../model/facts.ts';
import { PolicyBuilder, type ImportedPolicy, type SourceRule } from './policy-builder.ts';
import { READING_TOOLS } from '../../model/builtin-tools.ts';
import { strictness } from '../../evaluate/decision.ts';
import { readSettings, type Unreadable } from './settings-file.ts';
import { parseToml, tomlText } from './toml.ts';

const names = z.array(z.string()).optional();
const settings = z.looseObject({
  coreTools: names,
  allowedTools: names,
  excludeTools: names,
  tools: z.object({ core: names, allowed: names, exclude: names }).optional(),
});

const TOOLS = byName({
  'run_shell_command, ShellTool': 'bash_run',
  'read_file, read_many_files': 'fs_read',
  write_file: 'fs_write',
  replace: 'fs_edit',
  glob: 'fs_glob',
  'search_file_content, grep_search': 'fs_grep',
  list_directory: 'fs_list',
  web_fetch: 'web_fetch',
  google_web_search: 'web_search',
});
/** What runs there without a confirmation. */
const READING: readonly string[] = [...READING_TOOLS, 'web_search'];
const DECISIONS = byName<VerdictName>({ allow: 'auto', ask_user: 'requireApproval', deny: 'deny' });

/**
 * gemini-cli's `settings.json`: `tools.core` says which tools exist, `allowed` which of them run without a confirmation, `exclude` which
 * do not exist. Shell arguments are prefixes there.
 */
export function importGeminiSettings(text: string): ImportedPolicy | Unreadable {
  const read = readSettings(text, settings);
  if ('problem' in read) return read;
  const { coreTools, allowedTools, excludeTools, tools, ...others } = read.settings;
  const core = [...(coreTools ?? []), ...(tools?.core ?? [])];
  const allowed = [...(allowedTools ?? []), ...(tools?.allowed ?? [])];
  const deny = [...(excludeTools ?? []), ...(tools?.exclude ?? [])];
  if (core.length + allowed.length + deny.length === 0) return { problem: null };
  const builder = new PolicyBuilder();
  importCore(builder, core, allowed);
  for (const rule of allowed)
    if (exists(rule, core)) importRule(builder, { list: 'auto', rule });
    else builder.skip(rule, 'tools.core does not contain it');
  for (const rule of deny) importRule(builder, { list: 'deny', rule });
  builder.skipKeys({}, others, 'only the lists of tools are read');
  return builder.finish('gemini-cli settings');
}

/** With a list of `core`, no other tool exists. Those in it ask, unless they only read. */
function importCore(
  builder: PolicyBuilder,
  core: readonly string[],
  allowed: readonly string[],
): void {
  if (core.length === 0) return;
  builder.setMode('deny');
  builder.skip('tools.core', '"mode: deny" is written, which refuses tools of MCP servers, too');
  for (const rule of core) {
    const reads = READING.includes(TOOLS.get(nameIn(rule)) ?? '');
    if (reads) importRule(builder, { list: 'auto', rule });
    else if (!allowed.includes(rule)) importRule(builder, { list: 'requireApproval', rule });
  }
}

/** Whether a list of `core` contains a rule, or the tool that it is about. */
function exists(rule: string, core: readonly string[]): boolean {
  return core.length === 0 || core.includes(rule) || core.includes(nameIn(rule));
}

function nameIn(rule: string): string {
  return rule.trim().replace(/\(.*$/s, '');
}

function importRule(builder: PolicyBuilder, source: SourceRule): void {
  const { list, rule } = source;
  const [, name = '', argument] = /^([\w-]+)(?:\((.*)\))?$/s.exec(rule.trim()) ?? [];
  if (name.startsWith('mcp__')) return builder.add(source, [name]);
  const tool = TOOLS.get(name);
  if (tool === undefined)
    return builder.cannotImport(source, 'Countersign has no tool like it', toolsOf(rule));
  const alike = list === 'auto' ? [tool] : gatedTools(tool);
  if (argument === undefined) return builder.add(source, alike);
  if (tool !== 'bash_run')
    return builder.cannotImport(source, 'in gemini-cli only shell rules have arguments', alike);
  builder.addCommand(source, argument, PREFIX);
}

/** Shell arguments are prefixes there, and a star is a star. */
const PREFIX = { prefix: true, star: 'literal' } as const;

/** That agent has one tool that edits, Countersign has two. */
function gatedTools(tool: string): readonly string[] {
  return tool === 'fs_edit' ? [tool, 'fs_multi_edit'] : [tool];
}

/** The tools that a name may stand for. Older names are those of classes, as `WriteFileTool`. */
function toolsOf(rule: string): readonly string[] {
  const [name = ''] = /^[\w-]+$/.exec(rule.trim().replace(/\(.*$/s, '')) ?? [];
  const tool = TOOLS.get(name);
  if (tool !== undefined) return gatedTools(tool);
  return name === '' || name.endsWith('Tool') ? ['*'] : [];
}

/** gemini-cli's policies (TOML): `[[rule]]` tables. */
export function importGeminiToml(text: string): ImportedPolicy | Unreadable {
  const parsed = parseToml(text);
  if ('problem' in parsed) return parsed;
  const { rule: rules, ...others } = parsed.table;
  if (!Array.isArray(rules)) return { problem: null };
  const builder = new PolicyBuilder();
  for (const name of Object.keys(others)) builder.skip(name, 'only [[rule]] tables are read');
  // The highest priority decides there, so that a gate for a whole tool asks about what is below it.
  for (const rule of rules.filter(isJsonObject).toSorted(byPriority)) importTable(builder, rule);
  return builder.finish('gemini-cli policies');
}

function byPriority(one: JsonObject, other: JsonObject): number {
  const [first, second] = [one, other].map((table) => Number(table['priority'] ?? 0));
  return (first ?? 0) - (second ?? 0) || strictness(listOf(one)) - strictness(listOf(other));
}

/** A decision that is not known may forbid. */
function listOf(table: JsonObject): VerdictName {
  const decision = stringsOf(table['decision'])[0] ?? '';
  return DECISIONS.get(decision) ?? 'deny';
}

/** Parts of a rule that narrow it, and have no counterpart here. */
const NARROWING = [
  'commandRegex',
  'argsPattern',
  'mcpName',
  'modes',
  'subagent',
  'toolAnnotations',
];

function importTable(builder: PolicyBuilder, table: JsonObject): void {
  const source = tomlText(table);
  const decision = stringsOf(table['decision'])[0] ?? '';
  const list = listOf(table);
  const named = stringsOf(table['toolName']);
  const isOfServer = 'mcpName' in table;
  const tools = named.length === 0 ? ['*'] : named.flatMap(toolsOf);
  const lose = (why: string): void =>
    builder.cannotImport({ list, rule: source }, why, isOfServer ? ['mcp__*'] : tools);
  if (!DECISIONS.has(decision)) return lose('its decision is not known');
  const narrowing = NARROWING.find((key) => Object.hasOwn(table, key));
  if (narrowing !== undefined) return lose(`"${narrowing}" has no counterpart in Countersign`);
  const prefixes = stringsOf(table['commandPrefix']);
  for (const name of named) {
    if (prefixes.length === 0) importRule(builder, { list, rule: name });
    else if (TOOLS.get(name) !== 'bash_run') lose('commandPrefix belongs to run_shell_command');
    else
      for (const text of prefixes)
        builder.addCommand({ list, rule: `${name} ${text}` }, text, PREFIX);
  }
  if (named.length === 0) lose('it names no tool');
}

function stringsOf(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  const items = Array.isArray(value) ? value : [];
  return items.flatMap((item) => (typeof item === 'string' ? [item] : []));
}
