/** What the job of an answer finds: the waiting job, a suspended run, or a job that ended without one. */
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  afterClaim,
  claimSuspendedRun,
  endOfRun,
  suspendedRunPointers,
} from '../../../src/action/resume/claim-suspended-run.ts';
import { approvalId } from '../../../src/approvals/binding.ts';
import { openTrail, TRAIL_FILE, type TrailEvent } from '../../../src/audit/index.ts';
import { encryptCheckpoint } from '../../../src/checkpoint/index.ts';
import {
  CountersignError,
  createRedactor,
  sha256,
  systemClock,
} from '../../../src/common/index.ts';
import { saveCheckpoint } from '../../../src/session/index.ts';
import { jumpingClock, QUIET } from '../../approvals/context.ts';
import { BOB, BOT, MemoryGitHub } from '../../approvals/memory-github.ts';
import {
  asked,
  reply,
  runStart,
  state as callState,
  turnStart,
  verdict,
  runEnd,
} from '../../audit/events.ts';
import { SECRET, stateOf } from '../../checkpoint/states.ts';

const RUN = 'run-0123456789abcdef';
const CLICK = {
  decision: 'approve',
  code: 'abcdefgh1234',
  check: { id: 31, url: '', app: { id: 5, slug: 'signer' }, headSha: 'a'.repeat(40) },
  issue: 7,
  by: BOB,
  at: '2026-01-01T00:00:05Z',
} as const;

type Options = Parameters<typeof suspendedRunPointers>[0];
type AfterClaimContext = Parameters<typeof afterClaim>[1]['context'];

const TRIGGER = { event: 'issue_comment', number: 7, url: null };
const ID = 'ap-00000000';
const MARKER = {
  v: 1 as const,
  run: RUN,
  ids: [ID],
  state: 'suspended' as const,
  workflowRun: 5,
  attempt: 1,
  check: 31,
};

interface MarkedOver {
  readonly attempt?: number;
  readonly run?: string;
}

/** The body of an approval comment of workflow run 5. */
function marked(state: string, over: MarkedOver = {}): string {
  const marker = { ...MARKER, state, ...over };
  return `<!-- countersign:approval-request ${JSON.stringify(marker)} -->`;
}

/** The context of a step that this answer on issue 7 started. */
function contextOf(github: MemoryGitHub, answerId: number) {
  return {
    github: github as unknown as Options['github'],
    environment: NOWHERE,
    trigger: { number: 7 } as Options['trigger'],
    answer: { kind: 'comment', id: answerId, mayResume: false } as const,
    self: () => Promise.resolve(BOT),
    ...QUIET,
  };
}

/** An approval comment of workflow run 5, and what the job of an answer asks GitHub about it. */
function scene(over: Partial<Options> = {}, mayCount?: () => Promise<boolean>) {
  const github = new MemoryGitHub();
  const updated: number[] = [];
  const state = { completed: false, attempt: 1 };
  const acts = { onRead: (): void => undefined };
  const client = Object.assign(github, {
    workflowRun: (id: number) => {
      acts.onRead();
      return Promise.resolve({
        id,
        repository: 'octo/demo',
        headRepository: 'octo/demo',
        workflow: '.github/workflows/agent.yml',
        event: 'issue_comment',
        ...state,
      });
    },
    updateCheckRun: (id: number) => {
      updated.push(id);
      return Promise.reject(new CountersignError('github-refused', 'not here'));
    },
  });
  const card = github.say(BOT, marked('waiting'));
  const answer = github.say(BOB, '/approve ap-00000000');
  const clock = jumpingClock(github);
  return {
    github,
    cardId: card.id,
    clock,
    updated,
    state,
    acts,
    answer,
    client,
    become: (at: string, marker: MarkedOver = {}) =>
      github.change(card.id, { body: marked(at, marker) }),
    find: () => suspendedRunPointers({ ...contextOf(client, answer.id), clock, ...over }, mayCount),
  };
}

