import type { CompiledRule } from '../rules/compile.ts';
import { nearest } from './nearest.ts';
import type { Policy } from '../model/policy.ts';
import type { PolicyProblem } from '../model/problems.ts';
import { matchesName } from '../rules/wildcard.ts';

/** What other agents call the tools, and what they are called here. */
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

const MCP_TOOL = /^mcp__([\w-]+?)(?:__|$)/;

/** Which tool was meant by a name that none has; `null` for one that some tool has. */
export function suggestTool(name: string, knownTools: readonly string[]): string | null {
  // MCP tools are known only once their server answered.
  if (name.startsWith('mcp__')) return null;
  if (knownTools.some((tool) => matchesName(tool, name))) return null;
  const candidate = OTHER_TOOLS[name.toLowerCase()] ?? nearest(name, knownTools);
  return candidate === null
    ? `There are ${knownTools.slice(0, 40).join(', ')}.`
    : `Did you mean "${candidate}"?`;
}

/**
 * Rules that deny or ask about a tool that does not exist: what they were to keep back would run, so the policy does not
 * load. (An `auto` rule for no tool lets nothing run; that is a warning.) What a module calls its tools is known only once
 * it is loaded, so with modules only a name that is nearly a built-in one counts.
 */
export function unknownToolProblems(
  policy: Policy,
  knownTools: readonly string[],
): readonly PolicyProblem[] {
  const rules = [...policy.rules, ...policy.whenUntrusted.rules];
  const modules = policy.tools.modules.length > 0;
  return rules.flatMap((rule) => {
    const fix = rule.list === 'auto' ? null : suggestFix(rule, knownTools, modules);
    const at = { file: policy.file, line: rule.line ?? 1, column: rule.column ?? 1 };
    if (fix !== null) {
      const message = `No tool is called "${nameOf(rule)}": the rule "${rule.text}" (${rule.list}) would hold nothing back.`;
      return [{ ...at, message, fix }];
    }
    if (rule.list !== 'auto') return serverProblem(policy, rule, at);
    return rule.except.flatMap((text) => {
      const meant = fixOfException(text, { rule, knownTools, modules });
      if (meant === null) return [];
      const message = `No tool is called as the exception "${text}" of the rule "${rule.text}" (auto) says: it would except nothing.`;
      return [{ ...at, message, fix: meant }];
    });
  });
}

/** What an `auto` rule excepts is held back, so that an exception which is a rule of its own names a tool that exists. */
function fixOfException(
  text: string,
  of: { readonly rule: CompiledRule; readonly knownTools: readonly string[]; modules: boolean },
): string | null {
  const { selector, specifier } = of.rule.parsed;
  const isAboutOne = selector.by === 'tool' && !(selector.name.includes('*') && specifier === null);
  const name = (isAboutOne ? /^([A-Za-z_][\w*.-]*)\(/ : /^([A-Za-z_][\w*.-]*)(?:\(|$)/).exec(
    text,
  )?.[1];
  return name === undefined ? null : fixOfKnown(name, of.knownTools, of.modules);
}

/** A rule about a server that is nearly called like one of the policy's own. */
function serverProblem(
  policy: Policy,
  rule: CompiledRule,
  at: Pick<PolicyProblem, 'file' | 'line' | 'column'>,
): readonly PolicyProblem[] {
  const servers = Object.keys(policy.mcpServers);
  const server = MCP_TOOL.exec(nameOf(rule))?.[1];
  if (server === undefined || servers.includes(server)) return [];
  const meant = nearest(server, servers);
  if (meant === null) return [];
  const message = `No MCP server is called "${server}": the rule "${rule.text}" (${rule.list}) would hold nothing back.`;
  return [{ ...at, message, fix: `Did you mean "${meant}"?` }];
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
  return name === '' ? null : fixOfKnown(name, knownTools, modules);
}

function fixOfKnown(name: string, knownTools: readonly string[], modules: boolean): string | null {
  const fix = suggestTool(name, knownTools);
  if (fix === null || !modules) return fix;
  // With a wildcard it says itself that it is about more than one name.
  if (name.includes('*') || !fix.startsWith('Did you mean')) return null;
  return `${fix} A module's tool of nearly the same name is written with a wildcard: "${name}*".`;
}
