/** Valid trails of any length, made entry by entry: what long runs leave, and what no test should hold in memory. */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TRAIL_FILE, type TrailEvent } from '../../src/audit/index.ts';
import {
  canonicalJson,
  digestOf,
  isJsonObject,
  type Json,
  sha256,
} from '../../src/common/index.ts';
import {
  asked,
  consumed,
  decision,
  reply,
  runEnd,
  runStart,
  state,
  turnStart,
  verdict,
} from './events.ts';
import { approvalIdOf, finished, withFields } from './plausible.ts';

const CALLS_PER_TURN = 3;
const BLOCK_CHARS = 1024 * 1024;
const TOKENS_PER_REPLY = 11;
const USD_PER_REPLY = 0.01;

/** Counts what a trail has so far. */
interface Made {
  calls: number;
  auto: number;
  approved: number;
  denied: number;
  failed: number;
}

const RUN = 'run-0123456789abcdef';

/** Writes a trail of about `entries` entries into a folder, and returns how many calls it has. */
export async function writeBigTrail(folder: string, entries: number, run = RUN): Promise<number> {
  await mkdir(folder, { recursive: true });
  const made = { calls: 0, auto: 0, approved: 0, denied: 0, failed: 0 };
  const blocks = Readable.from(inBlocks(sealedText(eventsOf(entries, made), run)));
  await pipeline(blocks, createWriteStream(join(folder, TRAIL_FILE)));
  return made.calls;
}

/** The lines of such a trail, without their newlines. */
export function bigTrailLines(entries: number): Generator<string> {
  return sealedText(
    eventsOf(entries, { calls: 0, auto: 0, approved: 0, denied: 0, failed: 0 }),
    RUN,
  );
}

/** Turns of calls: read-only ones side by side, some that people approve or deny, some that fail. */
function* eventsOf(entries: number, made: Made): Generator<TrailEvent> {
  yield runStart({ budget: {} });
  let [turn, count] = [0, 1];
  while (count < entries - 1) {
    turn += 1;
    for (const event of turnEvents(turn, made)) {
      count += 1;
      yield withFields(event);
    }
  }
  turn += 1;
  made.calls += 1;
  made.auto += 1;
  yield turnStart(turn);
  yield reply(turn);
  for (const event of end(`c${made.calls}`, turn)) yield withFields(event);
  const { calls: total, ...ends } = made;
  yield {
    ...runEnd(),
    turns: turn,
    tokens: turn * TOKENS_PER_REPLY,
    costUsd: turn * USD_PER_REPLY,
    calls: { ...ends, total },
  } as TrailEvent;
}

function end(call: string, turn: number): readonly TrailEvent[] {
  const events = finished(call, turn);
  const digest = digestOf({ outcome: 'done', summary: 'It is done.' });
  return events.map((event) =>
    'argumentsSha256' in event ? { ...event, argumentsSha256: digest } : event,
  );
}

function turnEvents(turn: number, made: Made): readonly TrailEvent[] {
  const calls = Array.from({ length: CALLS_PER_TURN }, () => `c${(made.calls += 1)}`);
  const [first = '', second = '', third = ''] = calls;
  const command = digestOf({ command: `npm test -- ${turn}` });
  const isFailed = turn % 50 === 0;
  made.auto += 2;
  if (isFailed) made.failed += 1;
  const asks = turn % 20 === 0;
  if (asks) made.approved += 1;
  else made.denied += 1;
  return [
    turnStart(turn),
    reply(turn),
    // Two side by side, which end in the other order.
    state(first, 'PENDING', {
      turn,
      'gen_ai.tool.name': 'bash_run',
      kind: 'execute',
      ...input({ command: `npm test -- ${turn}` }),
    }),
    state(second, 'PENDING', { turn, 'gen_ai.tool.name': 'fs_read', kind: 'readonly' }),
    verdict(first, 'auto', { argumentsSha256: command }),
    verdict(second, 'auto'),
    state(first, 'APPROVED'),
    state(second, 'APPROVED'),
    state(first, 'EXECUTING', { argumentsSha256: command }),
    state(second, 'EXECUTING'),
    state(second, 'COMPLETED', {
      durationMs: 2,
      result: `${'the text of a file\n'.repeat(40)}${turn}`,
    }),
    testsEnded(first, { turn, isFailed }),
    ...(asks ? approved(third, turn) : denied(third, turn)),
  ];
}

function testsEnded(
  call: string,
  { turn, isFailed }: { readonly turn: number; readonly isFailed: boolean },
): TrailEvent {
  const result = `${'a line of output\n'.repeat(60)}${turn}`;
  return state(call, isFailed ? 'FAILED' : 'COMPLETED', {
    durationMs: 5,
    'process.exit.code': isFailed ? 1 : 0,
    result,
    resultSha256: sha256(result),
    resultBytes: result.length,
    ...(isFailed ? { 'error.type': 'execution', because: 'the command ended with 1' } : {}),
  });
}

const START_MS = Date.UTC(2026, 0, 1);
const ENTRY_MS = 10;
/** About as many entries as a turn has, each after the one before. */
const TURN_MS = 15 * ENTRY_MS;

function approved(call: string, turn: number): readonly TrailEvent[] {
  const digest = sha256(`approval ${call}`);
  const approval = approvalIdOf(digest);
  return [
    state(call, 'PENDING', { turn }),
    verdict(call, 'requireApproval'),
    state(call, 'APPROVAL_REQUIRED'),
    asked(call, {
      card: { commentId: 2 * turn, url: 'https://a.test' },
      requests: [{ approval, call, digest }],
    }),
    decision(call, {
      approval,
      comment: {
        id: 2 * turn + 1,
        url: 'https://a.test',
        createdAt: new Date(START_MS + turn * TURN_MS).toISOString(),
      },
    }),
    consumed(call, { approval, digest }),
    state(call, 'APPROVED'),
    state(call, 'EXECUTING'),
    state(call, 'COMPLETED', { durationMs: 4, result: 'ok' }),
  ];
}

function denied(call: string, turn: number): readonly TrailEvent[] {
  return [
    state(call, 'PENDING', { turn }),
    verdict(call, 'deny'),
    state(call, 'DENIED', { because: 'the policy says so' }),
  ];
}

function input(value: Json) {
  return { 'gen_ai.tool.call.arguments': value, argumentsSha256: digestOf(value) };
}

/** The events as chained lines. */
function* sealedText(events: Iterable<TrailEvent>, run: string): Generator<string> {
  let [prev, seq] = ['0'.repeat(64), 0];
  for (const event of events) {
    const time = new Date(START_MS + seq * ENTRY_MS).toISOString();
    const counted = event.type === 'run.end' ? { count: seq } : {};
    const envelope = {
      _schema: 'countersign.audit/1',
      run,
      prev,
      time,
      seq,
    };
    const body: unknown = { ...envelope, ...event, ...counted };
    if (!isJsonObject(body)) throw new Error('not an object');
    prev = sha256(canonicalJson(body));
    yield canonicalJson({ ...body, hash: prev });
    seq += 1;
  }
}

/** Lines in blocks that are good to write. */
function* inBlocks(lines: Iterable<string>): Generator<string> {
  let block = '';
  for (const line of lines) {
    block += `${line}\n`;
    if (block.length < BLOCK_CHARS) continue;
    yield block;
    block = '';
  }
  yield block;
}
