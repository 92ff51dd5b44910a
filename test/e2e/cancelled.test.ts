import { expect, test } from 'vitest';
import { nightly } from '../properties.ts';
import {
  type EndedStep,
  expectEnd,
  messagesApi,
  POLICY,
  openRepository,
  statesOf,
  turn,
} from './harness.ts';
import { pause } from './suspended.ts';

const SLEEPS = POLICY.replace('auto:\n', 'auto:\n  - bash_run(sleep *)\n');

const COMMAND = [turn('', ['bash_run', { command: 'sleep 600' }])];

async function expectCancelledCommand(end: EndedStep): Promise<void> {
  await expectEnd(end, { outcome: 'cancelled', exitCode: 1 });
  expect(statesOf(end, 'c1').slice(0, 3)).toEqual(['PENDING', 'APPROVED', 'EXECUTING']);
  expect(statesOf(end, 'c1').at(-1)).toBe('FAILED');
}

test.concurrent('SIGTERM in the middle of a command ends the process of the step, with the run cancelled and its trail uploaded', async () => {
  await using repository = await openRepository({ policy: SLEEPS });
  const main = await repository.start('action', { turns: COMMAND });
  await main.seen('c1 bash_run');
  await pause(500);
  main.process.kill('SIGTERM');
  await expectCancelledCommand(await main.end);
});

test.concurrent('SIGINT in the middle of a command ends the run as cancelled, with its trail uploaded', async () => {
  await using repository = await openRepository({ policy: SLEEPS });
  const main = await repository.begin({ turns: COMMAND });
  await main.seen('c1 bash_run');
  await pause(500);
  main.signal('SIGINT');
  await expectCancelledCommand(await main.end);
});

test.concurrent('SIGTERM during an approval request voids it and ends the run as cancelled', async () => {
  await using repository = await openRepository();
  const main = await repository.begin({
    turns: [turn('', ['bash_run', { command: 'echo hi' }])],
  });
  await main.seen('approval required');
  // The log says that an approval is required before GitHub has the comment.
  while (repository.approvalComments().length === 0) await pause(20);
  await pause(200);
  main.signal('SIGTERM');
  const end = await main.end;
  await expectEnd(end, { outcome: 'cancelled', exitCode: 1 });
  expect(statesOf(end, 'c1')).not.toContain('EXECUTING');
  expect(repository.approvalComments()[0]?.body).toContain('cancelled');
});

nightly.concurrent(
  'SIGTERM before the run started ends it as cancelled, not as skipped',
  async () => {
    await using repository = await openRepository();
    const event = repository.ask();
    repository.github.fail({
      match: /collaborators/,
      times: 20,
      status: 429,
      headers: { 'retry-after': '30' },
      body: { message: 'Too many requests' },
    });
    const main = await repository.begin({ event, turns: [turn('Never said.')] });
    await main.seen('for GitHub');
    main.signal('SIGTERM');
    const end = await main.end;
    await expectEnd(end, { outcome: 'cancelled', exitCode: 1 });
  },
);

nightly.concurrent('SIGTERM during a model request ends the run as cancelled', async () => {
  await using repository = await openRepository();
  await using api = await messagesApi({
    faults: () => ({
      kind: 'status',
      status: 529,
      headers: { 'retry-after': '60' },
      body: { type: 'error', error: { type: 'overloaded_error', message: 'busy' } },
    }),
  });
  const main = await repository.begin({ inputs: api.inputs });
  await main.seen('asking the model again');
  main.signal('SIGTERM');
  await expectEnd(await main.end, { outcome: 'cancelled', exitCode: 1 });
});
