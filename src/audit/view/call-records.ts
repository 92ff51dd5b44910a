import type { CallRecord } from '../../../types/sdk.d.ts';
import type { Entry } from '../format/entry.ts';
import type { BlobReader } from '../format/reader.ts';
import { type CallState, isFinal } from '../format/states.ts';
import { BlobTexts } from './blob-texts.ts';
import type { CallView } from './parts.ts';
import { Firsts } from './view.ts';
import { summarizeTrail, type TrailSource } from './summary.ts';

/** Calls whose changes are kept. */
const MAX_CHANGED = 10_000;

/**
 * The calls of a trail in their order: the first thousand. Nothing here is verified. Throws `trail-unreadable` and `trail-broken`.
 */
export async function callRecords(
  source: TrailSource,
  blobs: BlobReader,
): Promise<readonly CallRecord[]> {
  const calls = new Firsts<CallView>();
  const changes = new Map<string, CallRecord['changes'][number][]>();
  const { late } = await summarizeTrail(source, (part) => {
    if (part.is === 'call') calls.add(part.call);
    const change = part.is === 'other' ? changeIn(part.entry) : null;
    if (change === null || changes.size >= MAX_CHANGED) return;
    const { call, ...what } = change;
    const before = changes.get(call);
    if (before === undefined) changes.set(call, [what]);
    else before.push(what);
  });
  const texts = new BlobTexts(blobs);
  const records: CallRecord[] = [];
  for (const call of calls.list()) {
    for (const answer of late) if (answer.call === call.call) call.decisions.push(answer);
    records.push(await recordOf(call, changes.get(call.call) ?? [], texts));
  }
  return records;
}

function changeIn(
  entry: Entry,
): { readonly call: string; readonly by: string; readonly what: string } | null {
  if (entry.type === 'hook.ran' && entry.effect !== 'none')
    return { call: entry.call, by: entry.hook, what: entry.effect };
  if (entry.type !== 'call.changed') return null;
  const what = `${entry.argument} changed: the arguments are ${JSON.stringify(entry.arguments)}`;
  return { call: entry.call, by: `@${entry.by.login}`, what };
}

async function recordOf(
  view: CallView,
  changes: CallRecord['changes'],
  texts: BlobTexts,
): Promise<CallRecord> {
  const { call, parent, turn, tool, kind, verdict, state, states, because } = view;
  const timeOf = (named: CallState): string | null =>
    states.find((one) => one.state === named)?.time ?? null;
  return {
    call,
    parent,
    turn,
    tool,
    kind,
    arguments: view.inputBlob === null ? view.input : await texts.text(view.inputBlob),
    changes,
    verdict:
      verdict === null
        ? null
        : {
            decision: verdict.verdict,
            rule: verdict.rule,
            line: verdict.line,
            because: verdict.because,
          },
    approvals: view.decisions.map(
      ({ approval, decision, by, time, note, counted, because: why }) => ({
        approval,
        decision,
        by: by.login,
        at: time,
        note: note ?? null,
        counted,
        because: why,
      }),
    ),
    state,
    because,
    requestedAt: states[0]?.time ?? null,
    startedAt: timeOf('EXECUTING'),
    endedAt: isFinal(state) ? (states.at(-1)?.time ?? null) : null,
    durationMs: view.durationMs,
    exitCode: view.exitCode,
    result: view.result === null ? null : await texts.text(view.result),
  };
}
