import { CountersignError } from '../common/index.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The API that `GITHUB_API_URL` names; github.com's without it. Throws `input-invalid` for another text than a URL. */
export function apiUrlIn(environment: Environment): string {
  return urlIn(environment, 'GITHUB_API_URL', 'https://api.github.com');
}

/** The pages that `GITHUB_SERVER_URL` names; github.com's without it. Throws `input-invalid` for another text than a URL. */
export function serverUrlIn(environment: Environment): string {
  return urlIn(environment, 'GITHUB_SERVER_URL', 'https://github.com');
}

/** The URL without a slash at its end, because paths are appended. An empty variable counts as unset. */
function urlIn(environment: Environment, name: string, otherwise: string): string {
  const given = environment[name] || otherwise;
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol))
    return given.replace(/\/+$/, '');
  throw new CountersignError(
    'input-invalid',
    `The environment variable ${name} is not a URL: ${JSON.stringify(given)}.`,
    { fix: `Write a URL, such as ${otherwise}.` },
  );
}
