export const id=4956;export const ids=[4956];export const modules={4956:((e,t,n)=>{n.r(t),n.d(t,{completionCommands:()=>completionCommands});var r=n(51693),i=n(89230);function firstWords(e){let t=new Map;for(let{words:[n=``],summary:r}of e)t.has(n)||t.set(n,groupSummary(n,e)??r);return[...t].map(([e,t])=>({word:e,summary:t}))}function groupSummary(e,t){let n=commandsOf(e,t);return n.length===0?null:n.map(({word:e})=>e).join(`, `)}function groupsOf(e){let t=e.filter(({words:e})=>e.length>1).map(({words:e})=>e[0]??``);return new Map([...new Set(t)].map(t=>[t,commandsOf(t,e)]))}function commandsOf(e,t){return t.flatMap(({words:[t,n],summary:r})=>t===e&&n!==void 0?[{word:n,summary:r}]:[])}function quoted(e){return`'${e.replaceAll(`'`,`'\\''`)}'`}function zshScript(e){let t=[...groupsOf(e)];return`#compdef countersign
# Completes countersign in zsh. Made by: countersign completion zsh
_countersign() {
  local -a items
  if ((CURRENT == 2)); then
    items=(${itemsOf(firstWords(e))})
    _describe command items
    return
  fi
  local command=$words[2]
  case $command in
${t.map(([e,t])=>groupCase(e,t)).join(`
`)}
  esac
  case $command in
${e.map(({words:e,options:t})=>`    ${quoted(e.join(` `))}) _arguments ${argumentsOf(t)} ${e[0]===`completion`?`'2:shell:(bash zsh fish)'`:`'*:file:_files'`} ;;`).join(`
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
      ;;`}function itemsOf(e){return e.map(({word:e,summary:t})=>quoted(`${e}:${t}`)).join(` `)}function argumentsOf(e){return e.map(({name:e,summary:t,hasValue:n})=>quoted(`*${e}[${t.replaceAll(/[\\[\]:]/g,String.raw`\$&`)}]${n?`:value:_files`:``}`)).join(` `)}function bashScript(e){let t=[...groupsOf(e)];return`# Completes countersign in bash. Made by: countersign completion bash
_countersign() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} first=2 words=
  COMPREPLY=()
  case $command in
    ${t.map(([e])=>e).join(`|`)}) command="$command \${COMP_WORDS[2]}" first=3 ;;
  esac
  if ((COMP_CWORD == 1)); then
    words=${quoted(firstWords(e).map(({word:e})=>e).join(` `))}
  elif ((COMP_CWORD < first)); then
    case \${COMP_WORDS[1]} in
${t.map(([e,t])=>`      ${e}) words=${quoted(t.map(({word:e})=>e).join(` `))} ;;`).join(`
`)}
    esac
  elif [[ $word == -* ]]; then
    case $command in
${e.map(({words:e,options:t})=>`      ${quoted(e.join(` `))}) words=${quoted(t.map(({name:e})=>e).join(` `))} ;;`).join(`
`)}
    esac
  elif [[ $command == completion && $before == completion ]]; then
    words='bash zsh fish'
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _countersign countersign
`}function fishScript(e){let t=groupsOf(e);return`${[`# Completes countersign in fish. Made by: countersign completion fish`,...firstWords(e).map(({word:e,summary:t})=>`complete -c countersign -n __fish_use_subcommand -f -a ${e} -d ${inFish(t)}`),...[...t].flatMap(([e,t])=>{let n=`__fish_seen_subcommand_from ${e}; and not __fish_seen_subcommand_from ${t.map(({word:e})=>e).join(` `)}`;return t.map(({word:e,summary:t})=>`complete -c countersign -n ${inFish(n)} -f -a ${e} -d ${inFish(t)}`)}),`complete -c countersign -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'`,...e.flatMap(({words:e,options:t})=>{let n=e.map(e=>`__fish_seen_subcommand_from ${e}`).join(`; and `);return t.map(({name:e,summary:t,hasValue:r})=>`complete -c countersign -n ${inFish(n)} -l ${e.replace(/^--/,``)}${r?` -r`:``} -d ${inFish(t)}`)})].join(`
`)}\n`}function inFish(e){return`'${e.replaceAll(/['\\]/g,String.raw`\$&`)}'`}let a={bash:bashScript,zsh:zshScript,fish:fishScript};function completionCommands(e){return[{name:`completion`,summary:`Print the script that completes commands and options in bash, zsh or fish`,arguments:`<shell>`,argumentSummary:`bash, zsh or fish`,options:[],examples:[`source <(countersign completion bash)`,`countersign completion fish > ~/.config/fish/completions/countersign.fish`],run:async(t,n)=>completion(t,n,await e())}]}function completion({args:[e=``],json:t},n,o){let s=Object.hasOwn(a,e)?a[e]:void 0;if(s===void 0)throw new r.WS(`input-invalid`,`Unknown shell: ${JSON.stringify(e)}.`,{fix:`Write one of: ${Object.keys(a).join(`, `)}.`});let c=s(o.map(completed));return n.out(t?`${JSON.stringify({shell:e,script:c})}\n`:c),i.dc.ok}let o=[{name:`--json`,summary:`print JSON`,hasValue:!1},{name:`--help`,summary:`display help for command`,hasValue:!1}];function completed({name:e,summary:t,options:n}){let r=n.map(e=>({name:e.flags.split(` `)[0]??``,summary:e.summary,hasValue:e.flags.includes(`<`)}));return{words:e.split(` `),summary:t,options:[...r,...o]}}})};