import { describe, expect, it } from 'vitest';
import {
  encodeFrame,
  type Frame,
  FrameError,
  FrameReader,
  MAX_EVENT_BYTES,
  MAX_FRAME_BYTES,
} from '../../../src/tools/host/frames.ts';
import * as fc from '../../properties.ts';

const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const name = fc.string({ minLength: 1, maxLength: 100 });
const data = fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.parse(JSON.stringify(value)));
const message = fc.string({ maxLength: 1_000 }).map((text) => text.toWellFormed());
const frames: fc.Arbitrary<Frame> = fc.oneof(
  fc.record({ kind: fc.constant('request' as const), id, operation: name, data }),
  fc.record({ kind: fc.constant('answer' as const), id, data }),
  fc.record({ kind: fc.constant('failure' as const), id, message }),
  fc.record({ kind: fc.constant('cancel' as const), id }),
  fc.record({ kind: fc.constant('event' as const), name, data }),
);

function raw(body: string | Buffer, length = Buffer.byteLength(body)): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(length);
  return Buffer.concat([head, Buffer.from(body)]);
}

describe('the frames of a module process', () => {
  it('come out as they went in, however the bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.array(frames, { maxLength: 8 }),
        fc.infiniteStream(fc.nat(40)),
        (sent, cuts) => {
          const bytes = Buffer.concat(sent.map((frame) => encodeFrame(frame)));
          const reader = new FrameReader();
          const got: Frame[] = [];
          let offset = 0;
          for (const cut of cuts) {
            if (offset >= bytes.length) break;
            got.push(...reader.push(bytes.subarray(offset, offset + cut + 1)));
            offset += cut + 1;
          }
          expect(got).toEqual(sent);
        },
      ),
    );
  });

  it('are refused with a FrameError and nothing else, whatever bytes come', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 6 }), (chunks) => {
        const reader = new FrameReader();
        try {
          for (const chunk of chunks) reader.push(chunk);
        } catch (error) {
          expect(error).toBeInstanceOf(FrameError);
        }
      }),
    );
  });

  it('are refused for any other JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => new FrameReader().push(raw(JSON.stringify(value)))).toThrow(FrameError);
      }),
    );
  });

  it.each([
    ['a length beyond the limit', raw('', MAX_FRAME_BYTES + 1)],
    ['no JSON', raw('{')],
    ['nothing', raw('')],
    ['one key too many', raw('{"kind":"request","id":1,"operation":"x","data":1,"more":2}')],
    ['an id that is none', raw('{"kind":"request","id":1.5,"operation":"x","data":1}')],
    ['an id as a text', raw('{"kind":"answer","id":"1","data":1}')],
    ['a negative id', raw('{"kind":"answer","id":-1,"data":1}')],
    ['an id beyond what is exact', raw('{"kind":"cancel","id":9007199254740992}')],
    ['an answer without data', raw('{"kind":"answer","id":1}')],
    ['a name that is too long', raw(`{"kind":"event","name":"${'x'.repeat(101)}","data":1}`)],
    [
      'a failure that is too long',
      raw(`{"kind":"failure","id":1,"message":"${'x'.repeat(10_001)}"}`),
    ],
    ['another kind', raw('{"kind":"other","id":1,"data":1}')],
    ['an answer and a failure', raw('{"kind":"answer","id":1,"data":1,"message":"no"}')],
    [
      'a key of the prototype',
      raw('{"__proto__":{"id":1},"kind":"request","operation":"x","data":1}'),
    ],
    [
      'nesting without end',
      raw(`{"kind":"event","name":"x","data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
    ],
  ])('are refused for %s, and nothing is read after that', (_, bytes) => {
    const reader = new FrameReader();
    expect(() => reader.push(bytes)).toThrow(FrameError);
    expect(() => reader.push(encodeFrame({ kind: 'cancel', id: 1 }))).toThrow(FrameError);
  });

  it('leave a key of the prototype in their data what it is: a key', () => {
    const [frame] = new FrameReader().push(
      raw('{"kind":"event","name":"x","data":{"__proto__":{"polluted":true}}}'),
    );
    expect(JSON.stringify(frame)).toContain('"__proto__"');
    expect(Object.getPrototypeOf(frame?.kind === 'event' ? frame.data : null)).toBe(
      Object.prototype,
    );
    expect('polluted' in {}).toBe(false);
  });

  it('have the beginning of a long message of a failure, as well-formed text', () => {
    const reader = new FrameReader();
    const long = encodeFrame({ kind: 'failure', id: 1, message: 'x'.repeat(20_000) });
    expect(reader.push(long)).toEqual([{ kind: 'failure', id: 1, message: 'x'.repeat(10_000) }]);
    const lone = raw(String.raw`{"kind":"failure","id":1,"message":"a\ud800"}`);
    expect(reader.push(lone)).toEqual([{ kind: 'failure', id: 1, message: 'a\uFFFD' }]);
  });

  it('hold at most 8 MiB, and events 64 KiB', () => {
    const long = 'x'.repeat(MAX_FRAME_BYTES);
    expect(() => encodeFrame({ kind: 'answer', id: 1, data: long })).toThrow(FrameError);
    const event = 'x'.repeat(MAX_EVENT_BYTES);
    expect(() => encodeFrame({ kind: 'event', name: 'x', data: event })).toThrow(FrameError);
    expect(() =>
      new FrameReader().push(raw(`{"kind":"event","name":"x","data":"${event}"}`)),
    ).toThrow(FrameError);
  });

  it('cost no more than their bytes where a long one comes in many parts', () => {
    const bytes = encodeFrame({ kind: 'answer', id: 1, data: 'x'.repeat(4 * 1024 * 1024) });
    const reader = new FrameReader();
    let got = 0;
    for (let offset = 0; offset < bytes.length; offset += 1_000)
      got += reader.push(bytes.subarray(offset, offset + 1_000)).length;
    expect(got).toBe(1);
  });
});
