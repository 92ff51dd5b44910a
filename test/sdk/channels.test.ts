import { describe, expect, test } from 'vitest';
import { channelOf, CHANNELS, type Channel } from '../../src/sdk/index.ts';
import { readEvents } from '../../src/sdk/channels.ts';
import { createBus } from '../../src/tool-calls/index.ts';
import { finish, started, use } from './run.ts';

const turns = [use('fs_write', { path: 'b.txt', content: 'two\n' }), finish];

describe('the events of a run', () => {
  test('come in order, each on one channel, and end with the run', async () => {
    const { run } = started({
      rules: 'mode: ask',
      turns,
      approve: () => ({ decision: 'approve', by: 'ann' }),
    });
    const read = async (...channels: Channel[]): Promise<readonly string[]> => {
      const types: string[] = [];
      for await (const event of run.events(...channels)) types.push(event.type);
      return types;
    };
    const [all, ...each] = await Promise.all([read(), ...CHANNELS.map((one) => read(one))]);
    const [progress = [], control = [], monitor = []] = each;
    expect(control).toEqual(['permission_required', 'permission_decided']);
    expect(progress.at(0)).toBe('turn:start');
    expect(progress.at(-1)).toBe('run:end');
    expect(monitor).toContain('state_changed');
    expect(all).toHaveLength(progress.length + control.length + monitor.length);
  });

  test('let a listener refuse a call before people answer, and never allow one', async () => {
    const { run } = started({
      rules: 'mode: ask',
      turns,
      approve: (_request, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ decision: 'approve', by: 'ann' }));
        }),
    });
    run.on('control', (event) => {
      if (event.type !== 'permission_required') return;
      for (const { approval } of event.asked) event.respond(approval, { deny: 'Not today.' });
    });
    expect((await run.report).outcome).toBe('denied');
  });

  test('are refused to a listener that would never hear one', async () => {
    const { run } = started({ turns });
    const refused = expect.objectContaining({ code: 'input-invalid' }) as Error;
    expect(() => run.on('progress', undefined as never)).toThrow(refused);
    expect(() => run.on([], () => undefined)).toThrow(refused);
    await run.report;
  });

  test('reach no listener that was removed, and what one throws is a warning that harms nothing', async () => {
    const { run, warnings } = started({ turns });
    const types: string[] = [];
    const off = run.on(['progress'], ({ type }) => {
      types.push(type);
      off();
      throw new Error('Broken pipe.');
    });
    expect((await run.report).outcome).toBe('done');
    expect(types).toEqual(['turn:start']);
    expect(warnings).toEqual(['A listener of a run failed: Broken pipe.']);
  });

  test('reach async listeners, and what one rejects with is a warning too', async () => {
    const { run, warnings } = started({ turns });
    run.on('progress', async ({ type }) => {
      await Promise.resolve();
      if (type === 'turn:start') throw new Error('No connection.');
    });
    expect((await run.report).outcome).toBe('done');
    expect(warnings).toEqual(Array(2).fill('A listener of a run failed: No connection.'));
  });

  test.each(['progres', '', 'toString', null])('have no channel %j', async (channel) => {
    const { run } = started({ turns });
    const wrong = channel as Channel;
    const refused = expect.objectContaining({ code: 'input-invalid' }) as Error;
    expect(() => run.on(wrong, () => undefined)).toThrow(refused);
    expect(() => run.on(['control', wrong], () => undefined)).toThrow(refused);
    expect(() => run.events(wrong)).toThrow(refused);
    await run.report;
  });

  test('can be left before the run ends', async () => {
    const { run } = started({ turns });
    for await (const event of run.events()) {
      expect(channelOf(event)).toBe('progress');
      break;
    }
    expect((await run.report).outcome).toBe('done');
  });

  test('that nobody reads do not fill the memory: the reader learns it', async () => {
    const bus = createBus(() => undefined);
    const events = readEvents(bus, CHANNELS, new Promise(() => undefined));
    for (let count = 0; count <= 10_001; count += 1)
      bus.emit({ type: 'turn:start', turn: count, parent: null });
    await expect(events.next()).rejects.toThrow('More than 10000 events');
  });

  test.each(['left before the first', 'read after the end'] as const)(
    'keep no listener once they are %s',
    async (how) => {
      const listeners = new Set<unknown>();
      const bus = {
        on: (listener: unknown) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      };
      const ended = Promise.withResolvers<void>();
      const events = readEvents(bus, CHANNELS, ended.promise);
      expect(listeners.size).toBe(1);
      if (how === 'read after the end') {
        ended.resolve();
        await ended.promise;
      } else await events.return();
      expect(listeners.size).toBe(0);
      expect(await events.next()).toEqual({ done: true, value: undefined });
    },
  );

  test('let a reader leave that waits for one', async () => {
    const events = readEvents(
      createBus(() => undefined),
      CHANNELS,
      new Promise(() => undefined),
    );
    const next = events.next();
    await events.return();
    expect(await next).toEqual({ done: true, value: undefined });
  });
});
