import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseSync } from 'vite';
import { type Node, nodesIn } from './nodes.ts';
import { mayUseThem, wordInSources } from './plain-words.ts';
import { ROOT } from './source.ts';

interface Said {
  readonly text: string;
  readonly start: number;
}

/** What starts a test or a group of tests, also as `test.each(cases)`. */
const STARTS_TEST = /^(?:test|it|describe|nightly)\b/;
/** The page of plain words itself, and what it quotes. */
const QUOTED = new Set(['test/architecture/plain-words.ts', 'test/architecture/words.test.ts']);

/** The sentences of a literal or a template; a word alone is a name of a format, or of a program. */
function sentenceOf(node: Node): readonly Said[] {
  const parts = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
  const text =
    node.type === 'Literal' && typeof node['value'] === 'string'
      ? node['value']
      : node.type === 'TemplateLiteral'
        ? parts.map(({ value }) => value.cooked).join('``')
        : '';
  return text.includes(' ') ? [{ text, start: node.start }] : [];
}

function titlesIn(nodes: readonly Node[], source: string): readonly Said[] {
  return nodes
    .filter(({ type, start }) => type === 'CallExpression' && STARTS_TEST.test(source.slice(start)))
    .flatMap((call) => (call['arguments'] as readonly Node[]).slice(0, 1).flatMap(sentenceOf));
}

/** The comments of a source file, and what it says to people. */
function saidIn(file: string): readonly string[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  if (!mayUseThem(source)) return [];
  const { program, comments } = parseSync(file, source);
  const nodes = nodesIn(program.body);
  const sentences = file.startsWith('test/') ? titlesIn(nodes, source) : nodes.flatMap(sentenceOf);
  return [...comments.map(({ value, start }) => ({ text: value, start })), ...sentences].flatMap(
    ({ text, start }) => {
      const word = wordInSources(text);
      const line = source.slice(0, start).split('\n').length;
      return word === null ? [] : [`${file}:${line} "${word}"`];
    },
  );
}

test('comments, messages and titles of tests use the words of the field', () => {
  const files = globSync('{src,test,scripts,bench,eval}/**/*.ts', { cwd: ROOT });
  expect(files.filter((file) => !QUOTED.has(file)).flatMap(saidIn)).toEqual([]);
});

test.each(['what a stranger wrote', 'a killed run', 'the call was judged', 'The door of a module'])(
  '"%s" is found',
  (text) => {
    expect(wordInSources(text)).not.toBeNull();
  },
);

test.each(['the wall clock', 'an Adaptive Card', 'the state SEALED', 'a `door` in code'])(
  '"%s" is plain',
  (text) => {
    expect(wordInSources(text)).toBeNull();
  },
);
