/**
 * The program that a repository's tools, or its hooks, run in. It reads and writes descriptor 3 and has no secret. Everything
 * in it belongs to the modules: nothing that is said here is believed at the other end. This file does I/O.
 */
import { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { errorText } from '../../common/index.ts';
import { HookModules } from './child-hooks.ts';
import { ToolModules } from './child-tools.ts';
import { Peer } from './peer.ts';

const CHANNEL = 3;
/** Failures outside of every call that are told. */
const MAX_STRAYS = 20;
/** What would reach processes outside, and inspectors of them, where no sandbox is in between. */
const NOT_FOR_MODULES = ['kill', '_kill', '_debugProcess', '_debugEnd'];

const loadRequest = z.strictObject({ file: z.string() });

/** Answers what the run asks, until it closes the channel. */
export function hostModules(): void {
  for (const name of NOT_FOR_MODULES) Reflect.deleteProperty(process, name);
  const stream = new Socket({ fd: CHANNEL, readable: true, writable: true });
  stream.on('close', () => process.exit(0));
  const tools = new ToolModules();
  const hooks = new HookModules();
  const peer = new Peer({
    stream,
    answer: async (operation, data, signal) => {
      const [area, name = ''] = operation.split('.');
      if (area === 'hook') return await hooks.answer(name, data);
      if (area === 'tool') return await tools.answer(name, data, { peer, signal });
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
  tellStrays(peer);
}

function defaultOf(loaded: unknown): unknown {
  return typeof loaded === 'object' && loaded !== null && 'default' in loaded
    ? loaded.default
    : undefined;
}

/** What a module leaves behind and fails later ends neither the run nor this process, whose other calls go on. */
function tellStrays(peer: Peer): void {
  let left = MAX_STRAYS;
  const tell = (error: unknown): void => {
    if (left === 0) return;
    left -= 1;
    peer.tell('stray', errorText(error).slice(0, 1_000).toWellFormed());
  };
  process.on('uncaughtException', tell);
  process.on('unhandledRejection', tell);
}
