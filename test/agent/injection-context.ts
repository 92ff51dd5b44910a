/** Whole runs on a small checkout, the model being a Messages API on loopback that keeps what it was sent. */
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Entry, TRAIL_FILE } from '../../src/audit/index.ts';
import { newRunId, systemClock } from '../../src/common/index.ts';
import { createBus } from '../../src/tool-calls/index.ts';
import { startAnthropicServer } from '../testing/anthropic-server/server.ts';
import { createModel, type ScriptTurn } from '../../src/model/index.ts';
import { loadPolicy } from '../../src/policy/index.ts';
import { run } from '../../src/session/run.ts';
import { noApprover } from '../../src/session/approvers.ts';
import type { ContextItem, Job } from '../../src/session/job.ts';
import { logListener } from '../../src/reporting/log.ts';
import type { RunReport } from '../../src/reporting/report.ts';
import { redactorFor } from '../../src/session/secrets.ts';
import { createTally } from '../../src/reporting/summary/call-counts.ts';
import type { Tool } from '../../src/tools/index.ts';

export const KEY = 'sk-ant-api03-injection-key-0123456789';
export const POLICY = 'version: 1\nmode: auto\nsandbox: off\n';

export interface Setup {
  readonly text?: string;
  readonly trusted?: boolean;
  readonly turns: readonly ScriptTurn[];
  readonly policy?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly job?: Partial<Job>;
  readonly tools?: readonly Tool[];
  /** Does something to the checkout before the run. */
  readonly prepare?: (root: string) => void;
  /** The environment of the parent beside its PATH. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Played {
  readonly report: RunReport;
  readonly entries: readonly Entry[];
  /** What the model was sent: the system prompt, then each request's messages, as JSON. */
  readonly system: string;
  readonly requests: readonly string[];
  /** The text of the first message. */
  readonly first: string;
  readonly log: string;
  readonly root: string;
  file(path: string): Promise<string | null>;
}

/** Plays a run; what it left is looked at in `look`, and gone after it. */
export async function play(
  setup: Setup,
  look: (played: Played) => Promise<void> | void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-injection-'));
  const api = await startAnthropicServer({ script: { turns: [...setup.turns] } });
  try {
    const root = join(folder, 'checkout');
    for (const [path, text] of Object.entries({ 'README.md': '# A project\n', ...setup.files })) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    setup.prepare?.(root);
    const loaded = loadPolicy(setup.policy ?? POLICY, { file: 'policy.yml' });
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    const job = jobOf(setup, { root, trailFolder: join(folder, 'trail'), policy: loaded.policy });
    const { report, log } = await playJob(job, {
      url: api.url,
      tools: setup.tools ?? [],
      environment: setup.environment ?? {},
    });
    const trail = await readFile(join(folder, 'trail', TRAIL_FILE), 'utf8');
    const bodies = api.requests.map(({ body }) => body ?? {});
    await look({
      report,
      log,
      root,
      entries: trail
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Entry),
      system: asText(bodies[0]?.['system']),
      requests: bodies.map((body) => asText(body['messages'])),
      first: firstText(bodies[0]),
      file: (path) => readFile(join(root, path), 'utf8').catch(() => null),
    });
  } finally {
    await api.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function asText(value: unknown): string {
  return JSON.stringify(value ?? '');
}

async function playJob(
  job: Job,
  place: {
    readonly url: string;
    readonly tools: readonly Tool[];
    readonly environment: Readonly<Record<string, string>>;
  },
) {
  const model = await createModel({
    anthropicApiKey: KEY,
    anthropicBaseUrl: place.url,
    model: 'claude-sonnet-5-5',
    cwd: '/',
    clock: systemClock,
  });
  const lines: string[] = [];
  const bus = createBus((error) => {
    throw error;
  });
  const tally = createTally();
  bus.on(tally.listen);
  const line = (text: string): void => void lines.push(text);
  bus.on(logListener({ line, group: line, endGroup: () => undefined }));
  const report = await run(job, {
    clock: systemClock,
    redactor: redactorFor({}, { 'anthropic-api-key': KEY }),
    bus,
    tally,
    model,
    signal: new AbortController().signal,
    environment: { PATH: process.env['PATH'], ...place.environment },
    approvals: ({ trail }) => noApprover(trail, 'Nobody is asked here.'),
    extraTools: () => place.tools,
    trustedFiles: null,
    suspension: null,
  });
  return { report, log: lines.join('\n') };
}

function firstText(body: Readonly<Record<string, unknown>> | undefined): string {
  const [message] = (body?.['messages'] ?? []) as {
    readonly content: readonly { readonly text?: string }[] | string;
  }[];
  if (message === undefined) return '';
  return typeof message.content === 'string'
    ? message.content
    : message.content.map(({ text }) => text ?? '').join('\n');
}

function jobOf(setup: Setup, place: Pick<Job, 'root' | 'trailFolder' | 'policy'>): Job {
  const item: ContextItem = {
    source: 'issue #1',
    author: 'octo-stranger',
    trusted: setup.trusted === true,
    because: setup.trusted === true ? 'permission write' : 'permission read',
    text: setup.text ?? '',
  };
  return {
    run: newRunId(),
    repository: 'octo-org/octo-repo',
    headSha: null,
    trigger: { event: 'issues', actor: null, number: 1, url: null },
    workflow: null,
    github: null,
    requester: 'octo-requester',
    requesterId: null,
    request: 'Do what the issue asks for.',
    context: setup.text === undefined ? [] : [item],
    untrustedFiles: null,
    instructions: [],
    systemPrompt: null,
    outputSchema: null,
    dependentCalls: false,
    requires: [],
    policySource: { source: 'policy.yml', ref: null },
    budget: { turns: 10, calls: 50 },
    usdLimitBy: null,
    sandboxRequired: false,
    protect: [],
    askWhom: 'nobody',
    resume: null,
    ...place,
    ...setup.job,
  };
}

/** A turn of calls. */
export function calls(...made: readonly (readonly [name: string, input: object])[]): ScriptTurn {
  return {
    blocks: made.map(([name, input]) => ({ type: 'tool_use', name, input: input as never })),
  };
}

export function finish(summary: string): ScriptTurn {
  return calls(['finish', { outcome: 'incomplete', summary }]);
}

export function entriesOf<T extends Entry['type']>(
  played: Played,
  type: T,
): readonly Extract<Entry, { type: T }>[] {
  return played.entries.filter((entry) => entry.type === type) as unknown as Extract<
    Entry,
    { type: T }
  >[];
}
