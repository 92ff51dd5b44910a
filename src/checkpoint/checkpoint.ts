import {
  type CheckpointContext,
  decryptText,
  type EncryptionOptions,
  encryptText,
} from './envelope.ts';
import { refused } from './keys.ts';
import { checkpointState, type CheckpointState } from './state.ts';

/**
 * Encrypts a state with a secret, bound to its repository, run and trail head. Throws `checkpoint-refused` if the secret is
 * too short, or if the state is too large or invalid.
 */
export function encryptCheckpoint(
  state: CheckpointState,
  options: { readonly secret: string },
): Uint8Array {
  const valid = validState(state);
  const { repository, run, trailHead } = valid;
  return encryptText(JSON.stringify(valid), {
    ...options,
    context: { repository, run, trailHead },
  });
}

/**
 * Decrypts a checkpoint for exactly this repository, run and trail head: that of the entry before the trail's
 * `checkpoint.saved`. Throws `checkpoint-refused` with the reason for anything else: another key, a changed byte, another
 * run, another version, too large, or not a state.
 */
export function decryptCheckpoint(bytes: Uint8Array, options: EncryptionOptions): CheckpointState {
  const state = validState(parseJson(decryptText(bytes, options)));
  if (!isOf(state, options.context))
    throw refused('its state belongs to another run than its header says');
  return state;
}

function isOf(state: CheckpointState, context: CheckpointContext): boolean {
  const { hash, count } = state.trailHead;
  return (
    state.run === context.run &&
    state.repository.toLowerCase() === context.repository.toLowerCase() &&
    hash === context.trailHead.hash &&
    count === context.trailHead.count
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refused('its content is not JSON', { cause: error });
  }
}

function validState(value: unknown): CheckpointState {
  const { data, error } = checkpointState.safeParse(value);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  const where = issue?.path.map(String).join('.') || 'it';
  throw refused(`its state is not of version 1 (${where}: ${issue?.message ?? 'unreadable'})`);
}
