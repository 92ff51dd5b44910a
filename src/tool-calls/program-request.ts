import { CountersignError, errorText, type Json } from '../common/index.ts';
import type { EvaluatedCall } from './call.ts';
import type { CallContext } from './context.ts';

/** Of the question and of the answer, as JSON. */
const MAX_CHARS = 20_000;
const MAX_REQUESTS = 100;
const NAME = /^[A-Za-z][A-Za-z0-9._:-]{0,99}$/;

/**
 * `request` in the context of a call: asks the listeners of the run, of which the first that answers counts, and waits until
 * `signal` aborts. Rejects if none answers. A listener has to answer before it returns, if only by a promise, so that a run
 * without such a listener does not wait.
 */
export function requestOfProgram(
  { bus, redactor }: Pick<CallContext, 'bus' | 'redactor'>,
  { request: { id: call } }: Pick<EvaluatedCall, 'request'>,
  signal: AbortSignal,
): (name: string, data?: Json) => Promise<Json> {
  let left = MAX_REQUESTS;
  return async (name, given = null) => {
    if (!NAME.test(name))
      throw refused(
        `the name ${JSON.stringify(name.slice(0, 100))} is not valid: letters, digits and . _ : -, at most 100`,
      );
    if (left === 0) throw refused(`a call makes at most ${MAX_REQUESTS} requests`);
    left -= 1;
    const data = await redactor.redactJson(checked(given, 'question'));
    signal.throwIfAborted();
    let answer: Promise<Json> | null = null;
    let isOpen = true;
    bus.emit({
      type: 'tool:request',
      call,
      name,
      data,
      respond: (said) => {
        if (!isOpen || answer !== null) return false;
        answer = Promise.resolve(said);
        answer.catch(() => undefined);
        return true;
      },
    });
    isOpen = false;
    if (answer === null)
      throw refused(`nobody answers "${name}": no listener of the run responded`);
    return checked(await answerWithin(answer, name, signal), 'answer');
  };
}

async function answerWithin(
  answer: Promise<Json>,
  name: string,
  signal: AbortSignal,
): Promise<Json> {
  const late = Promise.withResolvers<never>();
  const onAbort = (): void =>
    late.reject(refused(`the answer to "${name}" did not come before the call ended`));
  signal.addEventListener('abort', onAbort, { once: true });
  // A listener may have ended the run itself.
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([
      answer.catch((error: unknown) => {
        throw refused(`the program failed to answer "${name}": ${errorText(error)}`);
      }),
      late.promise,
    ]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** A copy as JSON, so that nobody changes it afterwards. */
function checked(value: Json, what: string): Json {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw refused(`the ${what} is not JSON`);
  if (text.length > MAX_CHARS)
    throw refused(`the ${what} has ${text.length} characters, which are more than ${MAX_CHARS}`);
  const copy: Json = JSON.parse(text);
  return copy;
}

function refused(because: string): CountersignError {
  return new CountersignError('input-invalid', `The request of the tool failed: ${because}.`);
}
