import { matchesSegments, type PathGlob } from './glob.ts';
import { isSecretsLike } from '../evaluate/builtin-guards.ts';

/** Names of files that usually contain secrets, as patterns, without those that begin with a dot. */
const SECRETS = (
  'id_rsa id_dsa id_ecdsa id_ed25519 id_rsa_sk _netrc *.env *.pem *.key *.p12 *.pfx *.jks *.keystore *.kdbx *.ppk *.asc ' +
  '*.gpg *.tfstate credentials.json credentials.yml credentials.yaml secrets.json secrets.yml secrets.yaml secret.json'
).split(' ');

/** Whether a path still contains a shell pattern, so that what it names is known only at run time. */
export function isShellPattern(path: string): boolean {
  return /[*?[]/.test(path);
}

/** Whether files of secrets could be among what a shell pattern names. */
export function mayNameSecrets(pattern: string): boolean {
  const name = pattern.split('/').at(-1) ?? '';
  return isSecretsLike(pattern) || SECRETS.some((secret) => segmentsOverlap(name, secret));
}

/**
 * Whether some path could match both a shell pattern (whose `*` stays in a folder and skips names with a leading dot)
 * and a path pattern of the policy. `true` if that is not known.
 */
export function mayOverlap(pattern: string, glob: PathGlob): boolean {
  const source = glob.source.replace(/^\.\//, '').replace(/\/$/, '/**');
  if (/[?[\]{}\\]/.test(source) || source.startsWith('~')) return true;
  // A pattern may name a folder, and so what the rule says of things below it.
  return matchesSegments(pattern.split('/'), source.split('/'), segmentsOverlap);
}

/** Whether one name could match both: `?` and brackets are taken as `*`, which finds more. */
function segmentsOverlap(shell: string, segment: string): boolean {
  const one = shell.replaceAll(/\[[^\]]*\]|\?/g, '*');
  if (one.startsWith('*') && segment.startsWith('.')) return false;
  let reached = new Set([0]);
  for (let i = 0; i <= one.length; i += 1) {
    const here = closure(reached, segment, i < one.length && one.charAt(i) === '*');
    if (i === one.length) return here.has(segment.length);
    reached = advance(here, segment, one.charAt(i));
  }
  return false;
}

/**
 * The positions in `segment` that can be reached if its stars are empty, or if the star of the shell takes characters.
 */
function closure(
  reached: ReadonlySet<number>,
  segment: string,
  isStar: boolean,
): ReadonlySet<number> {
  const found = new Set<number>();
  for (const start of [...reached].toSorted((left, right) => left - right)) {
    for (let position = start; position <= segment.length; position += 1) {
      found.add(position);
      if (!isStar && segment.charAt(position) !== '*') break;
    }
  }
  return found;
}

function advance(here: ReadonlySet<number>, segment: string, character: string): Set<number> {
  if (character === '*') return new Set(here);
  const next = new Set<number>();
  for (const position of here) {
    if (segment.charAt(position) === '*') next.add(position);
    else if (segment.charAt(position) === character) next.add(position + 1);
  }
  return next;
}
