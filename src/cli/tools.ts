import { resolve } from 'node:path';
import { CountersignError, type Json, systemClock } from '../base/index.ts';
import { createBus } from '../calls/index.ts';
import { builtinTools, listedTools, redactorFor, trustedFolder } from '../run/index.ts';
import { createCommandRunner, openWorkspace } from '../sandbox/index.ts';
import { createReadLedger, type Tool, type ToolResult, toolSpecs } from '../tools/index.ts';
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

async function withTools<T>(
  call: CommandCall,
  io: CliIo,
  use: (tools: readonly Tool[]) => Promise<T>,
): Promise<T> {
  const workspace = await openWorkspace(resolve(io.cwd, textOption(call, 'workspace') ?? '.'));
  const { runner } = await createCommandRunner({
    workspace,
    mode: 'preferred',
    network: [],
    environment: io.environment,
  });
  try {
    const bus = createBus(() => undefined);
    const redactor = redactorFor(io.environment, {});
    const world = { bus, redactor, environment: io.environment };
    return await use(
      builtinTools(world, { workspace, commands: runner }, createReadLedger({ unread: 'allow' })),
    );
  } finally {
    await runner.close();
  }
}

async function listTools(call: CommandCall, io: CliIo): Promise<ExitCode> {
  return await withTools(call, io, async (confined) => {
    const root = resolve(io.cwd, textOption(call, 'workspace') ?? '.');
    const listed = [
      ...confined.map((tool) => ({ tool, source: 'builtin' })),
      ...(await listedTools(trustedFolder(root), POLICY_PATH)),
    ];
    const specs = toolSpecs(listed.map(({ tool }) => tool));
    const rows = listed.map(({ tool, source }) => ({
      name: tool.name,
      displayName: tool.displayName,
      kind: tool.kind,
      category: tool.category,
      tags: tool.tags,
      version: tool.version,
      source,
      timeoutMs: tool.timeoutMs,
      concurrencySafe: tool.concurrencySafe,
      description: specs.find((spec) => spec.name === tool.name)?.description ?? '',
      inputSchema: tool.inputSchema,
    }));
    if (call.json) io.out(`${JSON.stringify(rows, null, 2)}\n`);
    else {
      for (const { tool, source } of listed) {
        io.out(
          `${tool.name.padEnd(16)} ${tool.kind.padEnd(9)} ${source.padEnd(10)} ${tool.description.short}\n`,
        );
      }
    }
    return EXIT.ok;
  });
}

async function callTool(call: CommandCall, io: CliIo): Promise<ExitCode> {
  const name = call.args[0] ?? '';
  const given = textOption(call, 'input') ?? '{}';
  const input = parseInput(given === '-' ? await io.stdin() : given);
  return await withTools(call, io, async (tools) => {
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
    io.out(`${JSON.stringify(result, null, 2)}\n`);
    return result.ok ? EXIT.ok : EXIT.no;
  });
}

async function callOnce(tool: Tool, input: Json): Promise<ToolResult> {
  const prepared = tool.prepare(input);
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
