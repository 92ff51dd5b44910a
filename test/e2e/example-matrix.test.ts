import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { ROOT } from '../architecture/source.ts';
import { entryOf } from '../examples/example.ts';
import { expectEnd, finish, REQUESTER, openRepository, turn } from './harness.ts';

const RUN = 5150;
const step = z.looseObject({
  uses: z.string(),
  with: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String))
    .default({}),
});
const workflow = z
  .looseObject({ jobs: z.record(z.string(), z.looseObject({ steps: z.array(step) })) })
  .parse(parse(readFileSync(join(ROOT, 'examples/workflows/matrix.yml'), 'utf8')));
const matrix = z.object({
  include: z.array(z.record(z.string(), z.union([z.string(), z.number()]).transform(String))),
});

/** The inputs of a job's own step as the workflow writes them, with these values for its expressions. */
function inputsOf(job: string, values: Readonly<Record<string, string>>): Record<string, string> {
  const own = workflow.jobs[job]?.steps.find(({ uses }) => uses.startsWith('countersign/'));
  return Object.fromEntries(
    Object.entries(own?.with ?? {})
      .filter(([, value]) => !value.includes('secrets.'))
      .map(([input, value]) => [
        input,
        value.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, name: string) => values[name] ?? `?${name}?`),
      ]),
  );
}

test.concurrent('the example matrix plans, works on each issue within its share, and collects', async () => {
  await using repository = await openRepository();
  const numbers = ['one', 'two'].map(
    (title) => repository.github.issue({ title, author: REQUESTER, labels: ['question'] }).number,
  );
  const event = {
    name: 'workflow_dispatch',
    payload: {
      inputs: {},
      ref: 'refs/heads/main',
      sender: repository.github.account(REQUESTER),
    },
  };
  const act = async (job: string, values: Readonly<Record<string, string>>, turns?: object[]) =>
    await repository.runStep(
      {
        event,
        runId: RUN,
        job,
        inputs: inputsOf(job, values),
        ...(turns === undefined ? {} : { turns }),
      },
      entryOf(workflow.jobs[job]?.steps.find(({ uses }) => uses.startsWith('countersign/'))?.uses),
    );

  const planned = await act('plan', { 'inputs.label': 'question' });
  const { include } = matrix.parse(JSON.parse(planned.outputs['matrix'] ?? ''));
  expect(include.map((leg) => leg['number'])).toEqual(numbers.map(String));

  for (const leg of include) {
    const values = Object.fromEntries(
      Object.entries(leg).map(([name, value]) => [`matrix.${name}`, value]),
    );
    const number = Number(leg['number']);
    const end = await act('agent', values, [
      { ...turn('I read.', ['github_read_issue', { number }]), costUsd: 0 },
      { ...finish('Read.'), costUsd: 0 },
    ]);
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(end.entries[0]).toMatchObject({ budget: { usd: 5 } });
  }

  const collected = await act('collect', {
    'needs.plan.outputs.jobs': planned.outputs['jobs'] ?? '',
  });
  expect(collected).toMatchObject({
    exitCode: 0,
    outputs: { trails: '2', verified: '2', outcome: 'done' },
  });
});
