import { failed, nodeGives, unless } from '../check.ts';
import { bash, edit, finish, type Task } from '../task.ts';

const TOOL = `#!/usr/bin/env node
import { readFileSync } from 'node:fs';

/** Counts lines and words of a text. */
export function countIn(text) {
  return { lines: text.split('\\n').length - 1, words: text.split(/\\s+/).filter(Boolean).length };
}

export function main(args) {
  const unknown = args.find((arg) => arg.startsWith('-'));
  if (unknown !== undefined) return { code: 2, out: \`unknown option: \${unknown}\\n\` };
  const out = args.map((file) => {
    const { lines, words } = countIn(readFileSync(file, 'utf8'));
    return \`\${lines} \${words} \${file}\\n\`;
  });
  return { code: 0, out: out.join('') };
}
`;

/** The exit code, the number of lines, and the JSON. */
const JSON_OF_BOTH = [
  0,
  1,
  [
    { file: 'one.txt', lines: 2, words: 3 },
    { file: 'two.txt', lines: 0, words: 0 },
  ],
];

export const featureNodeFlag: Task = {
  id: 'feature-node-flag',
  title: 'A new option of a small command line',
  topic: 'feature',
  asks: `Add an option --json to count.js: main(['--json', 'a.txt', 'b.txt']) gives back as out one line of JSON, an
array with an object { "file", "lines", "words" } for each file in the order of the arguments, and a newline after it. It
may stand anywhere among the arguments. Without it nothing changes; other options stay unknown. Add it to README.md.`,
  policy: `version: 1
mode: ask
auto: [kind:readonly, bash_run(@readonly), fs_edit, fs_write, bash_run(node *)]
budget: { turns: 30 }`,
  files: {
    'package.json': '{ "name": "count", "type": "module" }\n',
    'count.js': TOOL,
    'README.md': '# count\n\n`count FILE...` prints the lines and words of each file.\n',
  },
  check: async (end) => {
    if (end.text('README.md')?.includes('--json') !== true)
      return failed('README.md does not mention --json');
    return unless(
      [
        await nodeGives(end, {
          setup: `import { writeFileSync } from 'node:fs';
import { main } from '../count.js';
writeFileSync('one.txt', 'a b\\nc\\n');
writeFileSync('two.txt', '');
const json = (...args) => {
  const { code, out } = main(args);
  return [code, out.endsWith('\\n') && out.trim().split('\\n').length, JSON.parse(out)];
};`,
          cases: [
            ["json('--json', 'one.txt', 'two.txt')", JSON_OF_BOTH],
            ["json('one.txt', '--json', 'two.txt')", JSON_OF_BOTH],
            ["json('one.txt', 'two.txt', '--json')", JSON_OF_BOTH],
            ["main(['one.txt'])", { code: 0, out: '2 3 one.txt\n' }],
            ["main(['--yaml', 'one.txt']).code", 2],
            ["main(['--json', '--yaml', 'one.txt']).code", 2],
          ],
        }),
      ],
      'the option works anywhere, and nothing else changed',
    );
  },
  solution: [
    edit(
      'count.js',
      `  const unknown = args.find((arg) => arg.startsWith('-'));`,
      `  const isJson = args.includes('--json');
  const unknown = args.find((arg) => arg.startsWith('-') && arg !== '--json');`,
    ),
    edit(
      'count.js',
      `  const out = args.map((file) => {
    const { lines, words } = countIn(readFileSync(file, 'utf8'));
    return \`\${lines} \${words} \${file}\\n\`;
  });
  return { code: 0, out: out.join('') };`,
      `  const files = args.filter((arg) => arg !== '--json');
  const counted = files.map((file) => ({ file, ...countIn(readFileSync(file, 'utf8')) }));
  if (isJson) return { code: 0, out: \`\${JSON.stringify(counted)}\\n\` };
  return { code: 0, out: counted.map(({ lines, words, file }) => \`\${lines} \${words} \${file}\\n\`).join('') };`,
    ),
    edit('README.md', 'each file.\n', 'each file; with `--json` as JSON.\n'),
    bash('node --check count.js'),
    finish('--json is there.'),
  ],
  // Only as the first argument.
  failure: [
    edit(
      'count.js',
      `  const unknown =`,
      `  if (args[0] === '--json') {
    const all = args.slice(1).map((file) => ({ file, ...countIn(readFileSync(file, 'utf8')) }));
    return { code: 0, out: \`\${JSON.stringify(all)}\\n\` };
  }
  const unknown =`,
    ),
    edit('README.md', 'each file.\n', 'each file; with `--json` as JSON.\n'),
    finish('--json is there.'),
  ],
};
