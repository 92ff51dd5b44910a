import { type CompletedCommand, firstWords, groupsOf } from './command.ts';

/** Completes commands and options in fish, each with its summary; files everywhere else. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const groups = groupsOf(commands);
  const lines = [
    '# Completes countersign in fish. Made by: countersign completion fish',
    ...firstWords(commands).map(
      ({ word, summary }) =>
        `complete -c countersign -n __fish_use_subcommand -f -a ${word} -d ${inFish(summary)}`,
    ),
    ...[...groups].flatMap(([group, words]) => {
      const names = words.map(({ word }) => word).join(' ');
      const when = `__fish_seen_subcommand_from ${group}; and not __fish_seen_subcommand_from ${names}`;
      return words.map(
        ({ word, summary }) =>
          `complete -c countersign -n ${inFish(when)} -f -a ${word} -d ${inFish(summary)}`,
      );
    }),
    "complete -c countersign -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'",
    ...commands.flatMap(({ words, options }) => {
      const when = words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
      return options.map(
        ({ name, summary, hasValue }) =>
          `complete -c countersign -n ${inFish(when)} -l ${name.replace(/^--/, '')}${hasValue ? ' -r' : ''} -d ${inFish(summary)}`,
      );
    }),
  ];
  return `${lines.join('\n')}\n`;
}

/** Text in single quotes of fish, which knows two escapes in them. */
function inFish(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
