import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ATTESTATION_FILE,
  type AttestationVerdict,
  checkAttestation,
  STATEMENT_ATTESTATION_FILE,
  statementAt,
  statementText,
  trailSha256,
  type TrailVerdict,
  VERIFY_EXIT_CODES,
  verifyAt,
} from '../../../audit/index.ts';
import {
  counted,
  errorText,
  invalidInput,
  oneLine,
  sha256,
  SHA_256,
  visible,
} from '../../../common/index.ts';
import { TRAIL_ARGUMENT, type TrailPlace, withTrails } from './places.ts';
import { type CommandCall, type CommandSpec, type ExitCode } from '../../spec.ts';

const MAX_BUNDLE_BYTES = 4 * 1024 * 1024;

/** `audit verify`: needs no repository and no key, and the network only for a URL. */
export const verifyCommand: CommandSpec = {
  name: 'audit verify',
  summary: 'Verify an audit trail: exit 0 if intact, 1 if broken, 2 if unreadable',
  arguments: '<trail>',
  argumentSummary: TRAIL_ARGUMENT,
  options: [
    { flags: '--head <hash>', summary: 'a published head hash; can be repeated', many: true },
    { flags: '--run <id>', summary: 'the id of the run that the audit trail must belong to' },
    { flags: '--require-end', summary: 'treat an audit trail without run.end as broken' },
    { flags: '--require-attestation', summary: 'treat an unsigned audit trail as broken' },
    { flags: '--root', summary: 'also compute the Merkle root, for audit prove' },
  ],
  examples: [
    'countersign audit verify ./trail --head 3f2a…',
    'GITHUB_TOKEN=$(gh auth token) countersign audit verify https://github.com/OWNER/REPO/actions/runs/123',
  ],
  run: verify,
};

/** What is known about the signature of an audit trail. */
type Signature =
  | { readonly kind: 'unsigned' }
  | AttestationVerdict
  /** GitHub stores a signed attestation of exactly this file for this repository. */
  | { readonly kind: 'attested'; readonly repository: string }
  /** The request to GitHub failed. */
  | { readonly kind: 'unknown'; readonly because: string };

interface Verified {
  readonly place: TrailPlace;
  readonly verdict: TrailVerdict;
  readonly signature: Signature;
}

async function verify(call: CommandCall): Promise<ExitCode> {
  const given = call.args[0] ?? '.';
  return await withTrails(given, call.io, async (places) => {
    const results: Verified[] = [];
    for (const place of places) results.push(await verifyPlace(call, place));
    const [first] = results;
    const isLocal = first?.place.remote === null;
    const isCompared = call.list('head').length > 0;
    const json = results.map(jsonOf);
    const lines = results.flatMap(({ place, verdict, signature }) => [
      ...(isLocal ? [] : [visible(place.shown)]),
      ...[
        ...verdictLines(verdict),
        ...signatureText(verdict, signature, isCompared),
        ...(place.folder === null && verdict.kind === 'intact' ? [NOT_CHECKED] : []),
      ].map(shownLine),
    ]);
    call.show(isLocal ? json[0] : { url: given, trails: json }, `${lines.join('\n')}\n`);
    return worstOf(results.map(({ verdict }) => VERIFY_EXIT_CODES[verdict.kind]));
  });
}

/** Broken takes precedence over unreadable. */
function worstOf(codes: readonly (0 | 1 | 2)[]): ExitCode {
  if (codes.includes(1)) return 1;
  return codes.includes(2) ? 2 : 0;
}

async function verifyPlace(call: CommandCall, place: TrailPlace): Promise<Verified> {
  const run = call.text('run');
  const verdict = await verifyAt(place.path, {
    heads: call.list('head').map((hash) => ({ hash: checkedHash(hash) })),
    requireEnd: call.has('require-end'),
    root: call.has('root'),
    ...(run === null ? {} : { run }),
  });
  if (verdict.kind !== 'intact') return { place, verdict, signature: { kind: 'unsigned' } };
  const signature = (await contradicted(place)) ?? (await signatureOf(place));
  const unproven = signature.kind !== 'signed' && signature.kind !== 'attested';
  const refuses = signature.kind === 'wrong' || (unproven && call.has('require-attestation'));
  return {
    place,
    verdict: refuses ? withoutSignature(verdict.count, signature) : verdict,
    signature,
  };
}

function withoutSignature(count: number, signature: Signature): TrailVerdict {
  const why = 'because' in signature ? `: ${signature.because}` : '';
  const because =
    signature.kind === 'wrong'
      ? `The attestation does not match the audit trail${why}.`
      : `The audit trail is not attested${why}.`;
  return { kind: 'broken', seq: count, line: count + 1, code: 'attestation', because };
}

