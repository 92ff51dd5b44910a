import { isRunTool } from '../../model/builtin-tools.ts';
import type { VerdictName } from '../../model/facts.ts';
import { parseRule } from '../../rules/parse-rule.ts';
import { strictness } from '../../evaluate/decision.ts';
import type { Mode } from '../../load/schema.ts';

/** A rule of the other agent that this policy does not contain, and why. */
export interface SkippedRule {
  readonly rule: string;
  readonly why: string;
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

const LISTS = ['auto', 'requireApproval', 'deny'] as const;
/** The maximum number of rules of one file. */
const MAX_IMPORTED = 5_000;

/** Collects translated rules and what could not be translated, and writes the policy. */
export class PolicyBuilder {
  readonly #rules = new Map<string, VerdictName>();
  readonly #notCarried: SkippedRule[] = [];
  #carried = 0;
  #mode: Mode = 'ask';

  setMode(mode: Mode): void {
    this.#mode = mode;
  }

  /** `source` is the rule as it was written. If two lists have the same rule, the stricter list wins. */
  add(list: VerdictName, source: string, rules: readonly string[]): void {
    this.#carried += 1;
    for (const rule of rules) {
      const parsed = parseRule(rule);
      if (!parsed.ok || this.#rules.size >= MAX_IMPORTED) {
        this.skip(source, parsed.ok ? 'there are too many rules' : parsed.message);
        return;
      }
      const { selector } = parsed.rule;
      if (selector.by === 'tool' && isRunTool(selector.name)) {
        this.skip(source, "the to-do list is the run's own and always runs");
        continue;
      }
      const other = this.#rules.get(parsed.rule.text);
      if (other !== undefined && other !== list)
        this.skip(source, `it is in two lists there; the stricter one is kept`);
      if (other === undefined || strictness(list) > strictness(other))
        this.#rules.set(parsed.rule.text, list);
    }
  }

  /** Asks about the calls of a tool that no rule with a specifier names. */
  askUnlessNamed(tool: string): void {
    if (!this.#rules.has(tool)) this.#rules.set(tool, 'requireApproval');
  }

  skip(rule: string, why: string): void {
    this.#notCarried.push({ rule: rule.slice(0, 300), why });
  }

  /** The rules as a baseline say nothing about what they do not name, unless the source has a mode of its own. */
  deferUnnamed(): void {
    if (this.#mode === 'ask') this.#mode = 'defer';
  }

  finish(from: string): ImportedPolicy {
    const lines = [
      `# Imported from ${from}. Read it before you rely on it.`,
      'version: 1',
      `mode: ${this.#mode}`,
    ];
    for (const list of LISTS) {
      const rules = [...this.#rules].flatMap(([rule, own]) => (own === list ? [rule] : []));
      if (rules.length > 0)
        lines.push(`${list}:`, ...rules.map((rule) => `  - ${JSON.stringify(rule)}`));
    }
    return { text: `${lines.join('\n')}\n`, added: this.#carried, skipped: this.#notCarried };
  }
}
