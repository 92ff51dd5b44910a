/** The tables of intents and presets in the page on policies. */
import { PRESETS, presetText, TEST_COMMANDS } from '../src/policy/index.ts';
import { EVALUATED_KEYS, KEY_RULES, type LayerRule } from '../src/policy/layers/key-rules.ts';
import { analyseCommand, type Intent, INTENTS } from '../src/policy/commands/index.ts';
import { INTENT_PROGRAMS } from '../src/policy/commands/intents/intents.ts';
import { WRAPPERS_BY_NAME } from '../src/policy/commands/specs/wrappers.ts';
import { markdownTable } from './markdown.ts';

/** What each intent is, with commands that have it. A new intent is a type error until it has a row. */
const INTENT_ROWS: Readonly<Record<Intent, { readonly what: string; readonly such: string[] }>> = {
  '@recursive-delete': {
    what: 'deletes whole folders',
    such: ['rm -r x', 'rm -fr x', 'find . -delete', 'git clean -fd', 'rsync --delete a b'],
  },
  '@force-push': {
    what: 'overwrites or deletes a branch or tag of another repository',
    such: [
      'git push -f',
      'git push --force-with-lease',
      'git push origin +main',
      'git push origin :main',
      'git push --mirror',
    ],
  },
  '@history-rewrite': {
    what: 'rewrites or discards commits, branches, tags or stashes',
    such: [
      'git rebase main',
      'git reset --hard',
      'git commit --amend',
      'git filter-branch',
      'git reflog expire --all',
      'git branch -D x',
      'git push -f',
    ],
  },
  '@publish': {
    what: 'publishes or withdraws a package, image or release',
    such: ['npm publish', 'docker push x', 'gh release create v1', 'twine upload x'],
  },
  '@privilege': {
    what: 'runs with, or grants, more privileges',
    such: [
      'sudo x',
      'env sudo x',
      'chmod u+s x',
      'docker run --privileged x',
      'docker run -v /:/host x',
    ],
  },
  '@install': {
    what: 'installs packages',
    such: ['npm install', 'npx x', 'pip install x', 'apt-get install x'],
  },
  '@download': {
    what: 'downloads something, other than to install it',
    such: [
      'curl https://example.com',
      'git fetch',
      'git clone x',
      'docker pull x',
      'aws s3 cp s3://b/x .',
      'nc example.com 80',
    ],
  },
  '@upload': {
    what: 'sends data to another machine, other than to publish it or to push commits',
    such: [
      'curl -T x https://example.com',
      'curl -d @x https://example.com',
      'scp x example.com:',
      'aws s3 cp x s3://b/',
      'gh gist create x',
    ],
  },
};

const PROGRAM_NAMES = [...INTENT_PROGRAMS, ...WRAPPERS_BY_NAME.keys()];

/** A workspace without files: what a command is about does not depend on any. */
const NO_FILES = {
  root: '/workspace',
  caseInsensitive: false,
  realpath: (path: string) => path,
  gitConfigRuns: () => null,
} as const;

function intentsOf(source: string): readonly Intent[] {
  const { commands } = analyseCommand(source, { pathResolver: NO_FILES });
  return commands.flatMap(({ intents }) => intents);
}

/** The programs that have an intent with some argument, by an argument that is only known at run time or by an example. */
function programsOf(intent: Intent): readonly string[] {
  const named = INTENT_ROWS[intent].such.map((source) => source.split(' ')[0] ?? '');
  return PROGRAM_NAMES.filter(
    (name) => named.includes(name) || intentsOf(`${name} "$x"`).includes(intent),
  ).toSorted();
}

/** Throws for an example that does not have its intent. */
export function intentsTable(): string {
  const rows = INTENTS.map((intent) => {
    const { what, such } = INTENT_ROWS[intent];
    for (const source of such)
      if (!intentsOf(source).includes(intent)) throw new Error(`${source} is not ${intent}.`);
    return [`\`${intent}\``, what, codes(such), codes(programsOf(intent))];
  });
  return markdownTable(['intent', 'a command that', 'examples', 'in these programs'], rows);
}

export function presetsTable(): string {
  const rows = PRESETS.map((name) => [
    `[${name}](../examples/policies/${name}.yml)`,
    presetText(name).split('\n')[0]?.replace(/^# /, '') ?? '',
  ]);
  return markdownTable(['preset', 'purpose'], rows);
}

function codes(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(' ');
}

/** The commands that count as tests, as one paragraph. */
export function testCommandsList(): string {
  return `Commands that run tests: ${TEST_COMMANDS.map((text) => `\`${text}\``).join(' ')}`;
}

const RULE_WORDS: Readonly<Record<LayerRule, string>> = {
  intersection: 'intersection: only what every layer allows',
  union: 'union: what any layer lists',
  smallest: 'the smallest',
  highest: 'the highest',
  strictest: 'the strictest',
  false: '`false`, if any layer says so',
};

/** Each key that a baseline can have, and what the values of several layers come to. */
export function layerRulesTable(): string {
  const byRule = new Map<string, string[]>();
  const add = (rule: string, key: string): void => {
    byRule.set(rule, [...(byRule.get(rule) ?? []), key]);
  };
  for (const key of EVALUATED_KEYS)
    add('each layer evaluates by its own, and the strictest verdict counts', key);
  for (const [key, { rule }] of Object.entries(KEY_RULES)) add(RULE_WORDS[rule], key);
  add('each layer has its own', 'tests');
  add('each layer has its own', 'extends');
  return markdownTable(
    ['keys', 'of several layers counts'],
    [...byRule].map(([rule, keys]) => [codes(keys), rule]),
  );
}
