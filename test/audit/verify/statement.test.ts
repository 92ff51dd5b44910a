import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  parseStatement,
  STATEMENT_FILE,
  statementAt,
  statementText,
  type TrailEvent,
  verifyAt,
} from '../../../src/audit/index.ts';
import { PREDICATE_TYPE } from '../../../src/audit/verify/statement.ts';
import { sha256 } from '../../../src/common/index.ts';
import { changedByApprover, crashed, oneJob, type Run, suspended } from '../vectors/runs.ts';
import { owned, resumedOtherwise } from '../vectors/more-runs.ts';
import { chainEvents } from '../chained.ts';
import { newTrail, tempFolder } from '../trails.ts';

async function onDisk({ events, files }: Pick<Run, 'events' | 'files'>): Promise<string> {
  const folder = await tempFolder();
  const trail = Buffer.from(
    chainEvents(events)
      .map((line) => `${line}\n`)
      .join(''),
  );
  for (const [path, bytes] of [...files, ['audit.jsonl', trail] as const]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  return folder;
}

async function statementOf(run: Pick<Run, 'events' | 'files'>) {
  const { verdict, statement } = await statementAt(await onDisk(run));
  expect(verdict).toMatchObject({ kind: 'intact' });
  if (statement === null) throw new Error('no statement');
  return statement;
}

describe('the statement of a trail', () => {
  test('names the files by their digests, and who asked for, approved and refused what', async () => {
    const folder = await onDisk(oneJob());
    const { statement } = await statementAt(folder);
    expect(statement).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      predicateType: PREDICATE_TYPE,
      predicate: {
        runDefinition: {
          trigger: { actor: { login: 'mona' } },
          request: { digest: { sha256: expect.any(String) } },
        },
        runDetails: { outcome: 'done', sandbox: 'bubblewrap' },
        calls: { total: 4, executed: 3, asked: 1, approved: 1, refused: 1 },
        approved: [{ call: 'c2', approvedBy: [{ login: expect.any(String) }] }],
        refused: [{ call: 'c3', verdict: 'deny', refusedBy: [] }],
      },
    });
    const names = statement?.subject.map(({ name }) => name);
    expect(names).toEqual(['audit.jsonl', 'changes.patch', expect.stringMatching(/^blobs\//)]);
  });

  test('names the models and the budget of each invocation', async () => {
    const { predicate } = await statementOf(resumedOtherwise());
    expect(predicate.runDetails.invocations).toMatchObject([
      { start: 'fresh', models: ['script', 'spare'], budget: { turns: 10, usd: 5 } },
      { start: 'resumed', models: ['other'], budget: { turns: 20, usd: 7.5 } },
    ]);
    expect(predicate.runDefinition).not.toHaveProperty('models');
    expect(predicate.runDefinition).not.toHaveProperty('budget');
  });

  test('lists the people who approved a call in the order of their canonical JSON, whoever was first', async () => {
    const events = owned();
    const [first, second] = events.filter(({ type }) => type === 'approval.decision');
    const swapped = events.map((event) =>
      event === first ? second : event === second ? first : event,
    );
    for (const each of [events, swapped]) {
      const { predicate } = await statementOf({
        events: each.filter((event) => event !== undefined),
        files: new Map(),
      });
      expect(predicate.approved.map(({ approvedBy }) => approvedBy)).toEqual([
        [
          { login: 'hubot', id: 2 },
          { login: 'lisa', id: 3 },
        ],
      ]);
    }
  });

  test('has the commits that executed calls pushed, and nothing else', async () => {
    const { predicate } = await statementOf(resumedOtherwise());
    expect(predicate.commits).toEqual([
      { branch: 'agent/fix', commit: 'b'.repeat(40), url: null },
      { branch: 'agent/fix', commit: 'a'.repeat(64), url: 'https://a.test' },
    ]);
  });

  test('is the same bytes each time, and what it says of itself when parsed', async () => {
    for (const run of [oneJob(), suspended(), crashed(), changedByApprover(), resumedOtherwise()]) {
      const text = statementText(await statementOf(run));
      expect(statementText(await statementOf(run))).toBe(text);
      expect(statementText(parseStatement(text))).toBe(text);
    }
  });

  test('has no text of the request, of a model, of arguments or of results', async () => {
    const text = statementText(await statementOf(oneJob()));
    for (const word of ['a long line of a file', 'src/a.ts', '.env', 'the policy says so'])
      expect(text).not.toContain(word);
  });

  test('is not derived from a broken trail', async () => {
    const { events, files } = oneJob();
    const without: TrailEvent[] = events.filter(({ type }) => type !== 'approval.decision');
    const { verdict, statement } = await statementAt(await onDisk({ events: without, files }));
    expect(verdict).toMatchObject({ kind: 'broken' });
    expect(statement).toBeNull();
  });

  test('of a trail without a start does not exist, and one beside such a trail is a contradiction', async () => {
    const warned: TrailEvent = { type: 'warning', code: 'x', message: 'y' };
    const folder = await onDisk({ events: [warned], files: new Map() });
    expect((await statementAt(folder)).statement).toBeNull();
    await writeFile(join(folder, STATEMENT_FILE), '{}\n');
    expect(await verifyAt(folder)).toMatchObject({
      kind: 'broken',
      code: 'statement-mismatch',
      seq: 1,
    });
  });

  test('lists a thousand approvals and refusals, and counts all', async () => {
    const many = 1_200;
    const start = oneJob().events.slice(0, 3);
    const state = oneJob().events.filter((event) => 'call' in event && event.call === 'c3');
    const events = Array.from({ length: many }, (_, index) =>
      state.map((event) => ({ ...event, call: `x${index}` }) as TrailEvent),
    ).flat();
    const reply = oneJob()
      .events.filter(({ type }) => type === 'model.reply')
      .slice(0, 1);
    const { predicate } = await statementOf({
      events: [...start, ...reply, ...events],
      files: new Map(),
    });
    expect(predicate.calls).toMatchObject({ total: many, refused: many });
    expect(predicate.refused).toHaveLength(1_000);
  });
});

describe('a statement beside a trail', () => {
  test('that says what the entries say is intact; audit.jsonl alone, and without one too', async () => {
    const folder = await onDisk(suspended());
    const intact = { kind: 'intact' };
    expect(await verifyAt(folder)).toMatchObject(intact);
    await writeFile(join(folder, STATEMENT_FILE), statementText(await statementOf(suspended())));
    expect(await verifyAt(folder)).toMatchObject(intact);
    expect(await verifyAt(join(folder, 'audit.jsonl'))).toMatchObject(intact);
  });

  test('is derived from the entries, and not from the one that is there', async () => {
    const folder = await onDisk(suspended());
    await writeFile(join(folder, STATEMENT_FILE), 'forged');
    expect(await verifyAt(folder)).toMatchObject({ code: 'statement-mismatch' });
    expect((await statementAt(folder)).verdict).toMatchObject({ kind: 'intact' });
  });

  test('is removed by the job that continues the trail: it says less than the trail then', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, STATEMENT_FILE), 'of an earlier job');
    const trail = await newTrail(folder);
    await trail.append({ type: 'warning', code: 'x', message: 'y' });
    await trail.close();
    expect(await verifyAt(folder)).toMatchObject({ kind: 'intact' });
  });

  test('a file has the digest that its subject names', async () => {
    const { events, files } = oneJob();
    const { subject } = await statementOf({ events, files });
    const lines = chainEvents(events).map((line) => `${line}\n`);
    expect(subject[0]?.digest.sha256).toBe(sha256(lines.join('')));
    for (const { name, digest } of subject.slice(1))
      expect(sha256(files.get(name) ?? '')).toBe(digest.sha256);
  });
});
