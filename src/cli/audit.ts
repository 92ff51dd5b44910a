import { resolve } from 'node:path';
import { stat } from 'node:fs/promises';
import { blobsIn, trailBytes, type TrailVerdict, VERIFY_EXIT_CODES, verifyTrail } from '../audit/index.ts';
import { CountersignError, visible } from '../base/index.ts';
import {
  type CliIo,
  type CommandCall,
  type CommandSpec,
  type ExitCode,
  listOption,
  switchOption,
  textOption,
} from './spec.ts';

/** `audit …`: anybody's trail, without the repository, the network or a key. */
export const auditCommands: readonly CommandSpec[] = [
  {
    name: 'audit verify',
    summary: 'Check a trail: exit 0 intact, 1 broken with the entry and why, 2 unreadable',
    arguments: '<trail>',
    argumentSummary: 'the folder of the artifact, or its audit.jsonl',
    options: [
      { flags: '--head <hash>', summary: 'a published head; may be given several times', many: true },
      { flags: '--run <id>', summary: 'the run that the trail must be of' },
      { flags: '--require-end', summary: 'a trail without run.end counts as broken' },
    ],
    examples: ['countersign audit verify ./trail --head 3f2a…'],
    run: verify,
  },
];

async function verify(call: CommandCall, io: CliIo): Promise<ExitCode> {
  const path = resolve(io.cwd, call.args[0] ?? '.');
  const run = textOption(call, 'run');
  const verdict = await verifyAt(path, {
    heads: listOption(call, 'head').map((hash) => ({ hash: checkedHash(hash) })),
    requireEnd: switchOption(call, 'requireEnd'),
    ...(run === null ? {} : { run }),
  });
  io.out(call.json ? `${JSON.stringify(verdict, null, 2)}\n` : `${visible(verdictText(verdict))}\n`);
  return VERIFY_EXIT_CODES[verdict.kind];
}

/** Verifies the trail in a folder (with its blobs) or a single file. An unreadable path is an answer. */
export async function verifyAt(
  path: string,
  options: Omit<NonNullable<Parameters<typeof verifyTrail>[1]>, 'blobs'>,
): Promise<TrailVerdict> {
  try {
    const folder = (await stat(path)).isDirectory() ? path : null;
    return await verifyTrail(trailBytes(path), {
      ...options,
      ...(folder === null ? {} : { blobs: blobsIn(folder) }),
    });
  } catch (error) {
    return { kind: 'unreadable', because: error instanceof Error ? error.message : String(error) };
  }
}

function checkedHash(hash: string): string {
  const lower = hash.toLowerCase();
  if (/^[0-9a-f]{64}$/.test(lower)) return lower;
  throw new CountersignError('input-invalid', `--head is ${JSON.stringify(hash)}.`, {
    fix: 'Write the 64 hexadecimal digits that the run published.',
  });
}

/** A verification's answer for people. */
export function verdictText(verdict: TrailVerdict): string {
  switch (verdict.kind) {
    case 'intact':
      return [
        `intact: ${verdict.count} entries of ${verdict.run}, outcome ${verdict.outcome ?? 'none yet (unfinished)'}`,
        `head ${verdict.head}`,
        `root ${verdict.root}`,
        'unsigned: compare the head with the one that the run published (step output, summary, comment)',
        ...verdict.warnings.map((warning) => `warning: ${warning.because}`),
      ].join('\n');
    case 'broken':
      return `broken at entry ${verdict.seq} (line ${verdict.line}): ${verdict.code}: ${verdict.because}`;
    case 'unreadable':
      return `unreadable: ${verdict.because}`;
  }
}
