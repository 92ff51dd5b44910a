/**
 * The program that a repository's tools, or its hooks, run in. It reads and writes file descriptor 3 and has no secrets. The
 * modules control everything in it, so the run trusts nothing that it sends. This file does I/O.
 */
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
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
  writeOutputAtOnce();
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
