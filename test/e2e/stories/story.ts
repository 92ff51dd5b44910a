/** Stories of runs on the local GitHub: what a policy says, what a model calls, and what people do meanwhile, as data. */
import * as fc from '../../properties.ts';
import { BUBBLEWRAP_WORKS } from '../../bubblewrap.ts';
import { APP } from '../button-click.ts';
import { type Round, rounds } from './acts.ts';
import { type ApiModel, apiModels, LONG_CALLS } from './model.ts';
import { MODULE_CALLS } from './modules.ts';
import { policies, usually } from './policies.ts';
import { SANDBOX_CALLS } from './sandbox.ts';
import { SERVER_CALLS } from './servers.ts';

/** What the runs of a story have besides the built-in tools, outside of a sandbox. */
export interface Parts {
  /** MCP servers. */
  readonly servers: boolean;
  /** Tools and hooks of the repository. */
  readonly modules: boolean;
  /** Whether commands run in a sandbox. */
  readonly sandbox: boolean;
  /** Whether the policy lists a host that commands in the sandbox can reach. */
  readonly network: boolean;
  /** Whether servers may leave a request without an answer. Then no run has more than some seconds. */
  readonly hangs: boolean;
  /** `null`: the scripted model. */
  readonly api: ApiModel | null;
}

export interface Story {
  readonly parts: Parts;
  readonly policy: string;
  /** `dispatch`: about no issue, but asks on one, or on a pull request. `twice`: two people ask at once. `two-jobs`, also on a pull request: another job applies the changes. */
  readonly start: (typeof STARTS)[number];
  readonly self: string;
  readonly turns: readonly Turn[];
  /** The turns of each subagent. */
  readonly subagent: readonly Turn[];
  /** What the model says when it has nothing else to do. */
  readonly end: object;
  readonly rounds: readonly Round[];
}

const STARTS = [
  'comment',
  'comment',
  'pull',
  'labelled',
  'pull-opened',
  'dispatch',
  'pull-dispatch',
  'twice',
  'pull-twice',
  'two-jobs',
  'pull-two-jobs',
] as const;

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
  ['fs_write', { path: 'src/never-TAG', content: 'text\n' }],
  ['fs_edit', { path: 'src/a.txt', old_string: 'one', new_string: 'TAG' }],
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
/** What the first of two jobs may do without asking: only then is there something to apply. */
const UNASKED: readonly Call[] = [
  ['fs_write', { path: 'src/TAG.txt', content: 'text\n' }],
  ['fs_write', { path: 'src/TAG.sh', content: 'effect denied TAG\n' }],
  ['fs_read', { path: 'src/a.txt' }],
  ['bash_run', { command: 'effect auto TAG' }],
];
const SUBAGENT: Call = ['task_run', { task: 'Sub TAG.' }];

/** The calls that a model may make. */
function callsOf({ servers, modules, sandbox, api }: Parts): readonly Call[] {
  return [
    ...CALLS,
    ...(servers ? [...SERVER_CALLS, ...SERVER_CALLS] : []),
    ...(modules ? MODULE_CALLS : []),
    ...(sandbox ? [...SANDBOX_CALLS, ...SANDBOX_CALLS] : []),
    ...(api === null || api.window === null
      ? []
      : Array.from({ length: 6 }, () => LONG_CALLS).flat()),
  ];
}

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

const seldom = fc.constantFrom(false, false, false, true);
const parts: fc.Arbitrary<Parts> = fc
  .record({
    servers: seldom,
    modules: seldom,
    sandbox: BUBBLEWRAP_WORKS ? seldom : fc.constant(false),
    network: fc.boolean(),
    hangs: seldom,
    api: fc.oneof({ arbitrary: fc.constant(null), weight: 3 }, { arbitrary: apiModels, weight: 1 }),
  })
  // The program of the servers cannot be read in a sandbox.
  .map((one) => ({
    ...one,
    servers: one.servers && !one.sandbox,
    network: one.network && one.sandbox,
  }));

const starts = fc.constantFrom(...STARTS);

/** Whether another job applies what the agent changed. */
export function isTwoJobs({ start }: Pick<Story, 'start'>): boolean {
  return start.endsWith('two-jobs');
}

export const stories: fc.Arbitrary<Story> = fc.tuple(parts, starts).chain(([chosen, start]) =>
  fc.record({
    parts: fc.constant(chosen),
    policy: policies(chosen),
    start: fc.constant(start),
    self: usually('github-actions[bot]', APP),
    turns: turnsOf(isTwoJobs({ start }) ? UNASKED : [...callsOf(chosen), SUBAGENT], 4),
    subagent: turnsOf(callsOf(chosen), 2),
    end: finishes,
    rounds: fc.array(rounds, { minLength: 2, maxLength: 6 }),
  }),
);
