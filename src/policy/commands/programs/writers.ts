import { trimEnd } from '../../../common/index.ts';
import {
  type ExpandedWord,
  type ExpandedWords,
  isDashless,
  literalWord,
  type Scope,
  type Invocation,
  unknownWord,
} from '../walk/context.ts';
import { readPlaces } from './printed-names.ts';
import { valuesMatching } from './runner-options.ts';
import { markBelow, noteFileRead, noteListedFiles, noteSecretsBelow } from './read-program.ts';
import {
  ADDS,
  ATTACHED_PATHS,
  COPIES_FILES,
  FORBIDDEN,
  GIVES_MODE,
  LISTS_ACCESS,
  LISTS_ARCHIVE,
  MAKES_FOLDERS,
  PACKERS,
  PACKS_FOUND,
  REFERENCE,
  UNPACKERS,
  WRITERS,
} from '../specs/writers.ts';
import { byName } from '../specs/table.ts';
import { notePath, notePathWord, noteUnknown } from '../walk/findings.ts';
import { isFile, isStream, isWithin, resolvePlaces } from '../words/paths.ts';

/** How a word of scp names a file of another machine. */
const ELSEWHERE = /^[^/:]+:/;

/** The option of cp, mv, ln and install that names the target folder. */
const TARGET = /^-[a-zA-Z]*t|^--t/;

/** Notes what a program that is known to write would write, and what nobody should run. */
export function noteWriter(invocation: Invocation): void {
  const { scope, name, args } = invocation;
  if (isForbidden(invocation)) scope.findings.classes.add('@forbidden');
  if (name === 'dd') noteDd(invocation);
  const line = args.map(({ text }) => text ?? '-').join(' ');
  if (UNPACKERS.has(name) && LISTS_ARCHIVE.get(name)?.test(line) !== true)
    scope.findings.writesUnnamed = true;
  if (name === 'patch') notePatch(scope, mayNamePatchOrCopy(args));
  const named = READS_NAMED.get(name);
  if (named !== undefined && args.some(({ text }) => text === null || named.test(text)))
    noteNamedByInput(invocation);
  if (PACKERS.has(name)) {
    const packed = args.flatMap((arg) => [...operandOf(arg), ...listedOf(arg)]);
    notePacked(packsMore(invocation) ? [...packed, literalWord('.')] : packed, scope);
  }
  if (name === 'setfacl') noteAccessLists(invocation);
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
  const operands =
    how === 'mode' ? changedByMode(invocation) : operandsOf(args, ATTACHED_PATHS.get(name));
  // `-t FOLDER` names the target first, so any operand can be a source or the target.
  const namesTarget = args.some((arg) => TARGET.test(arg.text ?? '-t'));
  const mayCopyLast = args.some(
    (arg) => !isDashless(arg) && TARGET.test(arg.text ?? '-t') && name !== 'rsync',
  );
  const isLink = name === 'ln' || name === 'link' || (name === 'cp' && copiesLinks(args));
  const isSymlink = name === 'ln' && isRelativeToLink(args) && operands.length > 1;
  // `-d` may also be the value of an option, or a file.
  const mayMakeFolders = name === 'install' && hasWord(args, MAKES_FOLDERS);
  for (const [index, operand] of operands.entries()) {
    if (name === 'scp' && ELSEWHERE.test(operand.text ?? '')) continue;
    const isLast = index === operands.length - 1;
    const isCopied = how === 'copy' && !isLast;
    const isMoved =
      how === 'divide' || (how === 'move' && (!isLast || namesTarget || operands.length === 1));
    const isSource = isCopied || (how === 'copy' && mayCopyLast);
    if ((isSource && !isSymlink) || isMoved) notePathWord(operand, 'read', scope);
    if (!isCopied || namesTarget || mayMakeFolders) notePathWord(operand, 'write', scope);
  }
  if (isLink) noteLinkTargets({ operands, isSymlink, namesTarget }, scope);
  // Under the new name of a folder, no rule about a file below it applies.
  if (how === 'copy' || how === 'move' || how === 'divide') {
    const { pathResolver } = scope.walker;
    const folders = readPlaces(scope).filter((place) => pathResolver.list?.(place)?.length !== 0);
    markBelow(folders, 'renamed', scope);
  }
  // With one operand, `ln` makes a link of the same name in the current folder.
  if (isLink && operands.length === 1) noteLinked(operands, scope);
}

