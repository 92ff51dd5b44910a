import { type Arg, isDashless, literalArg } from '../walk/arg.ts';
import type { Call } from '../walk/call.ts';
import { FORBIDDEN, WRITERS } from '../specs/writers.ts';
import { notePath, noteWord } from '../walk/notes.ts';
import { isStream } from '../words/paths.ts';

/** Notes what a program that is known to write would write, and what nobody should run. */
export function noteWriter(call: Call): void {
  const { scope, name, args } = call;
  if (isForbidden(call)) scope.notes.classes.add('@forbidden');
  if (name === 'dd') noteDd(call);
  const how = WRITERS.get(name);
  if (how === undefined) return;
  scope.notes.classes.add('@writes');
  // With nothing but `/dev/null` and its like to write to it only passes on.
  if (
    name === 'tee' &&
    args.length > 0 &&
    args.every((arg) => arg.text !== null && isStream(arg.text))
  ) {
    scope.notes.classes.delete('@writes');
    scope.notes.classes.add('@readonly');
    return;
  }
  const operands = args.flatMap(operandOf).slice(how === 'mode' ? 1 : 0);
  // `-t FOLDER` names the target first, so any operand can be a source or the target.
  const namesTarget = args.some((arg) => /^-[a-zA-Z]*t|^--t/.test(arg.text ?? '-t'));
  for (const [index, operand] of operands.entries()) {
    const isLast = index === operands.length - 1;
    const isCopied = how === 'copy' && !isLast;
    const isMoved = how === 'move' && (!isLast || namesTarget || operands.length === 1);
    if (isCopied || isMoved) noteWord(operand, 'read', scope);
    if (!isCopied || namesTarget) noteWord(operand, 'write', scope);
  }
}

function operandOf(arg: Arg): Arg[] {
  const value = /^--?[\w-]+=(.+)$/.exec(arg.text ?? '')?.[1];
  if (value !== undefined) return [literalArg(value, arg.source)];
  return isDashless(arg) || arg.text === null ? [arg] : [];
}

function noteDd(call: Call): void {
  call.scope.notes.classes.add('@writes');
  for (const arg of call.args) {
    const match = /^(if|of)=(.*)$/.exec(arg.text ?? '');
    if (match === null && arg.text === null)
      call.scope.notes.unknown.add('dd with words known only at run time');
    else if (match !== null)
      notePath(match[2] ?? '', match[1] === 'if' ? 'read' : 'write', call.scope);
  }
}

function isForbidden({ name, args }: Call): boolean {
  const texts = args.map((arg) => arg.text ?? arg.reach?.roots[0] ?? '');
  if (FORBIDDEN.has(name) || name.startsWith('mkfs.')) return true;
  if (name === 'dd') return texts.some((text) => /^of=\/dev\/(?!null$)/.test(text));
  if (name === 'kill' || name === 'pkill' || name === 'killall')
    return name === 'kill' && texts.at(-1) === '-1';
  if (name !== 'rm' && name !== 'chmod' && name !== 'chown') return false;
  const recursive = texts.some((text) => /^-[a-zA-Z]*[rR]|^--recursive|^--no-pres/.test(text));
  return (
    recursive &&
    texts.some((text) =>
      /^\/(?:~?\/?\*?|(?:bin|boot|dev|etc|home|lib|opt|proc|root|sbin|sys|usr|var)\/?\*?)$/.test(
        text,
      ),
    )
  );
}
