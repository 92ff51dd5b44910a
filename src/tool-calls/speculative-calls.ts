import type { CallRequest } from './call.ts';
import { markHandled, memoize } from '../common/index.ts';
import { findAndValidate, type Found } from './find.ts';
import { fitsFilter } from './hooks/hooks.ts';
import { evaluateCall } from './evaluate-call.ts';
import { type PreparedCall, prepareCall } from './prepare-call.ts';
import { finishDenied } from './finish-call.ts';
import { type CallContext, type JudgingWorld, withPolicy } from './context.ts';

/** A call as a reply holds it that still arrives. */
export type CallDraft = Omit<CallRequest, 'id'>;

export interface BegunCall {
  readonly request: CallRequest;
  readonly call: Promise<PreparedCall>;
}

/** The calls of one reply that begin before the reply is whole. */
export interface SpeculativeCalls {
  /**
   * Takes a call whose block is whole. Begun are only the first of a reply, as long as each is read-only, may run beside
   * others, and runs without a question: an effect could not be taken back where the reply breaks off and is asked for again,
   * and what comes after another call has to wait for it. Where the policy is still being loaded, they begin once it is
   * there, in their order.
   */
  offer(draft: CallDraft, nextId: () => string): void;
  /** The reply is over, whole or not: what of it has not begun is no longer early. */
  close(): void;
  /** Hands over those that were begun of these blocks, by the id of their block. */
  take(toolUseIds: readonly string[]): ReadonlyMap<string, BegunCall>;
  /** Waits until whatever was begun and not taken has ended, and forgets it: its reply is not used. */
  drop(): Promise<void>;
}

/** One reply on its way. */
interface Arrival {
  readonly begun: Map<string, BegunCall>;
  /** Whether the call that is offered next may begin. */
  isOpen: boolean;
  /** The call that was offered last, begun or not: each waits for the one before it. */
  last: Promise<unknown>;
}

interface Offer {
  readonly draft: CallDraft;
  readonly nextId: () => string;
}

export function createSpeculativeCalls(context: CallContext): SpeculativeCalls {
  const judging = memoize(() => withPolicy(context));
  let arrival = newArrival();
  return {
    offer: (draft, nextId) => {
      const into = arrival;
      // Where one fails, nothing more begins, and whoever opens the calls of the whole reply is told.
      into.last = into.last.then(async () => begin(await judging(), into, { draft, nextId }));
      markHandled(into.last);
    },
    close: () => {
      arrival.isOpen = false;
    },
    take: (toolUseIds) => {
      const { begun } = arrival;
      const taken = new Map<string, BegunCall>();
      for (const id of toolUseIds) {
        const one = begun.get(id);
        if (one !== undefined && begun.delete(id)) taken.set(id, one);
      }
      return taken;
    },
    drop: async () => {
      const dropped = arrival;
      dropped.isOpen = false;
      arrival = newArrival();
      for (const { call } of dropped.begun.values()) await settleUnused(context, call);
    },
  };
}

function newArrival(): Arrival {
  return { begun: new Map(), isOpen: true, last: Promise.resolve() };
}

/** The reply may be over once the input was read: then nothing of it begins early any more. */
async function begin(
  context: JudgingWorld,
  arrival: Arrival,
  { draft, nextId }: Offer,
): Promise<void> {
  const { begun } = arrival;
  const fits = arrival.isOpen && begun.size < context.parallel;
  const found = fits ? await findEarly(context, draft) : null;
  if (!arrival.isOpen) return;
  arrival.isOpen = found !== null;
  if (found === null || begun.has(draft.toolUseId)) return;
  const request = { ...draft, id: nextId() };
  const call = prepareCall(context, request, { before: Promise.resolve(), found });
  // Whoever takes the call gets its failure.
  markHandled(call);
  begun.set(draft.toolUseId, { request, call });
}

/** What was found of a call that may begin; `null` for one that may not. */
async function findEarly(context: JudgingWorld, draft: CallDraft): Promise<Found | null> {
  const tool = context.find(draft.name);
  if (tool?.kind !== 'readonly' || !tool.concurrencySafe) return null;
  if (context.signal.aborted || context.hooks.some((hook) => fitsFilter(hook.on, tool)))
    return null;
  const found = await findAndValidate(context, { ...draft, id: '' });
  if (!found.ok || found.prepared.preToolUse !== undefined) return null;
  return evaluateCall(context, found).verdict === 'auto' ? found : null;
}

/** Nobody is asked for a call of a reply that is not used. A trail that failed fails again with its next entry. */
async function settleUnused(context: CallContext, begun: Promise<PreparedCall>): Promise<void> {
  const ended = await begun.catch(() => null);
  await ended?.recorded.catch(() => undefined);
  if (ended?.opened.kind !== 'gated') return;
  await finishDenied(context, ended.opened.call, {
    refusal: 'unanswered',
    because: 'The reply that held this call was not used.',
    recommendation: 'Make the call again.',
  });
}
