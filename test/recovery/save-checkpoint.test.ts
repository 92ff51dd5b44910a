/** The checkpoint that the post step makes of the journal of a crashed run. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTrail, type TrailEvent } from '../../src/audit/index.ts';
import { beginJournal, decryptCheckpoint, JOURNAL_FILE } from '../../src/checkpoint/index.ts';
import { createRedactor, sha256, systemClock } from '../../src/common/index.ts';
import { removeJournal, saveCrashedCheckpoint } from '../../src/recovery/save-checkpoint.ts';
import { surveyCrashedRun } from '../../src/recovery/survey-trail.ts';
import { reply, runStart, turnStart } from '../audit/events.ts';
import { SECRET, stateOf } from '../checkpoint/states.ts';
import { trailOf } from '../cli/trails.ts';

const RUN = 'run-0123456789abcdef';
const REPOSITORY = 'octo/demo';
const STATE = stateOf();
const { repository, workflow, headSha, policySha256, request, requester, instructions } = STATE;
const { marker, turns, calls, lastText, idleReplies, refused, reads, used, untrusted } = STATE;
const ASKED = { role: 'user', content: [{ type: 'text', text: 'Go.' }] };
const REPLY = { role: 'assistant', content: [{ type: 'text', text: 'I begin.' }] };
const CHANGES = { turns, calls, lastText, idleReplies, refused, reads, used, untrusted };
const NOTE = {
  roots: {
    run: RUN,
    repository,
    workflow,
    headSha,
    policySha256,
    request,
    requester,
    instructions,
    marker,
  },
  keep: 0,
  messages: [ASKED, REPLY],
  settled: [],
  reply: 1,
  standing: { ...CHANGES, planApproved: true, repeats: {}, raised: {} },
};
const BEGUN = [runStart(), turnStart(1), reply(1)];

/** What is saved of a run with this trail and this journal; `null`: it has none. */
async function savedOf(
  journal: { readonly secret?: string; readonly repository?: string } | null,
  events: readonly TrailEvent[] = BEGUN,
) {
  const { folder } = await trailOf(events);
  if (journal !== null) {
    const { header, seal } = beginJournal({
      secret: SECRET,
      repository: REPOSITORY,
      run: RUN,
      ...journal,
    });
    await writeFile(
      join(folder, JOURNAL_FILE),
      Buffer.concat([header, seal(JSON.stringify(NOTE))]),
    );
  }
  const [clock, redactor] = [systemClock, createRedactor()];
  const trail = await openTrail({ folder, run: RUN, clock, redactor });
  onTestFinished(() => trail.close());
  const before = trail.head();
  const saved = await saveCrashedCheckpoint(trail, await surveyCrashedRun(folder), {
    target: { secret: SECRET, repository: REPOSITORY },
    store: null,
    clock,
    redactor,
  });
  await trail.flush();
  const lines = (await readFile(join(folder, 'audit.jsonl'), 'utf8')).trim().split('\n');
  const added = lines.slice(before.count).map((line) => JSON.parse(line));
  return { folder, saved, added };
}

test('a checkpoint is beside the trail, which names it with its digest, and holds the conversation', async () => {
  const { folder, saved, added } = await savedOf({});
  expect(saved).toMatchObject({ kind: 'kept' });
  const last = added.at(-1);
  const bytes = await readFile(join(folder, last.name));
  expect(last).toMatchObject({ type: 'checkpoint.saved', sha256: sha256(bytes) });
  // It belongs to the trail as it was before the entry that names it.
  const trailHead = { hash: last.prev, count: last.seq };
  const state = decryptCheckpoint(bytes, {
    secret: SECRET,
    context: { run: RUN, repository: REPOSITORY, trailHead },
  });
  expect(state).toMatchObject({ run: RUN, lastReply: 1, gated: [], suspendedRequest: null });
  expect(state.messages.slice(0, 2)).toEqual([ASKED, REPLY]);
});

test('a run whose record of the checkout is missing is saved without its files, which people and the trail are told', async () => {
  const { saved, added } = await savedOf({});
  const notices = [expect.stringContaining('the record of the checkout at its start is missing')];
  expect(saved).toEqual({ kind: 'kept', notices });
  expect(added[0]).toMatchObject({ type: 'warning', code: 'changes-missing', message: notices[0] });
});

test('a run without a journal has no checkpoint, and nothing is said of that', async () => {
  const { saved, added } = await savedOf(null);
  expect(saved).toEqual({ kind: 'lost', because: null });
  expect(added).toEqual([]);
});

test.each([
  ['of another key', { secret: 'another secret that is long enough' }, BEGUN, 'another key'],
  ['of another repository', { repository: 'octo/other' }, BEGUN, 'another run'],
  [
    'that does not go as far as the trail',
    {},
    [...BEGUN, turnStart(2), reply(2)],
    'does not go as far as its trail',
  ],
])('a journal %s gives no checkpoint, with the reason', async (_name, journal, events, because) => {
  const { saved, added } = await savedOf(journal, events);
  expect(saved).toEqual({ kind: 'lost', because: expect.stringContaining(because) });
  expect(added).toEqual([]);
});

test('a journal is removed, and one that is gone does no harm', async () => {
  const { folder } = await savedOf({});
  expect(existsSync(join(folder, JOURNAL_FILE))).toBe(true);
  await removeJournal(folder);
  await removeJournal(folder);
  expect(existsSync(join(folder, JOURNAL_FILE))).toBe(false);
});
