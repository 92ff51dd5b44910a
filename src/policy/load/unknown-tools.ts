import { byName } from '../commands/specs/table.ts';
import { type CompiledRule, placeOfException } from '../rules/compile.ts';
import { nearest } from '../../common/index.ts';
import { allRules, type PolicyLayer, ruleProblems } from '../model/policy.ts';
import { BUILTIN_CATEGORIES, BUILTIN_TAGS } from '../model/builtin-tools.ts';
import type { PolicyProblem, Problem, RuleProblem } from '../model/problems.ts';
import { matchesName } from '../rules/wildcard.ts';

/** The names of tools in other agents, and here. */
const OTHER_TOOLS = byName({
  'bash, shell, run_shell_command': 'bash_run',
  read: 'fs_read',
  write: 'fs_write',
  edit: 'fs_edit',
  multiedit: 'fs_multi_edit',
  glob: 'fs_glob',
  grep: 'fs_grep',
  ls: 'fs_list',
  webfetch: 'web_fetch',
  websearch: 'web_search',
});

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
 * Rules that deny or ask about a tool that does not exist, and limits, lists and tests of one. What they should gate would run, so the policy does not
 * load. (An `auto` rule for no tool lets nothing run; that is a warning.) The names of tools of modules are known only
 * after the modules are loaded, so with modules only a name near a built-in one is a problem.
 */
export function unknownToolProblems(
  layer: PolicyLayer,
  knownTools: readonly string[],
): readonly PolicyProblem[] {
  const fixOf: FixOf = (name) => fixOfName(name, knownTools, hasOtherTools(layer));
  const rules = ruleProblems(layer, allRules(layer), (rule) =>
    rule.list === 'auto'
      ? exceptionProblems(layer, rule, fixOf)
      : [gateProblem(layer, rule, fixOf)],
  );
  return [...namedProblems(layer, fixOf), ...rules];
}

/** What to write instead of the name of a tool that does not exist; `null` if it exists or may exist. */
type FixOf = (name: string) => string | null;

/**
 * Tools that do not exist in limits, which would limit nothing, in lists of tools, which would remove another tool than the author
 * thinks, and in tests, which would test none.
 */
function namedProblems(layer: PolicyLayer, fixOf: FixOf): readonly PolicyProblem[] {
  const { file, tools, tests } = layer;
  const limited = Object.keys(layer.settings.limits ?? {}).map((name) => {
    const place = layer.keyPosition(`limits.${name}`);
    return { name, place, what: ': its limit would limit nothing' };
  });
  const listed = (['enabled', 'disabled'] as const).flatMap((key) =>
    (tools[key] ?? []).map((name, index) => {
      const place = layer.keyPosition(`tools.${key}.${index}`);
      return { name, place, what: `, which tools.${key} names` };
    }),
  );
  const tested = tests.flatMap(({ example: { call, tool, kind }, line, column }) => {
    const name = tool ?? /^[\w.-]+/.exec(call ?? '')?.[0];
    return name === undefined || kind !== undefined
      ? []
      : [{ name, place: { line, column }, what: ', which tests names' }];
  });
  return [...limited, ...listed, ...tested].flatMap(({ name, place, what }) => {
    const fix = fixOf(name);
    const message = `No tool is called "${name}"${what}.`;
    return fix === null ? [] : [{ file, ...place, message, fix }];
  });
}

/** Whether there may be tools of modules; a baseline is for repositories that have them, too. */
function hasOtherTools(layer: PolicyLayer): boolean {
  return layer.isBaseline || layer.own.modules.length > 0;
}

/** A rule that denies or asks, and is about a category, a tag, a tool or a server that does not exist. */
function gateProblem(layer: PolicyLayer, rule: CompiledRule, fixOf: FixOf): Problem | null {
  const { selector } = rule.parsed;
  const ofRule = `the rule "${rule.text}" (${rule.list})`;
  const group = unknownGroup(rule.text, layer);
  if (group !== null) {
    const message = `No tool declares what ${ofRule} is about: it would match no call.`;
    return { message, fix: group };
  }
  if (selector.by !== 'tool') return null;
  const fix = fixOf(selector.name);
  if (fix !== null)
    return { message: `No tool is called "${selector.name}": ${ofRule} would match no call.`, fix };
  const servers = Object.keys(layer.own.mcpServers);
  const server = MCP_TOOL.exec(selector.name)?.[1];
  if (server === undefined || servers.includes(server)) return null;
  const meant = nearest(server, servers);
  const message = `No MCP server is called "${server}": ${ofRule} would match no call.`;
  return meant === null ? null : { message, fix: `Did you mean "${meant}"?` };
}

/** Exceptions of an `auto` rule gate calls, so an exception that is a whole rule must name what exists. */
function exceptionProblems(
  layer: PolicyLayer,
  rule: CompiledRule,
  fixOf: FixOf,
): readonly RuleProblem[] {
  const written = new Set(rule.except.map((each) => each.trim()));
  return rule.exceptions.flatMap(({ text: exception, selector }, index) => {
    if (!written.has(exception)) return [];
    const fix =
      (selector.by === 'tool' ? fixOf(selector.name) : null) ?? unknownGroup(exception, layer);
    const message = `No tool is called as the exception "${exception}" of the rule "${rule.text}" (auto) says: it would except nothing.`;
    return fix === null ? [] : [{ message, fix, ...placeOfException(rule, index) }];
  });
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

/** `modules`: there may be tools whose names are not known yet. */
function fixOfName(name: string, knownTools: readonly string[], modules: boolean): string | null {
  const fix = suggestTool(name, knownTools);
  if (fix === null || !modules) return fix;
  // A name with a wildcard is meant for several tools.
  if (name.includes('*') || !fix.startsWith('Did you mean')) return null;
  return `${fix} A module's tool of nearly the same name is written with a wildcard: "${name}*".`;
}
