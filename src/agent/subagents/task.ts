import * as z from 'zod';
import { abortAfter, counted, oneLine } from '../../common/index.ts';
import { type Answer, Withdrawn } from '../../approvals/index.ts';
import type { UserBlock } from '../../model/index.ts';
import { affectedPaths } from '../../policy/index.ts';
import type { CallContext, CallSnapshot } from '../../tool-calls/index.ts';
import { builtinTool, success, type Tool, type ToolContext, toolSpecs } from '../../tools/index.ts';
import { createConversation } from '../conversation.ts';
import { subagentBudget } from '../budget/subagent-budget.ts';
import { refusalsMetadata } from '../outcome.ts';
import { runAgent } from '../loop.ts';
import { type AgentContext, newState } from '../context.ts';

const NAME = 'task_run';
/** The budget's minutes usually end a subagent earlier. */
const TIMEOUT_MS = 2 * 60 * 60 * 1000;
const MAX_TASK_CHARS = 20_000;
const MAX_ERRORS = 10;
const MAX_FILES = 200;
/** Calls in the report of a subagent. The trail has them all. */
const MAX_STEPS = 40;
const MAX_INPUT_CHARS = 120;
/** A subagent starts no subagents; the to-do list and the plan are its parent's. */
const NOT_FOR_SUBAGENTS = new Set([NAME, 'todo_read', 'todo_write', 'plan_submit']);

const SUBAGENT = `You are a subagent of the agent described above, with a conversation of your own: your parent sees nothing of \
it but the report of your finish, and you see nothing of theirs. The same policy, approvals and limits hold for you, and you spend \
your parent's budget. You cannot start subagents, and cannot wait long for an approval. Do only the task that you are given, and \
end with the tool finish. Its summary is posted nowhere; your parent gets it with the files that you changed. Say in it what you \
found or did, with paths and lines, how you checked it, and what is left.`;

const CANNOT_WAIT =
  'A subagent cannot wait longer. Finish without it, and name this call exactly in your summary: your parent can make it.';

export interface SubagentParent {
  readonly agent: AgentContext;
  /** The parent's tools for a conversation that has read no file yet. */
  readonly tools: () => readonly Tool[];
}

/**
 * `task_run`: a subagent. Its calls take the same steps as the parent's (same policy, approvers and audit trail, recorded under
 * this call). It spends the parent's budget, and cannot start subagents.
 */
export function taskTool(parent: () => SubagentParent): Tool {
  return builtinTool({
    name: NAME,
    displayName: 'Run a subagent',
    description: {
      short: 'Give one self-contained task to a subagent, and get its report.',
      long:
        'For broad searches and work whose details you do not need; not for what a call or two shows. It has your tools, spends your budget, and knows nothing of ' +
        'this conversation. Check its report before you rely on it; make calls that need an approval yourself.',
    },
    kind: 'readonly',
    category: 'task',
    timeoutMs: TIMEOUT_MS,
    input: z.object({
      task: z.string().min(1).max(MAX_TASK_CHARS),
      context: z.string().max(MAX_TASK_CHARS).optional(),
      expected_outcome: z.string().max(MAX_TASK_CHARS).optional(),
    }),
    aliases: { names: { prompt: 'task' }, ignored: ['description', 'subagent_type'] },
    execute: async (input, context) => {
      const { report, refused } = await runSubagent(parent(), input, context);
      const { outcome, turns, calls, tokens } = report;
      return {
        ...success(JSON.stringify(report, null, 1), refusalsMetadata(refused)),
        displayContent: `${outcome} after ${counted(turns, 'turn')}, ${counted(calls, 'call')} and ${counted(tokens, 'token')}: ${report.summary}`,
      };
    },
  });
}

interface Task {
  readonly task: string;
  readonly context?: string | undefined;
  readonly expected_outcome?: string | undefined;
}

