import { BUILTIN_TOOLS, isRunTool } from '../../model/builtin-tools.ts';
import type { VerdictName } from '../../model/facts.ts';
import { matchesName } from '../../rules/wildcard.ts';

/** A rule about tools by their name, which may contain `*`. */
export interface RuleToExport {
  readonly list: VerdictName;
  readonly tool: string;
  readonly specifier: string | null;
  readonly reason: string | null;
}

export interface Translation {
  readonly written: readonly string[];
  /** The tools that `written` is about, or patterns of their names. */
  readonly tools: readonly string[];
  /** What of the rule is not written, or not with the same meaning. */
  readonly notes: readonly string[];
}

/** What one operation is written for (`null`: as a whole), or why it cannot be. */
export type Places = { readonly written: readonly (string | null)[] } | { readonly why: string };

export interface ExportedRule extends RuleToExport {
  readonly written: readonly string[];
}

/** The settings of another agent. */
export interface Target {
  /** What comes of a call there that no rule names. */
  readonly unnamed: string;
  /** Whether such a call is left to the settings of each user and repository, as by `mode: defer`. */
  readonly defers: boolean;
  /** Whether a rule can say why it is there. */
  readonly hasReasons: boolean;
  readonly translate: (rule: RuleToExport) => Translation;
  readonly text: (rules: readonly ExportedRule[]) => string;
}

/** What rules of another agent are about, and the tools here that do it. The first can do what the others can. */
export interface Operation {
  readonly name: string;
  readonly tools: readonly [string, ...string[]];
}

/**
 * Writes a rule for each operation: one that forbids or asks, for each that it is about in part; one that lets calls run, for those that
 * it is about as a whole. What one operation cannot express does not keep the others from being written.
 */
export function translateOperations(
  { list, tool }: RuleToExport,
  operations: readonly Operation[],
  placesOf: (operation: string) => Places,
): Translation {
  const isMeant = (name: string): boolean => matchesName(name, tool);
  const found = operations.filter(({ tools: [whole, ...parts] }) =>
    list === 'auto' ? isMeant(whole) : [whole, ...parts].some(isMeant),
  );
  if (found.length === 0) return untranslated('the other agent has no rule with this meaning');
  const written: string[] = [];
  const expressed: Operation[] = [];
  const notes: string[] = [];
  for (const operation of found) {
    const places = placesOf(operation.name);
    if ('why' in places)
      notes.push(found.length === 1 ? places.why : `${operation.name}: ${places.why}`);
    else {
      const { name } = operation;
      written.push(...places.written.map((place) => (place === null ? name : `${name}(${place})`)));
      expressed.push(operation);
    }
  }
  const tools = expressed.flatMap((operation) => operation.tools);
  if (list === 'auto' || expressed.length === 0) return { written, tools, notes };
  const names = expressed.map(({ name }) => name).join(', ');
  // A rule for every tool is also about those of modules and servers.
  const all = found.flatMap((operation) => operation.tools);
  const isWider = BUILTIN_TOOLS.some(
    (name) => isMeant(name) && !isRunTool(name) && !all.includes(name),
  );
  if (isWider)
    notes.push(`it is written for ${names} only: the other agent has no rules about the rest`);
  else if (tools.some((name) => !isMeant(name)))
    notes.push(`${names} covers more in the other agent`);
  return { written, tools, notes };
}

/** A rule of which nothing is written. */
export function untranslated(why: string): Translation {
  return { written: [], tools: [], notes: [why] };
}

const PLAIN_WORDS = /^[\w%+=:,./-]+(?: [\w%+=:,./-]+)*$/;

/** The words of a rule about commands, and whether more may follow; `null` if they are not plain. */
export function plainWords(
  specifier: string,
): { readonly words: string; readonly prefix: boolean } | null {
  const prefix = specifier.endsWith(' *');
  const words = prefix ? specifier.slice(0, -2) : specifier;
  return PLAIN_WORDS.test(words) ? { words, prefix } : null;
}

/** A path with stars, and nothing else that a glob gives a meaning. */
export const PLAIN_GLOB = /^[\w.*-]+(?:\/[\w.*-]+)*$/;

export const NOT_PLAIN_WORDS = 'it is a class, an intent or a pattern within words';

/** `permissions` of a JSON file with the lists `allow`, `ask` and `deny`. */
export function permissionsText(rules: readonly ExportedRule[], more: object = {}): string {
  const writtenIn = (list: VerdictName): readonly string[] => [
    ...new Set(rules.flatMap((one) => (one.list === list ? one.written : []))),
  ];
  const permissions = {
    ...more,
    allow: writtenIn('auto'),
    ask: writtenIn('requireApproval'),
    deny: writtenIn('deny'),
  };
  return `${JSON.stringify({ permissions }, null, 2)}\n`;
}
