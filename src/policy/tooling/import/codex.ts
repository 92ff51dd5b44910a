import { isJsonObject, type Json, type JsonObject } from '../../../common/index.ts';
import { byName } from '../../commands/specs/table.ts';
import type { VerdictName } from '../../model/facts.ts';
import {
  PolicyBuilder,
  type ImportedPolicy,
  type ImportOptions,
  type SourceRule,
} from './policy-builder.ts';
import type { Unreadable } from './settings-file.ts';
import { quoteWord } from '../narrowest-rules.ts';
import { parseToml, tomlText } from './toml.ts';

/** What an organisation can require of a command. */
const REQUIRED_DECISIONS = { prompt: 'requireApproval', forbidden: 'deny' } as const;
const DECISIONS = byName<VerdictName>({ allow: 'auto', ...REQUIRED_DECISIONS });
const MAX_TEXT = 500_000;

type Literal = string | readonly Literal[];

/**
 * Codex rules: `prefix_rule(pattern = ["git", ["log", "show"]], decision = "allow")`. Only literals are read; a
 * computed call is skipped. A text without such a call is read as `requirements.toml`.
 */
export function importCodex(text: string, options: ImportOptions): ImportedPolicy | Unreadable {
  if (text.length > MAX_TEXT) return { problem: `It has more than ${MAX_TEXT} characters.` };
  if (!/^\s*prefix_rule\s*\(/m.test(text)) return importRequirements(text, options);
  const builder = new PolicyBuilder();
  const [, ...parts] = text
    .replace(/^\s*#.*$/gm, '')
    .split(/\b(prefix_rule|network_rule|host_executable)\s*\(/);
  for (let index = 0; index < parts.length; index += 2) {
    const { [index]: name = '', [index + 1]: part = '' } = parts;
    if (name === 'prefix_rule') importRule(builder, part);
    else builder.skip(`${name}(…)`, 'only prefix_rule has the same meaning in Countersign');
  }
  return builder.finish('Codex rules', options);
}

function importRule(builder: PolicyBuilder, part: string): void {
  const rule = `prefix_rule(${part
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .slice(0, 160)}`;
  const pattern = readList(/\bpattern\s*=\s*(?=\[)/.exec(part), part);
  const isDecided = /\bdecision\s*=/.test(part);
  const decision = /\bdecision\s*=\s*["'](\w+)["']/.exec(part)?.[1] ?? (isDecided ? '' : 'allow');
  const list = DECISIONS.get(decision);
  if (pattern === null || list === undefined) {
    const why = 'it is not written in literals, or its decision is not known';
    return builder.cannotImport({ list: list ?? 'deny', rule }, why, ['bash_run']);
  }
  const why = `it has more than ${MAX_ALTERNATIVES} alternatives, or lists within lists`;
  const elements = pattern.map((element) => stringsIn([element].flat()));
  addPattern(builder, { list, rule }, elements, { unknown: why, tooMany: why });
}

/** The strings of a list; none if anything else is in it. */
function stringsIn(list: readonly unknown[]): readonly string[] {
  const texts = list.filter((item) => typeof item === 'string');
  return texts.length === list.length ? texts : [];
}

/** Adds a pattern by the words that each of its elements stands for, which are none if they are not known. */
function addPattern(
  builder: PolicyBuilder,
  source: SourceRule,
  elements: readonly (readonly string[])[],
  why: { readonly unknown: string; readonly tooMany: string },
): void {
  const isKnown = elements.length > 0 && elements.every((words) => words.length > 0);
  const rules = isKnown ? commandRules(elements) : null;
  if (rules !== null) return builder.add(source, rules);
  builder.cannotImport(source, isKnown ? why.tooMany : why.unknown, ['bash_run']);
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

/** The most ways of writing a command that one rule of theirs may name. */
const MAX_ALTERNATIVES = 64;

/**
 * The `[rules] prefix_rules` of Codex's `requirements.toml`, which an organisation sets for everybody. Whatever else the file requires is
 * listed as not imported.
 */
function importRequirements(text: string, options: ImportOptions): ImportedPolicy | Unreadable {
  const parsed = parseToml(text);
  if ('problem' in parsed) return parsed;
  const rules = parsed.table['rules'];
  const required = isJsonObject(rules) ? rules['prefix_rules'] : undefined;
  if (!Array.isArray(required)) return { problem: null };
  const builder = new PolicyBuilder();
  for (const key of leavesOf(parsed.table))
    if (key !== 'rules.prefix_rules')
      builder.skip(key, 'only prefix_rules have the same meaning in Countersign');
  for (const rule of required) importRequired(builder, rule);
  return builder.finish('Codex requirements', options);
}

/** The names of all values of a table. A list is one value, also a list of tables. */
function leavesOf(table: JsonObject, path: readonly string[] = []): readonly string[] {
  return Object.entries<Json>(table).flatMap(([name, value]) => {
    const key = [...path, name];
    return isJsonObject(value) && Object.keys(value).length > 0
      ? leavesOf(value, key)
      : [key.join('.')];
  });
}

function importRequired(builder: PolicyBuilder, required: Json): void {
  const rule = tomlText(required);
  if (!isJsonObject(required)) return builder.skip(rule, 'it is not a table');
  const decision = required['decision'];
  if (decision !== 'prompt' && decision !== 'forbidden')
    return builder.skip(rule, 'its decision is not known: an organisation can prompt and forbid');
  const source = { list: REQUIRED_DECISIONS[decision], rule };
  const pattern = required['pattern'];
  addPattern(builder, source, Array.isArray(pattern) ? pattern.map(wordsOf) : [], {
    unknown: 'its pattern is not a list of token and any_of',
    tooMany: `it has more than ${MAX_ALTERNATIVES} alternatives`,
  });
}

/**
 * A rule for every way to take one word of each element, which also covers longer commands; `null` for more ways than
 * `MAX_ALTERNATIVES`.
 */
function commandRules(elements: readonly (readonly string[])[]): string[] | null {
  let lines: readonly (readonly string[])[] = [[]];
  for (const words of elements) {
    if (words.length * lines.length > MAX_ALTERNATIVES) return null;
    lines = lines.flatMap((line) => words.map((word) => [...line, word]));
  }
  return lines.map((words) => `bash_run(${[...words.map(quoteWord), '*'].join(' ')})`);
}

/** The words that an element of a pattern stands for; none if it is not known. */
function wordsOf(element: Json): readonly string[] {
  if (!isJsonObject(element) || Object.keys(element).length !== 1) return [];
  const [token, anyOf] = [element['token'], element['any_of']];
  if (typeof token === 'string') return [token];
  return Array.isArray(anyOf) ? stringsIn(anyOf) : [];
}
