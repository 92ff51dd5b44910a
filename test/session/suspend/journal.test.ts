import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createConversation } from '../../../src/agent/index.ts';
import {
  type CheckpointState,
  JOURNAL_FILE,
  openJournal as readJournal,
  readJournalNotes,
} from '../../../src/checkpoint/index.ts';
import { createRedactor, systemClock } from '../../../src/common/index.ts';
import { createModel } from '../../../src/model/index.ts';
import { loadPolicy } from '../../../src/policy/index.ts';
import { createTally } from '../../../src/reporting/summary/call-counts.ts';
import { noApprover } from '../../../src/session/approvers.ts';
import { openJournal } from '../../../src/session/suspend/journal.ts';
import { createBus } from '../../../src/tool-calls/index.ts';
import { stateOf } from '../../checkpoint/states.ts';

const SECRET = 'a secret of many characters';
const folders: string[] = [];
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

const STATE = {
  conversation: createConversation(),
  refused: [],
  instructedFolders: new Set<string>(),
  model: null,
  lastReply: 0,
  lastText: '',
  idleReplies: 0,
  note: null,
};

/** The journal of a run, which fails to write while `fails` says so, and the warnings of the run. */
async function journalThat(
  fails: () => boolean,
  resume: CheckpointState | null = null,
  over: { readonly repository?: null; readonly headSha?: null } = {},
) {
  const trailFolder = realpathSync(mkdtempSync(join(tmpdir(), 'journal-')));
  folders.push(trailFolder);
  const loaded = loadPolicy('version: 1\n', { file: 'policy.yml' });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const tally = createTally();
  const bus = createBus(() => undefined);
  bus.on(tally.listen);
  const progress = () => {
    if (fails()) throw new Error('no space left on device');
    return {
      reads: {},
      planApproved: false,
      memory: {},
      untrusted: [],
      used: { turns: 0, calls: 0, tokens: 0, usd: 0, minutes: 0, byTool: {} },
      limits: {},
      turns: 0,
      calls: 0,
      model: 'scripted',
    };
  };
  const journal = openJournal(
    {
      run: 'run-0123456789abcdef',
      root: trailFolder,
      repository: 'octo-org/octo-repo',
      headSha: 'a'.repeat(40),
      trigger: { event: 'cli', actor: null, number: null, url: null },
      workflow: null,
      github: null,
      requester: null,
      requesterId: null,
      request: 'Do it.',
      context: [],
      untrustedFiles: null,
      instructions: [],
      systemPrompt: null,
      outputSchema: null,
      dependentCalls: false,
      policy: loaded.policy,
      requires: [],
      policySource: { source: 'policy.yml', ref: null },
      budget: {},
      usdLimitBy: null,
      sandboxRequired: false,
      protect: [],
      askWhom: 'nobody',
      trailFolder,
      resume,
      ...over,
    },
    {
      clock: systemClock,
      redactor: createRedactor(),
      bus,
      tally,
      model: await createModel({
        provider: 'openai-compatible',
        baseUrl: 'http://127.0.0.1:2/v1',
        model: 'scripted',
        cwd: trailFolder,
        clock: systemClock,
      }),
      signal: new AbortController().signal,
      environment: {},
      approvals: ({ trail }) => noApprover(trail, 'Nobody is here.'),
      extraTools: () => [],
      trustedFiles: null,
      suspension: { secret: SECRET, workflow: 'agent.yml' },
    },
    { marker: 'marker', progress },
  );
  if (journal === null) throw new Error('The run has no journal.');
  const file = join(trailFolder, JOURNAL_FILE);
  return { journal, trailFolder, file, warnings: tally.warnings };
}

function says(text: string, role: 'user' | 'assistant' = 'user') {
  return { role, content: [{ type: 'text' as const, text }] };
}

function textsIn(file: string): readonly string[] {
  const run = { secret: SECRET, repository: 'octo-org/octo-repo', run: 'run-0123456789abcdef' };
  return readJournal(readFileSync(file), run);
}

test('a journal that could not be written is closed once: the end of the run closes no other file', async () => {
  let isFull = false;
  const { journal, trailFolder, warnings } = await journalThat(() => isFull);
  journal.note(STATE);
  isFull = true;
  journal.note(STATE);
  expect(warnings.join()).toContain('cannot be resumed if it crashes: no space left on device');
  // It gets the lowest free number: that of the journal.
  const other = openSync(join(trailFolder, 'other'), 'w');
  journal.remove();
  expect(writeSync(other, 'still open')).toBeGreaterThan(0);
  closeSync(other);
});

test('a journal that could not be written is no longer there, and nothing more is noted: a run would resume at an earlier state', async () => {
  let isFull = false;
  const { journal, file, warnings } = await journalThat(() => isFull);
  journal.note(STATE);
  expect(existsSync(file)).toBe(true);
  isFull = true;
  journal.note(STATE);
  expect(existsSync(file)).toBe(false);
  isFull = false;
  journal.note(STATE);
  expect(existsSync(file)).toBe(false);
  expect(warnings).toHaveLength(1);
});

test('the notes of a journal give the run as it was at the last one, and each has only what changed', async () => {
  const { journal, file } = await journalThat(() => false);
  const [call] = stateOf().settled;
  if (call === undefined) throw new Error('The state has a finished call.');
  const conversation = createConversation();
  const state = { ...STATE, conversation };
  conversation.push(says('Mend it.'));
  journal.note(state);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const replied = { ...state, lastReply: 1, lastText: 'I look.' };
  conversation.push(says('I look.', 'assistant'));
  journal.note(replied);
  journal.finished({ ...call, contentSha256: 'a'.repeat(64), touched: ['a.ts'] });
  const before = readJournalNotes(textsIn(file), 1);
  expect(before.messages).toEqual([says('Mend it.'), says('I look.', 'assistant')]);
  expect(before.settled).toEqual([call]);
  expect(before.standing.lastText).toBe('I look.');
  journal.note(replied);
  expect(JSON.parse(textsIn(file).at(-1) ?? '')).toEqual({
    keep: 2,
    messages: [],
    settled: [],
    reply: 1,
    standing: {},
  });
  conversation.replace([says('Short.'), ...conversation.messages.slice(1)]);
  journal.note(replied);
  const after = readJournalNotes(textsIn(file), 1);
  expect(after.messages).toEqual([says('Short.'), says('I look.', 'assistant')]);
  journal.remove();
  expect(existsSync(file)).toBe(false);
});

test.each([
  ['the run has no repository', { repository: null }],
  ['the run has no commit', { headSha: null }],
])('there is no journal if %s: no job could resume it', async (_name, over) => {
  await expect(journalThat(() => false, null, over)).rejects.toThrow('The run has no journal.');
});

test('the journal of a resumed run has the calls that finished before the run was suspended', async () => {
  const { settled } = stateOf();
  const { journal, file } = await journalThat(() => false, stateOf());
  journal.note(STATE);
  expect(readJournalNotes(textsIn(file), 0).settled).toEqual(settled);
  journal.remove();
});
