import { type SubagentParent, modelSearch, taskTool } from '../../agent/index.ts';
import type { Session } from '../open-session.ts';
import { allInOrder, CountersignError, hasProxy } from '../../common/index.ts';
import {
  createPlanRecord,
  type Hook,
  type PlanRecord,
  planState,
  recordWarning,
} from '../../tool-calls/index.ts';
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
  withMemory,
} from '../../tools/index.ts';
import type { RunWorkspace } from '../workspace/workspace-sandbox.ts';
import { loadHooks } from './hooks.ts';
import type { RecordedRun, RunContext } from '../job.ts';
import { modulesOfRun, startModules } from './modules.ts';
import { findSkills } from './skills.ts';

/** The tools of a run except those for files and commands, and the hooks of the trusted branch. */
export interface OptionalTools {
  readonly tools: readonly { readonly tool: Tool; readonly source: ToolSource }[];
  /** How MCP servers describe their tools. */
  readonly serverDescriptions: readonly ServerDescriptions[];
  readonly hooks: readonly Hook[];
  /** `pending` until the plan that the policy requires is approved. */
  readonly plan: PlanRecord & { pending: boolean };
  /** The agent that subagents work for; set once it exists. */
  readonly subagents: { parent: SubagentParent | null };
  /** Ends the MCP servers and the processes of modules. */
  close(): Promise<void>;
}

/**
 * Loads modules, hooks and skills of the trusted branch, and starts MCP servers, as the policy says. Throws `tool-invalid` for
 * a module or hook that cannot be loaded: without it the policy would not be the one that its authors wrote.
 */
export async function openOptionalTools(
  run: RecordedRun,
  workspace: RunWorkspace,
): Promise<OptionalTools> {
  const { job, context, trail } = run;
  const { policy } = job;
  const { environment, redactor, bus } = context;
  await using started = new AsyncDisposableStack();
  const source = modulesOfRun(run, workspace);
  const named = { key: 'tools.modules', patterns: policy.tools.modules };
  const loading = [
    loadHooks(policy.hooks, source).then((hooks) => started.adopt(hooks, (one) => one.close())),
    startModules(source, named, startToolModules).then((tools) =>
      started.adopt(tools, (one) => one.close()),
    ),
    findSkills(context.trustedFiles),
  ] as const;
  // If one fails, wait for the others, so that they are closed too.
  await Promise.allSettled(loading);
  const [hooked, own, found] = await allInOrder(loading);
  const mcp = await startServers(policy.mcpServers, async () => {
    const { commands, sandboxed } = await workspace.ensureStarted();
    return { commands, sandboxed, environment, redactor };
  });
  started.defer(async () => await mcp.close());
  for (const [code, messages] of [
    ['skill-left-out', found.warnings],
    ['mcp-left-out', mcp.warnings],
  ] as const) {
    for (const message of messages)
      await recordWarning({ trail, bus }, code, redactor.redact(message));
  }
  const pending = policy.planRequired && job.resume?.planApproved !== true;
  const plan = { pending, ...createPlanRecord(policy) };
  const subagents: OptionalTools['subagents'] = { parent: null };
  const builtin = [
    ...skillTool({ skills: found.skills }),
    taskTool(() => parentOf(subagents)),
    ...webTools({
      search: searchOf(context, subagents),
      usualDomains: namedHosts(policy, { tool: 'web_search', kind: 'network' }),
      hasProxy: hasProxy(environment),
    }),
    ...(job.askWhom === 'nobody' ? [] : [clarifyTool()]),
    ...(policy.planRequired ? [rememberedPlan(plan)] : []),
  ];
  const closing = started.move();
  return {
    tools: [
      ...builtin.map((tool) => ({ tool, source: 'builtin' as const })),
      ...mcp.tools.map((tool) => ({ tool, source: 'mcp' as const })),
      ...own.items.map((tool) => ({ tool, source: 'repository' as const })),
    ],
    serverDescriptions: mcp.descriptions,
    hooks: [...hooked.items, ...(context.hooks ?? [])],
    plan,
    subagents,
    close: async () => await closing.disposeAsync(),
  };
}

/** The web search: Tavily if its key is set (which then counts as a secret), else the model provider's own. */
function searchOf(
  { environment, redactor, model }: RunContext,
  subagents: OptionalTools['subagents'],
): Search | null {
  const key = environment['TAVILY_API_KEY'] ?? '';
  if (key !== '') {
    redactor.addSecret(key, 'tavily-api-key');
    return tavilySearch({ key, environment });
  }
  return model.webSearch === true ? modelSearch(() => parentOf(subagents).agent) : null;
}

function parentOf({ parent }: OptionalTools['subagents']): SubagentParent {
  if (parent === null)
    throw new CountersignError('internal', 'A subagent was started before its parent.');
  return parent;
}

/** `plan_submit`, whose approved plan a resumed run keeps. */
function rememberedPlan(plan: OptionalTools['plan']): Tool {
  const tool = planTool({ onApproved: () => (plan.pending = false) });
  return withMemory(tool, {
    schema: () => planState.nullable(),
    save: () => {
      const current = plan.current();
      return current === null ? null : { call: current.call, lines: [...current.lines] };
    },
    restore: (saved) => {
      if (saved !== null) plan.adopt(saved);
    },
  });
}

/**
 * Records how MCP servers describe the tools that are offered: each request to the model contains these descriptions. Those
 * that the policy does not trust count as untrusted content from the start of the run.
 */
export async function recordServerDescriptions(
  { context, trail, untrusted }: Pick<Session, 'context' | 'trail' | 'untrusted'>,
  descriptions: readonly ServerDescriptions[],
  offered: readonly Tool[],
): Promise<void> {
  const names = new Set(offered.map(({ name }) => name));
  for (const described of descriptions) {
    const { server, tools, sha256, trusted, because } = described;
    if (!tools.some((name) => names.has(name))) continue;
    const source = `MCP server ${server}'s tool descriptions`;
    const item = { source, author: null, because, sha256 };
    if (untrusted.some((one) => one.source === source && one.sha256 === sha256)) continue;
    if (!trusted) untrusted.push(item);
    await trail.append({ type: 'context.read', trusted, ...item });
    if (trusted) continue;
    const { bus } = context;
    await recordWarning({ trail, bus }, 'mcp-words-untrusted', untrustedWords(described));
  }
}

/** Explains how to trust descriptions after reading them. */
function untrustedWords({ server, sha256 }: ServerDescriptions): string {
  return (
    `What the MCP server ${server} says of its tools is untrusted content: whenUntrusted applies. ` +
    `If you have read it, write mcp.servers.${server}.trusted: sha256:${sha256} into the policy.`
  );
}
