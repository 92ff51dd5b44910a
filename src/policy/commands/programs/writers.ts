import {
  type ExpandedWord,
  isDashless,
  literalWord,
  type Scope,
  type Invocation,
} from '../walk/context.ts';
import { readPlaces } from './printed-names.ts';
import { markBelow, noteSecretsBelow } from './read-program.ts';
import { ATTACHED_PATHS, FORBIDDEN, PACKERS, UNPACKERS, WRITERS } from '../specs/writers.ts';
import { notePath, notePathWord, noteUnknown } from '../walk/findings.ts';
import { isStream } from '../words/paths.ts';

/** Notes what a program that is known to write would write, and what nobody should run. */
export function noteWriter(invocation: Invocation): void {
  const { scope, name, args } = invocation;
  if (isForbidden(invocation)) scope.findings.classes.add('@forbidden');
  if (name === 'dd') noteDd(invocation);
  if (UNPACKERS.has(name)) scope.findings.writesUnnamed = true;
  if (PACKERS.has(name))
    notePacked(
      args.flatMap((arg) => operandOf(arg)),
      scope,
    );
  const how = WRITERS.get(name);
  if (how === undefined) return;
  scope.findings.classes.add('@writes');
  // With nothing but `/dev/null` and its like to write to it only passes on.
  if (
    name === 'tee' &&
    args.length > 0 &&
    args.every((arg) => arg.text !== null && isStream(arg.text))
  ) {
    scope.findings.classes.delete('@writes');
    scope.findings.classes.add('@readonly');
    return;
  }
  const operands = args
    .flatMap((arg) => operandOf(arg, ATTACHED_PATHS.get(name)))
    .slice(how === 'mode' ? 1 : 0);
  // `-t FOLDER` names the target first, so any operand can be a source or the target.
  const namesTarget = args.some((arg) => /^-[a-zA-Z]*t|^--t/.test(arg.text ?? '-t'));
  for (const [index, operand] of operands.entries()) {
    const isLast = index === operands.length - 1;
    const isCopied = how === 'copy' && !isLast;
    const isMoved = how === 'move' && (!isLast || namesTarget || operands.length === 1);
    if (isCopied || isMoved) notePathWord(operand, 'read', scope);
    if (!isCopied || namesTarget) notePathWord(operand, 'write', scope);
  }
  // Under the new name of a folder, no rule about a file below it applies.
  if (how === 'copy' || how === 'move') markBelow(foldersRead(scope), 'renamed', scope);
  if (name !== 'ln' && name !== 'link') return;
  noteLinkTargets(operands, scope);
  // With one operand, `ln` makes a link of the same name in the current folder.
  if (operands.length === 1) noteLinked(operands, scope);
}

/** What is written under the name of a link is written to its target, which the name does not show. */
function noteLinkTargets(operands: readonly ExpandedWord[], scope: Scope): void {
  const link = operands.length > 1 ? (operands.at(-1)?.text ?? '') : '';
  const folder = link.slice(0, link.lastIndexOf('/') + 1);
  for (const target of operands.slice(0, Math.max(1, operands.length - 1))) {
    notePathWord(target, 'write', scope);
    // The target of a symlink is relative to the folder of the link.
    const isRelative = target.text !== null && !target.text.startsWith('/');
    if (folder !== '' && isRelative) notePath(`${folder}${target.text}`, 'write', scope);
  }
}

/** Notes that files and folders are read into an archive, as far as the words name them. */
export function notePacked(operands: readonly ExpandedWord[], scope: Scope): void {
  for (const operand of operands)
    if (operand.text !== null || operand.glob !== undefined) notePathWord(operand, 'read', scope);
  const places = readPlaces(scope);
  noteSecretsBelow(places, () => true, scope);
  markBelow(places, 'all', scope);
}

function foldersRead(scope: Scope): readonly string[] {
  const { pathResolver } = scope.walker;
  return readPlaces(scope).filter((place) => pathResolver.list?.(place)?.length !== 0);
}

function noteLinked([target]: readonly ExpandedWord[], scope: Scope): void {
  if (target === undefined) return;
  notePathWord(target, 'read', scope);
  const name = target.text?.replace(/\/+$/, '').split('/').at(-1) ?? '';
  if (name === '') noteUnknown(scope, `\`${target.source}\` is linked under a name of its own`);
  else notePath(name, 'write', scope);
}

/** An operand, or the path in an option: after `=`, or attached to one of the letters `attached`. */
function operandOf(arg: ExpandedWord, attached?: string): ExpandedWord[] {
  const text = arg.text ?? '';
  const long = /^--?[\w-]+=(.+)$/.exec(text)?.[1];
  const short =
    attached === undefined
      ? undefined
      : new RegExp(`^-[A-Za-z0-9]*?[${attached}](.+)$`).exec(text)?.[1];
  const value = long ?? short;
  if (value !== undefined) return [literalWord(value, arg.source)];
  return isDashless(arg) || arg.text === null ? [arg] : [];
}

function noteDd(invocation: Invocation): void {
  invocation.scope.findings.classes.add('@writes');
  for (const arg of invocation.args) {
    const match = /^(if|of)=(.*)$/.exec(arg.text ?? '');
    if (match === null && arg.text === null)
      noteUnknown(invocation.scope, 'dd with words known only at run time');
    else if (match !== null)
      notePath(match[2] ?? '', match[1] === 'if' ? 'read' : 'write', invocation.scope);
  }
}

function isForbidden({ name, args }: Invocation): boolean {
  const texts = args.map((arg) => arg.text ?? arg.fileNames?.roots[0] ?? '');
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
