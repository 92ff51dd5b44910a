/**
 * The program that a repository's tools, or its hooks, run in. It reads and writes file descriptor 3 and has no secrets. The
 * modules control everything in it, so the run trusts nothing that it sends. This file does I/O.
 */
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { errorText, isJsonObject, type Json, jsonValue } from '../../common/index.ts';
import { ToolModules } from './child-tools.ts';
import { Channel } from './channel.ts';
import { KINDS } from '../../policy/index.ts';
import { parsedBy } from '../define/check.ts';
import { plainJson } from '../define/plain-json.ts';
import { loadError, moduleErrorText } from './module-error.ts';
import { HOOK_PHASES } from './reported.ts';

const CHANNEL = 3;
/** Failures outside of calls that are reported. */
const MAX_STRAYS = 20;
/** Removed because, without a sandbox, they reach other processes and their inspectors. */
const NOT_FOR_MODULES = ['kill', '_kill', '_debugProcess', '_debugEnd'];

const loadRequest = z.strictObject({ file: z.string() });

/** Answers the run's requests until it closes the channel. */
export function hostModules(): void {
  for (const name of NOT_FOR_MODULES) Reflect.deleteProperty(process, name);
  writeOutputAtOnce();
  const stream = new Socket({ fd: CHANNEL, readable: true, writable: true });
  stream.on('close', () => process.exit(0));
  const tools = new ToolModules();
  const hooks = new HookModules();
  const channel = new Channel({
    stream,
    answer: async (operation, data, signal) => {
      const [area, name = ''] = operation.split('.');
      if (area === 'hook' || area === 'tool') {
        try {
          if (area === 'hook') return await hooks.answer(name, data);
          return await tools.answer(name, data, { channel, signal });
        } catch (error) {
          throw new Error(moduleErrorText(error), { cause: error });
        }
      }
      if (operation === 'hello') return null;
      const { file } = loadRequest.parse(data);
      try {
        const exported = defaultOf(
          await import(/* webpackIgnore: true */ pathToFileURL(file).href),
        );
        if (operation === 'load-tools') return await tools.load(exported);
        if (operation === 'load-hooks') return hooks.load(exported);
      } catch (error) {
        throw loadError(error, file);
      }
      throw new Error(`There is no operation ${operation}.`);
    },
    onEvent: () => undefined,
    onBreach: () => process.exit(1),
  });
  reportStrayErrors(channel);
}

/**
 * Makes each write to stdout and stderr wait until the run has taken it. Node's own streams drop what a full pipe has not taken
 * when a module ends the process, and with it the words that say why.
 */
function writeOutputAtOnce(): void {
  for (const [name, descriptor] of Object.entries({ stdout: 1, stderr: 2 })) {
    const value = new Writable({
      decodeStrings: true,
      write: (chunk: Buffer, _encoding, done) => {
        writeFileSync(descriptor, chunk);
        done();
      },
    });
    Object.defineProperty(process, name, { value, configurable: true, enumerable: true });
  }
}

interface Exports {
  readonly default?: unknown;
  /** As TypeScript and Babel mark the `exports` of modules that they make CommonJS. */
  readonly __esModule?: unknown;
}

/** The default export; also of a module that a compiler made CommonJS, whose `exports` are Node's default export. */
function defaultOf(loaded: unknown): unknown {
  const { default: given }: Exports = Object(loaded);
  const compiled: Exports = Object(given);
  return compiled.__esModule === true ? compiled.default : given;
}

/** A failure of something that a module left running ends neither the run nor this process, whose other calls continue. */
function reportStrayErrors(channel: Channel): void {
  let left = MAX_STRAYS;
  const reportError = (error: unknown): void => {
    if (left === 0) return;
    left -= 1;
    channel.emit('stray', errorText(error).slice(0, 1_000).toWellFormed());
  };
  process.on('uncaughtException', reportError);
  process.on('unhandledRejection', reportError);
}

const MAX_HOOKS_A_MODULE = 50;

type AnyFunction = (...args: readonly unknown[]) => unknown;
const callable = z.custom<AnyFunction>((value) => typeof value === 'function');
const names = z.array(z.string().min(1).max(200)).max(200);
const hookShape = z.strictObject({
  name: z.string().min(1).max(100).optional(),
  on: z
    .strictObject({ tools: names.optional(), kinds: z.array(z.enum(KINDS)).optional() })
    .optional(),
  preToolUse: callable.optional(),
  postToolUse: callable.optional(),
  toolRequest: callable.optional(),
  messagesChanged: callable.optional(),
});
type HookParts = z.output<typeof hookShape>;

const hookRequest = z.strictObject({ hook: z.int(), given: z.array(jsonValue) });

/** The hooks of a repository's modules, by their index over all modules. */
class HookModules {
  readonly #hooks: HookParts[] = [];

  load(exported: unknown): Json {
    const list: readonly unknown[] = Array.isArray(exported) ? exported : [exported];
    if (list.length > MAX_HOOKS_A_MODULE)
      throw new Error(`it gives more than ${MAX_HOOKS_A_MODULE} hooks`);
    return list.map((one, index) => {
      const hook = hookOf(one, index);
      this.#hooks.push(hook);
      return plainJson({
        name: hook.name,
        on: hook.on,
        has: Object.fromEntries(HOOK_PHASES.map((phase) => [phase, hook[phase] !== undefined])),
      });
    });
  }

  async answer(name: string, data: Json): Promise<Json> {
    const phase = HOOK_PHASES.find((one) => one === name);
    if (phase === undefined) throw new Error(`There is no operation hook.${name}.`);
    const { hook, given } = hookRequest.parse(data);
    const parts = this.#hooks[hook];
    const act = parts?.[phase];
    // A missing answer must not read as an empty one.
    if (act === undefined) throw new Error('it is not here any more');
    return plainJson(await Reflect.apply(act, parts, given));
  }
}

function hookOf(value: unknown, index: number): HookParts {
  const place = `what its default export gives at place ${index + 1}`;
  const parts = partsOf(value, place);
  if (HOOK_PHASES.every((phase) => parts[phase] === undefined))
    throw new Error(
      `${place} has none of preToolUse, postToolUse, toolRequest, messagesChanged of its own (methods of a class do not count: export a plain object)`,
    );
  return parts;
}

function partsOf(value: unknown, place: string): HookParts {
  try {
    return parsedBy(hookShape, isJsonObject(value) ? { ...value } : value);
  } catch (error) {
    throw new Error(
      `${place} is not a hook, which is an object of preToolUse, postToolUse, toolRequest, messagesChanged (functions), a name, and on ({ tools, kinds }): ${errorText(error)}`,
      { cause: error },
    );
  }
}
