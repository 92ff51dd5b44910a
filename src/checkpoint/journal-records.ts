import * as z from 'zod';
import { checkpointRefused } from './keys.ts';
import { checkpointState } from './state.ts';

const { shape } = checkpointState;

/** The part of a run's state that does not change after the run started or resumed. */
const identitySchema = z.strictObject({
  run: shape.run,
  repository: shape.repository,
  workflow: shape.workflow,
  headSha: shape.headSha,
  policySha256: shape.policySha256,
  baselines: shape.baselines,
  request: shape.request,
  requester: shape.requester,
  requesterId: shape.requesterId,
  instructions: shape.instructions,
  outputSchema: shape.outputSchema,
  marker: shape.marker,
});

/** The part that changes while the run runs. A record contains only what changed. */
const changesSchema = z.strictObject({
  turns: shape.turns.exactOptional(),
  calls: shape.calls.exactOptional(),
  model: shape.model,
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
const snapshotSchema = changesSchema
  .required()
  .extend({ memory: changesSchema.shape.memory, model: shape.model });
export type RunIdentity = z.infer<typeof identitySchema>;
export type RunSnapshot = z.infer<typeof snapshotSchema>;

/** One record of a journal: the changes since the record before it. */
const recordSchema = z.strictObject({
  /** In the first record only. */
  roots: identitySchema.exactOptional(),
  /** How many earlier messages remain; `messages` follow them. */
  keep: z.number().int().nonnegative(),
  messages: shape.messages,
  /** Calls of the last reply that have finished since. */
  settled: shape.settled,
  /** The turn of the last reply; 0 before the first. The journal records a reply before the trail does. */
  reply: z.number().int().nonnegative(),
  standing: changesSchema,
});
export type JournalNote = z.infer<typeof recordSchema>;

/** The state of a run by its journal. */
export interface JournalContent {
  readonly roots: RunIdentity;
  readonly standing: RunSnapshot;
  readonly messages: JournalNote['messages'];
  readonly settled: JournalNote['settled'];
}

/**
 * The state of a run at the last reply in its trail. A reply that only the journal has had no effect and is left out. A
 * journal without the trail's last reply was truncated. Throws `checkpoint-refused`. Pure.
 */
export function readJournalNotes(
  texts: readonly string[],
  trailsLastReply: number,
): JournalContent {
  if (texts.length === 0 && trailsLastReply === 0)
    throw checkpointRefused(
      'the run ended before its first request to the model: it has nothing to resume',
    );
  const [first, ...others] = texts.map(parsed);
  const begun = snapshotSchema.safeParse(first?.standing);
  if (first?.roots === undefined || !begun.success)
    throw checkpointRefused('its journal has no beginning');
  let now = { ...first, roots: first.roots, standing: begun.data };
  let before = now;
  for (const next of others) {
    if (next.reply !== now.reply) before = now;
    now = {
      ...next,
      roots: now.roots,
      messages: [...now.messages.slice(0, next.keep), ...next.messages],
      // The calls of a reply finish before the next message.
      settled: next.messages.length === 0 ? [...now.settled, ...next.settled] : next.settled,
      standing: { ...now.standing, ...next.standing },
    };
  }
  if (now.reply !== trailsLastReply) now = before;
  if (now.reply !== trailsLastReply)
    throw checkpointRefused('its journal does not go as far as its trail');
  return now;
}

function parsed(text: string): JournalNote {
  const result = recordSchema.safeParse(JSON.parse(text));
  if (!result.success) throw checkpointRefused('its journal has an invalid record');
  return result.data;
}
