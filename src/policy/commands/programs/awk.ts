import { unchanged } from '../walk/arg.ts';
import type { Grammar } from '../walk/call.ts';
import { PROGRAMS } from '../specs/index.ts';
import { noteHatch } from '../walk/notes.ts';
import { matchOptions } from './options.ts';
import { noteFile, noteStrange } from './program.ts';
import { awkHatch } from './awk-program.ts';

/** `awk`: the first operand is its program, the others are files or assignments. */
export const readAwk: Grammar = (call) => {
  const { scope } = call;
  const outcome = unchanged(scope.state);
  const known = PROGRAMS.get('awk');
  if (known === undefined) return outcome;
  const matched = matchOptions(call.args, known.flags);
  noteStrange(call, matched, known.entry.hatches ?? {});
  for (const arg of matched.doubtful)
    scope.notes.unknown.add(`\`${arg.source}\` may be an option of awk`);
  const [program, ...files] = matched.operands;
  if (program === undefined) return { ...outcome };
  if (program.text === null)
    scope.notes.unknown.add('the program of awk is known only at run time');
  else {
    const hatch = awkHatch(program.text);
    if (hatch !== null) noteHatch(`awk: ${hatch}`, [program], scope);
  }
  for (const file of files)
    if (!/^[A-Za-z_]\w*=/.test(file.text ?? file.prefix)) noteFile(file, scope);
  // An assignment is also where awk is told of a field separator; its value is text.
  scope.notes.classes.add('@readonly');
  return outcome;
};
