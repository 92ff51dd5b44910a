import {
  answerOf,
  type Entry,
  type EntryOf,
  isSpending,
  type SpendingEntry,
} from '../../audit/index.ts';
import { isJsonObject, type Json, sliceWhole } from '../../common/index.ts';
import type { COUNTED_TABLES } from '../schema.ts';
import type { Database, Statement } from '../sqlite.ts';

/** Longest texts of a row. The trail itself has them whole. */
const MAX_TEXT_CHARS = 4_000;
const MAX_ARGUMENTS_CHARS = 16_000;
/** Most rows that one list in an entry becomes. */
const MAX_LISTED = 1_000;
/** Beyond these a number is not recorded, so that sums of rows never overflow. */
const MAX_COUNT = 1e12;
const MAX_USD = 1e9;

type Value = string | number | null;

/** What a trail says about itself, for what a collection decides about it. */
export interface TrailClaims {
  /**
   * The repository of that workflow run by its URL, or `null` if the URL is that of another run or server; without a URL,
   * the repository that the run was about.
   */
  readonly repository: string | null;
  /** The workflow run of the last `run.start`. */
  readonly workflowRun: number | null;
}

type CountedTable = (typeof COUNTED_TABLES)[number];
/** The tables whose rows change, or that say what was collected. */
type OtherTable = 'trails' | 'artifacts';
type Row = Readonly<Record<string, Value>>;

/** The files that a call touched: the one that its tool names. */
const TOUCHED = `INSERT INTO files (trail, seq, call, path, how)
  SELECT trail, :seq, call, path, CASE kind WHEN 'write' THEN 'written' ELSE 'read' END FROM calls
  WHERE path IS NOT NULL AND trail = :trail AND call = :call`;

/** Writes rows into a database. Every value is a parameter, and each statement is prepared once. */
export class RowWriter {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the number of the new row. */
  insert(table: CountedTable | OtherTable, row: Row): number {
    const columns = Object.keys(row);
    // An approval request that is asked again keeps its first row.
    const or = table === 'approvals' ? ' OR IGNORE' : '';
    const values = columns.map((column) => `:${column}`).join(', ');
    const sql = `INSERT${or} INTO ${table} (${columns.join(', ')}) VALUES (${values})`;
    return Number(this.run(sql, row).lastInsertRowid);
  }

  update(table: 'calls' | 'approvals' | OtherTable, key: Row, values: Row): void {
    const assigned = (row: Row): readonly string[] =>
      Object.keys(row).map((column) => `${column} = :${column}`);
    const sql = `UPDATE ${table} SET ${assigned(values).join(', ')} WHERE ${assigned(key).join(' AND ')}`;
    this.run(sql, { ...key, ...values });
  }

  run(sql: string, values: Row) {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement.run(values);
  }
}

/**
 * Writes the entries of one verified trail as rows, entry by entry. SQLite holds what is open, so this keeps nothing that grows
 * with the trail.
 */
export class TrailRows {
  readonly #trail: number;
  readonly #rows: RowWriter;
  #first: EntryOf<'run.start'> | null = null;
  #last: EntryOf<'run.start'> | null = null;
  #end: EntryOf<'run.end'> | null = null;
  #starts = 0;
  #run = '';
  #time: string | null = null;

  constructor(trail: number, rows: RowWriter) {
    this.#trail = trail;
    this.#rows = rows;
  }

