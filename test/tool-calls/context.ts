import { mkdtempSync, realpathSync, rmSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import {
  type Answer,
  type ApprovalRequest,
  type Approver,
  claimApproval,
} from '../../src/approvals/index.ts';
import {
  type Entry,
  openTrail,
  TRAIL_FILE,
  type Trail,
  readTrail,
  type TrailEvent,
  type TrailVerdict,
  verifyTrail,
} from '../../src/audit/index.ts';
import {
  createRedactor,
  type Clock,
  defined,
  type Json,
  type Outcome,
  systemClock,
} from '../../src/common/index.ts';
import {
  type CallRequest,
  type CallContext,
  type BatchEnd,
  createBus,
  createPlanRecord,
  type RunEvent,
  runCalls as runTurnsCalls,
  type UntrustedItem,
  evaluatorOf,
} from '../../src/tool-calls/index.ts';
import { suggestedRules, loadPolicy, modeName, type PathResolver } from '../../src/policy/index.ts';
import { defineTool, type Tool } from '../../src/tools/index.ts';
import type { ToolDefinition } from '../../src/tools/define/define.ts';
import * as z from 'zod';
import { noServices } from '../services.ts';
import type { BudgetLimits } from '../../src/agent/index.ts';
import { createTally } from '../../src/reporting/index.ts';
import { runEnd } from '../audit/events.ts';
import { plausible } from '../audit/plausible.ts';
import { bytesOf, chainEvents } from '../audit/chained.ts';

export const SECRET = 'sup3r-s3cret-value-of-the-run';
const WORLD: PathResolver = {
  root: '/work',
  caseInsensitive: false,
  realpath: (path) => path,
  list: () => [],
  gitConfigRuns: () => null,
};

/** Runs calls and waits until the trail on disk has them, as nothing is recorded after them here. */
export async function runCalls(
  context: CallContext,
  requests: readonly CallRequest[],
): Promise<BatchEnd> {
  const end = await runTurnsCalls(context, requests);
  await context.trail.flush();
  return end;
}

export interface CallSetupOptions {
  readonly policy?: string;
  readonly tools?: readonly Tool[];
  readonly approver?: Approver | ((trail: Trail) => Approver);
  readonly over?: Partial<CallContext>;
  /** The budget of the run. */
  readonly limits?: BudgetLimits;
  /** The models after `scripted:test`. */
  readonly fallbackModels?: string[];
  /** Its calls began in an earlier job, of which there is no trail: that of this one cannot be verified alone. */
  readonly isPart?: true;
}

export interface CallSetup {
  readonly context: CallContext;
  readonly trail: Trail;
  readonly events: readonly RunEvent[];
  readonly untrusted: UntrustedItem[];
  readonly files: Map<string, string>;
  readonly cancel: AbortController;
  entries(): readonly Entry[];
  /** The states of one call, in order. */
  states(call: string): readonly string[];
  /** Ends the trail, and verifies the entries of the calls within a run that ended so. Every setup does so after its test. */
  verified(outcome?: Outcome): Promise<void>;
}

export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'calls-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A world of calls over a real trail, with a policy that is loaded from its text. */
export async function setUpCalls(options: CallSetupOptions = {}): Promise<CallSetup> {
  const folder = join(temporaryFolder(), 'trail');
  const run = 'run-0123456789abcdef';
  const redactor = createRedactor();
  redactor.addSecret(SECRET, 'test');
  const trail = await openTrail({ folder, run, clock: systemClock, redactor });
  onTestFinished(async () => await trail.close());
  const loaded = loadPolicy(options.policy ?? 'version: 1\nmode: ask\nauto: [kind:readonly]\n', {
    file: 'policy.yml',
  });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const { policy } = loaded;
  await trail.append({
    type: 'run.start',
    start: 'fresh',
    version: '0',
    repository: null,
    headSha: null,
    trigger: { event: 'test', actor: null, number: null, url: null },
    workflow: null,
    policy: { source: 'policy.yml', ref: null, sha256: policy.sha256, mode: modeName(policy) },
    'gen_ai.provider.name': 'scripted',
    'gen_ai.request.model': 'scripted:test',
    ...defined({ fallbackModels: options.fallbackModels }),
    request: 'test',
    budget: { minutes: 60, ...options.limits },
  });
  const tools = new Map((options.tools ?? []).map((tool) => [tool.name, tool]));
  const events: RunEvent[] = [];
  const bus = createBus((error) => {
    throw error;
  });
  bus.on((event) => events.push(event));
  const tally = createTally();
  bus.on(tally.listen);
  const untrusted: UntrustedItem[] = [];
  const files = new Map<string, string>();
  const cancel = new AbortController();
  const approver =
    typeof options.approver === 'function' ? options.approver(trail) : options.approver;
  const context: CallContext = {
    run,
    headSha: 'a'.repeat(40),
    policy: evaluatorOf(policy),
    changesDiff: () => Promise.resolve(null),
    suggestedRules: (facts, situation) => suggestedRules(policy, facts, situation),
    situation: () => ({ pathResolver: WORLD, untrusted: untrusted.length > 0, sandboxed: true }),
    find: (name) => tools.get(name),
    toolNames: () => [...tools.keys()],
    plan: createPlanRecord(policy),
    hooks: [],
    failedHooks: new Set(),
    approver: approver ?? answering(trail, () => 'approve'),
    claim: (request, answer) => claimApproval({ trail, github: null, request, answer }),
    admit: () => ({ ok: true }),
    onFinished: () => undefined,
    workTreeAfter: () => undefined,
    dependent: false,
    fileSha256: (path) => Promise.resolve(files.get(path) ?? null),
    mark: (text, source) => `<${source}>${text}</${source}>`,
    services: () => noServices,
    untrustedRead: async (item) => {
      untrusted.push(item);
      await trail.append({ type: 'context.read', trusted: false, ...item });
    },
    trail,
    bus,
    redactor,
    clock: systemClock,
    signal: cancel.signal,
    parallel: 3,
    ...options.over,
  };
  const file = join(folder, TRAIL_FILE);
  const entries = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Entry);
  const setup: CallSetup = {
    context,
    trail,
    events,
    untrusted,
    files,
    cancel,
    entries,
    states: (call) =>
      entries().flatMap((entry) =>
        entry.type === 'call.state' && entry.call === call ? [entry.state] : [],
      ),
    verified: async (outcome = 'error') => {
      await trail.close();
      const written: Entry[] = [];
      for await (const entry of readTrail(file)) written.push(entry);
      const verdict = await verdictOn(written, { outcome, calls: { ...tally.counts() } });
      expect(verdict, JSON.stringify(verdict)).toMatchObject({ kind: 'intact' });
    },
  };
  if (options.isPart !== true) onTestFinished(async () => await setup.verified());
  return setup;
}

