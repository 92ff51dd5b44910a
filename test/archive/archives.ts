/** Archives for tests: trails on disk and in artifacts, collected through the module's public API. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { onTestFinished } from 'vitest';
import {
  type Cell,
  collect,
  type CollectionResult,
  openArchive,
  queryArchive,
} from '../../src/archive/index.ts';
import type { CollectOptions } from '../../src/archive/collect/collect.ts';
import { TRAIL_FILE, type TrailEvent } from '../../src/audit/index.ts';
import { sha256 } from '../../src/common/index.ts';
import { plausible, realRun } from '../audit/plausible.ts';
import * as run from '../audit/events.ts';
import { chainEvents } from '../audit/chained.ts';

export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-archive-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The events of a whole run of a workflow run, as `realRun`. */
export function runOf(
  workflowRun: number,
  repository = 'octo-org/octo-repo',
): readonly TrailEvent[] {
  const workflow = {
    runId: String(workflowRun),
    attempt: '1',
    job: 'agent',
    url: `https://github.com/${repository}/actions/runs/${workflowRun}`,
  };
  return [run.runStart({ workflow, repository }), ...realRun().slice(1)];
}

/** The events of a run that read untrusted content, and of whose two calls a person approved one and denied the other. */
export function untrustedRun(): readonly TrailEvent[] {
  return plausible([
    run.runStart({
      trigger: { event: 'issues', actor: { login: 'octo', id: 3 }, number: 8, url: null },
    }),
    {
      type: 'context.read',
      source: 'issue #8',
      author: 'stranger',
      trusted: false,
      because: 'no write access',
      sha256: sha256('text'),
    },
    run.turnStart(1),
    { ...run.reply(1), costUsd: null } as ReturnType<typeof run.reply>,
    run.state('c1', 'PENDING', { 'gen_ai.tool.name': 'bash_run', kind: 'execute' }),
    run.verdict('c1', 'requireApproval', { untrusted: true, rule: 'bash_run' }),
    run.state('c1', 'APPROVAL_REQUIRED'),
    run.asked('c1'),
    run.decision('c1'),
    run.consumed('c1'),
    run.state('c1', 'APPROVED'),
    run.state('c1', 'EXECUTING'),
    run.state('c1', 'COMPLETED', {
      network: [{ to: 'evil.example:443', verdict: 'refused', count: 3 }],
    }),
    run.state('c2', 'PENDING', { 'gen_ai.tool.name': 'bash_run', kind: 'execute' }),
    run.verdict('c2', 'requireApproval', { untrusted: true, rule: 'fs_write(src/**)' }),
    run.state('c2', 'APPROVAL_REQUIRED'),
    run.asked('c2'),
    run.decision('c2', { decision: 'deny' }),
    run.state('c2', 'DENIED', { because: 'too risky' }),
    run.runEnd('error'),
  ]).events;
}

export { plausible, realRun };

/** The bytes of a trail, chained without the code under test. */
export function trailText(events: readonly TrailEvent[], id = 'run-0123456789abcdef'): string {
  return chainEvents(events, id)
    .map((line) => `${line}\n`)
    .join('');
}

export async function writeTrail(folder: string, text: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, TRAIL_FILE), text);
  return folder;
}

/** An archive of stored members as GitHub keeps an artifact. */
export function zipOf(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const nameBytes = Buffer.from(name);
    const body = typeof text === 'string' ? Buffer.from(text) : text;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt32LE(crc32(body), 14);
    local.writeUInt32LE(body.length, 18);
    local.writeUInt32LE(body.length, 22);
    local.writeUInt16LE(nameBytes.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt32LE(crc32(body), 16);
    entry.writeUInt32LE(body.length, 20);
    entry.writeUInt32LE(body.length, 24);
    entry.writeUInt16LE(nameBytes.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, nameBytes, body);
    directory.push(entry, nameBytes);
    offset += 30 + nameBytes.length + body.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

const NOTHING: CollectOptions = {
  folders: [],
  repositories: [],
  organizations: [],
  since: null,
  github: { token: '', apiUrl: 'http://127.0.0.1:1' },
  onProgress: () => undefined,
};

/** One collection into an archive, which is closed afterwards. */
export async function collectInto(
  folder: string,
  options: Partial<CollectOptions>,
): Promise<CollectionResult> {
  const archive = await openArchive(folder);
  try {
    return await collect(archive, { ...NOTHING, ...options });
  } finally {
    await archive.close();
  }
}

/** All rows of an answer. */
export async function rowsOf(folder: string, sql: string): Promise<readonly (readonly Cell[])[]> {
  return await queryArchive(folder, sql, async ({ rows }) => [...rows]);
}

const TABLES = [
  'trails',
  'runs',
  'turns',
  'usage',
  'calls',
  'verdicts',
  'approvals',
  'decisions',
  'effects',
  'files',
  'hosts',
  'sources',
  'artifacts',
  'workflow_runs',
];

/** Everything that an archive says, but for when it was collected. */
export async function contentOf(folder: string): Promise<unknown> {
  const content: Record<string, unknown> = {};
  for (const table of TABLES) {
    const rows = await queryArchive(folder, `SELECT * FROM ${table}`, async (answer) => {
      const keep = answer.columns.map((name) => name !== 'collected_at');
      return [...answer.rows].map((row) => row.filter((_, index) => keep[index]));
    });
    content[table] = rows;
  }
  return content;
}
