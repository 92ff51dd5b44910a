import { isRunTool } from '../../model/builtin-tools.ts';
import { VERDICTS, type VerdictName } from '../../model/facts.ts';
import { BARE_RULE, compileRule } from '../../rules/compile.ts';
import { parseRule } from '../../rules/parse-rule.ts';
import { strictness } from '../../evaluate/decision.ts';
import type { Mode } from '../../load/schema.ts';
import { matchesName } from '../../rules/wildcard.ts';
import { deadRule } from '../lint-rules.ts';
import { type ShellOptions, shellRule, widerRule } from './shell.ts';

/** A rule of the other agent that this policy does not contain, and why. */
export interface SkippedRule {
  readonly rule: string;
  readonly why: string;
}

/** A rule of the other agent as it was written, and the list that it belongs to here. */
export interface SourceRule {
  readonly list: VerdictName;
  readonly rule: string;
}

export interface ImportedPolicy {
  /** A whole policy file. */
  readonly text: string;
  /** The number of translated rules. */
  readonly added: number;
  /** Rules of the source that were not translated, or only more strictly. */
  readonly skipped: readonly SkippedRule[];
}

export interface ImportOptions {
  /** The policy is to be a baseline: what no rule names is left to the other layers. */
  readonly baseline?: boolean;
}

/** The lists of other agents, and what they are here. */
export const LISTS = { allow: 'auto', ask: 'requireApproval', deny: 'deny' } as const;
export const LIST_NAMES = ['allow', 'ask', 'deny'] as const;

/** The maximum number of rules of one file. */
const MAX_IMPORTED = 5_000;

const OUTSIDE = 'it is about a place outside of the workspace, where file tools never go';

/** `//x` of other agents is a path of the machine, and `~/x` one of the home; `null` for any other place. */
export function outsideGlob(argument: string): string | null {
  if (/^\/\/[^/]/.test(argument)) return argument.slice(1);
  return argument.startsWith('~/') ? argument : null;
}

/** Collects translated rules and what could not be translated, and writes the policy. */
export class PolicyBuilder {
  readonly #rules = new Map<string, VerdictName>();
  readonly #skipped: SkippedRule[] = [];
  #added = 0;
  #mode: Mode = 'ask';

  setMode(mode: Mode): void {
    this.#mode = mode;
  }

  /** Adds what a rule is here. If two lists have the same rule, the stricter list wins. */
  add(source: SourceRule, rules: readonly string[]): void {
    const { list } = source;
    this.#added += 1;
    for (const rule of rules) {
      const compiled = compileRule({ ...BARE_RULE, list, text: rule });
      // A policy with a rule that denies or asks and can never match does not load.
      const dead = compiled.ok && list !== 'auto' ? deadRule(compiled.rule) : null;
      const problem = compiled.ok ? dead : compiled;
      if (!compiled.ok || problem !== null || this.#rules.size >= MAX_IMPORTED) {
        const why = problem?.message.replace(/\.$/, '') ?? 'there are too many rules';
        this.cannotImport(source, why, [/^[\w*-]+/.exec(rule)?.[0] ?? '*']);
        return;
      }
      const { parsed } = compiled.rule;
      const { selector } = parsed;
      if (selector.by === 'tool' && isRunTool(selector.name)) {
        this.skip(source.rule, "the to-do list is the run's own and always runs");
        continue;
      }
      const other = this.#rules.get(parsed.text);
      if (other !== undefined && other !== list)
        this.skip(source.rule, 'it is in two lists; the stricter one is kept');
      if (other === undefined || strictness(list) > strictness(other))
        this.#rules.set(parsed.text, list);
      if (list === 'requireApproval' && parsed.specifier === null && selector.by === 'tool')
        this.askEarlier(selector.name, source.rule);
    }
  }

  /** Adds a rule about a command; see `shellRule`. If it cannot be written, whatever begins like it asks. */
  addCommand(source: SourceRule, text: string, options: Omit<ShellOptions, 'list'>): void {
    const shell = shellRule(text, { ...options, list: source.list });
    if (shell.ok) this.add(source, [shell.rule]);
    else this.cannotImport(source, shell.why, [widerRule(text)]);
  }

