import * as z from 'zod';
import {
  clauseText,
  CountersignError,
  docsPage,
  isJsonObject,
  issueClause,
  type JsonObject,
  jsonValue,
  orNull,
} from '../../common/index.ts';
import type { AssistantBlock, StopReason } from '../model.ts';

/** More turns than any run has, so that only a wrong file exceeds it. */
const MAX_SCRIPT_TURNS = 10_000;
const MAX_BLOCKS = 200;
const MAX_DELAY_MS = 600_000;
const MAX_SUBAGENTS = 100;
const MAX_ISSUES_SHOWN = 5;

function isPattern(text: string): boolean {
  return orNull(() => new RegExp(text, 's')) !== null;
}

const tokens = z.int().nonnegative();

const Pattern = z.string().refine(isPattern, 'not a regular expression');

/** One or more regular expressions. Checked together, so that the message names the invalid one. */
const Patterns = z.union([z.string(), z.array(z.string()).min(1)]).check((context) => {
  for (const text of [context.value].flat()) {
    if (isPattern(text)) continue;
    const message = `not a regular expression: ${text}`;
    context.issues.push({ code: 'custom', input: context.value, message });
  }
});
const TextBlock = z.strictObject({ type: z.literal('text'), text: z.string() });
const ToolUseBlock = z.strictObject({
  type: z.literal('tool_use'),
  name: z.string().min(1),
  input: jsonValue,
  id: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
});
/** `block` is passed on unchanged: thinking, server tools, and types that the API may add. */
const OpaqueBlock = z.strictObject({
  type: z.literal('opaque'),
  block: z.record(z.string(), jsonValue),
});

const Turn = z.strictObject({
  blocks: z
    .array(z.discriminatedUnion('type', [TextBlock, ToolUseBlock, OpaqueBlock]))
    .max(MAX_BLOCKS)
    .describe('What the model says and calls in this reply, in order.'),
  stopReason: z
    .string()
    .min(1)
    .optional()
    .describe('Why the reply ends; tool_use if a block is a tool call, otherwise end_turn.'),
  usage: z
    .strictObject({
      inputTokens: tokens.default(0),
      outputTokens: tokens.default(0),
      cacheReadInputTokens: tokens.default(0),
      cacheCreationInputTokens: tokens.default(0),
    })
    .optional()
    .describe('The tokens that the reply counts as; none without it.'),
  costUsd: z.number().nonnegative().optional().describe('The cost of the reply in US dollars.'),
  delayMs: z
    .int()
    .nonnegative()
    .max(MAX_DELAY_MS)
    .optional()
    .describe('How long the reply takes, in milliseconds.'),
  expect: Patterns.optional().describe(
    'Regular expressions, each of which must match the message that the reply answers: the request, or the results of the calls before. Otherwise the run ends as an error.',
  ),
});

const Turns = z.array(Turn).min(1).max(MAX_SCRIPT_TURNS);

const ScriptFile = z.strictObject({
  $schema: z.string().optional().describe('The address of this schema, for editors.'),
  about: z.string().optional().describe('What this file is for, for people.'),
  turns: Turns.describe('The replies, in order. A run that asks for more ends as an error.'),
  subagents: z
    .array(
      z.strictObject({
        when: Pattern.describe('Matches the first message of the conversation.'),
        turns: Turns,
      }),
    )
    .max(MAX_SUBAGENTS)
    .optional()
    .describe('The replies of other conversations: the first that matches is used.'),
});

/** The JSON Schema of the file of a scripted model. Whether a pattern is one is checked only when it is read. */
export function scriptJsonSchema(): JsonObject {
  const schema: unknown = z.toJSONSchema(ScriptFile, { io: 'input' });
  if (!isJsonObject(schema)) throw new CountersignError('internal', 'A schema is an object.');
  return { title: 'The turns of a scripted model of Countersign', ...schema };
}

/**
 * One reply of a script. `blocks` are text, tool calls (with a generated `id` if it is absent) and
 * opaque blocks. `stopReason` defaults to `tool_use` if a block is a tool call, else to
 * `end_turn`. `expect` is one or more regular expressions, each of which must match the text of the
 * message that the reply answers.
 */
export type ScriptTurn = z.infer<typeof Turn>;

/**
 * The replies of a conversation. `subagents` are the replies of other conversations: the first whose `when` matches a
 * conversation's first message answers it.
 */
export type Script = z.infer<typeof ScriptFile>;

/** Reads a script from JSON text. Throws `script-invalid` naming `source` and the field. */
export function parseScript(text: string, source: string): Script {
  let value: unknown;
  try {
    // Editors of Windows may begin a file by a byte order mark.
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw invalid(source, `it is not JSON: ${clauseText(cause)}`);
  }
  const parsed = ScriptFile.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(source, parsed.error.issues.slice(0, MAX_ISSUES_SHOWN).map(issueText).join('; '));
}

function issueText(issue: z.core.$ZodIssue): string {
  const field = issue.path.map(String).join('.') || 'the file';
  if (issue.code === 'unrecognized_keys')
    return `${field}: unknown key ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
  return `${field}: ${issueClause(issue)}`;
}

function invalid(source: string, reason: string): CountersignError {
  return new CountersignError('script-invalid', `The script ${source} is invalid: ${reason}.`, {
    fix: `Write {"turns":[{"blocks":[{"type":"text","text":"..."}]}]}. ${docsPage('scripted-model.md')} has the format.`,
  });
}

/** The turns that answer a conversation with this first message. */
export function turnsFor(script: Script, firstText: string): readonly ScriptTurn[] {
  for (const subagent of script.subagents ?? []) {
    if (new RegExp(subagent.when, 's').test(firstText)) return subagent.turns;
  }
  return script.turns;
}

/** The first expectation that `text` does not match; `undefined` if it matches all. */
export function unmetExpectation(turn: ScriptTurn, text: string): string | undefined {
  const patterns = turn.expect === undefined ? [] : [turn.expect].flat();
  return patterns.find((pattern) => !new RegExp(pattern, 's').test(text));
}

/** A turn's blocks as a model returns them. Generated ids depend only on the position of the turn. */
export function blocksOf(turn: ScriptTurn, turnIndex: number): AssistantBlock[] {
  return turn.blocks.map((block, index): AssistantBlock => {
    if (block.type !== 'tool_use') return block;
    const id = block.id ?? `toolu_s${pad(turnIndex + 1, 4)}b${pad(index + 1, 2)}`;
    return { type: 'tool_use', id, name: block.name, input: block.input };
  });
}

export function stopReasonOf(turn: ScriptTurn): StopReason | (string & {}) {
  if (turn.stopReason !== undefined) return turn.stopReason;
  return turn.blocks.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn';
}

export function messageIdOf(turnIndex: number): string {
  return `msg_s${pad(turnIndex + 1, 4)}`;
}

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}
