/** An approval comment, an answer to it, and what the job of the answer asks GitHub. */
import { findSuspendedRun } from '../../../src/action/resume/find-suspended-run.ts';
import { CountersignError } from '../../../src/common/index.ts';
import { jumpingClock, QUIET } from '../../approvals/context.ts';
import { BOB, BOT, MemoryGitHub } from '../../approvals/memory-github.ts';

export const RUN = 'run-0123456789abcdef';
export const CLICK = {
  decision: 'approve',
  code: 'abcdefgh1234',
  check: { id: 31, url: '', app: { id: 5, slug: 'signer' }, headSha: 'a'.repeat(40) },
  issue: 7,
  by: BOB,
  at: '2026-01-01T00:00:05Z',
} as const;

type Options = Parameters<typeof findSuspendedRun>[0];

const ID = 'ap-00000000';
export const MARKER = {
  v: 1 as const,
  run: RUN,
  ids: [ID],
  state: 'suspended' as const,
  workflowRun: 5,
  attempt: 1,
  check: 31,
};

export const NOWHERE = {
  eventName: 'issue_comment',
  eventPath: '',
  owner: 'Octo',
  repo: 'demo',
  isElsewhere: false,
  apiUrl: '',
  serverUrl: '',
  workspace: '',
  tempFolder: '',
  runId: '6',
  attempt: '1',
  job: 'agent',
  sha: null,
  workflow: null,
  retentionDays: null,
  jobUrl: '',
} as const;

interface MarkedOver {
  readonly attempt?: number;
  readonly run?: string;
  readonly reviews?: boolean;
}

/** The body of an approval comment of workflow run 5. */
function marked(state: string, over: MarkedOver = {}): string {
  const marker = { ...MARKER, state, ...over };
  return `<!-- countersign:approval-request ${JSON.stringify(marker)} -->`;
}

/** The context of a step that this answer on issue 7 started. */
export function contextOf(github: MemoryGitHub, answerId: number) {
  return {
    github: github as unknown as Options['github'],
    environment: NOWHERE as unknown as Options['environment'],
    trigger: { number: 7 } as Options['trigger'],
    answer: { kind: 'comment', id: answerId, mayResume: false } as const,
    self: () => Promise.resolve(BOT),
    ...QUIET,
  };
}

/** An approval comment of workflow run 5, and what the job of an answer asks GitHub about it. */
export function openSetup(over: Partial<Options> = {}, mayCount?: () => Promise<boolean>) {
  const github = new MemoryGitHub();
  const updated: number[] = [];
  const state = { completed: false, attempt: 1 };
  const acts = { onRead: (): void => undefined };
  const client = Object.assign(github, {
    ciRun: (id: number) => {
      acts.onRead();
      return Promise.resolve({
        id,
        repository: 'octo/demo',
        headRepository: 'octo/demo',
        workflow: '.github/workflows/agent.yml',
        event: 'issue_comment',
        status: state.completed ? 'completed' : 'in_progress',
        attempt: state.attempt,
      });
    },
    updateCheckRun: (id: number) => {
      updated.push(id);
      return Promise.reject(new CountersignError('github-refused', 'not here'));
    },
  });
  const comment = github.say(BOT, marked('waiting'));
  const answer = github.say(BOB, '/approve ap-00000000');
  const clock = jumpingClock(github);
  return {
    github,
    commentId: comment.id,
    clock,
    updated,
    state,
    acts,
    answer,
    client,
    become: (time: string, marker: MarkedOver = {}) =>
      github.change(comment.id, { body: marked(time, marker) }),
    find: () => findSuspendedRun({ ...contextOf(client, answer.id), clock, ...over }, mayCount),
  };
}
