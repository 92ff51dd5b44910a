import { styleText } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { Command, CommanderError, Option } from 'commander';
import {
  CountersignError,
  failureText,
  invalidInput,
  knownError,
  systemReason,
  VERSION,
  visible,
} from '../common/index.ts';
import {
  type CliIo,
  CommandCall,
  type CommandSpec,
  EXIT,
  EXIT_CODES,
  type ExitCode,
  type OptionSpec,
} from './spec.ts';
import { wholeText } from './read-text.ts';
import { writeText } from './write-text.ts';

interface CommandEntry {
  /** Only the requested ones are loaded, because each imports other modules. */
  readonly load: () => Promise<readonly CommandSpec[]>;
  /** Whether it works with secrets, as those with an agent or with tools do: what it prints is redacted. */
  readonly hasSecrets: boolean;
}

/** The commands by their first word. */
const COMMANDS: ReadonlyMap<string, CommandEntry> = new Map([
  ['run', { load: async () => (await import('./commands/run.ts')).runCommands, hasSecrets: true }],
  [
    'init',
    { load: async () => (await import('./commands/init/init.ts')).initCommands, hasSecrets: false },
  ],
  [
    'demo',
    { load: async () => (await import('./commands/demo.ts')).demoCommands, hasSecrets: false },
  ],
  [
    'policy',
    {
      load: async () => (await import('./commands/policy/policy.ts')).policyCommands,
      hasSecrets: false,
    },
  ],
  [
    'tools',
    {
      load: async () => (await import('./commands/tools/tools.ts')).toolsCommands,
      hasSecrets: true,
    },
  ],
  [
    'audit',
    {
      load: async () => (await import('./commands/audit/audit.ts')).auditCommands,
      hasSecrets: false,
    },
  ],
  [
    'doctor',
    {
      load: async () => (await import('./commands/doctor/doctor.ts')).doctorCommands,
      hasSecrets: false,
    },
  ],
  [
    'completion',
    {
      load: async () => (await import('./commands/completion.ts')).completionCommands(allCommands),
      hasSecrets: false,
    },
  ],
]);

const GROUPS = {
  policy: 'Check, explain and compare policies',
  tools: 'List tools, or call one without a model',
  audit: 'Verify, show, prove, compare, export and collect audit trails',
} as const;

/** The command line as a process: runs the command and sets the exit code. */
export async function runCli(argv: readonly string[]): Promise<void> {
  // Entries of a trail come and go: without this, V8 lets a hundred megabytes of them pile up before it looks for garbage.
  if (argv[2] === 'audit') setFlagsFromString('--optimize-for-size');
  const lost: { output: string | null; texts: string[] } = { output: null, texts: [] };
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // A reader that closes early (`| head`) is not an error, and must not end a run.
      if (error.code === 'EPIPE') return;
      // A run in progress handles the exception, and ends as an error with a complete audit trail.
      if (process.listenerCount('uncaughtException') > 0) throw error;
      lost.output ??= systemReason(error);
      process.exitCode = EXIT.unusable;
    });
  const code = await runCommand(
    argv,
    processIo((text) => lost.texts.push(text)),
  );
  await new Promise((resolve) => process.stdout.write('', resolve));
  process.exitCode = lost.output === null ? code : EXIT.unusable;
  // A command that could not print a long text has said so itself.
  if (lost.output !== null && code !== EXIT.unusable)
    process.stderr.write(
      `Standard output cannot be written: ${lost.output}.\n${lost.texts.join('')}`,
    );
}

/** Finds the command that `words` names (its first two words are Node's), runs it, and returns its exit code. */
export async function runCommand(words: readonly string[], given: CliIo): Promise<ExitCode> {
  const argv = askingGroup(words);
  let ended: ExitCode = EXIT.ok;
  let io = given;
  try {
    if (COMMANDS.get(argv[2] ?? '')?.hasSecrets === true)
      io = (await import('./redacted-io.ts')).redactedIo(given);
    const specs = await specsFor(argv[2]);
    await buildProgram(io, specs, (code) => {
      ended = code;
    }).parseAsync([...withoutHelpOfUnknown(argv, specs)]);
    return ended;
  } catch (error) {
    return codeOf(error, io);
  }
}

/** Commander's `help` reads only one word: `help audit verify` becomes `audit help verify`, where the second word counts. */
function askingGroup(argv: readonly string[]): readonly string[] {
  const [node = '', program = '', help, group = '', command] = argv;
  const isOfGroup = help === 'help' && command !== undefined && Object.hasOwn(GROUPS, group);
  return isOfGroup ? [node, program, group, help, command] : argv;
}

/** Without `help` before a word that is no command: then the error names the word, and the command that it is close to. */
function withoutHelpOfUnknown(
  argv: readonly string[],
  specs: readonly CommandSpec[],
): readonly string[] {
  const index = argv.indexOf('help', 2);
  const word = argv[index + 1] ?? '-';
  const isAsked = index === 2 || (index === 3 && Object.hasOwn(GROUPS, argv[2] ?? ''));
  if (!isAsked || word.startsWith('-') || word === 'help') return argv;
  const name = [...argv.slice(2, index), word].join(' ');
  const isKnown = Object.hasOwn(GROUPS, name) || specs.some((spec) => spec.name === name);
  return isKnown ? argv : argv.toSpliced(index, 1);
}

