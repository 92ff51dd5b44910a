/** I/O: reads the script's file once, when the model is created. */
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Clock, CountersignError, systemReason, truncateMiddle } from '../../common/index.ts';
import { messageText } from '../message-text.ts';
import type { Model, ModelRequest } from '../model.ts';
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

/** A model whose replies are the turns of a file, from `cwd`. Throws `script-invalid` naming the file and the field. */
export async function createScriptedModel(
  file: string,
  { cwd, clock }: { readonly cwd: string; readonly clock: Clock },
): Promise<Model> {
  const path = resolve(cwd, file);
  let text: string;
  try {
    if (file === '') throw new Error('no file is named');
    const found = await stat(path);
    // A device or a pipe has no end.
    if (!found.isFile() && !found.isDirectory()) throw new Error('it is not a file');
    if (found.size > MAX_SCRIPT_BYTES)
      throw new Error(`it has more than ${MAX_SCRIPT_BYTES} bytes`);
    text = await readFile(path, 'utf8');
  } catch (cause) {
    const message = `The script "${file === '' ? SCRIPTED_PREFIX : path}" cannot be read: ${systemReason(cause)}.`;
    throw new CountersignError('script-invalid', message, {
      fix: `Write the path of a JSON file: ${SCRIPTED_PREFIX}turns.json. A relative one starts at ${cwd}.`,
      cause,
    });
  }
  return scriptedModel(parseScript(text, file), { name: file, clock });
}

/**
 * The model of a parsed script.
 *
 * The number of replies in the first request decides which turn is next, so that a resumed run continues where the script
 * stopped. From then on the model counts the turns itself, so that compaction or an empty reply does not repeat a turn.
 * A subagent's conversation is recognised by its first message.
 */
export function scriptedModel(script: Script, options: { name: string; clock: Clock }): Model {
  const id = `${SCRIPTED_PREFIX}${options.name}`;
  /** By the first message of a subagent's conversation; that of the run itself by the script. */
  const nextTurns = new WeakMap<object, number>();

  const advance = (request: ModelRequest): { turns: readonly ScriptTurn[]; index: number } => {
    const first = request.messages[0];
    const turns = turnsFor(script, messageText(first));
    const replies = request.messages.filter((message) => message.role === 'assistant').length;
    const conversation = turns === script.turns || first === undefined ? script : first;
    const index = nextTurns.get(conversation) ?? replies;
    nextTurns.set(conversation, index + 1);
    return { turns, index };
  };

  return {
    id,
    provider: 'scripted',
    contextWindow: DEFAULT_CONTEXT_WINDOW,
    respond: async (request, { signal, onText }) => {
      signal.throwIfAborted();
      const { turns, index } = advance(request);
      const turn = turns[index];
      if (turn === undefined) throw scriptEnded(options.name, turns.length);
      const last = messageText(request.messages.at(-1));
      const unmet = unmetExpectation(turn, last);
      if (unmet !== undefined)
        throw new CountersignError(
          'script-invalid',
          `The script ${options.name} expects at turns.${index}.expect that /${unmet}/ matches this message, and it does not: ${truncateMiddle(last, MAX_SHOWN_CHARS)}`,
        );
      if (turn.delayMs !== undefined) await options.clock.sleep(turn.delayMs, signal);
      const content = blocksOf(turn, index);
      for (const block of content) if (block.type === 'text') onText?.(block.text);
      return {
        id: messageIdOf(index),
        model: id,
        content,
        stopReason: stopReasonOf(turn),
        usage: turn.usage ?? zeroUsage,
        costUsd: turn.costUsd ?? null,
      };
    },
  };
}

function scriptEnded(name: string, turns: number): CountersignError {
  return new CountersignError(
    'script-invalid',
    `The script ${name} has no turn ${turns + 1}: the conversation continued after its last turn.`,
    { fix: 'Add a turn, or end the last one with a call of `finish`.' },
  );
}
