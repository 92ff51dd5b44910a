import { trimEnd } from '../../common/index.ts';
import { BUILTIN_TOOLS } from '../model/builtin-tools.ts';
import { COMMAND_CLASSES, INTENTS } from '../commands/analysis.ts';
import { analyse } from '../evaluate/evaluate.ts';
import type { CallPart, CompiledRule } from '../rules/compile.ts';
import { KINDS, type Facts, type PathResolver } from '../model/facts.ts';
import { allRules, type Policy } from '../model/policy.ts';
import { COMMAND_TOOL, type ParsedRule } from '../rules/parse-rule.ts';
import { resolvePath } from '../rules/paths.ts';
import { matchesName } from '../rules/wildcard.ts';
import { parseWordPattern } from '../rules/word-pattern.ts';
import { quoteWord } from './narrowest-rules.ts';
import { situationOf } from './replay.ts';
import { PUBLISHING_TOOL, sampleFacts, sampleKind } from './sample-facts.ts';

const PATHS = (
  'README.md src/index.ts test/a.test.ts docs/a.md package.json .github/workflows/ci.yml .env .git/config ' +
  'deep/er/file.txt'
).split(' ');

/** One or more commands for each class and intent, and what agents run most. */
const COMMANDS = (
  'ls, cat README.md, cat .env, grep -rn x src, find . -name x -delete, sort -o out in, git status, git log --oneline, ' +
  'git add src, git commit -m x, git push, git push --force, git reset --hard HEAD~1, git rebase main, rm src/a, ' +
  'rm -rf build, mkdir build, cp a b, sed -i s/a/b/ src/index.ts, echo x > src/index.ts, npm test, npm run build, ' +
  'npm install, npm publish, node script.js, npx tool, python3 x.py, make, curl https://example.com, ' +
  'wget https://example.com/a, sudo ls, docker ps, bash -c ls'
).split(', ');
const HOSTS = ['example.com', 'api.example.com', 'github.com', 'example.com:8443'];

/** The most samples that rules may add. */
const MAX_SAMPLES = 4_000;
/** The most alternatives of the braces of one path pattern that get a sample. */
const MAX_ALTERNATIVES = 32;

type SampleCalls = ReadonlyMap<string, Facts>;

/**
 * Calls that together show the differences between policies: every tool with and without arguments, every kind, and for
 * each rule a call that it matches and one that it just misses.
 */
export function sampleCalls(policies: readonly Policy[]): SampleCalls {
  const found = new Map<string, Facts>();
  const add = (facts: Facts): void => {
    if (found.size < MAX_SAMPLES) found.set(JSON.stringify(facts), facts);
  };
  for (const tool of BUILTIN_TOOLS) toolSamples(tool).forEach(add);
  for (const kind of KINDS) add({ tool: `any_${kind}_tool`, kind });
  add({ tool: 'mcp__server__tool', kind: 'network' });
  for (const { layers } of policies) {
    const listed = layers.flatMap(({ tools }) => [...(tools.enabled ?? []), ...tools.disabled]);
    for (const name of listed) {
      const tool = name.replaceAll('*', 'x');
      add({ tool, kind: sampleKind(tool) });
    }
    layers.flatMap(allRules).flatMap(ruleSamples).forEach(add);
  }
  return found;
}

function toolSamples(tool: string): readonly Facts[] {
  if (tool === COMMAND_TOOL) return COMMANDS.map((command) => sampleFacts(tool, command));
  if (tool === 'web_fetch') return HOSTS.map((host) => sampleFacts(tool, host));
  if (tool.startsWith('fs_') || tool === PUBLISHING_TOOL)
    return PATHS.map((path) => sampleFacts(tool, path));
  return [sampleFacts(tool, null)];
}

/** Calls about a rule, and about each of its exceptions. */
function ruleSamples(rule: CompiledRule): readonly Facts[] {
  const ofExceptions = rule.exceptions
    .flatMap(specifiedSamples)
    .filter((facts) => rule.selects(facts));
  return [...specifiedSamples(rule.parsed), ...ofExceptions];
}

