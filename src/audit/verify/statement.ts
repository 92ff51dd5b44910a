import * as z from 'zod';
import { canonicalJson, type JsonObject, OUTCOMES, sha256 } from '../../common/index.ts';
import type { Entry, EntryOf } from '../format/entry.ts';
import { digest, TRAIL_SCHEMA } from '../format/events.ts';
import { BLOB_FOLDER, TRAIL_FILE } from '../format/format.ts';
import type { TrailHead } from '../format/trail.ts';
import type { CallReplay } from './replay/calls/replay-calls.ts';
import type { OpenCallState } from './replay/replay-state.ts';

/** Says what the predicate means: docs/trail-specification.md, section 8.1. Any change of its fields is another version. */
export const PREDICATE_TYPE = 'https://github.com/countersign/countersign/agent-run/v1';

/** The most items of each list; the counts are of all. */
const MAX_LISTED = 1_000;

/** A commit's id, by SHA-1 or SHA-256. */
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

const sha256Set = z.strictObject({ sha256: digest });
const string = z.string();
const count = z.int().nonnegative();
const account = z.strictObject({ login: string, id: z.number().nullable() });

const predicateSchema = z.strictObject({
  runDefinition: z
    .strictObject({
      run: string,
      repository: string.nullable(),
      commit: string.nullable(),
      trigger: z.strictObject({
        event: string,
        actor: account.nullable(),
        number: z.number().nullable(),
        url: string.nullable(),
      }),
      requester: account.nullable().describe('who asked for the run'),
      request: z.strictObject({ digest: sha256Set }).describe('the redacted text, in UTF-8'),
      policy: z.strictObject({
        source: string,
        ref: string.nullable(),
        digest: sha256Set,
        mode: string,
        layers: z.array(
          z.strictObject({ address: string, commit: string.nullable(), digest: sha256Set }),
        ),
      }),
    })
    .describe('the first run.start'),
  runDetails: z.strictObject({
    invocations: z
      .array(
        z.strictObject({
          start: z.enum(['fresh', 'resumed']),
          version: string.describe('of Countersign'),
          startedOn: string,
          models: z.array(string).describe('the model that it starts with, then its fallbacks'),
          budget: z.record(string, z.number()),
          workflow: z
            .strictObject({ runId: string, attempt: string, job: string, url: string.nullable() })
            .nullable(),
        }),
      )
      .describe('each run.start'),
    sandbox: string.nullable().describe('of the last sandbox.probe'),
    startedOn: string.describe('the time of the first entry'),
    finishedOn: string
      .nullable()
      .describe('the time of the last run.end; null: the run has not ended'),
    outcome: z.enum(OUTCOMES).nullable(),
  }),
  calls: z
    .strictObject({ total: count, executed: count, asked: count, approved: count, refused: count })
    .describe(
      'approved: executed after an approval; refused: DENIED, without a default in its place',
    ),
  executed: z.array(z.strictObject({ tool: string, calls: count })).describe('by tool'),
  approved: z
    .array(
      z.strictObject({
        call: string,
        tool: string,
        argumentsSha256: digest,
        approval: string,
        approvedBy: z.array(account),
      }),
    )
    .describe('each execution of a call that needed approval'),
  refused: z
    .array(
      z.strictObject({
        call: string,
        tool: string,
        argumentsSha256: digest,
        verdict: z.enum(['auto', 'requireApproval', 'deny']),
        list: string,
        rule: string.nullable(),
        refusedBy: z.array(account).describe('the people who refused it'),
      }),
    )
    .describe('each call that was refused, by the policy or by people'),
  commits: z
    .array(z.strictObject({ branch: string, commit: string.regex(COMMIT), url: string.nullable() }))
    .describe('what executed calls pushed'),
  trail: z.strictObject({ schema: z.literal(TRAIL_SCHEMA), count, head: digest }),
});

const statementSchema = z.strictObject({
  _type: z.literal('https://in-toto.io/Statement/v1'),
  subject: z.array(z.strictObject({ name: string, digest: sha256Set })).min(1),
  predicateType: z.literal(PREDICATE_TYPE),
  predicate: predicateSchema,
});

/** An in-toto statement (v1) about a trail. Beside names it has no text by people or models: that is in the trail, which it names by its digest. */
export type RunStatement = z.infer<typeof statementSchema>;
type Predicate = RunStatement['predicate'];
type Account = z.infer<typeof account>;

/** The JSON Schema (draft 2020-12) of a statement. */
export function statementJsonSchema(): JsonObject {
  const { $schema, ...schema } = z.toJSONSchema(statementSchema);
  const plain: JsonObject = JSON.parse(JSON.stringify(schema));
  return {
    $schema: String($schema),
    $id: PREDICATE_TYPE,
    title: 'The in-toto statement of a Countersign audit trail',
    description: 'audit.intoto.json: canonical JSON (RFC 8785) and a line feed.',
    ...plain,
  };
}

/** The bytes of `audit.intoto.json`. */
export function statementText(statement: RunStatement): string {
  return `${canonicalJson(statement)}\n`;
}

/** The statement in a text. Throws what `JSON.parse` and Zod throw. */
export function parseStatement(text: string): RunStatement {
  return statementSchema.parse(JSON.parse(text));
}

/** Derives the statement of a trail from its entries, each of which has been verified. */
export class StatementBuilder {
  readonly #tools = new Map<string, number>();
  readonly #calls = { total: 0, executed: 0, asked: 0, approved: 0, refused: 0 };
  readonly #approved: Predicate['approved'] = [];
  readonly #refused: Predicate['refused'] = [];
  readonly #commits: Predicate['commits'] = [];
  readonly #invocations: Predicate['runDetails']['invocations'] = [];
  #first: Entry | null = null;
  #start: EntryOf<'run.start'> | null = null;
  #end: EntryOf<'run.end'> | null = null;
  #patch: EntryOf<'changes.saved'> | null = null;
  #sandbox: string | null = null;

