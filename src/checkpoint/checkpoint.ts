import { CountersignError, isJsonObject } from '../common/index.ts';
import {
  type CheckpointContext,
  decryptText,
  type EncryptionOptions,
  encryptText,
} from './envelope.ts';
import { checkpointState, type CheckpointState } from './state.ts';

/**
 * Seals a state under a secret, bound to its own repository, run and trail head. Throws `checkpoint-refused` where the
 * secret is too short, the state too large, or not one that could be opened again.
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
 * Opens a checkpoint for exactly this repository, run and trail head: the head is that of the entry before the
 * trail's `checkpoint.saved`. Throws `checkpoint-refused` with the reason for
 * everything else: another key, one byte changed, another run's, another version, too large, not a state.
 */
export function decryptCheckpoint(bytes: Uint8Array, sealing: EncryptionOptions): CheckpointState {
  const parsed = checkpointState.safeParse(parseJson(decryptText(bytes, sealing)));
  if (!parsed.success) throw malformed(parsed.error.issues[0]);
  const { data } = parsed;
  if (!isOf(data, sealing.context))
    throw refusal('it holds the state of another run than it is sealed for');
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
      'The checkpoint is refused: it holds no JSON.',
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
  return refusal(`its state is not of version 1 (${where}: ${issue?.message ?? 'unreadable'})`);
}

function refusal(because: string): CountersignError {
  return new CountersignError('checkpoint-refused', `The checkpoint is refused: ${because}.`);
}
