/** Trails of any length, written entry by entry: what long runs leave, and what no test should hold in memory. */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TRAIL_FILE, type TrailEvent } from '../../src/audit/index.ts';
import { canonicalJson, isJsonObject, sha256 } from '../../src/common/index.ts';
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

const CALLS_PER_TURN = 3;
const BLOCK_CHARS = 1024 * 1024;

/** Writes a trail of about `entries` entries into a folder, and returns how many calls it has. */
export async function writeBigTrail(folder: string, entries: number): Promise<number> {
  await mkdir(folder, { recursive: true });
  const made = { calls: 0 };
  const lines = Readable.from(sealed(eventsOf(entries, made)));
  await pipeline(lines, createWriteStream(join(folder, TRAIL_FILE)));
  return made.calls;
}

/** Turns of calls: read-only ones side by side, some that people approve or deny, some that fail. */
function* eventsOf(entries: number, made: { calls: number }): Generator<TrailEvent> {
  yield runStart({ budget: {} });
  let [turn, count] = [0, 1];
  while (count < entries - 1) {
    turn += 1;
    for (const event of turnEvents(turn, made)) {
      count += 1;
      yield event;
    }
  }
  yield runEnd();
}

function turnEvents(turn: number, made: { calls: number }): readonly TrailEvent[] {
  const calls = Array.from({ length: CALLS_PER_TURN }, () => `c${(made.calls += 1)}`);
  const [first = '', second = '', third = ''] = calls;
  return [
    turnStart(turn),
    reply(turn),
    // Two side by side, which end in the other order.
    state(first, 'PENDING', {
      turn,
      'gen_ai.tool.name': 'bash_run',
      ...input(`npm test -- ${turn}`),
    }),
    state(second, 'PENDING', { turn, 'gen_ai.tool.name': 'fs_read', kind: 'readonly' }),
    verdict(first, 'auto'),
    verdict(second, 'auto'),
    state(first, 'APPROVED'),
    state(second, 'APPROVED'),
    state(first, 'EXECUTING'),
    state(second, 'EXECUTING'),
    state(second, 'COMPLETED', {
      durationMs: 2,
      result: `${'the text of a file\n'.repeat(40)}${turn}`,
    }),
    state(first, turn % 50 === 0 ? 'FAILED' : 'COMPLETED', {
      durationMs: 5,
      'process.exit.code': turn % 50 === 0 ? 1 : 0,
      result: `${'a line of output\n'.repeat(60)}${turn}`,
    }),
    ...(turn % 20 === 0 ? approved(third, turn) : denied(third, turn)),
  ];
}

function approved(call: string, turn: number): readonly TrailEvent[] {
  return [
    state(call, 'PENDING', { turn }),
    verdict(call, 'requireApproval'),
    state(call, 'APPROVAL_REQUIRED'),
    asked(call),
    decision(call),
    consumed(call),
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

function input(command: string): { readonly 'gen_ai.tool.call.arguments': { command: string } } {
  return { 'gen_ai.tool.call.arguments': { command } };
}

/** The events as chained lines, in blocks of whole lines. */
function* sealed(events: Iterable<TrailEvent>): Generator<string> {
  let [prev, seq, block] = ['0'.repeat(64), 0, ''];
  for (const event of events) {
    const time = new Date(Date.UTC(2026, 0, 1) + seq * 10).toISOString();
    const counted = event.type === 'run.end' ? { count: seq } : {};
    const envelope = {
      _schema: 'countersign.audit/1',
      run: 'run-0123456789abcdef',
      prev,
      time,
      seq,
    };
    const body: unknown = { ...envelope, ...event, ...counted };
    if (!isJsonObject(body)) throw new Error('not an object');
    prev = sha256(canonicalJson(body));
    block += `${canonicalJson({ ...body, hash: prev })}\n`;
    seq += 1;
    if (block.length < BLOCK_CHARS) continue;
    yield block;
    block = '';
  }
  yield block;
}
