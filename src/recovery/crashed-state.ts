import type { CheckpointState, JournalContent } from '../checkpoint/index.ts';
import type { CrashedRunSurvey, SurveyedCall } from './survey-trail.ts';

type FinishedCall = CheckpointState['settled'][number];
type Message = CheckpointState['messages'][number];
type ToolUse = Extract<Message['content'][number], { type: 'tool_use' }>;

const INTERRUPTED =
  'The job of this run crashed, and another job resumes it. Background commands have ended.';

/** The checkpoint of a crashed run, without its trail head and its work tree. */
type CrashedState = Omit<CheckpointState, 'trailHead' | 'savedAt' | 'workTree' | 'workTreeMissing'>;

/**
 * The state of a crashed run from its journal and its trail: the conversation up to the last recorded reply, the results
 * of finished calls, and for every other call what is known of it. No call runs again by itself. Pure.
 */
export function crashedState(journal: JournalContent, survey: CrashedRunSurvey): CrashedState {
  const { roots, standing } = journal;
  const { used } = standing;
  const last = journal.messages.at(-1);
  const uses =
    last?.role === 'assistant' ? last.content.filter((block) => block.type === 'tool_use') : [];
  const ids = new Set(uses.map(({ id }) => id));
  const ended = journal.settled.filter(({ request }) => ids.has(request.toolUseId));
  const known = new Set(ended.map(({ request }) => request.toolUseId));
  const interrupted = [...survey.calls].flatMap(([call, surveyed]) => {
    const use = uses.find(({ id }) => id === surveyed.toolUseId);
    const open = surveyed.turn === survey.lastReply && surveyed.parent === null;
    if (use === undefined || !open || known.has(use.id)) return [];
    return [interruptedCall(call, surveyed, { use, deniedBy: survey.deniedBy(call) })];
  });
  // What a subagent read before the crash: the journal's last record may be older, and the files are as they are.
  const noted = new Set(standing.untrusted.map(({ sha256 }) => sha256));
  const missed = [...survey.untrusted.values()].filter(({ sha256 }) => !noted.has(sha256));
  return {
    version: 1,
    ...roots,
    ...standing,
    untrusted: [...standing.untrusted, ...missed],
    messages: uses.length > 0 ? journal.messages : [...journal.messages, userMessage(INTERRUPTED)],
    lastReply: survey.lastReply,
    // The trail may have counted more than the last record of the journal.
    turns: Math.max(standing.turns, survey.lastTurn),
    calls: Math.max(standing.calls, survey.lastCall),
    used: {
      ...used,
      turns: Math.max(used.turns, survey.turns),
      calls: Math.max(used.calls, survey.executed),
      tokens: Math.max(used.tokens, survey.tokens),
      usd: Math.max(used.usd, survey.costUsd),
      byTool: highestOf(used.byTool, survey.executedByTool),
    },
    settled: [...ended, ...interrupted],
    gated: [],
    suspendedRequest: null,
  };
}

function highestOf(
  noted: Readonly<Record<string, number>>,
  recorded: ReadonlyMap<string, number>,
): Record<string, number> {
  const counts = new Map(Object.entries(noted));
  for (const [tool, count] of recorded) counts.set(tool, Math.max(counts.get(tool) ?? 0, count));
  return Object.fromEntries(counts);
}

function userMessage(text: string): Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

function interruptedCall(
  call: string,
  surveyed: SurveyedCall,
  { use, deniedBy }: { readonly use: ToolUse; readonly deniedBy: string | null },
): FinishedCall {
  const { turn, parent } = surveyed;
  const request = { id: call, turn, parent, toolUseId: use.id, name: use.name, input: use.input };
  if (deniedBy !== null) {
    const content = `@${deniedBy} denied this call. ${DENIED}`;
    return { request, state: 'DENIED', content, isError: true, refusal: 'person' };
  }
  const content = `${INTERRUPTED} ${explainEnd(surveyed)}`;
  return { request, state: 'FAILED', content, isError: true };
}

const DENIED = 'Do not try to reach the same effect with another call.';

/** The result of an interrupted call, for the model. */
function explainEnd({ state }: SurveyedCall): string {
  switch (state) {
    case 'EXECUTING':
    case 'SEALED':
      return 'This call had started, and what it did is unknown. It was interrupted and does not run again by itself. Check the current state before you decide what is left to do.';
    case 'COMPLETED':
    case 'FAILED':
      return `This call ended (${state}), and its result was lost. Check the current state; do not simply repeat the call.`;
    case 'DENIED':
      return `This call was denied. ${DENIED}`;
    case 'PENDING':
    case 'APPROVAL_REQUIRED':
    case 'APPROVED':
      break;
  }
  return 'This call had not started and had no effect. Its approval is void. If the call is still needed, make it again; people are then asked again.';
}
