import { canonicalJson, isJsonObject, type JsonObject, sha256 } from '../../src/common/index.ts';
import type { Entry, TrailEvent } from '../../src/audit/index.ts';

/** Chains events itself, without the code under test: what a forger who knows the format could write. */
export function chainEvents(
  events: readonly (TrailEvent | JsonObject)[],
  run = 'run-0123456789abcdef',
): string[] {
  let prev = '0'.repeat(64);
  return events.map((event, seq) => {
    const time = new Date(Date.parse('2026-01-02T03:04:05.000Z') + seq * 1000).toISOString();
    const fields = JSON.parse(JSON.stringify(event)) as JsonObject;
    const counted = fields['type'] === 'run.end' && fields['count'] === 0 ? { count: seq } : {};
    const body = { _schema: 'countersign.audit/1', run, prev, time, seq, ...fields, ...counted };
    if (!isJsonObject(body)) throw new Error('not an object');
    const hash = sha256(canonicalJson(body));
    prev = hash;
    return canonicalJson({ ...body, hash });
  });
}

export function bytesOf(lines: readonly string[]): Uint8Array[] {
  return [Buffer.from(lines.map((line) => `${line}\n`).join(''))];
}

/** The same as typed entries, as a reader gives them. */
export function entriesOf(events: readonly TrailEvent[]): readonly Entry[] {
  return chainEvents(events).map((line) => JSON.parse(line) as Entry);
}
