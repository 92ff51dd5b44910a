import { shellQuoted } from '../../common/index.ts';

/** A command as the shells complete it. */
export interface CompletedCommand {
  /** One word, or two: the group and the command in it. */
  readonly words: readonly string[];
  readonly summary: string;
  readonly options: readonly CompletedOption[];
}

interface CompletedOption {
  /** With its dashes. */
  readonly name: string;
  readonly summary: string;
  /** Whether the next word is its value. */
  readonly hasValue: boolean;
}

/** A word that can follow the words before it, with what it is. */
interface CompletedWord {
  readonly word: string;
  readonly summary: string;
}

/** The first words, each once, with the words that can follow them. A group has those as its summary. */
function firstWords(
  commands: readonly CompletedCommand[],
): readonly (CompletedWord & { readonly second: readonly CompletedWord[] })[] {
  return [...Map.groupBy(commands, ({ words }) => words[0] ?? '')].map(([word, members]) => {
    const second = members.flatMap(({ words, summary }) =>
      words[1] === undefined ? [] : [{ word: words[1], summary }],
    );
    const listed = second.map((one) => one.word).join(', ');
    return { word, summary: listed || (members[0]?.summary ?? ''), second };
  });
}

/** Completes commands, options and files in zsh, each with its summary. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const first = firstWords(commands);
  return `#compdef countersign
# Completes countersign in zsh. Made by: countersign completion zsh
_countersign() {
  local -a items
  if ((CURRENT == 2)); then
    items=(${itemsOf(first)})
    _describe command items
    return
  fi
  local command=$words[2]
  case $command in
${first
  .filter(({ second }) => second.length > 0)
  .map(({ word, second }) => groupCase(word, second))
  .join('\n')}
  esac
  case $command in
${commands.map(({ words, options }) => `    ${shellQuoted(words.join(' '))}) _arguments ${argumentsOf(options)} ${words[0] === 'completion' ? "'2:shell:(bash zsh fish)'" : "'*:file:_files'"} ;;`).join('\n')}
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _countersign "$@"
else
  compdef _countersign countersign
fi
`;
}

function groupCase(name: string, words: readonly CompletedWord[]): string {
  return `    ${name})
      if ((CURRENT == 3)); then
        items=(${itemsOf(words)})
        _describe command items
        return
      fi
      command="$command $words[3]"
      ;;`;
}

/** `word:summary`, as `_describe` reads it. */
function itemsOf(words: readonly CompletedWord[]): string {
  return words.map(({ word, summary }) => shellQuoted(`${word}:${summary}`)).join(' ');
}

/** An option as `_arguments` reads it, whose brackets and colons are escaped. */
function argumentsOf(options: readonly CompletedOption[]): string {
  return options
    .map(({ name, summary, hasValue }) => {
      const text = summary.replaceAll(/[\\[\]:]/g, String.raw`\$&`);
      return shellQuoted(
        `*${name}${hasValue ? '=' : ''}[${text}]${hasValue ? ':value:_files' : ''}`,
      );
    })
    .join(' ');
}

/** Completes commands and options in bash 3.2 and later; where neither fits, and for the value of an option, it completes files. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const first = firstWords(commands);
  const groups = first.filter(({ second }) => second.length > 0);
  return `# Completes countersign in bash. Made by: countersign completion bash
_countersign() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} first=2 words=
  COMPREPLY=()
  case $command in
    ${groups.map(({ word }) => word).join('|')}) command="$command \${COMP_WORDS[2]}" first=3 ;;
  esac
  if ((COMP_CWORD == 1)); then
    words=${wordsOf(first)}
  elif ((COMP_CWORD < first)); then
    case \${COMP_WORDS[1]} in
${groups.map(({ word, second }) => `      ${word}) words=${wordsOf(second)} ;;`).join('\n')}
    esac
  elif [[ $word == -* ]]; then
    case $command in
${commands.map(({ words, options }) => `      ${shellQuoted(words.join(' '))}) words=${shellQuoted(options.map(({ name }) => name).join(' '))} ;;`).join('\n')}
    esac
  elif [[ $command == completion && $before == completion ]]; then
    words='bash zsh fish'
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _countersign countersign
`;
}

function wordsOf(words: readonly CompletedWord[]): string {
  return shellQuoted(words.map(({ word }) => word).join(' '));
}

/**
 * Completes commands and options in fish, each with its summary; files everywhere else. What a command line is about is said by its
 * first words alone: `audit` can be a folder too.
 */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const first = firstWords(commands);
  const lines = [
    '# Completes countersign in fish. Made by: countersign completion fish',
    'function __countersign_begins',
    '    set -l words (commandline -opc)',
    '    set -e words[1]',
    '    test (count $words) -ge (count $argv); or return 1',
    '    for index in (seq (count $argv))',
    '        test "$words[$index]" = "$argv[$index]"; or return 1',
    '    end',
    'end',
    'function __countersign_is',
    '    test (count (commandline -opc)) -eq (math 1 + (count $argv)); and __countersign_begins $argv',
    'end',
    ...first.map(
      ({ word, summary }) =>
        `complete -c countersign -n __countersign_is -f -a ${word} -d ${inFish(summary)}`,
    ),
    ...first.flatMap(({ word: group, second }) =>
      second.map(
        ({ word, summary }) =>
          `complete -c countersign -n '__countersign_is ${group}' -f -a ${word} -d ${inFish(summary)}`,
      ),
    ),
    "complete -c countersign -n '__countersign_is completion' -f -a 'bash zsh fish'",
    ...commands.flatMap(({ words, options }) =>
      options.map(
        ({ name, summary, hasValue }) =>
          `complete -c countersign -n '__countersign_begins ${words.join(' ')}' -l ${name.replace(/^--/, '')}${hasValue ? ' -r' : ''} -d ${inFish(summary)}`,
      ),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** Text in single quotes of fish, which knows two escapes in them. */
function inFish(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
