import { CountersignError, oneLine } from '../common/index.ts';
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
  'tool:metadata': 'progress',
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

/** Checks channels that a program names. Throws `input-invalid` for an unknown one, whose events would never come. */
export function knownChannels(given: readonly Channel[]): readonly Channel[] {
  for (const channel of given) {
    if (CHANNELS.includes(channel)) continue;
    throw new CountersignError(
      'input-invalid',
      `A run has no channel ${oneLine(JSON.stringify(channel) ?? 'undefined', MAX_NAME_CHARS)}.`,
      { fix: `Name one of ${CHANNELS.join(', ')}.` },
    );
  }
  return given;
}

/** The one channel of an event. */
export function channelOf({ type }: RunEvent): Channel {
  return CHANNEL_OF[type];
}

const MAX_NAME_CHARS = 100;
/** Events that wait for a reader. A run that is not read as fast as it works must not fill the memory. */
const MAX_WAITING = 10_000;

/**
 * The events of these channels from now on, in order, until `ended` settles; then it throws what `ended` rejected with. Breaking out
 * of it, or its `return`, ends nothing but the reading. Throws `RangeError` once more than 10,000 events wait to be read.
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
  let isLeft = false;
  const off = bus.on((event) => {
    if (!channels.includes(channelOf(event))) return;
    isFull = waiting.push(event) > MAX_WAITING;
    if (isFull) stop();
    wake.resolve();
  });
  const stop = (): void => {
    off();
    waiting.length = 0;
  };
  const over = (): void => {
    isOver = true;
    off();
    wake.resolve();
  };
  ended.then(over, over);

  async function* read(): AsyncGenerator<RunEvent, void, undefined> {
    try {
      for (;;) {
        if (isLeft) return;
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
      stop();
    }
  }
  const reading = read();
  const end = reading.return.bind(reading);
  // A generator that nobody began to read has no `finally` yet, and one that waits for an event ends only once it is woken.
  reading.return = async () => {
    isLeft = true;
    stop();
    wake.resolve();
    return await end();
  };
  return reading;
}
