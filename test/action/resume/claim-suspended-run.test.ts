/** The checkpoint of a suspended run, as the job of an answer claims it. */
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { claimSuspendedRun, endOfRun } from '../../../src/action/resume/claim-suspended-run.ts';
import { approvalId } from '../../../src/approvals/binding.ts';
import { BUDGET_CALL, openTrail, TRAIL_FILE, type TrailEvent } from '../../../src/audit/index.ts';
import { encryptCheckpoint } from '../../../src/checkpoint/index.ts';
import { createRedactor, sha256, systemClock } from '../../../src/common/index.ts';
import { saveCheckpoint } from '../../../src/session/index.ts';
import { BOB } from '../../approvals/memory-github.ts';
import {
  asked,
  consumed,
  decision,
  POLICY,
  reply,
  runStart,
  state as callState,
  turnStart,
  verdict,
  runEnd,
} from '../../audit/events.ts';
import { plausible } from '../../audit/plausible.ts';
import { SECRET, stateOf } from '../../checkpoint/states.ts';
import { contextOf, MARKER, RUN, openSetup, NOWHERE } from './answered-run.ts';

const TRIGGER = { event: 'issue_comment', number: 7, url: null };

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'claim-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The uploaded trail of a suspended run, with its checkpoint after the `events` of the run. */
async function uploaded(
  change: { readonly request: string },
  {
    isTwice = false,
    isSaved = true,
    events = [runStart()],
  }: Pick<Suspended, 'isTwice' | 'isSaved' | 'events'> = {},
): Promise<string> {
  const folder = join(temporaryFolder(), 'trail');
  const redactor = createRedactor();
  const clock = { ...systemClock, now: () => new Date('2026-01-02T03:04:05Z') };
  const trail = await openTrail({ folder, run: RUN, clock, redactor });
  for (const event of events) await trail.append(event);
  if (isTwice) {
    await saveCheckpoint(trail, stateOf({ request: 'earlier' }), SECRET);
    await trail.append({ type: 'run.suspended', approvals: [] });
    await trail.append(runStart({ start: 'resumed', trigger: { ...TRIGGER, actor: BOB } }));
  }
  if (isSaved) await saveCheckpoint(trail, stateOf(change), SECRET);
  await trail.close();
  return folder;
}

interface Suspended {
  readonly tamper?: (folder: string) => void;
  readonly secret?: string;
  /** The run was suspended before. */
  readonly isTwice?: boolean;
  /** Whether its trail has a checkpoint. Absent: it has. */
  readonly isSaved?: boolean;
  /** What the run did until then. Absent: it started. */
  readonly events?: readonly TrailEvent[];
  /** How often its job, which still runs, has not uploaded the artifact yet. Absent: the job has ended. */
  readonly isUploading?: number;
  /** What happens while the artifact is downloaded for the given time. */
  readonly meanwhile?: (where: ReturnType<typeof openSetup>, downloads: number) => void;
}

/** Claims the suspended run of attempt 1 from a copy of the trail that `tamper` changed. */
async function claimed(options: Suspended = {}) {
  const where = openSetup();
  where.become('suspended');
  where.state.completed = options.isUploading === undefined;
  let missing = options.isUploading ?? 0;
  const first = await uploaded({ request: 'first' }, options);
  const second = await uploaded({ request: 'second' });
  const names: string[] = [];
  const run = await claimSuspendedRun(
    {
      ...contextOf(where.client, where.answer.id),
      clock: where.clock,
      artifacts: {
        upload: () => Promise.reject(new Error('not here')),
        download: ({ name, folder }) => {
          missing -= 1;
          if (missing >= 0) return Promise.resolve(false);
          names.push(name);
          const isNew = { recursive: true, force: false, errorOnExist: true };
          cpSync(names.length === 1 ? first : second, folder, isNew);
          options.tamper?.(folder);
          options.meanwhile?.(where, names.length);
          return Promise.resolve(true);
        },
      },
      environment: { ...NOWHERE, tempFolder: temporaryFolder() },
    },
    { marker: MARKER, secret: options.secret ?? SECRET },
  );
  if (typeof run === 'string') throw new Error(run);
  const after = run.after.map(({ type }) => type);
  const { isAtLimit, pushed, policySource, trustedRef } = run;
  const facts = { isAtLimit, pushed, policySource, trustedRef };
  const waitedMs = where.clock.monotonicMs();
  return { request: run.state.request, names, after, starter: run.trigger.actor, facts, waitedMs };
}

test('a run that was suspended twice is opened from its last checkpoint, and is by whoever started it first', async () => {
  expect(await claimed({ isTwice: true })).toMatchObject({
    request: 'first',
    after: ['checkpoint.saved'],
    starter: { login: 'mona', id: 1 },
  });
});

