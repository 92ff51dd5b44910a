import { type HelperParent, modelSearch, taskTool } from '../agent/index.ts';
import type { Trail } from '../audit/index.ts';
import { CountersignError, once, VERSION } from '../base/index.ts';
import type { Hook } from '../calls/index.ts';
import { namedHosts } from '../policy/index.ts';
import {
  clarifyTool,
  loadToolModules,
  planTool,
  type Search,
  skillTool,
  startServers,
  tavilySearch,
  type Tool,
  type ToolSource,
  webTools,
} from '../tools/index.ts';
import type { Ground } from './ground.ts';
import { loadHooks } from './hooks.ts';
import type { Job, RunWorld } from './job.ts';
import { layModules } from './modules.ts';
import { findSkills } from './skills.ts';

/** What a run has beside its files and commands: people to ask, helpers, and what the repository's trusted branch adds. */
export interface Extras {
  readonly tools: readonly { readonly tool: Tool; readonly source: ToolSource }[];
  readonly hooks: readonly Hook[];
  /** Whether a plan is still to be approved. */
  readonly plan: { pending: boolean };
  /** The agent that helpers work for, once there is one. */
  readonly parent: { at: HelperParent | null };
  /** Ends the servers that were started. */
  close(): Promise<void>;
}

/**
 * Loads what the policy names of the trusted branch. Throws `tool-invalid` where a module or a hook cannot be used: a run
 * without a hook that its policy names would be another run than its authors wrote down.
 */
export async function gatherExtras(
  job: Job,
  world: RunWorld,
  at: { readonly trail: Trail; readonly ground: Ground },
): Promise<Extras> {
  const { policy } = job;
  const { trail, ground } = at;
  const [hooks, own, found] = await Promise.all([
    loadHooks(policy.hooks, { trusted: world.trusted }),
    repositoryTools(job, world),
    findSkills(world.trusted),
  ]);
  const { environment, redactor } = world;
  const mcp = await startServers(policy.mcpServers, async () => ({
    ...(await ground.prove()),
    environment,
    redactor,
    version: VERSION,
  }));
  for (const [code, messages] of [
    ['skill-left-out', found.warnings],
    ['mcp-left-out', mcp.warnings],
  ] as const) {
    for (const message of messages) {
      const shown = await redactor.redact(message);
      await trail.append({ type: 'warning', code, message: shown });
      world.bus.emit({ type: 'warning', message: shown });
    }
  }
  const plan = { pending: policy.planRequired && job.resume?.planApproved !== true };
  const parent: Extras['parent'] = { at: null };
  const builtin = [
    ...skillTool({ skills: found.skills }),
    taskTool(() => parentOf(parent)),
    ...webTools({
      search: searchOf(world, parent),
      usualDomains: namedHosts(policy, { tool: 'web_search', kind: 'network' }),
    }),
    ...(job.askWhom === 'nobody' ? [] : [clarifyTool()]),
    ...(policy.planRequired ? [planTool({ onApproved: () => (plan.pending = false) })] : []),
  ];
  return {
    tools: [
      ...builtin.map((tool) => ({ tool, source: 'builtin' as const })),
      ...mcp.tools.map((tool) => ({ tool, source: 'mcp' as const })),
      ...own.map((tool) => ({ tool, source: 'repository' as const })),
    ],
    hooks,
    plan,
    parent,
    close: once(() => mcp.close()),
  };
}

/** Who searches: the service whose key is there, which is a secret from then on, else the model's own API. */
function searchOf(
  { environment, redactor, model }: RunWorld,
  parent: Extras['parent'],
): Search | null {
  const key = environment['TAVILY_API_KEY'] ?? '';
  if (key !== '') {
    redactor.addSecret(key, 'tavily-api-key');
    return tavilySearch({ key });
  }
  return model.webSearch === true ? modelSearch(() => parentOf(parent).agent) : null;
}

function parentOf(parent: Extras['parent']): HelperParent {
  if (parent.at === null)
    throw new CountersignError('internal', 'A helper was asked for before its agent was there.');
  return parent.at;
}

async function repositoryTools({ policy }: Job, world: RunWorld): Promise<readonly Tool[]> {
  const laid = await layModules(world.trusted, policy.tools.modules, 'tools.modules');
  try {
    return await loadToolModules(laid.modules);
  } finally {
    await laid.remove();
  }
}