async function runSubagent(parent: SubagentParent, input: Task, context: ToolContext) {
  const { agent } = parent;
  const { clock } = agent.calls;
  const startedMs = clock.monotonicMs();
  const activity: Activity = { calls: 0, steps: [], errors: [], files: new Set() };
  const tools = parent.tools().filter((tool) => !NOT_FOR_SUBAGENTS.has(tool.name));
  const specs = toolSpecs(tools);
  const budget = subagentBudget(agent.budget, { clock });
  // The end of its minutes must not end its parent.
  const spent = new Withdrawn('The subagent that asks has spent its minutes.');
  const limit = abortAfter(clock, budget.remainingMs(), spent);
  const conversation = createConversation();
  conversation.push({ role: 'user', content: firstMessage(agent, input) });
  const state = newState(conversation);
  const end = await runAgent(
    {
      ...agent,
      system: `${agent.system}\n\n${SUBAGENT}`,
      tools: () => specs,
      budget,
      parent: context.call,
      mustFinish: false,
      // The proof is about the run, which ends only after its subagents.
      unproved: () => Promise.resolve([]),
      journal: null,
      calls: subagentContext(agent.calls, {
        tools,
        budget,
        activity,
        signal: AbortSignal.any([context.signal, limit.signal]),
      }),
    },
    state,
  ).finally(limit.clear);
  const timeMs = Math.round(clock.monotonicMs() - startedMs);
  const used = budget.used();
  return {
    report: {
      success: end.outcome === 'done',
      outcome: end.outcome,
      summary: end.summary,
      details: state.lastText === end.summary ? '' : state.lastText,
      filesChanged: [...activity.files].sort(),
      errors: activity.errors.map((text) => agent.calls.redactor.redact(text)),
      steps: activity.steps,
      turns: used.turns,
      calls: activity.calls,
      tokens: used.tokens,
      timeMs,
    },
    refused: state.refused,
  };
}

function firstMessage(
  { briefing }: AgentContext,
  { task, context, expected_outcome: expected }: Task,
): readonly UserBlock[] {
  const text = [
    `Task: ${task}`,
    ...(context === undefined ? [] : [`Context: ${context}`]),
    ...(expected === undefined ? [] : [`Expected outcome: ${expected}`]),
  ].join('\n\n');
  return [briefing, text].map((part) => ({ type: 'text', text: part }));
}

interface Activity {
  calls: number;
  readonly steps: string[];
  readonly errors: string[];
  readonly files: Set<string>;
}

/** The parent's context with the subagent's tools and budget. A subagent cannot be suspended: what waits too long is unanswered. */
function subagentContext(
  calls: CallContext,
  subagent: {
    readonly tools: readonly Tool[];
    readonly budget: AgentContext['budget'];
    readonly activity: Activity;
    readonly signal: AbortSignal;
  },
): CallContext {
  const { tools, budget, activity, signal } = subagent;
  const byName = new Map(tools.map((tool) => [tool.name, notingFiles(tool, calls, activity)]));
  return {
    ...calls,
    find: (name) => byName.get(name),
    // Not from the event, which tells people how the policy could be changed.
    onFinished: ({ request, error }) => {
      if (error !== undefined && activity.errors.length < MAX_ERRORS)
        activity.errors.push(`${request.name}: ${error.message}`);
    },
    toolNames: () => [...byName.keys()],
    admit: (tool) => budget.takeCall(tool),
    signal: AbortSignal.any([calls.signal, signal]),
    bus: {
      on: (listener) => calls.bus.on(listener),
      emit: (event) => {
        if (event.type === 'tool:end' || event.type === 'tool:error') {
          activity.calls += 1;
          if (activity.steps.length < MAX_STEPS) activity.steps.push(stepText(event.snapshot));
        }
        calls.bus.emit(event);
      },
    },
    approver: {
      ask: async (requests, options) => {
        const answers = await calls.approver.ask(requests, { ...options, cannotSuspend: true });
        return answers.map(leftToParent);
      },
    },
  };
}

/** A call of the subagent in one line: its id in the trail, what it was, and how it ended. */
function stepText({ call, tool, inputPreview, state }: CallSnapshot): string {
  return `${call} ${tool} ${oneLine(inputPreview, MAX_INPUT_CHARS)}: ${state}`;
}

/** A call that nobody answered is left to the parent, which can be suspended for days. */
function leftToParent(answer: Answer): Answer {
  if (answer.kind !== 'unanswered' && answer.kind !== 'suspended') return answer;
  const because = answer.kind === 'unanswered' ? answer.because : 'Nobody answered in time.';
  return { kind: 'unanswered', request: answer.request, because: `${because} ${CANNOT_WAIT}` };
}

/** The tool, noting the files that its successful calls wrote. */
function notingFiles(tool: Tool, calls: CallContext, activity: Activity): Tool {
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
            for (const { path, access } of affectedPaths(call.facts, calls.situation())) {
              if (access === 'write' && activity.files.size < MAX_FILES) activity.files.add(path);
            }
            return result;
          },
        },
      };
    },
  };
}
