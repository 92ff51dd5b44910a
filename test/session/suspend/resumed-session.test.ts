import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { TRAIL_FILE } from '../../../src/audit/index.ts';
import { createRedactor, newRunId, systemClock } from '../../../src/common/index.ts';
import { createModel } from '../../../src/model/index.ts';
import { loadPolicy } from '../../../src/policy/index.ts';
import { createTally } from '../../../src/reporting/summary/call-counts.ts';
import { openSession } from '../../../src/session/open-session.ts';
import { noApprover } from '../../../src/session/approvers.ts';
import { createBus } from '../../../src/tool-calls/index.ts';
import { stateOf } from '../../checkpoint/states.ts';

const folders: string[] = [];
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

/** The model that a resumed run is at, its limits, what it has used of them, and the first entry of its trail. */
async function resumedAt(name: string, inputs = 'first, second, third') {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'resumed-')));
  folders.push(root);
  const loaded = loadPolicy('version: 1\nsandbox: off\n', { file: 'policy.yml' });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const bus = createBus(() => undefined);
  const trailFolder = join(root, 'trail');
  await using session = await openSession(
    {
      run: newRunId(),
      root,
      repository: null,
      headSha: null,
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
      budget: { turns: 2 },
      usdLimitBy: null,
      sandboxRequired: false,
      protect: [],
      askWhom: 'nobody',
      trailFolder,
      resume: { ...stateOf(), model: { run: name, conversation: name }, raised: { turns: 6 } },
    },
    {
      clock: systemClock,
      redactor: createRedactor(),
      bus,
      tally: createTally(),
      model: await createModel({
        provider: 'openai-compatible',
        baseUrl: 'http://127.0.0.1:2/v1',
        model: inputs,
        cwd: root,
        clock: systemClock,
      }),
      signal: new AbortController().signal,
      environment: {},
      approvals: ({ trail }) => noApprover(trail, 'Nobody is here.'),
      extraTools: () => [],
      trustedFiles: null,
      suspension: null,
    },
  );
  const [line = ''] = readFileSync(join(trailFolder, TRAIL_FILE), 'utf8').split('\n');
  const limits = session.budget.limits();
  const used = session.budget.used();
  return { model: session.model.current.id, limits, used, entry: JSON.parse(line) };
}

test('a resumed run continues with the model that it was at, and does not go back', async () => {
  const { model, entry } = await resumedAt('second');
  expect(model).toBe('second');
  expect(entry).toMatchObject({ 'gen_ai.request.model': 'second', fallbackModels: ['third'] });
  expect((await resumedAt('third')).entry).not.toHaveProperty('fallbackModels');
});

test('a resumed run whose model the inputs no longer name begins with the first one', async () => {
  const { model, entry } = await resumedAt('second', 'other');
  expect(model).toBe('other');
  expect(entry).toMatchObject({ 'gen_ai.request.model': 'other' });
});

test('a resumed run keeps the limits that people raised, and what it has used of them', async () => {
  const { limits, used } = await resumedAt('second');
  expect(limits).toEqual({ turns: 6 });
  expect(used).toMatchObject({ turns: stateOf().used.turns });
});
