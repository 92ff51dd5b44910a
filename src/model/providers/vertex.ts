/** I/O: Google Cloud. The only file that imports the SDKs for it, which the first request loads. */
import { isJsonObject } from '../../common/index.ts';
import type { ErrorAnswer, Provider, ProviderError } from './provider.ts';

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
    hasWebSearch: true,
    connect: async (settings) => {
      const [{ AnthropicVertex }, { GoogleAuth }] = await Promise.all([
        import('@anthropic-ai/vertex-sdk'),
        import('google-auth-library'),
      ]);
      // The SDK's own client would look up the project, which needs a permission that calling a model does not.
      const googleAuth = new GoogleAuth({ scopes: SCOPE, projectId: project });
      const endpoint = { projectId: project, region, baseURL: baseUrl };
      return new AnthropicVertex({ ...endpoint, googleAuth, ...settings });
    },
    readError,
  };
}

/** The codes of https://cloud.google.com/apis/design/errors as error types of the Messages API. */
const TYPES: Readonly<Record<string, string>> = {
  INVALID_ARGUMENT: 'invalid_request_error',
  FAILED_PRECONDITION: 'invalid_request_error',
  UNAUTHENTICATED: 'authentication_error',
  PERMISSION_DENIED: 'permission_error',
  NOT_FOUND: 'not_found_error',
  RESOURCE_EXHAUSTED: 'rate_limit_error',
};

/** Google's own errors have a `status`; those of Anthropic's servers behind it have a `type`. */
function readError({ body }: ErrorAnswer): ProviderError {
  const error = isJsonObject(body['error']) ? body['error'] : {};
  const { message, status, type: anthropicType } = error;
  const type =
    typeof anthropicType === 'string'
      ? anthropicType
      : typeof status === 'string'
        ? (TYPES[status] ?? 'api_error')
        : undefined;
  return {
    ...(type === undefined ? {} : { type }),
    ...(typeof message === 'string' ? { message } : {}),
  };
}
