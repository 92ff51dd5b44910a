import * as z from 'zod';
import type { Trail } from '../../audit/index.ts';
import { type Clock, errorText, oneLine } from '../../common/index.ts';
import { ANSWER_MAX_CHARACTERS } from '../answers/parse-answer.ts';
import { type Answer, type ApprovalRequest, type Approver, isQuestion } from '../approver.ts';
import { waitMsOf } from '../poll/expiry.ts';
import { recordAskedLocally, recordLocalDecision, recordUnanswered } from '../local-answers.ts';

const LOGIN_MAX_CHARACTERS = 100;
const PEOPLE_MAX = 20;
const PROBLEM_MAX_CHARACTERS = 500;

const login = z
  .string()
  .max(LOGIN_MAX_CHARACTERS)
  .regex(
    /^[^\s\p{C}](?:[^\p{C}]*[^\s\p{C}])?$/u,
    'a name has no invisible characters around or in it',
  );
const words = z.string().max(ANSWER_MAX_CHARACTERS);
const people = z.union([login, z.array(login).min(1).max(PEOPLE_MAX).readonly()]);
const callbackAnswer = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.literal('approve'), by: people, note: words.optional() }),
  z.strictObject({ decision: z.literal('deny'), by: login, reason: words.optional() }),
  z.strictObject({ decision: z.literal('answer'), by: login, text: words.min(1) }),
]);

/**
 * What a program answers for its people. `approve` names everybody who approved, `answer` answers a question with its text.
 * Nothing at all: nobody answered.
 */
export type CallbackAnswer = z.infer<typeof callbackAnswer>;

/** Asks the program's people about one call. `signal` is aborted once an answer no longer counts. */
export type ApprovalCallback = (
  request: ApprovalRequest,
  options: { readonly signal: AbortSignal },
) => CallbackAnswer | undefined | Promise<CallbackAnswer | undefined>;

interface CallbackApproverOptions {
  readonly callback: ApprovalCallback;
  readonly trail: Trail;
  readonly clock: Clock;
  /** The policy's `approvals.wait`. */
  readonly waitMs: number;
  /** Who asked for the run; `null`: nobody is known, so that `self` excludes nobody. */
  readonly requester: string | null;
}

/**
 * Asks the program that embeds the run, about all calls of a turn at once. The program looks up who may approve
 * (`needs.from`); how many different people approved, and that the requester is none of them, is checked here. Anything but a
 * valid answer in time is `unanswered`: an exception, an unknown key, a name that is missing.
 */
export function createCallbackApprover(options: CallbackApproverOptions): Approver {
  return {
    ask: async (requests, { signal }) => {
      signal.throwIfAborted();
      // One entry for each number of people, so that the audit trail proves that enough approved.
      for (const [count, asked] of Map.groupBy(requests, neededOf))
        await recordAskedLocally(options.trail, asked, { via: 'callback', count });
      return await Promise.all(
        requests.map(async (request) => await askProgram(options, request, signal)),
      );
    },
  };
}

async function askProgram(
  options: CallbackApproverOptions,
  request: ApprovalRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const reply = await replyInTime(options, request, signal);
  signal.throwIfAborted();
  const answer =
    typeof reply === 'string' ? reply : countedAnswer(reply, request, options.requester);
  if (typeof answer === 'string') return await recordUnanswered(options.trail, request, answer);
  return await recordLocalDecision(options, request, {
    via: 'callback',
    decision: answer.decision === 'deny' ? 'deny' : 'approve',
    people: peopleOf(answer),
    words: wordsOf(answer),
  });
}

/** What the program answered, or why it did not, as a sentence. Rejects if the run ends first. */
async function replyInTime(
  { callback, clock, waitMs: policyWaitMs }: CallbackApproverOptions,
  request: ApprovalRequest,
  signal: AbortSignal,
): Promise<CallbackAnswer | string> {
  const over = new AbortController();
  const asked = AbortSignal.any([signal, over.signal]);
  const tooLate = clock
    .sleep(waitMsOf(request, policyWaitMs), asked)
    .then(() => 'Nobody answered in time.');
  try {
    return await Promise.race([askOne(callback, request, asked), tooLate]);
  } finally {
    tooLate.catch(() => undefined);
    over.abort();
  }
}

async function askOne(
  callback: ApprovalCallback,
  request: ApprovalRequest,
  signal: AbortSignal,
): Promise<CallbackAnswer | string> {
  try {
    // A copy: what the program does with it does not change what is asked.
    const reply: unknown = await callback(structuredClone(request), { signal });
    return reply === undefined ? 'Nobody answered.' : readReply(reply);
  } catch (error) {
    const problem = oneLine(errorText(error), PROBLEM_MAX_CHARACTERS);
    return sentence(`The program could not ask anybody: ${problem}`);
  }
}

function readReply(reply: unknown): CallbackAnswer | string {
  const parsed = callbackAnswer.safeParse(reply);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.map(String).join('.') || 'the answer';
  const problem = oneLine(issue?.message ?? '', PROBLEM_MAX_CHARACTERS);
  return sentence(`The answer of the program is not valid: ${where}: ${problem}`);
}

/** The text with a full stop, since others follow it. */
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The answer if it counts, or why it does not, as a sentence. */
function countedAnswer(
  answer: CallbackAnswer,
  request: ApprovalRequest,
  requester: string | null,
): CallbackAnswer | string {
  if (answer.decision === 'deny') return answer;
  if ((answer.decision === 'answer') !== isQuestion(request)) {
    return isQuestion(request)
      ? 'The answer of the program is not valid: a question needs `decision: "answer"` with its text.'
      : 'The answer of the program is not valid: `decision: "answer"` is for questions.';
  }
  const names = peopleOf(answer);
  const own = names.find((name) => requester !== null && keyOf(name) === keyOf(requester));
  if (own !== undefined && !request.needs.self) {
    return `The approval does not count: ${own} asked for the run, and the policy does not say \`self: true\`.`;
  }
  return names.length < neededOf(request)
    ? `The approval does not count: ${neededOf(request)} people are needed, and ${names.join(', ')} approved.`
    : answer;
}

function peopleOf({ by }: CallbackAnswer): readonly string[] {
  const spellings = Map.groupBy([by].flat(), keyOf);
  return [...spellings.values()].flatMap(([first]) => first ?? []);
}

/** Equal for every spelling of one name: any case, with or without `@`, and however its letters are encoded. */
function keyOf(name: string): string {
  return name.normalize('NFKC').replace(/^@/, '').toLowerCase().normalize('NFKC');
}

function neededOf({ needs }: ApprovalRequest): number {
  return Math.max(1, needs.count);
}

function wordsOf(answer: CallbackAnswer): string {
  switch (answer.decision) {
    case 'approve':
      return answer.note ?? '';
    case 'deny':
      return answer.reason ?? '';
    case 'answer':
      return answer.text;
  }
}
