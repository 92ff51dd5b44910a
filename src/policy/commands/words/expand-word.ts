import { type ExpandedWord, literalWord, type Scope, unknownWord } from '../walk/context.ts';
import { checkArithmetic } from '../walk/arithmetic.ts';
import { expandBraces } from './braces.ts';
import {
  expansionNeedsSplit,
  isPlain,
  isExpansion,
  noteGlobbing,
  noteGlobStart,
  splitText,
} from './word-splitting.ts';
import { globNames } from './glob-names.ts';
import { mayChange, mayJoin, type FileNames } from '../walk/file-names.ts';
import { namesOutside, parameterSegment, type Segment, variableSegment } from './parameters.ts';
import {
  parseShell,
  type ParsedScript,
  type ProcessSubstitutionPart,
  type WordNode,
  type WordPart,
} from '../parse/parse.ts';
import { giveInput } from '../programs/input.ts';
import { noteUnknown } from '../walk/findings.ts';

const TILDE = /^~[^/]*/;

/** A word of a command's arguments: braces, tilde, variables, substitutions, splitting, globs, quotes. */
export function expandWord(word: WordNode, scope: Scope): ExpandedWord[] {
  if (word.parts?.some((part) => part.type === 'BraceExpansion') !== true) {
    if (mayHaveBraces(word))
      noteUnknown(scope, `what the braces in \`${word.text}\` become is unknown`);
    return expandFields(word, scope);
  }
  const texts = expandBraces(word.text);
  // A sequence that is too long to expand still consists of numbers.
  if (texts === null && /^\{\d{1,6}\.\.\d{1,6}\}$/.test(word.text))
    return [unknownWord(word.text, { number: true })];
  if (texts === null) {
    for (const part of word.parts) segmentsOf(part, false, scope);
    noteUnknown(scope, `what the braces in \`${word.text}\` become is unknown`);
    return [unknownWord(word.text)];
  }
  // The texts consist of word characters and globs, so each parses as one word.
  return texts.flatMap((text) => expandText(text, word.text, scope));
}

/**
 * Whether bash may find braces to expand where the parser finds none: behind a brace that closes without a comma it looks for the next
 * one, so `.en{$x},v}` has `.env`. With two dots in them, a quoted comma is enough: `x{}/..','}` is `x}/..,`.
 */
function mayHaveBraces({ parts = [], text }: WordNode): boolean {
  const literals = parts.filter((part) => part.type === 'Literal' || part.type === 'Glob');
  const unquoted = parts.length === 0 ? text : literals.map((part) => part.text).join('');
  const plain = unquoted.replaceAll(/\\[^]/g, '');
  const [opening, closing] = [plain.indexOf('{'), plain.lastIndexOf('}')];
  if (opening === -1 || closing < opening) return false;
  const inside = plain.slice(opening, closing);
  return inside.includes(',') || (inside.includes('..') && text.includes(','));
}

function expandText(text: string, source: string, scope: Scope): ExpandedWord[] {
  const parsed = parseShell(`: ${text}`);
  const command = parsed.kind === 'script' ? parsed.script.commands[0]?.command : undefined;
  const word = command?.type === 'Command' ? command.suffix[0] : undefined;
  if (text === '') return [];
  if (
    word?.type !== 'Word' ||
    word.parts?.some((part) => part.type !== 'Literal' && part.type !== 'Glob')
  ) {
    return [unknownWord(source)];
  }
  return expandFields(word, scope).map((arg) => ({ ...arg, source }));
}

/** A word that stays one word whatever is in it: an assigned value, a `case` subject, a here string. */
export function expandSingle(word: WordNode, scope: Scope): ExpandedWord {
  const segments = allSegments(word, scope).map((segment) => ({
    ...segment,
    quoted: true,
    wildcard: false,
  }));
  return toSingleWord(segments, word.text, scope);
}

/** Walks the substitutions in parts that make no word, such as a heredoc's body. */
export function expandParts(parts: readonly WordPart[], scope: Scope): void {
  for (const part of parts) segmentsOf(part, true, scope);
}

/** A character that ends a word in bash, with no backslash before it. */
const ENDS_WORD = /^(?:[^\\]|\\[\s\S])*?[()<>|&;\s]/;

