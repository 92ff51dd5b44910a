/** Each step of docs/gateways.md, against a local server that answers as the gateway does. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { readInputs } from '../../src/action/inputs/inputs.ts';
import { githubRunner } from '../../src/action/inputs/runner.ts';
import { createModel, type Model } from '../../src/model/index.ts';
import { refusedBy } from './apis.ts';
import { fastClock, request } from './harness.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/gateways.md'), 'utf8');
const stepSchema = z.object({
  steps: z.array(z.object({ with: z.record(z.string(), z.coerce.string()) })).length(1),
});

/** The inputs of each section's step, with a value for each secret. */
const STEPS = new Map(
  PAGE.split('\n## ')
    .slice(1)
    .map((section): [string, Record<string, string>] => {
      const yaml = /```yaml\n(.*?)```/s.exec(section)?.[1] ?? '';
      const text = yaml.replaceAll(/\$\{\{ secrets\.(\w+) \}\}/g, (_all, name: string) =>
        secret(name),
      );
      return [
        section.slice(0, section.indexOf('\n')),
        stepSchema.parse(parse(text)).steps[0]?.with ?? {},
      ];
    }),
);

function secret(name: string): string {
  return `secret-of-${name}-0123456789`;
}

const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;
const CALL = { type: 'tool_use', id: 'toolu_1', name: 'fs_read', input: { path: 'a' } };
const START = event({
  type: 'message_start',
  message: { id: 'm', model: 'm', usage: { input_tokens: 9, output_tokens: 1 } },
});
const BLOCK = [
  event({ type: 'content_block_start', index: 0, content_block: { ...CALL, input: {} } }),
  event({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'input_json_delta', partial_json: '{"path":"a"}' },
  }),
  event({ type: 'content_block_stop', index: 0 }),
].join('');
const END = event({
  type: 'message_delta',
  delta: { stop_reason: 'tool_use' },
  usage: { output_tokens: 5 },
});
const STOP = event({ type: 'message_stop' });
const CHAT = [
  event({
    id: 'c',
    model: 'm',
    choices: [{ index: 0, delta: { role: 'assistant', content: '' } }],
  }),
  event({
    choices: [
      {
        index: 0,
        delta: {
          tool_calls: [
            { index: 0, id: 'c1', function: { name: 'fs_read', arguments: '{"path":"a"}' } },
          ],
        },
        finish_reason: 'tool_calls',
      },
    ],
  }),
  event({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 5 } }),
  'data: [DONE]\n\n',
].join('');

interface Gateway {
  readonly path: string;
  /** The headers of a login, and only these of all headers for one. */
  readonly login: Readonly<Record<string, string>>;
  /** The body of a reply, as a stream or whole. */
  readonly reply: string;
  readonly unknown: readonly [number, unknown];
  readonly tooLong: readonly [number, unknown];
}

const anthropicError = (message: string) => ({
  type: 'error',
  error: { type: 'invalid_request_error', message },
});

