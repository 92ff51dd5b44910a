import * as z from 'zod';
import { createFailApprover } from '../../approvals/index.ts';
import { CountersignError, defined, type Json, oneAtATime } from '../../common/index.ts';
import {
  type CallContext,
  type Evaluate,
  runCalls,
  type FinishedCall,
  type ValidatedCall,
} from '../../tool-calls/index.ts';
import { COMMAND_TOOL, type CommandProfile } from '../../policy/index.ts';
import type { Workspace } from '../../sandbox/index.ts';
import type { RecordedRun } from '../job.ts';
import {
  type ReadRecord,
  type Tool,
  TODO_STATUSES,
  type ToolServices,
  type ToolTodo,
} from '../../tools/index.ts';
import {
  allowedCommand,
  secretService,
  type ServedCall,
  workspaceService,
} from './tool-services.ts';

const HEAD = /^exit code [^\n]*\n?/;
const ANSWER = /^The answer: /;

/** What the services of calls are built from, beside their run. */
interface ServiceParts {
  readonly workspace: Workspace;
  readonly reads: Pick<ReadRecord, 'seen'>;
  readonly nextCallId: () => string;
  /**
   * Tools for questions and for the to-do list, which are the run's. A subagent's model does not have the to-do list, and the model of
   * a run without approvers asks no questions.
   */
  readonly runTool: (name: string) => Tool | undefined;
}

/**
 * The services of a run for its calls. Files are read directly. A command, a question and the to-do list are nested
 * calls of the model's own tools; the policy evaluates them, and the trail records them under the outer call.
 */
export function toolServices(
  { job, context: { environment, redactor }, trail }: RecordedRun,
  parts: ServiceParts,
): CallContext['services'] {
  // People get one question at a time.
  const turns = oneAtATime();
  const { secrets: names } = job.policy.tools;
  return (context, call, signal) => {
    const served: ServedCall = {
      workspace: parts.workspace,
      call,
      policy: context.policy,
      situation: context.situation,
      // The trail itself: an entry is on disk before its effect.
      record: async (what) =>
        await trail.append({ type: 'call.service', call: call.request.id, ...what }),
    };
    const nest = nesting({ ...context, trail, signal }, call, parts.nextCallId);
    const find = (name: string): Tool | undefined => context.find(name) ?? parts.runTool(name);
    const nestOwn: Nest = async (name, input, over = {}) =>
      await nest(name, input, { find, ...over });
    return {
      workspace: workspaceService(served),
      commands: { run: commandService(served, nest) },
      todo: todoService(find, nestOwn),
      files: {
        seen: async () =>
          Object.entries(parts.reads.seen()).map(([path, sha256]) => ({ path, sha256 })),
      },
      ask: async (question, options) =>
        await turns(async () => await askPerson(context, nestOwn, { question, ...options })),
      secret: secretService({ names, environment, redactor }, served.record),
    };
  };
}

/** Executes a nested call of another tool. Nobody is asked about it unless `over` names an approver. */
type Nest = (name: string, input: Json, over?: Partial<CallContext>) => Promise<FinishedCall>;

function nesting(
  context: CallContext,
  { request }: ValidatedCall,
  nextCallId: ServiceParts['nextCallId'],
): Nest {
  const { trail } = context;
  const because = `It was made by the tool ${request.name} (${request.id}), which asks nobody.`;
  return async (name, input, over = {}) => {
    const id = nextCallId();
    const under = { turn: request.turn, parent: request.id };
    const end = await runCalls(
      {
        ...context,
        onFinished: () => undefined,
        approver: createFailApprover({ trail, because }),
        ...over,
      },
      [{ id, ...under, toolUseId: id, name, input }],
    );
    await trail.flush();
    const [finished] = end.finished;
    if (finished === undefined) throw new Error(`The call of ${name} was not carried out.`);
    return finished;
  };
}

function commandService(served: ServedCall, nest: Nest): ToolServices['commands']['run'] {
  return async (command, { cwd = '.', timeoutMs } = {}) => {
    const place = served.workspace.relative(cwd);
    const { declared, profile } = await allowedCommand(served, { command, cwd: place });
    const input = {
      command,
      cwd: place,
      ...(timeoutMs === undefined ? {} : { timeout_ms: Math.ceil(timeoutMs) }),
    };
    const over = declared ? { policy: declaredCommand(served.policy, profile) } : {};
    const settled = await nest(COMMAND_TOOL, input, over);
    const text = textOf(settled);
    if (settled.state === 'DENIED') throw new CountersignError('command-refused', text);
    const exitCode = settled.metadata?.['exitCode'];
    const code = typeof exitCode === 'number' ? exitCode : null;
    return { ok: code === 0, exitCode: code, output: text.replace(HEAD, '') };
  };
}

/**
 * A call that may run may also run the command that it declares, in the sandbox that its own verdict says. A denied command stays
 * denied.
 */
function declaredCommand(policy: Evaluate, profile: CommandProfile | undefined): Evaluate {
  return {
    ...policy,
    evaluate: (facts, situation) => {
      const verdict = policy.evaluate(facts, situation);
      if (verdict.verdict !== 'requireApproval') return verdict;
      return {
        ...BY_BUILTIN,
        because: 'The facts of the call that runs it, which was allowed, declare it.',
        ...defined({
          profile,
          layers: verdict.layers?.map(({ layer }) => ({ layer, ...BY_BUILTIN })),
          layer: verdict.layer,
        }),
      };
    },
  };
}

const BY_BUILTIN = { verdict: 'auto', rule: null, list: 'wall', line: null } as const;

function todoService(find: CallContext['find'], nest: Nest): ToolServices['todo'] {
  return {
    read: () => {
      const kept = find('todo_write')?.memory?.save();
      return Promise.resolve(Array.isArray(kept) ? kept.filter(isTodo) : []);
    },
    write: async (todos) => {
      const list = todos.map(({ text, status }) => ({ text, status }));
      const settled = await nest('todo_write', { todos: list });
      if (settled.isError) throw new CountersignError('tool-invalid', textOf(settled));
    },
  };
}

const todo = z.object({ text: z.string(), status: z.enum(TODO_STATUSES) });

function isTodo(value: unknown): value is ToolTodo {
  return todo.safeParse(value).success;
}

async function askPerson(
  context: CallContext,
  nest: Nest,
  what: {
    readonly question: string;
    readonly choices?: readonly string[];
    readonly default?: string;
  },
): Promise<string> {
  // The outer call is being executed, so its run cannot be suspended now.
  const approver: CallContext['approver'] = {
    ask: async (requests, options) => {
      const answers = await context.approver.ask(requests, { ...options, cannotSuspend: true });
      return answers.map((answer) =>
        answer.kind === 'suspended'
          ? { kind: 'unanswered', request: answer.request, because: 'Nobody answered in time.' }
          : answer,
      );
    },
  };
  const { question, choices, default: otherwise } = what;
  const input = {
    question,
    ...defined({ choices, default: otherwise }),
  };
  const settled = await nest('clarify', input, { approver });
  const text = textOf(settled);
  if (settled.state === 'COMPLETED' && !settled.isError) return text.replace(ANSWER, '');
  if (!settled.isError && otherwise !== undefined) return otherwise;
  throw new CountersignError('tool-invalid', text);
}

function textOf({ content }: FinishedCall): string {
  if (typeof content === 'string') return content;
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}
