import {
  evaluatePart,
  ruleVerdict,
  pickRule,
  stricter,
  builtinVerdict,
  type RuleSet,
} from './decision.ts';
import type { CommandPath } from '../commands/analysis.ts';
import type { CompiledRule, CallPart } from '../rules/compile.ts';
import type { Facts, PathFact, PathResolver, Verdict } from '../model/facts.ts';
import type { PathGlob } from '../rules/glob.ts';
import { isShellPattern, mayNameSecrets, mayOverlap } from '../rules/overlap.ts';
import { resolvePath, type PathView } from '../rules/paths.ts';
import {
  isStreamDevice,
  isSecretsLike,
  builtinRuleFor,
  type BuiltinRule,
} from './builtin-guards.ts';

const READING: Facts = { tool: 'fs_read', kind: 'readonly' };
const WRITING: Facts = { tool: 'fs_write', kind: 'write' };

/**
 * One path of a call, under its name and under what it really is: every view gets its own verdict and the strictest
 * holds. So a gate counts on either, and `auto` needs both.
 */
export function evaluatePath(
  set: RuleSet,
  facts: Facts,
  path: PathFact,
  pathResolver: PathResolver,
): Verdict {
  const resolved = resolvePath(path.path, pathResolver);
  const publishes = facts.kind === 'network' && path.access === 'read';
  const verdicts = resolved.views.flatMap((view) => {
    const unit = pathUnit(view, path, pathResolver);
    const own = applyBuiltinRule(evaluatePart(set, facts, unit), {
      set,
      facts,
      unit,
      byCommand: false,
    });
    return publishes ? [own, ...readGates(set, unit)] : [own];
  });
  if (resolved.unknown !== null)
    verdicts.push(builtinVerdict('requireApproval', `It asks because ${resolved.unknown}.`));
  return verdicts.reduce(stricter);
}

/**
 * A rule for `fs_read` that denies or asks: it holds, too, where a call takes what a file holds out of the workspace.
 * Nothing where none does; a rule that lets read lets nothing be published.
 */
function readGates(set: RuleSet, unit: Extract<CallPart, { of: 'path' }>): readonly Verdict[] {
  const picked = pickRule(set.rules, READING, unit);
  if (picked === null || picked.list === 'auto') return [];
  const verdict = ruleVerdict(picked, set);
  return [
    { ...verdict, because: `It publishes what "${unit.view.path}" holds. ${verdict.because}` },
  ];
}

/**
 * What a path that a command touches adds to the command's own verdict, judged as `fs_read` or `fs_write` of it. Where
 * the program's own words name it, the rule for those words covers it unless a path rule or a wall says otherwise
 * (`null` then: nothing to add); where a redirection writes to it, it needs the same permission as `fs_write`.
 */
export function evaluateCommandPath(
  set: RuleSet,
  path: CommandPath,
  situation: {
    readonly pathResolver: PathResolver;
    /** What cannot be told of the path, and what lies outside of the workspace, is no reason to ask: the sandbox decides. */
    readonly contained?: boolean;
  },
): Verdict | null {
  const { pathResolver, contained = false } = situation;
  const facts = path.access === 'read' ? READING : WRITING;
  const covered = contained || path.access === 'read' || path.from === 'argument';
  const resolved = resolvePath(path.path, pathResolver);
  const verdicts = resolved.views.flatMap((view) => {
    if (isStreamDevice(view)) return [];
    const unit = pathUnit(view, path, pathResolver);
    const picked = pickRule(set.rules, facts, unit);
    const ruled =
      picked === null ? (covered ? null : set.otherwise(facts, unit)) : ruleVerdict(picked, set);
    const start: Verdict = ruled ?? {
      verdict: 'auto',
      rule: null,
      list: 'auto',
      line: null,
      because: '',
    };
    const behind = applyBuiltinRule(start, { set, facts, unit, byCommand: true, contained });
    return ruled === null && behind === start ? [] : [atPath(behind, path)];
  });
  if (resolved.unknown !== null && !contained)
    verdicts.push(builtinVerdict('requireApproval', `It asks because ${resolved.unknown}.`));
  if (isShellPattern(path.path) && pathResolver.list === undefined)
    verdicts.push(...patternGates(set, facts, path.path));
  if (path.below !== undefined)
    for (const view of resolved.views) verdicts.push(...gatesBelow(set, view.path, path.below));
  return verdicts.length === 0 ? null : verdicts.reduce(stricter);
}

