import { quoteWord } from '../narrowest-rules.ts';
import { type ImportedPolicy, PolicyBuilder } from './policy-builder.ts';

/** What an organisation can require of a command. */
const DECISIONS = { prompt: 'requireApproval', forbidden: 'deny' } as const;
const MAX_ALTERNATIVES = 64;
const STRING = String.raw`"(?:\\.|[^"\\\n])*"|'[^'\n]*'`;
const ELEMENT = new RegExp(
  String.raw`\{\s*(?:token\s*=\s*(${STRING})|any_of\s*=\s*\[([^\]]*)\])\s*\}`,
  'g',
);
/** Keys at the top, each of which this policy has no key for, or another meaning of. */
const OTHER_KEYS =
  /^\s*(allowed_\w+|enforce_\w+|default_permissions|guardian_policy_config|\[[\w.-]+\])/gm;

/**
 * The `[rules] prefix_rules` of Codex's `requirements.toml`, which an organisation sets for everybody. Only inline tables of literals are
 * read, and whatever else the file requires is listed as not imported. `null` if the text has no such rules.
 */
export function importRequirements(
  text: string,
  { baseline }: { readonly baseline: boolean },
): ImportedPolicy | null {
  const plain = text.replace(/^\s*#.*$/gm, '');
  const start = /^\s*prefix_rules\s*=\s*\[/m.exec(plain);
  if (start === null) return null;
  const builder = new PolicyBuilder();
  for (const [, key = ''] of plain.matchAll(OTHER_KEYS))
    if (key !== '[rules]') builder.skip(key, 'only prefix_rules have the same meaning here');
  for (const table of tablesIn(plain.slice(start.index + start[0].length)))
    importTable(builder, table);
  if (baseline) builder.deferUnnamed();
  return builder.finish('Codex requirements');
}

/** The inline tables of a list, up to its end. */
function tablesIn(text: string): readonly string[] {
  const tables: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: token, index } of text.matchAll(new RegExp(`${STRING}|[[\\]{}]`, 'g'))) {
    if (token === '{' || token === '[') {
      if (depth === 0) from = index;
      depth += 1;
    } else if (token === '}' || token === ']') {
      depth -= 1;
      if (depth < 0) return tables;
      if (depth === 0) tables.push(text.slice(from, index + 1));
    }
  }
  return tables;
}

function importTable(builder: PolicyBuilder, table: string): void {
  const source = table.replace(/\s+/g, ' ').slice(0, 200);
  const pattern = /\bpattern\s*=\s*\[(.*)\]/s.exec(table)?.[1] ?? '';
  const decision = /\bdecision\s*=\s*["'](\w+)["']/.exec(table)?.[1] ?? '';
  const isKnown = decision === 'prompt' || decision === 'forbidden';
  const elements = [...pattern.matchAll(ELEMENT)].map(([, token, anyOf = '']) =>
    token === undefined ? literals(anyOf) : [unquoted(token)],
  );
  const rest = pattern.replace(ELEMENT, '').replace(/[\s,]|\bdecision.*$|\bjustification.*$/gs, '');
  if (!isKnown || elements.length === 0 || elements.some((one) => one.length === 0) || rest !== '')
    return builder.skip(source, 'it is not written in literals, or its decision is not known');
  const lines = elements.reduce<readonly (readonly string[])[]>(
    (all, words) =>
      all.flatMap((line) => words.map((word) => [...line, word])).slice(0, MAX_ALTERNATIVES + 1),
    [[]],
  );
  if (lines.length > MAX_ALTERNATIVES)
    return builder.skip(source, `it has more than ${MAX_ALTERNATIVES} alternatives`);
  builder.add(
    DECISIONS[decision],
    source,
    lines.map((words) => `bash_run(${[...words.map(quoteWord), '*'].join(' ')})`),
  );
}

function literals(list: string): readonly string[] {
  return [...list.matchAll(new RegExp(STRING, 'g'))].map(([literal]) => unquoted(literal));
}

function unquoted(literal: string): string {
  const inner = literal.slice(1, -1);
  return literal.startsWith("'") ? inner : inner.replace(/\\(["\\])/g, '$1');
}
