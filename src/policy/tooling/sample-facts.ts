import type { Facts, Kind, PathFact, PathResolver } from '../model/facts.ts';
import { COMMAND_TOOL } from '../rules/parse-rule.ts';

const READING =
  /^(?:fs_(?:read|glob|grep|list)|todo_\w+|skill|clarify|plan_submit|finish|bash_logs|github_(?:read|list|get|search)\w*)$/;

/** Tools of kind `network` whose arguments are paths. */
export const PUBLISHING_TOOL = 'github_push_branch';

/**
 * The usual facts of a call, for examples in a policy, comparisons and explanations, without a tool that could
 * calculate them. `argument` is the command, the path or the host, by the name of the tool.
 */
export function sampleFacts(tool: string, argument: string | null): Facts {
  const kind = sampleKind(tool);
  if (argument === null) return { tool, kind };
  if (tool === COMMAND_TOOL) return { tool, kind, command: argument };
  if (kind === 'network' && tool !== PUBLISHING_TOOL) return { tool, kind, hosts: [argument] };
  return { tool, kind, paths: samplePaths(kind, argument) };
}

/** How a call of this kind accesses its path. A call that publishes a file (`network`) reads it, too. */
export function samplePaths(kind: Kind, path: string): readonly PathFact[] {
  if (kind === 'readonly') return [{ path, access: 'read' }];
  const written: PathFact = { path, access: 'write' };
  return kind === 'network' ? [{ path, access: 'read' }, written] : [written];
}

/** The kind of a built-in tool; `execute` for unknown tools. */
export function sampleKind(tool: string): Kind {
  if (READING.test(tool)) return 'readonly';
  if (tool.startsWith('fs_')) return 'write';
  if (tool.startsWith('web_') || tool.startsWith('github_')) return 'network';
  return 'execute';
}

/** A workspace without symlinks, for calls that are only examples. */
export const examplePathResolver: PathResolver = {
  root: '/workspace',
  caseInsensitive: false,
  realpath: (absolute) => absolute,
  gitConfigRuns: () => null,
};
