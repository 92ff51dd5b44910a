import { toolVisible } from '../policy/index.ts';
import {
  bashTools,
  createReadLedger,
  createRegistry,
  fileTools,
  finishTool,
  todoTools,
  type Tool,
} from '../tools/index.ts';
import type { Ground } from './ground.ts';
import type { Job, RunWorld } from './job.ts';
import { createSearch } from './search.ts';

/** The tools of a run: those that the model is offered, and the look-up for its calls. */
export interface Toolbox {
  readonly offered: readonly Tool[];
  readonly find: (name: string) => Tool | undefined;
}

/**
 * Every tool of the run, less those that the policy takes away: what it disables, what it denies outright, and in
 * plan mode everything that does more than read. A tool that is not offered cannot be called either.
 */
export async function fillToolbox(job: Job, world: RunWorld, ground: Ground): Promise<Toolbox> {
  const registry = createRegistry();
  for (const tool of await builtinTools(world, ground)) registry.register(tool, 'builtin');
  for (const tool of world.tools) registry.register(tool, 'code');
  const { enabled, disabled } = job.policy.tools;
  const selected = new Set(
    registry.select({ ...(enabled === null ? {} : { enabled }), disabled }).map((tool) => tool.name),
  );
  const offered = registry
    .forMode(job.policy.planOnly ? 'plan' : 'work')
    .filter((tool) => selected.has(tool.name))
    .filter((tool) => toolVisible(job.policy, tool));
  const byName = new Map(offered.map((tool) => [tool.name, tool]));
  return { offered, find: (name) => byName.get(name) };
}

/** The tools that every run has, over its workspace and its command runner. */
export async function builtinTools(
  world: Pick<RunWorld, 'bus' | 'environment'>,
  ground: Pick<Ground, 'workspace' | 'commands'>,
): Promise<readonly Tool[]> {
  const { workspace, commands } = ground;
  const search = await createSearch(workspace.root, world.environment);
  return [
    ...fileTools({ workspace, reads: createReadLedger(), search }),
    ...bashTools({ commands }),
    ...todoTools({ onChange: (items) => world.bus.emit({ type: 'checklist', items }) }),
    finishTool(),
  ];
}