/**
 * A rule for `fs_read` that denies or asks about something below a folder through which a command searches. Git's own
 * folder is a wall of its own, and files that usually hold secrets are looked for and noted by their names.
 */
function gatesBelow(set: RuleSet, folder: string, below: 'all' | 'visible'): readonly Verdict[] {
  const inside = folder === '.' ? '' : `${folder}/`;
  const gate = set.rules.find(
    ({ list, glob, ...rule }) =>
      list !== 'auto' &&
      glob !== null &&
      rule.selects(READING) &&
      mayBeBelow(glob, folder) &&
      !(folder === '.' && glob.base.startsWith('/')) &&
      !(below === 'visible' && `/${glob.base.slice(inside.length)}`.includes('/.')) &&
      !isSecretsLike(glob.plain) &&
      !/(?:^|\/)\.git(?:\/|$)/.test(glob.base),
  );
  if (gate === undefined) return [];
  const because = `It asks because what it reads below "${folder}" may be what the rule "${gate.text}" is about.`;
  return [builtinVerdict('requireApproval', because)];
}

/** A pattern that begins with a wildcard is about files in every folder, or only about those of the root itself. */
function mayBeBelow({ base, source }: PathGlob, folder: string): boolean {
  if (base === '') return folder === '.' || source.includes('/');
  return base === folder || base.startsWith(folder === '.' ? '' : `${folder}/`);
}

/**
 * What a shell pattern would name cannot be looked up in this world: a gate that could be about one of the names, or
 * a name that usually holds secrets, makes it a question. A literal name with such characters asks too.
 */
function patternGates(set: RuleSet, facts: Facts, pattern: string): readonly Verdict[] {
  const gate = set.rules.find(
    (rule) =>
      rule.list !== 'auto' &&
      rule.glob !== null &&
      rule.selects(facts) &&
      mayOverlap(pattern, rule.glob),
  );
  if (gate !== undefined) {
    return [
      builtinVerdict(
        'requireApproval',
        `It asks because "${pattern}" may name what the rule "${gate.text}" is about.`,
      ),
    ];
  }
  if (!mayNameSecrets(pattern)) return [];
  return [
    builtinVerdict(
      'requireApproval',
      `It asks because "${pattern}" may name files that usually hold secrets.`,
    ),
  ];
}

function atPath(verdict: Verdict, path: PathFact): Verdict {
  const doing = path.access === 'read' ? 'reads' : 'writes';
  return { ...verdict, because: `It ${doing} "${path.path}". ${verdict.because}` };
}

function pathUnit(
  view: PathView,
  path: PathFact,
  pathResolver: PathResolver,
): Extract<CallPart, { of: 'path' }> {
  return { of: 'path', view, access: path.access, caseInsensitive: pathResolver.caseInsensitive };
}

interface GuardedPath {
  readonly set: RuleSet;
  readonly facts: Facts;
  readonly unit: Extract<CallPart, { of: 'path' }>;
  readonly byCommand: boolean;
  readonly contained?: boolean;
}

function applyBuiltinRule(verdict: Verdict, behind: GuardedPath): Verdict {
  const { set, facts, unit, byCommand } = behind;
  const found = builtinRuleFor(unit.view, { access: unit.access, byCommand });
  if (found === null) return verdict;
  // The sandbox shows of the machine what every command may see.
  if (behind.contained === true && found.level === 'ask' && unit.view.outside) return verdict;
  if (found.level === 'deny')
    return stricter(verdict, builtinVerdict('deny', `No rule allows it: ${found.because}.`));
  if (verdict.verdict !== 'auto') return verdict;
  const opened = set.rules.some(
    (rule) =>
      rule.list === 'auto' &&
      isOpenedBy(rule, found) &&
      rule.selects(facts) &&
      rule.matches(unit, facts) === 'yes',
  );
  return opened || set.source === 'whenUntrusted'
    ? verdict
    : builtinVerdict('requireApproval', `It asks because ${found.because}${openingHint(found)}.`);
}

function isOpenedBy(rule: CompiledRule, found: BuiltinRule): boolean {
  if (rule.glob === null) return false;
  switch (found.openedBy) {
    case 'nothing':
      return false;
    case 'secrets-rule':
      return isSecretsLike(rule.glob.plain);
    case 'absolute-rule':
      return rule.glob.source.startsWith('/');
  }
}

function openingHint(found: BuiltinRule): string {
  return found.openedBy === 'nothing' ? '' : ', and no auto rule names it in its own words';
}
