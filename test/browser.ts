/** A real Chromium for tests, driven through its own protocol over a pipe: no package, no port, no network. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { isJsonObject, type Json, type JsonObject } from '../src/common/index.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const [COMMANDS, ANSWERS] = [3, 4];

/** The path of a Chromium; undefined without one, and its tests are skipped. */
export const BROWSER = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find(existsSync);

interface Waiting {
  readonly done: (result: JsonObject) => void;
  readonly fail: (error: Error) => void;
}

/** A browser with one profile, which `close` ends and removes. */
export class Browser {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #ended: Promise<unknown>;
  readonly #waiting = new Map<number, Waiting>();
  #sent = 0;
  #rest = '';

  private constructor(child: ChildProcess, profile: string) {
    this.#process = child;
    this.#profile = profile;
    const answers = child.stdio[ANSWERS] as Readable;
    answers.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    this.#ended = new Promise((ended) => child.once('exit', ended));
    child.once('exit', () => {
      for (const { fail } of this.#waiting.values()) fail(new Error('The browser ended.'));
    });
  }

  static async start(): Promise<Browser> {
    const profile = await mkdtemp(join(tmpdir(), 'countersign-browser-'));
    const flags = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--hide-scrollbars',
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
    ];
    const child = spawn(BROWSER ?? '', flags, {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    return new Browser(child, profile);
  }

  /** A new page, at no address yet. */
  async page(): Promise<BrowserPage> {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.send('Target.attachToTarget', {
      targetId: targetId ?? null,
      flatten: true,
    });
    return new BrowserPage(this, textOf(sessionId));
  }

  async send(method: string, params: JsonObject = {}, sessionId?: string): Promise<JsonObject> {
    const id = (this.#sent += 1);
    const message = { id, method, params, ...(sessionId === undefined ? {} : { sessionId }) };
    return await new Promise((done, fail) => {
      this.#waiting.set(id, { done, fail });
      (this.#process.stdio[COMMANDS] as Writable).write(`${JSON.stringify(message)}\0`);
    });
  }

  async close(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#ended;
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  #read(text: string): void {
    const messages = (this.#rest + text).split('\0');
    this.#rest = messages.pop() ?? '';
    for (const message of messages) {
      const answer: Json = JSON.parse(message);
      if (!isJsonObject(answer) || typeof answer['id'] !== 'number') continue;
      const waiting = this.#waiting.get(answer['id']);
      this.#waiting.delete(answer['id']);
      if (isJsonObject(answer['error'] ?? null)) {
        waiting?.fail(new Error(JSON.stringify(answer['error'])));
      } else if (isJsonObject(answer['result'] ?? null)) {
        waiting?.done(answer['result'] as JsonObject);
      }
    }
  }
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

const KEY_CODES: Readonly<Record<string, number>> = {
  Tab: 9,
  Enter: 13,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowUp: 38,
  ArrowDown: 40,
};

export class BrowserPage {
  readonly #browser: Browser;
  readonly #session: string;

  constructor(browser: Browser, session: string) {
    this.#browser = browser;
    this.#session = session;
  }

  async send(method: string, params: JsonObject = {}): Promise<JsonObject> {
    return await this.#browser.send(method, params, this.#session);
  }

  /** Runs this before each page's own scripts. */
  async before(source: string): Promise<void> {
    await this.send('Page.enable');
    await this.send('Page.addScriptToEvaluateOnNewDocument', { source });
  }

  async size(width: number, height: number, scale = 1): Promise<void> {
    const metrics = { width, height, deviceScaleFactor: scale, mobile: false };
    await this.send('Emulation.setDeviceMetricsOverride', metrics);
  }

  /** Such as `{ 'prefers-color-scheme': 'dark' }`. */
  async media(features: Readonly<Record<string, string>>): Promise<void> {
    await this.send('Emulation.setEmulatedMedia', {
      features: Object.entries(features).map(([name, value]) => ({ name, value })),
    });
  }

  /** Opens an address, and resolves once `ready` is true on its page. */
  async open(url: string, ready = "document.readyState === 'complete'"): Promise<void> {
    // The same address with another fragment would be the same page.
    await this.send('Page.navigate', { url: 'about:blank' });
    await this.until("location.href === 'about:blank'");
    await this.send('Page.navigate', { url });
    await this.until(`location.href !== 'about:blank' && (${ready})`);
  }

  /** The value of an expression, which may be a promise. */
  async evaluate(expression: string): Promise<Json> {
    const answer = await this.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    const { result, exceptionDetails } = answer;
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return isJsonObject(result ?? null) ? ((result as JsonObject)['value'] ?? null) : null;
  }

  /** Resolves once an expression is true, looked at after each frame. A page that is replaced meanwhile is asked again. */
  async until(expression: string): Promise<void> {
    const wait = `new Promise((done) => { const look = () => (${expression}) ? done(true) : setTimeout(look, 10); look(); })`;
    for (;;) {
      const isThere = await this.evaluate(wait).catch((error: unknown) => {
        if (/navigat|context|destroyed/i.test(String(error))) return false;
        throw error;
      });
      if (isThere === true) return;
    }
  }

  /** Presses a key as a person does. */
  async press(key: string, { shift = false } = {}): Promise<void> {
    const code = KEY_CODES[key];
    const isText = code === undefined;
    const text = isText ? { text: key } : key === 'Enter' ? { text: '\r' } : {};
    const named = {
      key,
      modifiers: shift ? 8 : 0,
      ...(isText ? {} : { windowsVirtualKeyCode: code, code: key }),
    };
    await this.send('Input.dispatchKeyEvent', { type: 'keyDown', ...named, ...text });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...named });
  }

  async type(text: string): Promise<void> {
    for (const character of text) await this.press(character);
  }

  /** What the window shows, or the whole page, as PNG. */
  async picture({ whole = false } = {}): Promise<Buffer> {
    const { data } = await this.send('Page.captureScreenshot', {
      format: 'png',
      captureBeyondViewport: whole,
    });
    return Buffer.from(textOf(data), 'base64');
  }
}
