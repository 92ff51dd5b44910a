/** Stories of runs on the local GitHub: what a policy says, what a model calls, and what people do meanwhile, as data. */
import * as fc from '../../properties.ts';
import { MAINTAINER, OUTSIDER, REQUESTER } from '../harness.ts';
import { APP } from '../button-click.ts';

export const SECOND = 'octo-second';
export const BOT = 'helpful-app[bot]';
export const AUTHOR = 'octo-author';

/**
 * Something that a person does, or that happens to the repository. In a text, ID is the `nth` id of the newest approval comment, IDS are
 * those of its calls, and EACH has a command for each call and question.
 */
export type Act =
  | { readonly do: 'say'; readonly by: string; readonly text: string; readonly nth?: number }
  | { readonly do: 'edit'; readonly by: string; readonly text: string; readonly nth?: number }
  | { readonly do: 'delete'; readonly what: 'answer' | 'approval' | 'tracking' }
  | { readonly do: 'tamper'; readonly by: string }
  | { readonly do: 'tick'; readonly by: string; readonly nth: number }
  | { readonly do: 'click'; readonly by: string; readonly label: string }
  | { readonly do: 'review'; readonly by: string; readonly state: 'APPROVED' | 'CHANGES_REQUESTED' }
  | { readonly do: 'permit'; readonly who: string; readonly permission: 'read' | 'write' }
  | { readonly do: 'issue'; readonly state: 'open' | 'closed' }
  | { readonly do: 'commit'; readonly where: 'head' | 'policy' | 'main' }
  | { readonly do: 'key'; readonly key: 'rotated' | 'first' }
  | { readonly do: 'artifacts'; readonly how: 'expire' | 'remove' }
  /** The next request of the kind is refused with a status, or its answer is lost after it took effect. */
  | {
      readonly do: 'fault';
      readonly match: keyof typeof REQUESTS;
      readonly how: 'refused' | 'lost';
    }
  | { readonly do: 'pause'; readonly ms: number };

/** Before which request of a job something happens: the one after `skip` others that `match`. */
export interface Moment {
  readonly match: keyof typeof REQUESTS;
  readonly skip: number;
}

export const REQUESTS = {
  any: /./,
  write: /^(?:POST|PATCH|PUT|DELETE) (?!.*graphql)/,
  asked: /^GET .*\/issues\/\d+\/comments/,
  edited: /^PATCH .*\/issues\/comments\//,
  reaction: /^POST .*\/reactions/,
  permission: /^GET .*\/collaborators\//,
  upload: /CreateArtifact|FinalizeArtifact/,
  download: /^GET .*\/zip/,
} as const;

/** A part of a story: what happens before the next jobs, and what happens during the first of them. */
export interface Round {
  readonly before: readonly Act[];
  readonly during: readonly { readonly moment: Moment; readonly act: Act }[];
  /** When the first job is killed; its request is lost, or takes effect. */
  readonly kill: {
    readonly moment: Moment;
    readonly lost: boolean;
    readonly signal: 'SIGKILL' | 'SIGTERM';
  } | null;
  /** Whether jobs that are due run beside each other. */
  readonly together: boolean;
  /** Whether what happens during the first job starts its jobs at once. */
  readonly atOnce: boolean;
}

export interface Story {
  readonly policy: string;
  readonly start: 'comment' | 'pull' | 'labelled' | 'pull-opened' | 'dispatch';
  readonly self: string;
  readonly turns: readonly Turn[];
  /** The turns of each subagent. */
  readonly subagent: readonly Turn[];
  /** What the model says when it has nothing else to do. */
  readonly end: object;
  readonly rounds: readonly Round[];
}

interface Turn {
  readonly calls: readonly Call[];
  readonly tokens: number;
}

type Call = readonly [name: string, input: object];

/** How many turns follow those of a story. */
const MORE_TURNS = 8;

