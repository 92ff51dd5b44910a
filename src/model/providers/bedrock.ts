/** I/O: Amazon Bedrock. The only file that imports Anthropic's SDK for it, which the first request loads. */
import { defined, type JsonObject } from '../../common/index.ts';
import { messagesProtocol } from '../anthropic/protocol.ts';
import { ANTHROPIC_INPUTS } from '../failures/failures.ts';
import type { Provider, ProviderError } from './provider.ts';

interface BedrockOptions {
  readonly region: string;
  /** A gateway in front of Bedrock; `null` for Bedrock itself. */
  readonly baseUrl: string | null;
}

const LOGIN =
  'Put aws-actions/configure-aws-credentials with `role-to-assume` and `aws-region` before this step and grant ' +
  '`id-token: write`, and let the role `bedrock:InvokeModelWithResponseStream` on the model.';

/**
 * Claude on Amazon Bedrock (`InvokeModelWithResponseStream`). Credentials are those of AWS's own chain: the variables
 * that a login step sets, a web identity, a profile, or the machine's role.
 */
export function bedrockProvider({ region, baseUrl }: BedrockOptions): Provider {
  const address = baseUrl ?? `https://bedrock-runtime.${region}.amazonaws.com`;
  return {
    name: 'aws.bedrock',
    protocol: messagesProtocol,
    address,
    credentials: { name: 'The AWS login of the job', fix: LOGIN },
    inputs: ANTHROPIC_INPUTS,
    secrets: [],
    hasWebSearch: false,
    connect: async (settings) => {
      const { AnthropicBedrock } = await import('@anthropic-ai/bedrock-sdk');
      return new AnthropicBedrock({ awsRegion: region, baseURL: address, ...settings });
    },
    readError,
  };
}

/** AWS names the error in a header: https://docs.aws.amazon.com/bedrock/latest/APIReference/CommonErrors.html */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['ValidationException', 'invalid_request_error'],
  ['AccessDeniedException', 'permission_error'],
  ['ResourceNotFoundException', 'not_found_error'],
  ['ThrottlingException', 'rate_limit_error'],
  ['UnrecognizedClientException', 'authentication_error'],
  ['ExpiredTokenException', 'authentication_error'],
  ['InvalidSignatureException', 'authentication_error'],
  ['IncompleteSignature', 'authentication_error'],
]);
const UNKNOWN_MODEL = /model identifier is invalid/i;

function readError(body: JsonObject, headers: Headers | undefined): ProviderError {
  const name = headers?.get('x-amzn-errortype')?.split(':', 1)[0] ?? '';
  const text = body['message'] ?? body['Message'];
  const message = typeof text === 'string' ? text : undefined;
  const knownType = UNKNOWN_MODEL.test(message ?? '') ? 'not_found_error' : TYPES.get(name);
  const type = knownType ?? (name === '' ? undefined : 'api_error');
  return defined({ type, message });
}
