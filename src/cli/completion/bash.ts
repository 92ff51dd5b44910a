import { type CompletedCommand, firstWords, groupsOf, quoted } from './command.ts';

/** Completes commands and options in bash 3.2 and later; where neither fits, and for the value of an option, it completes files. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const groups = [...groupsOf(commands)];
  const names = groups.map(([name]) => name).join('|');
  return `# Completes countersign in bash. Made by: countersign completion bash
_countersign() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} first=2 words=
  COMPREPLY=()
  case $command in
    ${names}) command="$command \${COMP_WORDS[2]}" first=3 ;;
  esac
  if ((COMP_CWORD == 1)); then
    words=${quoted(
      firstWords(commands)
        .map(({ word }) => word)
        .join(' '),
    )}
  elif ((COMP_CWORD < first)); then
    case \${COMP_WORDS[1]} in
${groups.map(([name, words]) => `      ${name}) words=${quoted(words.map(({ word }) => word).join(' '))} ;;`).join('\n')}
    esac
  elif [[ $word == -* ]]; then
    case $command in
${commands.map(({ words, options }) => `      ${quoted(words.join(' '))}) words=${quoted(options.map(({ name }) => name).join(' '))} ;;`).join('\n')}
    esac
  elif [[ $command == completion && $before == completion ]]; then
    words='bash zsh fish'
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _countersign countersign
`;
}
