import { Readable } from 'node:stream';
import { checkEntryProof, proveEntry, trailBytes } from '../../../audit/index.ts';
import { invalidInput, oneLine } from '../../../common/index.ts';
import { TRAIL_ARGUMENT, type TrailPlace, withTrail } from './places.ts';
import { deliver } from './read.ts';
import { checkedHash } from './verify.ts';
import { shownJson } from '../../json.ts';
import { readText } from '../../read-text.ts';
import { type CommandCall, type CommandSpec, EXIT, type ExitCode } from '../../spec.ts';

const MAX_PROOF_BYTES = 64 * 1024 * 1024;
const MAX_BECAUSE_CHARS = 4_000;

/** `audit prove` and `audit check-proof`: a proof of one entry without the rest of its audit trail. */
export const proveCommands: readonly CommandSpec[] = [
  {
    name: 'audit prove',
    summary: 'Print one entry with its path to the Merkle root of the audit trail (RFC 9162)',
    arguments: '<seq> <trail>',
    argumentSummary: [
      "the entry's seq, the number that audit show prints before it",
      TRAIL_ARGUMENT,
    ],
    options: [{ flags: '--out <file>', summary: 'the file to write (default: standard output)' }],
    examples: ['countersign audit prove 17 ./trail --out entry-17.json'],
    run: prove,
  },
  {
    name: 'audit check-proof',
    summary: 'Check the proof of one entry without the audit trail; exit 1 if it is invalid',
    arguments: '<file>',
    argumentSummary: 'the file that audit prove wrote; - reads standard input',
    options: [
      {
        flags: '--root <hash>',
        summary: 'the root that audit verify --root prints for the audit trail',
      },
    ],
    examples: ['countersign audit check-proof entry-17.json --root 9c1e…'],
    run: checkProof,
  },
];

const MERKLE_ROOT = { name: 'a Merkle root', source: '`audit verify TRAIL --root` prints' };

async function prove(call: CommandCall): Promise<ExitCode> {
  const [given = '', trail = '.'] = call.args;
  if (!/^\d{1,15}$/.test(given)) {
    throw invalidInput(
      `${JSON.stringify(given)} is not the seq of an entry.`,
      'Write the number that audit show prints before the entry.',
    );
  }
  const write = async (place: TrailPlace): Promise<ExitCode> => {
    const proof = shownJson(await proveEntry(trailBytes(place.path), Number(given)));
    const out = call.text('out') ?? '-';
    return await deliver(Readable.from([proof]), out, { call, place });
  };
  return await withTrail(trail, call.io, write);
}

async function checkProof(call: CommandCall): Promise<ExitCode> {
  const { io } = call;
  const text = await readText(call.args[0] ?? '-', io, {
    maxBytes: MAX_PROOF_BYTES,
    fix: 'Name the file that audit prove wrote.',
  });
  const checked = checkEntryProof(text);
  const wanted = call.text('root');
  const root = wanted === null ? null : checkedHash(wanted, MERKLE_ROOT);
  const matches = checked.ok && (root === null || root === checked.root);
  if (call.json) io.out(shownJson({ ...checked, rootCompared: root !== null, holds: matches }));
  else if (!checked.ok) io.out(`invalid: ${oneLine(checked.because, MAX_BECAUSE_CHARS)}\n`);
  else if (!matches)
    io.out(`invalid: the proof leads to the root ${checked.root}, which is not the given one.\n`);
  else {
    io.out(shownJson(checked.entry));
    // Proofs with other counts can have the same path, so the count is not proved.
    io.out(`valid: entry ${checked.seq} under the root ${checked.root}\n`);
    if (root === null)
      io.out('The root was not compared: pass the root of the verified audit trail as --root.\n');
  }
  return matches ? EXIT.ok : EXIT.no;
}
