import { type Entry, type EntryOf, isSpending } from '../../audit/index.ts';
import { isJsonObject, type Json, sliceWhole } from '../../common/index.ts';
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

/** The columns of each table in the order of `INSERT`; `trail` comes first. */
const INSERTS = {
  turns: 'seq, time, turn, parent',
  usage:
    'seq, time, turn, model, input_tokens, output_tokens, cache_read_tokens, cache_creation_tokens, cost_usd, duration_ms, broke_off',
  calls: 'call, seq, time, turn, parent, tool, kind, arguments, path, state',
  verdicts: 'seq, time, call, verdict, rule, list, line, layer, because, untrusted, sandboxed',
  approvals: 'approval, seq, call, via, needed, asked_at, expires_at, url',
  decisions:
    'seq, time, approval, call, decision, counted, because, login, user_id, permission, answered_at, url, note',
  effects: 'seq, time, call, what, url, branch, found',
  files: 'seq, call, path, how',
  hosts: 'seq, call, host, verdict, count',
  sources: 'seq, time, source, author, trusted, because',
  runs: 'run, repository, workflow_run, url, event, actor, number, request, provider, model, policy, policy_sha256, version, started_at, ended_at, workflow_runs, outcome, summary',
} as const;

/** Changes of rows, by values and then trail and call, or trail and approval. */
const UPDATES = {
  state: 'UPDATE calls SET state = ? WHERE trail = ? AND call = ?',
  executing: 'UPDATE calls SET state = ?, executed_at = ? WHERE trail = ? AND call = ?',
  ended: `UPDATE calls SET state = ?, ended_at = ?, because = ?, duration_ms = ?, exit_code = ?, error = ?, result_bytes = ?
    WHERE trail = ? AND call = ?`,
  verdict: `UPDATE calls SET verdict = ?, rule = ?, list = ?, line = ?, layer = ?, untrusted = ?
    WHERE trail = ? AND call = ?`,
  changed: 'UPDATE calls SET arguments = ? WHERE trail = ? AND call = ?',
  used: 'UPDATE approvals SET used_at = ? WHERE trail = ? AND approval = ?',
  void: 'UPDATE approvals SET void_at = ?, void_because = ? WHERE trail = ? AND approval = ?',
  touched: `INSERT INTO files (trail, seq, call, path, how)
    SELECT trail, ?, call, path, CASE kind WHEN 'write' THEN 'written' ELSE 'read' END FROM calls
    WHERE path IS NOT NULL AND trail = ? AND call = ?`,
} as const;

type Table = keyof typeof INSERTS;

/** The statements that write rows, prepared once for a database. Every value of a trail is a parameter. */
export function prepareRows(database: Database): RowStatements {
  const insert = (table: Table): Statement => {
    const columns = `trail, ${INSERTS[table]}`;
    const values = columns.replaceAll(/\w+/g, '?');
    // An approval request that is asked again keeps its first row.
    const or = table === 'approvals' ? ' OR IGNORE' : '';
    return database.prepare(`INSERT${or} INTO ${table} (${columns}) VALUES (${values})`);
  };
  const inserts = new Map(tables().map((table) => [table, insert(table)]));
  const updates = new Map(
    Object.entries(UPDATES).map(([name, sql]) => [name, database.prepare(sql)]),
  );
  return {
    insert: (table, values) => inserts.get(table)?.run(...values),
    update: (name, values) => updates.get(name)?.run(...values),
  };
}

function tables(): readonly Table[] {
  return Object.keys(INSERTS).filter((name): name is Table => Object.hasOwn(INSERTS, name));
}

export interface RowStatements {
  readonly insert: (table: Table, values: readonly Value[]) => unknown;
  readonly update: (name: keyof typeof UPDATES, values: readonly Value[]) => unknown;
}

/**
 * Writes the entries of one verified trail as rows, entry by entry. SQLite holds what is open, so this keeps nothing that grows
 * with the trail.
 */
export class TrailRows {
  readonly #trail: number;
  readonly #statements: RowStatements;
  #first: EntryOf<'run.start'> | null = null;
  #last: EntryOf<'run.start'> | null = null;
  #end: EntryOf<'run.end'> | null = null;
  #starts = 0;
  #run = '';
  #time: string | null = null;

