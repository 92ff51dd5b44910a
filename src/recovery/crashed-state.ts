import type { CheckpointState, JournalContent } from '../checkpoint/index.ts';
import type { CrashedRunSurvey, InterruptedCall } from './survey.ts';

type Settled = CheckpointState['settled'][number];
type Message = CheckpointState['messages'][number];

const INTERRUPTED =
  'The job that carried this run was killed, and another one goes on with it. Files are as they were; commands that ran in the background have ended.';

/** A checkpoint of a run that was killed, without its place in the trail and its work tree. */
export type CrashedState = Omit<CheckpointState, 'trailHead' | 'savedAt' | 'workTree'>;

/**
 * Where a killed run stood, by its journal and its trail: the conversation up to the last reply on record, what ended of
 * it, and for each other call what is known of it. None of them is run again by itself. Pure.
 */
export function crashedState(noted: JournalContent, wreck: CrashedRunSurvey): CrashedState {
  const { roots, standing } = noted;
  const { used } = standing;
  const last = noted.messages.at(-1);
  const uses = last?.role === 'assistant' ? last.content.filter(isUse) : [];
  const ids = new Set(uses.map(({ id }) => id));
  const ended = noted.settled.filter(({ request }) => ids.has(request.toolUseId));
  const known = new Set(ended.map(({ request }) => request.toolUseId));
  const sealed = [...wreck.calls].flatMap(([call, about]) => {
    const use = uses.find(({ id }) => id === about.toolUseId);
    const open = about.turn === wreck.lastReply && about.parent === null;
    if (use === undefined || !open || known.has(use.id)) return [];
    return [sealedCall(call, about, use)];
  });
  return {
    version: 1,
    ...roots,
    ...standing,
    messages: uses.length > 0 ? [...noted.messages] : [...noted.messages, told(INTERRUPTED)],
    lastReply: wreck.lastReply,
    // What the trail counted since the last note was spent all the same.
    turns: Math.max(standing.turns, wreck.lastTurn),
    calls: Math.max(standing.calls, wreck.lastCall),
    used: {
      ...used,
      turns: Math.max(used.turns, wreck.turns),
      calls: Math.max(used.calls, wreck.executed),
      tokens: Math.max(used.tokens, wreck.tokens),
      usd: Math.max(used.usd, wreck.costUsd),
    },
    settled: [...ended, ...sealed],
    gated: [],
    card: null,
  };
}

interface Use {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: Settled['request']['input'];
}

function isUse(block: { readonly type: string }): block is Use {
  return block.type === 'tool_use';
}

function told(text: string): Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

function sealedCall(call: string, about: InterruptedCall, use: Use): Settled {
  const { turn, parent } = about;
  return {
    request: { id: call, turn, parent, toolUseId: use.id, name: use.name, input: use.input },
    state: 'FAILED',
    content: `${INTERRUPTED} ${fateFor(about)}`,
    isError: true,
  };
}

/** What the model is told of a call that the job's end came upon. */
function fateFor({ state }: InterruptedCall): string {
  switch (state) {
    case 'EXECUTING':
    case 'SEALED':
      return 'This call had begun, and what it did is not known: it is sealed, and is not run again by itself. Look at what is there before you decide what is left to do.';
    case 'COMPLETED':
    case 'FAILED':
      return `This call ended (${state}), and its result was lost. Look at what is there; do not simply make it again.`;
    case 'DENIED':
      return 'This call was refused. Do not try the same thing in another way.';
    case 'PENDING':
    case 'APPROVAL_REQUIRED':
    case 'APPROVED':
      break;
  }
  return 'This call had not begun, and nothing of it was done. An approval of it is void: if it is still needed, make it again, and people are asked anew.';
}
