/** I/O: the workflow's identity (OpenID Connect) exchanged for a token of Microsoft Entra. */
import * as z from 'zod';
import { type Clock, CountersignError, type Fetch, parseJson } from '../../common/index.ts';

/** The application, and the endpoint where GitHub issues the workflow's own token. */
export interface FederatedLogin {
  readonly tenant: string;
  readonly clientId: string;
  /** `ACTIONS_ID_TOKEN_REQUEST_URL` and `…_TOKEN`, which a job with the permission `id-token: write` has. */
  readonly requestUrl: string;
  readonly requestToken: string;
  /** `https://login.microsoftonline.com`, or that of a national cloud. */
  readonly authority: string;
}

const AUDIENCE = 'api://AzureADTokenExchange';
const SCOPE = 'https://ai.azure.com/.default';
const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const TIMEOUT_MS = 30_000;
/** A token is not used in the last minutes before it expires. */
const MARGIN_MS = 5 * 60_000;
const MAX_REASON_CHARS = 300;

/**
 * Creates a source of tokens for Foundry, which replaces a token before it expires. Follows
 * https://docs.github.com/actions/reference/security/oidc and
 * https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow (with a federated credential).
 * Rejects with `model-auth` that names the side that refused, and with any other error where another attempt may help.
 */
export function entraTokens(
  login: FederatedLogin,
  { clock, fetch }: { readonly clock: Clock; readonly fetch: Fetch },
): () => Promise<string> {
  let current: { readonly token: string; readonly untilMs: number } | undefined;
  return async () => {
    const nowMs = clock.now().getTime();
    if (current !== undefined && nowMs < current.untilMs - MARGIN_MS) return current.token;
    const assertion = await workflowToken(login, fetch);
    const { access_token, expires_in } = await exchange(login, { assertion, fetch });
    current = { token: access_token, untilMs: clock.now().getTime() + expires_in * 1_000 };
    return access_token;
  };
}

async function workflowToken(
  { requestUrl, requestToken }: FederatedLogin,
  fetch: Fetch,
): Promise<string> {
  const url = new URL(requestUrl);
  url.searchParams.set('audience', AUDIENCE);
  const headers = { authorization: `Bearer ${requestToken}` };
  const answer = await requestJson('GitHub gives no token for the workflow', () =>
    fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }),
  );
  return read(z.object({ value: z.string().min(1) }), answer).value;
}

const Granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

async function exchange(
  login: FederatedLogin,
  { assertion, fetch }: { readonly assertion: string; readonly fetch: Fetch },
): Promise<z.infer<typeof Granted>> {
  const path = `${encodeURIComponent(login.tenant)}/oauth2/v2.0/token`;
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: login.clientId,
    scope: SCOPE,
    client_assertion_type: ASSERTION,
    client_assertion: assertion,
  });
  const answer = await requestJson('Microsoft Entra refuses the login', () =>
    fetch(new URL(path, `${login.authority}/`), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }),
  );
  return read(Granted, answer);
}

async function requestJson(problem: string, request: () => Promise<Response>): Promise<unknown> {
  const response = await request();
  const text = await response.text();
  if (response.ok) return parseJson(text);
  const { status } = response;
  const message = `${problem}: ${status} ${reasonIn(text)}`;
  throw BUSY.has(status) || status >= 500 ? new Error(message) : failed(message);
}

/** Statuses that say nothing against the login. */
const BUSY: ReadonlySet<number> = new Set([408, 429]);

/** Entra's `error_description` starts with a code such as AADSTS700016 and contains no secret. */
function reasonIn(text: string): string {
  const error = z.object({ error_description: z.string() }).safeParse(parseJson(text));
  return (error.success ? error.data.error_description : text).slice(0, MAX_REASON_CHARS);
}

function read<Value>(schema: z.ZodType<Value>, answer: unknown): Value {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw failed('The answer of the login server is not a token');
}

function failed(message: string): CountersignError {
  return new CountersignError('model-auth', message, {
    fix: 'Check AZURE_TENANT_ID, AZURE_CLIENT_ID and the federated credential, and grant `id-token: write`.',
  });
}