  /** Adds the next entry, after `calls` replayed it. `open`: the call that it is about, unless it begins here. */
  take(entry: Entry, open: OpenCallState | undefined, calls: CallReplay): void {
    this.#first ??= entry;
    switch (entry.type) {
      case 'run.start':
        this.#start ??= entry;
        this.#end = null;
        push(this.#invocations, invocationOf(entry));
        return;
      case 'run.end':
        this.#end = entry;
        return;
      case 'sandbox.probe':
        this.#sandbox = entry.sandbox;
        return;
      case 'changes.saved':
        this.#patch = entry;
        return;
      case 'call.state':
        if (open === undefined) this.#calls.total += 1;
        else if (entry.state === 'EXECUTING') this.#executing(open, calls);
        else if (entry.state === 'DENIED' && entry.usedDefault !== true) this.#denied(open);
        return;
      case 'approval.asked':
        // A call counts with its first request.
        this.#calls.asked += entry.requests.filter(
          ({ call, approval }) => calls.open.get(call)?.approvals[0] === approval,
        ).length;
        return;
      case 'github.write':
        return this.#write(entry);
      default:
        return;
    }
  }

  /** The statement of the whole trail, whose file has this SHA-256; `null` if it has no `run.start`. */
  result({ hash, count: entries }: TrailHead, fileSha256: string): RunStatement | null {
    const [first, start, end] = [this.#first, this.#start, this.#end];
    if (first === null || start === null) return null;
    return {
      _type: 'https://in-toto.io/Statement/v1',
      subject: [
        { name: TRAIL_FILE, digest: { sha256: fileSha256 } },
        ...subjectOf(this.#patch?.name, this.#patch?.sha256),
        ...subjectOf(`${BLOB_FOLDER}/${end?.result?.sha256}`, end?.result?.sha256),
      ],
      predicateType: PREDICATE_TYPE,
      predicate: {
        runDefinition: definitionOf(start),
        runDetails: {
          invocations: this.#invocations,
          sandbox: this.#sandbox,
          startedOn: first.time,
          finishedOn: end?.time ?? null,
          outcome: end?.outcome ?? null,
        },
        calls: { ...this.#calls },
        executed: [...this.#tools]
          .map(([tool, calls]) => ({ tool, calls }))
          .toSorted((a, b) => (a.tool < b.tool ? -1 : 1)),
        approved: this.#approved,
        refused: this.#refused,
        commits: this.#commits,
        trail: { schema: TRAIL_SCHEMA, count: entries, head: hash },
      },
    };
  }

  /** A call that an entry of this type names has executed: the entry was verified. */
  #write({ call, found, branch, id, url }: EntryOf<'github.write'>): void {
    if (call === null || found === true || branch === undefined) return;
    if (typeof id === 'string' && COMMIT.test(id)) push(this.#commits, { branch, commit: id, url });
  }

  #executing(
    { call, tool: name, verdict, asked, consumed }: OpenCallState,
    calls: CallReplay,
  ): void {
    const tool = name ?? '';
    this.#calls.executed += 1;
    const before = this.#tools.get(tool);
    if (before !== undefined || this.#tools.size < MAX_LISTED)
      this.#tools.set(tool, (before ?? 0) + 1);
    if (!consumed || verdict === null) return;
    this.#calls.approved += 1;
    const { argumentsSha256 } = verdict;
    const approval = asked ?? '';
    const counted = [...(calls.approvals.get(approval)?.approvals.values() ?? [])];
    const approvedBy = accounts(counted.map(({ by }) => by));
    push(this.#approved, { call, tool, argumentsSha256, approval, approvedBy });
  }

  #denied({ call, tool, verdict: last, refusedBy: people }: OpenCallState): void {
    if (last === null) return;
    this.#calls.refused += 1;
    const { argumentsSha256, verdict, list, rule } = last;
    const refusedBy = accounts(people);
    push(this.#refused, {
      call,
      tool: tool ?? '',
      argumentsSha256,
      verdict,
      list,
      rule,
      refusedBy,
    });
  }
}

function push<T>(list: T[], item: T): void {
  if (list.length < MAX_LISTED) list.push(item);
}

function subjectOf(name = '', digestOfFile?: string): RunStatement['subject'] {
  return digestOfFile === undefined ? [] : [{ name, digest: { sha256: digestOfFile } }];
}

/** Each account once, in the order of their canonical JSON. */
function accounts(list: readonly Account[]): Account[] {
  const byText = new Map(
    list.map(({ login, id }) => [canonicalJson({ login, id }), { login, id }]),
  );
  return [...byText].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

function invocationOf(entry: EntryOf<'run.start'>) {
  const { start, version, time: startedOn, workflow, budget, fallbackModels = [] } = entry;
  const models = [entry['gen_ai.request.model'], ...fallbackModels];
  return { start, version, startedOn, models, budget, workflow };
}

function definitionOf(start: EntryOf<'run.start'>): Predicate['runDefinition'] {
  const { event, actor, number, url } = start.trigger;
  const { source, ref, mode, layers } = start.policy;
  return {
    run: start.run,
    repository: start.repository,
    commit: start.headSha,
    trigger: { event, actor, number, url },
    requester: start.requester ?? null,
    request: { digest: { sha256: sha256(start.request) } },
    policy: {
      source,
      ref,
      digest: { sha256: start.policy.sha256 },
      mode,
      layers: (layers ?? []).map((layer) => ({
        address: layer.address,
        commit: layer.commit,
        digest: { sha256: layer.sha256 },
      })),
    },
  };
}
