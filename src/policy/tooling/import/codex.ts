import type { VerdictName } from '../../model/facts.ts';
import { commandRules, importRequirements, MAX_ALTERNATIVES } from './codex-requirements.ts';
import { PolicyBuilder, type ImportedPolicy, type ImportOptions } from './policy-builder.ts';
import type { Unreadable } from './settings-file.ts';

const DECISIONS: Readonly<Record<string, VerdictName>> = {
  allow: 'auto',
  prompt: 'requireApproval',
  forbidden: 'deny',
};
const MAX_TEXT = 500_000;

type Literal = string | readonly Literal[];

/**
 * Codex rules: `prefix_rule(pattern = ["git", ["log", "show"]], decision = "allow")`. Only literals are read; a
 * computed call is skipped. A text without such a call is read as `requirements.toml`.
 */
export function importCodex(
  text: string,
  { baseline }: ImportOptions = {},
): ImportedPolicy | Unreadable {
  if (text.length > MAX_TEXT) return { problem: `It has more than ${MAX_TEXT} characters.` };
  if (!/^\s*prefix_rule\s*\(/m.test(text))
    return importRequirements(text, { baseline: baseline === true });
  const builder = new PolicyBuilder();
  for (const part of text
    .replace(/^\s*#.*$/gm, '')
    .split(/\bprefix_rule\s*\(/)
    .slice(1))
    importRule(builder, part);
  if (baseline === true) builder.deferUnnamed();
  return builder.finish('Codex rules');
}

function importRule(builder: PolicyBuilder, part: string): void {
  const source = `prefix_rule(${part
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .slice(0, 160)}`;
  const pattern = readList(/\bpattern\s*=\s*(?=\[)/.exec(part), part);
  const isDecided = /\bdecision\s*=/.test(part);
  const decision = /\bdecision\s*=\s*["'](\w+)["']/.exec(part)?.[1] ?? (isDecided ? '' : 'allow');
  const list = Object.hasOwn(DECISIONS, decision) ? DECISIONS[decision] : undefined;
  if (pattern === null || list === undefined) {
    const why = 'it is not written in literals, or its decision is not known';
    return builder.lose(list ?? 'deny', { rule: source, why }, ['bash_run']);
  }
  const rules = rulesOf(pattern);
  if (rules === null)
    return builder.lose(
      list,
      {
        rule: source,
        why: `it has more than ${MAX_ALTERNATIVES} alternatives, or lists within lists`,
      },
      ['bash_run'],
    );
  builder.add(list, source, rules);
}

function rulesOf(pattern: readonly Literal[]): string[] | null {
  const elements: string[][] = [];
  for (const element of pattern) {
    const choices = typeof element === 'string' ? [element] : element;
    const words = choices.flatMap((choice) => (typeof choice === 'string' ? [choice] : []));
    if (words.length === 0 || words.length !== choices.length) return null;
    elements.push(words);
  }
  return elements.length === 0 ? null : commandRules(elements);
}

/** A list of strings and lists of strings, at the place where `found` ends. */
function readList(found: RegExpExecArray | null, text: string): readonly Literal[] | null {
  if (found === null) return null;
  const tokens =
    text
      .slice(found.index + found[0].length)
      .match(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[[\],]|[^\s]/g) ?? [];
  const stack: Literal[][] = [];
  for (const token of tokens) {
    if (token === '[') stack.push([]);
    else if (token === ']') {
      const closed = stack.pop();
      if (closed === undefined) return null;
      const outer = stack.at(-1);
      if (outer === undefined) return closed;
      outer.push(closed);
    } else if (/^["']/.test(token) && token.length > 1)
      stack.at(-1)?.push(token.slice(1, -1).replace(/\\(["'\\])/g, '$1'));
    else if (token !== ',') return null;
  }
  return null;
}