const GATEWAYS: Readonly<Record<string, Gateway>> = {
  LiteLLM: {
    path: '/v1/messages',
    login: { authorization: `Bearer ${secret('LITELLM_VIRTUAL_KEY')}` },
    reply: `${START}${BLOCK}${END}${STOP}data: [DONE]\n\n`,
    unknown: [
      400,
      {
        error: {
          message:
            '/v1/messages: Invalid model name passed in model=claude-sonnet-5-5. Call `/v1/models` to view available models for your key.',
          type: 'invalid_request_error',
          param: 'None',
          code: '400',
        },
      },
    ],
    tooLong: [
      400,
      {
        error: {
          message:
            'litellm.BadRequestError: litellm.ContextWindowExceededError: AnthropicError - {"type":"error","error":{"message":"too many"}}\nReceived Model Group=claude',
          type: null,
          param: null,
          code: '400',
        },
      },
    ],
  },
  OpenRouter: {
    path: '/api/v1/messages',
    login: { authorization: `Bearer ${secret('OPENROUTER_API_KEY')}` },
    reply: `: OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n${START}${BLOCK}${END}${STOP}`,
    unknown: [
      400,
      { error: { message: 'anthropic/claude-sonnet-4.5 is not a valid model ID', code: 400 } },
    ],
    tooLong: [
      400,
      {
        error: {
          message:
            "This endpoint's maximum context length is 200000 tokens. However, you requested about 300000 tokens.",
          code: 400,
        },
      },
    ],
  },
  Portkey: {
    path: '/v1/messages',
    login: {
      'x-portkey-api-key': secret('PORTKEY_API_KEY'),
      'x-portkey-provider': '@anthropic',
    },
    reply: `${BLOCK}${END}`,
    unknown: [
      404,
      {
        error: {
          message: 'anthropic error: model: claude-sonnet-5-5',
          type: 'not_found_error',
          code: null,
        },
        provider: 'anthropic',
      },
    ],
    tooLong: [
      400,
      {
        ...anthropicError('prompt is too long: 205351 tokens > 200000 maximum'),
        provider: 'anthropic',
      },
    ],
  },
  'Cloudflare AI Gateway': {
    path: '/v1/ACCOUNT_ID/GATEWAY_ID/anthropic/v1/messages',
    login: {
      'x-api-key': secret('ANTHROPIC_API_KEY'),
      authorization: `Bearer ${secret('ANTHROPIC_API_KEY')}`,
      'cf-aig-authorization': `Bearer ${secret('CF_AIG_TOKEN')}`,
    },
    reply: `${START}${BLOCK}${END}${STOP}`,
    unknown: [
      404,
      { type: 'error', error: { type: 'not_found_error', message: 'model: claude-sonnet-5-5' } },
    ],
    tooLong: [400, anthropicError('prompt is too long: 205351 tokens > 200000 maximum')],
  },
  'Azure API Management': {
    path: '/anthropic/v1/messages',
    login: { 'ocp-apim-subscription-key': secret('APIM_SUBSCRIPTION_KEY') },
    reply: JSON.stringify({
      type: 'message',
      id: 'm',
      model: 'm',
      content: [CALL],
      stop_reason: 'tool_use',
      usage: { input_tokens: 9, output_tokens: 5 },
    }),
    unknown: [
      404,
      {
        error: {
          code: 'DeploymentNotFound',
          message: 'The API deployment for this resource does not exist.',
        },
      },
    ],
    tooLong: [
      400,
      anthropicError('input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000'),
    ],
  },
  Ollama: {
    path: '/v1/messages',
    login: {},
    reply: `${START}${BLOCK}${END}${STOP}`,
    unknown: [
      404,
      {
        type: 'error',
        error: { type: 'not_found_error', message: "model 'qwen3-coder' not found" },
      },
    ],
    tooLong: [
      400,
      anthropicError('the request exceeds the available context size, try increasing it'),
    ],
  },
  vLLM: {
    path: '/v1/chat/completions',
    login: { authorization: `Bearer ${secret('VLLM_API_KEY')}` },
    reply: CHAT,
    unknown: [
      404,
      {
        error: {
          message: 'The model `Qwen/Qwen3-Coder-30B-A3B-Instruct` does not exist.',
          type: 'NotFoundError',
          param: 'model',
          code: 404,
        },
      },
    ],
    tooLong: [
      400,
      {
        object: 'error',
        message:
          "This model's maximum context length is 131072 tokens. However, you requested 140000 tokens (139000 in the messages, 1000 in the completion).",
        type: 'BadRequestError',
        code: 400,
      },
    ],
  },
};

const LOGINS =
  /^(?:authorization|x-api-key|x-goog-api-key|cf-aig-.*|x-portkey-.*|ocp-apim-.*|api-key|cookie)$/;

