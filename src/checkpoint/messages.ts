import * as z from 'zod';
import type { Json } from '../common/index.ts';
import type { Message } from '../model/index.ts';

/** Any JSON value. */
export const json: z.ZodType<Json> = z.json();
const jsonObject = z.record(z.string(), json);

const text = z.strictObject({
  type: z.literal('text'),
  text: z.string(),
  citations: z.array(jsonObject).exactOptional(),
});
const image = z.strictObject({
  type: z.literal('image'),
  source: z.strictObject({ type: z.literal('base64'), media_type: z.string(), data: z.string() }),
});
const document = z.strictObject({
  type: z.literal('document'),
  source: z.strictObject({
    type: z.literal('base64'),
    media_type: z.literal('application/pdf'),
    data: z.string(),
  }),
});
const toolResult = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(z.discriminatedUnion('type', [text, image, document]))]),
  is_error: z.boolean().exactOptional(),
});
const toolUse = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  input: json,
});
const opaque = z.strictObject({ type: z.literal('opaque'), block: jsonObject });

/** A message of the conversation. */
export const message: z.ZodType<Message> = z.discriminatedUnion('role', [
  z.strictObject({
    role: z.literal('user'),
    content: z.array(z.discriminatedUnion('type', [text, image, document, toolResult])),
  }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.array(z.discriminatedUnion('type', [text, toolUse, opaque])),
  }),
]);