describe('the job of an answer', () => {
  test('leaves a comment to the job that waits, once it has watched it for longer than that takes to read it', async () => {
    for (const reaction of ['+1', 'confused']) {
      const { find, clock, updated, github, answer } = scene();
      github.reactions.set(answer.id, new Set([reaction]));
      expect(await find()).toMatchObject({ kind: 'nothing', over: false });
      expect(clock.monotonicMs()).toBeGreaterThanOrEqual(25_000);
      expect(clock.monotonicMs()).toBeLessThan(40_000);
      expect(updated).toEqual([]);
    }
  });

  test('watches longer if the waiting job does not read the answer: GitHub may not answer that job, which then suspends the run', async () => {
    const unread = scene();
    unread.acts.onRead = () => {
      unread.state.completed = unread.clock.monotonicMs() > 120_000;
    };
    expect(await unread.find()).toMatchObject({ kind: 'gone' });
    const clicked = scene({ answer: { kind: 'click', click: CLICK } });
    clicked.acts.onRead = () => {
      if (clicked.clock.monotonicMs() > 60_000) clicked.become('suspended');
    };
    expect(await clicked.find()).toMatchObject({ kind: 'suspended' });
    const id = 'ap-00000000';
    const ticking = (mark: string) => {
      const tick = { id, by: BOB, at: '2026-01-01T00:00:00Z', comment: 100, url: '' };
      const ticked = scene({ answer: { kind: 'tick', tick } });
      const { body } = ticked.github.approvalComment();
      ticked.github.change(ticked.cardId, { body: `${body}\n\n- [${mark}] approve ${id}` });
      ticked.acts.onRead = () => {
        if (ticked.clock.monotonicMs() > 60_000) ticked.become('suspended');
      };
      return ticked;
    };
    expect(await ticking('x').find()).toMatchObject({ kind: 'suspended' });
    expect(await ticking(' ').find()).toMatchObject({ kind: 'nothing' });
    const never = scene();
    expect(await never.find()).toMatchObject({ kind: 'nothing', over: false });
    expect(never.clock.monotonicMs()).toBeLessThan(200_000);
    const ignored = scene({ answer: { kind: 'click', click: CLICK } });
    const because = expect.stringContaining('has not suspended the run for the click');
    expect(await ignored.find()).toMatchObject({ kind: 'nothing', because });
  });

  test('watches no longer for an outsider', async () => {
    const { find, clock, github, answer } = scene();
    github.change(answer.id, { byOutsider: true });
    expect(await find()).toMatchObject({ kind: 'nothing' });
    expect(clock.monotonicMs()).toBeLessThan(40_000);
  });

  test('resumes a run that is suspended while it watches', async () => {
    const { find, github, become } = scene();
    github.onPoll = (poll) => void (poll === 3 && become('suspended'));
    expect(await find()).toMatchObject({ kind: 'suspended', marker: { run: RUN } });
  });

  test('reads the comment once more if the job that waited has ended: it may have changed it at its end', async () => {
    const late = scene();
    late.state.completed = true;
    late.acts.onRead = () => late.become('suspended');
    expect(await late.find()).toMatchObject({ kind: 'suspended' });
    const lost = scene();
    lost.state.completed = true;
    expect(await lost.find()).toMatchObject({ kind: 'gone', comment: { author: BOT } });
  });

  test('reports the run as lost if the job that waited has ended and its workflow run was started again', async () => {
    const rerun = scene();
    rerun.state.attempt = 2;
    expect(await rerun.find()).toMatchObject({ kind: 'gone' });
    const own = scene();
    own.become('waiting', { attempt: 2 });
    own.state.attempt = 2;
    expect(await own.find()).toMatchObject({ kind: 'nothing', over: false });
  });

  test('takes no run for lost whose workflow run it cannot read', async () => {
    const { find, acts } = scene();
    acts.onRead = () => {
      throw new CountersignError('github-permission', 'No actions: read.');
    };
    expect(await find()).toMatchObject({ kind: 'nothing', over: false });
  });

  test('asks the waiting job once to suspend the run for a click, which only this job has', async () => {
    const clicked = scene({ answer: { kind: 'click', click: CLICK } });
    clicked.github.onPoll = (poll) => void (poll === 5 && clicked.become('suspended'));
    expect(await clicked.find()).toMatchObject({ kind: 'suspended' });
    expect(clicked.updated).toEqual([CLICK.check.id]);
  });

  test('does not watch for somebody whose answer cannot count, nor for a comment that is gone', async () => {
    const outsider = scene({}, () => Promise.resolve(false));
    expect(await outsider.find()).toMatchObject({ kind: 'nothing', over: false });
    expect(outsider.clock.monotonicMs()).toBe(0);
    const gone = scene();
    gone.github.remove(gone.answer.id);
    expect(await gone.find()).toMatchObject({ kind: 'nothing', because: 'the comment is gone' });
  });

  test('finds nothing if nobody knows whose its token is', async () => {
    expect(await scene({ self: () => Promise.resolve(null) }).find()).toMatchObject({
      kind: 'nothing',
      over: false,
    });
  });
});