function expandFields(word: WordNode, scope: Scope): ExpandedWord[] {
  const literals = word.parts?.flatMap((part) => (part.type === 'Literal' ? [part.text] : [])) ?? [
    word.text,
  ];
  // The parser is more lenient than bash with a few sources that bash refuses.
  if (literals.some((text) => ENDS_WORD.test(text))) {
    noteUnknown(scope, `\`${word.text}\` is not read as bash would read it`);
  }
  const segments = allSegments(word, scope);
  noteGlobbing(segments, word, scope);
  const [only] = segments;
  if (
    segments.length === 1 &&
    only !== undefined &&
    !only.quoted &&
    only.text !== null &&
    isExpansion(word)
  )
    return splitText(only.text, word.text);
  const { pathResolver } = scope.walker;
  const becomesMore = segments.some(
    (segment) =>
      !segment.quoted &&
      ((segment.text !== null && segment.wildcard === undefined && expansionNeedsSplit(segment)) ||
        (segment.fileNames !== undefined && mayChange(segment.fileNames, 'words', pathResolver))),
  );
  if (becomesMore) return [unknownWord(word.text)];
  if (segments.length > 0 && segments.every((segment) => segment.text === '' && !segment.quoted))
    return [];
  return [toSingleWord(segments, word.text, scope)];
}

/** The text of segments; one that is known only at run time adds nothing. */
function textOf(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text ?? '').join('');
}

function toSingleWord(segments: readonly Segment[], source: string, scope: Scope): ExpandedWord {
  const wildcard = segments.some((segment) => segment.wildcard === true);
  if (segments.every((segment) => segment.text !== null)) {
    return wildcard ? toGlobWord(segments, source, scope) : literalWord(textOf(segments), source);
  }
  const first = segments.findIndex((segment) => segment.text === null);
  const prefix = textOf(segments.slice(0, first));
  const single =
    !wildcard &&
    segments.every(
      (s) =>
        s.many !== true &&
        (s.text !== null || s.quoted || s.number === true || s.fileNames?.clean === true),
    );
  const { pathResolver } = scope.walker;
  const joined = segments.some(
    ({ quoted, fileNames }) => quoted && fileNames && mayJoin(fileNames, pathResolver),
  );
  const fileNames = joined ? null : fileNamesOf(segments);
  if (wildcard) noteGlobStart(segments, source, scope);
  return unknownWord(source, {
    single,
    prefix,
    ...(segments.length === 1 && segments[0]?.number === true ? { number: true } : {}),
    ...(segments.slice(first).every(({ number }) => number === true) ? { numbered: prefix } : {}),
    ...(segments.every(isPlain) ? { plain: true } : {}),
    ...(fileNames === null ? {} : { fileNames }),
  });
}

/** The file names that a word can be: it is one of them, or it continues a place outside of the workspace. */
function fileNamesOf(segments: readonly Segment[]): FileNames | null {
  const fileNames = segments[0]?.fileNames;
  if (fileNames === undefined) return null;
  // Names with blanks in them would be split where unquoted; such names come from the same places.
  if (segments.length === 1) return fileNames;
  const rest = segments.slice(1);
  const [root = ''] = fileNames.roots;
  if (!root.startsWith('/~') || !rest.every((segment) => segment.text !== null)) return null;
  return namesOutside(`${root}${textOf(rest)}`);
}

function toGlobWord(segments: readonly Segment[], source: string, scope: Scope): ExpandedWord {
  const pieces = segments.map((segment) => ({
    text: segment.text ?? '',
    wildcard: segment.wildcard === true,
  }));
  const prefix = textOf(
    segments.slice(
      0,
      pieces.findIndex((piece) => piece.wildcard),
    ),
  );
  const found = globNames(pieces, scope.state, scope.walker.pathResolver);
  if (found === null) {
    noteUnknown(scope, `which files \`${source}\` names is known only at run time`);
    return unknownWord(source, { prefix });
  }
  const { listed, ...names } = found;
  for (const folder of listed) scope.findings.listedFolders.add(folder);
  return unknownWord(source, { prefix, glob: { prefix, ...names } });
}

function allSegments(word: WordNode, scope: Scope): Segment[] {
  if (word.parts === undefined) return literalSegments(word, { atStart: true, alone: true }, scope);
  const first = word.parts[0];
  return word.parts.flatMap((part) =>
    part.type === 'Literal'
      ? literalSegments(part, { atStart: part === first, alone: word.parts?.length === 1 }, scope)
      : segmentsOf(part, false, scope),
  );
}

