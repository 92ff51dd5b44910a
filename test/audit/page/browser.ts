/** Chromium without a window, driven through its debugging pipe. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The program; absent without one. */
export const BROWSER = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find(existsSync);

/** What the commands used here answer. */
interface Answer {
  readonly targetInfos?: readonly { readonly type: string; readonly targetId: string }[];
  readonly sessionId?: string;
  readonly root?: { readonly nodeId: number };
  readonly nodeId?: number;
  readonly result?: { readonly value?: unknown };
  readonly exceptionDetails?: object;
}

interface Message {
  readonly id?: number;
  readonly error?: { readonly message: string };
  readonly result?: Answer;
}

/** One open page of a browser. */
export interface BrowserPage {
  /** A command of the DevTools protocol, and its result. */
  send(method: string, params?: object): Promise<Answer>;
  /** The value of an expression, awaited. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens an address in a new browser, and resolves once it is loaded. */
export async function openInBrowser(url: string, size = '1000,1400'): Promise<BrowserPage> {
  const profile = await mkdtemp(join(tmpdir(), 'countersign-browser-'));
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--no-first-run',
    `--window-size=${size}`,
    `--user-data-dir=${profile}`,
    '--remote-debugging-pipe',
    'about:blank',
  ];
  const child = spawn(BROWSER ?? '', flags, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const [input, output] = [child.stdio[3] as Writable, child.stdio[4] as Readable];
  const waiting = new Map<number, (message: Message) => void>();
  let held = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    const messages = `${held}${text}`.split('\0');
    held = messages.pop() ?? '';
    for (const one of messages) {
      const message: Message = JSON.parse(one);
      if (message.id !== undefined) waiting.get(message.id)?.(message);
    }
  });
  let last = 0;
  const call = async (method: string, params: object, session?: string): Promise<Answer> => {
    last += 1;
    const id = last;
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve));
    input.write(`${JSON.stringify({ id, method, params, sessionId: session })}\0`);
    const { error, result } = await answered;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  };
  const { targetInfos } = await call('Target.getTargets', {});
  const targetId = targetInfos?.find(({ type }) => type === 'page')?.targetId;
  const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true });
  const send = async (method: string, params: object = {}) => await call(method, params, sessionId);
  const evaluate = async (expression: string): Promise<unknown> => {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await send('Runtime.evaluate', options);
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return result?.value;
  };
  await send('Page.enable');
  await send('Page.navigate', { url });
  await evaluate(
    `new Promise((done) => document.readyState === 'complete' && location.href !== 'about:blank' ? done() : addEventListener('load', () => done()))`,
  );
  return {
    send,
    evaluate,
    close: async () => {
      await call('Browser.close', {}).catch(() => undefined);
      await ended;
      await rm(profile, { recursive: true, force: true });
    },
  };
}