  constructor(trail: number, statements: RowStatements) {
    this.#trail = trail;
    this.#statements = statements;
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
        return this.#insert('turns', [seq, time, entry.turn, text(entry.parent)]);
      case 'call.state':
        return this.#state(entry);
      case 'call.verdict':
        return this.#verdict(entry);
      case 'call.changed':
        return this.#update('changed', [argumentsText(entry.arguments), this.#trail, entry.call]);
      case 'call.service':
        if (entry.service !== 'write') return;
        return this.#insert('files', [seq, entry.call, text(entry.target), 'written']);
      case 'approval.asked':
        return this.#asked(entry);
      case 'approval.decision':
        return this.#decision(entry);
      case 'approval.consumed':
        return this.#update('used', [time, this.#trail, entry.approval]);
      case 'approval.void':
        return this.#update('void', [time, text(entry.because), this.#trail, entry.approval]);
      case 'github.write':
        return this.#effect(entry);
      case 'context.read':
        return this.#insert('sources', [
          seq,
          time,
          text(entry.source),
          text(entry.author),
          flag(entry.trusted),
          text(entry.because),
        ]);
      default:
        // Entries about the run's own work have no table: hooks, retries, redactions, checkpoints and the like.
        return;
    }
  }

  /** Writes the row of the run, and returns what the trail says about itself. `origin`: of the server; `null`: any. */
  finish(origin: string | null): TrailClaims {
    const [first, last, end] = [this.#first, this.#last, this.#end];
    const repository = text(first?.repository ?? null);
    const workflowRun = runNumber(last?.workflow?.runId);
    this.#insert('runs', [
      this.#run,
      repository,
      workflowRun,
      text(last?.workflow?.url ?? null),
      text(first?.trigger.event ?? null),
      text(first?.requester?.login ?? first?.trigger.actor?.login ?? null),
      whole(first?.trigger.number ?? null),
      text(first?.request ?? null),
      text(first?.['gen_ai.provider.name'] ?? null),
      text(first?.['gen_ai.request.model'] ?? null),
      text(first?.policy.source ?? null),
      first?.policy.sha256 ?? null,
      text(first?.version ?? null),
      first?.time ?? null,
      this.#time,
      this.#starts,
      end?.outcome ?? null,
      text(end?.summary ?? null),
    ]);
    const { url = null, runId = '' } = last?.workflow ?? {};
    const named = url === null ? repository : text(repositoryIn({ url, runId }, origin));
    return { repository: named, workflowRun };
  }

  #insert(table: Table, values: readonly Value[]): void {
    this.#statements.insert(table, [this.#trail, ...values]);
  }

  #update(name: keyof typeof UPDATES, values: readonly Value[]): void {
    this.#statements.update(name, values);
  }

  #usage(entry: EntryOf<'model.reply'> | EntryOf<'model.broken'>): void {
    const isReply = entry.type === 'model.reply';
    this.#insert('usage', [
      entry.seq,
      entry.time,
      entry.turn,
      isReply ? text(entry['gen_ai.response.model']) : null,
      whole(entry['gen_ai.usage.input_tokens']),
      whole(entry['gen_ai.usage.output_tokens']),
      whole(entry['gen_ai.usage.cache_read.input_tokens']),
      whole(entry['gen_ai.usage.cache_creation.input_tokens']),
      number(entry.costUsd, MAX_USD),
      isReply ? number(entry.durationMs, MAX_COUNT) : null,
      flag(!isReply),
    ]);
  }

  #state(entry: EntryOf<'call.state'>): void {
    const { seq, time, call, state } = entry;
    const key = [this.#trail, call] as const;
    switch (state) {
      case 'PENDING':
        return this.#insert('calls', [
          call,
          seq,
          time,
          entry.turn ?? null,
          text(entry.parent ?? null),
          text(entry['gen_ai.tool.name'] ?? null),
          text(entry.kind ?? null),
          argumentsText(entry['gen_ai.tool.call.arguments'] ?? blobArguments(entry)),
          pathOf(entry),
          state,
        ]);
      case 'APPROVAL_REQUIRED':
      case 'APPROVED':
        return this.#update('state', [state, ...key]);
      case 'EXECUTING':
        return this.#update('executing', [state, time, ...key]);
      case 'COMPLETED':
      case 'FAILED':
      case 'DENIED':
      case 'SEALED':
        this.#update('ended', [
          state,
          time,
          text(entry.because ?? null),
          number(entry.durationMs ?? null, MAX_COUNT),
          whole(entry['process.exit.code'] ?? null),
          text(entry['error.type'] ?? null),
          whole(entry.resultBytes ?? null),
          ...key,
        ]);
        if (state === 'COMPLETED') this.#update('touched', [seq, ...key]);
        return this.#traces(entry);
    }
  }

  /** What a command left: files, and connections. */
  #traces({ seq, call, network = [], sandbox }: EntryOf<'call.state'>): void {
    for (const { to, verdict, count } of network.slice(0, MAX_LISTED))
      this.#insert('hosts', [seq, call, text(to), verdict, whole(count)]);
    for (const path of sandbox?.kept.slice(0, MAX_LISTED) ?? [])
      this.#insert('files', [seq, call, text(path), 'written']);
    for (const path of sandbox?.discarded.slice(0, MAX_LISTED) ?? [])
      this.#insert('files', [seq, call, text(path), 'discarded']);
  }

  #verdict(entry: EntryOf<'call.verdict'>): void {
    const rule = text(entry.rule);
    const [list, layer] = [text(entry.list), text(entry.layer ?? null)];
    const line = whole(entry.line);
    const untrusted = flag(entry.untrusted);
    this.#insert('verdicts', [
      entry.seq,
      entry.time,
      entry.call,
      entry.verdict,
      rule,
      list,
      line,
      layer,
      text(entry.because),
      untrusted,
      flag(entry.sandboxed),
    ]);
    this.#update('verdict', [
      entry.verdict,
      rule,
      list,
      line,
      layer,
      untrusted,
      this.#trail,
      entry.call,
    ]);
  }

  #asked({ seq, time, via, count, card, expires, requests }: EntryOf<'approval.asked'>): void {
    const [url, until] = [text(card?.url ?? null), timeOf(expires)];
    for (const { approval, call, needs } of requests.slice(0, MAX_LISTED))
      this.#insert('approvals', [
        approval,
        seq,
        call,
        via,
        needs?.count ?? count,
        time,
        timeOf(needs?.expires ?? null) ?? until,
        url,
      ]);
  }

  #decision(entry: EntryOf<'approval.decision'>): void {
    const { comment, check, review, edit } = entry;
    const answered =
      comment?.createdAt ?? check?.heardAt ?? review?.submittedAt ?? edit?.editedAt ?? null;
    this.#insert('decisions', [
      entry.seq,
      entry.time,
      entry.approval,
      entry.call,
      entry.decision,
      flag(entry.counted),
      text(entry.because),
      text(entry.by.login),
      whole(entry.by.id),
      text(entry.permission),
      timeOf(answered) ?? entry.time,
      text(comment?.url ?? check?.url ?? review?.url ?? edit?.url ?? null),
      text(entry.note ?? null),
    ]);
  }

  #effect(entry: EntryOf<'github.write'>): void {
    const { seq, time, call, what, url, branch, found, files = [] } = entry;
    this.#insert('effects', [
      seq,
      time,
      call,
      text(what),
      text(url),
      text(branch ?? null),
      flag(found === true),
    ]);
    for (const { path, sha256 } of files.slice(0, MAX_LISTED))
      this.#insert('files', [seq, call, text(path), sha256 === null ? 'deleted' : 'pushed']);
  }
}

