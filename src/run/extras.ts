import type { Trail } from '../audit/index.ts';
import type { Hook } from '../calls/index.ts';
import { loadToolModules, skillTool, type Tool, type ToolSource } from '../tools/index.ts';
import { loadHooks } from './hooks.ts';
import type { Job, RunWorld } from './job.ts';
import { layModules } from './modules.ts';
import { findSkills } from './skills.ts';

/** What the repository adds to a run: its tools, skills and hooks, all of the trusted branch. */
export interface Extras {
  readonly tools: readonly { readonly tool: Tool; readonly source: ToolSource }[];
  readonly hooks: readonly Hook[];
}

/**
 * Loads what the policy names of the trusted branch. Throws `tool-invalid` where a module or a hook cannot be used: a run
 * without a hook that its policy names would be another run than its authors wrote down.
 */
export async function gatherExtras(job: Job, world: RunWorld, trail: Trail): Promise<Extras> {
  const { policy } = job;
  const hooks = await loadHooks(policy.hooks, { trusted: world.trusted });
  const [own, found] = await Promise.all([repositoryTools(job, world), findSkills(world.trusted)]);
  for (const message of found.warnings) {
    await trail.append({ type: 'warning', code: 'skill-left-out', message });
    world.bus.emit({ type: 'warning', message });
  }
  return {
    tools: [
      ...skillTool({ skills: found.skills }).map((tool) => ({ tool, source: 'builtin' as const })),
      ...own.map((tool) => ({ tool, source: 'repository' as const })),
    ],
    hooks,
  };
}

async function repositoryTools({ policy }: Job, world: RunWorld): Promise<readonly Tool[]> {
  const laid = await layModules(world.trusted, policy.tools.modules, 'tools.modules');
  try {
    return await loadToolModules(laid.modules);
  } finally {
    await laid.remove();
  }
}
