import type * as z from 'zod';
import { type LocatedValue, parseYaml } from '../../load/yaml.ts';

/** Why a text could not be imported; `null`: it has none of the expected settings. */
export interface Unreadable {
  readonly problem: string | null;
}

/**
 * Parses JSON with comments and trailing commas, as other agents accept it in their settings. A problem names the line
 * and the value there.
 */
export function readSettings<Settings>(
  text: string,
  schema: z.ZodType<Settings>,
): { readonly settings: Settings } | Unreadable {
  // Without its comments such a text is YAML, whose parser knows where each value is.
  const parsed = parseYaml(withoutComments(text));
  if (!parsed.ok) {
    const [{ line, column, message } = { line: 1, column: 1, message: '' }] = parsed.problems;
    const what = message.replace(/^It is not valid YAML:/, 'It is not valid JSON:');
    return { problem: `Line ${line}, column ${column}: ${what}` };
  }
  if (parsed.located === null) return { problem: 'The file is empty.' };
  const { located } = parsed;
  const result = schema.safeParse(located.value);
  if (result.success) return { settings: result.data };
  return { problem: refusal(located, result.error) };
}

/** Replaces comments by blanks, so that every position stays. */
function withoutComments(text: string): string {
  return text.replaceAll(/"(?:\\.|[^"\\\n])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (found) =>
    found.startsWith('"') ? found : found.replaceAll(/[^\n]/g, ' '),
  );
}

/** Where the settings do not match the schema, and the value there. */
function refusal(located: LocatedValue, error: z.ZodError): string {
  const path = deepestPath(error.issues);
  const name = path.map(String).join('.') || 'the file';
  const { line } = located.positionOf(path);
  const value = JSON.stringify(path.reduce<unknown>(memberOf, located.value)) ?? 'missing';
  return `Line ${line}: "${name}" cannot be ${value.slice(0, 80)}.`;
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** Of the possible forms of a value, the one that matches best is the intended one. */
function deepestPath(issues: readonly z.core.$ZodIssue[]): readonly PropertyKey[] {
  const paths = issues.map((issue) => {
    const inner = issue.code === 'invalid_union' ? issue.errors.map(deepestPath) : [];
    const [deepest = []] = inner.toSorted((left, right) => right.length - left.length);
    return [...issue.path, ...deepest];
  });
  return paths.toSorted((left, right) => right.length - left.length)[0] ?? [];
}
