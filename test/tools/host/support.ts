import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from '../../../src/common/index.ts';
import {
  type CommandRunner,
  createCommandRunner,
  openWorkspace,
  type Workspace,
} from '../../../src/sandbox/index.ts';
import {
  type ModuleFiles,
  type ModuleContext,
  type RemoteHook,
  type StartedModules,
  startHookModules,
  startToolModules,
  type Tool,
  type ToolContext,
  type ToolResult,
} from '../../../src/tools/index.ts';
import { ModuleProcess } from '../../../src/tools/host/process.ts';
import { withBundledHost } from '../../bundled-host.ts';
import { noServices } from '../../services.ts';

/** Words that only the run's own environment holds. */
export const KEY = 'sk-ant-a-key-of-the-run-0123456789';

/** A workspace, and a runner whose modules run in processes of their own. */
export interface Host {
  readonly root: string;
  readonly workspace: Workspace;
  readonly commands: CommandRunner;
  readonly strays: string[];
  /** Lays modules, by name, and starts their process. */
  tools(
    sources: Readonly<Record<string, string>>,
    over?: Partial<ModuleContext>,
  ): Promise<StartedModules<Tool>>;
  hooks(
    sources: Readonly<Record<string, string>>,
    over?: Partial<ModuleContext>,
  ): Promise<StartedModules<RemoteHook>>;
  /** Starts one process whose tool executes whichever body a call gives it, with the facts of that call. */
  bodies(over?: Partial<ModuleContext>): Promise<Bodies>;
  /** Starts one process that loads no module until it is told to. */
  loader(): Loader;
  /** Ends what was started since. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** A process that serves every test of a file: to start one takes longer than most tests. */
export interface Bodies extends StartedModules<Tool> {
  /** The input of a call whose `execute` has this body, which uses `context` and its own `file`, and that declares these facts. */
  inputOf(body: string, facts?: Json): Json;
  /** What the model is told of a call with this body. */
  resultText(body: string): Promise<string>;
}

export interface Loader {
  /** Loads a module beside those that were loaded before, and gives its report. */
  load(kind: 'tools' | 'hooks', name: string, source: string): Promise<Json>;
  close(): Promise<void>;
}

/** Whether this machine has a sandbox for commands. */
export const HAS_SANDBOX =
  spawnSync('bwrap', ['--unshare-user', '--ro-bind', '/', '/', 'true']).status === 0;

export async function openHost(
  mode: 'off' | 'required',
  network: readonly string[] = [],
): Promise<Host> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'host-')));
  const root = join(folder, 'work');
  mkdirSync(root);
  writeFileSync(join(root, 'a.txt'), 'of the workspace\n');
  const workspace = await openWorkspace(root);
  const environment = { ...process.env, ANTHROPIC_API_KEY: KEY, GITHUB_TOKEN: KEY };
  const { runner } = await createCommandRunner({ workspace, mode, network, environment });
  const started: { close(): Promise<void> }[] = [];
  const strays: string[] = [];
  let count = 0;
  const filesOf = (sources: Readonly<Record<string, string>>): ModuleFiles => {
    const place = join(folder, `modules-${(count += 1)}`);
    mkdirSync(place);
    writeFileSync(join(place, 'package.json'), '{"type":"module"}');
    const modules = Object.entries(sources).map(([name, source]) => {
      writeFileSync(join(place, name), source);
      return { path: `tools/${name}`, file: join(place, name) };
    });
    return { folder: place, modules };
  };
  const context = (over: Partial<ModuleContext> = {}): ModuleContext => ({
    commands: () => Promise.resolve(withBundledHost(runner)),
    redact: (text) => text.replaceAll(KEY, '[key]'),
    onStray: (message) => strays.push(message),
    ...over,
  });
  const kept = <T extends { close(): Promise<void> }>(one: T): T => {
    started.push(one);
    return one;
  };
  const bodies = async (over?: Partial<ModuleContext>): Promise<Bodies> => {
    const files = filesOf({
      'probe.mjs': toolModule(
        'return await (await import(input.body)).default(context);',
        'facts: ({ facts }) => facts,',
      ),
    });
    const modules = await startToolModules(files, context(over));
    let last = 0;
    const inputOf = (body: string, facts: Json = {}): Json => {
      const name = `body-${(last += 1)}.mjs`;
      const source = `const file = new URL(import.meta.url);\nexport default async (context) => { ${body} };`;
      writeFileSync(join(files.folder, name), source);
      return { body: `./${name}`, facts };
    };
    return {
      ...modules,
      inputOf,
      resultText: async (body) => textOf(await callProbe(modules, inputOf(body))),
    };
  };
  const loader = (): Loader => {
    const { folder: place } = filesOf({});
    const process = new ModuleProcess({
      ...context(),
      what: 'the modules of a test',
      folder: place,
      onStart: () => Promise.resolve(),
      answer: () => Promise.reject(new Error('It has no services.')),
      onEvent: () => undefined,
    });
    let last = 0;
    return {
      load: async (kind, name, source) => {
        const file = join(place, `${(last += 1)}-${name}`);
        writeFileSync(file, source);
        return await process.ask(`load-${kind}`, { file });
      },
      close: async () => await process.close(),
    };
  };
  return {
    root,
    workspace,
    commands: runner,
    strays,
    bodies,
    loader,
    tools: async (sources, over) => kept(await startToolModules(filesOf(sources), context(over))),
    hooks: async (sources, over) => kept(await startHookModules(filesOf(sources), context(over))),
    reset: async () => {
      await Promise.all(started.splice(0).map(async (one) => await one.close()));
    },
    close: async () => {
      await runner.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A module with one tool of no input, whose `execute` has this body. */
export function toolModule(body: string, over = ''): string {
  return `export default ({ defineTool, z }) => defineTool({
    name: 'probe', description: 'Probes.', kind: 'execute', input: z.looseObject({}), ${over}
    execute: async (input, context) => { ${body} },
  });`;
}

export function contextFor(over: Partial<ToolContext> = {}): ToolContext {
  return {
    ...noServices,
    call: 'c1',
    signal: new AbortController().signal,
    emit: () => undefined,
    ...over,
  };
}

/** Prepares and executes the only tool. */
export async function callProbe(
  { items }: StartedModules<Tool>,
  input: Json = {},
  over: Partial<ToolContext> = {},
): Promise<ToolResult> {
  const [tool] = items;
  const prepared = await tool?.prepare(input);
  if (prepared === undefined) throw new Error('no tool');
  if (!prepared.ok) return { ok: false, error: prepared.error };
  return await prepared.call.execute(contextFor(over));
}

export function textOf(result: ToolResult): string {
  if (!result.ok) return result.error.message;
  const { llmContent } = result;
  return typeof llmContent === 'string' ? llmContent : JSON.stringify(llmContent);
}
