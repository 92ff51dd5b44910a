import type { Message, UserBlock } from '../../model/index.ts';
import { removedBytes } from './shorten.ts';
import type { Agent } from '../context.ts';

const NOTE = '[The API refused this image or document: it may be broken, encrypted or too large.]';

/**
 * Removes the images and documents since the last reply from a conversation that the API refused, and records that: a broken
 * file in the checkout must not end the run. Resolves with false if there are none.
 */
export async function dropRefusedMedia({ calls, state }: Agent, turn: number): Promise<boolean> {
  const { messages } = state.conversation;
  const from = messages.findLastIndex(({ role }) => role === 'assistant') + 1;
  const fresh = messages.slice(from);
  const smaller = fresh.map(withoutMedia);
  if (smaller.every((message, index) => message === fresh[index])) return false;
  state.conversation.replace([...messages.slice(0, from), ...smaller]);
  const how = 'images and documents that the API refused';
  await calls.trail.append({
    type: 'context.trimmed',
    turn,
    how,
    removedBytes: removedBytes(fresh, smaller),
  });
  return true;
}

function withoutMedia(message: Message): Message {
  if (message.role !== 'user' || !message.content.some(hasMedia)) return message;
  return { role: 'user', content: message.content.map(asText) };
}

function hasMedia(block: UserBlock): boolean {
  if (block.type === 'tool_result')
    return typeof block.content !== 'string' && block.content.some(({ type }) => type !== 'text');
  return block.type !== 'text';
}

function asText(block: UserBlock): UserBlock {
  if (block.type === 'text') return block;
  if (block.type !== 'tool_result') return { type: 'text', text: NOTE };
  const { content } = block;
  if (typeof content === 'string') return block;
  const inner = content.map((part): typeof part =>
    part.type === 'text' ? part : { type: 'text', text: NOTE },
  );
  return { ...block, content: inner };
}
