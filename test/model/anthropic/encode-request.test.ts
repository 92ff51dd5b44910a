import { expect, test } from 'vitest';
import type { Message, ModelRequest } from '../../../src/model/index.ts';
import { createEncoder } from '../../../src/model/anthropic/encode-request.ts';
import * as fc from '../../properties.ts';

const TEXT = fc.oneof(
  fc.string({ maxLength: 40, unit: 'binary' }),
  fc.constantFrom('', ' ', '\ud800', 'x'.repeat(70_000)),
);
const MESSAGE: fc.Arbitrary<Message> = fc.oneof(
  TEXT.map((text): Message => ({ role: 'user', content: [{ type: 'text', text }] })),
  TEXT.map((text): Message => ({ role: 'assistant', content: [{ type: 'text', text }] })),
  TEXT.map(
    (content): Message => ({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 't1', content }],
    }),
  ),
);
/** What happens to a conversation between two requests. */
const STEP = fc.record({
  conversation: fc.nat({ max: 1 }),
  /** How many of its last messages are taken away. */
  cut: fc.constantFrom(0, 0, 0, 1, 3, 100),
  added: fc.array(MESSAGE, { minLength: 1, maxLength: 4 }),
  system: fc.constantFrom('Work.', 'Work.', 'Work well.'),
});

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

test('a request is the same bytes whatever was sent before it, in whichever conversation', () => {
  fc.assert(
    fc.property(fc.array(STEP, { maxLength: 12 }), (steps) => {
      const wire = createEncoder('claude-x');
      const conversations: Message[][] = [[], []];
      for (const { conversation, cut, added, system } of steps) {
        const messages = conversations[conversation] ?? [];
        messages.splice(Math.max(0, messages.length - cut));
        messages.push(...added);
        const request: ModelRequest = { system, tools: [], messages, maxTokens: 9 };
        const fresh = createEncoder('claude-x').encode(request);
        expect(text(wire.encode(request))).toBe(text(fresh));
        expect(JSON.parse(text(fresh))).toMatchObject({ model: 'claude-x', stream: true });
      }
    }),
  );
});

test('a request goes on in the bytes of the one before it', () => {
  const wire = createEncoder('claude-x');
  const messages: Message[] = [];
  const buffers = new Set<ArrayBufferLike>();
  const turns = 200;
  for (let turn = 0; turn < turns; turn += 1) {
    messages.push(
      { role: 'user', content: [{ type: 'text', text: `asked ${turn} ${'x'.repeat(1_000)}` }] },
      { role: 'assistant', content: [{ type: 'text', text: `said ${turn}` }] },
    );
    buffers.add(wire.encode({ system: 's', tools: [], messages, maxTokens: 9 }).buffer);
  }
  // A place that grows by doubling is left a few times.
  expect(buffers.size).toBeLessThan(5);
});
