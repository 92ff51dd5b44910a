import {
  type AgentEnd,
  type AgentState,
  type AgentContext,
  createBudget,
  createConversation,
  newState,
  runAgent,
} from '../../src/agent/index.ts';
import { type Clock, defined, systemClock } from '../../src/common/index.ts';
import type { Message, Model, ModelReply, ModelRequest, Usage } from '../../src/model/index.ts';
import { finishTool, type Tool, toolSpecs } from '../../src/tools/index.ts';
import { type CallSetup, setUpCalls, type CallSetupOptions } from '../tool-calls/context.ts';

type Block = ModelReply['content'][number];
export interface Said {
  readonly blocks?: readonly Block[];
  readonly stop?: string;
  readonly usage?: Partial<Usage>;
  readonly costUsd?: number | null;
  readonly isEstimate?: true;
  readonly error?: Error;
}

let uses = 0;
export function use(name: string, input: unknown = {}): Block {
  uses += 1;
  return { type: 'tool_use', id: `toolu_${uses}`, name, input: input as never };
}
export function say(text: string): Block {
  return { type: 'text', text };
}
export const finished = (outcome: 'done' | 'incomplete' = 'done', summary = 'All done.'): Said => ({
  blocks: [use('finish', { outcome, summary })],
});

export interface AgentSetup {
  readonly setup: CallSetup;
  readonly state: AgentState;
  readonly requests: Message[][];
  readonly context: AgentContext;
  run(): Promise<AgentEnd>;
}

export interface AgentOptions extends CallSetupOptions {
  /** In place of `replies`. */
  readonly model?: Model;
  readonly replies: readonly Said[] | ((index: number, request: ModelRequest) => Said);
  readonly onLimit?: 'stop' | 'ask';
  readonly tools?: readonly Tool[];
  readonly contextWindow?: number;
  readonly clock?: Clock;
  readonly perTool?: (tool: string) => number | null;
  readonly unproved?: AgentContext['unproved'];
}

/** An agent whose model says what the test wrote, over a real trail. */
export async function setUpAgent(options: AgentOptions): Promise<AgentSetup> {
  const { replies } = options;
  const clock = options.clock ?? systemClock;
  const budget = createBudget({
    limits: options.limits ?? {},
    onLimit: options.onLimit ?? 'stop',
    perTool: options.perTool ?? (() => null),
    clock,
  });
  const tools = [...(options.tools ?? []), finishTool()];
  const specs = toolSpecs(tools);
  const setup = await setUpCalls({
    ...options,
    tools,
    over: { admit: (tool) => budget.takeCall(tool), clock, ...options.over },
  });
  const requests: Message[][] = [];
  let index = 0;
  const model: Model = options.model ?? {
    id: 'scripted:test',
    provider: 'scripted',
    contextWindow: options.contextWindow ?? 200_000,
    respond: async (request, { signal }) => {
      signal.throwIfAborted();
      requests.push([...request.messages]);
      const said = typeof replies === 'function' ? replies(index, request) : replies[index];
      index += 1;
      if (said === undefined) throw new Error('the script is at its end');
      if (said.error !== undefined) throw said.error;
      const content = said.blocks ?? [];
      const calls = content.some((block) => block.type === 'tool_use');
      return {
        id: `msg_${index}`,
        model: 'test',
        content,
        stopReason: said.stop ?? (calls ? 'tool_use' : 'end_turn'),
        usage: {
          inputTokens: 0,
          outputTokens: 0,
          cacheReadInputTokens: 0,
          cacheCreationInputTokens: 0,
          ...said.usage,
        },
        costUsd: said.costUsd ?? null,
        ...defined({ isEstimate: said.isEstimate }),
      };
    },
  };
  let calls = 0;
  let turns = 0;
  const context: AgentContext = {
    model: { current: model, hasReportedEstimates: false },
    briefing: '# This run',
    system: 'You are a test.',
    tools: () => specs,
    budget,
    calls: setup.context,
    parent: null,
    maxTokens: 1_000,
    nextCallId: () => `c${(calls += 1)}`,
    nextTurn: () => (turns += 1),
    instructions: null,
    mustFinish: false,
    unproved: options.unproved ?? (() => Promise.resolve([])),
    journal: null,
  };
  const conversation = createConversation();
  conversation.push({ role: 'user', content: [{ type: 'text', text: 'Mend the test.' }] });
  const state: AgentState = newState(conversation);
  return { setup, state, requests, context, run: () => runAgent(context, state) };
}
