import { type ProgramReader, noteFileRead, noteUnknownOptions } from './read-program.ts';
import { noteEscapeHatch, notePathWord, noteUnknown } from '../walk/findings.ts';
import { matchOptions, valuesOf } from './options.ts';
import { unchangedState } from '../walk/context.ts';

/** `sed`: its script is parsed; files come after it. */
export const readSed: ProgramReader = (invocation, { flags, escapeHatches }) => {
  const { scope } = invocation;
  const result = unchangedState(scope.state);
  const matched = matchOptions(invocation.args, flags);
  noteUnknownOptions(invocation, matched, escapeHatches);
  for (const arg of matched.uncertain)
    noteUnknown(scope, `\`${arg.source}\` may be an option of sed`);
  const given = valuesOf(matched, '-e', '--expression');
  const scripts = given.length > 0 ? given : matched.operands.slice(0, 1);
  const files = given.length > 0 ? matched.operands : matched.operands.slice(1);
  const inPlace = matched.unknown.some((arg) => /^-(?:[a-zA-Z]*i|-in?)/.test(arg.text ?? ''));
  for (const file of files) {
    noteFileRead(file, scope);
    if (inPlace) notePathWord(file, 'write', scope);
  }
  if (inPlace) scope.findings.classes.add('@writes');
  const texts = scripts.map((script) => script?.text ?? null);
  if (texts.includes(null)) {
    noteUnknown(scope, 'the script of sed is known only at run time');
    return result;
  }
  const escapeHatch = sedEscapeHatch(texts.join('\n'));
  if (escapeHatch !== null)
    noteEscapeHatch(
      `sed: ${escapeHatch}`,
      scripts.filter((script) => script !== null),
      scope,
    );
  scope.findings.classes.add('@readonly');
  return result;
};

// Reads sed scripts as GNU sed 4.8 does, as far as needed to find what they run or write.

const ALONE = '=dDgGhHnNpPxzF';
const NUMBERED = 'lLqQ';
const LABELLED = ':btT';
const ESCAPE_HATCHES: Readonly<Record<string, string>> = {
  e: 'the command `e` runs a program',
  w: 'the command `w` writes a file',
  W: 'the command `W` writes a file',
  r: 'the command `r` reads a file',
  R: 'the command `R` reads a file',
  v: 'the command `v` is not known',
};

/** The first thing that a script could do beyond printing; `null` for a harmless script. */
function sedEscapeHatch(script: string): string | null {
  const reader = { script, position: 0 };
  while ((skipBlanks(reader), reader.position < script.length)) {
    if (!readAddresses(reader)) return 'an address is not understood';
    const escapeHatch = readCommand(reader);
    if (escapeHatch !== null) return escapeHatch;
  }
  return null;
}

interface Reader {
  readonly script: string;
  position: number;
}

function take(reader: Reader, pattern: RegExp): string | null {
  const match = new RegExp(pattern.source, 'y');
  match.lastIndex = reader.position;
  const found = match.exec(reader.script)?.[0] ?? null;
  if (found !== null) reader.position += found.length;
  return found;
}

function skipBlanks(reader: Reader): void {
  take(reader, /[\s;]*/);
}

function readAddresses(reader: Reader): boolean {
  if (!readAddress(reader) || take(reader, /[ \t]*,[ \t]*/) === null) return true;
  return take(reader, /[+~]\d+/) !== null || readAddress(reader);
}

/** Whether there is an address. One without an end moves past the script, so that the rest is not trusted. */
function readAddress(reader: Reader): boolean {
  if (take(reader, /\d+(?:~\d+)?|\$/) !== null) return true;
  const opening = take(reader, /\/|\\[^\n\\]/);
  if (opening === null) return false;
  const closed = readUntil(reader, opening.slice(-1));
  if (closed) take(reader, /[IM]*/);
  else reader.position = Infinity;
  return closed;
}

/** Reads up to the next unescaped `delimiter`. Brackets have no meaning to sed here. */
function readUntil(reader: Reader, delimiter: string, newlines = false): boolean {
  for (; reader.position < reader.script.length; reader.position += 1) {
    const character = reader.script[reader.position];
    if (character === delimiter) {
      reader.position += 1;
      return true;
    }
    if (character === '\\') reader.position += 1;
    else if (character === '\n' && !newlines) return false;
  }
  return false;
}

function readCommand(reader: Reader): string | null {
  if (reader.position === Infinity) return 'an address does not end';
  take(reader, /[ \t]*(?:![ \t]*)*/);
  const command = reader.script[reader.position] ?? '';
  reader.position += 1;
  if (command === '') return 'a command is missing';
  if (command === '#')
    return take(reader, /[^\n]*/) === null ? 'a comment is not understood' : null;
  if (command === '{') return null;
  if (command === '}') return atEnd(reader);
  if (ALONE.includes(command)) return atEnd(reader);
  if (NUMBERED.includes(command))
    return take(reader, /[ \t]*\d*/) === null ? 'a number is missing' : atEnd(reader);
  if (LABELLED.includes(command))
    return take(reader, /[ \t]*\w*/) === null ? 'a label is missing' : atLabelEnd(reader);
  if (command === 's') return readSubstitute(reader);
  if (command === 'y') return readParts(reader) ? atEnd(reader) : 'the command `y` does not end';
  if ('aic'.includes(command))
    return take(reader, /(?:\\[\s\S]|[^\\\n])*/) === null ? 'a text is missing' : null;
  return ESCAPE_HATCHES[command] ?? `the command \`${command}\` is not known`;
}

function readParts(reader: Reader): boolean {
  const delimiter = take(reader, /[^\n\\]/);
  return delimiter !== null && readUntil(reader, delimiter) && readUntil(reader, delimiter, true);
}

function readSubstitute(reader: Reader): string | null {
  if (!readParts(reader)) return 'the command `s` does not end';
  const flags = take(reader, /[gpiImM\d]*/) ?? '';
  const next = reader.script[reader.position] ?? '';
  if (next === 'e') return '`s///e` runs what it made';
  if (next === 'w') return '`s///w` writes a file';
  return flags.length > 20 ? 'the flags of `s` are not understood' : atEnd(reader);
}

/** After a label, some versions of sed read a comment as commands. */
function atLabelEnd(reader: Reader): string | null {
  const unexpected = atEnd(reader);
  return reader.script[reader.position] === '#' ? 'a comment after a label' : unexpected;
}

function atEnd(reader: Reader): string | null {
  take(reader, /[ \t]*/);
  const next = reader.script[reader.position] ?? '';
  return next === '' || ';\n}#'.includes(next) ? null : `\`${next}\` is not expected there`;
}
