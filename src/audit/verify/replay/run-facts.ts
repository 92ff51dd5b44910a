import { BUDGET_CALL, isFinal } from '../../format/states.ts';
import type { Entry, EntryOf } from '../../format/entry.ts';
import { type SpendingEntry, tokensOf } from '../../format/spent.ts';
import { finishOf } from './calls/finish-calls.ts';
import type { Finish, LayeredPolicy, OpenCallState } from './replay-state.ts';
import { RecordedText } from './verdict-source.ts';
import { WorkReplay } from './work-replay.ts';

/** The turns of one conversation: the run's own, or that of a subagent. */
interface Conversation {
  turn: number;
  replied: boolean;
  /** Calls of its last turn. */
  calls: number;
  /** Those of them that have not ended. */
  open: number;
  /** The text of the reply to its last turn. */
  text: RecordedText;
  /** What successful calls of `finish` in its last turn said. */
  readonly finishes: Finish[];
}

const OWN = '';

const NO_TEXT = new RecordedText('');

/** The policy source of a workflow run that ended before it loaded a policy. */
export const NO_POLICY = 'none was loaded';

/**
 * What the entries so far say about the run as a whole, for the rules that compare an entry with earlier ones. Its size
 * depends on what is open at once, not on the number of entries.
 */
export class RunFacts {
  /** The first start, which says what the run is, and the start of this workflow run. */
  first: EntryOf<'run.start'> | null = null;
  start: EntryOf<'run.start'> | null = null;
  /** What the first start says was asked for. */
  request = NO_TEXT;
  /** The number of workflow runs so far. */
  segment = 0;
  /** The end of the last workflow run; `null` until it has ended. */
  end: EntryOf<'run.end'> | null = null;
  policy: LayeredPolicy | null = null;
  /** Gets each entry before it is compared with the others. */
  readonly work = new WorkReplay();
  /** By the call of the subagent; the run's own under the empty name. */
  readonly #conversations = new Map<string, Conversation>();
  lastTurn = 0;
  turns = 0;
  /** The number of a turn may be missing: the process or the subagent that had taken it failed before the turn began. */
  mayJump = false;
  replies = 0;
  tokens = 0;
  usd = 0;
  isPriced = true;
  /** An earlier workflow run ended in the middle. */
  crashed = false;
  /** A checkpoint was saved in this workflow run, and nothing was done since. */
  isSaved = false;
  /** The same for any place in this workflow run. */
  hasCheckpoint = false;
  isSuspended = false;
  untrusted = false;
  /** The sandbox that this workflow run started; `null` if it started none so far. */
  sandbox: EntryOf<'sandbox.probe'>['sandbox'] | null = null;
  /** The limits of the run as they are now: what it started with, and what people raised. */
  readonly limits = new Map<string, number>();
  /** A limit of the run was reached at some point; the run has done nothing since a limit was reached. */
  limitReached = false;
  isAtLimit = false;
  readonly counts = { auto: 0, approved: 0, denied: 0, failed: 0, total: 0 };
  completed = 0;
  /** The model that the run is at, and those after it. */
  models: readonly string[] = [];
  /** Unanswered questions with a default, which are no denials; `earlier`: in earlier workflow runs. */
  readonly defaults = { now: 0, earlier: 0 };
  /** Denied calls that needed an approval: people refused them or did not answer. */
  unapproved = 0;
  /** Calls of the run's own conversation that a person denied, by tool and arguments. */
  readonly deniedByPeople = new Set<string>();
  /** The same for every denied call, whoever denied it. */
  readonly refused = new Set<string>();

  /** True if this workflow run ended before it loaded its policy. It took no part in the work. */
  get endedEarly(): boolean {
    return this.start?.policy.source === NO_POLICY;
  }

  conversation(parent: string | null): Conversation | null {
    return this.#conversations.get(parent ?? OWN) ?? null;
  }

  /** Adds an entry that breaks no rule. `open`: the call that it is about, unless it begins here. */
  take(entry: Entry, open: OpenCallState | undefined): void {
    if (WORK.has(entry.type)) this.isSaved = false;
    switch (entry.type) {
      case 'run.start':
        return this.#start(entry);
      case 'turn.start':
        return this.#turn(entry);
      case 'model.reply':
        return this.#reply(entry);
      case 'model.broken':
        return this.#spend(entry);
      case 'model.fallback':
        this.models = this.models.slice(1);
        return;
      case 'call.state':
        return this.#state(entry, open);
      case 'call.verdict':
        this.untrusted = entry.untrusted;
        return;
      case 'approval.decision':
        if (entry.counted && entry.decision === 'deny' && open !== undefined && isOwn(open))
          this.deniedByPeople.add(callKey(open));
        return;
      case 'sandbox.probe':
        this.sandbox = entry.sandbox;
        return;
      case 'context.read':
        this.untrusted ||= !entry.trusted;
        return;
      case 'budget':
        if (entry.event === 'raised') this.limits.set(entry.budget, entry.limit);
        this.isAtLimit = entry.event === 'spent';
        // That of a subagent is a share of it.
        this.limitReached ||= this.isAtLimit && this.#isOwnLimit(entry);
        return;
      case 'checkpoint.saved':
        this.isSaved = true;
        this.hasCheckpoint = true;
        return;
      case 'run.suspended':
        this.isSuspended = true;
        return;
      case 'run.end':
        this.end = entry;
        this.crashed ||= entry.outcome === 'error';
        return;
      default:
    }
  }

