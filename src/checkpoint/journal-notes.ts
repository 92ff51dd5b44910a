import * as z from 'zod';
import { refused } from './keys.ts';
import { checkpointState } from './state.ts';

const { shape } = checkpointState;

/** What of a run's state stays as it was when the run began, or was taken up. */
const roots = z.strictObject({
  run: shape.run,
  repository: shape.repository,
  workflow: shape.workflow,
  headSha: shape.headSha,
  policySha256: shape.policySha256,
  request: shape.request,
  requester: shape.requester,
  instructions: shape.instructions,
  outputSchema: shape.outputSchema,
  marker: shape.marker,
});

/** What changes as it goes, as far as it did. */
const partly = z.strictObject({
  turns: shape.turns.exactOptional(),
  calls: shape.calls.exactOptional(),
  lastText: shape.lastText.exactOptional(),
  idleReplies: shape.idleReplies.exactOptional(),
  planApproved: z.boolean().exactOptional(),
  refused: shape.refused.exactOptional(),
  reads: shape.reads.exactOptional(),
  repeats: shape.repeats.unwrap().exactOptional(),
  memory: shape.memory.unwrap().exactOptional(),
  used: shape.used.exactOptional(),
  raised: shape.raised.unwrap().exactOptional(),
  untrusted: shape.untrusted.exactOptional(),
});
const standing = partly.required().extend({ memory: partly.shape.memory });
export type RunIdentity = z.infer<typeof roots>;
export type RunSnapshot = z.infer<typeof standing>;

/** One record of a journal: what is new since the one before. */
const note = z.strictObject({
  /** With the first record. */
  roots: roots.exactOptional(),
  /** Messages that stay; those in `messages` follow them. */
  keep: z.number().int().nonnegative(),
  messages: shape.messages,
  /** Calls of the last reply that have ended since. */
  settled: shape.settled,
  /** The turn of the last reply; 0 before the first. The trail has it after the journal. */
  reply: z.number().int().nonnegative(),
  standing: partly,
});
export type JournalNote = z.infer<typeof note>;

/** Where a run stood, by its journal. */
export interface JournalContent {
  readonly roots: RunIdentity;
  readonly standing: RunSnapshot;
  readonly messages: JournalNote['messages'];
  readonly settled: JournalNote['settled'];
}

/**
 * Where a run stood at the last reply that its trail has. A reply that only the journal knows had no effect and is left
 * out; a journal that does not know the trail's last reply was cut. Throws `checkpoint-refused`. Pure.
 */
export function readJournalNotes(
  texts: readonly string[],
  trailsLastReply: number,
): JournalContent {
  const [first, ...others] = texts.map(parsed);
  const begun = standing.safeParse(first?.standing);
  if (first?.roots === undefined || !begun.success) throw refused('its journal has no beginning');
  let now = { ...first, roots: first.roots, standing: begun.data };
  let before = now;
  for (const next of others) {
    if (next.reply !== now.reply) before = now;
    now = {
      ...next,
      roots: now.roots,
      messages: [...now.messages.slice(0, next.keep), ...next.messages],
      // What a reply asked for ends before the next message is there.
      settled: next.messages.length === 0 ? [...now.settled, ...next.settled] : next.settled,
      standing: { ...now.standing, ...next.standing },
    };
  }
  if (now.reply !== trailsLastReply) now = before;
  if (now.reply !== trailsLastReply) throw refused('its journal does not go as far as its trail');
  return now;
}

function parsed(text: string): JournalNote {
  const result = note.safeParse(JSON.parse(text));
  if (!result.success) throw refused('its journal holds what no run notes down');
  return result.data;
}
