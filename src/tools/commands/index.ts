import * as z from 'zod';
import { type Redactor, visible } from '../../common/index.ts';
import type {
  BackgroundCommand,
  CommandLine,
  CommandRunner,
  Workspace,
} from '../../sandbox/index.ts';
import { builtinTool } from '../define/builtin-tool.ts';
import { failure, success, withRefusals } from '../define/result.ts';
import type { CallPreview, Tool, ToolContext, ToolResult } from '../define/tool.ts';
import { LiveOutput } from './live-output.ts';
import { commandResult, networkMetadata, shownOutput, shownPart } from './output.ts';

/** What the command tools need of the run. */
interface CommandToolContext {
  readonly commands: Pick<CommandRunner, 'run' | 'start'>;
  readonly workspace: Workspace;
  /**
   * How a command line is started, so that exactly the evaluated command runs: a single plain command without a shell.
   */
  readonly plan: (source: string) => CommandLine;
  /** Removes secrets before output is cut. Absent: nothing is removed here. */
  readonly redactor?: Pick<Redactor, 'redact'>;
}

const DEFAULT_COMMAND_TIMEOUT_MS = 120_000;
const MAX_COMMAND_TIMEOUT_MS = 30 * 60_000;
/** The tool's timeout is longer than the command's, which keeps partial output. */
const GRACE_MS = 30_000;
/**
 * More output is kept than shown, so that the model never gets half of a secret at the cut.
 */
const KEPT_OUTPUT_BYTES = 200_000;
const MAX_COMMAND_CHARS = 100_000;
const ID_ALIASES = { names: { bash_id: 'id', shell_id: 'id' } } as const;

const runInput = () =>
  z.object({
    command: z.string().min(1).max(MAX_COMMAND_CHARS),
    description: z.string().max(500).optional().describe('For people'),
    cwd: z.string().min(1).max(4096).optional().describe('Folder'),
    timeout_ms: z
      .int()
      .min(1)
      .max(MAX_COMMAND_TIMEOUT_MS)
      .optional()
      .describe(`Default ${DEFAULT_COMMAND_TIMEOUT_MS}, in the background the most`),
    background: z
      .boolean()
      .optional()
      .describe('Returns an id for bash_logs and bash_kill at once; ends with the run'),
    access: z
      .enum(['read', 'write'])
      .optional()
      .describe('"write" keeps what it writes, and may ask a person'),
  });
type RunInput = z.output<ReturnType<typeof runInput>>;

/**
 * `bash_run`, `bash_logs` and `bash_kill` over one runner; background commands belong to these
 * three.
 */
export function bashTools(context: CommandToolContext): readonly Tool[] {
  const running = new Map<string, BackgroundCommand>();
  return [runTool(context, running), logsTool(context, running), killTool(context, running)];
}

function runTool(toolContext: CommandToolContext, running: Map<string, BackgroundCommand>): Tool {
  return builtinTool({
    name: 'bash_run',
    changeable: 'command',
    displayName: 'Run command',
    description: {
      short: 'Run a shell command; returns exit code and output.',
      long:
        'For builds, tests, git and other programs. To read, find, search and change files use the fs_ tools. Each call is a new ' +
        'shell without input or terminal: folder and environment do not carry over. Prefer a plain command to a chain, as each ' +
        'part must be allowed.',
    },
    kind: 'execute',
    category: 'bash',
    timeoutMs: MAX_COMMAND_TIMEOUT_MS + GRACE_MS,
    input: runInput(),
    aliases: {
      names: { timeout: 'timeout_ms', run_in_background: 'background', workdir: 'cwd' },
    },
    facts: ({ command, cwd, access }) => ({
      command,
      cwd: toolContext.workspace.relative(cwd ?? '.'),
      ...(access === 'write' ? { access } : {}),
    }),
    preview: (input) => preview(toolContext, input),
    execute: async (input, context) =>
      await withRefusals(runCommand(toolContext, running, { input, context })),
  });
}

function preview(context: CommandToolContext, input: RunInput): CallPreview {
  const folder = context.workspace.relative(input.cwd ?? '.');
  const notes = [
    ...(folder === '.' ? [] : [`in the folder ${visible(folder).replaceAll(/[\n\t]/g, ' ')}`]),
    ...(input.background === true ? ['in the background'] : []),
  ];
  const head = notes.length === 0 ? '' : `# ${notes.join(', ')}\n`;
  return { form: 'command', text: head + input.command };
}

