import {
  type AgentState,
  createConversation,
  newState,
  type UntrustedMarker,
} from '../agent/index.ts';
import type { Trail } from '../audit/index.ts';
import { sha256, truncateMiddle } from '../base/index.ts';
import type { ContextItem, Job, RunWorld } from './job.ts';

/** Characters of one item of context that a run begins with. */
const ITEM_CHARS = 30_000;
/** Characters of all of them. */
const CONTEXT_CHARS = 150_000;

/**
 * The first message: what is asked, then the context, text by strangers between marks. Each item is recorded with its
 * source and digest before the model sees it.
 */
export async function openingState(
  job: Job,
  world: RunWorld,
  at: { readonly trail: Trail; readonly marker: UntrustedMarker },
): Promise<AgentState> {
  const parts: string[] = [job.request];
  let room = CONTEXT_CHARS;
  for (const item of job.context) {
    const text = truncateMiddle(await world.redactor.redact(item.text), Math.min(ITEM_CHARS, room));
    room = Math.max(0, room - text.length);
    at.marker.takeRemoved();
    const part = shown(item, text, at.marker);
    await at.trail.append({
      type: 'context.read',
      source: item.source,
      author: item.author,
      trusted: item.trusted,
      because: item.because,
      sha256: sha256(text),
      ...removedFrom(at.marker),
    });
    parts.push(part);
  }
  const conversation = createConversation();
  const text = await world.redactor.redact(parts.join('\n\n'));
  conversation.push({ role: 'user', content: [{ type: 'text', text }] });
  return newState(conversation);
}

function shown(item: ContextItem, text: string, marker: UntrustedMarker): string {
  if (!item.trusted) return marker.mark(text, `${item.source} by ${item.author ?? 'nobody known'}`);
  return `${item.source}, by ${item.author ?? 'the repository'}:\n\n${marker.plain(text)}`;
}

/** For the trail: what was hidden in what was just read. */
export function removedFrom(marker: UntrustedMarker): {
  readonly removed?: Record<string, number>;
} {
  const removed = marker.takeRemoved();
  return Object.keys(removed).length === 0 ? {} : { removed: { ...removed } };
}
