import { CountersignError } from '../../common/index.ts';
import { type CommandCall, type CommandSpec, type CliIo, EXIT, type ExitCode } from '../spec.ts';
import { bashScript, type CompletedCommand, fishScript, zshScript } from '../completion/shells.ts';

const SCRIPTS: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** `completion`: prints what makes a shell complete these commands. `all` gives every command, so that none is missing. */
export function completionCommands(
  all: () => Promise<readonly CommandSpec[]>,
): readonly CommandSpec[] {
  return [
    {
      name: 'completion',
      summary: 'Print the script that completes commands and options in bash, zsh or fish',
      arguments: '<shell>',
      argumentSummary: 'bash, zsh or fish',
      options: [],
      examples: [
        'source <(countersign completion bash)',
        'countersign completion fish > ~/.config/fish/completions/countersign.fish',
      ],
      run: async (call, io) => completion(call, io, await all()),
    },
  ];
}

function completion(
  { args: [shell = ''], json }: CommandCall,
  io: CliIo,
  commands: readonly CommandSpec[],
): ExitCode {
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (script === undefined) {
    throw new CountersignError('input-invalid', `Unknown shell: ${JSON.stringify(shell)}.`, {
      fix: `Write one of: ${Object.keys(SCRIPTS).join(', ')}.`,
    });
  }
  const text = script(commands.map(completed));
  io.out(json ? `${JSON.stringify({ shell, script: text })}\n` : text);
  return EXIT.ok;
}

/** Commander adds these two to every command. */
const EVERYWHERE = [
  { name: '--json', summary: 'print JSON', hasValue: false },
  { name: '--help', summary: 'display help for command', hasValue: false },
];

function completed({ name, summary, options }: CommandSpec): CompletedCommand {
  const own = options.map((option) => ({
    name: option.flags.split(' ')[0] ?? '',
    summary: option.summary,
    hasValue: option.flags.includes('<'),
  }));
  return { words: name.split(' '), summary, options: [...own, ...EVERYWHERE] };
}
