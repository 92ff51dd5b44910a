import { KINDS, type Kind } from '../model/facts.ts';
import { COMMAND_CLASSES, INTENTS } from '../commands/analysis.ts';
import { BUILTIN_TOOLS, hasParts } from '../model/builtin-tools.ts';
import type { Problem } from '../model/problems.ts';
import { didYouMean, visible } from '../../common/index.ts';
import { matchesName } from './wildcard.ts';

/** The tool whose facts contain a command. */
export const COMMAND_TOOL = 'bash_run';
const MAX_RULE_LENGTH = 2_000;

/** Which calls a rule is about, before its specifier. */
export type Selector =
  | { readonly by: 'tool'; readonly name: string }
  | { readonly by: 'kind'; readonly kind: Kind }
  | { readonly by: 'category'; readonly name: string }
  | { readonly by: 'tag'; readonly name: string };

export interface ParsedRule {
  /** The rule as written, trimmed. */
  readonly text: string;
  readonly selector: Selector;
  /** The text between the parentheses; `null` if there are none. */
  readonly specifier: string | null;
}

/** Why a text cannot be read as what it should be. */
export interface Refused extends Problem {
  readonly ok: false;
}

type RuleParse = { readonly ok: true; readonly rule: ParsedRule } | Refused;

const TOOL_NAME = /^[A-Za-z_*][\w*.-]*$/;
const WORD = /^[\w.-]+$/;
/** All that looks like nothing or like a space, but line feed, tab, and the mark that makes a symbol an emoji. */
const UNSEEN =
  /(?!\n|\t|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u;
const EXAMPLES =
  'Write a tool ("fs_read"), a tool with a specifier ("fs_write(src/**)"), or kind:, category: or tag:.';

/**
 * Whether a specifier behind this name, in which `*` matches any characters, can only be about commands: `bash_run`, `bash_*`. Only
 * there an unknown `@name` is certainly a mistake.
 */
export function isAboutCommands(selector: Selector): boolean {
  if (selector.by !== 'tool') return false;
  const tools = BUILTIN_TOOLS.filter((tool) => hasParts(tool) && matchesName(tool, selector.name));
  return tools.length === 1 && tools[0] === COMMAND_TOOL;
}

/** Parses one rule of the policy (the grammar of docs/policy.md). Reports what it cannot read, and never guesses. */
export function parseRule(source: string): RuleParse {
  const text = source.trim();
  if (text.length === 0) return refuse('A rule is empty.', EXAMPLES);
  if (text.length > MAX_RULE_LENGTH)
    return refuse(`A rule is longer than ${MAX_RULE_LENGTH} characters.`, 'Split it.');
  const unseen = UNSEEN.exec(text);
  if (unseen !== null) {
    const code = (unseen[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return refuse(
      `The rule "${visible(text)}" contains the character U+${code}, which nobody sees.`,
      'Write a plain space, or nothing, in its place.',
    );
  }
  const open = text.indexOf('(');
  const head = open === -1 ? text : text.slice(0, open);
  const selector = parseSelector(head, text);
  if (!('by' in selector)) {
    // YAML joins a line that is indented deeper with the line above it.
    if (!/\S\s+- \S/.test(head)) return selector;
    return refuse(
      `"${text}" is two rules in one, because the second is indented deeper.`,
      'Begin the "- " of both in the same column.',
    );
  }
  if (open === -1) return { ok: true, rule: { text, selector, specifier: null } };
  return withSpecifier({ text, selector, inside: text.slice(open + 1) });
}

function withSpecifier(parts: { text: string; selector: Selector; inside: string }): RuleParse {
  const { text, selector, inside } = parts;
  if (!inside.endsWith(')'))
    return refuse(
      `The rule "${text}" has no closing ")" at its end.`,
      'Close the parenthesis. If " #" is part of the rule, put the rule in quotes, because it begins a comment.',
    );
  if (selector.by !== 'tool') {
    return refuse(
      `The rule "${text}" gives a specifier to ${selector.by}:.`,
      'Name a tool, as in "fs_*(src/**)".',
    );
  }
  const specifier = inside.slice(0, -1).trim();
  if (specifier.length === 0) {
    return refuse(
      `The rule "${text}" has nothing between its parentheses.`,
      `Write "${selector.name}" for every call of it.`,
    );
  }
  const classProblem = unknownClass(selector, specifier);
  if (classProblem !== null)
    return refuse(`"${specifier}" is not a class or intent of commands.`, classProblem);
  return { ok: true, rule: { text, selector, specifier } };
}

function parseSelector(head: string, text: string): Selector | Refused {
  const colon = head.indexOf(':');
  if (colon === -1) {
    if (TOOL_NAME.test(head)) return { by: 'tool', name: head };
    const [, name, rest] = /^(\S+)\s+(\(.+\))$/.exec(text) ?? [];
    if (name !== undefined && TOOL_NAME.test(name))
      return refuse(
        `"${text}" is not a rule.`,
        `Write it without the space before "(": "${name}${rest}".`,
      );
    const isOfCommands = /^(?:\S+ \S|@\w)/.test(text);
    const command = isOfCommands ? ` For commands: "${COMMAND_TOOL}(${text})".` : '';
    return refuse(`"${text}" is not a rule.`, `${EXAMPLES}${command}`);
  }
  const prefix = head.slice(0, colon);
  const name = head.slice(colon + 1).trim();
  if (prefix === 'kind') {
    const kind = KINDS.find((known) => known === name);
    if (kind !== undefined) return { by: 'kind', kind };
    return refuse(
      `"${name}" is not a kind of tool.`,
      `Kinds are ${KINDS.join(', ')}.${didYouMean(name, KINDS)}`,
    );
  }
  if ((prefix === 'category' || prefix === 'tag') && WORD.test(name)) return { by: prefix, name };
  const hint = didYouMean(prefix, ['kind', 'category', 'tag']);
  return refuse(`"${text}" is not a rule.`, `${EXAMPLES}${hint}`);
}

function unknownClass(selector: Selector, specifier: string): string | null {
  if (!isAboutCommands(selector) || !/^@\S+$/.test(specifier)) return null;
  const known: readonly string[] = [...COMMAND_CLASSES, ...INTENTS];
  if (known.includes(specifier)) return null;
  return `There are ${known.join(', ')}; quote a program whose name begins with "@".${didYouMean(specifier, known)}`;
}

function refuse(message: string, fix: string): Refused {
  return { ok: false, message, fix };
}