/** The files of rules that `setfacl` reads. With `--restore` such a file says whose rules it changes, and their owner and mode. */
function noteAccessLists({ args, scope }: Invocation): void {
  for (const file of valuesMatching(args, LISTS_ACCESS)) notePathWord(file, 'read', scope);
  if (hasWord(args, /^--res/)) scope.findings.writesUnnamed = true;
}

/** Whether a packer packs more of the folder that it runs in than its words name: all, or what it finds itself. */
function packsMore({ name, args }: Invocation): boolean {
  const finds = PACKS_FOUND.get(name);
  if (finds === undefined) return false;
  if (name === 'zip') return hasWord(args, finds);
  const words = args.filter((arg) => arg.text === null || isDashless(arg));
  return ADDS.test(words[0]?.text ?? '') && (words.length < 3 || hasWord(args, finds));
}

/** The files whose mode, owner or attributes change. What these become, the first operand says, or an option. */
function changedByMode({ name, args, scope }: Invocation): ExpandedWords {
  const references = valuesMatching(args.slice(0, endOfOptions(args)), REFERENCE);
  for (const file of references) notePathWord(file, 'read', scope);
  const operands = operandsOf(
    args.filter((arg) => !references.includes(arg) && !REFERENCE.test(arg.text ?? arg.prefix)),
  );
  const given = GIVES_MODE.get(name);
  return operands.slice(given !== undefined && hasWord(args, given) ? 0 : 1);
}

function hasWord(args: ExpandedWords, word: RegExp): boolean {
  return args.some(({ text, prefix }) => word.test(text ?? prefix));
}

/** Options of patch(1) 2.7 that name the patch or another output, or keep a copy of what is patched. */
const PATCH_ELSEWHERE = /^-[a-zA-Z]*[ibozBY]|^--(?:i|o|backup$|bas|pr|su)/;

/** Whether the words of `patch` may name the file that is its patch, also as the second operand, or another file for what it patches. */
function mayNamePatchOrCopy(args: ExpandedWords): boolean {
  const isNamed = args.some(({ text }) => text === null || PATCH_ELSEWHERE.test(text));
  return isNamed || args.filter(isDashless).length > 1;
}

/** Notes what a patch may copy: anything, unless all of it is a text of the source that copies nothing. */
export function notePatch(scope: Scope, mayCopy: boolean): void {
  const { inputTexts, hasUnreadInput } = scope.findings;
  const isKnown = !mayCopy && !hasUnreadInput && inputTexts.length > 0;
  if (!isKnown || inputTexts.some((text) => COPIES_FILES.test(text))) noteListedFiles(scope);
}

/** With such a word it packs or copies the files whose names are its input. cpio(1) 2.13, zip(1) 3.0, pax(1). */
const READS_NAMED = byName({
  'cpio, bsdcpio': /^-[a-zA-Z0]*[op]|^--(?:c|pa)/,
  zip: /^-[a-zA-Z]*@$|^-@|^--na/,
  pax: /^-[a-zA-Z]*w/,
});

function noteNamedByInput({ name, input, scope }: Invocation): void {
  if (input === undefined)
    noteUnknown(scope, `which files ${name} reads is known only at run time`);
  else noteFileRead(unknownWord('(names from stdin)', { fileNames: input }), scope);
}

/** Whether `cp` makes links instead of copies: `cp -l`, `cp -s`. */
function copiesLinks(args: ExpandedWords): boolean {
  return args.some(({ text }) => /^-[A-Za-z]*[ls]|^--(?:l|sy)/.test(text ?? ''));
}

/** Whether the targets are relative to the folder of the link, as they are of a symlink (`-s`) without `-r`. */
function isRelativeToLink(args: ExpandedWords): boolean {
  const has = (option: RegExp): boolean => args.some(({ text }) => option.test(text ?? ''));
  return has(/^-[A-Za-z]*s|^--s(?!u)/) && !has(/^-[A-Za-z]*r|^--r/);
}

