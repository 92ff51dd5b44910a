/** Trails on disk for the audit commands. */
import { createSign, X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { TRAIL_FILE, type TrailEvent } from '../../src/audit/index.ts';
import { sha256 } from '../../src/common/index.ts';
import { chainEvents } from '../audit/chained.ts';
import { realRun } from '../audit/plausible.ts';
import { selfSigned } from '../certificate.ts';

export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-cli-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  return folder;
}

export interface TrailOnDisk {
  readonly folder: string;
  readonly file: string;
  readonly lines: readonly string[];
  readonly head: string;
}

/** A trail in a folder of its own; a whole run where no events are given. */
export async function trailOf(events: readonly TrailEvent[] = realRun()): Promise<TrailOnDisk> {
  const folder = await tempFolder();
  const file = join(folder, TRAIL_FILE);
  const lines = chainEvents(events);
  await writeFile(file, lines.map((line) => `${line}\n`).join(''));
  return { folder, file, lines, head: (JSON.parse(lines.at(-1) ?? '{}') as { hash: string }).hash };
}

const IDENTITY = 'https://github.com/octo/repo/.github/workflows/agent.yml@refs/heads/main';

/** A key and its certificate for a workflow, made here: like Sigstore's in form, and by nobody. */
export function workflowKey(identity = IDENTITY): {
  readonly key: string;
  readonly certificate: Buffer;
} {
  const name = Buffer.from(identity);
  // In DER, since openssl takes a comma for the end of a name.
  const der = Buffer.concat([Buffer.from([0x30, name.length + 2, 0x86, name.length]), name]);
  const subject = '/O=nobody.example/CN=nobody-intermediate';
  const { key, certificate } = selfSigned(subject, `DER:${der.toString('hex')}`);
  return { key, certificate: new X509Certificate(certificate).raw };
}

/** A Sigstore bundle about a file, as the action leaves it beside the trail. */
export function bundleFor(
  file: Buffer,
  by: { readonly key: string; readonly certificate: Buffer },
  statement: object = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: TRAIL_FILE, digest: { sha256: sha256(file) } }],
    predicateType: 'https://example.com/predicate',
    predicate: {},
  },
) {
  const payloadType = 'application/vnd.in-toto+json';
  const payload = Buffer.from(JSON.stringify(statement));
  const signed = Buffer.concat([
    Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `),
    payload,
  ]);
  return {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: {
      certificate: { rawBytes: by.certificate.toString('base64') },
      tlogEntries: [],
    },
    dsseEnvelope: {
      payload: payload.toString('base64'),
      payloadType,
      signatures: [{ sig: createSign('sha256').update(signed).sign(by.key).toString('base64') }],
    },
  };
}
