import type { UntrustedMarker } from '../../agent/index.ts';
import type { Json } from '../../common/index.ts';
import { BUILTIN_TOOLS, planCommand, toolVisible } from '../../policy/index.ts';
import {
  bashTools,
  createReadRecord,
  createRegistry,
  fileTools,
  type IsVisible,
  finishTool,
  todoTools,
  type OutputSchema,
  type ReadRecord,
  type Tool,
  type Unproved,
} from '../../tools/index.ts';
import type { OptionalTools } from './optional-tools.ts';
import type { RunWorkspace } from '../workspace/workspace-sandbox.ts';
import { unprovedNow } from '../done-proof.ts';
import type { RunContext } from '../job.ts';
import type { Session } from '../open-session.ts';
import { bytesToCommit, changesOfRun } from '../workspace/changes-patch.ts';
import { isVisibleOf } from '../workspace/read-visibility.ts';

/** The tools of a run: those that the model has, and the look-up for its calls. */
export interface Toolbox {
  readonly offered: readonly Tool[];
  /** The names of all tools of the run, with those that the policy removed. */
  readonly registered: readonly string[];
  readonly find: (name: string) => Tool | undefined;
  /** The same for a subagent. Its conversation has read no file yet. */
  readonly forSubagent: () => readonly Tool[];
  /** The files that the conversation has read; kept in a checkpoint. */
  readonly reads: ReadRecord;
  /** The state of tools between calls, by name; kept in a checkpoint. */
  readonly memory: () => Readonly<Record<string, Json>>;
}

/**
 * Every tool of the run except those that the policy removes: disabled tools, tools that it always denies, and in plan
 * mode every tool that does more than read. A tool that the model does not have cannot be called either. Throws
 * `tool-invalid` if the policy enables or disables an unknown name.
 */
export function fillToolbox(
  session: Session,
  parts: {
    readonly workspace: RunWorkspace;
    readonly marker: UntrustedMarker;
    readonly optional: OptionalTools;
  },
): Toolbox {
  const { job, context } = session;
  const { workspace, marker, optional } = parts;
  const registry = createRegistry();
  const reads = createReadRecord({ seen: job.resume?.reads });
  const visible = { ...workspace, isVisible: isVisibleOf(job.policy, workspace) };
  const { outputSchema } = job;
  const unproved = async () => await unprovedNow(session);
  for (const tool of builtinTools(context, { ...visible, outputSchema, unproved }, reads))
    registry.register(tool, 'builtin');
  for (const { tool, source } of optional.tools) registry.register(tool, source);
  for (const tool of context.extraTools({
    workspace: workspace.files,
    changesDiff: (paths) => changesOfRun(session, paths),
    committedBytes: (files, deleted) => bytesToCommit(session, files, deleted),
    mark: (text, source) => marker.mark(text, source),
  }))
    registry.register(tool, 'code');
  const offered = registry
    // The own layer's lists, whose names must exist; those of baselines are for many repositories, and `toolVisible` follows them.
    .select(job.policy.layers[0].tools, BUILTIN_TOOLS)
    .filter((tool) => toolVisible(job.policy, { ...tool, tool: tool.name }));
  const byName = new Map(offered.map((tool) => [tool.name, tool]));
  for (const [name, kept] of Object.entries(job.resume?.memory ?? {}))
    byName.get(name)?.memory?.restore(kept);
  const memory = (): Record<string, Json> =>
    Object.fromEntries(
      offered.flatMap(({ name, memory: own }) => (own === undefined ? [] : [[name, own.save()]])),
    );
  const forSubagent = (): readonly Tool[] => {
    const fresh = new Map(
      builtinTools(context, visible, createReadRecord()).map((tool) => [tool.name, tool]),
    );
    return offered.map((tool) =>
      registry.sourceOf(tool.name) === 'builtin' ? (fresh.get(tool.name) ?? tool) : tool,
    );
  };
  return {
    offered,
    registered: registry.all().map(({ name }) => name),
    find: (name) => byName.get(name),
    forSubagent,
    reads,
    memory,
  };
}

/**
 * The tools that every run has, over its workspace and its command runner. `reads` records the files that one
 * conversation has read.
 */
export function builtinTools(
  context: Pick<RunContext, 'bus' | 'environment' | 'redactor'>,
  workspace: Pick<RunWorkspace, 'files' | 'commands'> & {
    readonly isVisible?: () => Promise<IsVisible>;
    /** The schema of what `finish` returns; absent: a summary alone. */
    readonly outputSchema?: OutputSchema | null;
    /** What `finish` requires before the work is done; absent: nothing. */
    readonly unproved?: Unproved;
  },
  reads: ReadRecord,
): readonly Tool[] {
  const { files, commands, isVisible, outputSchema, unproved } = workspace;
  return [
    ...fileTools({ workspace: files, reads, redactor: context.redactor, isVisible }),
    ...bashTools({
      commands,
      workspace: files,
      plan: (source) => planCommand(source),
      redactor: context.redactor,
    }),
    ...todoTools({ onChange: (items) => context.bus.emit({ type: 'checklist', items }) }),
    finishTool(outputSchema, unproved),
  ];
}