  add(entry: Entry): void {
    ({ run: this.#run, time: this.#time } = entry);
    const { seq, time } = entry;
    if (isSpending(entry)) return this.#usage(entry);
    switch (entry.type) {
      case 'run.start':
        this.#first ??= entry;
        this.#last = entry;
        this.#end = null;
        this.#starts += 1;
        return;
      case 'run.end':
        this.#end = entry;
        return;
      case 'turn.start':
        return this.#insert('turns', { seq, time, turn: entry.turn, parent: text(entry.parent) });
      case 'call.state':
        return this.#state(entry);
      case 'call.verdict':
        return this.#verdict(entry);
      case 'call.changed':
        return this.#updateCall(entry.call, { arguments: argumentsText(entry.arguments) });
      case 'call.service':
        if (entry.service === 'write') this.#file(entry, entry.target, 'written');
        return;
      case 'approval.asked':
        return this.#asked(entry);
      case 'approval.decision':
        return this.#decision(entry);
      case 'approval.consumed':
        return this.#updateApproval(entry.approval, { used_at: time });
      case 'approval.void':
        return this.#updateApproval(entry.approval, {
          void_at: time,
          void_because: text(entry.because),
        });
      case 'github.write':
        return this.#effect(entry);
      case 'context.read':
        return this.#insert('sources', {
          seq,
          time,
          source: text(entry.source),
          author: text(entry.author),
          trusted: flag(entry.trusted),
          because: text(entry.because),
        });
      default:
        // Entries about the run's own work have no table: hooks, retries, redactions, checkpoints and the like.
        return;
    }
  }

  /** Writes the row of the run, and returns what the trail says about itself. `origin`: of the server; `null`: any. */
  finish(origin: string | null): TrailClaims {
    const [first, last, end] = [this.#first, this.#last, this.#end];
    const repository = text(first?.repository);
    const workflowRun = runNumber(last?.workflow?.runId);
    this.#insert('runs', {
      run: this.#run,
      repository,
      workflow_run: workflowRun,
      url: text(last?.workflow?.url),
      event: text(first?.trigger.event),
      actor: text(first?.requester?.login ?? first?.trigger.actor?.login),
      number: whole(first?.trigger.number),
      request: text(first?.request),
      provider: text(first?.['gen_ai.provider.name']),
      model: text(first?.['gen_ai.request.model']),
      policy: text(first?.policy.source),
      policy_sha256: first?.policy.sha256 ?? null,
      version: text(first?.version),
      started_at: first?.time ?? null,
      ended_at: this.#time,
      workflow_runs: this.#starts,
      outcome: end?.outcome ?? null,
      summary: text(end?.summary),
    });
    const { url = null, runId = '' } = last?.workflow ?? {};
    const named = url === null ? repository : text(repositoryIn({ url, runId }, origin));
    return { repository: named, workflowRun };
  }

  #insert(table: CountedTable, row: Row): void {
    this.#rows.insert(table, { trail: this.#trail, ...row });
  }

  #updateCall(call: string, values: Row): void {
    this.#rows.update('calls', { trail: this.#trail, call }, values);
  }

  #updateApproval(approval: string, values: Row): void {
    this.#rows.update('approvals', { trail: this.#trail, approval }, values);
  }

  #file(
    { seq, call }: { readonly seq: number; readonly call: string | null },
    path: string,
    how: string,
  ): void {
    this.#insert('files', { seq, call, path: text(path), how });
  }

  #usage(entry: SpendingEntry): void {
    const isReply = entry.type === 'model.reply';
    this.#insert('usage', {
      seq: entry.seq,
      time: entry.time,
      turn: entry.turn,
      model: isReply ? text(entry['gen_ai.response.model']) : null,
      input_tokens: whole(entry['gen_ai.usage.input_tokens']),
      output_tokens: whole(entry['gen_ai.usage.output_tokens']),
      cache_read_tokens: whole(entry['gen_ai.usage.cache_read.input_tokens']),
      cache_creation_tokens: whole(entry['gen_ai.usage.cache_creation.input_tokens']),
      cost_usd: number(entry.costUsd, MAX_USD),
      duration_ms: isReply ? number(entry.durationMs, MAX_COUNT) : null,
      broke_off: flag(!isReply),
    });
  }

  #state(entry: EntryOf<'call.state'>): void {
    const { seq, time, call, state, argumentsBlob: blob } = entry;
    switch (state) {
      case 'PENDING':
        return this.#insert('calls', {
          call,
          seq,
          time,
          turn: entry.turn ?? null,
          parent: text(entry.parent),
          tool: text(entry['gen_ai.tool.name']),
          kind: text(entry.kind),
          arguments: argumentsText(
            entry['gen_ai.tool.call.arguments'] ??
              (blob ? { blob: blob.sha256, bytes: blob.bytes } : null),
          ),
          path: pathOf(entry),
          state,
          used_default: 0,
        });
      case 'APPROVAL_REQUIRED':
      case 'APPROVED':
        return this.#updateCall(call, { state });
      case 'EXECUTING':
        return this.#updateCall(call, { state, executed_at: time });
      case 'COMPLETED':
      case 'FAILED':
      case 'DENIED':
      case 'SEALED':
        this.#updateCall(call, {
          state,
          used_default: flag(entry.usedDefault === true),
          ended_at: time,
          because: text(entry.because),
          duration_ms: number(entry.durationMs, MAX_COUNT),
          exit_code: whole(entry['process.exit.code']),
          error: text(entry['error.type']),
          result_bytes: whole(entry.resultBytes),
        });
        if (state === 'COMPLETED') this.#rows.run(TOUCHED, { trail: this.#trail, call, seq });
        return this.#traces(entry);
    }
  }

  /** What a command left: files, and connections. */
  #traces(entry: EntryOf<'call.state'>): void {
    const { seq, call, network = [], sandbox } = entry;
    for (const { to, verdict, count } of network.slice(0, MAX_LISTED))
      this.#insert('hosts', { seq, call, host: text(to), verdict, count: whole(count) });
    const { kept = [], discarded = [] } = sandbox ?? {};
    for (const path of kept.slice(0, MAX_LISTED)) this.#file(entry, path, 'written');
    for (const path of discarded.slice(0, MAX_LISTED)) this.#file(entry, path, 'discarded');
  }

  #verdict(entry: EntryOf<'call.verdict'>): void {
    const { seq, time, call } = entry;
    const last = {
      verdict: entry.verdict,
      rule: text(entry.rule),
      list: text(entry.list),
      line: whole(entry.line),
      layer: text(entry.layer),
      untrusted: flag(entry.untrusted),
    };
    const [because, sandboxed] = [text(entry.because), flag(entry.sandboxed)];
    this.#insert('verdicts', { seq, time, call, ...last, because, sandboxed });
    this.#updateCall(call, last);
  }

  #asked({ seq, time, via, count, card, expires, requests }: EntryOf<'approval.asked'>): void {
    for (const { approval, call, needs } of requests.slice(0, MAX_LISTED))
      this.#insert('approvals', {
        approval,
        seq,
        call,
        via,
        needed: needs?.count ?? count,
        asked_at: time,
        expires_at: timeOf(needs?.expires) ?? timeOf(expires),
        url: text(card?.url),
      });
  }

  #decision(entry: EntryOf<'approval.decision'>): void {
    const answer = answerOf(entry);
    this.#insert('decisions', {
      seq: entry.seq,
      time: entry.time,
      approval: entry.approval,
      call: entry.call,
      decision: entry.decision,
      counted: flag(entry.counted),
      because: text(entry.because),
      login: text(entry.by.login),
      user_id: whole(entry.by.id),
      permission: text(entry.permission),
      answered_at: timeOf(answer?.time) ?? entry.time,
      url: text(answer?.url),
      note: text(entry.note),
    });
  }

  #effect(entry: EntryOf<'github.write'>): void {
    const { seq, time, call, what, url, branch, found, files = [] } = entry;
    this.#insert('effects', {
      seq,
      time,
      call,
      what: text(what),
      url: text(url),
      branch: text(branch),
      found: flag(found === true),
    });
    for (const { path, sha256 } of files.slice(0, MAX_LISTED))
      this.#file(entry, path, sha256 === null ? 'deleted' : 'pushed');
  }
}

