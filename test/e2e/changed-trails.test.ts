/** A real trail over two jobs, with blobs, a patch and a checkpoint: whatever is changed once in it is found. */
import { expect, test } from 'vitest';
import { BLOB_FOLDER, TRAIL_FILE, verifyTrail, type TrailVerdict } from '../../src/audit/index.ts';
import { type JsonObject, sha256 } from '../../src/common/index.ts';
import { changedAt, leavesOf, rehashed } from '../audit/changes.ts';
import { expectEnd, finish, openRepository, turn } from './harness.ts';
import { approvalCommentOn, job, say, SUSPENDING } from './suspended.ts';

type Files = ReadonlyMap<string, Buffer>;

const LONG = 'a long line of a file\n'.repeat(300);
const TURNS = [
  turn(
    'I write, and ask.',
    ['fs_write', { path: 'src/long.txt', content: LONG }],
    ['bash_run', { command: 'cat src/long.txt src/long.txt && echo made > src/made.txt' }],
  ),
  finish('It is made.'),
];

/** Changed alone, with all hashes made anew, these contradict another entry or a file. */
const PROVED: readonly RegExp[] = [
  /^\w[\w.]* (?:_schema|seq|run)$/,
  /^run\.start (?:start|policy\.sha256|headSha|repository|requester\.id)$/,
  /^turn\.start turn$/,
  /^model\.reply (?:turn|gen_ai\.usage\.\w+(?:\.input)?_tokens)$/,
  /^call\.state (?:call|state|turn|argumentsSha256|resultSha256|resultBytes|result(?:\.\w+)?)$/,
  /^call\.state gen_ai\.tool\.call\.arguments\b/,
  /^call\.verdict (?:call|policySha256|argumentsSha256|sandboxed)$/,
  /^approval\.asked (?:requests\.\d+\.\w+|count)$/,
  /^approval\.consumed (?:approval|call|digest)$/,
  /^approval\.decision (?:approval|call|counted)$/,
  /^checkpoint\.saved (?:name|sha256|bytes)$/,
  /^changes\.saved (?:name|sha256|bytes|base)$/,
  /^run\.suspended approvals\.0$/,
  /^run\.end (?:count|turns|tokens|calls\.\w+)$/,
];

async function verified(files: Files, trail?: readonly string[]): Promise<TrailVerdict> {
  const bytes =
    trail === undefined
      ? (files.get(TRAIL_FILE) ?? Buffer.alloc(0))
      : Buffer.from(trail.map((line) => `${line}\n`).join(''));
  return await verifyTrail([bytes], {
    requireEnd: true,
    root: false,
    blobs: (digest) => Promise.resolve(files.get(`${BLOB_FOLDER}/${digest}`) ?? null),
    files: {
      file: (name) => {
        const found = files.get(name);
        return Promise.resolve(
          found === undefined ? null : { sha256: sha256(found), bytes: found.length },
        );
      },
      blobNames: async function* () {
        for (const path of files.keys())
          if (path.startsWith(`${BLOB_FOLDER}/`)) yield path.slice(BLOB_FOLDER.length + 1);
      },
    },
  });
}

async function realTrail(): Promise<Files> {
  await using repository = await openRepository({ policy: SUSPENDING });
  await job(repository, 701, { turns: TURNS });
  const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
  const end = await job(repository, 702, { turns: TURNS, event });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  const names = [...end.artifact.keys()].join('\n');
  for (const part of [/^blobs\//m, /^changes\.patch$/m, /^checkpoint-\d+\.bin$/m])
    expect(names).toMatch(part);
  return end.artifact;
}

test('every field, blob and file of a real trail, changed once, is found', async () => {
  const files = await realTrail();
  const lines = (files.get(TRAIL_FILE) ?? Buffer.alloc(0)).toString('utf8').trimEnd().split('\n');
  const entries = lines.map((line) => JSON.parse(line) as JsonObject);
  expect(await verified(files)).toMatchObject({ kind: 'intact', warnings: [] });

  // Without the hashes: each at its own entry.
  for (const [seq, entry] of entries.entries()) {
    for (const path of leavesOf(entry)) {
      const line = JSON.stringify(changedAt(entry, path));
      const verdict = await verified(files, [...lines.slice(0, seq), line]);
      expect(verdict, `${seq} ${path.join('.')}`).toMatchObject({ kind: 'broken', seq });
    }
  }

  // Each blob and each file that an entry names: its first, a middle and its last byte, and the whole.
  const beside = [...files.keys()].filter((path) => /^blobs\/|\.bin$|\.patch$/.test(path));
  for (const path of beside) {
    const bytes = files.get(path) ?? Buffer.alloc(0);
    const changed = [0, bytes.length >> 1, bytes.length - 1].map((index) => {
      const copy = Buffer.from(bytes);
      copy[index] = (copy[index] ?? 0) ^ 1;
      return copy;
    });
    for (const other of [...changed, bytes.subarray(1), Buffer.concat([bytes, Buffer.from('x')])])
      expect(await verified(new Map([...files, [path, other]])), path).toMatchObject({
        kind: 'broken',
      });
  }

  // With all hashes made anew: what contradicts another entry or a file.
  for (const [seq, entry] of entries.entries()) {
    for (const path of leavesOf(entry)) {
      const name = `${JSON.stringify(entry['type']).slice(1, -1)} ${path.join('.')}`;
      if (!PROVED.some((proved) => proved.test(name))) continue;
      const forged = rehashed(entries.with(seq, changedAt(entry, path) as JsonObject), seq);
      expect(await verified(files, forged), `${seq} ${name}`).toMatchObject({ kind: 'broken' });
    }
  }
});
