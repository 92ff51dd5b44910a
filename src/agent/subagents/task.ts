import * as z from 'zod';
import type { Answer } from '../../approvals/index.ts';
import type { CallContext } from '../../tool-calls/index.ts';
import { builtinTool, success, type Tool, type ToolContext, toolSpecs } from '../../tools/index.ts';
import { createConversation } from '../conversation.ts';
import { subagentBudget } from '../budget/subagent-budget.ts';
import { passedOn } from '../end.ts';
import schemas from '../input-schemas.json' with { type: 'json' };
import { runAgent } from '../loop.ts';
import {
  type AgentEnd,
  type AgentState,
  type AgentContext,
  newState,
  UNNOTED,
} from '../context.ts';

const NAME = 'task_run';
/** The budget's minutes are the nearer wall. */
const TIMEOUT_MS = 2 * 60 * 60 * 1000;
const MAX_TASK_CHARS = 20_000;
const MAX_ERRORS = 10;
const MAX_FILES = 200;
/** A helper has no helpers; the list for people and the plan are its parent's. */
const NOT_FOR_HELPERS = new Set([NAME, 'todo_read', 'todo_write', 'plan_submit']);

const HELPER = `You are a helper of the agent described above, with a conversation of your own. Do the one task that you are \
given, within what it says, and end with the tool finish: its summary is all that comes back, so put into it what was found \
or done, where, and what is left.`;

const LEAVE_IT =
  'A helper cannot wait longer. Finish without it, and name this call exactly in your summary: who you work for can make it.';

/** What a helper needs of the agent that it works for. */
export interface SubagentParent {
  readonly agent: AgentContext;
  /** Tools for a conversation that has seen no file yet; the same names, the same rights. */
  readonly tools: () => readonly Tool[];
}

/**
 * `task_run`: a helper agent. Its calls go the same way as everybody's (same policy, same people, same trail, recorded under
 * this call), it spends the parent's budget, and it cannot start helpers.
 */
export function taskTool(parent: () => SubagentParent): Tool {
  return builtinTool({
    name: NAME,
    displayName: 'Run a helper',
    description: {
      short: 'Give one self-contained task to a helper agent, and get its report.',
      long:
        'For searches and work whose details you need not see. It has your tools, spends your budget, and knows nothing of ' +
        'this conversation. Check its report before you rely on it; make calls that need an approval yourself.',
    },
    kind: 'readonly',
    category: 'task',
    timeoutMs: TIMEOUT_MS,
    input: () =>
      z.object({
        task: z.string().min(1).max(MAX_TASK_CHARS),
        context: z.string().max(MAX_TASK_CHARS).optional(),
        expected_outcome: z.string().max(MAX_TASK_CHARS).optional(),
      }),
    inputSchema: schemas.task_run,
    execute: async (input, context) => {
      const { report, refused } = await help(parent(), input, context);
      return success(JSON.stringify(report, null, 1), passedOn(refused));
    },
  });
}

interface Task {
  readonly task: string;
  readonly context?: string | undefined;
  readonly expected_outcome?: string | undefined;
}

async function help(parent: SubagentParent, input: Task, context: ToolContext) {
  const { agent } = parent;
  const { clock } = agent.calls;
  const startedMs = clock.monotonicMs();
  const seen: Seen = { calls: 0, errors: [], files: new Set() };
  const tools = parent.tools().filter((tool) => !NOT_FOR_HELPERS.has(tool.name));
  const budget = subagentBudget(agent.budget, { clock });
  const conversation = createConversation();
  conversation.push({ role: 'user', content: [{ type: 'text', text: opening(input) }] });
  const state = newState(conversation);
  const end = await runAgent(
    {
      ...agent,
      system: `${agent.system}\n\n${HELPER}`,
      tools: toolSpecs(tools),
      budget,
      parent: context.call,
      mustFinish: false,
      journal: UNNOTED,
      calls: callsOf(agent.calls, { tools, budget, seen, signal: context.signal }),
    },
    state,
  );
  const timeMs = Math.round(clock.monotonicMs() - startedMs);
  return { report: reportOf(end, { state, seen, timeMs }), refused: state.refused };
}

function opening({ task, context, expected_outcome: expected }: Task): string {
  return [
    `Task: ${task}`,
    ...(context === undefined ? [] : [`Context: ${context}`]),
    ...(expected === undefined ? [] : [`Expected outcome: ${expected}`]),
  ].join('\n\n');
}

interface Seen {
  calls: number;
  readonly errors: string[];
  readonly files: Set<string>;
}

/** The parent's world with the helper's tools and budget. A helper cannot be suspended: what waits too long is unanswered. */
function callsOf(
  calls: CallContext,
  of: {
    readonly tools: readonly Tool[];
    readonly budget: AgentContext['budget'];
    readonly seen: Seen;
    readonly signal: AbortSignal;
  },
): CallContext {
  const { seen } = of;
  const byName = new Map(of.tools.map((tool) => [tool.name, watched(tool, calls, seen)]));
  return {
    ...calls,
    find: (name) => byName.get(name),
    onFinished: () => undefined,
    toolNames: () => [...byName.keys()],
    admit: (tool) => Promise.resolve(of.budget.takeCall(tool)),
    signal: AbortSignal.any([calls.signal, of.signal]),
    bus: {
      on: (listener) => calls.bus.on(listener),
      emit: (event) => {
        if (event.type === 'tool:end' || event.type === 'tool:error') seen.calls += 1;
        if (event.type === 'tool:error' && seen.errors.length < MAX_ERRORS) {
          seen.errors.push(`${event.snapshot.tool}: ${event.message}`);
        }
        calls.bus.emit(event);
      },
    },
    approver: {
      ask: async (requests, options) => {
        const answers = await calls.approver.ask(requests, { ...options, cannotPark: true });
        return answers.map(withoutWaiting);
      },
    },
  };
}

/** What nobody answered is left to the parent, which can wait as a helper cannot: suspended, for days. */
function withoutWaiting(answer: Answer): Answer {
  if (answer.kind !== 'unanswered' && answer.kind !== 'suspended') return answer;
  const because = answer.kind === 'unanswered' ? answer.because : 'Nobody answered in time.';
  return { kind: 'unanswered', request: answer.request, because: `${because} ${LEAVE_IT}` };
}

/** The tool, noting the files that its successful calls wrote. */
function watched(tool: Tool, calls: CallContext, seen: Seen): Tool {
  return {
    ...tool,
    prepare: async (input) => {
      const prepared = await tool.prepare(input);
      if (!prepared.ok) return prepared;
      const { call } = prepared;
      return {
        ok: true,
        call: {
          ...call,
          execute: async (context) => {
            const result = await call.execute(context);
            if (!result.ok) return result;
            for (const { path, access } of calls.policy.pathsOf(call.facts, calls.situation())) {
              if (access === 'write' && seen.files.size < MAX_FILES) seen.files.add(path);
            }
            return result;
          },
        },
      };
    },
  };
}

function reportOf(
  end: AgentEnd,
  of: { readonly state: AgentState; readonly seen: Seen; readonly timeMs: number },
) {
  const { seen, state } = of;
  return {
    success: end.outcome === 'done',
    outcome: end.outcome,
    summary: end.summary,
    details: state.lastText === end.summary ? '' : state.lastText,
    filesChanged: [...seen.files].sort(),
    errors: seen.errors,
    calls: seen.calls,
    timeMs: of.timeMs,
  };
}
