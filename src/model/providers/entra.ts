/** I/O: the workflow's identity (OpenID Connect) exchanged for a token of Microsoft Entra. */
import * as z from 'zod';
import { type Clock, CountersignError } from '../../common/index.ts';
import type { ClientSettings } from './provider.ts';

/** What the exchange needs: the application, and where GitHub gives the workflow's own token. */
export interface FederatedLogin {
  readonly tenant: string;
  readonly clientId: string;
  /** `ACTIONS_ID_TOKEN_REQUEST_URL` and `…_TOKEN`, which a job has with the permission `id-token: write`. */
  readonly requestUrl: string;
  readonly requestToken: string;
  /** `https://login.microsoftonline.com`, or that of a national cloud. */
  readonly authority: string;
}

const AUDIENCE = 'api://AzureADTokenExchange';
const SCOPE = 'https://ai.azure.com/.default';
const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const TIMEOUT_MS = 30_000;
/** A token is not used in its last minutes. */
const MARGIN_MS = 5 * 60_000;
const MAX_SAID_CHARS = 300;

/**
 * Gives tokens for Foundry, a new one where the last is about to end. Follows
 * https://docs.github.com/actions/reference/security/oidc and
 * https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow (with a federated credential).
 * Rejects with `model-auth` that says which side refused.
 */
export function entraTokens(
  login: FederatedLogin,
  { clock, fetch }: { readonly clock: Clock; readonly fetch: Fetch },
): () => Promise<string> {
  let held: { readonly token: string; readonly untilMs: number } | undefined;
  return async () => {
    if (held !== undefined && clock.now().getTime() < held.untilMs - MARGIN_MS) return held.token;
    const assertion = await workflowToken(login, fetch);
    const { access_token, expires_in } = await exchange(login, { assertion, fetch });
    held = { token: access_token, untilMs: clock.now().getTime() + expires_in * 1_000 };
    return access_token;
  };
}

type Fetch = ClientSettings['fetch'];

async function workflowToken(
  { requestUrl, requestToken }: FederatedLogin,
  fetch: Fetch,
): Promise<string> {
  const url = new URL(requestUrl);
  url.searchParams.set('audience', AUDIENCE);
  const headers = { authorization: `Bearer ${requestToken}` };
  const answer = await ask('GitHub gives no token for the workflow', () =>
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
  const answer = await ask('Microsoft Entra refuses the login', () =>
    fetch(new URL(path, `${login.authority}/`), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }),
  );
  return read(Granted, answer);
}

async function ask(refused: string, request: () => Promise<Response>): Promise<unknown> {
  const response = await request();
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  throw failed(`${refused}: ${response.status} ${saidIn(text)}`);
}

/** Entra's `error_description` begins with a code such as AADSTS700016, and holds no secret. */
function saidIn(text: string): string {
  const said = z.object({ error_description: z.string() }).safeParse(parsed(text));
  return (said.success ? said.data.error_description : text).slice(0, MAX_SAID_CHARS);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function read<Value>(schema: z.ZodType<Value>, answer: unknown): Value {
  const value = schema.safeParse(answer);
  if (value.success) return value.data;
  throw failed('The login server answered with something that is no token');
}

function failed(message: string): CountersignError {
  return new CountersignError('model-auth', message, {
    fix: 'Check AZURE_TENANT_ID, AZURE_CLIENT_ID and the federated credential, and grant `id-token: write`.',
  });
}
