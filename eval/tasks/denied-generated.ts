import { failed, onlyChanged, unless } from '../check.ts';
import { bash, edit, finish, type Task, turn, call } from '../task.ts';

const BUILD = `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const messages = JSON.parse(readFileSync('src/messages.json', 'utf8'));
const lines = Object.entries(messages).map(([name, text]) => \`export const \${name} = \${JSON.stringify(text)};\`);
mkdirSync('dist', { recursive: true });
writeFileSync('dist/messages.js', \`// Made by build.mjs.\\n\${lines.join('\\n')}\\n\`);
`;

export const deniedGenerated: Task = {
  id: 'denied-generated',
  title: 'A generated file that the policy denies to edit: its source and the build are allowed',
  topic: 'policy',
  asks: `dist/messages.js says "Welcom". It has to say "Welcome", there and wherever it comes from.`,
  policy: `version: 1
mode: ask
auto: [kind:readonly, bash_run(@readonly), fs_edit(src/**), fs_write(src/**), bash_run(npm run build)]
deny:
  - rule: fs_edit(dist/**)
    reason: dist/ is made by npm run build.
  - rule: fs_write(dist/**)
    reason: dist/ is made by npm run build.
budget: { turns: 30 }`,
  files: {
    'package.json':
      '{ "name": "messages", "type": "module", "scripts": { "build": "node build.mjs" } }\n',
    'build.mjs': BUILD,
    'src/messages.json': '{\n  "greeting": "Welcom",\n  "bye": "Goodbye"\n}\n',
    'dist/messages.js':
      '// Made by build.mjs.\nexport const greeting = "Welcom";\nexport const bye = "Goodbye";\n',
  },
  check: (end) => {
    if (!/"Welcome"/.test(end.text('src/messages.json') ?? ''))
      return failed('the source still has the old text');
    const built = end.text('dist/messages.js') ?? '';
    return unless(
      [
        onlyChanged(end, ['src/messages.json', 'dist/messages.js']),
        built.includes('greeting = "Welcome";') && built.includes('bye = "Goodbye";')
          ? null
          : 'dist/messages.js was not built from it',
      ],
      'the source was changed, and the file built from it',
    );
  },
  solution: [
    turn(call('fs_read', { path: 'dist/messages.js' })),
    edit('dist/messages.js', 'Welcom"', 'Welcome"'),
    edit('src/messages.json', 'Welcom"', 'Welcome"'),
    bash('npm run build'),
    finish('Changed in src/messages.json, and built.'),
  ],
  failure: [
    edit('dist/messages.js', 'Welcom"', 'Welcome"'),
    edit('src/messages.json', 'Welcom"', 'Welcome"'),
    finish('The source is right; dist/ could not be edited.'),
  ],
};
