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
  return !(one.startsWith('*') && segment.startsWith('.')) && canBeSameName(one, segment);
}

/** Whether one name could match both patterns, in which `*` is any characters. */
export function canBeSameName(one: string, segment: string): boolean {
  // reached[i]: a text can match all of `one` that was read, and the first i characters of `segment`.
  let reached: readonly boolean[] = [];
  for (const character of ['', ...one.split('')]) {
    const next: boolean[] = [];
    for (let index = 0; index <= segment.length; index += 1) {
      const other = segment.charAt(index - 1);
      const isStar = character === '*' || other === '*';
      const isSame = character === other && (character === '' || reached[index - 1] === true);
      next.push(isStar ? reached[index] === true || next[index - 1] === true : isSame);
    }
    reached = next;
  }
  return reached[segment.length] === true;
}
