/** The checkpoint of a suspended run, as the job of an answer claims it. */
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { claimSuspendedRun, endOfRun } from '../../../src/action/resume/claim-suspended-run.ts';
import { approvalId } from '../../../src/approvals/binding.ts';
import { openTrail, TRAIL_FILE, type TrailEvent } from '../../../src/audit/index.ts';
import { encryptCheckpoint } from '../../../src/checkpoint/index.ts';
import { createRedactor, sha256, systemClock } from '../../../src/common/index.ts';
import { saveCheckpoint } from '../../../src/session/index.ts';
import { BOB } from '../../approvals/memory-github.ts';
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
import { contextOf, MARKER, RUN, scene, NOWHERE } from './answered-run.ts';

const TRIGGER = { event: 'issue_comment', number: 7, url: null };

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