/** What a verification says of the entries of calls, with the rest of a run around them. */
export async function verdictOn(
  entries: readonly Entry[],
  { outcome = 'error', calls }: { outcome?: Outcome; calls?: Record<string, number> } = {},
): Promise<TrailVerdict> {
  const { events } = plausible([...entries.map(eventOf), runEnd(outcome)]);
  const counted = events.map((event) =>
    event.type === 'run.end' && calls !== undefined ? { ...event, calls } : event,
  );
  // The calls of all tests of a file share their numbers, so that these are no numbers of one run.
  const named = JSON.parse(JSON.stringify(counted).replaceAll(/"c(\d+)"/g, '"call-$1"'));
  return await verifyTrail(bytesOf(chainEvents(named)));
}

function eventOf(entry: Entry): TrailEvent {
  const { _schema, seq: _seq, time: _time, run: _run, prev: _prev, hash: _hash, ...event } = entry;
  if (event.type === 'unknown') throw new Error(`unknown type ${event.typeName}`);
  return event;
}

type Word = 'approve' | 'unanswered' | 'suspend' | { readonly deny: string };

/** People who answer every request as told, recorded as the real approvers do. */
export function answering(
  trail: Trail,
  word: (request: ApprovalRequest, round: number) => Word,
  before: () => void | Promise<void> = () => undefined,
): Approver {
  let round = 0;
  return {
    ask: async (requests, { signal }) => {
      signal.throwIfAborted();
      if (requests.length === 0) return [];
      round += 1;
      await trail.append({
        type: 'approval.asked',
        card: null,
        via: 'terminal',
        count: 1,
        expires: null,
        requests: requests.map(({ id, call, digest, plan }) => ({
          approval: id,
          call,
          digest,
          ...(plan === undefined ? {} : { plan }),
        })),
      });
      await before();
      const answers: Answer[] = [];
      for (const request of requests)
        answers.push(await answerOf(trail, request, word(request, round)));
      return answers;
    },
  };
}

async function answerOf(trail: Trail, request: ApprovalRequest, word: Word): Promise<Answer> {
  if (word === 'unanswered')
    return { kind: 'unanswered', request, because: 'Nobody answered in time.' };
  if (word === 'suspend') return { kind: 'suspended', request };
  const by = {
    login: 'alice',
    id: null,
    permission: 'terminal',
    commentId: null,
    commentUrl: null,
    at: '',
  } as const;
  const decision = word === 'approve' ? 'approve' : 'deny';
  await trail.append({
    type: 'approval.decision',
    approval: request.id,
    call: request.call,
    decision,
    counted: true,
    because: 'said so',
    by: { login: by.login, id: by.id },
    permission: by.permission,
    comment: null,
  });
  return word === 'approve'
    ? { kind: 'approved', request, by: [by] }
    : { kind: 'denied', request, by, reason: word.deny };
}

/** A clock whose sleeps end at once, in order of length, unless they are told to stop. */
export function hastyClock(): Clock {
  return {
    ...systemClock,
    sleep: (ms, signal) => systemClock.sleep(Math.min(ms, ms > 5_000 ? 40 : 20), signal),
  };
}

let made = 0;
export function requestOf(name: string, input: Json, over: Partial<CallRequest> = {}): CallRequest {
  made += 1;
  return {
    id: `c${made}`,
    turn: 1,
    parent: null,
    toolUseId: `toolu_${made}`,
    name,
    input,
    ...over,
  };
}

const anything = z.looseObject({});
type Anything = typeof anything;

/** A tool that takes any object. */
export function looseTool(
  name: string,
  execute: ToolDefinition<Anything>['execute'],
  over: Partial<ToolDefinition<Anything>> = {},
): Tool {
  return defineTool({
    name,
    description: name,
    kind: 'readonly',
    input: anything,
    execute,
    ...over,
  });
}
