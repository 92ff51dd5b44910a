/**
 * The program that a repository's tools, or its hooks, run in. It reads and writes file descriptor 3 and has no secrets. The
 * modules control everything in it, so the run trusts nothing that it sends. This file does I/O.
 */
import { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { errorText } from '../../common/index.ts';
import { HookModules } from './child-hooks.ts';
import { ToolModules } from './child-tools.ts';
import { Channel } from './channel.ts';

const CHANNEL = 3;
/** Failures outside of calls that are reported. */
const MAX_STRAYS = 20;
/** Removed because, without a sandbox, they reach other processes and their inspectors. */
const NOT_FOR_MODULES = ['kill', '_kill', '_debugProcess', '_debugEnd'];

const loadRequest = z.strictObject({ file: z.string() });

/** Answers the run's requests until it closes the channel. */
export function hostModules(): void {
  for (const name of NOT_FOR_MODULES) Reflect.deleteProperty(process, name);
  const stream = new Socket({ fd: CHANNEL, readable: true, writable: true });
  stream.on('close', () => process.exit(0));
  const tools = new ToolModules();
  const hooks = new HookModules();
  const channel = new Channel({
    stream,
    answer: async (operation, data, signal) => {
      const [area, name = ''] = operation.split('.');
      if (area === 'hook') return await hooks.answer(name, data);
      if (area === 'tool') return await tools.answer(name, data, { channel, signal });
      if (operation === 'hello') return null;
      const { file } = loadRequest.parse(data);
      const exported = defaultOf(await import(/* webpackIgnore: true */ pathToFileURL(file).href));
      if (operation === 'load-tools') return await tools.load(exported);
      if (operation === 'load-hooks') return hooks.load(exported);
      throw new Error(`There is no operation ${operation}.`);
    },
    onEvent: () => undefined,
    onBreach: () => process.exit(1),
  });
  reportStrayErrors(channel);
}

function defaultOf(loaded: unknown): unknown {
  return typeof loaded === 'object' && loaded !== null && 'default' in loaded
    ? loaded.default
    : undefined;
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
