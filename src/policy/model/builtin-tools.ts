import { matchesName } from '../rules/wildcard.ts';

/** Every built-in tool. Which of them a run has depends on where it runs. A test compares the list with the tools. */
export const BUILTIN_TOOLS: readonly string[] = (
  'fs_read fs_write fs_edit fs_multi_edit fs_glob fs_grep fs_list bash_run bash_logs bash_kill todo_read todo_write ' +
  'task_run skill clarify plan_submit finish web_search web_fetch github_read_issue github_read_pull github_comment github_review ' +
  'github_label github_update_issue github_read_ci github_rerun_failed github_push_branch github_create_pull_request'
).split(' ');

/** The built-in tools that read files, `fs_read` first: whoever may use it can read what the others show. */
export const READING_TOOLS = ['fs_read', 'fs_grep', 'fs_glob', 'fs_list'] as const;
/** The built-in tools that write files, `fs_write` first: it can write what the others can. */
export const WRITING_TOOLS = ['fs_write', 'fs_edit', 'fs_multi_edit'] as const;

/** What the built-in tools, tools of MCP servers (`mcp`) and tools of modules (by default `custom`) declare. */
export const BUILTIN_CATEGORIES: readonly string[] =
  'bash custom fs github mcp people run skill task todo web'.split(' ');
/** What the built-in tools declare. A tool of an MCP server has the name of its server as its tag. */
export const BUILTIN_TAGS: readonly string[] = 'edit plan read search'.split(' ');

/** What a call names that rules can be about. */
export const CALL_PARTS = ['command', 'path', 'host'] as const;
type CallPartName = (typeof CALL_PARTS)[number];

/** The built-in tools whose calls name such a part. The host of calls on GitHub is GitHub's. */
const TOOLS_WITH: Readonly<Record<CallPartName, RegExp>> = {
  command: /^bash_run$/,
  path: /^(?:fs_\w+|github_push_branch)$/,
  host: /^(?:web|github)_\w+$/,
};

/** Whether the calls of a tool can name this part. Those of tools that are not built in can name every one. */
export function canName(tool: string, part: CallPartName): boolean {
  return !BUILTIN_TOOLS.includes(tool) || TOOLS_WITH[part].test(tool);
}

/** Whether the calls of a built-in tool name what the specifier of a rule can be about: a host only if the model chooses it. */
export function hasParts(tool: string): boolean {
  return tool.startsWith('web_') || TOOLS_WITH.command.test(tool) || TOOLS_WITH.path.test(tool);
}

const RUN_TOOLS: readonly string[] = ['finish', 'todo_read', 'todo_write'];

/**
 * Whether a tool is the run's own: `finish` and the to-do list. They touch nothing but the run, so that they always run,
 * whatever mode, rules, lists of tools and limits say; only a hook can refuse one.
 */
export function isRunTool(name: string): boolean {
  return RUN_TOOLS.includes(name);
}

/** Whether a name, in which `*` matches any characters, matches only tools of the run. */
export function namesOnlyRunTools(pattern: string): boolean {
  const named = BUILTIN_TOOLS.filter((tool) => matchesName(tool, pattern));
  return named.length > 0 && named.every(isRunTool);
}
