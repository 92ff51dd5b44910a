import {
  type CommandCall,
  type CommandSpec,
  type CliIo,
  EXIT,
  type ExitCode,
  oneOf,
} from '../spec.ts';
import { bashScript, type CompletedCommand, fishScript, zshScript } from '../completion/shells.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

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
      run: async (call) => completion(call, call.io, await all()),
    },
  ];
}

function completion(
  { args: [given = ''], json }: CommandCall,
  io: CliIo,
  commands: readonly CommandSpec[],
): ExitCode {
  const shell = oneOf('The name of the shell', given, SHELLS);
  const text = SCRIPTS[shell](commands.map(completed));
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
