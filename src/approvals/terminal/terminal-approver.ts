import type { Readable, Writable } from 'node:stream';
import { styleText } from 'node:util';
import type { Trail } from '../../audit/index.ts';
import { abortAfter, type Clock, sliceWhole } from '../../common/index.ts';
import { createFailApprover } from '../fail-approver.ts';
import { ANSWER_MAX_CHARACTERS } from '../answers/parse-answer.ts';
import type { Answer, ApprovalRequest, Approver } from '../approver.ts';
import { recordAskedLocally, recordLocalDecision, recordUnanswered } from '../local-answers.ts';
import { type Lines, readLines } from './terminal-lines.ts';
import { describeOmitted, listedCommands } from '../request/listed-commands.ts';
import { endsOf, exact } from '../request/markdown.ts';
import { describeList } from '../request/request-section.ts';

/** How often one request is asked again after an unclear answer. */
const ASKED_MAX = 10;
const TIMED_OUT = 'Nobody answered in time.';

/** What an approver that asks at a terminal needs. I/O: these two streams. */
interface TerminalApproverOptions {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable & { readonly isTTY?: boolean };
  /** Whether `output` may get escape sequences for colours. */
  readonly hasColour: boolean;
  readonly trail: Trail;
  readonly clock: Clock;
  /** The person at the terminal, for the trail. */
  readonly login: string;
}

/**
 * An answer before it is recorded. `always` is `yes` for every call that the same rule would allow in this run. `nothing`
 * is no answer in time, or an empty one.
 */
interface TerminalAnswer {
  readonly kind: 'yes' | 'always' | 'no' | 'nothing';
  readonly words: string;
}

/**
 * Asks at a terminal: y, n with a reason, explain, or, where rules can name the call, always for this run, which shows its rules
 * and has to be confirmed. Without a terminal on both streams every request is `unanswered`; the end of input is a no. `always`
 * covers calls with the same rules and list, so that it does not cover calls after the policy was tightened.
 */
export function createTerminalApprover(options: TerminalApproverOptions): Approver {
  const { input, output, trail } = options;
  if (input.isTTY !== true || output.isTTY !== true) {
    return createFailApprover({ trail, because: 'There is no terminal to ask at.' });
  }
  const always = new Set<string>();
  const highlight = (text: string): string =>
    options.hasColour ? styleText(['bold', 'yellow'], text, { validateStream: false }) : text;
  return {
    ask: async (requests, { signal }) => {
      signal.throwIfAborted();
      if (requests.length === 0) return [];
      await recordAskedLocally(trail, requests, { via: 'terminal', count: 1 });
      const lines = readLines(input);
      try {
        output.write(requests.map((request) => terminalRequest(request, highlight)).join(''));
        const answers: Answer[] = [];
        for (const request of requests) {
          const covered = request.rules.length > 0 && always.has(coverageKey(request));
          const answer = covered
            ? ALLOWED_BEFORE
            : await askQuestion(options, lines, { request, signal });
          if (answer.kind === 'always') always.add(coverageKey(request));
          answers.push(await recordAnswer(options, request, answer));
        }
        return answers;
      } finally {
        lines.close();
      }
    },
  };
}

interface Question {
  readonly request: ApprovalRequest;
  readonly signal: AbortSignal;
}

const ALLOWED_BEFORE: TerminalAnswer = {
  kind: 'yes',
  words: 'allowed for this run by an earlier answer',
};

/** What an `always` covers: calls that the same rules would allow. Only a call with rules can be covered. */
function coverageKey(request: ApprovalRequest): string {
  return JSON.stringify([request.tool, request.rules.toSorted(), request.verdict.list]);
}

async function askQuestion(
  options: TerminalApproverOptions,
  lines: Lines,
  question: Question,
): Promise<TerminalAnswer> {
  const { request, signal } = question;
  const ask = async (choices: string): Promise<string | null | undefined> => {
    options.output.write(`${request.id} [${choices}] `);
    const line = await readLine(options.clock, lines, question);
    signal.throwIfAborted();
    return line;
  };
  for (let asked = 0; asked < ASKED_MAX; asked += 1) {
    const line = await ask(choicesOf(request));
    if (line === undefined) return { kind: 'nothing', words: TIMED_OUT };
    if (line === null) return { kind: 'no', words: 'the terminal was closed' };
    if (request.expects === 'answer') return parseText(line);
    const answer = parseChoice(line, request);
    if (answer?.kind === 'no' && answer.words === '')
      return { kind: 'no', words: reasonIn(await ask('the reason, or nothing')) };
    if (answer?.kind === 'always') {
      options.output.write(terminalAlways(request.rules));
      const confirmed = await ask('y to allow them all/n');
      if (parseChoice(confirmed ?? '', request)?.kind === 'yes') return answer;
    } else if (answer !== null) {
      return answer;
    }
    if (/^e(?:xplain)?$/i.test(line.trim())) options.output.write(terminalExplanation(request));
    else if (answer === null) options.output.write(answersHint(request));
  }
  return { kind: 'no', words: 'no clear answer was given' };
}

/** Without a rule that is narrow enough, `always` would cover nothing but this call. */
function choicesOf({ expects, rules }: ApprovalRequest): string {
  if (expects === 'answer') return 'your answer, or nothing to leave it open';
  return rules.length === 0 ? 'y/n/explain' : 'y/n/explain/always for this run';
}

function answersHint({ rules }: ApprovalRequest): string {
  const rest = rules.length === 0 ? 'or explain' : 'explain, or always';
  return `  Not understood. Answer y to approve, n to deny, ${rest}.\n`;
}