function text(value: string | null | undefined): string | null {
  if (value === undefined || value === null || value.length <= MAX_TEXT_CHARS) return value ?? null;
  return `${sliceWhole(value, MAX_TEXT_CHARS - 1)}…`;
}

function flag(value: boolean): number {
  return value ? 1 : 0;
}

/** `null` for a number that nothing counted: a trail can have any. */
function number(value: number | null | undefined, max: number): number | null {
  // Infinity and NaN are not within the limit.
  return typeof value === 'number' && Math.abs(value) <= max ? value : null;
}

function whole(value: number | null | undefined): number | null {
  const checked = number(value, MAX_COUNT);
  return checked === null ? null : Math.trunc(checked);
}

/** GitHub writes times without milliseconds; in the database all have one form, so that they compare as text. */
function timeOf(value: string | null | undefined): string | null {
  const ms = Date.parse(value ?? '');
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** The repository of a workflow run by its URL. A run can be about another one. */
function repositoryIn(
  { url, runId }: { readonly url: string; readonly runId: string },
  origin: string | null,
): string | null {
  const parsed = URL.parse(url);
  const [, repository, run] =
    /^\/([^/]+\/[^/]+)\/actions\/runs\/(\d+)$/.exec(parsed?.pathname ?? '') ?? [];
  const isOfServer = origin === null || parsed?.origin === origin;
  return isOfServer && run === runId ? (repository ?? null) : null;
}

function runNumber(value: string | undefined): number | null {
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

function argumentsText(value: Json | null): string | null {
  if (value === null) return null;
  const json = JSON.stringify(value);
  if (json.length <= MAX_ARGUMENTS_CHARS) return json;
  return JSON.stringify({ cut: sliceWhole(json, MAX_TEXT_CHARS) });
}

/** The path that a file tool names, for the files that a call touched. */
function pathOf(entry: EntryOf<'call.state'>): string | null {
  const tool = entry['gen_ai.tool.name'] ?? '';
  const input = entry['gen_ai.tool.call.arguments'] ?? null;
  const isOfFiles = tool === 'fs_read' || (tool.startsWith('fs_') && entry.kind === 'write');
  if (!isOfFiles || !isJsonObject(input)) return null;
  const { path } = input;
  return typeof path === 'string' ? text(path) : null;
}
