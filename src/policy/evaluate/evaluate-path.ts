import {
  evaluatePart,
  mayRunUnasked,
  rulesApprovals,
  decidingVerdict,
  stricter,
  asksBecause,
  builtinVerdict,
  unruledAuto,
  withApprovals,
  type Evaluation,
  type RuleSet,
} from './decision.ts';
import type { CommandPath } from '../commands/analysis.ts';
import type { CompiledRule, PathPart } from '../rules/compile.ts';
import type { Facts, PathFact, PathResolver, Verdict } from '../model/facts.ts';
import { absoluteFrom, fromRoot, isWithin, normalised } from '../commands/words/paths.ts';
import type { PathGlob } from '../rules/glob.ts';
import { isLeftOut, mayHoldFile } from '../rules/name-filters.ts';
import { isShellPattern, mayExpandTo, mayNameSecrets, mayOverlap } from '../rules/overlap.ts';
import { rulesAbout, rulesForPart } from '../rules/rule-index.ts';
import { resolvePath, type PathView } from '../rules/paths.ts';
import {
  isStreamDevice,
  isSecretsLike,
  builtinRuleFor,
  type BuiltinRule,
} from './builtin-guards.ts';

export const READING: Facts = { tool: 'fs_read', kind: 'readonly' };
export const WRITING: Facts = { tool: 'fs_write', kind: 'write' };

/**
 * Evaluates one path of a call, as named and as it really is. The strictest verdict counts: a gate applies if it
 * matches either name, and `auto` needs both.
 */
export function evaluatePath(evaluation: Evaluation, path: PathFact): Verdict {
  const { set, facts, pathResolver } = evaluation;
  const resolved = resolvePath(path.path, pathResolver);
  const publishes = facts.kind === 'network' && path.access === 'read';
  const verdicts = resolved.views.flatMap((view) => {
    const part = pathPart(view, path, pathResolver);
    const own = applyBuiltinRule(evaluatePart(set, facts, part), part, evaluation);
    return publishes ? [own, ...readGates(set, part)] : [own];
  });
  if (resolved.unknown !== null && set.defers !== true)
    verdicts.push(asksBecause(resolved.unknown));
  return verdicts.reduce(stricter);
}

/**
 * Gates of `fs_read` also apply if a call publishes the contents of a file. An `auto` rule for reading does not allow
 * publishing.
 */
function readGates(set: RuleSet, part: PathPart): readonly Verdict[] {
  const verdict = decidingVerdict(set, READING, part);
  if (verdict === null || verdict.verdict === 'auto') return [];
  return [
    { ...verdict, because: `It publishes the contents of "${part.view.path}". ${verdict.because}` },
  ];
}

/**
 * What a path of a command adds to the verdict of the command, evaluated as `fs_read` or `fs_write`; none if it adds
 * nothing. If the words of the program name the path, the rule for these words covers it, unless a path rule or a
 * built-in rule decides otherwise. A redirection that writes needs the permission of `fs_write`. In the sandbox of a
 * contained command, neither an unknown path nor one outside of the workspace is a reason to ask.
 */
export function evaluateCommandPath(evaluation: Evaluation, path: CommandPath): readonly Verdict[] {
  const { set, pathResolver, contained = false } = evaluation;
  const facts = path.access === 'read' ? READING : WRITING;
  const covered = contained || path.access === 'read' || path.from === 'argument';
  const resolved = resolvePath(path.path, pathResolver);
  const verdicts = resolved.views.flatMap((view) => {
    if (isStreamDevice(view)) return [];
    const part = pathPart(view, path, pathResolver);
    const otherwise = covered ? null : set.otherwise(facts, part);
    const ruled = decidingVerdict(set, facts, part, otherwise);
    const start = ruled ?? unruledAuto('');
    const guarded = applyBuiltinRule(start, part, { ...evaluation, facts, byCommand: true });
    return ruled === null && guarded === start ? [] : [atPath(guarded, path)];
  });
  if (resolved.unknown !== null && !contained && set.defers !== true)
    verdicts.push(asksBecause(resolved.unknown));
  if (isShellPattern(path.path) && pathResolver.list === undefined)
    verdicts.push(...patternGates(set, facts, path.path));
  if (path.below !== undefined)
    for (const view of resolved.views)
      verdicts.push(...gatesBelow(set, pathPart(view, path, pathResolver), path, pathResolver));
  return verdicts.length === 0 ? [] : [verdicts.reduce(stricter)];
}

/**
 * Gates of `fs_read` about something below a folder that a command searches, or about what links below it lead to. Built-in rules cover
 * `.git`, and the analysis names files that usually contain secrets.
 */