async function runCommand(
  toolContext: CommandToolContext,
  running: Map<string, BackgroundCommand>,
  call: { readonly input: RunInput; readonly context: ToolContext },
): Promise<ToolResult> {
  const { input, context } = call;
  if (input.command.trim() === '') return failure('validation', 'The command is empty.');
  if (input.command.includes('\0'))
    return failure('validation', 'The command holds a NUL character.');
  const cwd = toolContext.workspace.relative(input.cwd ?? '.');
  const entry = await toolContext.workspace.stat(cwd);
  if (entry?.kind !== 'directory') {
    return failure('not_found', `There is no folder ${cwd} to run the command in.`, [
      'Find it with fs_list.',
    ]);
  }
  const line = toolContext.plan(input.command);
  const { profile } = context;
  const options = {
    cwd,
    maxOutputBytes: KEPT_OUTPUT_BYTES,
    ...(profile === undefined ? {} : { profile }),
  };
  if (input.background === true) {
    const timeoutMs = input.timeout_ms ?? MAX_COMMAND_TIMEOUT_MS;
    const command = await toolContext.commands.start(line, { ...options, timeoutMs });
    running.set(command.id, command);
    const { id } = command;
    return success(`Started in the background as ${id}. Read its output with bash_logs.`, { id });
  }
  const timeoutMs = input.timeout_ms ?? DEFAULT_COMMAND_TIMEOUT_MS;
  const live = new LiveOutput((progress) => context.emit(progress), toolContext.redactor);
  try {
    const result = await toolContext.commands.run(line, {
      ...options,
      timeoutMs,
      signal: context.signal,
      onOutput: (text) => live.add(text),
    });
    return commandResult(result, { redactor: toolContext.redactor, timeoutMs });
  } finally {
    live.end();
  }
}

function logsTool(
  context: CommandToolContext,
  running: ReadonlyMap<string, BackgroundCommand>,
): Tool {
  return builtinTool({
    name: 'bash_logs',
    displayName: 'Read command output',
    description:
      'Show output of a background command, and whether it runs. Pass the last next offset as offset to get only new output.',
    kind: 'readonly',
    category: 'bash',
    concurrencySafe: true,
    input: z.object({ id: z.string(), offset: z.int().min(0).optional() }),
    aliases: ID_ALIASES,
    execute: ({ id, offset }) => {
      const command = running.get(id);
      if (command === undefined) return unknownCommand(id, running);
      const state = command.state();
      const part = command.logs(offset ?? 0);
      const { next } = part;
      const how =
        state === 'running' ? 'running' : `${state.ended}, exit code ${state.exitCode ?? 'none'}`;
      const output = shownPart(part, command.network(), context.redactor);
      return success(`[${id}: ${how}; next offset ${next}]${output === '' ? '' : `\n${output}`}`, {
        id,
        next,
        running: state === 'running',
        ...networkMetadata(command.network()),
      });
    },
  });
}

function killTool(
  context: CommandToolContext,
  running: ReadonlyMap<string, BackgroundCommand>,
): Tool {
  return builtinTool({
    name: 'bash_kill',
    displayName: 'End command',
    description: 'End a background command with all that it started.',
    kind: 'execute',
    category: 'bash',
    input: z.object({ id: z.string() }),
    aliases: ID_ALIASES,
    execute: async ({ id }) => {
      const command = running.get(id);
      if (command === undefined) return unknownCommand(id, running);
      const state = command.state();
      if (state !== 'running')
        return success(`${id} had ended already, exit code ${state.exitCode ?? 'none'}.`);
      const result = await command.kill();
      const output = shownOutput(result.output, command.network(), context.redactor);
      const text = `${id} was ended.${output === '' ? '' : ` Its output:\n${output}`}`;
      return success(text, networkMetadata(command.network()));
    },
  });
}

function unknownCommand(id: string, running: ReadonlyMap<string, BackgroundCommand>): ToolResult {
  const known =
    running.size === 0 ? 'none was started' : `there are ${[...running.keys()].join(', ')}`;
  return failure('not_found', `No background command has the id ${JSON.stringify(id)}; ${known}.`);
}