/** The script of the model for a story. `secret` stands in it wherever the story says SECRET. */
export function scriptOf({ turns, subagent, end }: Story, secret: string): string {
  const over = { blocks: [blockOf(['finish', end])] };
  const made = (some: readonly Turn[], prefix: string): readonly object[] => [
    ...some.map((turn, index) => turnOf(turn, `${prefix}${index}`)),
    ...Array.from({ length: MORE_TURNS }, () => over),
  ];
  const subagents = [{ when: 'Task: Sub', turns: made(subagent, 's') }];
  const quoted = JSON.stringify(secret).slice(1, -1);
  const script = JSON.stringify({ turns: made(turns, 't'), subagents });
  return script.replaceAll('SECRET', () => quoted);
}

/** `TAG` in a call becomes its place in the script, so that no two calls have the same effect. */
function turnOf({ calls, tokens }: Turn, tag: string): object {
  const blocks = calls.map(([name, input], index) =>
    blockOf([name, JSON.parse(JSON.stringify(input).replaceAll('TAG', `${tag}-${index}`))]),
  );
  return {
    blocks: [{ type: 'text', text: `Turn ${tag} SECRET.` }, ...blocks],
    ...(tokens === 0 ? {} : { usage: { inputTokens: tokens, outputTokens: 30 } }),
  };
}

function blockOf([name, input]: Call): object {
  return { type: 'tool_use', name, input };
}

const RULES = [
  'auto: [kind:readonly, fs_write(src/**), bash_run(effect auto *), bash_run(cat *)]',
  'auto: [kind:readonly, bash_run(effect auto *), github_comment]',
  'auto: [kind:readonly, fs_write, bash_run(effect auto *), github_push_branch, task_run, clarify]',
];
const ASKED = [
  'requireApproval: [bash_run(effect gated *)]',
  'requireApproval: [bash_run(effect gated *)]',
  'requireApproval: [bash_run, fs_write(docs/**), github_*]',
  'requireApproval: [{ rule: bash_run(effect gated *), count: 2 }]',
  `requireApproval: [{ rule: bash_run(effect gated *), from: ['@${SECOND}'] }, { rule: fs_write(docs/**), self: true }]`,
];
const usually = <T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { arbitrary: fc.constant(usual), weight: 4 },
    { arbitrary: fc.constantFrom(usual, ...others), weight: 3 },
  );

const policies: fc.Arbitrary<string> = fc
  .record({
    mode: usually('ask', 'ask', 'auto', 'deny'),
    auto: fc.constantFrom(...RULES),
    asked: fc.constantFrom(...ASKED),
    wait: usually('1s', '3s'),
    then: usually('suspend', 'suspend', 'suspend', 'deny', 'fail'),
    count: usually('', '', ', count: 2'),
    self: usually('', ', self: true'),
    expire: usually('', '', ', expire: 4s'),
    boxes: usually('', ', boxes: true'),
    reviews: usually('', ', reviews: true'),
    untrusted: usually('', 'whenUntrusted: deny', 'whenUntrusted: ask'),
    done: usually('', 'done: { requires: [bash_run(effect auto check)] }'),
    budget: usually(
      '',
      'budget: { turns: 3, onLimit: ask }',
      'budget: { turns: 2 }',
      'budget: { calls: 3, onLimit: ask }',
      'budget: { tokens: 300, onLimit: ask }',
    ),
    limits: usually('', 'limits: { bash_run: 2 }', 'limits: { github_comment: 1 }'),
    plan: usually('', '', 'plan: required'),
  })
  .map((one) =>
    [
      `version: 1\nmode: ${one.mode}`,
      one.auto,
      'deny: [bash_run(effect denied *), fs_write(.forbidden/**)]',
      one.asked,
      `approvals: { wait: ${one.wait}, then: ${one.then}${one.count}${one.self}${one.expire}${one.boxes}${one.reviews} }`,
      one.untrusted,
      one.done,
      one.budget,
      one.limits,
      one.plan,
      'sandbox: off',
      '',
    ]
      .filter((line, index, all) => line !== '' || index === all.length - 1)
      .join('\n'),
  );

