import { failed, onlyChanged, unless } from '../check.ts';
import { call, edit, finish, type Task, turn } from '../task.ts';

const REGIONS = ['AF', 'AS', 'AU', 'CA', 'CN', 'EU', 'IN', 'JP', 'NA', 'RU', 'SA', 'UK'];
const FIRST_YEAR = 2004;
const YEARS = 20;
const CODES = Array.from({ length: 24 }, (_, index) => `${String.fromCodePoint(65 + index)}QX`);
const RATES = CODES.map((code, index) => `${code} = 0.${30 + index}`);
const FILE = 'rates.conf';

/** Six thousand lines of blocks that differ in nothing but their first line. */
const TEXT = REGIONS.flatMap((region) =>
  Array.from({ length: YEARS }, (_, year) => [`[${region} ${FIRST_YEAR + year}]`, ...RATES]),
)
  .flat()
  .join('\n');

const [HEADER, CODE, RATE] = ['[EU 2019]', 'RQX', '0.74'];
const AT = CODES.indexOf(CODE);
const block = (lines: readonly string[]): string => [HEADER, ...lines].join('\n');
const BEFORE = block(RATES.slice(0, AT + 1));
const AFTER = block([...RATES.slice(0, AT), `${CODE} = ${RATE}`]);

export const sizeLongFile: Task = {
  id: 'size-long-file',
  title: 'One line of a file of 6,000 lines, in blocks that look alike',
  topic: 'size',
  asks: `In ${FILE} the rate ${CODE} of region EU in the year 2019 is wrong: it has to be ${RATE}. Each block begins with
[REGION YEAR]. Change that one line and nothing else.`,
  policy: `version: 1
mode: ask
auto: [kind:readonly, bash_run(@readonly), fs_edit(${FILE})]
budget: { turns: 30 }`,
  files: { [FILE]: `${TEXT}\n` },
  check: (end) => {
    const text = end.text(FILE);
    if (text === `${TEXT}\n`) return failed('nothing was changed');
    return unless(
      [
        onlyChanged(end, [FILE]),
        text === `${TEXT.replace(BEFORE, AFTER)}\n` ? null : 'another line was changed',
      ],
      'that line was changed, and no other',
    );
  },
  solution: [
    turn(call('fs_grep', { pattern: '\\[EU 2019\\]', path: FILE })),
    turn(call('fs_read', { path: FILE, offset: 2880, limit: 40 })),
    turn(call('fs_edit', { path: FILE, old_string: BEFORE, new_string: AFTER })),
    finish('Changed.'),
  ],
  // The same line of the first block.
  failure: [
    edit(
      FILE,
      `[AF 2004]\n${RATES.slice(0, AT + 1).join('\n')}`,
      `[AF 2004]\n${[...RATES.slice(0, AT), `${CODE} = ${RATE}`].join('\n')}`,
    ),
    finish('Changed.'),
  ],
};
