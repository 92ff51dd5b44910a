import { createWriteStream, lstatSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import {
  type Difference,
  blobsIn,
  DIFF_LISTS,
  diffTrails,
  EXPORT_FORMATS,
  exportTrail,
  readStartedTrail,
  renderReport,
  showTrail,
  STATEMENT_FILE,
  statementAt,
  statementText,
  TRAIL_FILE,
  type TrailDiff,
  trailJson,
  type TrailSource,
  VERIFY_EXIT_CODES,
} from '../../../audit/index.ts';
import {
  counted,
  CountersignError,
  errnoOf,
  invalidInput,
  visible,
} from '../../../common/index.ts';
import { TRAIL_ARGUMENT, type TrailPlace, withTrail } from './places.ts';
import { verdictText } from './verify.ts';
import { isSameFile } from '../../../sandbox/index.ts';
import { escapeUnseen } from '../../json.ts';
import { type CliIo, type CommandCall, type CommandSpec, EXIT, type ExitCode } from '../../spec.ts';
import { warnOfTruncatedLine } from '../../truncated-trail.ts';
import { writeText } from '../../write-text.ts';

const NOT_VERIFIED =
  'This output is not verified. To check that nobody changed the audit trail, run countersign audit verify.';
const FILE_MODE = 0o600;
const TRAIL = { arguments: '<trail>', argumentSummary: TRAIL_ARGUMENT } as const;
const OUT = {
  flags: '--out <file>',
  summary: 'the file to write (default: standard output)',
} as const;

/** `audit show|report|export|diff`: an audit trail for people and for other programs. */
export const readCommands: readonly CommandSpec[] = [
  {
    name: 'audit show',
    summary: 'Print an audit trail as a timeline',
    ...TRAIL,
    options: [],
    examples: ['countersign audit show ./trail | less'],
    run: show,
  },
  {
    name: 'audit report',
    summary: 'Write an audit trail as one self-contained HTML page',
    ...TRAIL,
    options: [
      {
        flags: '--out <file>',
        summary: 'the file to write; - for standard output',
        default: 'report.html',
      },
    ],
    examples: ['countersign audit report ./trail --out report.html'],
    run: report,
  },
  {
    name: 'audit export',
    summary:
      'Write an audit trail as OTLP JSON (traces), CSV (one line for each call) or SARIF (denied and failed calls)',
    ...TRAIL,
    options: [
      { flags: '--format <name>', summary: EXPORT_FORMATS.join(' | '), default: 'otlp' },
      OUT,
    ],
    examples: ['countersign audit export ./trail --format csv --out calls.csv'],
    run: exportAs,
  },
  {
    name: 'audit statement',
    summary:
      'Verify an audit trail, and write what was run, asked, approved and refused as an in-toto statement; exit 1 if it is broken',
    ...TRAIL,
    options: [
      {
        flags: '--out <file>',
        summary: 'the file to write; - for standard output',
        default: STATEMENT_FILE,
      },
    ],
    examples: ['countersign audit statement ./trail --out -'],
    run: statement,
  },
  {
    name: 'audit diff',
    summary: 'Compare two runs: tools, commands, hosts, verdicts, tokens; exit 1 if they differ',
    arguments: '<a> <b>',
    argumentSummary: TRAIL_ARGUMENT,
    options: [],
    run: diff,
  },
];

async function show(call: CommandCall): Promise<ExitCode> {
  return await reading(call, async ({ path }) => {
    const source = trailSource(call.io, path);
    if (call.json) await call.io.print(mapped(trailJson(source), escapeUnseen));
    else await call.io.print(timeline(source));
    return EXIT.ok;
  });
}

async function report(call: CommandCall): Promise<ExitCode> {
  const out = call.text('out') ?? 'report.html';
  if (out === '-' && call.json) throw notJson('HTML');
  return await reading(call, async (place) => {
    const { path, folder } = place;
    const page = renderReport(
      trailSource(call.io, path),
      folder === null ? undefined : blobsIn(folder),
    );
    return await deliver(page, out, { call, place });
  });
}

async function exportAs(call: CommandCall): Promise<ExitCode> {
  const format = call.choice('format', EXPORT_FORMATS);
  const out = call.text('out') ?? '-';
  if (out === '-' && call.json && format === 'csv') throw notJson('CSV');
  return await reading(call, async (place) => {
    const text = exportTrail(format, trailSource(call.io, place.path));
    const shown = format === 'csv' ? text : mapped(text, escapeUnseen);
    return await deliver(shown, out, { call, place });
  });
}

/** The entries of an audit trail, to be read several times. Warns once if its last line is truncated. */
function trailSource(io: CliIo, path: string): TrailSource {
  let isReported = false;
  return () =>
    readStartedTrail(path, (bytes) => {
      if (isReported) return;
      isReported = true;
      warnOfTruncatedLine(io, path, bytes);
    });
}

/** Standard output of a command with `--json` is one JSON document or nothing. */
function notJson(format: string): CountersignError {
  return invalidInput(
    `--json asks for JSON on standard output, which would get ${format}.`,
    'Name a file with --out, or leave --json out.',
  );
}

async function statement(call: CommandCall): Promise<ExitCode> {
  return await withTrail(call.args[0] ?? '.', call.io, async (place) => {
    const derived = await statementAt(place.path);
    if (derived.verdict.kind !== 'intact') {
      call.io.err(`${verdictText(derived.verdict)}\n`);
      return VERIFY_EXIT_CODES[derived.verdict.kind];
    }
    if (derived.statement === null) {
      throw new CountersignError('trail-broken', 'The audit trail has no run.start.', {
        fix: 'Name the audit trail of a run that started.',
      });
    }
    const out = call.text('out') ?? STATEMENT_FILE;
    const text = statementText(derived.statement);
    // A file has the exact bytes. A terminal gets the same JSON, with what it would act on escaped.
    const pieces = Readable.from([out === '-' ? escapeUnseen(text) : text]);
    return await deliver(pieces, out, { call, place });
  });
}

async function reading(
  call: CommandCall,
  use: (place: TrailPlace) => Promise<ExitCode>,
): Promise<ExitCode> {
  return await withTrail(call.args[0] ?? '.', call.io, use);
}

async function* timeline(source: TrailSource): AsyncGenerator<string> {
  yield* mapped(showTrail(source), visible);
  yield `${NOT_VERIFIED}\n`;
}

async function* mapped(
  pieces: AsyncIterable<string>,
  change: (piece: string) => string,
): AsyncGenerator<string> {
  for await (const piece of pieces) yield change(piece);
}

/**
 * Writes a text made from the audit trail at `place` to a file or to standard output (`-`), piece by piece. Throws `file-refused`, and
 * leaves no part of a new file.
 */
export async function deliver(
  text: AsyncIterable<string>,
  out: string,
  { call, place }: { readonly call: CommandCall; readonly place: TrailPlace },
): Promise<ExitCode> {
  const { io, json } = call;
  if (out === '-') {
    await io.print(text);
    return EXIT.ok;
  }
  const path = resolve(io.cwd, out);
  if (isSameFile(path, place.folder === null ? place.path : join(place.folder, TRAIL_FILE))) {
    throw new CountersignError('file-refused', `${path} is the audit trail itself.`, {
      fix: 'Name another file with --out.',
    });
  }
  const isNew = isAbsent(path);
  const open = () => createWriteStream(path, { mode: FILE_MODE });
  const bytes = await writeText(text, { open, ends: true, name: path }).catch((error: unknown) => {
    if (isNew) rmSync(path, { force: true });
    throw error;
  });
  io.out(
    json
      ? `${JSON.stringify({ file: path, bytes })}\n`
      : `${visible(path)}: ${counted(bytes, 'byte')}\n`,
  );
  return EXIT.ok;
}

/** A link counts as there, and so does what the system refuses to look at: neither is removed. */
function isAbsent(path: string): boolean {
  try {
    lstatSync(path);
    return false;
  } catch (error) {
    return errnoOf(error) === 'ENOENT';
  }
}

async function diff(call: CommandCall): Promise<ExitCode> {
  const { io } = call;
  const [a = '', b = ''] = call.args;
  const compare = async (left: TrailPlace, right: TrailPlace): Promise<ExitCode> => {
    const found = await diffTrails(trailSource(io, left.path), trailSource(io, right.path));
    const same = isSame(found);
    call.show({ same, ...found }, `${visible(diffText(found, same))}\n`);
    return same ? EXIT.ok : EXIT.no;
  };
  return await withTrail(a, io, async (left) =>
    withTrail(b, io, async (right) => await compare(left, right)),
  );
}

/** Tokens and costs are shown but not compared, because they differ between any two runs. */
function isSame(found: TrailDiff): boolean {
  return (
    found.outcome.a === found.outcome.b && DIFF_LISTS.every((name) => found[name].length === 0)
  );
}

function diffText(found: TrailDiff, same: boolean): string {
  const lists = DIFF_LISTS.flatMap((name) =>
    found[name].length === 0 ? [] : [`${name}:`, ...found[name].map(differenceText)],
  );
  const { outcome, turns, tokensPerTurn, costUsd } = found;
  return [
    ...(same ? ['Both runs did the same.'] : []),
    `outcome: ${outcome.a ?? 'none'} | ${outcome.b ?? 'none'}`,
    ...lists,
    `turns: ${turns.a} | ${turns.b}`,
    `tokens per turn: ${tokensPerTurn.a} | ${tokensPerTurn.b}`,
    `cost in USD: ${costUsd.a ?? 'unknown'} | ${costUsd.b ?? 'unknown'}`,
  ].join('\n');
}

function differenceText({ what, a, b }: Difference): string {
  return `  ${a} | ${b}  ${what.replaceAll('\n', ' ⏎ ')}`;
}
