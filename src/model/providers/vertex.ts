/** I/O: Google Cloud. The only file that knows the SDKs for it, which are loaded with the first request. */
import { isJsonObject, type JsonObject } from '../../common/index.ts';
import type { Provider, ProviderError } from './provider.ts';

export interface VertexOptions {
  readonly project: string;
  readonly region: string;
  /** A gateway in front of Vertex AI; `null` for Vertex AI itself. */
  readonly baseUrl: string | null;
}

const LOGIN =
  'Put google-github-actions/auth with `workload_identity_provider` and `service_account` before this step and grant ' +
  '`id-token: write`, and let the account `aiplatform.endpoints.predict`.';

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

/**
 * Claude on Vertex AI (`streamRawPredict`). Credentials are Google's application default credentials: the file that a
 * login step writes, or the machine's own account.
 */
export function vertexProvider({ project, region, baseUrl }: VertexOptions): Provider {
  return {
    name: 'gcp.vertex_ai',
    address: baseUrl ?? `Vertex AI in ${region}`,
    credentials: { name: 'The Google Cloud login of the job', fix: LOGIN },
    secret: '',
    takesBytes: false,
    hasWebSearch: true,
    connect: async (settings) => {
      const [{ AnthropicVertex }, { GoogleAuth }] = await Promise.all([
        import('@anthropic-ai/vertex-sdk'),
        import('google-auth-library'),
      ]);
      // The SDK's own would look the project up, which needs a right that calling a model does not.
      const googleAuth = new GoogleAuth({ scopes: SCOPE, projectId: project });
      const at = { projectId: project, region, baseURL: baseUrl };
      return new AnthropicVertex({ ...at, googleAuth, ...settings });
    },
    errorOf: ({ body }) => errorOf(body),
  };
}

/** The words of https://cloud.google.com/apis/design/errors for those of the Messages API. */
const TYPES: Readonly<Record<string, string>> = {
  INVALID_ARGUMENT: 'invalid_request_error',
  FAILED_PRECONDITION: 'invalid_request_error',
  UNAUTHENTICATED: 'authentication_error',
  PERMISSION_DENIED: 'permission_error',
  NOT_FOUND: 'not_found_error',
  RESOURCE_EXHAUSTED: 'rate_limit_error',
};

/** Google's own refusals have a `status`; those that Anthropic's servers give behind it have a `type`. */
function errorOf(body: JsonObject): ProviderError {
  const error = isJsonObject(body['error']) ? body['error'] : {};
  const { message, status, type: own } = error;
  const type =
    typeof own === 'string'
      ? own
      : typeof status === 'string'
        ? (TYPES[status] ?? 'api_error')
        : undefined;
  return {
    ...(type === undefined ? {} : { type }),
    ...(typeof message === 'string' ? { message } : {}),
  };
}
