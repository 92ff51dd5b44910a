import { describeOmitted, listedCommands } from '../request/listed-commands.ts';
import { endsOf, exact } from '../request/markdown.ts';
import { describeList } from '../request/request-section.ts';
import type { ApprovalRequest } from '../approver.ts';

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
export function terminalAlways(rules: readonly string[]): string {
  const which = rules.length === 1 ? 'this rule is' : 'these rules are';
  return `  always allows each call of this run for which ${which} enough: ${rules.map(short).join(', ')}\n`;
}

/** Why a call needs approval, for a person who answers `explain`. */
export function terminalExplanation(request: ApprovalRequest): string {
  const { verdict } = request;
  const line = verdict.line === null ? '' : `, line ${verdict.line} of the policy`;
  const list = describeList(verdict.list);
  const rule = verdict.rule === null ? list : `${list}: ${verdict.rule}`;
  const lines = [`  why: ${verdict.because}`, `  decided by ${rule}${line}`];
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
