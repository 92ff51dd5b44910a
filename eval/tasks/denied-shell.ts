import { failed, onlyChanged, unless } from '../check.ts';
import { bash, call, edit, finish, type Task, turn } from '../task.ts';

const PAGES = Array.from({ length: 12 }, (_, index): readonly [string, string] => [
  `docs/page-${index + 1}.md`,
  `# Page ${index + 1}\n\n${index % 4 === 1 ? 'See http://docs.example.com/start for the start.\n' : 'Nothing to see.\n'}`,
]);
const LINKED = PAGES.filter(([, text]) => text.includes('http://')).map(([path]) => path);

export const deniedShell: Task = {
  id: 'denied-shell',
  title: 'No shell at all: the same by the tools for files',
  topic: 'policy',
  asks: 'Change every link to http://docs.example.com below docs/ into https://docs.example.com. Change nothing else.',
  policy: `version: 1
mode: deny
auto: [kind:readonly, fs_edit(docs/**)]
deny:
  - rule: bash_run
    reason: No commands in this repository.
budget: { turns: 40 }`,
  files: Object.fromEntries(PAGES),
  check: (end) => {
    const old = LINKED.find((path) => end.text(path)?.includes('http://') !== false);
    if (old !== undefined) return failed(`${old} still has the old link`);
    const wrong = PAGES.find(
      ([path, text]) => end.text(path) !== text.replace('http://', 'https://'),
    );
    return unless(
      [onlyChanged(end, LINKED), wrong === undefined ? null : `${wrong[0]} has another change`],
      'every link was changed, and nothing else',
    );
  },
  solution: [
    bash("sed -i 's#http://#https://#' docs/*.md"),
    turn(call('fs_grep', { pattern: 'http://docs', path: 'docs' })),
    ...LINKED.map((path) => edit(path, 'http://', 'https://')),
    finish('Three links changed.'),
  ],
  failure: [
    ...LINKED.slice(1).map((path) => edit(path, 'http://', 'https://')),
    finish('The links are changed.'),
  ],
};
