import {
  type CompletedCommand,
  type CompletedOption,
  type CompletedWord,
  firstWords,
  groupsOf,
  quoted,
} from './command.ts';

/** Completes commands, options and files in zsh, each with its summary. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const groups = [...groupsOf(commands)];
  return `#compdef countersign
# Completes countersign in zsh. Made by: countersign completion zsh
_countersign() {
  local -a items
  if ((CURRENT == 2)); then
    items=(${itemsOf(firstWords(commands))})
    _describe command items
    return
  fi
  local command=$words[2]
  case $command in
${groups.map(([name, words]) => groupCase(name, words)).join('\n')}
  esac
  case $command in
${commands.map(({ words, options }) => `    ${quoted(words.join(' '))}) _arguments ${argumentsOf(options)} ${words[0] === 'completion' ? "'2:shell:(bash zsh fish)'" : "'*:file:_files'"} ;;`).join('\n')}
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
  return words.map(({ word, summary }) => quoted(`${word}:${summary}`)).join(' ');
}

/** An option as `_arguments` reads it, whose brackets and colons are escaped. */
function argumentsOf(options: readonly CompletedOption[]): string {
  return options
    .map(({ name, summary, hasValue }) => {
      const text = summary.replaceAll(/[\\[\]:]/g, String.raw`\$&`);
      return quoted(`*${name}[${text}]${hasValue ? ':value:_files' : ''}`);
    })
    .join(' ');
}
