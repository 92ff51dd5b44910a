/** I/O: Google Cloud. The only file that imports the SDKs for it, which the first request loads. */
import { messagesProtocol } from '../anthropic/protocol.ts';
import { ANTHROPIC_INPUTS } from '../failures/failures.ts';
import { readGoogleError } from './google-error.ts';
import type { Provider } from './provider.ts';

interface VertexOptions {
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
    protocol: messagesProtocol,
    address: baseUrl ?? `Vertex AI in ${region}`,
    credentials: { name: 'The Google Cloud login of the job', fix: LOGIN },
    inputs: ANTHROPIC_INPUTS,
    secrets: [],
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
    readError: readGoogleError,
  };
}
