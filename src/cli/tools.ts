import { resolve } from 'node:path';
import {
  CountersignError,
  type Json,
  type JsonObject,
  type Redactor,
  systemClock,
  visible,
} from '../base/index.ts';
import { createBus } from '../calls/index.ts';
import {
  builtinTools,
  type ListedTool,
  listedTools,
  redactorFor,
  trustedFolder,
} from '../run/index.ts';
import {
  type CommandRunner,
  createCommandRunner,
  openWorkspace,
  type Workspace,
} from '../sandbox/index.ts';
import { createReadLedger, type Tool, type ToolResult, toolSpecs } from '../tools/index.ts';
import { shownJson } from './json.ts';
import {
  type CliIo,
  type CommandCall,
  type CommandSpec,
  EXIT,
  type ExitCode,
  textOption,
} from './spec.ts';

const POLICY_PATH = '.github/countersign.yml';
const WORKSPACE = { flags: '--workspace <dir>', summary: 'the checkout', default: '.' } as const;

/** `tools list` and `tools call`: the tools without a model, under the same confinement as in a run. */
export const toolsCommands: readonly CommandSpec[] = [
  {
    name: 'tools list',
    summary: 'List every tool with its kind, source and input schema',
    options: [WORKSPACE],
    run: listTools,
  },
  {
    name: 'tools call',
    summary: 'Call one tool, without a model and without the policy, and print its result as JSON',
    arguments: '<name>',
    argumentSummary: 'the name of the tool',
    options: [
      WORKSPACE,
      {
        flags: '--input <json>',
        summary: 'the input as a JSON object; - reads standard input',
        default: '{}',
      },
    ],
    examples: ['countersign tools call fs_read --input \'{"path":"README.md"}\''],
    run: callTool,
  },
];

interface Confined {
  readonly tools: readonly Tool[];
  readonly redactor: Redactor;
  readonly ground: { readonly workspace: Workspace; readonly commands: CommandRunner };
}

async function withTools<T>(
  call: CommandCall,
  io: CliIo,
  use: (confined: Confined) => Promise<T>,
): Promise<T> {
  const workspace = await openWorkspace(resolve(io.cwd, textOption(call, 'workspace') ?? '.'));
  const { runner: commands } = await createCommandRunner({
    workspace,
    mode: 'preferred',
    network: [],
    environment: io.environment,
  });
  try {
    const bus = createBus(() => undefined);
    const redactor = redactorFor(io.environment, {});
    const world = { bus, redactor, environment: io.environment };
    const ground = { workspace, commands };
    const tools = builtinTools(world, ground, createReadLedger({ unread: 'allow' }));
    return await use({ tools, redactor, ground });
  } finally {
    await commands.close();
  }
}

async function listTools(call: CommandCall, io: CliIo): Promise<ExitCode> {
  return await withTools(call, io, async ({ tools: confined, redactor, ground }) => {
    const { tools, warnings } = await listedTools({
      trusted: trustedFolder(ground.workspace.root),
      policyPath: POLICY_PATH,
      confined,
      ground,
      environment: io.environment,
      redactor,
    });
    for (const warning of warnings) io.err(`warning: ${visible(await redactor.redact(warning))}\n`);
    if (call.json) io.out(shownJson(tools.map(rowOf)));
    else for (const listed of tools) io.out(`${lineOf(listed)}\n`);
    return EXIT.ok;
  });
}

function rowOf({ tool, source, offered }: ListedTool): JsonObject {
  const [spec] = toolSpecs([tool]);
  return {
    name: tool.name,
    displayName: tool.displayName,
    kind: tool.kind,
    category: tool.category,
    tags: [...tool.tags],
    version: tool.version,
    source,
    offered,
    timeoutMs: tool.timeoutMs,
    concurrencySafe: tool.concurrencySafe,
    description: spec?.description ?? '',
    inputSchema: tool.inputSchema,
  };
}

function lineOf({ tool, source, offered }: ListedTool): string {
  const { name, kind, description } = tool;
  const not = offered ? '' : '(not offered by the policy) ';
  return `${name.padEnd(26)} ${kind.padEnd(9)} ${source.padEnd(10)} ${not}${visible(description.short)}`;
}

async function callTool(call: CommandCall, io: CliIo): Promise<ExitCode> {
  const name = call.args[0] ?? '';
  const given = textOption(call, 'input') ?? '{}';
  const input = parseInput(given === '-' ? await io.stdin() : given);
  return await withTools(call, io, async ({ tools }) => {
    const found = tools.find((tool) => tool.name === name);
    if (found === undefined) {
      throw new CountersignError(
        'input-invalid',
        `There is no tool named ${JSON.stringify(name)}.`,
        {
          fix: `Use one of: ${tools.map((tool) => tool.name).join(', ')}.`,
        },
      );
    }
    const result = await callOnce(found, input);
    io.out(shownJson(result));
    return result.ok ? EXIT.ok : EXIT.no;
  });
}

async function callOnce(tool: Tool, input: Json): Promise<ToolResult> {
  const prepared = await tool.prepare(input);
  if (!prepared.ok) return { ok: false, error: prepared.error };
  const timeout = new AbortController();
  const done = new AbortController();
  systemClock.sleep(tool.timeoutMs, done.signal).then(
    () => timeout.abort(),
    () => undefined,
  );
  try {
    return await prepared.call.execute({
      call: 'c1',
      signal: timeout.signal,
      emit: () => undefined,
    });
  } finally {
    done.abort();
  }
}

function parseInput(text: string): Json {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch (cause) {
    throw new CountersignError('input-invalid', `--input is not JSON: ${text.slice(0, 100)}`, {
      fix: 'Write one JSON object, such as --input \'{"path":"README.md"}\'.',
      cause,
    });
  }
}