/** What became of the run, and whether that was known only at the end of the watch. */
async function watched(change: (where: ReturnType<typeof scene>) => void) {
  const where = scene();
  where.become('suspended');
  change(where);
  const context = { github: where.client, clock: where.clock, ...QUIET };
  const end = await afterClaim(where.cardId, {
    claimed: MARKER,
    context: context as unknown as AfterClaimContext,
  });
  const what = typeof end === 'string' ? end : `suspended by attempt ${end.marker.attempt}`;
  return [what, where.clock.monotonicMs() >= 120_000];
}

function hideComments({ client }: ReturnType<typeof scene>): void {
  client.comment = () => Promise.reject(new CountersignError('github-refused', 'Down.'));
}

describe('a run that another job claimed', () => {
  test('is continued if that job closes the approval comment, and not if the comment stays open', async () => {
    expect(await watched(({ become }) => become('closed'))).toEqual(['continued', false]);
    expect(await watched(() => undefined)).toEqual(['abandoned', true]);
  });

  test('counts as continued if its comment is gone or cannot be read', async () => {
    const removed = await watched(({ github, cardId }) => github.remove(cardId));
    expect(removed).toEqual(['continued', false]);
    expect(await watched(hideComments)).toEqual(['continued', false]);
  });

  test('is suspended again if the comment names another job of the same run', async () => {
    const again = await watched(({ become }) => become('suspended', { attempt: 2 }));
    expect(again).toEqual(['suspended by attempt 2', false]);
    const other = { attempt: 2, run: 'run-fedcba9876543210' };
    expect(await watched(({ become }) => become('suspended', other))).toEqual(['abandoned', true]);
    const waiting = await watched(({ become }) => become('waiting', { attempt: 2 }));
    expect(waiting).toEqual(['abandoned', true]);
  });
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'claim-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The uploaded trail of a suspended run, with its checkpoint. */
async function uploaded(change: { readonly request: string }, isTwice = false): Promise<string> {
  const folder = join(temporaryFolder(), 'trail');
  const redactor = createRedactor();
  const trail = await openTrail({ folder, run: RUN, clock: systemClock, redactor });
  await trail.append(runStart());
  if (isTwice) {
    await saveCheckpoint(trail, stateOf({ request: 'earlier' }), SECRET);
    await trail.append({ type: 'run.suspended', approvals: [] });
    await trail.append(runStart({ start: 'resumed', trigger: { ...TRIGGER, actor: BOB } }));
  }
  await saveCheckpoint(trail, stateOf(change), SECRET);
  await trail.close();
  return folder;
}

const NOWHERE = {
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
  jobUrl: '',
} as const;

/** Claims the suspended run of attempt 1 from a copy of the trail that `tamper` changed. */
async function claimed(
  options: {
    readonly tamper?: (folder: string) => void;
    readonly secret?: string;
    /** The run was suspended before. */
    readonly isTwice?: true;
    /** What happens while the artifact is downloaded for the first time. */
    readonly meanwhile?: (where: ReturnType<typeof scene>) => void;
  } = {},
) {
  const where = scene();
  where.become('suspended');
  where.state.completed = true;
  const first = await uploaded({ request: 'first' }, options.isTwice);
  const second = await uploaded({ request: 'second' });
  const names: string[] = [];
  const run = await claimSuspendedRun(
    {
      ...contextOf(where.client, where.answer.id),
      clock: where.clock,
      artifacts: {
        upload: () => Promise.reject(new Error('not here')),
        download: ({ name, folder }) => {
          names.push(name);
          cpSync(names.length === 1 ? first : second, folder, { recursive: true });
          options.tamper?.(folder);
          if (names.length === 1) options.meanwhile?.(where);
          return Promise.resolve(true);
        },
      },
      environment: { ...NOWHERE, tempFolder: temporaryFolder() },
    },
    { marker: MARKER, secret: options.secret ?? SECRET },
  );
  if (typeof run === 'string') throw new Error(run);
  const after = run.after.map(({ type }) => type);
  return { request: run.state.request, names, after, starter: run.trigger.actor };
}

test('a run that was suspended twice is opened from its last checkpoint, and is by whoever started it first', async () => {
  expect(await claimed({ isTwice: true })).toMatchObject({
    request: 'first',
    after: ['checkpoint.saved'],
    starter: { login: 'mona', id: 1 },
  });
});

function checkpointIn(folder: string): string {
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.bin')) ?? 'none');
}

describe('the checkpoint of a suspended run', () => {
  test('is opened if the verified trail that came with it names exactly its bytes', async () => {
    expect(await claimed()).toMatchObject({ request: 'first' });
  });

  test.each<[name: string, tamper: (folder: string) => void, because: string]>([
    [
      'another one of the same run and secret',
      (folder) =>
        writeFileSync(
          checkpointIn(folder),
          encryptCheckpoint(stateOf({ request: 'evil' }), { secret: SECRET }),
        ),
      'its trail is broken at entry',
    ],
    ['missing', (folder) => rmSync(checkpointIn(folder)), 'its trail is broken at entry'],
    [
      'that of a trail with an entry that is not its own',
      (folder) => appendFileSync(join(folder, TRAIL_FILE), '{"type":"warning"}\n'),
      'its trail is broken at entry',
    ],
    [
      'that of a run without a trail',
      (folder) => rmSync(join(folder, TRAIL_FILE)),
      'its trail cannot be read',
    ],
  ])('is refused if it is %s', async (_name, tamper, because) => {
    await expect(claimed({ tamper })).rejects.toMatchObject({
      code: 'checkpoint-refused',
      message: expect.stringContaining(because) as string,
    });
  });

  test('is refused with another secret', async () => {
    await expect(claimed({ secret: 'another secret of the tests' })).rejects.toThrow('another key');
  });

  test('is the newer one if another job suspended the run again meanwhile', async () => {
    const { request, names } = await claimed({
      meanwhile: ({ become }) => become('suspended', { attempt: 2 }),
    });
    expect(request).toBe('second');
    expect(new Set(names).size).toBe(2);
    const over = await claimed({ meanwhile: ({ become }) => become('closed') });
    expect(over).toMatchObject({ request: 'first', names: [names[0]] });
  });
});

/** How the run of an approval comment ended by the trail that its job uploaded; none if `events` are absent. */
async function endBy(events?: readonly TrailEvent[], commentId = 5): Promise<unknown> {
  const where = scene();
  where.state.completed = true;
  const tempFolder = temporaryFolder();
  const end = await endOfRun(
    {
      ...contextOf(where.client, where.answer.id),
      clock: where.clock,
      artifacts: {
        upload: () => Promise.reject(new Error('not here')),
        download: async (wanted) => {
          if (events === undefined) return false;
          const redactor = createRedactor();
          const options = { folder: wanted.folder, run: RUN, clock: systemClock, redactor };
          const trail = await openTrail(options);
          for (const event of events) {
            if (event.type === 'run.suspended') await saveCheckpoint(trail, stateOf(), SECRET);
            await trail.append(event);
          }
          await trail.close();
          return true;
        },
      },
      environment: { ...NOWHERE, tempFolder },
    },
    { marker: MARKER, comment: { ...where.answer, id: commentId } },
  );
  const left = readdirSync(tempFolder, { recursive: true, encoding: 'utf8' });
  expect(left.filter((name) => name.includes(RUN))).toEqual([]);
  return end;
}

describe('a run whose job has ended, and whose comment says that it waits', () => {
  const digest = sha256('what is asked for');
  const id = approvalId(digest);
  const waiting = [
    runStart(),
    turnStart(1),
    reply(1),
    callState('c1', 'PENDING'),
    verdict('c1', 'requireApproval'),
    callState('c1', 'APPROVAL_REQUIRED'),
    asked('c1', { requests: [{ approval: id, call: 'c1', digest }] }),
  ];
  const suspended: TrailEvent = { type: 'run.suspended', approvals: [id] };

  test('is suspended only if its trail says so, about that comment; otherwise that one was decided', async () => {
    expect(await endBy([...waiting, suspended])).toBe('awaiting-approval');
    expect(await endBy([...waiting, suspended], 6)).toBe('decided');
  });

  test('has ended otherwise as its trail says, and nobody knows how without a trail', async () => {
    const end = runEnd('incomplete', { count: 3, calls: { total: 0 } });
    expect(await endBy([runStart(), turnStart(1), reply(1), end])).toBe('incomplete');
    expect(await endBy(waiting)).toBe(null);
    expect(await endBy()).toBe(null);
  });
});
