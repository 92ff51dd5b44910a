import { expandBraces } from '../commands/words/braces.ts';
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

/**
 * Whether a program that expands a pattern, or reads all of a folder that it names, could read what a path pattern of the policy is
 * about. Its `**` is any number of folders, but for those with a leading dot.
 */
export function mayExpandTo(pattern: string, rule: string): boolean {
  const source = rule
    .replace(/^\.\//, '')
    // What `*.pem` matches is no folder.
    .replace(/(\*\.[^/]*)?\/$/, (_, file?: string) => file ?? '/**')
    .replaceAll(/\[[^\]]*\]|\?/g, '*');
  const sources = source.includes('{') ? expandBraces(source) : [source];
  if (sources === null || source.includes('\\')) return true;
  const names = pattern.split('/');
  // Without a suffix it may be a folder. A rule about names in any folder is about those that it matches itself.
  if (names.at(-1)?.includes('.') !== true && !source.startsWith('**/')) names.push('**');
  const isOutside = /^(?:\/|\.\.)/.test(pattern);
  return sources.some((each) =>
    each.startsWith('~')
      ? isOutside
      : canBeSame(names, each.split('/'), {
          any: '**',
          mayBe: (name) => !name.startsWith('.'),
          isSame: segmentsOverlap,
        }),
  );
}

/** Whether one name could match both patterns, in which `*` is any characters. */
export function canBeSameName(one: string, segment: string): boolean {
  return canBeSame(one.split(''), segment.split(''), {
    any: '*',
    mayBe: () => true,
    isSame: (character, other) => character === other,
  });
}

interface Comparison {
  /** Stands for any number of parts. */
  readonly any: string;
  /** Whether it may stand for a part of the other list where it is in the first. */
  readonly mayBe: (part: string) => boolean;
  readonly isSame: (part: string, other: string) => boolean;
}

/** Whether some list of parts could match both. */
function canBeSame(
  one: readonly string[],
  others: readonly string[],
  { any, mayBe, isSame }: Comparison,
): boolean {
  // reached[i]: some list can match all of `one` that was read, and the first i parts of the other.
  let reached: readonly boolean[] = [true];
  for (const other of others) reached = [...reached, other === any && reached.at(-1) === true];
  for (const part of one) {
    const next = [part === any && reached[0] === true];
    for (const [index, other] of others.entries()) {
      const withoutOther = next[index] === true;
      const withoutPart = reached[index + 1] === true;
      next.push(
        (withoutOther && (other === any || (part === any && mayBe(other)))) ||
          (withoutPart && (part === any || other === any)) ||
          (reached[index] === true && isSame(part, other)),
      );
    }
    reached = next;
  }
  return reached[others.length] === true;
}
