import { exact } from './markdown.ts';
import type { ApprovalRequest } from './ports.ts';

const WHY_MAX = 600;

/**
 * A request as plain text for a terminal. Everything foreign has its control characters written out: no escape
 * sequence of a command reaches the screen. Nothing is cut: what is approved is what can be read.
 */
export function terminalCard(request: ApprovalRequest): string {
  const body = exact(request.preview.text)
    .split('\n')
    .map((line) => `  │ ${line}`)
    .join('\n');
  const always =
    request.narrowestRule === null ? '' : `  always would allow: ${exact(request.narrowestRule)}\n`;
  return `\n${request.id}  ${exact(request.tool)}\n${body}\n${always}`;
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
  if (request.narrowestRule !== null)
    lines.push(`  a rule that would allow exactly this: ${request.narrowestRule}`);
  lines.push(`  SHA-256 of what is approved: ${request.digest}`);
  return `${lines.map((text) => exact(text).slice(0, WHY_MAX)).join('\n')}\n`;
}
