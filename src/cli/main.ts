import { Command, CommanderError, Option } from 'commander';
import { CountersignError, errorText, VERSION, visible } from '../common/index.ts';
import { type CliIo, type CommandSpec, EXIT, type ExitCode, type OptionSpec } from './spec.ts';

/** The commands by their first word. Only what is named is loaded: each stands on other parts of the program. */
const COMMANDS: ReadonlyMap<string, () => Promise<readonly CommandSpec[]>> = new Map([
  ['run', async () => (await import('./commands/run.ts')).runCommands],
  ['init', async () => (await import('./commands/init.ts')).initCommands],
  ['demo', async () => (await import('./commands/demo.ts')).demoCommands],
  ['policy', async () => (await import('./commands/policy.ts')).policyCommands],
  ['tools', async () => (await import('./commands/tools.ts')).toolsCommands],
  ['audit', async () => (await import('./commands/audit.ts')).auditCommands],
  ['doctor', async () => (await import('./commands/doctor.ts')).doctorCommands],
]);

const GROUPS = {
  policy: 'check, explain and compare policies',
  tools: 'list tools, or call one without a model',
  audit: 'verify, show, prove, compare and export trails',
} as const;

/** The command line as a process: it ends with a code of the table in `spec.ts`. */
export async function runCli(argv: readonly string[]): Promise<void> {
  const ended = { isUntold: false };
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // A reader that has seen enough (`| head`) is no error, and must not end a run in the middle.
      if (error.code === 'EPIPE') return;
      // A run that goes on ends by it as an error, with a whole trail.
      if (process.listenerCount('uncaughtException') > 0) throw error;
      ended.isUntold = true;
      process.exitCode = EXIT.unusable;
    });
  const code = await runCommand(argv, processIo());
  process.exitCode = ended.isUntold ? EXIT.unusable : code;
}

/** Finds the command that `argv` (with the two words of Node's) names, runs it, and returns its exit code. */
export async function runCommand(argv: readonly string[], io: CliIo): Promise<ExitCode> {
  let ended: ExitCode = EXIT.ok;
  try {
    const specs = await specsFor(argv[2]);
    await buildProgram(io, specs, (code) => {
      ended = code;
    }).parseAsync([...argv]);
    return ended;
  } catch (error) {
    return codeOf(error, io);
  }
}

/** The commands that a first word can mean: its own, or all of them for help and for a word that is none. */
async function specsFor(word: string | undefined): Promise<readonly CommandSpec[]> {
  if (word === '--version' || word === '-V') return [];
  const named = COMMANDS.get(word ?? '');
  if (named !== undefined) return await named();
  return (await Promise.all([...COMMANDS.values()].map(async (load) => await load()))).flat();
}

function codeOf(error: unknown, io: CliIo): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.unusable;
  if (error instanceof CountersignError) {
    io.err(`${visible(errorText(error))}\n`);
    return error.code === 'internal' ? EXIT.internal : EXIT.unusable;
  }
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.err(`${visible(told)}\n`);
  return EXIT.internal;
}

function buildProgram(
  io: CliIo,
  specs: readonly CommandSpec[],
  onEnd: (code: ExitCode) => void,
): Command {
  const program = new Command('countersign')
    .description(
      'An agent under a permission policy, with approvals by people and a trail that anyone can verify.',
    )
    .version(VERSION)
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .exitOverride()
    .showHelpAfterError('Add --help to see how the command is used.');
  const groups = new Map<string, Command>();
  for (const [name, summary] of Object.entries(GROUPS)) {
    groups.set(name, program.command(name).description(summary).exitOverride());
  }
  for (const spec of specs) {
    const [first = '', second] = spec.name.split(' ');
    const parent = second === undefined ? program : (groups.get(first) ?? program);
    addCommand(parent, spec, { name: second ?? first, io, onEnd });
  }
  return program;
}

function addCommand(
  parent: Command,
  spec: CommandSpec,
  of: { readonly name: string; readonly io: CliIo; readonly onEnd: (code: ExitCode) => void },
): void {
  const command = parent.command(of.name).description(spec.summary).exitOverride();
  for (const name of spec.arguments?.split(' ') ?? [])
    command.argument(name, spec.argumentSummary ?? '');
  for (const option of [...spec.options, JSON_OPTION]) command.addOption(optionOf(option));
  if (spec.examples !== undefined) {
    command.addHelpText(
      'after',
      `\nExamples:\n${spec.examples.map((line) => `  ${line}`).join('\n')}`,
    );
  }
  command.action(async (...given: unknown[]) => {
    const options = command.opts<Record<string, unknown>>();
    const args = given
      .slice(0, -2)
      .flat()
      .filter((item) => typeof item === 'string');
    of.onEnd(await spec.run({ args, options, json: options['json'] === true }, of.io));
  });
}

const JSON_OPTION: OptionSpec = { flags: '--json', summary: 'print JSON for programs' };

function optionOf(spec: OptionSpec): Option {
  const option = new Option(spec.flags, spec.summary);
  if (spec.default !== undefined) option.default(spec.default);
  if (spec.many === true) {
    option.argParser((value: string, earlier: unknown) =>
      Array.isArray(earlier) ? [...earlier, value] : [value],
    );
  }
  return option;
}

function processIo(): CliIo {
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    stdin: async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
      return Buffer.concat(chunks).toString('utf8');
    },
    environment: process.env,
    cwd: process.cwd(),
    terminal:
      process.stdin.isTTY && process.stderr.isTTY
        ? { input: process.stdin, output: process.stderr }
        : null,
  };
}
