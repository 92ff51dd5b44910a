import { nodeGives, unless } from '../check.ts';
import { bash, edit, finish, type Task } from '../task.ts';

export const featureRename: Task = {
  id: 'feature-rename',
  title: 'A function renamed in every place that uses it',
  topic: 'feature',
  asks: `Rename the exported function getUser of src/users.js to findUser, in every file that uses it. No getUser is left,
except the text "getUser" in src/legacy-names.js, which lists names of an old API and stays as it is. getUsers is another
function and keeps its name.`,
  policy: `version: 1
mode: ask
auto: [kind:readonly, bash_run(@readonly), fs_edit(src/**), fs_write(src/**), bash_run(node *)]
budget: { turns: 40 }`,
  files: {
    'package.json': '{ "name": "users", "type": "module" }\n',
    'src/users.js': `const users = [{ id: 1, name: 'Ada' }, { id: 2, name: 'Bob' }];

export function getUser(id) {
  return users.find((user) => user.id === id) ?? null;
}

export function getUsers() {
  return users;
}
`,
    'src/greet.js': `import { getUser } from './users.js';

export const greet = (id) => \`Hello \${getUser(id)?.name ?? 'stranger'}\`;
`,
    'src/index.js': `export { getUser, getUsers } from './users.js';
export { greet } from './greet.js';
`,
    'src/legacy-names.js': `/** Names of the API before version 1. Clients send them. */
export const LEGACY_NAMES = ['getUser', 'listUsers'];
`,
    'src/api.js': `import * as users from './users.js';

export const routes = { '/user': (id) => users.getUser(id), '/users': () => users.getUsers() };
`,
  },
  check: async (end) => {
    const places = ['src/users.js', 'src/greet.js', 'src/index.js', 'src/api.js'];
    const left = places.find((path) => /\bgetUser\b/.test(end.text(path) ?? ''));
    return unless(
      [
        left === undefined ? null : `${left} still has getUser`,
        end.changed().includes('src/legacy-names.js') ? 'src/legacy-names.js was changed' : null,
        await nodeGives(end, {
          setup: `import * as all from '../src/index.js';
import { routes } from '../src/api.js';`,
          cases: [
            ['Object.keys(all).sort()', ['findUser', 'getUsers', 'greet']],
            ['all.greet(1)', 'Hello Ada'],
            ["routes['/user'](2).name", 'Bob'],
            ["routes['/users']().length", 2],
          ],
        }),
      ],
      'renamed in all places, and nothing else',
    );
  },
  solution: [
    edit('src/users.js', 'function getUser(', 'function findUser('),
    edit('src/greet.js', 'import { getUser }', 'import { findUser }'),
    edit('src/greet.js', '{getUser(', '{findUser('),
    edit('src/index.js', '{ getUser,', '{ findUser,'),
    edit('src/api.js', 'users.getUser(', 'users.findUser('),
    bash('node src/index.js'),
    finish('Renamed.'),
  ],
  failure: [
    edit('src/users.js', 'function getUser(', 'function findUser('),
    edit('src/greet.js', 'import { getUser }', 'import { findUser as getUser }'),
    edit('src/index.js', '{ getUser,', '{ findUser,'),
    finish('Renamed.'),
  ],
};
