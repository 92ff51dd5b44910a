import { type ProgramReader, noteFileRead, noteUnknownOptions } from './read-program.ts';
import { noteEscapeHatch, notePathWord, noteUnknown } from '../walk/findings.ts';
import { matchOptions, valuesOf } from './options.ts';
import { byName } from '../specs/table.ts';
import { unchangedState } from '../walk/context.ts';

/** `-i` without a suffix, whose file no word would name; also behind letters that have no value. */
const PLAIN_IN_PLACE = /^(?:-[Enrsuz]*i|--in-place)$/;

/** `sed`: its script is parsed; files come after it. */
export const readSed: ProgramReader = (invocation, { flags, escapeHatches }) => {
  const { scope } = invocation;
  const result = unchangedState(scope.state);
  const matched = matchOptions(invocation.args, flags);
  const plainInPlace = matched.unknown.filter(({ text }) => PLAIN_IN_PLACE.test(text ?? ''));
  const others = matched.unknown.filter((arg) => !plainInPlace.includes(arg));
  noteUnknownOptions(invocation, { ...matched, unknown: others }, escapeHatches);
  for (const arg of plainInPlace)
    noteEscapeHatch(`sed ${arg.text} writes the file in place`, [arg], scope, {
      writesNamed: true,
    });
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

/** An address. One between slashes or other characters may contain them behind a backslash; brackets have no meaning to sed here. */
const ADDRESS =
  /\d+(?:~\d+)?|\$|(?:\/(?:\\[^]|[^\\\n/])*\/|\\([^\n\\])(?:\\[^]|(?!\1)[^\\\n])*\1)[IM]*/y;
const SECOND_ADDRESS = new RegExp(`[+~]\\d+|${ADDRESS.source}`, 'y');
/** The two parts of `s` and `y`. Only the second may contain newlines. */
const PARTS = /([^\n\\])(?:\\[^]|(?!\1)[^\\\n])*\1(?:\\[^]|(?!\1)[^\\])*\1/y;
/** Commands that only print, with nothing behind them, with a number, and with a label. */
const ALONE = '}=dDgGhHnNpPxzF';
const NUMBERED = 'lLqQ';
const LABELLED = ':btT';
const ESCAPE_HATCHES = byName({
  e: 'runs a program',
  'w, W': 'writes a file',
  'r, R': 'reads a file',
});

interface Reader {
  readonly script: string;
  position: number;
}

/** The first thing that a script could do beyond printing; `null` for a harmless script. */
function sedEscapeHatch(script: string): string | null {
  const reader = { script, position: 0 };
  while ((take(reader, /[\s;]*/y), reader.position < script.length)) {
    const escapeHatch = readAddresses(reader) ?? readCommand(reader);
    if (escapeHatch !== null) return escapeHatch;
  }
  return null;
}

/** What the pattern, which is sticky, matches next; `null` if it does not. */
function take(reader: Reader, pattern: RegExp): string | null {
  pattern.lastIndex = reader.position;
  const found = pattern.exec(reader.script)?.[0] ?? null;
  if (found !== null) reader.position += found.length;
  return found;
}

function readAddresses(reader: Reader): string | null {
  if (take(reader, ADDRESS) === null)
    return take(reader, /\/|\\[^\n\\]/y) === null ? null : 'an address does not end';
  const isKnown = take(reader, /[ \t]*,[ \t]*/y) === null || take(reader, SECOND_ADDRESS) !== null;
  return isKnown ? null : 'an address is not understood';
}

function readCommand(reader: Reader): string | null {
  take(reader, /[ \t]*(?:![ \t]*)*/y);
  const command = reader.script[reader.position] ?? '';
  reader.position += 1;
  if (command === '') return 'a command is missing';
  if (command === '{') return null;
  if (command === 's') return readSubstitute(reader);
  if (command === 'y')
    return take(reader, PARTS) === null ? 'the command `y` does not end' : atEnd(reader);
  if (command === '#' || 'aic'.includes(command)) {
    take(reader, command === '#' ? /[^\n]*/y : /(?:\\[^]|[^\\\n])*/y);
    return null;
  }
  if (LABELLED.includes(command)) {
    take(reader, /[ \t]*\w*/y);
    return atLabelEnd(reader);
  }
  if (NUMBERED.includes(command)) take(reader, /[ \t]*\d*/y);
  if (ALONE.includes(command) || NUMBERED.includes(command)) return atEnd(reader);
  return `the command \`${command}\` ${ESCAPE_HATCHES.get(command) ?? 'is not known'}`;
}

function readSubstitute(reader: Reader): string | null {
  if (take(reader, PARTS) === null) return 'the command `s` does not end';
  const flags = take(reader, /[gpiImM\d]*/y) ?? '';
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
  take(reader, /[ \t]*/y);
  const next = reader.script[reader.position] ?? '';
  return next === '' || ';\n}#'.includes(next) ? null : `\`${next}\` is not expected there`;
}
