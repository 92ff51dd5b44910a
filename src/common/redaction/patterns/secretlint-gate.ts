import type { SecretRange } from '../ranges.ts';

/**
 * What every match of secretlint's recommended rules contains: the fixed prefixes of tokens, and for passwords in URLs the
 * `@` after `://` without a `/` between, and for the keys of AWS the names that they stand beside. Case is ignored and
 * nothing is anchored, so the gate passes more texts than the rules match. The words `secret` and `account` alone do not
 * open it: what every run tells the model has them.
 */
const BEGINNINGS = [
  'A3T[A-Z0-9]|AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA',
  'secret_?access_?key|account_?(?:id)?["\']?\\s*[:=]|private_?\\s?key|_auth',
  'npm_|gh[pousr]_|github_pat_|glpat-|gl(?:c|sa)_|dckr_pat_|dapi|figd_|hf_|lin_api_|ntn_|gsk_',
  'xox[a-z]-|xapp-|hooks\\.slack|x-oauth-basic',
  'sk-|T3BlbkFJ|[rs]k_(?:live|test)|shp[a-z]{2}_|SG\\.|ops_ey|hv[sbr]\\.|vc[a-z]_|cf[a-z]{1,3}_|tskey-',
  'mongodb|mysql|postgres',
  ':\\/\\/[^@/\\s]{1,520}@',
];
const GATE = new RegExp(BEGINNINGS.join('|'), 'i');

/** False if secretlint cannot find anything in this text. */
export function mayHoldKnownToken(text: string): boolean {
  return GATE.test(text);
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('');

/** Lower case. A text that passes the gate contains one of them, in any case. */
export const GATE_WORDS: readonly string[] = [
  'a3t akia agpa aida aroa aipa anpa anva asia secret account private _auth npm_ ghp_ gho_ ghu_ ghs_',
  'ghr_ github_pat_ glpat- glc_ glsa_ dckr_pat_ dapi figd_ hf_ lin_api_ ntn_ gsk_ xox xapp- hooks.slack',
  'x-oauth-basic sk- t3blbkfj rk_live rk_test sk_live sk_test shp sg. ops_ey hvs. hvb. hvr. tskey-',
  'mongodb mysql postgres ://',
  ...LETTERS.map((letter) => `vc${letter} cf${letter}`),
].flatMap((words) => words.split(' '));

/**
 * Tokens that secretlint's recommended rules know. Loading the library takes about 30 ms, and so does each text, so it
 * gets only texts that could contain a token. `seen`: the `GATE_WORDS` in the text.
 */
export async function findWithSecretlint(
  text: string,
  seen: ReadonlySet<string>,
): Promise<readonly SecretRange[]> {
  if (!GATE_WORDS.some((word) => seen.has(word)) || !mayHoldKnownToken(text)) return [];
  const { lintWithSecretlint } = await import('./secretlint.ts');
  return await lintWithSecretlint(text);
}
