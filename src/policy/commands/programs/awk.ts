import { unchangedState } from '../walk/context.ts';
import type { ProgramReader } from './read-program.ts';
import { noteEscapeHatch } from '../walk/findings.ts';
import { matchOptions } from './options.ts';
import { noteFileRead, noteUnknownOptions } from './read-program.ts';
import { awkEscapeHatch } from './awk-program.ts';

/** `awk`: the first operand is its program, the others are files or assignments. */
export const readAwk: ProgramReader = (invocation, { spec, flags }) => {
  const { scope } = invocation;
  const result = unchangedState(scope.state);
  const matched = matchOptions(invocation.args, flags);
  noteUnknownOptions(invocation, matched, spec.escapeHatches ?? {});
  for (const arg of matched.uncertain)
    scope.findings.unknown.add(`\`${arg.source}\` may be an option of awk`);
  const [program, ...files] = matched.operands;
  if (program === undefined) return result;
  if (program.text === null)
    scope.findings.unknown.add('the program of awk is known only at run time');
  else {
    const escapeHatch = awkEscapeHatch(program.text);
    if (escapeHatch !== null) noteEscapeHatch(`awk: ${escapeHatch}`, [program], scope);
  }
  for (const file of files)
    if (!/^[A-Za-z_]\w*=/.test(file.text ?? file.prefix)) noteFileRead(file, scope);
  scope.findings.classes.add('@readonly');
  return result;
};
