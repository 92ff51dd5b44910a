import * as z from 'zod';
import { clauseText, jsonValue, oneLine } from '../../common/index.ts';
import { contentBlock, parsedBy } from './check.ts';
import { plainJson } from './plain-json.ts';
import {
  type LlmContent,
  type PostToolUseAnswer,
  type PreToolUseAnswer,
  TOOL_ERROR_TYPES,
} from './tool.ts';

/** Characters of a hook's answer. */
const MAX_TEXT_CHARS = 200_000;
const MAX_REASON_CHARS = 2_000;
const MAX_BLOCKS = 100;
const MAX_LINES = 100;

const text = z.string().max(MAX_TEXT_CHARS);
const lines = z.array(text).max(MAX_LINES);
const content: z.ZodType<LlmContent> = z.union([
  text,
  z
    .array(
      contentBlock.refine((block) => block.type !== 'text' || block.text.length <= MAX_TEXT_CHARS),
    )
    .max(MAX_BLOCKS),
]);

const preAnswer = z
  .strictObject({
    decision: z.enum(['auto', 'ask', 'deny']).optional(),
    reason: z.string().max(MAX_REASON_CHARS).optional(),
    update: z.record(z.string(), jsonValue).optional(),
    replace: jsonValue.optional(),
    input: jsonValue.optional(),
    result: text.optional(),
  })
  .refine(
    ({ update, replace, input }) =>
      [update, replace, input].filter((form) => form !== undefined).length <= 1,
    'it has more than one of update, replace and input: use one',
  );

const postAnswer = z
  .strictObject({
    llmContent: content.optional(),
    errorMessage: text.optional(),
    update: z
      .strictObject({
        llmContent: content.optional(),
        displayContent: text.optional(),
        errorMessage: text.optional(),
        recommendations: lines.optional(),
      })
      .optional(),
    replace: z
      .discriminatedUnion('ok', [
        z.strictObject({
          ok: z.literal(true),
          llmContent: content,
          displayContent: text.exactOptional(),
        }),
        z.strictObject({
          ok: z.literal(false),
          error: z.strictObject({
            type: z.enum(TOOL_ERROR_TYPES).default('execution'),
            message: text,
            recommendations: lines.default([]),
          }),
          llmContent: content.exactOptional(),
        }),
      ])
      .optional(),
  })
  .refine(
    ({ update, replace, llmContent, errorMessage }) =>
      [update, replace, llmContent ?? errorMessage].filter((form) => form !== undefined).length <=
      1,
    'it has more than one of update, replace and llmContent or errorMessage: use one',
  );

/**
 * Parses the answer of a `preToolUse`. Hooks are written without types, and a misspelt decision must not read as no decision.
 * `undefined` and `null` are empty answers. Throws for anything else.
 */
export function readPreAnswer(answer: unknown): PreToolUseAnswer {
  return checkedAnswer(preAnswer, answer);
}

/** Parses the answer of a `postToolUse`, like `readPreAnswer`. */
export function readPostAnswer(answer: unknown): PostToolUseAnswer {
  return checkedAnswer(postAnswer, answer);
}

/** The parsed answer of a hook; `undefined` and `null` are empty ones. Throws with what is wrong and where. */
export function checkedAnswer<T>(schema: z.ZodType<T>, answer: unknown): T {
  try {
    return parsedBy(schema, plainJson(answer) ?? {});
  } catch (error) {
    const because = oneLine(clauseText(error), MAX_REASON_CHARS);
    throw new Error(`its answer is not valid: ${because}`, { cause: error });
  }
}
