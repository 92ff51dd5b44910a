/** I/O: reads the script's file, once, when the model is made. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Clock, CountersignError, errorText } from '../../common/index.ts';
import type { Message, Model, ModelReply, ModelRequest, RespondOptions } from '../model.ts';
import { DEFAULT_CONTEXT_WINDOW, SCRIPTED_PREFIX } from '../prices.ts';
import {
  blocksOf,
  messageIdOf,
  parseScript,
  type Script,
  type ScriptTurn,
  stopReasonOf,
  turnsFor,
  unmetExpectation,
} from './script.ts';
import { zeroUsage } from '../usage.ts';

const MAX_SCRIPT_BYTES = 20_000_000;
const MAX_SHOWN_CHARS = 600;

export interface ScriptedOptions {
  /** The script's file. A relative path starts at `cwd`. */
  readonly file: string;
  readonly cwd: string;
  readonly clock: Clock;
}

/**
 * A model that says what a file of turns says. Throws `script-invalid` naming the file and the
 * field.
 */
export async function createScriptedModel(options: ScriptedOptions): Promise<Model> {
  const script = await readScript(path.resolve(options.cwd, options.file), options.file);
  return scriptedModel(script, { name: options.file, clock: options.clock });
}

/** Reads a script's file, at most MAX_SCRIPT_BYTES of it. Throws `script-invalid`. */
export async function readScript(file: string, name: string = file): Promise<Script> {
  let text: string;
  try {
    const { size } = await stat(file);
    if (size > MAX_SCRIPT_BYTES) throw new Error(`it has more than ${MAX_SCRIPT_BYTES} bytes`);
    text = await readFile(file, 'utf8');
  } catch (cause) {
    const message = `The script ${name} cannot be read: ${errorText(cause)}.`;
    throw new CountersignError('script-invalid', message, {
      fix: `Write the path of a JSON file after ${SCRIPTED_PREFIX}, from the workspace's root.`,
      cause,
    });
  }
  return parseScript(text, name);
}

/**
 * The model of a script that has been read.
 *
 * Which turn comes next is told by the conversation when this model sees it for the first time (as
 * many turns are over as it holds replies), so that a resumed run goes on where the script stopped.
 * From then on it counts, so that a shortened conversation or an empty reply does not turn it back.
 * A helper's conversation is told apart by its first message.
 */
export function scriptedModel(script: Script, options: { name: string; clock: Clock }): Model {
  const id = `${SCRIPTED_PREFIX}${options.name}`;
  const helperNext = new WeakMap<Message, number>();
  let mainNext: number | undefined;

  const take = (request: ModelRequest): { turns: readonly ScriptTurn[]; index: number } => {
    const first = request.messages[0];
    const turns = turnsFor(script, first === undefined ? '' : textOf(first));
    const replies = request.messages.filter((message) => message.role === 'assistant').length;
    if (turns === script.turns || first === undefined) {
      const index = mainNext ?? replies;
      mainNext = index + 1;
      return { turns, index };
    }
    const index = helperNext.get(first) ?? replies;
    helperNext.set(first, index + 1);
    return { turns, index };
  };

  return {
    id,
    provider: 'scripted',
    contextWindow: DEFAULT_CONTEXT_WINDOW,
    respond: async (request, respondOptions) => {
      respondOptions.signal.throwIfAborted();
      const { turns, index } = take(request);
      const turn = turns[index];
      if (turn === undefined) throw runOut(options.name, turns.length);
      checkExpectation({ name: options.name, turn, index, last: request.messages.at(-1) });
      await wait(turn.delayMs ?? 0, options.clock, respondOptions.signal);
      return replyOf({ id, turn, index, respondOptions });
    },
  };
}

async function wait(delayMs: number, clock: Clock, signal: AbortSignal): Promise<void> {
  if (delayMs === 0) return;
  try {
    await clock.sleep(delayMs, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
  signal.throwIfAborted();
}

function replyOf(args: {
  id: string;
  turn: ScriptTurn;
  index: number;
  respondOptions: RespondOptions;
}): ModelReply {
  const { turn, index } = args;
  const content = blocksOf(turn, index);
  for (const block of content) if (block.type === 'text') args.respondOptions.onText?.(block.text);
  return {
    id: messageIdOf(index),
    model: args.id,
    content,
    stopReason: stopReasonOf(turn),
    usage: turn.usage ?? zeroUsage,
    costUsd: turn.costUsd ?? null,
  };
}

function runOut(name: string, turns: number): CountersignError {
  return new CountersignError(
    'script-invalid',
    `The script ${name} has no turn ${turns + 1}: the conversation went on after its last one.`,
    { fix: 'Add a turn, or end the last one with a call of `finish`.' },
  );
}

function checkExpectation(args: {
  name: string;
  turn: ScriptTurn;
  index: number;
  last: Message | undefined;
}): void {
  const text = args.last === undefined ? '' : textOf(args.last);
  const unmet = unmetExpectation(args.turn, text);
  if (unmet === undefined) return;
  const shown = text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text;
  throw new CountersignError(
    'script-invalid',
    `The script ${args.name} expects at turns.${args.index}.expect a match of /${unmet}/ in: ` +
      shown,
  );
}

/** The text of a message: its text blocks and the text of its tool results, a line each. */
export function textOf(message: Message): string {
  const parts: string[] = [];
  for (const block of message.content) {
    if (block.type === 'text') parts.push(block.text);
    if (block.type !== 'tool_result') continue;
    if (typeof block.content === 'string') parts.push(block.content);
    else for (const inner of block.content) if (inner.type === 'text') parts.push(inner.text);
  }
  return parts.join('\n');
}
