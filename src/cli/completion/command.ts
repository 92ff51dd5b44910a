/** A command as the shells complete it. */
export interface CompletedCommand {
  /** One word, or two: the group and the command in it. */
  readonly words: readonly string[];
  readonly summary: string;
  readonly options: readonly CompletedOption[];
}

export interface CompletedOption {
  /** With its dashes. */
  readonly name: string;
  readonly summary: string;
  /** Whether the next word is its value. */
  readonly hasValue: boolean;
}

/** A word that can follow the words before it, with what it is. */
export interface CompletedWord {
  readonly word: string;
  readonly summary: string;
}

/** The first words, each once. A group has the first words of its commands as its summary. */
export function firstWords(commands: readonly CompletedCommand[]): readonly CompletedWord[] {
  const words = new Map<string, string>();
  for (const {
    words: [first = ''],
    summary,
  } of commands)
    if (!words.has(first)) words.set(first, groupSummary(first, commands) ?? summary);
  return [...words].map(([word, summary]) => ({ word, summary }));
}

function groupSummary(first: string, commands: readonly CompletedCommand[]): string | null {
  const second = commandsOf(first, commands);
  return second.length === 0 ? null : second.map(({ word }) => word).join(', ');
}

/** The commands of each group, by its name. */
export function groupsOf(
  commands: readonly CompletedCommand[],
): ReadonlyMap<string, readonly CompletedWord[]> {
  const names = commands.filter(({ words }) => words.length > 1).map(({ words }) => words[0] ?? '');
  return new Map([...new Set(names)].map((name) => [name, commandsOf(name, commands)]));
}

function commandsOf(
  group: string,
  commands: readonly CompletedCommand[],
): readonly CompletedWord[] {
  return commands.flatMap(({ words: [first, second], summary }) =>
    first === group && second !== undefined ? [{ word: second, summary }] : [],
  );
}

/** Text in single quotes of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