  /**
   * A rule of the source that cannot be written. If it forbids or asks, everything that it could be about asks instead: `gates` are wider
   * rules, or names of tools as a whole, which may contain `*`. Such a rule has a specifier, so that it comes before every rule of `auto`.
   */
  cannotImport({ list, rule }: SourceRule, why: string, gates: readonly string[]): void {
    if (list === 'auto' || gates.length === 0) return this.skip(rule, why);
    for (const gate of gates.flatMap(everythingOf))
      if (this.#rules.get(gate) !== 'deny') this.#rules.set(gate, 'requireApproval');
    this.skip(rule, `${why}. Instead, calls ask: ${gates.join(', ')}`);
  }

  /**
   * Rules so far that let calls of a tool run ask, because a later rule of the source asks about the tool as a whole. Here the one with a
   * specifier would come first.
   */
  askEarlier(tool: string, source: string): void {
    for (const [rule, list] of this.#rules) {
      const parsed = parseRule(rule);
      const selector = parsed.ok ? parsed.rule.selector : null;
      if (list !== 'auto' || selector?.by !== 'tool' || !matchesName(selector.name, tool)) continue;
      this.#rules.set(rule, 'requireApproval');
      this.skip(rule, `it asks, because "${source}" comes before it in the source`);
    }
  }

  /** Asks about the calls of a tool that no rule with a specifier names. */
  askUnlessNamed(tool: string): void {
    if (!this.#rules.has(tool)) this.#rules.set(tool, 'requireApproval');
  }

  skip(rule: string, why: string): void {
    this.#skipped.push({ rule: rule.slice(0, 300), why });
  }

  /**
   * A rule about a place outside of the workspace. File tools never go there, and commands ask before they do, so only one that
   * denies adds to that: `glob` is the place as rules name it here, or `null` if they cannot.
   */
  addOutside(source: SourceRule, tool: string, glob: string | null): void {
    if (source.list === 'deny' && glob !== null) this.add(source, [`${tool}(${glob})`]);
    else this.skip(source.rule, OUTSIDE);
  }

  /** Notes the keys of a file, and of its `permissions`, that are not read. */
  skipKeys(permissions: object, others: object, why: string): void {
    for (const key of Object.keys(permissions)) this.skip(`permissions.${key}`, why);
    for (const key of Object.keys(others)) this.skip(key, why);
  }

  /** Writes the policy. As a baseline it leaves unnamed calls to the other layers, unless the source has a mode of its own. */
  finish(from: string, { baseline = false }: ImportOptions = {}): ImportedPolicy {
    const mode = baseline && this.#mode === 'ask' ? 'defer' : this.#mode;
    const lines = [
      `# Imported from ${from}. Read it before you rely on it.`,
      'version: 1',
      `mode: ${mode}`,
    ];
    for (const list of VERDICTS) {
      const rules = [...this.#rules].flatMap(([rule, own]) => (own === list ? [rule] : []));
      if (rules.length > 0)
        lines.push(`${list}:`, ...rules.map((rule) => `  - ${JSON.stringify(rule)}`));
    }
    return { text: `${lines.join('\n')}\n`, added: this.#added, skipped: this.#skipped };
  }
}

/** Rules for every call of a tool, those that come before each rule with a specifier among them. */
function everythingOf(gate: string): readonly string[] {
  if (gate.includes('(')) return [gate];
  if (gate === 'bash_run') return [gate, 'bash_run(*)'];
  if (gate === '*') return ['*', '*(**)', '*(*)', 'bash_run(*)'];
  if (gate.startsWith('fs_')) return [gate, `${gate}(**)`];
  return gate.startsWith('web_') ? [gate, `${gate}(*)`] : [gate];
}

/** The tools that a name of the other agent may stand for, which can contain `*` there; none if it is about none here. */
export function toolsNamed(
  name: string,
  tools: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  if (name === '' || name.includes('*')) return ['*'];
  return tools.get(name) ?? [];
}