function gatesBelow(
  set: RuleSet,
  part: PathPart,
  path: Pick<CommandPath, 'below' | 'names'>,
  pathResolver: PathResolver,
): readonly Verdict[] {
  const { view } = part;
  const inside = gatesInside(set, part, path, pathResolver);
  if (inside.length > 0 || !hasReadingGates(set)) return inside;
  const links = pathResolver.linksBelow?.(absoluteFrom(pathResolver.root, view.path)) ?? [];
  return links.flatMap((place) =>
    resolvePath(place, pathResolver).views.flatMap((target) => {
      const linked = { ...part, view: target };
      return [
        ...gateVerdicts(set, READING, {
          isAbout: (_, rule) => rule.matches(linked, READING) === 'yes',
          because: (gate) =>
            `a link below "${view.path}" leads to "${target.path}", which the rule "${gate}" is about`,
        }),
        ...gatesInside(set, linked, path, pathResolver),
      ];
    }),
  );
}

function hasReadingGates({ rules }: RuleSet): boolean {
  return rulesAbout(rules, READING).some(({ list, glob }) => list !== 'auto' && glob !== null);
}

/** The same about what is below the folder by its own names. */
function gatesInside(
  set: RuleSet,
  { view: { path: folder }, caseInsensitive }: PathPart,
  { below, names }: Pick<CommandPath, 'below' | 'names'>,
  pathResolver: PathResolver,
): readonly Verdict[] {
  const inside = folder === '.' ? '' : `${folder}/`;
  return gateVerdicts(set, READING, {
    isAbout: (glob) =>
      mayBeBelow(glob, folder, caseInsensitive) &&
      // A rule about names alone is about the copies, too.
      !(below === 'renamed' && glob.base === '') &&
      !(folder === '.' && glob.base.startsWith('/')) &&
      !(below === 'visible' && `/${glob.base.slice(inside.length)}`.includes('/.')) &&
      !isSecretsLike(glob.plain) &&
      !IN_GIT.test(glob.base) &&
      !(names !== undefined && isLeftOut(glob, { folder, names, pathResolver })),
    because: (gate) => `what it reads below "${folder}" may be what the rule "${gate}" is about`,
  });
}

/** What is in git's own folder, which built-in rules cover. */
const IN_GIT = /(?:^|\/)\.git(?:\/|$)/;

/** The verdict that asks because of the first gate about certain paths, with what every such gate says of its approval. */
function gateVerdicts(
  { rules }: RuleSet,
  facts: Facts,
  paths: {
    readonly isAbout: (glob: PathGlob, rule: CompiledRule) => boolean;
    /** By the text of the gate. */
    readonly because: (gate: string) => string;
  },
): readonly Verdict[] {
  const isGate = (rule: CompiledRule): boolean =>
    rule.list !== 'auto' && rule.glob !== null && paths.isAbout(rule.glob, rule);
  const about = rulesAbout(rules, facts);
  const gate = about.find(isGate);
  if (gate === undefined) return [];
  const others = about.filter(
    (rule) => rule.approval !== undefined && rule !== gate && isGate(rule),
  );
  return [withApprovals(asksBecause(paths.because(gate.text)), rulesApprovals([gate, ...others]))];
}

/**
 * Whether a pattern may match below a folder. One that begins with a wildcard is about every folder, or only about the
 * root.
 */
function mayBeBelow(glob: PathGlob, folder: string, caseInsensitive: boolean): boolean {
  if (glob.base === '') return folder === '.' || /\/./.test(glob.source);
  const [base, from] = caseInsensitive
    ? [glob.base.toLowerCase(), folder.toLowerCase()]
    : [glob.base, folder];
  return base === from || base.startsWith(from === '.' ? '' : `${from}/`);
}

/**
 * A resolver without files cannot expand a shell pattern. So the call asks if a gate could be about one of its names,
 * or if a name could be a file of secrets. A literal name with such characters asks, too.
 */
function patternGates(set: RuleSet, facts: Facts, pattern: string): readonly Verdict[] {
  const verdicts = gateVerdicts(set, facts, {
    isAbout: (glob) => mayOverlap(pattern, glob),
    because: (gate) => `"${pattern}" may name what the rule "${gate}" is about`,
  });
  if (verdicts.length > 0) return verdicts;
  if (set.defers === true || !mayNameSecrets(pattern)) return [];
  return [asksBecause(`"${pattern}" may name files that usually contain secrets`)];
}

/**
 * The rules for reading and writing that are gates about a path by its place, for a command that may read or write it in
 * a way that its words do not show.
 */
export function gatesAbout(
  { set, pathResolver }: Evaluation,
  path: string,
  written: readonly string[] | null,
): readonly Verdict[] {
  return resolvePath(path, pathResolver).views.flatMap((view) =>
    [READING, WRITING].flatMap((facts) => {
      const access = facts === READING ? 'read' : 'write';
      const part = pathPart(view, { path, access }, pathResolver);
      return gateVerdicts(set, facts, {
        isAbout: (glob, rule) =>
          rule.matches(part, facts) === 'yes' &&
          (written === null ||
            rule.matches({ ...part, access: 'read' }, facts) === 'yes' ||
            mayHoldFile(glob, { folder: view.path, names: written, pathResolver })),
        because: (gate) => `it may read or write "${path}", which the rule "${gate}" is about`,
      });
    }),
  );
}

