import type { ExpandedWord, Scope } from './context.ts';
import { notePathWord, noteUnknown } from './findings.ts';
import type { HereDoc, HereString, Redirect, Redirection } from '../parse/parse.ts';
import { noteFoundFile } from '../programs/read-program.ts';
import { expandParts, expandSingle, expandWord } from '../words/expand-word.ts';

/** A target of `>&` that bash expands twice without a change, and that does not begin like the end of `>&-`. */
const TWICE_THE_SAME = /^[\w./@%+,:][\w./@%+,:-]*$/;
const NETWORK_FILE = /^\/dev\/(?:tcp|udp)\//;

/** What the command does with its input: it may only count it. */
interface InputUse {
  readonly isCounted: boolean;
}

/** Notes what a redirection reads and writes, and walks what is inside it. */
export function walkRedirection(
  redirection: Redirection,
  scope: Scope,
  use: InputUse = { isCounted: false },
): void {
  if (redirection.descriptor?.type === 'FileDescriptorVariable') {
    noteUnknown(scope, 'a redirection keeps its descriptor in a variable');
  }
  const next = takenDescriptor(redirection, scope.walker.text);
  if (next !== null) noteUnknown(scope, `\`${next}\` leaves no word for the redirection before it`);
  switch (redirection.type) {
    case 'HereDoc':
      walkHereDoc(redirection, scope);
      return;
    case 'HereString':
      walkHereString(redirection, scope);
      return;
    case 'Redirect':
      walkFileRedirect(redirection, scope, use);
      return;
    default:
      noteUnknown(scope, 'a redirection of a kind that is not known');
  }
}

/** Whether a redirection replaces the stdin of its command. */
export function isInput({ type, operator }: Redirection): boolean {
  return type !== 'Redirect' || operator.startsWith('<');
}

/**
 * The digits before `<` or `>` that bash reads as the descriptor of the next redirection, not as a word; `null` if
 * there are none.
 */
function takenDescriptor(redirection: Redirection, text: string): string | null {
  if (redirection.type === 'HereDoc' || redirection.target === undefined) return null;
  const { pos, end } = redirection.target;
  return /^\d+[<>]$/.test(text.slice(pos, end + 1)) ? text.slice(pos, end + 1) : null;
}

function walkHereString({ target }: HereString, scope: Scope): void {
  if (target === undefined) {
    noteUnknown(scope, 'a here string without a word');
    return;
  }
  const { text } = expandSingle(target, scope);
  scope.findings.inputTexts.push(text ?? target.text);
  if (text === null) scope.findings.hasUnreadInput = true;
}

function walkHereDoc(document: HereDoc, scope: Scope): void {
  if (document.delimiter === undefined || document.closing === undefined) {
    noteUnknown(scope, 'a here document without its end');
    return;
  }
  scope.findings.inputTexts.push(document.body.text);
  if (document.delimiter.quoted) return;
  // What expands, or joins lines, gives another text than the one that is written.
  if (/[$`\\]/.test(document.body.text)) scope.findings.hasUnreadInput = true;
  if (document.body.parts !== undefined) expandParts(document.body.parts, scope);
  else if (/[$`\\]/.test(document.body.text)) noteUnknown(scope, 'a here document that expands');
}

function walkFileRedirect(redirect: Redirect, scope: Scope, { isCounted }: InputUse): void {
  if (redirect.target === undefined) {
    noteUnknown(scope, 'a redirection without a target');
    return;
  }
  const targets = expandWord(redirect.target, scope);
  const [target] = targets;
  if (target === undefined || targets.length !== 1 || target.glob !== undefined) {
    noteUnknown(scope, `\`${redirect.target.text}\` is not one file`);
    return;
  }
  if (isDescriptor(redirect, target)) {
    if (isInput(redirect) && target.text !== '-') scope.findings.hasUnreadInput = true;
    return;
  }
  if (/^[<>]&$/.test(redirect.operator) && !TWICE_THE_SAME.test(target.text ?? '')) {
    const written = `${redirect.operator}${redirect.target.text}`;
    noteUnknown(scope, `\`${written}\` is expanded twice, or is more than one word to bash`);
  }
  if (target.text !== null && NETWORK_FILE.test(target.text)) {
    scope.findings.classes.add('@forbidden');
    noteUnknown(scope, `bash opens a network connection for \`${target.text}\``);
    return;
  }
  const { operator } = redirect;
  if (isInput(redirect) && target.text !== '/dev/null') scope.findings.hasUnreadInput = true;
  if (operator === '<' || operator === '<>') {
    notePathWord(target, 'read', scope, 'redirection');
    if (!isCounted) noteFoundFile(target, scope);
  }
  if (operator !== '<') notePathWord(target, 'write', scope, 'redirection');
}

function isDescriptor(redirect: Redirect, target: ExpandedWord): boolean {
  if (redirect.operator !== '>&' && redirect.operator !== '<&') return false;
  return target.text !== null && /^(?:\d{1,3}-?|-)$/.test(target.text);
}