interface Seen {
  readonly path: string;
  readonly login: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

async function withGateway(
  name: string,
  answer: (response: ServerResponse, gateway: Gateway) => void,
  use: (model: Model, seen: readonly Seen[]) => Promise<void>,
): Promise<void> {
  const gateway = GATEWAYS[name];
  const inputs = STEPS.get(name);
  if (gateway === undefined || inputs === undefined) throw new Error(`no gateway ${name}`);
  const seen: Seen[] = [];
  const server = createServer((incoming, response) => {
    const take = async (): Promise<void> => {
      const body = await readAll(incoming);
      const login = Object.entries(incoming.headers).filter(([header]) => LOGINS.test(header));
      seen.push({ path: incoming.url ?? '', login: Object.fromEntries(login), body });
      answer(response, gateway);
    };
    take().catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  try {
    await use(await modelOf(inputs, `http://127.0.0.1:${port}`), seen);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** The model of a step, whose gateway is at another origin. */
async function modelOf(step: Readonly<Record<string, string>>, origin: string): Promise<Model> {
  const given = Object.entries(step).map(([name, value]) => [
    `INPUT_${name.toUpperCase()}`,
    name.endsWith('base-url') ? value.replace(new URL(value).origin, origin) : value,
  ]);
  const inputs = readInputs(githubRunner(Object.fromEntries(given)));
  return await createModel({
    ...inputs.modelChoice,
    cwd: '/',
    clock: fastClock(),
    random: () => 0,
  });
}

const respond = async (model: Model) =>
  await model.respond(request(), { signal: new AbortController().signal });

const replies = (response: ServerResponse, { reply }: Gateway): void => {
  const type = reply.startsWith('{') ? 'application/json' : 'text/event-stream';
  response.writeHead(200, { 'content-type': type }).end(reply);
};

const fails = (kind: 'unknown' | 'tooLong') => (response: ServerResponse, gateway: Gateway) => {
  const [status, body] = gateway[kind];
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

it('the page has a section for each gateway that is tested, and for no other', () => {
  expect([...STEPS.keys()].sort()).toEqual(Object.keys(GATEWAYS).sort());
});

describe.each(Object.keys(GATEWAYS))('the step for %s', (name) => {
  it('sends its login, and no other, to the right path, and understands the reply', async () => {
    await withGateway(name, replies, async (model, seen) => {
      const reply = await respond(model);
      expect(reply).toMatchObject({
        stopReason: 'tool_use',
        content: [{ type: 'tool_use', name: 'fs_read', input: { path: 'a' } }],
      });
      const gateway = GATEWAYS[name];
      expect(seen.map(({ path, login }) => ({ path, login }))).toEqual([
        { path: gateway?.path, login: gateway?.login },
      ]);
      expect(seen[0]?.body).not.toContain('secret-of');
    });
  });

  it('has its unknown model reported as that, and its long conversation as too long', async () => {
    await withGateway(name, fails('unknown'), async (model) => {
      expect((await refusedBy(respond(model))).code).toBe('model-unknown');
    });
    await withGateway(name, fails('tooLong'), async (model) => {
      expect((await refusedBy(respond(model))).code).toBe('model-context');
    });
  });

  it('does not show a secret that the gateway repeats', async () => {
    const echoes = (response: ServerResponse): void => {
      const words = [...(STEPS.get(name)?.['extra-headers']?.split(/\s/) ?? [])].join(' ');
      const message = `Wrong login: ${JSON.stringify(STEPS.get(name))} ${words}`;
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { type: message, message } }));
    };
    await withGateway(name, echoes, async (model) => {
      const { code, message, fix } = await refusedBy(respond(model));
      expect(code).toBe('model-auth');
      expect(
        `${message} ${fix}`.replaceAll(/secret-of-COUNTERSIGN_STATE_KEY-\d+/g, ''),
      ).not.toContain('secret-of');
    });
  });
});

it('the step for Ollama has the window, the length of replies and no breakpoints of a cache', async () => {
  await withGateway('Ollama', replies, async (model, seen) => {
    expect(model).toMatchObject({ contextWindow: 64_000, maxOutputTokens: 8_000 });
    expect((await respond(model)).costUsd).toBe(0);
    expect(seen[0]?.body).not.toContain('cache_control');
  });
});

const inStream = (response: ServerResponse): void => {
  const message = 'litellm.ContextWindowExceededError: BedrockException: Context Window Error';
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(event({ error: { message, type: 'None', code: '400' } }));
};

it('an error of LiteLLM within a stream that says so is too long a conversation, asked once', async () => {
  await withGateway('LiteLLM', inStream, async (model, seen) => {
    expect((await refusedBy(respond(model))).code).toBe('model-context');
    expect(seen).toHaveLength(1);
  });
});
