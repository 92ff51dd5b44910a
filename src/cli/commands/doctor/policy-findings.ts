import { BUILTIN_TOOLS, checkPolicy } from '../../../policy/index.ts';
import { bad, type Finding, good, unknown } from './finding.ts';

/** The findings for a policy. `text`: `null` if the file does not exist. Pure. */
export function policyFindings(text: string | null, path: string): readonly Finding[] {
  if (text === null) {
    const found = `${path} does not exist, so the strict built-in policy applies.`;
    return [unknown('policy', found, 'Start with the output of: countersign policy preset fix.')];
  }
  const { errors, warnings } = checkPolicy(text, { file: path, knownTools: BUILTIN_TOOLS });
  const [error] = errors;
  if (error !== undefined)
    return [bad('policy', `${path}:${error.line}:${error.column}: ${error.message}`, error.fix)];
  if (warnings.length === 0) return [good('policy', `${path} is valid, and its tests pass.`)];
  return warnings.map(({ line, column, message, fix }) =>
    unknown('policy', `${path}:${line}:${column}: ${message}`, fix),
  );
}
