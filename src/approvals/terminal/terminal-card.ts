import { leftWords, listedCommands } from '../request/card-commands.ts';
import { endsOf, exact } from '../request/markdown.ts';
import type { ApprovalRequest } from '../ports.ts';

const WHY_MAX = 600;
const COMMANDS_MAX = 20;
/** What is longer scrolls its own beginning off a screen. */
const MANY_LINES = 40;
const MANY_CHARACTERS = 4_000;

/**
 * A request as plain text for a terminal. Everything foreign has its control characters written out: no escape
 * sequence of a command reaches the screen. The call itself is not cut: what is approved is what can be read. The
 * simple commands of it stand below, next to the question, so that one at its beginning or in its middle is not scrolled away.
 */
export function terminalRequest(request: ApprovalRequest): string {
  const shown = exact(request.preview.text);
  const lines = shown.split('\n');
  const body = lines.map((line) => `  │ ${line}`).join('\n');
  const isLong = lines.length > MANY_LINES || shown.length > MANY_CHARACTERS;
  const size = isLong ? `  ! ${lines.length} lines, ${shown.length} characters: scroll up.\n` : '';
  const always =
    request.narrowestRule === null ? '' : `  always would allow: ${short(request.narrowestRule)}\n`;
  const found = request.verdict.commands?.length;
  const commands =
    found === 0 && request.preview.form === 'command'
      ? '  ! It could not be parsed: which commands it runs is not known.\n'
      : (found ?? 0) > 1
        ? commandLines(request)
        : '';
  const sandbox = request.sandbox === undefined ? '' : `  its sandbox: ${short(request.sandbox)}\n`;
  return `\n${request.id}  ${exact(request.tool)}\n${body}\n${size}${commands}${sandbox}${always}`;
}

/** Why a call asks, for a person who wants to know before deciding. */
export function terminalExplanation(request: ApprovalRequest): string {
  const { verdict } = request;
  const line = verdict.line === null ? '' : `, line ${verdict.line} of the policy`;
  const rule = verdict.rule === null ? verdict.list : `${verdict.list}: ${verdict.rule}`;
  const lines = [`  why: ${verdict.because}`, `  decided by ${rule}${line}`];
  if (verdict.reason !== undefined) lines.push(`  the policy's reason: ${verdict.reason}`);
  for (const command of verdict.commands ?? []) {
    lines.push(`  ${command.verdict}: ${command.words.join(' ')} (${command.because})`);
  }
  const { asking = 0, others = 0 } = verdict.commandsLeftOut ?? {};
  if (asking + others > 0) lines.push(`  not listed: ${leftWords({ asking, others })}`);
  if (request.narrowestRule !== null)
    lines.push(`  a rule that would allow exactly this: ${request.narrowestRule}`);
  lines.push(`  SHA-256 of what is approved: ${request.digest}`);
  return `${lines.map(short).join('\n')}\n`;
}

function commandLines(request: ApprovalRequest): string {
  const { shown, left } = listedCommands(request.verdict, COMMANDS_MAX);
  const lines = shown.map(({ words, asks, times }) => {
    const often = times === 1 ? '' : ` (${times} times)`;
    return `  ${asks ? 'asks' : 'runs by itself'}: ${short(words)}${often}`;
  });
  if (left.asking + left.others > 0) lines.push(`  ! not listed: ${leftWords(left)}`);
  return `${lines.join('\n')}\n`;
}

/** One line of a terminal with nothing in it that does not show; the middle of a long text is left out, and that is said. */
function short(text: string): string {
  const line = exact(text).replaceAll('\n', ' ⏎ ');
  return endsOf(line, WHY_MAX, (left) => `[… ${left} left out …]`).text;
}
