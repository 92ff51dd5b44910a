import type { CompiledRule } from '../rules/compile.ts';
import { nearest } from '../../common/index.ts';
import type { PolicyLayer } from '../model/policy.ts';
import { BUILTIN_CATEGORIES, BUILTIN_TAGS } from '../model/builtin-tools.ts';
import type { PolicyProblem } from '../model/problems.ts';
import { matchesName } from '../rules/wildcard.ts';

/** The names of tools in other agents, and here. */
const OTHER_TOOLS: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
  }),
);

const MCP_TOOL = /^mcp__([\w-]+?)(?:__|$)/;

/** What to write instead of a name that no tool has; `null` if a tool has it. */
export function suggestTool(name: string, knownTools: readonly string[]): string | null {
  // The names of MCP tools are known only after their server answers.
  if (name.startsWith('mcp__')) return null;
  if (knownTools.some((tool) => matchesName(tool, name))) return null;
  const candidate = OTHER_TOOLS.get(name.toLowerCase()) ?? nearest(name, knownTools);
  return candidate === null
    ? `There are ${knownTools.slice(0, 40).join(', ')}.`
    : `Did you mean "${candidate}"?`;
}

/**
 * Rules that deny or ask about a tool that does not exist, and limits of one. What they should gate would run, so the policy does not
 * load. (An `auto` rule for no tool lets nothing run; that is a warning.) The names of tools of modules are known only
 * after the modules are loaded, so with modules only a name near a built-in one is a problem.
 */
export function unknownToolProblems(
  layer: PolicyLayer,
  knownTools: readonly string[],
): readonly PolicyProblem[] {
  const rules = [...layer.rules, ...layer.whenUntrusted.rules];
  const modules = hasOtherTools(layer);
  const unknown = rules.flatMap((rule) => {
    const fix = rule.list === 'auto' ? null : suggestFix(rule, knownTools, modules);
    const position = { file: layer.file, line: rule.line ?? 1, column: rule.column ?? 1 };
    if (rule.list !== 'auto') {
      const group = unknownGroup(rule.text, layer);
      const message = `No tool declares what the rule "${rule.text}" (${rule.list}) is about: it would match no call.`;
      if (group !== null) return [{ ...position, message, fix: group }];
    }
    if (fix !== null) {
      const message = `No tool is called "${nameOf(rule)}": the rule "${rule.text}" (${rule.list}) would match no call.`;
      return [{ ...position, message, fix }];
    }
    if (rule.list !== 'auto') return serverProblem(layer, rule, position);
    return rule.except.flatMap((text) => {
      const meant =
        fixOfException(text, { rule, knownTools, modules }) ?? unknownGroup(text, layer);
      if (meant === null) return [];
      const message = `No tool is called as the exception "${text}" of the rule "${rule.text}" (auto) says: it would except nothing.`;
      return [{ ...position, message, fix: meant }];
    });
  });
  return [...limitProblems(layer, knownTools, modules), ...unknown];
}

/** Limits of tools that do not exist: what they are meant for would run as often as it likes. */
function limitProblems(
  layer: PolicyLayer,
  knownTools: readonly string[],
  modules: boolean,
): readonly PolicyProblem[] {
  return Object.keys(layer.settings.limits ?? {}).flatMap((name) => {
    const fix = fixOfKnown(name, knownTools, modules);
    const message = `No tool is called "${name}": its limit would limit nothing.`;
    const place = layer.keyPosition(`limits.${name}`);
    return fix === null ? [] : [{ file: layer.file, ...place, message, fix }];
  });
}

/** Whether there may be tools of modules; a baseline is for repositories that have them, too. */
function hasOtherTools(layer: PolicyLayer): boolean {
  return layer.isBaseline || layer.own.modules.length > 0;
}

/** What to write instead of a category or tag that no tool declares; `null` if one does, or if the text is another rule. */
function unknownGroup(text: string, layer: PolicyLayer): string | null {
  const [, group, name = ''] = /^(category|tag):\s*([\w.-]+)$/.exec(text) ?? [];
  if (group === undefined) return null;
  const known =
    group === 'category'
      ? BUILTIN_CATEGORIES
      : [...BUILTIN_TAGS, ...Object.keys(layer.own.mcpServers)];
  if (known.includes(name)) return null;
  const meant = nearest(name, known);
  if (meant !== null) return `Did you mean "${group}:${meant}"?`;
  // The tools of modules declare what they like.
  return hasOtherTools(layer) ? null : `There are ${known.join(', ')}.`;
}

/** Exceptions of an `auto` rule gate calls, so an exception that is a whole rule must name an existing tool. */
function fixOfException(
  text: string,
  options: {
    readonly rule: CompiledRule;
    readonly knownTools: readonly string[];
    modules: boolean;
  },
): string | null {
  const { selector, specifier } = options.rule.parsed;
  const isAboutOne = selector.by === 'tool' && !(selector.name.includes('*') && specifier === null);
  const name = (isAboutOne ? /^([A-Za-z_][\w*.-]*)\(/ : /^([A-Za-z_][\w*.-]*)(?:\(|$)/).exec(
    text,
  )?.[1];
  return name === undefined ? null : fixOfKnown(name, options.knownTools, options.modules);
}

/** A rule about a server that is nearly called like one of the policy's own. */
function serverProblem(
  layer: PolicyLayer,
  rule: CompiledRule,
  position: Pick<PolicyProblem, 'file' | 'line' | 'column'>,
): readonly PolicyProblem[] {
  const servers = Object.keys(layer.own.mcpServers);
  const server = MCP_TOOL.exec(nameOf(rule))?.[1];
  if (server === undefined || servers.includes(server)) return [];
  const meant = nearest(server, servers);
  if (meant === null) return [];
  const message = `No MCP server is called "${server}": the rule "${rule.text}" (${rule.list}) would match no call.`;
  return [{ ...position, message, fix: `Did you mean "${meant}"?` }];
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
  // A name with a wildcard is meant for several tools.
  if (name.includes('*') || !fix.startsWith('Did you mean')) return null;
  return `${fix} A module's tool of nearly the same name is written with a wildcard: "${name}*".`;
}
