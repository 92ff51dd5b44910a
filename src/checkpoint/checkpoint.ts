import { CountersignError, isJsonObject } from '../common/index.ts';
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
  const parsed = checkpointState.safeParse(state);
  if (!parsed.success) throw malformed(parsed.error.issues[0]);
  const { repository, run, trailHead } = parsed.data;
  return encryptText(JSON.stringify(parsed.data), {
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
  const parsed = checkpointState.safeParse(parseJson(decryptText(bytes, options)));
  if (!parsed.success) throw malformed(parsed.error.issues[0]);
  const { data } = parsed;
  if (!isOf(data, options.context))
    throw refused('its state belongs to another run than its header says');
  return data;
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
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch (error) {
    throw new CountersignError(
      'checkpoint-refused',
      'The checkpoint is refused: its content is not JSON.',
      { cause: error },
    );
  }
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function malformed(issue: Issue | undefined): CountersignError {
  const where = issue === undefined ? 'it' : issue.path.map(String).join('.');
  return refused(`its state is not of version 1 (${where}: ${issue?.message ?? 'unreadable'})`);
}
