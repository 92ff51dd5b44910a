import { CountersignError, type Fetch, invalidInput, orNull } from '../common/index.ts';

/** Headers for the provider, in addition to its own. */
export type ExtraHeaders = ReadonlyMap<string, string>;

const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\x20-\x7e]*)$/;
/** Headers that belong to the connection or to the body. */
const RESERVED =
  /^(?:host|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|accept-encoding)$/;
const MAX_HEADERS = 50;

/**
 * Headers as they are written: a line `Name: value` each. Throws `input-invalid`, with `name` as the name of the setting and
 * without any value.
 */
export function parseHeaders(text: string, name: string): ExtraHeaders {
  const headers = new Map<string, string>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [, key = '', value = ''] = HEADER.exec(line.trim()) ?? [];
    const header = key.toLowerCase();
    const problem =
      header === ''
        ? 'is not a header'
        : RESERVED.test(header)
          ? `sets ${header}, which belongs to the connection`
          : headers.has(header)
            ? `sets ${header} again`
            : null;
    if (problem !== null) throw invalidHeaders(name, `its line ${index + 1} ${problem}`);
    headers.set(header, value.trim());
  }
  if (headers.size > MAX_HEADERS)
    throw invalidHeaders(name, `it has more than ${MAX_HEADERS} lines`);
  return headers;
}

function invalidHeaders(name: string, problem: string): CountersignError {
  return invalidInput(
    `${name} is invalid: ${problem}.`,
    `Write a line \`Name: value\` for each header, such as \`x-portkey-api-key: \${{ secrets.PORTKEY_API_KEY }}\`.`,
  );
}

const SECRET_NAME = /(?:^|-)(?:api)?key(?:$|-)|token|secret|(?:^|-)auth|pass|cookie|signature/;
/** A shorter value of a header with a harmless name is a word, such as the name of a provider. */
const MIN_SECRET_CHARS = 16;

/** The headers whose value is empty, or a scheme alone: those of secrets that are not set. */
export function emptyHeaders(headers: ExtraHeaders): readonly string[] {
  return [...headers].flatMap(([name, value]) =>
    /^(?:Bearer|Basic)?$/i.test(value) ? [name] : [],
  );
}

/** The values of headers that are secrets, whole and without their scheme (`Bearer …`). */
export function secretsOfHeaders(headers: ExtraHeaders): readonly string[] {
  return [...headers].flatMap(([name, value]) => {
    if (value === '' || (!SECRET_NAME.test(name) && value.length < MIN_SECRET_CHARS)) return [];
    const bare = value.replace(/^\w+ +/, '');
    return bare === value ? [value] : [value, bare];
  });
}

/** The secrets in the text of an input, named for a redactor; none if the text is invalid. */
export function headerSecrets(text: string | null): Readonly<Record<string, string>> {
  const headers = orNull(() => parseHeaders(text ?? '', 'extra-headers'));
  const secrets = headers === null ? [] : secretsOfHeaders(headers);
  return Object.fromEntries(secrets.map((secret, index) => [`extra-headers-${index + 1}`, secret]));
}

/** A `fetch` that adds headers to requests to this address, and to no other host. */
export function withHeaders(fetch: Fetch, headers: ExtraHeaders, address: string): Fetch {
  if (headers.size === 0) return fetch;
  const { origin } = new URL(address);
  return async (url, init) => {
    const target = new URL(url instanceof Request ? url.url : url);
    if (target.origin !== origin) return await fetch(url, init);
    const sent = new Headers(init?.headers ?? (url instanceof Request ? url.headers : undefined));
    for (const [name, value] of headers) sent.set(name, value);
    return await fetch(url, { ...init, headers: sent });
  };
}