const GATED: Call = ['bash_run', { command: 'effect gated TAG' }];
const CALLS: readonly Call[] = [
  ['bash_run', { command: 'effect auto TAG' }],
  ['bash_run', { command: 'effect auto check' }],
  ...Array.from({ length: 6 }, () => GATED),
  ['bash_run', { command: 'effect gated TAG && effect auto TAG' }],
  ['bash_run', { command: 'effect denied TAG' }],
  ['bash_run', { command: 'effect gated TAG; effect denied TAG' }],
  ['bash_run', { command: 'cat src/notes.txt' }],
  ['bash_run', { command: 'effect gated TAG', background: true }],
  ['fs_read', { path: 'src/a.txt' }],
  ['fs_read', { path: 'src/notes.txt' }],
  ['fs_write', { path: 'src/TAG.txt', content: 'SECRET\n' }],
  ['fs_write', { path: 'docs/TAG.md', content: 'text\n' }],
  ['fs_write', { path: '.forbidden/TAG', content: 'text\n' }],
  ['github_comment', { body: 'effect comment TAG SECRET' }],
  ['github_push_branch', { message: 'effect push TAG', paths: ['src/TAG.txt'] }],
  ['github_create_pull_request', { title: 'effect pull TAG', body: 'Text.' }],
  ['clarify', { question: 'Which, TAG?' }],
  [
    'clarify',
    { question: 'Which, TAG?', default: 'the first', choices: ['the first', 'the second'] },
  ],
  ['todo_write', { todos: [{ text: 'TAG SECRET', status: 'pending' }] }],
  ['plan_submit', { plan: 'I do TAG.' }],
  ['plan_submit', { plan: 'I do TAG.', calls: [{ rule: 'bash_run(effect auto *)' }] }],
  ['no_such_tool', { TAG: 1 }],
  ['fs_write', { nothing: 'TAG' }],
];
const SUBAGENT: Call = ['task_run', { task: 'Sub TAG.' }];

const turnsOf = (choices: readonly Call[], most: number): fc.Arbitrary<readonly Turn[]> =>
  fc.array(
    fc.record({
      calls: fc.array(fc.constantFrom(...choices), { minLength: 1, maxLength: 3 }),
      tokens: fc.constantFrom(0, 0, 100),
    }),
    { minLength: 1, maxLength: most },
  );

const finishes = fc.constantFrom(
  { outcome: 'done', summary: 'It is done, SECRET.' },
  { outcome: 'done', summary: 'It is done.' },
  { outcome: 'incomplete', summary: 'Not all of it.' },
);

