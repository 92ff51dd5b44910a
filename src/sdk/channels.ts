import type { RunBus, RunEvent } from '../tool-calls/index.ts';

/**
 * `progress`: what people watch. `control`: calls that people are asked about, and what they decided. `monitor`: what operators
 * count and record.
 */
export const CHANNELS = ['progress', 'control', 'monitor'] as const;
export type Channel = (typeof CHANNELS)[number];

const CHANNEL_OF: Readonly<Record<RunEvent['type'], Channel>> = {
  'turn:start': 'progress',
  'turn:end': 'progress',
  'tool:start': 'progress',
  'tool:progress': 'progress',
  'tool:end': 'progress',
  'tool:error': 'progress',
  checklist: 'progress',
  'run:end': 'progress',
  'tool:request': 'control',
  permission_required: 'control',
  permission_decided: 'control',
  verdict: 'monitor',
  state_changed: 'monitor',
  tool_executed: 'monitor',
  github_write: 'monitor',
  budget: 'monitor',
  retry: 'monitor',
  'reply:broken': 'monitor',
  warning: 'monitor',
};

/** The one channel of an event. */
export function channelOf({ type }: RunEvent): Channel {
  return CHANNEL_OF[type];
}

/** Events that wait for a reader. A run that is not read as fast as it works must not fill the memory. */
const MAX_WAITING = 10_000;

/**
 * The events of these channels from now on, in order, until `ended` settles; then it throws what `ended` rejected with. Breaking out
 * of it ends nothing but the reading. Throws `RangeError` once more than 10,000 events wait to be read.
 */
export function readEvents(
  bus: Pick<RunBus, 'on'>,
  channels: readonly Channel[],
  ended: Promise<unknown>,
): AsyncGenerator<RunEvent, void, undefined> {
  const waiting: RunEvent[] = [];
  let wake = Promise.withResolvers<void>();
  let isOver = false;
  let isFull = false;
  const off = bus.on((event) => {
    if (!channels.includes(channelOf(event))) return;
    isFull = waiting.push(event) > MAX_WAITING;
    if (isFull) off();
    wake.resolve();
  });
  const over = (): void => {
    isOver = true;
    wake.resolve();
  };
  ended.then(over, over);

  async function* read(): AsyncGenerator<RunEvent, void, undefined> {
    try {
      for (;;) {
        if (isFull)
          throw new RangeError(`More than ${MAX_WAITING} events of the run wait to be read.`);
        const event = waiting.shift();
        if (event !== undefined) yield event;
        else if (isOver) break;
        else {
          await wake.promise;
          wake = Promise.withResolvers<void>();
        }
      }
      await ended;
    } finally {
      off();
    }
  }
  return read();
}