/** With more operands, it is not compared which of them is the folder of the links. */
const MAX_LINKS = 50;

interface Links {
  readonly operands: ExpandedWords;
  readonly isSymlink: boolean;
  /** With `-t`, any operand can be the folder of the links. */
  readonly namesTarget: boolean;
}

/**
 * What is read and written under the name of a link is read and written at its target, which the name does not show. The last
 * operand is the link or its folder. No command writes outside of the workspace, so a person is asked about such a target.
 */
function noteLinkTargets({ operands, isSymlink, namesTarget }: Links, scope: Scope): void {
  if (namesTarget && operands.length > MAX_LINKS) {
    noteUnknown(scope, 'it makes too many links to see where each leads');
    return;
  }
  const targets = namesTarget ? operands : operands.slice(0, Math.max(1, operands.length - 1));
  const folders = (namesTarget ? operands : operands.slice(-1)).flatMap(({ text }) => {
    const path = text ?? '';
    return [path.slice(0, path.lastIndexOf('/') + 1), `${path}/`];
  });
  for (const target of targets) {
    const { text } = target;
    if (text === null || text.startsWith('/') || !isSymlink) noteTarget(target, scope);
    else
      for (const folder of new Set(folders))
        noteTarget(literalWord(`${folder}${text}`, target.source), scope);
  }
}

function noteTarget(target: ExpandedWord, scope: Scope): void {
  const { state, walker } = scope;
  const { root } = walker.pathResolver;
  const places = target.text === null ? [] : resolvePlaces(target.text, state, walker.pathResolver);
  const isOutside = places?.some((place) => !isWithin(place, root)) === true;
  notePathWord(target, 'read', scope);
  if (isOutside) noteUnknown(scope, `the link leads out of the workspace: ${target.source}`);
  else notePathWord(target, 'write', scope);
}

/** Notes that files and folders are read into an archive, as far as the words name them. */
export function notePacked(operands: ExpandedWords, scope: Scope): void {
  for (const operand of operands) notePathWord(operand, 'read', scope);
  const places = readPlaces(scope);
  noteSecretsBelow(places, () => true, scope);
  const { pathResolver } = scope.walker;
  markBelow(
    places.filter((place) => !isFile(place, pathResolver)),
    'all',
    scope,
  );
}

function noteLinked([target]: ExpandedWords, scope: Scope): void {
  if (target === undefined) return;
  notePathWord(target, 'read', scope);
  const name =
    trimEnd(target.text ?? '', '/')
      .split('/')
      .at(-1) ?? '';
  if (name === '') noteUnknown(scope, `\`${target.source}\` is linked under a name of its own`);
  else notePath(name, 'write', scope);
}

/** Where the `--` stands, behind which no word is an option, unless it is the value of one itself. */
function endOfOptions(args: ExpandedWords): number {
  const end = args.findIndex(({ text }) => text === '--');
  return end === -1 ? args.length : end;
}

/** The operands, and the paths in options. Behind `--` every word may be a file: `cp -- FILE -x`. */
function operandsOf(args: ExpandedWords, attached?: string): ExpandedWords {
  const end = endOfOptions(args);
  return args.flatMap((arg, index) => {
    const found = operandOf(arg, attached);
    return found.length === 0 && index > end ? [arg] : found;
  });
}

/** An operand, or the path in an option: after `=`, or attached to one of the letters `attached`. */
export function operandOf(arg: ExpandedWord, attached?: string): ExpandedWord[] {
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

/** A file of names, or a pattern of them, for 7z and rar: `@LIST`, `-ir@LIST`, `-i!NAME`. */
function listedOf({ text, source }: ExpandedWord): ExpandedWord[] {
  const name = /^(?:-[a-z0-9-]*[@!]|@)(.+)$/s.exec(text ?? '')?.[1];
  return name === undefined ? [] : [literalWord(name, source)];
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
  if (name === 'kill') return texts.at(-1) === '-1';
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
