import * as z from 'zod';
import type { VerdictName } from '../../model/facts.ts';
import { PolicyBuilder, type ImportedPolicy } from './policy-builder.ts';
import { readSettings, type Unreadable } from './settings-file.ts';
import { shellRule } from './shell.ts';

const names = z.array(z.string()).optional();
const settings = z.object({
  coreTools: names,
  excludeTools: names,
  tools: z.object({ core: names, allowed: names, exclude: names }).optional(),
});

const TOOLS: Readonly<Record<string, string>> = {
  run_shell_command: 'bash_run',
  ShellTool: 'bash_run',
  read_file: 'fs_read',
  read_many_files: 'fs_read',
  write_file: 'fs_write',
  replace: 'fs_edit',
  glob: 'fs_glob',
  search_file_content: 'fs_grep',
  grep_search: 'fs_grep',
  list_directory: 'fs_list',
  web_fetch: 'web_fetch',
  google_web_search: 'web_search',
};
const DECISIONS: Readonly<Record<string, VerdictName>> = {
  allow: 'auto',
  ask_user: 'requireApproval',
  deny: 'deny',
};

/** gemini-cli's `settings.json` (`tools.core`, `allowed`, `exclude`). Shell arguments are prefixes there. */
export function importGeminiSettings(text: string): ImportedPolicy | Unreadable {
  const read = readSettings(text, settings);
  if ('problem' in read) return read;
  const { coreTools, excludeTools, tools } = read.settings;
  const allow = [...(coreTools ?? []), ...(tools?.core ?? []), ...(tools?.allowed ?? [])];
  const deny = [...(excludeTools ?? []), ...(tools?.exclude ?? [])];
  if (allow.length + deny.length === 0) return { problem: null };
  const builder = new PolicyBuilder();
  for (const rule of allow) importRule(builder, 'auto', rule);
  for (const rule of deny) importRule(builder, 'deny', rule);
  return builder.finish('gemini-cli settings');
}

function importRule(builder: PolicyBuilder, list: VerdictName, rule: string): void {
  const found = /^([\w-]+)(?:\((.*)\))?$/s.exec(rule.trim());
  const name = found?.[1] ?? '';
  if (name.startsWith('mcp__')) return builder.add(list, rule, [name]);
  const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
  if (tool === undefined) return builder.skip(rule, 'there is no tool like it here');
  const argument = found?.[2];
  // That agent has one tool that edits, Countersign has two.
  const alike = tool === 'fs_edit' && list !== 'auto' ? [tool, 'fs_multi_edit'] : [tool];
  if (argument === undefined) return builder.add(list, rule, alike);
  if (tool !== 'bash_run') return builder.skip(rule, 'only shell rules have arguments there');
  importShellRule(builder, list, { rule, text: argument });
}

function importShellRule(
  builder: PolicyBuilder,
  list: VerdictName,
  { rule, text }: { rule: string; text: string },
): void {
  const shell = shellRule(text, { prefix: true, star: 'literal', list });
  if (shell.ok) builder.add(list, rule, [shell.rule]);
  else builder.skip(rule, shell.why);
}

type Value = string | readonly string[] | null;

/**
 * gemini-cli's policies (TOML). Reads `[[rule]]` tables whose values are strings, lists of strings on one line, numbers
 * and booleans, and skips other tables. `null` if there is no such table.
 */
export function importGeminiToml(text: string): ImportedPolicy | null {
  const [before, ...tables] = text.slice(0, 500_000).split(/^[ \t]*\[\[rule\]\][ \t]*(?:#.*)?$/m);
  if (tables.length === 0) return null;
  const builder = new PolicyBuilder();
  if (before !== undefined && before.replace(/^\s*#.*$/gm, '').trim() !== '')
    builder.skip(before.trim(), 'only [[rule]] tables are read');
  for (const table of tables) tomlRule(builder, table);
  return builder.finish('gemini-cli policies');
}

function tomlRule(builder: PolicyBuilder, table: string): void {
  const source = table.trim().replace(/\s*\n\s*/g, '; ');
  const values = readTable(table);
  if (values === null)
    return builder.skip(
      source,
      'it contains values other than plain strings, lists, numbers and booleans',
    );
  const decision = strings(values.get('decision'))[0] ?? '';
  const list = Object.hasOwn(DECISIONS, decision) ? DECISIONS[decision] : undefined;
  if (list === undefined) return builder.skip(source, 'its decision is not known');
  for (const key of [
    'commandRegex',
    'argsPattern',
    'mcpName',
    'modes',
    'subagent',
    'toolAnnotations',
  ]) {
    if (values.has(key)) return builder.skip(source, `"${key}" has no counterpart here`);
  }
  const prefixes = strings(values.get('commandPrefix'));
  for (const name of strings(values.get('toolName'))) {
    if (prefixes.length === 0) importRule(builder, list, name);
    else if (TOOLS[name] !== 'bash_run')
      builder.skip(source, 'commandPrefix belongs to run_shell_command');
    else
      for (const text of prefixes)
        importShellRule(builder, list, { rule: `${name} ${text}`, text });
  }
  if (!values.has('toolName')) builder.skip(source, 'it names no tool');
}

function strings(value: Value | undefined): readonly string[] {
  if (value === undefined || value === null) return [];
  return typeof value === 'string' ? [value] : value;
}

function readTable(table: string): ReadonlyMap<string, Value> | null {
  const values = new Map<string, Value>();
  for (const line of table.split('\n')) {
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    const found = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line);
    const value = found === null ? undefined : readValue(found[2] ?? '');
    if (found === null || value === undefined) return null;
    values.set(found[1] ?? '', value);
  }
  return values;
}

function readValue(text: string): Value | undefined {
  if (/^(?:-?[\d._]+|true|false)\s*(?:#.*)?$/.test(text)) return null;
  const one = /^(?:"((?:[^"\\]|\\["\\])*)"|'([^']*)')\s*(?:#.*)?$/.exec(text);
  if (one !== null) return one[2] ?? (one[1] ?? '').replace(/\\(["\\])/g, '$1');
  if (!/^\[(?:\s*(?:"[^"\\]*"|'[^']*')\s*,?)*\]\s*(?:#.*)?$/.test(text)) return undefined;
  return [...text.matchAll(/"([^"\\]*)"|'([^']*)'/g)].map((match) => match[1] ?? match[2] ?? '');
}