/** The commands for a first word; all of them for help and for an unknown word. */
async function specsFor(word: string | undefined): Promise<readonly CommandSpec[]> {
  if (word === '--version' || word === '-V') return [];
  const named = COMMANDS.get(word ?? '');
  if (named !== undefined) return await named.load();
  return await allCommands();
}

/** Every command, in the order of the help text. */
export async function allCommands(): Promise<readonly CommandSpec[]> {
  return (await Promise.all([...COMMANDS.values()].map(async ({ load }) => await load()))).flat();
}

function codeOf(thrown: unknown, io: CliIo): ExitCode {
  const error = knownError(thrown);
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.unusable;
  if (error instanceof CountersignError) {
    io.err(`${visible(failureText(error))}\n`);
    if (error.code === 'cancelled') return EXIT.cancelled;
    if (error.code === 'trail-broken') return EXIT.no;
    return error.code === 'internal' ? EXIT.internal : EXIT.unusable;
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.err(`${visible(message)}\n`);
  return EXIT.internal;
}

function buildProgram(
  io: CliIo,
  specs: readonly CommandSpec[],
  onEnd: (code: ExitCode) => void,
): Command {
  const exitCodes = EXIT_CODES.map(({ code, meaning }) => `  ${String(code).padEnd(5)}${meaning}`);
  const program = new Command('countersign')
    .description(
      'Run a language model under a permission policy, with approvals by people and an audit trail that anyone can verify.',
    )
    .version(VERSION)
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .exitOverride()
    .showHelpAfterError('Add --help to see how the command is used.')
    .addHelpText('after', `\nExit codes:\n${exitCodes.join('\n')}`);
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
  context: { readonly name: string; readonly io: CliIo; readonly onEnd: (code: ExitCode) => void },
): void {
  const command = parent.command(context.name).description(spec.summary).exitOverride();
  command.configureOutput({
    outputError: (text, write) => write(`${text}${excessHint(text, spec.options)}`),
  });
  for (const [index, name] of (spec.arguments?.split(' ') ?? []).entries()) {
    const { argumentSummary = '' } = spec;
    const own = typeof argumentSummary === 'string' ? argumentSummary : argumentSummary[index];
    command.argument(name, own ?? '');
  }
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
    if (args.includes('')) throw empty(`An argument of ${spec.name}`);
    context.onEnd(await spec.run(new CommandCall(context.io, { args, options })));
  });
}

/** What to write instead of a word too many: most often it is the value of an option. Empty for another error. */
function excessHint(error: string, options: readonly OptionSpec[]): string {
  const valued = options.filter(({ flags }) => flags.includes('<')).map(({ flags }) => flags);
  if (!error.startsWith('error: too many arguments') || valued.length === 0) return '';
  return `Write the value of an option after its name: ${valued.join(', ')}.\n`;
}

const JSON_OPTION: OptionSpec = { flags: '--json', summary: 'print JSON' };

function optionOf(spec: OptionSpec): Option {
  const option = new Option(spec.flags, spec.summary);
  if (spec.default !== undefined) option.default(spec.default);
  if (!spec.flags.includes('<')) return option;
  // Only a text can be empty: then nothing is added where it belongs.
  const isText = spec.flags.endsWith('<text>');
  const given: string[] = [];
  option.argParser((value: string) => {
    if (value === '' && !isText) throw empty(`The value of ${spec.flags}`);
    given.push(value);
    if (spec.many === true) return given;
    if (given.length > 1) throw twice(spec.flags);
    return value;
  });
  return option;
}

/** Only one value would count, and nothing would say which. */
function twice(flags: string): CountersignError {
  return invalidInput(`${flags} is given twice.`, 'Write it once.');
}

/** Most often a variable of the shell is not set. An empty path would mean the current folder, or what is in it. */
function empty(what: string): CountersignError {
  return invalidInput(`${what} is empty.`, 'Write it, or leave it out.');
}

/** More than any command needs, and less than the longest string. */
const MAX_STDIN_BYTES = 256 * 1024 * 1024;

function processIo(errIfLost: CliIo['errIfLost']): CliIo {
  return {
    out: (text) => process.stdout.write(text),
    print: async (pieces) => {
      const name = 'Standard output';
      await writeText(pieces, { open: () => process.stdout, ends: false, name });
    },
    err: (text) => process.stderr.write(text),
    errIfLost,
    // Node knows the variables and terminals: `NO_COLOR`, `FORCE_COLOR`, `TERM`.
    errHasColour: styleText('bold', 'a', { stream: process.stderr }) !== 'a',
    errIsTerminal: process.stderr.isTTY && process.env['TERM'] !== 'dumb',
    stdin: async () =>
      await wholeText(process.stdin, {
        maxBytes: MAX_STDIN_BYTES,
        name: 'Standard input',
        fix: 'Give less at once.',
      }),
    environment: process.env,
    get cwd() {
      return currentFolder();
    },
    terminal:
      process.stdin.isTTY && process.stderr.isTTY
        ? { input: process.stdin, output: process.stderr }
        : null,
  };
}

/** The folder of the process. Throws `input-invalid` if it was removed in the meantime. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw invalidInput('The current folder was removed.', 'Change into one that exists.', cause);
  }
}