describe('the trail of a suspended run', () => {
  const spent: TrailEvent = { type: 'budget', budget: 'turns', event: 'spent', used: 1, limit: 1 };
  const started = [runStart({ budget: { turns: 1 } }), turnStart(1), reply(1)];
  const isRaise = { 'gen_ai.tool.name': BUDGET_CALL, kind: 'readonly' } as const;
  const raise = [callState('c1', 'PENDING', isRaise), verdict('c1', 'requireApproval')];
  const atLimit = async (...events: readonly TrailEvent[]) =>
    (await claimed({ events: [...started, ...events] })).facts.isAtLimit;

  test('says that it stands at a limit if it only asked to raise that limit since', async () => {
    expect(await atLimit(spent)).toBe(true);
    expect(await atLimit(spent, ...raise, callState('c1', 'APPROVAL_REQUIRED'))).toBe(true);
  });

  test('says that it stands at none if none was reached, or if it did something else since', async () => {
    expect(await atLimit()).toBe(false);
    expect(await atLimit({ ...spent, event: 'near' })).toBe(false);
    expect(await atLimit(spent, ...raise, callState('c2', 'PENDING'))).toBe(false);
  });

  test('says that it stands at none once people raised the limit', async () => {
    const events = [
      ...started,
      spent,
      callState('c1', 'PENDING', {
        ...isRaise,
        'gen_ai.tool.call.arguments': { budget: 'turns', raiseTo: 2 },
      }),
      verdict('c1', 'requireApproval'),
      callState('c1', 'APPROVAL_REQUIRED'),
      asked('c1'),
      decision('c1'),
      consumed('c1'),
      callState('c1', 'APPROVED'),
      callState('c1', 'EXECUTING'),
      { ...spent, event: 'raised', limit: 2, call: 'c1' } as const,
      callState('c1', 'COMPLETED'),
    ];
    const claim = await claimed({ events: plausible(events).events });
    expect(claim.facts.isAtLimit).toBe(false);
  });

  test('names the commits that the run pushed, each with its branch, and nothing else that it wrote', async () => {
    const write = { type: 'github.write', call: null, url: null } as const;
    const { facts } = await claimed({
      events: [
        ...started,
        { ...write, what: 'commit', id: 'a'.repeat(40), branch: 'topic' },
        { ...write, what: 'comment', id: 9, branch: 'topic' },
        { ...write, what: 'commit', id: 'c'.repeat(40) },
        { ...write, what: 'commit', id: 'b'.repeat(40), branch: 'other' },
      ],
    });
    expect(facts.pushed).toEqual([
      { branch: 'topic', sha: 'a'.repeat(40) },
      { branch: 'other', sha: 'b'.repeat(40) },
    ]);
  });

  test('says where the policy was read, and from which branch when the run last started', async () => {
    const policy = { source: 'policies/agent.yml', sha256: POLICY, mode: 'ask' } as const;
    const claimOf = async (ref: string | null) =>
      (await claimed({ events: [runStart({ policy: { ...policy, ref } })] })).facts;
    const source = { policySource: policy.source };
    expect(await claimOf(`release/1@${'a'.repeat(40)}`)).toMatchObject({
      ...source,
      trustedRef: 'release/1',
    });
    expect(await claimOf(null)).toMatchObject({ ...source, trustedRef: null });
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

  test('is refused if its trail names none', async () => {
    await expect(claimed({ isSaved: false })).rejects.toMatchObject({
      code: 'checkpoint-refused',
      message: expect.stringContaining('its trail names no checkpoint') as string,
    });
  });

  test('is waited for while the job that suspended the run uploads it, for a minute', async () => {
    expect(await claimed({ isUploading: 3 })).toMatchObject({ request: 'first', waitedMs: 9_000 });
    expect(await claimed({ isUploading: 20 })).toMatchObject({ waitedMs: 60_000 });
    await expect(claimed({ isUploading: 21 })).rejects.toMatchObject({
      code: 'checkpoint-refused',
      message: expect.stringContaining('workflow run 5 has no artifact') as string,
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

  test('is claimed five times at most if jobs suspend the run again each time', async () => {
    const { names } = await claimed({
      meanwhile: ({ become }, downloads) => become('suspended', { attempt: downloads + 1 }),
    });
    expect(new Set(names).size).toBe(5);
    expect(names).toHaveLength(5);
  });
});

/** How the run of an approval comment ended by the trail that its job uploaded; none if `events` are absent. */
async function endBy(events?: readonly TrailEvent[], commentId = 5): Promise<unknown> {
  const where = openSetup();
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
