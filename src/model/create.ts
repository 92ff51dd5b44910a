import { type Clock, CountersignError } from '../base/index.ts';
import { createAnthropicModel, DEFAULT_BASE_URL } from './anthropic.ts';
import { KEY_FIX, MODEL_INPUTS } from './failures.ts';
import type { Model } from './model.ts';
import { DEFAULT_MODEL } from './prices.ts';
import { createScriptedModel, SCRIPTED_PREFIX } from './scripted.ts';

export interface CreateModelOptions {
  /** A model's name, or `scripted:FILE`. Empty or missing: DEFAULT_MODEL. */
  readonly model?: string | undefined;
  /** Needed for everything but a script. */
  readonly apiKey?: string | undefined;
  /** Empty or missing: Anthropic's own address. */
  readonly baseUrl?: string | undefined;
  /** Where a script's relative path starts. */
  readonly cwd: string;
  readonly clock: Clock;
  /** For the jitter of waits; from 0 up to 1. */
  readonly random?: () => number;
  /** How long a stream may be silent before the request is made again. */
  readonly stallTimeoutMs?: number;
}

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/**
 * The model that the inputs name. Nothing is sent yet; the SDK begins to load.
 * Throws `input-invalid` naming the input and the YAML to write, and `script-invalid`.
 */
export async function createModel(options: CreateModelOptions): Promise<Model> {
  const model = options.model?.trim() || DEFAULT_MODEL;
  const { clock, cwd } = options;
  if (model.startsWith(SCRIPTED_PREFIX)) {
    return createScriptedModel({ file: model.slice(SCRIPTED_PREFIX.length), cwd, clock });
  }
  if (!VISIBLE_ASCII.test(model)) {
    throw new CountersignError(
      'input-invalid',
      `The input ${MODEL_INPUTS.model} is ${JSON.stringify(model)}, which is no model's name.`,
      { fix: `Write \`${MODEL_INPUTS.model}: ${DEFAULT_MODEL}\`.` },
    );
  }
  return createAnthropicModel({
    model,
    apiKey: readKey(options.apiKey),
    baseUrl: readBaseUrl(options.baseUrl),
    clock,
    ...(options.random === undefined ? {} : { random: options.random }),
    ...(options.stallTimeoutMs === undefined ? {} : { stallTimeoutMs: options.stallTimeoutMs }),
  });
}

/** The key is never part of a message. */
function readKey(apiKey: string | undefined): string {
  const key = apiKey?.trim() ?? '';
  const name = MODEL_INPUTS.apiKey;
  const fix = `${KEY_FIX}, with the key as a secret of the repository.`;
  if (key === '') {
    throw new CountersignError('input-invalid', `The input ${name} is missing or empty.`, { fix });
  }
  if (!VISIBLE_ASCII.test(key)) {
    const why = 'holds white space or characters that no key has';
    throw new CountersignError('input-invalid', `The input ${name} ${why}.`, { fix });
  }
  return key;
}

/** Without the slash at the end, and without `/v1`, which the client adds. */
function readBaseUrl(baseUrl: string | undefined): string {
  const text = baseUrl?.trim() || DEFAULT_BASE_URL;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  const extras = [url?.username, url?.password, url?.search, url?.hash];
  const isPlain = extras.join('') === '';
  if (url === undefined || !isHttp || !isPlain) {
    const name = MODEL_INPUTS.baseUrl;
    // Not shown when it may hold a password.
    const shown = isPlain && !text.includes('@') ? `: ${JSON.stringify(text)}` : '';
    throw new CountersignError(
      'input-invalid',
      `The input ${name} is not a plain http(s) address${shown}.`,
      { fix: `Write \`${name}: ${DEFAULT_BASE_URL}\`, or leave it out.` },
    );
  }
  return url.href.replace(/\/+$/, '').replace(/\/v1(?:\/messages)?$/, '');
}
