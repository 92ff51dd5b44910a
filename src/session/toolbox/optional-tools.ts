import { type SubagentParent, modelSearch, taskTool } from '../../agent/index.ts';
import type { Trail } from '../../audit/index.ts';
import { allInOrder, CountersignError, VERSION } from '../../common/index.ts';
import type { Hook } from '../../tool-calls/index.ts';
import { namedHosts } from '../../policy/index.ts';
import {
  clarifyTool,
  planTool,
  type Search,
  type ServerDescriptions,
  skillTool,
  startServers,
  startToolModules,
  tavilySearch,
  type Tool,
  type ToolSource,
  webTools,
} from '../../tools/index.ts';
import type { RunWorkspace } from '../workspace/workspace-sandbox.ts';
import { loadHooks } from './hooks.ts';
import type { Job, RunContext } from '../job.ts';
import { modulesOfRun, startModules } from './modules.ts';
import { findSkills } from './skills.ts';

/** What a run has beside its files and commands: people to ask, helpers, and what the repository's trusted branch adds. */
export interface OptionalTools {
  readonly tools: readonly { readonly tool: Tool; readonly source: ToolSource }[];
  /** What MCP servers say of their tools. */
  readonly words: readonly ServerDescriptions[];
  readonly hooks: readonly Hook[];
  /** Whether a plan is still to be approved. */
  readonly plan: { pending: boolean };
  /** The agent that helpers work for, once there is one. */
  readonly parent: { at: SubagentParent | null };
  /** Ends the servers and the modules' processes that were started. */
  close(): Promise<void>;
}

/**
 * Loads what the policy names of the trusted branch. Throws `tool-invalid` where a module or a hook cannot be used: a run
 * without a hook that its policy names would be another run than its authors wrote down.
 */
export async function openOptionalTools(
  job: Job,
  context: RunContext,
  at: { readonly trail: Trail; readonly ground: RunWorkspace },
): Promise<OptionalTools> {
  const { policy } = job;
  const { trail, ground } = at;
  await using started = new AsyncDisposableStack();
  const source = modulesOfRun(context, at);
  const named = { key: 'tools.modules', patterns: policy.tools.modules };
  const loading = [
    loadHooks(policy.hooks, source).then((hooks) => closedBy(started, hooks)),
    startModules(source, named, startToolModules).then((tools) => closedBy(started, tools)),
    findSkills(context.trusted),
  ] as const;
  // Where one fails, the others are not left behind.
  await Promise.allSettled(loading);
  const [hooked, own, found] = await allInOrder(loading);
  const { environment, redactor } = context;
  const mcp = await startServers(policy.mcpServers, async () => ({
    ...(await ground.prove()),
    environment,
    redactor,
    version: VERSION,
  }));
  started.defer(async () => await mcp.close());
  for (const [code, messages] of [
    ['skill-left-out', found.warnings],
    ['mcp-left-out', mcp.warnings],
  ] as const) {
    for (const message of messages) {
      const shown = await redactor.redact(message);
      await trail.append({ type: 'warning', code, message: shown });
      context.bus.emit({ type: 'warning', message: shown });
    }
  }
  const plan = { pending: policy.planRequired && job.resume?.planApproved !== true };
  const parent: OptionalTools['parent'] = { at: null };
  const builtin = [
    ...skillTool({ skills: found.skills }),
    taskTool(() => parentOf(parent)),
    ...webTools({
      search: searchOf(context, parent),
      usualDomains: namedHosts(policy, { tool: 'web_search', kind: 'network' }),
    }),
    ...(job.askWhom === 'nobody' ? [] : [clarifyTool()]),
    ...(policy.planRequired ? [planTool({ onApproved: () => (plan.pending = false) })] : []),
  ];
  return {
    tools: [
      ...builtin.map((tool) => ({ tool, source: 'builtin' as const })),
      ...mcp.tools.map((tool) => ({ tool, source: 'mcp' as const })),
      ...own.items.map((tool) => ({ tool, source: 'repository' as const })),
    ],
    words: mcp.descriptions,
    hooks: hooked.hooks,
    plan,
    parent,
    close: closeOf(started.move()),
  };
}

/** Who searches: the service whose key is there, which is a secret from then on, else the model's own API. */
function searchOf(
  { environment, redactor, model }: RunContext,
  parent: OptionalTools['parent'],
): Search | null {
  const key = environment['TAVILY_API_KEY'] ?? '';
  if (key !== '') {
    redactor.addSecret(key, 'tavily-api-key');
    return tavilySearch({ key });
  }
  return model.webSearch === true ? modelSearch(() => parentOf(parent).agent) : null;
}

function parentOf(parent: OptionalTools['parent']): SubagentParent {
  if (parent.at === null)
    throw new CountersignError('internal', 'A helper was asked for before its agent was there.');
  return parent.at;
}

function closedBy<T extends { close(): Promise<void> }>(stack: AsyncDisposableStack, one: T): T {
  stack.defer(async () => await one.close());
  return one;
}

function closeOf(stack: AsyncDisposableStack): () => Promise<void> {
  return async () => await stack.disposeAsync();
}