  #isOwnLimit({ budget, limit }: EntryOf<'budget'>): boolean {
    return limit === this.limits.get(budget) || limit === this.start?.budget[budget];
  }

  #start(entry: EntryOf<'run.start'>): void {
    for (const [name, limit] of Object.entries(entry.budget)) {
      // A limit raised in an earlier workflow run stays raised.
      const earlier = this.first === null ? limit : (this.limits.get(name) ?? limit);
      this.limits.set(name, Math.max(limit, earlier));
    }
    if (this.first === null) {
      this.first = entry;
      this.request = new RecordedText(entry.request);
    }
    if (this.start !== null && !this.isSuspended) {
      this.mayJump = true;
      this.crashed = true;
    }
    this.start = entry;
    this.segment += 1;
    this.end = null;
    this.policy = {
      ...entry.policy,
      addresses: new Set(entry.policy.layers?.map(({ address }) => address)),
    };
    this.models = [entry['gen_ai.request.model'], ...(entry.fallbackModels ?? [])];
    this.hasCheckpoint = false;
    this.isSuspended = false;
    this.sandbox = null;
    this.defaults.earlier += this.defaults.now;
    this.defaults.now = 0;
  }

  #turn({ turn, parent }: EntryOf<'turn.start'>): void {
    this.turns += 1;
    this.lastTurn = turn;
    this.mayJump = false;
    this.isAtLimit = false;
    const next = { turn, replied: false, calls: 0, open: 0, text: NO_TEXT, finishes: [] };
    this.#conversations.set(parent ?? OWN, next);
  }

  #reply(entry: EntryOf<'model.reply'>): void {
    const conversation = this.conversation(entry.parent);
    if (conversation !== null) {
      conversation.replied = true;
      // Only the reply that ends the run is compared with something.
      conversation.text = entry.parent === null ? new RecordedText(entry.text) : NO_TEXT;
    }
    this.replies += 1;
    this.#spend(entry);
  }

  #spend(entry: SpendingEntry): void {
    this.tokens += tokensOf(entry);
    if (entry.costUsd === null) this.isPriced = false;
    else this.usd += entry.costUsd;
  }

  #state(entry: EntryOf<'call.state'>, open: OpenCallState | undefined): void {
    const { state } = entry;
    if (state === 'PENDING') {
      this.counts.total += 1;
      const conversation = this.#conversationOf(entry);
      if (conversation !== null) {
        conversation.calls += 1;
        conversation.open += 1;
      }
    }
    if ((open?.tool ?? entry['gen_ai.tool.name']) !== BUDGET_CALL) this.isAtLimit = false;
    if (open !== undefined && isFinal(state)) this.#ended(entry, open);
  }

  /** The conversation in whose last turn a call began; `null` if it began in no such turn. */
  #conversationOf({ parent, turn }: EntryOf<'call.state'> | OpenCallState): Conversation | null {
    const conversation = this.conversation(parent ?? null);
    return conversation?.turn === turn ? conversation : null;
  }

  #ended(entry: EntryOf<'call.state'>, open: OpenCallState): void {
    const { counts } = this;
    const conversation = this.#conversationOf(open);
    if (conversation !== null) conversation.open -= 1;
    // A call that people were asked about was approved by them, even if an approver changed it so that the policy asks nobody.
    const verdict = open.asked === null ? (open.verdict?.verdict ?? null) : 'requireApproval';
    const ran = entry.state === 'COMPLETED' || entry.state === 'FAILED';
    if (ran && verdict === 'auto') counts.auto += 1;
    if (ran && verdict === 'requireApproval') counts.approved += 1;
    if (entry.state === 'FAILED') counts.failed += 1;
    if (entry.state === 'COMPLETED') this.#completed(open);
    if (entry.state === 'DENIED' && entry.usedDefault === true) this.defaults.now += 1;
    else if (entry.state === 'DENIED') {
      counts.denied += 1;
      if (verdict === 'requireApproval') this.unapproved += 1;
      if (isOwn(open)) this.refused.add(callKey(open));
    }
    const hadTurns = this.#conversations.delete(open.call);
    if ((hadTurns || open.tool === SUBAGENT) && entry.state !== 'COMPLETED') this.mayJump = true;
  }

  #completed(open: OpenCallState): void {
    this.completed += 1;
    if (open.parent !== null) return;
    this.deniedByPeople.delete(callKey(open));
    this.refused.delete(callKey(open));
    const own = this.conversation(null);
    const finish = finishOf(open);
    if (own !== null && finish !== null && own.turn === open.turn) own.finishes.push(finish);
  }
}

/** Entries of work: after one, an earlier checkpoint is no longer the state of the run. */
const WORK: ReadonlySet<string> = new Set([
  'turn.start',
  'model.reply',
  'model.broken',
  'model.fallback',
  'call.state',
  'call.verdict',
  'approval.asked',
  'run.start',
]);

const SUBAGENT = 'task_run';

/** A call that the model made in the run's own conversation. */
function isOwn({ parent, tool }: OpenCallState): boolean {
  return parent === null && tool !== BUDGET_CALL;
}

function callKey({ tool, argumentsSha256 }: OpenCallState): string {
  return `${tool} ${argumentsSha256}`;
}