function specifiedSamples({ selector, specifier }: ParsedRule): readonly Facts[] {
  switch (selector.by) {
    case 'kind':
      return [{ tool: `any_${selector.kind}_tool`, kind: selector.kind }];
    case 'category':
      return KINDS.map((kind) => ({ tool: `any_${kind}_tool`, kind, category: selector.name }));
    case 'tag':
      return KINDS.map((kind) => ({ tool: `any_${kind}_tool`, kind, tags: [selector.name] }));
    case 'tool': {
      const named = selector.name.includes('*')
        ? BUILTIN_TOOLS.filter((tool) => matchesName(tool, selector.name))
        : [selector.name];
      const tools = named.length === 0 ? [selector.name.replaceAll('*', 'x')] : named;
      return tools.flatMap((tool) =>
        (specifier === null ? [null] : argumentsFor(tool, specifier)).map((sample) =>
          sampleFacts(tool, sample),
        ),
      );
    }
  }
}

/**
 * Whether one of these calls, which `sampleCalls` made of the rule, shows what it decides. A rule without a specifier, of a class or
 * of an intent always has one.
 */
export function isShown(
  rule: CompiledRule,
  { calls, pathResolver }: { readonly calls: SampleCalls; readonly pathResolver: PathResolver },
): boolean {
  const { selector, specifier } = rule.parsed;
  if (selector.by !== 'tool' || specifier === null || specifier.startsWith('@')) return true;
  // A file tool never goes there, and what commands read and write there depends on other rules, too.
  if (/^[/~]/.test(specifier)) return false;
  if (alternativesOf(specifier).length > MAX_ALTERNATIVES) return false;
  const situation = situationOf({ untrusted: false }, pathResolver);
  const own = ruleSamples(rule).filter((facts) => calls.has(JSON.stringify(facts)));
  return own.some((facts) => {
    const parts: readonly CallPart[] = [
      ...(facts.paths ?? []).flatMap(({ path, access }) =>
        resolvePath(path, pathResolver).views.map(
          (view) => ({ type: 'path', view, access, caseInsensitive: false }) as const,
        ),
      ),
      ...(facts.hosts ?? []).map((host) => ({ type: 'host', host }) as const),
      ...(analyse(facts, situation)?.commands ?? []).map(
        (command) => ({ type: 'command', command }) as const,
      ),
    ];
    return rule.selects(facts) && parts.some((part) => rule.matches(part, facts) === 'yes');
  });
}

/** Arguments of a tool that a specifier matches, and some that it just misses. */
function argumentsFor(tool: string, specifier: string): readonly (string | null)[] {
  const isClass = [...COMMAND_CLASSES, ...INTENTS].some((name) => name === specifier);
  if (isClass) return [null];
  if (tool === COMMAND_TOOL) return commandsFor(specifier);
  const { kind } = sampleFacts(tool, null);
  if (kind === 'network' && tool !== PUBLISHING_TOOL)
    return [specifier.replace(/:\*$/, ':8443').replaceAll('*', 'x')];
  const [plain = ''] = specifier.split(/,?\s+!/);
  return alternativesOf(plain)
    .slice(0, MAX_ALTERNATIVES)
    .flatMap((glob) => {
      const path = pathFor(glob);
      return [path, `${path}x`, pathFor(trimEnd(glob, '*'))].filter((each) => each !== '');
    });
}

function commandsFor(specifier: string): readonly string[] {
  const pattern = parseWordPattern(specifier);
  if (pattern === null) return [];
  const words = pattern.words.map(({ parts }) => quoteWord(parts.join('x')));
  const folder =
    pattern.folder === null ? '' : `cd ${quoteWord(pathFor(pattern.folder.source))} && `;
  const command = `${folder}${words.join(' ')}`;
  return [command, `${command} x`, `${command} x more`, `${command}x`];
}

/** A path pattern without braces: one for each alternative. If there are more than the maximum, one more than that. */
function alternativesOf(glob: string): readonly string[] {
  let globs = [glob];
  for (let open = true; open; ) {
    open = false;
    globs = globs.flatMap((each) => {
      const found = /^((?:\\.|[^\\])*?)\{([^{}]*)\}(.*)$/s.exec(each);
      if (found === null) return [each];
      open = true;
      const [, before = '', inside = '', after = ''] = found;
      return inside.split(',').map((choice) => `${before}${choice}${after}`);
    });
    globs = globs.slice(0, MAX_ALTERNATIVES + 1);
  }
  return globs;
}

/** A path that a pattern without braces matches. */
function pathFor(glob: string): string {
  return glob
    .replace(/\/$/, '/**')
    .replaceAll(/\\(.)|\*\*|[*?]|\[([!^]?)(.)[^\]]*\]/g, (found, plain, negated, first) => {
      if (plain !== undefined) return String(plain);
      if (found === '**') return 'x/y';
      return first === undefined || negated !== '' ? 'x' : String(first);
    });
}
