import type { ProgramReader } from './read-program.ts';
import { noteFileRead, noteUnknownOptions } from './read-program.ts';
import { noteEscapeHatch, notePathWord } from '../walk/findings.ts';
import { matchOptions, valuesOf } from './options.ts';
import { sedEscapeHatches } from './sed-script.ts';
import { unchangedState } from '../walk/context.ts';

/** `sed`: its script is parsed; files come after it. */
export const readSed: ProgramReader = (invocation, { spec, flags }) => {
  const { scope } = invocation;
  const result = unchangedState(scope.state);
  const matched = matchOptions(invocation.args, flags);
  noteUnknownOptions(invocation, matched, spec.escapeHatches ?? {});
  for (const arg of matched.uncertain)
    scope.findings.unknown.add(`\`${arg.source}\` may be an option of sed`);
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
    scope.findings.unknown.add('the script of sed is known only at run time');
    return result;
  }
  for (const what of sedEscapeHatches(texts.join('\n'))) {
    noteEscapeHatch(
      `sed: ${what}`,
      scripts.filter((script) => script !== null),
      scope,
    );
  }
  scope.findings.classes.add('@readonly');
  return result;
};
