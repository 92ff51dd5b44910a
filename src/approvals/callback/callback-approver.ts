import * as z from 'zod';
import type { Trail } from '../../audit/index.ts';
import { type Clock, errorText, oneLine } from '../../common/index.ts';
import { ANSWER_MAX_CHARACTERS } from '../answers/parse-answer.ts';
import {
  type Answer,
  type ApprovalRequest,
  type Approver,
  type DecisionBy,
  isQuestion,
} from '../approver.ts';

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
      await recordAsked(options.trail, requests);
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
  const heard = await answerInTime(options, request, signal);
  signal.throwIfAborted();
  const answer =
    'because' in heard ? heard.because : validAnswer(heard.given, request, options.requester);
  if (typeof answer !== 'string') return await recordAnswer(options, request, answer);
  const { id: approval, call } = request;
  await options.trail.append({ type: 'approval.void', approval, call, because: answer });
  return { kind: 'unanswered', request, because: answer };
}

type Heard = { readonly given: unknown } | { readonly because: string };

/** What the program answered, or why it did not. Rejects if the run ends first. */
async function answerInTime(
  { callback, clock, waitMs: policyWaitMs }: CallbackApproverOptions,
  request: ApprovalRequest,
  signal: AbortSignal,
): Promise<Heard> {
  const over = new AbortController();
  const asked = AbortSignal.any([signal, over.signal]);
  const waitMs = Math.min(request.waitMs ?? policyWaitMs, policyWaitMs);
  const tooLate = clock.sleep(waitMs, asked).then(() => ({ because: 'Nobody answered in time.' }));
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
): Promise<Heard> {
  try {
    const given = await callback(request, { signal });
    return given === undefined ? { because: 'Nobody answered.' } : { given };
  } catch (error) {
    const problem = oneLine(errorText(error), PROBLEM_MAX_CHARACTERS);
    return { because: `The program could not ask anybody: ${problem}` };
  }
}

/** The answer as it counts, or why it does not, as a sentence. */
function validAnswer(
  given: unknown,
  request: ApprovalRequest,
  requester: string | null,
): CallbackAnswer | string {
  const parsed = callbackAnswer.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = issue?.path.map(String).join('.') || 'the answer';
    return `The answer of the program is not valid: ${where}: ${oneLine(issue?.message ?? '', PROBLEM_MAX_CHARACTERS)}`;
  }
  const answer = parsed.data;
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

/** The different people of an answer. */
function peopleOf({ by }: CallbackAnswer): readonly string[] {
  const names = [by].flat();
  return names.filter(
    (name, index) => names.findIndex((one) => keyOf(one) === keyOf(name)) === index,
  );
}

/** Equal for every spelling of one name: any case, with or without `@`, and however its letters are encoded. */
function keyOf(name: string): string {
  return name.normalize('NFKC').replace(/^@/, '').toLowerCase().normalize('NFKC');
}

function neededOf({ needs }: ApprovalRequest): number {
  return Math.max(1, needs.count);
}

async function recordAnswer(
  { trail, clock }: CallbackApproverOptions,
  request: ApprovalRequest,
  answer: CallbackAnswer,
): Promise<Answer> {
  const said = wordsOf(answer);
  const decided = answer.decision === 'deny' ? 'deny' : 'approve';
  for (const name of peopleOf(answer)) {
    await trail.append({
      type: 'approval.decision',
      approval: request.id,
      call: request.call,
      decision: decided,
      counted: true,
      because: 'answered by the program that embeds the run',
      by: { login: name, id: null },
      permission: 'callback',
      comment: null,
      ...(said === '' ? {} : { note: said }),
    });
  }
  const at = clock.now().toISOString();
  const by = peopleOf(answer).map((name): DecisionBy => {
    return { login: name, id: null, permission: 'callback', commentId: null, commentUrl: null, at };
  });
  const [first] = by;
  if (decided === 'deny' && first !== undefined)
    return { kind: 'denied', request, by: first, reason: said };
  return { kind: 'approved', request, by, ...(said === '' ? {} : { note: said }) };
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

/** One entry for each number of people, so that the audit trail proves that enough approved. */
async function recordAsked(trail: Trail, requests: readonly ApprovalRequest[]): Promise<void> {
  for (const [count, asked] of Map.groupBy(requests, neededOf)) {
    await trail.append({
      type: 'approval.asked',
      card: null,
      via: 'callback',
      count,
      expires: null,
      requests: asked.map(({ id, call, digest, plan }) => ({
        approval: id,
        call,
        digest,
        ...(plan === undefined ? {} : { plan }),
      })),
    });
  }
}