function literalSegments(
  literal: { readonly text: string; readonly value: string },
  place: { readonly atStart: boolean; readonly alone: boolean },
  scope: Scope,
): Segment[] {
  // A continued line leaves nothing, not even an empty word.
  const source = literal.text.replaceAll('\\\n', '');
  if (source === '' && literal.text !== '') return [{ text: '', quoted: false }];
  const tilde = place.atStart ? TILDE.exec(source) : null;
  if (tilde !== null) {
    // With a quote or an expansion in it, bash takes the whole for text.
    if (!place.alone && tilde[0] === source) return [{ text: null, quoted: true }];
    const rest = source.slice(tilde[0].length).replaceAll('\\', '');
    const folder = scope.state.folders?.length === 1 ? scope.state.folders[0] : undefined;
    if (tilde[0] === '~+' && folder !== undefined) return [{ text: folder + rest, quoted: true }];
    // A folder that the shell was in may be one of the workspace.
    if (/^~(?:[+-]\d*|\d+)$/.test(tilde[0])) return [{ text: null, quoted: true }];
    return [{ text: null, quoted: true, fileNames: namesOutside(`/~${rest}`) }];
  }
  // Bash also expands a tilde after `=` and `:` in words that resemble an assignment.
  if (/^[A-Za-z_]\w*\+?=(?:.*:)?~/.test(source)) return [{ text: null, quoted: true }];
  return [{ text: literal.value, quoted: true }];
}

function segmentsOf(part: WordPart, quoted: boolean, scope: Scope): Segment[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
      return [{ text: part.value, quoted: true }];
    case 'AnsiCQuoted':
      // Bytes beyond ASCII may be put together in more than one way; a backslash at a line's end stays.
      return [
        {
          text:
            /^[\u0001-\u007e]*$/.test(part.value) && !part.text.includes('\\\n')
              ? part.value
              : null,
          quoted: true,
        },
      ];
    case 'DoubleQuoted':
      if (part.parts.length === 0) return [{ text: '', quoted: true }];
      return part.parts.flatMap((child) => segmentsOf(child, true, scope));
    case 'LocaleString':
      for (const child of part.parts) segmentsOf(child, true, scope);
      return [{ text: null, quoted: true }];
    case 'SimpleExpansion':
      return [variableSegment(part.text.slice(1), quoted, scope)];
    case 'ParameterExpansion':
      return [parameterSegment(part, quoted, scope, expandSingle)];
    case 'CommandExpansion':
      return [substitution(part.script, quoted, scope)];
    case 'ArithmeticExpansion':
      if (checkArithmetic(part.expression, scope).length > 0) {
        noteUnknown(scope, `\`${part.text}\` assigns inside a word`);
      }
      return [{ text: null, quoted, number: true }];
    case 'Glob':
      return globSegments(part, scope);
    case 'ProcessSubstitution':
      processSubstitution(part, scope);
      return [
        {
          text: null,
          quoted: true,
          fileNames: { roots: [], dashless: true, ordinary: true, regular: true, clean: true },
        },
      ];
    case 'ExtendedGlob':
    case 'BraceExpansion':
      if (part.parts !== undefined) expandParts(part.parts, scope);
      noteUnknown(scope, `\`${part.text}\` is known only at run time`);
      return [{ text: null, quoted: false }];
    default:
      noteUnknown(scope, 'a part of a word is of a kind that is not known');
      return [{ text: null, quoted: false }];
  }
}

function globSegments(part: Extract<WordPart, { type: 'Glob' }>, scope: Scope): Segment[] {
  if (part.kind === 'bracket' && part.parts.some((child) => child.type !== 'Literal')) {
    expandParts(part.parts, scope);
    if (part.parts.some((child) => child.type !== 'SingleQuoted')) {
      noteUnknown(scope, `\`${part.text}\` is known only at run time`);
      return [{ text: null, quoted: false }];
    }
  }
  return [{ text: part.value, quoted: false, wildcard: true }];
}

/** The commands in `>(…)` are given what is written to it. */
function processSubstitution(part: ProcessSubstitutionPart, scope: Scope): void {
  const { commands } = scope.walker;
  const before = commands.length;
  substitution(part.script, true, scope);
  if (part.operator === '>') giveInput(commands, before, { texts: [], unread: true });
}

function substitution(script: ParsedScript | undefined, quoted: boolean, scope: Scope): Segment {
  if (script === undefined || (script.errors?.length ?? 0) > 0) {
    noteUnknown(scope, 'a substitution could not be read');
    return { text: null, quoted };
  }
  const { prints } = scope.walker.walkScript(script, scope.state);
  if (prints?.fileNames === undefined) return { text: null, ...prints, quoted };
  // Bash drops NUL characters, so names that end in NUL run together.
  if (prints.fileNames.terminator === 'nul') return { text: null, quoted };
  return { text: null, quoted, fileNames: { ...prints.fileNames, joined: true } };
}