function text(value: string): string;
function text(value: string | null): string | null;
function text(value: string | null): string | null {
  if (value === null || value.length <= MAX_TEXT_CHARS) return value;
  return `${sliceWhole(value, MAX_TEXT_CHARS - 1)}…`;
}

function flag(value: boolean): number {
  return value ? 1 : 0;
}

/** A number of a trail is any number; `null` for one that nothing counted. */
function number(value: number | null, max: number): number | null {
  return value !== null && Number.isFinite(value) && Math.abs(value) <= max ? value : null;
}

function whole(value: number | null): number | null {
  const checked = number(value, MAX_COUNT);
  return checked === null ? null : Math.trunc(checked);
}

/** GitHub writes times without milliseconds; in the database all have one form, so that they compare as text. */
function timeOf(value: string | null): string | null {
  const ms = value === null ? Number.NaN : Date.parse(value);
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

function blobArguments({ argumentsBlob: blob }: EntryOf<'call.state'>): Json | null {
  return blob === undefined ? null : { blob: blob.sha256, bytes: blob.bytes };
}

/** The path that a file tool names, for the files that a call touched. */
function pathOf(entry: EntryOf<'call.state'>): string | null {
  const tool = entry['gen_ai.tool.name'] ?? '';
  if (tool !== 'fs_read' && !(tool.startsWith('fs_') && entry.kind === 'write')) return null;
  return pathIn(entry['gen_ai.tool.call.arguments'] ?? null);
}

function pathIn(value: Json): string | null {
  if (!isJsonObject(value)) return null;
  const { path } = value;
  return typeof path === 'string' ? text(path) : null;
}
