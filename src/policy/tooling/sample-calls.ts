import { BUILTIN_TOOLS } from '../model/builtin-tools.ts';
import { INTENTS } from '../commands/analysis.ts';
import type { CompiledRule } from '../rules/compile.ts';
import { KINDS, type Facts } from '../model/facts.ts';
import { allRules, type Policy } from '../model/policy.ts';
import { COMMAND_TOOL } from '../rules/parse-rule.ts';
import { PUBLISHING_TOOL, sampleFacts, sampleKind } from './sample-facts.ts';

const PATHS = [
  'README.md',
  'src/index.ts',
  'test/a.test.ts',
  'docs/a.md',
  'package.json',
  '.github/workflows/ci.yml',
  '.env',
  '.git/config',
  'deep/er/file.txt',
];

/** One or more commands for each class and intent, and what agents run most. */
const COMMANDS = [
  'ls',
  'cat README.md',
  'cat .env',
  'grep -rn x src',
  'find . -name x -delete',
  'sort -o out in',
  'git status',
  'git log --oneline',
  'git add src',
  'git commit -m x',
  'git push',
  'git push --force',
  'git reset --hard HEAD~1',
  'git rebase main',
  'rm src/a',
  'rm -rf build',
  'mkdir build',
  'cp a b',
  'sed -i s/a/b/ src/index.ts',
  'echo x > src/index.ts',
  'npm test',
  'npm run build',
  'npm install',
  'npm publish',
  'node script.js',
  'npx tool',
  'python3 x.py',
  'make',
  'curl https://example.com',
  'wget https://example.com/a',
  'sudo ls',
  'docker ps',
  'bash -c ls',
];
const HOSTS = ['example.com', 'api.example.com', 'github.com', 'example.com:8443'];

/** The most samples that rules may add. */
const MAX_SAMPLES = 4_000;

/**
 * Calls that together show the differences between policies: every tool with and without arguments, every kind, and for
 * each rule a call that it matches and one that it just misses.
 */
export function sampleCalls(policies: readonly Policy[]): readonly Facts[] {
  const found = new Map<string, Facts>();
  const add = (facts: Facts): void => {
    if (found.size < MAX_SAMPLES) found.set(JSON.stringify(facts), facts);
  };
  for (const tool of BUILTIN_TOOLS) toolSamples(tool).forEach(add);
  for (const kind of KINDS) add({ tool: `any_${kind}_tool`, kind });
  add({ tool: 'mcp__server__tool', kind: 'network' });
  for (const { layers } of policies) layers.flatMap(allRules).flatMap(ruleSamples).forEach(add);
  return [...found.values()];
}

function toolSamples(tool: string): readonly Facts[] {
  if (tool === COMMAND_TOOL) return COMMANDS.map((command) => sampleFacts(tool, command));
  if (tool === 'web_fetch') return HOSTS.map((host) => sampleFacts(tool, host));
  if (tool.startsWith('fs_') || tool === PUBLISHING_TOOL)
    return PATHS.map((path) => sampleFacts(tool, path));
  return [sampleFacts(tool, null)];
}

function ruleSamples(rule: CompiledRule): readonly Facts[] {
  const { selector, specifier } = rule.parsed;
  switch (selector.by) {
    case 'kind':
      return [{ tool: `any_${selector.kind}_tool`, kind: selector.kind }];
    case 'category':
      return KINDS.map((kind) => ({ tool: `any_${kind}_tool`, kind, category: selector.name }));
    case 'tag':
      return KINDS.map((kind) => ({ tool: `any_${kind}_tool`, kind, tags: [selector.name] }));
    case 'tool': {
      const named = selector.name.includes('*')
        ? BUILTIN_TOOLS.filter((tool) => rule.selects({ tool, kind: sampleKind(tool) }))
        : [selector.name];
      const tools = named.length === 0 ? [selector.name.replaceAll('*', 'x')] : named;
      return tools.flatMap((tool) =>
        samples(specifier, rule.except, tool === COMMAND_TOOL).map((sample) =>
          sampleFacts(tool, sample),
        ),
      );
    }
  }
}

/** Calls that a specifier matches, and calls that it just misses. */
function samples(
  specifier: string | null,
  except: readonly string[],
  isCommand: boolean,
): readonly (string | null)[] {
  const intents: readonly string[] = INTENTS;
  if (specifier === null) return [null, ...except.flatMap((each) => samples(each, [], isCommand))];
  if (specifier.startsWith('@') && (intents.includes(specifier) || /^@[a-z-]+$/.test(specifier)))
    return [null];
  const plain = specifier.split(/,?\s+!/)[0] ?? specifier;
  const filled = plain
    .replaceAll('**', 'x/y')
    .replaceAll('*', 'x')
    .replaceAll(/["'\\]/g, '');
  const short = plain
    .replace(/\s*\*+$/, '')
    .replaceAll('*', 'x')
    .replaceAll(/["'\\]/g, '');
  const beside = isCommand ? [`${filled} more`, `${filled}x`] : [`${filled}x`];
  return [
    filled,
    ...beside,
    ...(short === '' ? [] : [short]),
    ...except.flatMap((each) => samples(each, [], isCommand)),
  ];
}
