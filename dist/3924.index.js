export const id=3924;export const ids=[3924];export const modules={63924:((e,t,n)=>{n.r(t),n.d(t,{completionCommands:()=>completionCommands});var r=n(89230),i=n(60137);function firstWords(e){return[...Map.groupBy(e,({words:e})=>e[0]??``)].map(([e,t])=>{let n=t.flatMap(({words:e,summary:t})=>e[1]===void 0?[]:[{word:e[1],summary:t}]);return{word:e,summary:n.map(e=>e.word).join(`, `)||(t[0]?.summary??``),second:n}})}function zshScript(e){let t=firstWords(e);return`#compdef countersign
# Completes countersign in zsh. Made by: countersign completion zsh
_countersign() {
  local -a items
  if ((CURRENT == 2)); then
    items=(${itemsOf(t)})
    _describe command items
    return
  fi
  local command=$words[2]
  case $command in
${t.filter(({second:e})=>e.length>0).map(({word:e,second:t})=>groupCase(e,t)).join(`
`)}
  esac
  case $command in
${e.map(({words:e,options:t})=>`    ${(0,i.x)(e.join(` `))}) _arguments ${argumentsOf(t)} ${e[0]===`completion`?`'2:shell:(bash zsh fish)'`:`'*:file:_files'`} ;;`).join(`
`)}
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _countersign "$@"
else
  compdef _countersign countersign
fi
`}function groupCase(e,t){return`    ${e})
      if ((CURRENT == 3)); then
        items=(${itemsOf(t)})
        _describe command items
        return
      fi
      command="$command $words[3]"
      ;;`}function itemsOf(e){return e.map(({word:e,summary:t})=>(0,i.x)(`${e}:${t}`)).join(` `)}function argumentsOf(e){return e.map(({name:e,summary:t,hasValue:n})=>{let r=t.replaceAll(/[\\[\]:]/g,String.raw`\$&`);return(0,i.x)(`*${e}${n?`=`:``}[${r}]${n?`:value:_files`:``}`)}).join(` `)}function bashScript(e){let t=firstWords(e),n=t.filter(({second:e})=>e.length>0);return`# Completes countersign in bash. Made by: countersign completion bash
_countersign() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} first=2 words=
  COMPREPLY=()
  case $command in
    ${n.map(({word:e})=>e).join(`|`)}) command="$command \${COMP_WORDS[2]}" first=3 ;;
  esac
  if ((COMP_CWORD == 1)); then
    words=${wordsOf(t)}
  elif ((COMP_CWORD < first)); then
    case \${COMP_WORDS[1]} in
${n.map(({word:e,second:t})=>`      ${e}) words=${wordsOf(t)} ;;`).join(`
`)}
    esac
  elif [[ $word == -* ]]; then
    case $command in
${e.map(({words:e,options:t})=>`      ${(0,i.x)(e.join(` `))}) words=${(0,i.x)(t.map(({name:e})=>e).join(` `))} ;;`).join(`
`)}
    esac
  elif [[ $command == completion && $before == completion ]]; then
    words='bash zsh fish'
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _countersign countersign
`}function wordsOf(e){return(0,i.x)(e.map(({word:e})=>e).join(` `))}function fishScript(e){let t=firstWords(e);return`${[`# Completes countersign in fish. Made by: countersign completion fish`,`function __countersign_begins`,`    set -l words (commandline -opc)`,`    set -e words[1]`,`    test (count $words) -ge (count $argv); or return 1`,`    for index in (seq (count $argv))`,`        test "$words[$index]" = "$argv[$index]"; or return 1`,`    end`,`end`,`function __countersign_is`,`    test (count (commandline -opc)) -eq (math 1 + (count $argv)); and __countersign_begins $argv`,`end`,...t.map(({word:e,summary:t})=>`complete -c countersign -n __countersign_is -f -a ${e} -d ${inFish(t)}`),...t.flatMap(({word:e,second:t})=>t.map(({word:t,summary:n})=>`complete -c countersign -n '__countersign_is ${e}' -f -a ${t} -d ${inFish(n)}`)),`complete -c countersign -n '__countersign_is completion' -f -a 'bash zsh fish'`,...e.flatMap(({words:e,options:t})=>t.map(({name:t,summary:n,hasValue:r})=>`complete -c countersign -n '__countersign_begins ${e.join(` `)}' -l ${t.replace(/^--/,``)}${r?` -r`:``} -d ${inFish(n)}`))].join(`
`)}\n`}function inFish(e){return`'${e.replaceAll(/['\\]/g,String.raw`\$&`)}'`}let a=[`bash`,`zsh`,`fish`],o={bash:bashScript,zsh:zshScript,fish:fishScript};function completionCommands(e){return[{name:`completion`,summary:`Print the script that completes commands and options in bash, zsh or fish`,arguments:`<shell>`,argumentSummary:`bash, zsh or fish`,options:[],examples:[`source <(countersign completion bash)`,`countersign completion fish > ~/.config/fish/completions/countersign.fish`],run:async t=>completion(t,t.io,await e())}]}function completion({args:[e=``],json:t},n,i){let s=(0,r.yL)(`The name of the shell`,e,a),c=o[s](i.map(completed));return n.out(t?`${JSON.stringify({shell:s,script:c})}\n`:c),r.dc.ok}let s=[{name:`--json`,summary:`print JSON`,hasValue:!1},{name:`--help`,summary:`display help for command`,hasValue:!1}];function completed({name:e,summary:t,options:n}){let r=n.map(e=>({name:e.flags.split(` `)[0]??``,summary:e.summary,hasValue:e.flags.includes(`<`)}));return{words:e.split(` `),summary:t,options:[...r,...s]}}}),60137:((e,t,n)=>{n.d(t,{x:()=>shellQuoted});function shellQuoted(e){return`'${e.replaceAll(`'`,String.raw`'\''`)}'`}})};