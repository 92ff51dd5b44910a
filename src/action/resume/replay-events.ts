import { readTrail, tokensOf } from '../../audit/index.ts';
import { canonicalJson, defined, type Json, oneLine } from '../../common/index.ts';
import type { CallSnapshot, RunEvent } from '../../tool-calls/index.ts';

const PREVIEW_CHARS = 200;

/**
 * Feeds a tally with the events of earlier jobs of the same run, from the trail, so that counts and calls cover the
 * whole run.
 */
export async function replayEvents(
  folder: string,
  listen: (event: RunEvent) => void,
): Promise<void> {
  const known = new Map<string, Omit<CallSnapshot, 'call' | 'state'>>();
  const snapshotOf = (call: string) => ({
    call,
    ...(known.get(call) ?? { turn: 0, parent: null, tool: '', inputPreview: '' }),
  });
  for await (const entry of readTrail(folder)) {
    switch (entry.type) {
      case 'turn.start':
        listen({ type: 'turn:start', turn: entry.turn, parent: entry.parent });
        break;
      case 'model.reply':
        listen({
          type: 'turn:end',
          turn: entry.turn,
          parent: entry.parent,
          text: entry.text,
          costUsd: entry.costUsd,
          ...(entry.estimated === true ? { isEstimate: entry.estimated } : {}),
        });
        break;
      case 'model.broken': {
        const { turn, parent, because, costUsd } = entry;
        listen({ type: 'reply:broken', turn, parent, because, costUsd, tokens: tokensOf(entry) });
        break;
      }
      case 'call.state': {
        if (entry.state === 'PENDING') {
          const { turn = 0, parent = null } = entry;
          const input = entry['gen_ai.tool.call.arguments'];
          const inputPreview = input === undefined ? '' : previewOf(input);
          const tool = entry['gen_ai.tool.name'] ?? '';
          known.set(entry.call, { turn, parent, tool, inputPreview });
        }
        const snapshot = { ...snapshotOf(entry.call), state: entry.state };
        listen({ type: 'state_changed', snapshot });
        if (entry.state === 'DENIED' && entry.because !== undefined)
          listen({ type: 'tool:error', snapshot, message: entry.because });
        if (entry.usedDefault === true)
          listen({
            type: 'permission_decided',
            call: entry.call,
            approved: false,
            by: 'nobody',
            usedDefault: true,
          });
        break;
      }
      case 'call.changed': {
        const before = known.get(entry.call);
        if (before !== undefined)
          known.set(entry.call, { ...before, inputPreview: previewOf(entry.arguments) });
        break;
      }
      case 'call.verdict': {
        const snapshot = { ...snapshotOf(entry.call), state: 'PENDING' as const };
        listen({ type: 'verdict', snapshot, verdict: entry.verdict, because: entry.because });
        break;
      }
      case 'github.write': {
        const { call, what, found, id, url, branch, files } = entry;
        const more = { ...(found === true ? { found } : {}), ...defined({ branch, files }) };
        if (call !== null)
          listen({ type: 'github_write', call, write: { what, id, url, ...more } });
        break;
      }
      default:
    }
  }
}

function previewOf(input: Json): string {
  return oneLine(canonicalJson(input), PREVIEW_CHARS);
}
