import * as z from 'zod';
import { expect, test } from 'vitest';
import type { Message, ModelRequest } from '../../../src/model/index.ts';
import { encodeMessages } from '../../../src/model/anthropic/encode-request.ts';
import * as fc from '../../properties.ts';

const TEXT = fc.oneof(
  fc.string({ maxLength: 40, unit: fc.codePoint }),
  fc.constantFrom('', ' ', '\ud800', '\u{1f44b}'),
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

const Body = z.looseObject({
  model: z.literal('claude-x'),
  stream: z.literal(true),
  messages: z.array(z.looseObject({ content: z.array(z.looseObject({})) })),
});

test('every conversation is valid JSON without lone surrogates and with at most two breakpoints', () => {
  fc.assert(
    fc.property(fc.array(MESSAGE, { maxLength: 12 }), (messages) => {
      const request: ModelRequest = { system: 's', tools: [], messages, maxTokens: 9 };
      const text = encodeMessages(request, {
        model: 'claude-x',
        promptCache: true,
        lacks: new Set(),
      });
      expect(text).not.toMatch(/\\ud[89a-f]/);
      expect(text.isWellFormed()).toBe(true);
      const blocks = Body.parse(JSON.parse(text)).messages.flatMap(({ content }) => content);
      expect(blocks.filter((block) => 'cache_control' in block).length).toBeLessThanOrEqual(2);
    }),
  );
});

test('the breakpoints are at the end, and at the end of the previous request', () => {
  const messages = ['one', 'two', 'three', 'four', 'five'].map(
    (text, index): Message => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: [{ type: 'text', text }],
    }),
  );
  const body = Body.parse(
    JSON.parse(
      encodeMessages(
        { system: '', tools: [], messages, maxTokens: 9 },
        { model: 'claude-x', promptCache: true, lacks: new Set() },
      ),
    ),
  );
  const marked = body.messages.flatMap(({ content }) =>
    content.filter((block) => 'cache_control' in block).map((block) => block['text']),
  );
  expect(marked).toEqual(['three', 'five']);
});