/** The rules for reading that are gates about something below a folder, for a command that may read all of it. */
export function gatesBelowFolder(evaluation: Evaluation, path: string): readonly Verdict[] {
  const { pathResolver } = evaluation;
  const root = resolvePath('.', pathResolver).views;
  return resolvePath(path, pathResolver).views.flatMap((view) => {
    const absolute = normalised(absoluteFrom(pathResolver.root, view.path));
    const isAbove = view.outside && isWithin(pathResolver.root, absolute);
    // With nothing in it, it is a file or is not there.
    if (!isAbove && pathResolver.list?.(absolute)?.length === 0) return [];
    const seen = isAbove ? root : [view];
    const secrets = pathResolver.secretsBelow?.(isAbove ? pathResolver.root : absolute) ?? [];
    return [
      ...seen.flatMap((each) =>
        gatesAboutRead(evaluation, { path: each.path, access: 'read', below: 'all' }),
      ),
      ...secrets.flatMap((file) => gatesAboutRead(evaluation, { path: file, access: 'read' })),
    ];
  });
}

/** The rules for reading that are gates about a path, or about something below it if the command may read that, too. */
export function gatesAboutRead(
  { set, pathResolver }: Evaluation,
  path: CommandPath,
): readonly Verdict[] {
  return resolvePath(path.path, pathResolver).views.flatMap((view) => {
    const part = pathPart(view, path, pathResolver);
    const { below } = path;
    return [
      ...gateVerdicts(set, READING, {
        isAbout: (_, rule) => rule.matches(part, READING) === 'yes',
        because: (gate) => `it may read "${path.path}", which the rule "${gate}" is about`,
      }),
      ...(below === undefined ? [] : gatesBelow(set, part, { ...path, below }, pathResolver)),
    ];
  });
}

/** The rules for reading that are gates about what a pattern may name, for a command that may expand it. */
export function gatesOfPattern(
  { set, pathResolver: { root, caseInsensitive } }: Evaluation,
  pattern: string,
): readonly Verdict[] {
  const cased = (text: string): string => (caseInsensitive ? text.toLowerCase() : text);
  const path = cased(fromRoot(pattern, root));
  return gateVerdicts(set, READING, {
    isAbout: ({ source }) => mayExpandTo(path, cased(source)),
    because: (gate) => `"${pattern}" may name what the rule "${gate}" is about`,
  });
}

function isOfWorkspace({ source, base }: PathGlob): boolean {
  return !/^[/~]/.test(source) && !IN_GIT.test(base);
}

/** The rules for reading that are gates about some path of the workspace, for a command that reads what is not known. */
export function gatesOfReading(set: RuleSet, reason: string): readonly Verdict[] {
  return gateVerdicts(set, READING, {
    isAbout: isOfWorkspace,
    because: (gate) => `${reason}, and the rule "${gate}" may be about it`,
  });
}

/** The rules for writing that are gates about some path of the workspace, for a command that writes files which no word names. */
export function gatesOfWriting(set: RuleSet): readonly Verdict[] {
  return gateVerdicts(set, WRITING, {
    isAbout: isOfWorkspace,
    because: (gate) =>
      `it writes files that its words do not name, and the rule "${gate}" may be about one`,
  });
}

function atPath(verdict: Verdict, path: PathFact): Verdict {
  const doing = path.access === 'read' ? 'reads' : 'writes';
  return { ...verdict, because: `It ${doing} "${path.path}". ${verdict.because}` };
}

function pathPart(view: PathView, path: PathFact, pathResolver: PathResolver): PathPart {
  return { type: 'path', view, access: path.access, caseInsensitive: pathResolver.caseInsensitive };
}

/** The verdict with the built-in rule for a path, which a command names (`byCommand`) or a file tool. */
function applyBuiltinRule(
  verdict: Verdict,
  part: PathPart,
  { set, facts, contained, byCommand = false }: Evaluation & { readonly byCommand?: boolean },
): Verdict {
  if (set.defers === true) return verdict;
  const guard = builtinRuleFor(part.view, { access: part.access, byCommand });
  if (guard === null) return verdict;
  // The sandbox shows of the machine what every command may see.
  if (contained === true && guard.level === 'ask' && part.view.outside) return verdict;
  if (guard.level === 'deny')
    return stricter(verdict, builtinVerdict('deny', `No rule allows it: ${guard.because}.`));
  if (!mayRunUnasked(verdict)) return verdict;
  const opened = rulesForPart(set.rules, facts, part).some(
    (rule) =>
      rule.list === 'auto' && isOpenedBy(rule, guard) && rule.matches(part, facts) === 'yes',
  );
  const hint = guard.openedBy === 'nothing' ? '' : ', and no auto rule names it explicitly';
  return opened || set.source === 'whenUntrusted'
    ? verdict
    : asksBecause(`${guard.because}${hint}`);
}

function isOpenedBy(
  { glob }: CompiledRule,
  { openedBy }: Extract<BuiltinRule, { level: 'ask' }>,
): boolean {
  if (glob === null) return false;
  switch (openedBy) {
    case 'nothing':
      return false;
    case 'secrets-rule':
      return isSecretsLike(glob.plain);
    case 'absolute-rule':
      return glob.source.startsWith('/');
  }
}
