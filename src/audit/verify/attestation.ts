import { X509Certificate, verify } from 'node:crypto';
import * as z from 'zod';
import { canonicalJson, type Json, orNull, sha256 } from '../../common/index.ts';

/** What a bundle proves by itself. It does not prove that Sigstore issued its certificate. */
export type AttestationVerdict =
  | {
      readonly kind: 'signed';
      /** The identity in the certificate: for a workflow its file and ref, as a URL. */
      readonly identity: string;
      readonly issuer: string;
      readonly predicateType: string;
      /** SHA-256 of the canonical JSON (RFC 8785) of the signed statement, and a line feed. */
      readonly statementSha256: string;
    }
  | { readonly kind: 'wrong'; readonly because: string };

const certificate = z.looseObject({ rawBytes: z.base64() });
const bundleSchema = z.looseObject({
  verificationMaterial: z.looseObject({
    certificate: certificate.optional(),
    x509CertificateChain: z.looseObject({ certificates: z.array(certificate).min(1) }).optional(),
  }),
  dsseEnvelope: z.looseObject({
    payload: z.base64(),
    payloadType: z.literal('application/vnd.in-toto+json'),
    signatures: z.array(z.looseObject({ sig: z.base64() })).length(1),
  }),
});
/** Kept as it is: a schema would drop members, and the digest is over all. */
const json = z.custom<Json>();
const statementSchema = z.looseObject({
  subject: z.array(z.looseObject({ digest: z.record(z.string(), z.string()) })),
  predicateType: z.string(),
});

/**
 * Checks a Sigstore bundle (v0.1 to v0.3, DSSE with an in-toto statement) against the SHA-256 of a trail's file: the key
 * of its certificate must have signed a statement about exactly this file. The issuer is reported, not proven: that needs
 * Sigstore's roots, which `gh attestation verify` has.
 */
export function checkAttestation(bundle: string, fileSha256: string): AttestationVerdict {
  return orNull(() => check(bundle, fileSha256)) ?? wrong('it is not a Sigstore bundle');
}

function check(text: string, fileSha256: string): AttestationVerdict {
  const bundle = bundleSchema.parse(JSON.parse(text));
  const { certificate: single, x509CertificateChain: chain } = bundle.verificationMaterial;
  const raw = single ?? chain?.certificates[0];
  if (raw === undefined) return wrong('it has no certificate');
  const signer = new X509Certificate(Buffer.from(raw.rawBytes, 'base64'));
  const { payload, payloadType, signatures } = bundle.dsseEnvelope;
  const body = Buffer.from(payload, 'base64');
  const signature = Buffer.from(signatures[0]?.sig ?? '', 'base64');
  if (!verify('sha256', preAuthEncoding(payloadType, body), signer.publicKey, signature)) {
    return wrong('the key of its certificate did not make its signature');
  }
  const statement = json.parse(JSON.parse(body.toString('utf8')));
  const { subject, predicateType } = statementSchema.parse(statement);
  if (!subject.some(({ digest }) => digest['sha256'] === fileSha256)) {
    return wrong('it signs another file, or this audit trail when it was shorter');
  }
  return {
    kind: 'signed',
    identity: identityOf(signer) ?? 'an unnamed identity',
    issuer: signer.issuer.replaceAll('\n', ', '),
    predicateType,
    statementSha256: sha256(`${canonicalJson(statement)}\n`),
  };
}

/** The URI that a certificate is for. Node writes one with a comma or a quote, as in the name of a branch, as a JSON string. */
function identityOf({ subjectAltName = '' }: X509Certificate): string | undefined {
  const named = /URI:("(?:[^"\\]|\\.)*"|[^,]+)/.exec(subjectAltName)?.[1];
  return named?.startsWith('"') === true ? z.string().parse(JSON.parse(named)) : named;
}

function wrong(because: string): AttestationVerdict {
  return { kind: 'wrong', because };
}

/** The pre-authentication encoding that DSSE signs: type and body, each after its length. */
function preAuthEncoding(type: string, body: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `),
    body,
  ]);
}
