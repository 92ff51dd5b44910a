import type { Readable, Writable } from 'node:stream';
import type { Trail } from '../../audit/index.ts';
import { type Clock, sliceWhole } from '../../common/index.ts';
import { createFailApprover } from '../fail-approver.ts';
import { ANSWER_MAX_CHARACTERS } from '../answers/parse-answer.ts';
import type { Answer, ApprovalRequest, Approver, DecisionBy } from '../ports.ts';
import { terminalRequest, terminalExplanation } from './terminal-card.ts';
import { type Lines, linesOf } from './terminal-lines.ts';

/** How often one question is put again to somebody who answers something else. */
const ASKED_MAX = 10;
const IN_TIME = 'Nobody answered in the time that the question has.';

/** What an approver that asks at a terminal is given. I/O: these two streams. */
export interface TerminalApproverOptions {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable & { readonly isTTY?: boolean };
  readonly trail: Trail;
  readonly clock: Clock;
  /** Who sits there, for the trail. */
  readonly login: string;
}

/**
 * A decision before it is recorded. `always` is `yes` for whatever the same rule would allow in this run; `nothing` is
 * a question whose own time is over.
 */
type Said =
  | { readonly kind: 'yes' | 'always'; readonly words: string }
  | { readonly kind: 'no'; readonly words: string }
  | { readonly kind: 'nothing'; readonly words: string };

/**
 * Asks at a terminal: y, n, explain, or always for this run. Without a terminal on both sides every request is
 * `unanswered`; the end of input is a no. `always` covers calls whose narrowest rule and list are the same, so that
 * it does not reach over a gate that was raised since.
 */
export function createTerminalApprover(options: TerminalApproverOptions): Approver {
  const { input, output, trail } = options;
  if (input.isTTY !== true || output.isTTY !== true) {
    return createFailApprover({ trail, because: 'There is no terminal to ask at.' });
  }
  const always = new Set<string>();
  return {
    ask: async (requests, { signal }) => {
      signal.throwIfAborted();
      if (requests.length === 0) return [];
      await recordAsked(trail, requests);
      const lines = linesOf(input);
      try {
        output.write(requests.map(terminalRequest).join(''));
        const answers: Answer[] = [];
        for (const request of requests) {
          const covered = always.has(coverOf(request));
          const said = covered
            ? ALLOWED_BEFORE
            : await question(options, lines, { request, signal });
          if (said.kind === 'always') always.add(coverOf(request));
          answers.push(await decided(options, request, said));
        }
        return answers;
      } finally {
        lines.close();
      }
    },
  };
}

const ALLOWED_BEFORE: Said = { kind: 'yes', words: 'allowed for this run by an earlier answer' };

/** What an `always` covers. A question to a person is never covered: each has its own id in the key. */
function coverOf(request: ApprovalRequest): string {
  const own = request.narrowestRule === null ? request.id : '';
  return JSON.stringify([request.tool, request.narrowestRule, request.verdict.list, own]);
}

async function question(
  options: TerminalApproverOptions,
  lines: Lines,
  of: { readonly request: ApprovalRequest; readonly signal: AbortSignal },
): Promise<Said> {
  const { request, signal } = of;
  const asksWords = request.expects === 'answer';
  const choices = asksWords
    ? 'your answer, or nothing to leave it open'
    : 'y/n/explain/always for this run';
  for (let asked = 0; asked < ASKED_MAX; asked += 1) {
    options.output.write(`${request.id} [${choices}] `);
    const line = await nextLine(options.clock, lines, of);
    signal.throwIfAborted();
    if (line === undefined) return { kind: 'nothing', words: IN_TIME };
    if (line === null) return { kind: 'no', words: 'the terminal was closed' };
    const said = asksWords ? spoken(line) : chosen(line);
    if (said !== null) return said;
    if (/^e(?:xplain)?$/i.test(line.trim())) options.output.write(terminalExplanation(request));
  }
  return { kind: 'no', words: 'no clear answer was given' };
}

/** The next line; `undefined` where the time of the question, or the run, is over first. */
async function nextLine(
  clock: Clock,
  lines: Lines,
  of: { readonly request: ApprovalRequest; readonly signal: AbortSignal },
): Promise<string | null | undefined> {
  const { waitMs } = of.request;
  const over = new AbortController();
  const answered = new AbortController();
  if (waitMs !== undefined) {
    clock.sleep(waitMs, answered.signal).then(
      () => over.abort(),
      () => undefined,
    );
  }
  try {
    return await lines.next(AbortSignal.any([of.signal, over.signal]));
  } catch {
    return undefined;
  } finally {
    answered.abort();
  }
}

function spoken(line: string): Said {
  const words = sliceWhole(line.trim(), ANSWER_MAX_CHARACTERS);
  return words === '' ? { kind: 'nothing', words: 'No answer was given.' } : { kind: 'yes', words };
}

/** `null` for anything but a plain choice: an unclear answer is asked again, never read as a yes. */
function chosen(line: string): Said | null {
  const text = line.trim();
  if (/^y(?:es)?$/i.test(text)) return { kind: 'yes', words: '' };
  if (/^a(?:lways)?$/i.test(text)) return { kind: 'always', words: 'and always for this run' };
  const no = /^no?(?:[ \t]+(.*))?$/i.exec(text);
  return no === null ? null : { kind: 'no', words: sliceWhole(no[1] ?? '', ANSWER_MAX_CHARACTERS) };
}

async function decided(
  options: TerminalApproverOptions,
  request: ApprovalRequest,
  said: Said,
): Promise<Answer> {
  const { trail, clock, login } = options;
  if (said.kind === 'nothing') {
    const { id, call } = request;
    await trail.append({ type: 'approval.void', approval: id, call, because: said.words });
    return { kind: 'unanswered', request, because: said.words };
  }
  await trail.append({
    type: 'approval.decision',
    approval: request.id,
    call: request.call,
    decision: said.kind === 'no' ? 'deny' : 'approve',
    counted: true,
    because: 'answered at the terminal',
    by: { login, id: null },
    permission: 'terminal',
    comment: null,
    ...(said.words === '' ? {} : { note: said.words }),
  });
  const at = clock.now().toISOString();
  const by: DecisionBy = {
    login,
    id: null,
    permission: 'terminal',
    commentId: null,
    commentUrl: null,
    at,
  };
  if (said.kind === 'no') return { kind: 'denied', request, by, reason: said.words };
  return {
    kind: 'approved',
    request,
    by: [by],
    ...(said.words === '' ? {} : { note: said.words }),
  };
}

async function recordAsked(trail: Trail, requests: readonly ApprovalRequest[]): Promise<void> {
  await trail.append({
    type: 'approval.asked',
    card: null,
    via: 'terminal',
    count: 1,
    expires: null,
    requests: requests.map(({ id, call, digest }) => ({ approval: id, call, digest })),
  });
}
