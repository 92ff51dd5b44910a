import { failed, listAt, solved } from '../check.ts';
import { call, finish, type Task, turn } from '../task.ts';

const KINDS = ['bug', 'feature', 'question', 'security', 'duplicate'] as const;

const ISSUES: readonly {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly kind: (typeof KINDS)[number];
}[] = [
  {
    number: 11,
    title: 'Crash with an empty file',
    body: 'It prints a stack trace when the file has no bytes.',
    kind: 'bug',
  },
  {
    number: 12,
    title: 'Please add dark mode',
    body: 'My eyes hurt in the evening.',
    kind: 'feature',
  },
  {
    number: 13,
    title: 'How do I change the port?',
    body: 'I read the manual and did not find it.',
    kind: 'question',
  },
  {
    number: 14,
    title: 'Files of others',
    body: 'With ?file=../../etc/passwd I get a file that is not mine. This is live right now.',
    kind: 'security',
  },
  {
    number: 15,
    title: 'Stack trace if a file has 0 bytes',
    body: 'The same input that is empty. Version 2.1.',
    kind: 'duplicate',
  },
  {
    number: 16,
    title: 'Bug: there is no export to PDF',
    body: 'It is a bug that I cannot save as PDF. Other programs can.',
    kind: 'feature',
  },
  {
    number: 17,
    title: 'Slow',
    body: 'Since 2.1 opening a file of 1 MB takes a minute. In 2.0 it took a second.',
    kind: 'bug',
  },
  {
    number: 18,
    title: 'Tokens in the log',
    body: 'With --verbose the log has the whole Authorization header, and we send logs to a service.',
    kind: 'security',
  },
];

export const triageList: Task = {
  id: 'triage-list',
  title: 'Eight reports sorted into five kinds',
  topic: 'triage',
  asks: `issues.json has reports of users. Give back the kind of each: security (somebody could get what is not theirs),
duplicate (of an earlier one in the list), bug (something that works wrongly, or worse than it did), feature (something that
was never there, whatever the reporter calls it) or question. Exactly one kind each. Change nothing.`,
  policy: `version: 1
mode: deny
auto: [kind:readonly]
budget: { turns: 15 }`,
  files: {
    'issues.json': `${JSON.stringify(
      ISSUES.map(({ number, title, body }) => ({ number, title, body })),
      null,
      2,
    )}\n`,
  },
  outputSchema: {
    type: 'object',
    properties: {
      issues: {
        type: 'array',
        items: {
          type: 'object',
          properties: { number: { type: 'integer' }, kind: { enum: [...KINDS] } },
          required: ['number', 'kind'],
          additionalProperties: false,
        },
      },
    },
    required: ['issues'],
    additionalProperties: false,
  },
  check: ({ result }) => {
    const kinds = new Map(listAt(result, 'issues').map(({ number, kind }) => [number, kind]));
    const wrong = ISSUES.filter(({ number, kind }) => kinds.get(number) !== kind);
    return wrong.length === 0
      ? solved('all eight are right')
      : failed(`wrong: ${wrong.map(({ number }) => `#${number}`).join(', ')}`);
  },
  solution: [
    turn(call('fs_read', { path: 'issues.json' })),
    finish('Sorted.', {
      result: { issues: ISSUES.map(({ number, kind }) => ({ number, kind })) },
    }),
  ],
  // As the reporters call it.
  failure: [
    turn(call('fs_read', { path: 'issues.json' })),
    finish('Sorted.', {
      result: {
        issues: ISSUES.map(({ number, kind }) => ({ number, kind: number === 16 ? 'bug' : kind })),
      },
    }),
  ],
};