const people = fc.oneof(
  { arbitrary: fc.constant(MAINTAINER), weight: 5 },
  { arbitrary: fc.constant(SECOND), weight: 3 },
  { arbitrary: fc.constantFrom(REQUESTER, OUTSIDER, BOT, AUTHOR), weight: 2 },
);
const nth = fc.constantFrom(0, 0, 0, 1, 2);
const answers = fc.oneof(
  { arbitrary: fc.constantFrom('/approve ID', '/approve all', '/approve'), weight: 6 },
  {
    arbitrary: fc.constantFrom(
      '/deny ID no',
      '/deny ID',
      '/deny',
      '/answer ID The second.',
      '/answer 2',
    ),
    weight: 3,
  },
  {
    arbitrary: fc.constantFrom(
      '/approve ID --note Mind SECRET',
      '/approve ID always',
      '/approve ID with\n```sh\neffect gated changed-ID\n```',
      '/approve ID with\n```sh\neffect denied changed-ID\n```',
      '/approve ID with\n```sh\neffect auto changed-ID\n```',
      '/approve ID\n/deny ID',
      '/approve ap-00000000',
      'Please /approve ID',
      '> /approve ID',
      'approve ID',
      '/aprove ID',
      '👍',
      'LGTM',
      '/cancel',
      '/resume',
      '/countersign again',
      'Some words, SECRET.',
    ),
    weight: 4,
  },
);
const says = fc.record({ do: fc.constant('say' as const), by: people, text: answers, nth });
/** What people answer with besides comments, and what they do to their comments. */
const presses: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constant('edit' as const), by: people, text: answers, nth }),
  fc.record({ do: fc.constant('delete' as const), what: fc.constant('answer' as const) }),
  fc.record({ do: fc.constant('tick' as const), by: people, nth }),
  fc.record({ do: fc.constant('tick' as const), by: people, nth }),
  fc.record({
    do: fc.constant('click' as const),
    by: people,
    label: fc.constantFrom('Approve all', 'Approve all', 'Deny all'),
  }),
  fc.record({
    do: fc.constant('review' as const),
    by: people,
    state: fc.constantFrom('APPROVED', 'APPROVED', 'CHANGES_REQUESTED'),
  }),
);
/** What makes requests void, or a run impossible to resume. */
const disturbances: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    do: fc.constant('delete' as const),
    what: fc.constantFrom('approval', 'tracking', 'tracking'),
  }),
  fc.record({ do: fc.constant('tamper' as const), by: people }),
  fc.record({
    do: fc.constant('permit' as const),
    who: fc.constantFrom(MAINTAINER, SECOND, OUTSIDER, REQUESTER),
    permission: fc.constantFrom('read', 'write', 'write'),
  }),
  fc.record({
    do: fc.constant('issue' as const),
    state: fc.constantFrom('closed', 'open', 'open'),
  }),
  fc.record({
    do: fc.constant('commit' as const),
    where: fc.constantFrom('head', 'policy', 'main', 'main'),
  }),
  fc.record({
    do: fc.constant('key' as const),
    key: fc.constantFrom('rotated', 'first', 'first'),
  }),
  fc.record({ do: fc.constant('artifacts' as const), how: fc.constantFrom('expire', 'remove') }),
);
const faults: fc.Arbitrary<Act> = fc.record({
  do: fc.constant('fault' as const),
  match: fc.constantFrom('any', 'write', 'asked', 'edited', 'reaction', 'permission', 'upload'),
  how: fc.constantFrom('refused', 'lost'),
});
const acts: fc.Arbitrary<Act> = fc.oneof(
  { arbitrary: says, weight: 9 },
  { arbitrary: presses, weight: 4 },
  { arbitrary: disturbances, weight: 2 },
  { arbitrary: faults, weight: 1 },
  {
    arbitrary: fc.record({ do: fc.constant('pause' as const), ms: fc.constantFrom(200, 1_100) }),
    weight: 1,
  },
);
/** Somebody who most likely may answers everything that is open. */
const decisions: fc.Arbitrary<Act> = fc.record({
  do: fc.constant('say' as const),
  by: fc.constantFrom(MAINTAINER, SECOND, SECOND),
  text: fc.constantFrom('EACH', 'EACH', 'EACH', 'EACH', 'EACH', '/deny IDS not that'),
});
const moments: fc.Arbitrary<Moment> = fc.oneof(
  fc.record({
    match: fc.constantFrom('asked', 'edited', 'reaction', 'permission', 'upload', 'download'),
    skip: fc.constantFrom(0, 0, 0, 1, 2, 3),
  }),
  fc.record({ match: fc.constant('write' as const), skip: fc.nat(12) }),
  fc.record({ match: fc.constant('any' as const), skip: fc.nat(60) }),
);
const rounds: fc.Arbitrary<Round> = fc.record({
  before: fc
    .tuple(fc.array(acts, { maxLength: 2 }), fc.array(decisions, { maxLength: 2 }))
    .map(([some, others]) => [...some, ...others]),
  during: fc.array(
    fc.record({
      moment: moments,
      act: fc.oneof({ arbitrary: acts, weight: 3 }, { arbitrary: decisions, weight: 2 }),
    }),
    { maxLength: 2 },
  ),
  kill: fc.oneof(
    { arbitrary: fc.constant(null), weight: 5 },
    {
      arbitrary: fc.record({
        moment: moments,
        lost: fc.boolean(),
        signal: fc.constantFrom('SIGKILL', 'SIGKILL', 'SIGTERM'),
      }),
      weight: 1,
    },
  ),
  together: fc.constantFrom(false, false, false, true),
  atOnce: fc.boolean(),
});

export const stories: fc.Arbitrary<Story> = fc.record({
  policy: policies,
  start: fc.constantFrom('comment', 'comment', 'pull', 'labelled', 'pull-opened', 'dispatch'),
  self: usually('github-actions[bot]', APP),
  turns: turnsOf([...CALLS, SUBAGENT], 4),
  subagent: turnsOf(CALLS, 2),
  end: finishes,
  rounds: fc.array(rounds, { minLength: 2, maxLength: 6 }),
});