/** Checks the bundle next to the audit trail; without one, for a download, asks GitHub. */
async function signatureOf(place: TrailPlace): Promise<Signature> {
  const bundle = place.folder === null ? null : await bundleIn(place.folder, ATTESTATION_FILE);
  if (bundle === null && place.remote === null) return { kind: 'unsigned' };
  const digest = await trailSha256(place.path);
  const shown = bundle === null ? null : named(ATTESTATION_FILE, checkAttestation(bundle, digest));
  if (place.remote === null || shown?.kind === 'wrong') return shown ?? { kind: 'unsigned' };
  const { artifacts, repository } = place.remote;
  try {
    if (await artifacts.isAttested(digest)) return { kind: 'attested', repository };
    return shown ?? { kind: 'unsigned' };
  } catch (error) {
    return shown ?? { kind: 'unknown', because: errorText(error) };
  }
}

/** What is wrong with the bundle of the statement; `null` if it signs what the audit trail says, or is not there. */
async function contradicted({ folder, path }: TrailPlace): Promise<Signature | null> {
  const bundle = folder === null ? null : await bundleIn(folder, STATEMENT_ATTESTATION_FILE);
  if (folder === null || bundle === null) return null;
  const found = named(
    STATEMENT_ATTESTATION_FILE,
    checkAttestation(bundle, await trailSha256(path)),
  );
  if (found.kind === 'wrong') return found;
  const { statement } = await statementAt(folder);
  const says = statement === null ? null : sha256(statementText(statement));
  if (found.statementSha256 === says) return null;
  return { kind: 'wrong', because: `${STATEMENT_ATTESTATION_FILE} says what no entry says` };
}

function named(file: string, verdict: AttestationVerdict): AttestationVerdict {
  if (verdict.kind !== 'wrong') return verdict;
  return { kind: 'wrong', because: `${file}: ${verdict.because}` };
}

async function bundleIn(folder: string, name: string): Promise<string | null> {
  const path = join(folder, name);
  try {
    const found = await stat(path);
    return found.isFile() && found.size <= MAX_BUNDLE_BYTES ? await readFile(path, 'utf8') : '';
  } catch {
    return null;
  }
}

const HEAD_HASH = { name: 'a head hash', source: 'the run published' };

/** The hash in lower case. Throws `input-invalid`, which says what the hash should be and where it is from. */
export function checkedHash(hash: string, { name, source } = HEAD_HASH): string {
  const lower = hash.toLowerCase();
  if (SHA_256.test(lower)) return lower;
  throw invalidInput(
    `${JSON.stringify(hash)} is not ${name}.`,
    `Write the 64 hexadecimal digits that ${source}.`,
  );
}

function jsonOf({ place, verdict, signature }: Verified): object {
  const signed = signature.kind === 'signed' || signature.kind === 'attested';
  const more = verdict.kind === 'unreadable' ? {} : { attestation: signature };
  const artifact = place.remote === null ? {} : { artifact: place.shown };
  return { ...artifact, ...verdict, ...(verdict.kind === 'intact' ? { signed } : {}), ...more };
}

/** The result of a verification as text. */
export function verdictText(verdict: TrailVerdict): string {
  return verdictLines(verdict).map(shownLine).join('\n');
}

function shownLine(line: string): string {
  return oneLine(line, MAX_LINE_CHARS);
}

/** Names in a trail may have newlines: each line of the result is shown as one, so that no name looks like another of them. */
const MAX_LINE_CHARS = 4_000;

function verdictLines(verdict: TrailVerdict): readonly string[] {
  switch (verdict.kind) {
    case 'intact':
      return [
        `intact: ${counted(verdict.count, 'entry', 'entries')} of ${verdict.run}, outcome ${verdict.outcome ?? 'none yet (unfinished)'}`,
        `head ${verdict.head}`,
        ...(verdict.root === null ? [] : [`root ${verdict.root}`]),
        ...verdict.warnings.map((warning) => `warning: ${warning.because}`),
      ];
    case 'broken':
      return [
        `broken at entry ${verdict.seq} (line ${verdict.line}): ${verdict.code}: ${verdict.because}`,
      ];
    case 'unreadable':
      return [`unreadable: ${verdict.because}`];
  }
}

/** For the file of an audit trail alone. */
const NOT_CHECKED =
  'not checked: what lies beside the file (blobs, changes.patch, checkpoints, the statement, signatures); to check it, name the folder';

const COMPARE =
  'compare the head hash with the one that the run published (step output, summary, comment)';
const COMPARED =
  'it contains the published head hash, so up to that entry it is what the run published';

/** `isCompared`: the audit trail was found to contain the head hashes that were given. */
function signatureText(
  verdict: TrailVerdict,
  signature: Signature,
  isCompared: boolean,
): readonly string[] {
  if (verdict.kind !== 'intact') return [];
  const instead = isCompared ? COMPARED : COMPARE;
  switch (signature.kind) {
    case 'unsigned':
      return [`unsigned: ${instead}`];
    case 'signed':
      return [
        `signed: by ${signature.identity}, certificate by ${signature.issuer}, for exactly this file`,
        'to check that Sigstore issued the certificate: gh attestation verify audit.jsonl --repo OWNER/REPO',
      ];
    case 'attested':
      return [
        `attested: GitHub stores a signed attestation of exactly this file for ${signature.repository}`,
      ];
    case 'unknown':
      return [`not known to be signed (${signature.because}): ${instead}`];
    case 'wrong':
      return [];
  }
}
