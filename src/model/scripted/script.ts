import * as z from 'zod';
import { CountersignError, errorText, type Json, memoize } from '../../common/index.ts';
import type { AssistantBlock, StopReason } from '../model.ts';

/** More turns than a run may take, so that only a mistaken file meets it. */
const MAX_SCRIPT_TURNS = 10_000;
const MAX_BLOCKS = 200;
const MAX_DELAY_MS = 600_000;
const MAX_HELPERS = 100;
const MAX_ISSUES_SHOWN = 5;

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 's').flags === 's';
  } catch {
    return false;
  }
}

/** The form of a script, made for the run that has one. */
const schemas = memoize(() => {
  const json: z.ZodType<Json> = z.json();
  const tokens = z.int().nonnegative();

  const pattern = z.string().refine(isPattern, 'not a regular expression');

  /**
   * One regular expression or more. Checked as a whole, so that the message says which one is none.
   */
  const patterns = z.union([z.string(), z.array(z.string()).min(1)]).check((context) => {
    for (const text of [context.value].flat()) {
      if (isPattern(text)) continue;
      const message = `not a regular expression: ${text}`;
      context.issues.push({ code: 'custom', input: context.value, message });
    }
  });
  const textBlock = z.strictObject({ type: z.literal('text'), text: z.string() });
  const toolUseBlock = z.strictObject({
    type: z.literal('tool_use'),
    name: z.string().min(1),
    input: json,
    id: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .optional(),
  });
  /** `block` is passed on as it stands: thinking, server tools, whatever the API adds. */
  const opaqueBlock = z.strictObject({
    type: z.literal('opaque'),
    block: z.record(z.string(), json),
  });

  const turn = z.strictObject({
    blocks: z
      .array(z.discriminatedUnion('type', [textBlock, toolUseBlock, opaqueBlock]))
      .max(MAX_BLOCKS),
    stopReason: z.string().min(1).optional(),
    usage: z
      .strictObject({
        inputTokens: tokens.default(0),
        outputTokens: tokens.default(0),
        cacheReadInputTokens: tokens.default(0),
        cacheCreationInputTokens: tokens.default(0),
      })
      .optional(),
    costUsd: z.number().nonnegative().optional(),
    delayMs: z.int().nonnegative().max(MAX_DELAY_MS).optional(),
    expect: patterns.optional(),
  });

  const turns = z.array(turn).min(1).max(MAX_SCRIPT_TURNS);

  const script = z.strictObject({
    /** What this file is for, for people. */
    about: z.string().optional(),
    turns,
    helpers: z
      .array(z.strictObject({ when: pattern, turns }))
      .max(MAX_HELPERS)
      .optional(),
  });
  return { turn, script };
});
type Schemas = ReturnType<typeof schemas>;

/**
 * One reply of a script. `blocks` are text, tool calls (`id` is made up where it is missing) and
 * opaque blocks. `stopReason` defaults to `tool_use` where there is a tool call, else to
 * `end_turn`. `expect` is one or more regular expressions, each of which must match the text of the
 * message that the reply answers.
 */
export type ScriptTurn = z.infer<Schemas['turn']>;

/**
 * A conversation written down beforehand. `helpers` are other conversations, such as those of
 * helper agents: one is taken where `when` matches the conversation's first message.
 */
export type Script = z.infer<Schemas['script']>;

/** Reads a script from JSON text. Throws `script-invalid` naming `source` and the field. */
export function parseScript(text: string, source: string): Script {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalid(source, `it is not JSON: ${errorText(cause)}`);
  }
  const parsed = schemas().script.safeParse(value);
  if (parsed.success) return parsed.data;
  const shown = parsed.error.issues.slice(0, MAX_ISSUES_SHOWN).map((issue) => {
    const field = issue.path.map(String).join('.');
    return `${field === '' ? 'the file' : field}: ${issue.message}`;
  });
  throw invalid(source, shown.join('; '));
}

function invalid(source: string, why: string): CountersignError {
  return new CountersignError('script-invalid', `The script ${source} cannot be used: ${why}.`, {
    fix: 'Write {"turns":[{"blocks":[{"type":"text","text":"..."}]}]}.',
  });
}

/** The turns that answer a conversation which starts with this text. */
export function turnsFor(script: Script, firstText: string): readonly ScriptTurn[] {
  for (const helper of script.helpers ?? []) {
    if (new RegExp(helper.when, 's').test(firstText)) return helper.turns;
  }
  return script.turns;
}

/** The expectation that `text` does not meet, or `undefined` when it meets all of them. */
export function unmetExpectation(turn: ScriptTurn, text: string): string | undefined {
  const wanted = turn.expect === undefined ? [] : [turn.expect].flat();
  return wanted.find((one) => !new RegExp(one, 's').test(text));
}

/** A turn's blocks as a model hands them over; the ids depend on the turn's place alone. */
export function blocksOf(turn: ScriptTurn, turnIndex: number): AssistantBlock[] {
  return turn.blocks.map((block, index): AssistantBlock => {
    if (block.type !== 'tool_use') return block;
    const id = block.id ?? `toolu_s${pad(turnIndex + 1, 4)}b${pad(index + 1, 2)}`;
    return { type: 'tool_use', id, name: block.name, input: block.input };
  });
}

/** Why a scripted turn stops. */
export function stopReasonOf(turn: ScriptTurn): StopReason | (string & {}) {
  if (turn.stopReason !== undefined) return turn.stopReason;
  return turn.blocks.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn';
}

/** The id of the message that a scripted turn is. */
export function messageIdOf(turnIndex: number): string {
  return `msg_s${pad(turnIndex + 1, 4)}`;
}

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}
