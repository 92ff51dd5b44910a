import {
  clauseText,
  CountersignError,
  defined,
  errorText,
  type Json,
  oneLine,
} from '../common/index.ts';
import { isJson, type ToolContext } from '../tools/index.ts';
import type { EvaluatedCall } from './call.ts';
import type { CallContext } from './context.ts';
import { answerOfHooks, type RequestAnswer } from './hooks/request-hooks.ts';

/** Of the question and of the answer, as JSON. */
const MAX_CHARS = 20_000;
const MAX_BECAUSE_CHARS = 2_000;
const MAX_REQUESTS = 100;
const NAME = /^[A-Za-z][A-Za-z0-9._:-]{0,99}$/;

/**
 * `request` in the context of a call. The question is on disk before anybody sees it, and the answer before the tool gets it; both are
 * redacted. The hooks of the run are asked first: each can refuse, and the first answer counts. Without one the listeners of the run are
 * asked, of which the first that responds counts; a listener has to respond before it returns, if only by a promise, so that a run
 * without such a listener does not wait. The wait ends when `signal` or `over` is aborted; later requests are refused.
 */
export function openRequests(
  context: CallContext,
  call: EvaluatedCall,
  { signal, over }: { readonly signal: AbortSignal; readonly over: AbortSignal },
): Pick<ToolContext, 'request'> & { readonly ended: () => Promise<void> } {
  const { trail, redactor } = context;
  const { id } = call.request;
  const open = new Set<Promise<Json>>();
  let left = MAX_REQUESTS;
  let asked = 0;

  const ask = async (name: unknown, given: Json): Promise<Json> => {
    const ending = AbortSignal.any([signal, over]);
    if (ending.aborted) throw refused('the call has ended');
    if (typeof name !== 'string' || !NAME.test(name))
      throw refused(
        `the name ${oneLine(JSON.stringify(name) ?? 'undefined', 100)} is not valid: letters, digits and . _ : -, at most 100`,
      );
    if (left === 0) throw refused(`a call makes at most ${MAX_REQUESTS} requests`);
    left -= 1;
    const data = redactor.redactJson(checkedQuestion(given));
    // Hooks and listeners see the name as it is.
    if (redactor.redact(name) !== name) throw refused('the name has a secret');
    if (ending.aborted) throw refused('the call has ended');
    const request = (asked += 1);
    await trail.append({
      type: 'call.request',
      call: id,
      request,
      name,
      data: JSON.stringify(data),
    });
    const answered = clean(context, await settle(context, call, { name, data, ending }));
    const { by, hook } = answered;
    const about = { type: 'call.answer', call: id, request, by } as const;
    await trail.append({
      ...about,
      ...defined({ hook }),
      ...('answer' in answered
        ? { answer: JSON.stringify(answered.answer) }
        : { because: answered.because }),
    });
    if ('answer' in answered) return answered.answer;
    throw refused(answered.because);
  };
  return {
    request: (name, data = null) => {
      const answer = ask(name, data);
      open.add(answer);
      const isOver = (): boolean => open.delete(answer);
      // A tool that does not wait for its answer must not end the process of the run.
      answer.then(isOver, isOver);
      return answer;
    },
    /** Resolves once the trail has all requests of a call that is over. */
    ended: async () => {
      await Promise.allSettled(open);
    },
  };
}

interface Question {
  readonly name: string;
  readonly data: Json;
  readonly ending: AbortSignal;
}

/** The first of: an answer, and the end of the call. */
async function settle(
  context: CallContext,
  call: EvaluatedCall,
  question: Question,
): Promise<RequestAnswer> {
  const { ending } = question;
  const ended = Promise.withResolvers<RequestAnswer>();
  const onAbort = (): void => ended.resolve({ by: 'nobody', because: late(question) });
  ending.addEventListener('abort', onAbort, { once: true });
  if (ending.aborted) onAbort();
  try {
    return await Promise.race([askAll(context, call, question), ended.promise]);
  } finally {
    ending.removeEventListener('abort', onAbort);
  }
}

function late({ name }: Question): string {
  return `the answer to "${name}" did not come before the call ended`;
}

async function askAll(
  context: CallContext,
  call: EvaluatedCall,
  question: Question,
): Promise<RequestAnswer> {
  const ofHooks = await answerOfHooks(context, call, question);
  // Whoever asks has its answer by now: that nobody gave one in time.
  if (question.ending.aborted) return { by: 'nobody', because: late(question) };
  if (ofHooks !== null && 'because' in ofHooks) return ofHooks;
  const ofProgram = askListeners(context, call, { ...question, isAnswered: ofHooks !== null });
  if (ofHooks !== null) return ofHooks;
  if (ofProgram === null) {
    const because = `nobody answers "${question.name}": no hook and no listener of the run responded`;
    return { by: 'nobody', because };
  }
  try {
    return { by: 'program', answer: await ofProgram };
  } catch (error) {
    const because = `the program failed to answer "${question.name}": ${errorText(error)}`;
    return { by: 'program', because };
  }
}

/** What the first listener that responds promises; `null`: none did. They see a question that a hook answered, too. */
function askListeners(
  { bus }: CallContext,
  { request: { id: call } }: EvaluatedCall,
  { name, data, ending, isAnswered }: Question & { readonly isAnswered: boolean },
): Promise<Json> | null {
  let answer: Promise<Json> | null = null;
  let isOpen = !isAnswered && !ending.aborted;
  bus.emit({
    type: 'tool:request',
    call,
    name,
    data: structuredClone(data),
    respond: (said) => {
      if (!isOpen || answer !== null) return false;
      answer = Promise.resolve(said);
      answer.catch(() => undefined);
      return true;
    },
  });
  isOpen = false;
  return answer;
}

/** What the tool gets, and the trail has: redacted, and of a limited size. */
function clean({ redactor }: CallContext, answered: RequestAnswer): RequestAnswer {
  const { by, hook } = answered;
  const from = { by, ...defined({ hook }) };
  if ('because' in answered) {
    // Redacted first: half a secret would not be found.
    const because = redactor.redact(answered.because).slice(0, MAX_BECAUSE_CHARS);
    return { ...from, because: because.toWellFormed() };
  }
  try {
    return { ...from, answer: redactor.redactJson(jsonOf(answered.answer, 'answer')) };
  } catch (error) {
    return { ...from, because: errorText(error) };
  }
}

function checkedQuestion(given: Json): Json {
  try {
    return jsonOf(given, 'question');
  } catch (error) {
    throw refused(clauseText(error));
  }
}

/** A copy as JSON, so that nobody changes it afterwards. Throws with the reason. */
function jsonOf(value: unknown, what: string): Json {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    throw new Error(`the ${what} is not JSON: ${errorText(error)}`, { cause: error });
  }
  if (text === undefined) throw new Error(`the ${what} is not JSON`);
  if (text.length > MAX_CHARS)
    throw new Error(`the ${what} has ${text.length} characters, which are more than ${MAX_CHARS}`);
  const copy: unknown = JSON.parse(text);
  if (isJson(copy)) return copy;
  throw new Error(`the ${what} is nested too deeply, or has text that is not well-formed`);
}

function refused(because: string): CountersignError {
  return new CountersignError('input-invalid', `The request of the tool failed: ${because}.`);
}
