import { isJsonObject, type Json } from '../../common/index.ts';
import { BUILTIN_TOOLS, checkPolicy, parseYaml } from '../../policy/index.ts';
import { bad, type Finding, good, unknown } from './finding.ts';

/** The tools with which a run manages itself: no policy gates them. */
const OWN_TOOL = /^(?:finish|todo_\w+|todo_\*)(?:\(|$)/;
const GATES = ['deny', 'requireApproval'];

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
  const notes = [
    ...warnings.map(({ line, column, message, fix }) =>
      unknown('policy', `${path}:${line}:${column}: ${message}`, fix),
    ),
    ...rulesWithoutEffect(text).map((rule) =>
      unknown(
        'policy',
        `${path}: the rule "${rule}" has no effect, because a run always ends itself and keeps its to-do list.`,
        'Remove the rule.',
      ),
    ),
  ];
  return notes.length > 0 ? notes : [good('policy', `${path} is valid, and its tests pass.`)];
}

/** The rules that deny or gate the tools with which a run manages itself. */
function rulesWithoutEffect(text: string): readonly string[] {
  const parsed = parseYaml(text);
  const root = parsed.ok ? parsed.located?.value : undefined;
  if (!isJsonObject(root)) return [];
  return GATES.flatMap((key) => rulesOf(root[key])).filter((rule) => OWN_TOOL.test(rule));
}

function rulesOf(list: Json | undefined): readonly string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item) => {
    const rule = isJsonObject(item) ? item['rule'] : item;
    return typeof rule === 'string' ? [rule] : [];
  });
}
