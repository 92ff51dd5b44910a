import type { CompiledRule } from '../rules/compile.ts';
import { nearest } from '../../common/index.ts';
import type { Policy } from '../model/policy.ts';
import type { PolicyProblem } from '../model/problems.ts';
import { matchesName } from '../rules/wildcard.ts';

/** The names of tools in other agents, and here. */
const OTHER_TOOLS: Readonly<Record<string, string>> = {
  bash: 'bash_run',
  shell: 'bash_run',
  run_shell_command: 'bash_run',
  read: 'fs_read',
  write: 'fs_write',
  edit: 'fs_edit',
  multiedit: 'fs_multi_edit',
  glob: 'fs_glob',
  grep: 'fs_grep',
  ls: 'fs_list',
  webfetch: 'web_fetch',
  websearch: 'web_search',
};

/** What to write instead of a name that no tool has; `null` if a tool has it. */
export function suggestTool(name: string, knownTools: readonly string[]): string | null {
  // The names of MCP tools are known only after their server answers.
  if (name.startsWith('mcp__')) return null;
  if (knownTools.some((tool) => matchesName(tool, name))) return null;
  const candidate = OTHER_TOOLS[name.toLowerCase()] ?? nearest(name, knownTools);
  return candidate === null
    ? `There are ${knownTools.slice(0, 40).join(', ')}.`
    : `Did you mean "${candidate}"?`;
}

/**
 * Rules that deny or ask about a tool that does not exist. What they should gate would run, so the policy does not
 * load. (An `auto` rule for no tool lets nothing run; that is a warning.) The names of tools of modules are known only
 * after the modules are loaded, so with modules only a name near a built-in one is a problem.
 */
export function unknownToolProblems(
  policy: Policy,
  knownTools: readonly string[],
): readonly PolicyProblem[] {
  const rules = [...policy.rules, ...policy.whenUntrusted.rules];
  const modules = policy.tools.modules.length > 0;
  return rules.flatMap((rule) => {
    const fix = rule.list === 'auto' ? null : suggestFix(rule, knownTools, modules);
    if (fix === null) return [];
    const message = `No tool is called "${nameOf(rule)}": the rule "${rule.text}" (${rule.list}) would match no call.`;
    return [{ file: policy.file, line: rule.line ?? 1, column: rule.column ?? 1, message, fix }];
  });
}

function nameOf({ parsed: { selector } }: CompiledRule): string {
  return selector.by === 'tool' ? selector.name : '';
}

function suggestFix(
  rule: CompiledRule,
  knownTools: readonly string[],
  modules: boolean,
): string | null {
  const name = nameOf(rule);
  const fix = name === '' ? null : suggestTool(name, knownTools);
  if (fix === null || !modules) return fix;
  // A name with a wildcard is meant for several tools.
  if (name.includes('*') || !fix.startsWith('Did you mean')) return null;
  return `${fix} A module's tool of nearly the same name is written with a wildcard: "${name}*".`;
}
