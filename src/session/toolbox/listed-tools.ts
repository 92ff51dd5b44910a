import { taskTool } from '../../agent/index.ts';
import {
  CountersignError,
  createRedactor,
  type Redactor,
  type Environment,
} from '../../common/index.ts';
import { createGitHub, githubTools } from '../../github/index.ts';
import { BUILTIN_TOOLS, loadPolicy, type Policy, toolVisible } from '../../policy/index.ts';
import type { CommandRunner, Workspace } from '../../sandbox/index.ts';
import {
  clarifyTool,
  createRegistry,
  planTool,
  type RegisteredTool,
  type Skill,
  skillTool,
  startServers,
  startToolModules,
  type Tool,
  webTools,
} from '../../tools/index.ts';
import { type ModuleSource, startModules } from './modules.ts';
import { findSkills } from './skills.ts';
import type { TrustedFiles } from '../workspace/trusted-files.ts';

const NO_SKILLS: readonly Skill[] = [
  { name: 'none', description: 'The repository has none yet.', body: '' },
];

/** A listed tool; `offered` if the policy of the checkout gives it to a model. */
export interface ListedTool extends RegisteredTool {
  readonly offered: boolean;
}

interface ToolList {
  readonly tools: readonly ListedTool[];
  /** Why tools that the policy names are missing. */
  readonly warnings: readonly string[];
  /** Ends the process of the modules. Their tools stay in the list but cannot be called any more. */
  readonly close: () => Promise<void>;
}

/** The sources of a list: the trusted files of the checkout, and the tools that need no run. */
interface ListOptions {
  readonly trusted: TrustedFiles;
  readonly policyPath: string;
  readonly confined: readonly Tool[];
  readonly runWorkspace: { readonly files: Workspace; readonly commands: CommandRunner };
  readonly environment: Environment;
  readonly redactor: Redactor;
  /** The options of the modules' process. */
  readonly modules: ModuleSource;
}

/**
 * Every tool that a run on this checkout can have, with the precedence of a run: the built-in ones, those of the
 * policy's MCP servers (started for the list, then stopped), and those of its modules. The built-in tools for
 * questions, subagents, the web and GitHub cannot be called here. Throws `tool-invalid` if a module cannot be loaded.
 */
export async function listedTools(options: ListOptions): Promise<ToolList> {
  const { trusted, policyPath } = options;
  const text = await trusted.text(policyPath);
  const loaded =
    text === null ? null : loadPolicy(text, { file: policyPath, knownTools: BUILTIN_TOOLS });
  const policy = loaded?.ok === true ? loaded.policy : null;
  const servers = await serverTools(options, policy);
  const registry = createRegistry();
  for (const tool of [...options.confined, ...(await otherBuiltin(options))])
    registry.register(tool, 'builtin');
  for (const tool of servers.tools) registry.register(tool, 'mcp');
  const named = { key: 'tools.modules', patterns: policy?.tools.modules ?? [] };
  const own = await startModules(options.modules, named, startToolModules);
  for (const tool of own.items) registry.register(tool, 'repository');
  const invalid = `${policyPath} is not valid, so nothing that it names is here: countersign policy check says why.`;
  return {
    tools: registry.entries().map(({ tool, source }) => ({
      tool,
      source,
      offered: policy === null || toolVisible(policy, { ...tool, tool: tool.name }),
    })),
    warnings: [...(loaded?.ok === false ? [invalid] : []), ...servers.warnings],
    close: async () => await own.close(),
  };
}

function notHere(): never {
  throw new CountersignError('internal', 'A list of tools calls none of them.');
}

async function otherBuiltin({ trusted, runWorkspace }: ListOptions): Promise<readonly Tool[]> {
  const { skills } = await findSkills(trusted);
  return [
    ...skillTool({ skills: skills.length === 0 ? NO_SKILLS : skills }),
    ...uncallableTools(runWorkspace.files),
  ];
}

/** The built-in tools that only a run can call, with enough to show what a call would affect. */
export function uncallableTools(workspace: Workspace): readonly Tool[] {
  return [
    taskTool(notHere),
    clarifyTool(),
    planTool({ onApproved: () => undefined }),
    ...webTools({ search: notHere }),
    ...githubTools({
      github: createGitHub({
        token: '',
        apiUrl: 'https://api.github.com',
        owner: 'o',
        repo: 'r',
        redactor: createRedactor(),
      }),
      apiHost: 'api.github.com',
      serverUrl: 'https://github.com',
      number: null,
      trusts: notHere,
      mark: notHere,
      redact: notHere,
      work: {
        workspace,
        headSha: '',
        branch: 'a new one of the run',
        branchPrefix: 'countersign/',
        baseBranch: 'the default branch',
      },
    }),
  ];
}

/** The tools of the policy's servers. Keeps their descriptions and stops the servers. */
async function serverTools(
  options: ListOptions,
  policy: Policy | null,
): Promise<{ readonly tools: readonly Tool[]; readonly warnings: readonly string[] }> {
  if (policy === null) return { tools: [], warnings: [] };
  const { commands } = options.runWorkspace;
  const sandboxed = policy.sandbox.mode === 'off' || commands.sandbox !== 'none';
  const mcp = await startServers(policy.mcpServers, async () => ({
    ...options,
    commands,
    sandboxed,
  }));
  await mcp.close();
  return mcp;
}
