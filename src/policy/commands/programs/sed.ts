import type { Call, Grammar } from '../walk/call.ts';
import type { Outcome } from '../walk/arg.ts';
import { PROGRAMS } from '../specs/index.ts';
import { noteFile, noteStrange } from './program.ts';
import { noteHatch, noteWord } from '../walk/notes.ts';
import { matchOptions, valuesOf } from './options.ts';
import { sedHatches } from './sed-script.ts';
import { unchanged } from '../walk/arg.ts';

/** `sed`: its script is read for real; files come after it. */
export const readSed: Grammar = (call: Call): Outcome => {
  const { scope } = call;
  const outcome = unchanged(scope.state);
  const known = PROGRAMS.get('sed');
  if (known === undefined) return outcome;
  const matched = matchOptions(call.args, known.flags);
  noteStrange(call, matched, known.entry.hatches ?? {});
  for (const arg of matched.doubtful)
    scope.notes.unknown.add(`\`${arg.source}\` may be an option of sed`);
  const given = valuesOf(matched, '-e', '--expression');
  const scripts = given.length > 0 ? given : matched.operands.slice(0, 1);
  const files = given.length > 0 ? matched.operands : matched.operands.slice(1);
  const inPlace = matched.strange.some((arg) => /^-(?:[a-zA-Z]*i|-in?)/.test(arg.text ?? ''));
  for (const file of files) {
    noteFile(file, scope);
    if (inPlace) noteWord(file, 'write', scope);
  }
  if (inPlace) scope.notes.classes.add('@writes');
  const texts = scripts.map((script) => script?.text ?? null);
  if (texts.includes(null)) {
    scope.notes.unknown.add('the script of sed is known only at run time');
    return outcome;
  }
  for (const what of sedHatches(texts.join('\n'))) {
    noteHatch(
      `sed: ${what}`,
      scripts.filter((script) => script !== null),
      scope,
    );
  }
  scope.notes.classes.add('@readonly');
  return outcome;
};
