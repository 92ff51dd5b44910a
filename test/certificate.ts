/** Certificates of servers that tests start. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/**
 * A key and a certificate that the key itself signs, both in PEM. `subject` is as in `/CN=localhost`, `name` the subject's other name
 * as openssl reads it: `DNS:localhost`.
 */
export function selfSigned(
  subject: string,
  name: string,
): { readonly key: string; readonly certificate: string } {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const names = ['-subj', subject, '-addext', `subjectAltName=${name}`, '-days', '2'];
  const files = ['-keyout', key, '-out', certificate];
  try {
    execFileSync('openssl', ['req', '-x509', ...algorithm, ...names, ...files], { stdio: 'pipe' });
    return { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
