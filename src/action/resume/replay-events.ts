import { readTrail } from '../../audit/index.ts';
import type { RunEvent } from '../../tool-calls/index.ts';

/**
 * Feeds a tally with the events of earlier jobs of the same run, from the trail, so that counts and calls cover the
 * whole run.
 */
export async function replayEvents(
  folder: string,
  listen: (event: RunEvent) => void,
): Promise<void> {
  const known = new Map<string, { turn: number; parent: string | null; tool: string }>();
  const snapshotOf = (call: string) => ({
    call,
    inputPreview: '',
    ...(known.get(call) ?? { turn: 0, parent: null, tool: '' }),
  });
  for await (const entry of readTrail(folder)) {
    switch (entry.type) {
      case 'turn.start':
        listen({ type: 'turn:start', turn: entry.turn });
        break;
      case 'model.reply':
        listen({ type: 'turn:end', turn: entry.turn, text: entry.text, costUsd: entry.costUsd });
        break;
      case 'call.state': {
        if (entry.state === 'PENDING') {
          const { turn = 0, parent = null } = entry;
          known.set(entry.call, { turn, parent, tool: entry['gen_ai.tool.name'] ?? '' });
        }
        const snapshot = { ...snapshotOf(entry.call), state: entry.state };
        listen({ type: 'state_changed', snapshot });
        break;
      }
      case 'call.verdict': {
        const snapshot = { ...snapshotOf(entry.call), state: 'PENDING' as const };
        listen({ type: 'verdict', snapshot, verdict: entry.verdict, because: entry.because });
        break;
      }
      default:
    }
  }
}
