import { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Channel } from '../../../src/tools/host/channel.ts';

function frame(text: string): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(Buffer.byteLength(text));
  return Buffer.concat([head, Buffer.from(text)]);
}

const request = (id: number) => frame(`{"kind":"request","id":${id},"operation":"x","data":1}`);

describe('the channel of a module process', () => {
  it.each([
    [
      'a frame that is too long',
      [Buffer.from([255, 255, 255, 255])],
      /a frame of 4294967295 bytes/,
    ],
    ['no JSON', [frame('{')], /a frame that is not JSON/],
    [
      'another form',
      [frame('{"kind":"answer","id":1,"data":1,"message":"y"}')],
      /a frame of no known form/,
    ],
    [
      'an answer nobody asked for',
      [frame('{"kind":"answer","id":9,"data":1}')],
      /an answer without a request/,
    ],
    [
      'a failure nobody asked for',
      [frame('{"kind":"failure","id":9,"message":"no"}')],
      /an answer without a request/,
    ],
    ['an id twice', [request(7), request(7)], /a reused id/],
    [
      'requests without end',
      Array.from({ length: 257 }, (_, index) => request(index + 1)),
      /more than 256 open requests/,
    ],
  ])('ends with %s, and takes nothing more', async (_, sent, why) => {
    const stream = new Duplex({
      read: () => undefined,
      write: (_chunk, _encoding, done) => done(),
    });
    const breaches: string[] = [];
    const events: string[] = [];
    const channel = new Channel({
      stream,
      answer: async () => await new Promise(() => undefined),
      onEvent: (name) => events.push(name),
      onBreach: (because) => breaches.push(because),
    });
    for (const chunk of [
      frame('{"kind":"event","name":"before","data":1}'),
      ...sent,
      frame('{"kind":"event","name":"after","data":1}'),
    ])
      stream.push(chunk);
    await new Promise((resolve) => void setImmediate(resolve));
    expect(breaches).toEqual([expect.stringMatching(why)]);
    expect(stream.destroyed).toBe(true);
    expect(events).toEqual(['before']);
    await expect(channel.ask('x', null)).rejects.toThrow(why);
  });
});