/** The next line; `undefined` if the request's time is over, or the run ends, first. */
async function readLine(
  clock: Clock,
  lines: Lines,
  { request, signal }: Question,
): Promise<string | null | undefined> {
  const limit = abortAfter(clock, request.waitMs ?? null);
  try {
    return await lines.next(AbortSignal.any([signal, limit.signal]));
  } catch {
    return undefined;
  } finally {
    limit.clear();
  }
}

function parseText(line: string): TerminalAnswer {
  const words = sliceWhole(line.trim(), ANSWER_MAX_CHARACTERS);
  return words === '' ? { kind: 'nothing', words: 'No answer was given.' } : { kind: 'yes', words };
}

/** `null` for anything but a clear choice: the request is then asked again, and never approved. */
function parseChoice(line: string, { rules }: ApprovalRequest): TerminalAnswer | null {
  const text = line.trim();
  if (/^y(?:es)?$/i.test(text)) return { kind: 'yes', words: '' };
  if (/^a(?:lways)?$/i.test(text) && rules.length > 0)
    return { kind: 'always', words: 'and always for this run' };
  const no = /^no?(?:[ \t]+(.*))?$/i.exec(text);
  return no === null ? null : { kind: 'no', words: reasonIn(no[1]) };
}

function reasonIn(line: string | null | undefined): string {
  return sliceWhole((line ?? '').trim(), ANSWER_MAX_CHARACTERS);
}

async function recordAnswer(
  options: TerminalApproverOptions,
  request: ApprovalRequest,
  { kind, words }: TerminalAnswer,
): Promise<Answer> {
  if (kind === 'nothing') return await recordUnanswered(options.trail, request, words);
  const decision = kind === 'no' ? 'deny' : 'approve';
  const people = [options.login];
  return await recordLocalDecision(options, request, { via: 'terminal', decision, people, words });
}

const WHY_MAX = 600;
const COMMANDS_MAX = 20;
/** A longer text scrolls its beginning off the screen. */
const MANY_LINES = 40;
const MANY_CHARACTERS = 4_000;

/**
 * An approval request as plain text for a terminal. Control characters of untrusted text are escaped, so no escape
 * sequence reaches the screen. The call is never cut. Its simple commands are listed below it, next to the question, so
 * that none is scrolled out of sight. `highlight` makes its title stand out; absent: nothing does.
 */
export function terminalRequest(
  request: ApprovalRequest,
  highlight: (text: string) => string = (text) => text,
): string {
  const shown = exact(request.preview.text);
  const lines = shown.split('\n');
  const body = lines.map((line) => `  │ ${line}`).join('\n');
  const isLong = lines.length > MANY_LINES || shown.length > MANY_CHARACTERS;
  const size = isLong ? `  ! ${lines.length} lines, ${shown.length} characters: scroll up.\n` : '';
  const always = request.rules.map((rule) => `  always would allow: ${short(rule)}\n`).join('');
  const commands = (request.verdict.commands?.length ?? 0) > 1 ? commandLines(request) : '';
  const sandbox = request.sandbox === undefined ? '' : `  sandbox: ${short(request.sandbox)}\n`;
  const title = highlight(`${request.id}  ${exact(request.tool)}`);
  return `\n${title}\n${body}\n${size}${commands}${sandbox}${always}`;
}

/** What `always` would allow, to be confirmed. */
function terminalAlways(rules: readonly string[]): string {
  const which = rules.length === 1 ? 'this rule is' : 'these rules are';
  return `  always allows each call of this run for which ${which} enough: ${rules.map(short).join(', ')}\n`;
}

/** Why a call needs approval, for a person who answers `explain`. */
export function terminalExplanation(request: ApprovalRequest): string {
  const { verdict } = request;
  const line = verdict.line === null ? '' : `, line ${verdict.line} of the policy`;
  const list = describeList(verdict.list);
  const rule = verdict.rule === null ? list : `${list}: ${verdict.rule}`;
  const lines = [`  why: ${verdict.because}`, `  decided by: ${rule}${line}`];
  if (verdict.reason !== undefined) lines.push(`  the policy's reason: ${verdict.reason}`);
  for (const command of verdict.commands ?? []) {
    lines.push(`  ${command.verdict}: ${command.words.join(' ')} (${command.because})`);
  }
  const { asking = 0, others = 0 } = verdict.commandsLeftOut ?? {};
  if (asking + others > 0) lines.push(`  not listed: ${describeOmitted({ asking, others })}`);
  for (const proposed of request.rules) lines.push(`  a rule that would allow it: ${proposed}`);
  lines.push(`  SHA-256 of what is approved: ${request.digest}`);
  return `${lines.map(short).join('\n')}\n`;
}

function commandLines(request: ApprovalRequest): string {
  const { shown, omitted } = listedCommands(request.verdict, COMMANDS_MAX);
  const lines = shown.map(({ words, asks, times }) => {
    const often = times === 1 ? '' : ` (${times} times)`;
    return `  ${asks ? 'needs approval' : 'runs automatically'}: ${short(words)}${often}`;
  });
  if (omitted.asking + omitted.others > 0)
    lines.push(`  ! not listed: ${describeOmitted(omitted)}`);
  return `${lines.join('\n')}\n`;
}

/** One line with invisible characters escaped. A long text shows its beginning and end and how much is left out. */
function short(text: string): string {
  const line = exact(text).replaceAll('\n', ' ⏎ ');
  return endsOf(line, WHY_MAX, (left) => `[… ${left} left out …]`).text;
}
