export const id=7974;export const ids=[7974];export const modules={66117:((e,t,n)=>{n.d(t,{D:()=>linesOf});var r=n(80481);function linesOf(e){const t=(0,r.createInterface)({input:e,terminal:false});const n=[];let i=false;let a;t.on(`line`,e=>{n.push(e);a?.()});t.on(`close`,()=>{i=true;a?.()});return{next:async e=>{e.throwIfAborted();if(n.length===0&&!i)await untilWoken(e,e=>void(a=e));e.throwIfAborted();return n.shift()??null},close:()=>t.close()}}function untilWoken(e,t){const{promise:n,resolve:r}=Promise.withResolvers();const done=()=>r();e.addEventListener(`abort`,done,{once:true});t(done);return n.finally(()=>e.removeEventListener(`abort`,done))}}),18121:((e,t,n)=>{n.d(t,{d:()=>canonicalJson,E:()=>wellFormed});;function serializeString(e){if(!e.isWellFormed()){throw new Error(`Lone surrogate is not allowed`)}return JSON.stringify(e)}function serializePrimitive(e){switch(typeof e){case`number`:if(isNaN(e)){throw new Error(`NaN is not allowed`)}if(!isFinite(e)){throw new Error(`Infinity is not allowed`)}return JSON.stringify(e);case`string`:return serializeString(e);case`boolean`:return e?`true`:`false`;default:return JSON.stringify(e)}}function enterValue(e,t){let n=null;while(e!==null&&typeof e===`object`&&typeof e.toJSON===`function`){if(t.has(e)){throw new Error(`Circular reference detected`)}t.add(e);(n??=[]).push(e);e=e.toJSON()}if(e instanceof Number||e instanceof String||e instanceof Boolean){e=e.valueOf()}if(e===null||typeof e!==`object`){if(n!==null){for(const e of n)t.delete(e)}return serializePrimitive(e)}if(t.has(e)){throw new Error(`Circular reference detected`)}t.add(e);return{container:e,keys:Array.isArray(e)?null:Object.keys(e).sort(),index:0,first:true,wrappers:n}}function canonicalize(e){if(e===null||typeof e!==`object`){return serializePrimitive(e)}const t=new Set;const n=enterValue(e,t);if(typeof n!==`object`){return n}let r=n.keys===null?`[`:`{`;const i=[n];outer:while(i.length>0){const e=i[i.length-1];const n=e.container;if(e.keys===null){while(e.index<n.length){const a=e.index++;if(a>0){r+=`,`}const o=n[a];const s=o===undefined||typeof o===`symbol`||typeof o===`function`?null:o;if(s===null||typeof s!==`object`){r+=serializePrimitive(s);continue}const c=enterValue(s,t);if(typeof c!==`object`){r+=c===undefined?`null`:c;continue}r+=c.keys===null?`[`:`{`;i.push(c);continue outer}r+=`]`}else{const a=e.keys;while(e.index<a.length){const o=a[e.index++];const s=n[o];if(s===undefined||typeof s===`symbol`||typeof s===`function`){continue}if(s===null||typeof s!==`object`){if(e.first){e.first=false}else{r+=`,`}r+=serializeString(o)+`:`+serializePrimitive(s);continue}const c=enterValue(s,t);if(c===undefined){continue}if(e.first){e.first=false}else{r+=`,`}r+=serializeString(o)+`:`;if(typeof c!==`object`){r+=c;continue}r+=c.keys===null?`[`:`{`;i.push(c);continue outer}r+=`}`}t.delete(n);if(e.wrappers!==null){for(const n of e.wrappers)t.delete(n)}i.pop()}return r}var r=n(45145);;function canonicalJson(e){if(isPlain(e))return JSON.stringify(e);const t=attempt(e);if(t===undefined)throw new r.W(`internal`,`A value has no canonical JSON form.`);return t}function isPlain(e){if(typeof e===`string`)return e.isWellFormed();if(typeof e===`number`)return Number.isFinite(e);return e===null||typeof e===`boolean`}function attempt(e){try{return canonicalize(e)}catch(e){throw new r.W(`internal`,`A value has no canonical JSON form.`,{cause:e})}}function wellFormed(e){return e.toWellFormed()}}),30742:((e,t,n)=>{n.d(t,{o:()=>digestOf,s:()=>sha256});var r=n(77598);var i=n(18121);function sha256(e){return(0,r.hash)(`sha256`,e,`hex`)}function digestOf(e){return sha256((0,i.d)(e))}}),57752:((e,t,n)=>{n.d(t,{d:()=>r});const r={jitless:true}}),10768:((e,t,n)=>{n.d(t,{O:()=>isJsonObject});function isJsonObject(e){return typeof e===`object`&&e!==null&&!Array.isArray(e)}}),21947:((e,t,n)=>{n.d(t,{O:()=>once,b:()=>onceFor});function once(e){let t;return()=>(t??={value:e()}).value}function onceFor(e){const t=new Map;return(...n)=>{const r=JSON.stringify(n);const i=t.get(r)??e(...n);t.set(r,i);return i}}}),81120:((e,t,n)=>{n.d(t,{L5:()=>unknown,MB:()=>bad,uw:()=>good});function good(e,t){return{check:e,level:`ok`,found:t,change:null}}function bad(e,t,n){return{check:e,level:`problem`,found:t,change:n}}function unknown(e,t,n=null){return{check:e,level:`unknown`,found:t,change:n}}}),31314:((e,t,n)=>{n.r(t);n.d(t,{initCommands:()=>ne});var r=n(51455);var i=n(76760);var a=n(45145);var o=n(91497);var s=n(7067);var c=n(21065);var l=n(81120);var u=n(66117);;const d=[`comments`,`triage`,`review`,`fix-ci`,`dependencies`,`maintenance`,`release-notes`,`two-jobs`,`resume`];var ee=n(35339);;const f=`.github/countersign.yml`;const policyOf=e=>`.github/countersign/${e}.yml`;const p={"anthropic-api-key":"${{ secrets.ANTHROPIC_API_KEY }}"};const m={kind:`checkout`};const h={name:`contents`,level:`read`,why:`to read the policy and the files of the checkout`};const g={name:`contents`,level:`write`,why:`to read the policy, and to push a branch once that is approved`};const _={name:`issues`,level:`write`,why:`to ask by comment, to show progress, to read answers`};const v={name:`pull-requests`,level:`write`,why:`the same on pull requests, and to open one once that is approved`};const y={name:`actions`,level:`read`,why:`to take a suspended run up from its artifact, and to read the logs of CI`};const b={name:`statuses`,level:`read`,why:`to read what services say of a commit`};const x={name:`checks`,level:`write`,why:`to show the outcome on the commit, and to read what CI says of it`};const S={name:`checks`,level:`read`,why:`to read what CI says of a pull request`};const C=[`startsWith(github.event.comment.body, '/approve') ||`,`startsWith(github.event.comment.body, '/deny') ||`,`startsWith(github.event.comment.body, '/answer') ||`,`startsWith(github.event.comment.body, '/cancel') ||`,`startsWith(github.event.comment.body, '/resume')`];const w=`Set the repository secret ANTHROPIC_API_KEY.`;const T=`Protect the default branch and require reviews for .github/: whoever can push there changes the policy.`;const E=`Under Settings, Actions, General, allow GitHub Actions to create pull requests, if the agent is to open them.`;const D=`Add the recipe resume: it takes the run up when somebody answers its card.`;;const O=`contains(github.event.comment.body, '/countersign')`;const k=`.github/workflows/`;const A={name:`resume`,title:`Resume`,about:`Takes runs up that were suspended to wait for an answer, when somebody answers their card.`,notes:[`For workflows that do not listen to comments themselves; each is named in resume-workflows, and its job is called agent.`,`A run goes on under the policy that it began with, or not at all.`],preset:`fix`,policyPath:f,on:[`issue_comment:`,`  types: [created]`],permissions:[g,_,v,y,x,b],concurrency:{group:"resume-${{ github.event.comment.id }}",why:`Each answer is a run of its own; only the first that sees a card decided goes on with its run.`},jobs:[{id:`agent`,if:C,timeoutMinutes:60,steps:[m,{kind:`agent`,with:{...p,policy:f,"resume-workflows":[`review`,`fix-ci`,`dependencies`,`maintenance`].map(e=>`${k}${e}.yml`).join(`, `)}}]}],next:[w,T,`Name the workflows that it serves in resume-workflows.`]};const j={name:`two-jobs`,title:`Countersign, two jobs`,about:`The agent works with a token that can only read; another job pushes what was approved.`,notes:[`The job apply believes nothing that the job agent says: it verifies the trail and the digest of the changes,`,`judges each changed file by the policy, asks for the push and the pull request, and does both itself.`],preset:`fix`,policyPath:f,on:[`issue_comment:`,`  types: [created]`],permissions:[h],concurrency:{group:"two-jobs-${{ github.event.comment.id }}",why:`Each comment is a run of its own: answers and the comments that a run writes end nothing.`},jobs:[{id:`agent`,if:[O],permissions:[h,{name:`issues`,level:`read`,why:`to read the issue and its comments`},{name:`pull-requests`,level:`read`,why:`to read the pull request and its comments`},S],timeoutMinutes:60,outputs:{artifact:"${{ steps.countersign.outputs.audit-artifact-name }}",head:"${{ steps.countersign.outputs.audit-head }}",changes:"${{ steps.countersign.outputs.changes-sha256 }}"},steps:[m,{kind:`agent`,with:{...p,policy:f,approvals:`fail`,"tracking-comment":`off`,"check-run":`false`,"system-prompt":`You cannot push, comment or open a pull request here: leave your changes in the work tree. Another job asks people about them and applies them.`}}]},{id:`apply`,needs:`agent`,if:[`!cancelled() && (needs.agent.outputs.changes != '' ||`,...C.slice(0,-1),`${C.at(-1)})`],permissions:[g,_,v,{...y,why:`to download the changes, and to take a suspended run up`},x],timeoutMinutes:30,steps:[m,{kind:`agent`,with:{mode:`apply`,policy:f,"apply-artifact":"${{ needs.agent.outputs.artifact }}","apply-head":"${{ needs.agent.outputs.head }}","state-key":"${{ secrets.COUNTERSIGN_STATE_KEY }}"}}]}],next:[w,`Set the repository secret COUNTERSIGN_STATE_KEY to at least 16 random characters: the job apply has no other key.`,T,E,`Comment on an issue: /countersign fix this and run the tests`]};;const M=[`workflow_run:`,`  workflows: [CI] # the name of your workflow`,`  types: [completed]`];const N=[`github.event.workflow_run.conclusion == 'failure' &&`,`github.event.workflow_run.head_repository.full_name == github.repository &&`];const P=`fromJSON('["dependabot[bot]", "renovate[bot]"]')`;const F=`Change the name CI under workflows: to that of the workflow that is to be green.`;const I={name:`fix-ci`,title:`Fix CI`,about:`Finds out why CI failed on a branch of this repository, and offers a fix.`,notes:[`Runs of forks start nothing: their logs and branches are by strangers, and this event has the secrets.`,`Asks on the pull request; where the branch has none, on an issue that it opens.`,`What is pushed with the token of a job starts no workflow, so a fix never starts the next one by itself.`],preset:`fix`,policyPath:f,on:M,permissions:[g,_,v,y,x,b],concurrency:{group:"fix-ci-${{ github.event.workflow_run.head_branch }}",why:`One run for each branch at a time; a newer failure waits for it and takes the place of one that waits.`},jobs:[{id:`agent`,if:[...N,`github.event.workflow_run.actor.type != 'Bot'`],timeoutMinutes:60,steps:[m,{kind:`agent`,with:{...p,policy:f,"approval-issue":`create`,prompt:["CI failed: ${{ github.event.workflow_run.html_url }}, on the branch ${{ github.event.workflow_run.head_branch }}.",`Read the log of the job that failed, find the cause, and mend it with the smallest change that does.`,`Run the tests that failed. Then push the change; where there is no pull request, open one.`,`Where the cause is not in this repository, change nothing and say what it is.`].join(`
`)}}]}],next:[w,T,E,F,D]};const L={kind:`run`,name:`Install, without running what is installed`,run:`npm ci --ignore-scripts`};const R={name:`dependencies`,title:`Keep updates green`,about:`Adapts the code where a dependency update by Dependabot or Renovate fails CI.`,notes:[`A bot has no write access here, so its pull request is text by a stranger; the policy says what runs all the same.`,`On workflow_run, because GitHub gives runs that Dependabot starts itself no secrets.`],preset:`dependencies`,policyPath:policyOf(`dependencies`),on:M,permissions:[g,_,v,y,x,b],concurrency:{group:"dependencies-${{ github.event.workflow_run.head_branch }}",why:`One run for each update at a time; a newer failure waits for it and takes the place of one that waits.`},jobs:[{id:`agent`,if:[...N,`contains(${P}, github.event.workflow_run.actor.login)`],timeoutMinutes:60,steps:[{kind:`checkout`,with:{ref:"${{ github.event.workflow_run.head_sha }}"}},L,{kind:`agent`,with:{...p,policy:policyOf(`dependencies`),"allow-actors":`dependabot[bot], renovate[bot]`,prompt:["This pull request updates a dependency, and CI failed: ${{ github.event.workflow_run.html_url }}.",`Read the log of the job that failed. Adapt the code of this repository to the new version,`,`run the tests, and push the change to the branch of the pull request.`,`Do not change the version, and do not weaken a test. Where that is not possible, say why.`].join(`
`)}}]}],next:[w,T,F,`Change the step that installs, if this is no npm project.`,D]};const z={name:`maintenance`,title:`Maintenance`,about:`Looks after the repository every week, and asks on an issue before anything leaves the runner.`,notes:[`The issue is opened when the first call needs somebody; answers on it wake the run.`],preset:`fix`,policyPath:f,on:[`schedule:`,`  - cron: '17 4 * * 1' # Mondays`,`workflow_dispatch:`],permissions:[g,_,v,y,x,b],concurrency:{group:`maintenance`,why:`One at a time; a run that waits for an answer is never cancelled.`},jobs:[{id:`agent`,timeoutMinutes:60,steps:[m,{kind:`agent`,with:{...p,policy:f,"approval-issue":`create`,prompt:[`Look after this repository: dead links in the documentation, TODOs whose reason is gone,`,`tests that are skipped without one. Mend the one thing that is worth most, and run the tests.`,`Then push a branch and open a pull request. Where nothing is worth it, change nothing.`].join(`
`)}}]}],next:[w,T,E,D,`Say in the prompt what is to be looked after.`]};const B={name:`release-notes`,title:`Release notes`,about:`Writes the notes of a version when its tag is pushed, as the draft of a release.`,notes:[`The agent only reads. Another job makes the draft from what it wrote; a person reads and publishes it.`],preset:`readonly`,policyPath:policyOf(`release-notes`),on:[`push:`,`  tags: ['v*']`,`workflow_dispatch:`,`  inputs:`,`    tag:`,`      description: The tag that the notes are for`,`      required: true`],permissions:[h],concurrency:{group:"release-notes-${{ inputs.tag || github.ref_name }}",why:`One run for each tag.`},jobs:[{id:`agent`,timeoutMinutes:20,outputs:{outcome:"${{ steps.countersign.outputs.outcome }}",notes:"${{ steps.countersign.outputs.summary }}"},steps:[{kind:`checkout`,with:{"fetch-depth":`0`,ref:"${{ inputs.tag || github.ref }}"}},{kind:`agent`,with:{...p,policy:policyOf(`release-notes`),approvals:`fail`,"check-run":`false`,prompt:["Write the release notes of ${{ inputs.tag || github.ref_name }}: what changed since the tag before it,",`for people who use this project. Read the commits between the two and what they changed.`,`Group by what it means to users; leave out what nobody notices. Name what breaks first.`,`Finish with the notes, as Markdown, as the summary.`].join(`
`)}}]},{id:`draft`,needs:`agent`,if:[`needs.agent.outputs.outcome == 'done'`],permissions:[{name:`contents`,level:`write`,why:`to make the draft of the release`}],timeoutMinutes:5,steps:[{kind:`run`,name:`Make the draft`,env:{GH_TOKEN:"${{ github.token }}",NOTES:"${{ needs.agent.outputs.notes }}",TAG:"${{ inputs.tag || github.ref_name }}"},run:`gh release create "$TAG" --repo "$GITHUB_REPOSITORY" --draft --verify-tag --title "$TAG" --notes "$NOTES"`}]}],next:[w,T,`Push a tag, then read the draft under Releases and publish it.`]};;const V={name:`comments`,title:`Countersign`,about:`Answers comments that begin a line with /countersign, on issues and pull requests.`,notes:[`Who asks must have write access. The agent changes files and runs tests; what leaves the runner is asked for.`,`Pull requests from forks: a maintainer comments. The files are then those of the fork, the policy is not.`],preset:`fix`,policyPath:f,on:[`issue_comment:`,`  types: [created]`],permissions:[g,_,v,y,x,b],concurrency:{group:"countersign-${{ github.event.comment.id }}",why:`Each comment is a run of its own: answers and the comments that a run writes end nothing.`},jobs:[{id:`agent`,if:[`contains(github.event.comment.body, '/countersign') ||`,...C],timeoutMinutes:60,steps:[m,{kind:`agent`,with:{...p,policy:f}}]}],next:[w,T,E,`Comment on an issue: /countersign fix this and run the tests`]};const H={name:`triage`,title:`Triage`,about:`Labels and answers new issues, whoever opened them.`,notes:[`Strangers write issues: the policy lets the agent read, label and comment, and nothing else, so nobody is asked.`],preset:`triage`,policyPath:policyOf(`triage`),on:[`issues:`,`  types: [opened]`],permissions:[h,{name:`issues`,level:`write`,why:`to label issues and to comment on them`}],concurrency:{group:"triage-${{ github.event.issue.number }}",why:`One run for each issue.`},jobs:[{id:`agent`,timeoutMinutes:15,steps:[m,{kind:`agent`,with:{...p,policy:policyOf(`triage`),"run-for":`anyone`,approvals:`fail`,"tracking-comment":`off`,"check-run":`false`,prompt:[`Triage this issue. Read it and the code that it is about.`,`Put on the labels of this repository that fit.`,`Where something is missing to work on it (a version, steps, a log), ask for it in one short comment.`,`Where it is clear, do not comment.`].join(`
`)}}]}],next:[w,T,`Open an issue.`]};const U={name:`review`,title:`Review`,about:`Reviews pull requests of this repository when they are opened or ready.`,notes:[`Pull requests from forks get no secrets; with the recipe comments, a maintainer writes "/countersign review this".`],preset:`review`,policyPath:policyOf(`review`),on:[`pull_request:`,`  types: [opened, reopened, ready_for_review]`],permissions:[h,{name:`issues`,level:`read`,why:`to read the issues that the pull request names`},{name:`pull-requests`,level:`write`,why:`to review, to ask by comment, to show progress`},y,x,b],concurrency:{group:"review-${{ github.event.pull_request.number }}",why:`One review of a pull request at a time; a run that goes on is never cancelled.`},jobs:[{id:`agent`,if:[`github.event.pull_request.head.repo.full_name == github.repository &&`,`!github.event.pull_request.draft && github.event.pull_request.user.type != 'Bot'`],timeoutMinutes:30,steps:[m,{kind:`agent`,with:{...p,policy:policyOf(`review`),"tracking-comment":`sticky`,prompt:[`Review this pull request. Look for what is wrong, not for what is a matter of taste.`,`Say each finding on the line that it is about, with what happens and what to write instead.`,`Say so where you found nothing.`].join(`
`)}}]}],next:[w,T,D,`Open a pull request from a branch of this repository.`]};;const W={comments:V,triage:H,review:U,"fix-ci":I,dependencies:R,maintenance:z,"release-notes":B,"two-jobs":j,resume:A};function recipeOf(e){return W[e]}function workflowPath(e){return`.github/workflows/${e.name}.yml`}function policyText(e,t){return(0,ee.n)(e.preset,{schemaUrl:t})};const G=5;function personAt(e){if(!process.stdin.isTTY||!process.stderr.isTTY)return null;const t=(0,u.D)(process.stdin);return{recipe:()=>askForRecipe(e,t),yes:async n=>{e.err(`${n} [y/N] `);return/^y(?:es)?$/i.test((await next(t)).trim())},close:()=>t.close()}}async function askForRecipe(e,t){e.err(`What for?

`);for(const[t,n]of d.entries()){e.err(`  ${t+1}  ${n.padEnd(14)}${recipeOf(n).about}\n`)}for(let n=0;n<G;n+=1){e.err(`
Number or name: `);const n=(await next(t)).trim();const r=d.find((e,t)=>e===n||String(t+1)===n);if(r!==undefined)return r;e.err(`${(0,o.RK)(n)} is none of them.\n`)}throw new a.W(`input-invalid`,`No recipe was named.`,{fix:`Write one of: ${d.join(`, `)}.`})}async function next(e){const t=await e.next(new AbortController().signal);if(t!==null)return t;throw new a.W(`input-invalid`,`The input ended before the question was answered.`,{fix:`Answer it, or pass --recipe NAME --yes.`})};const K=`actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0`;const q={commit:`81c7cfc6bc267f3753b22d8fb86e0801a926abf8`,version:`v0.1.0`};const J=`ubuntu-24.04`;const Y=/^[A-Za-z./$][A-Za-z0-9 ./${}_@,-]*$/;const X=/^(?:true|false|yes|no|on|off|null)$/i;function workflowText(e){const t=[...[e.about,...e.notes].map(e=>`# ${e}`),`name: ${e.title}`,`on:`,...indented(1,e.on),``,`permissions:`,...indented(1,e.permissions.map(permissionLine)),``,`# ${e.concurrency.why}`,`concurrency:`,`  group: ${e.concurrency.group}`,`  cancel-in-progress: false`,``,`jobs:`,...e.jobs.flatMap(e=>indented(1,jobLines(e)))];return`${t.join(`
`)}\n`}function permissionLine({name:e,level:t,why:n}){return`${e}: ${t} # ${n}`}function jobLines(e){return[`${e.id}:`,...indented(1,[...e.needs===undefined?[]:[`needs: ${e.needs}`],...e.if===undefined?[]:[`if: >-`,...indented(1,e.if)],...e.permissions===undefined?[]:[`permissions:`,...indented(1,e.permissions.map(permissionLine))],`runs-on: ${J}`,`timeout-minutes: ${e.timeoutMinutes}`,...e.outputs===undefined?[]:[`outputs:`,...indented(1,pairs(e.outputs))],`steps:`,...e.steps.flatMap(e=>indented(1,stepLines(e)))])]}function stepLines(e){switch(e.kind){case`checkout`:return[`- uses: ${K}`,`  with:`,`    persist-credentials: false # the agent's commands must not find a token in .git/config`,...indented(2,pairs(e.with??{}))];case`agent`:return[`- id: countersign`,`  uses: countersign/countersign@${q.commit} # ${q.version}`,`  with:`,...indented(2,pairs(e.with))];case`run`:return[`- name: ${e.name}`,...e.env===undefined?[]:[`  env:`,...indented(2,pairs(e.env))],`  run: ${e.run}`]}}function pairs(e){return Object.entries(e).flatMap(([e,t])=>{if(t.includes(`
`))return[`${e}: |`,...indented(1,t.split(`
`))];return[`${e}: ${scalar(t)}`]})}function scalar(e){const t=Y.test(e)&&!X.test(e);return t?e:`'${e.replaceAll(`'`,`''`)}'`}function indented(e,t){return t.map(t=>t===``?``:`${`  `.repeat(e)}${t}`)};const Z=1024*1024;async function planRecipe(e,t){const n=[{kind:`workflow`,path:workflowPath(e),text:workflowText(e)},{kind:`policy`,path:e.policyPath,text:policyText(e,t.schemaUrl)}];return await Promise.all(n.map(async e=>({...e,before:await textAt(t.root,e.path)})))}async function textAt(e,t){const n=(0,i.join)(e,t);const o=await(0,r.stat)(n).catch(()=>null);if(o===null)return null;if(o.isFile()&&o.size<=Z)return await(0,r.readFile)(n,`utf8`);throw new a.W(`input-invalid`,`${t} is there and is no file of text.`,{fix:`Move it away, or name another folder with --dir.`})}async function writePlanned(e,t){const n=(0,i.join)(e,t.path);try{await(0,r.mkdir)((0,i.dirname)(n),{recursive:true});await(0,r.writeFile)(n,t.text,{flag:t.before===null?`wx`:`w`})}catch(e){throw new a.W(`input-invalid`,`${t.path} could not be written.`,{fix:`See that the folder can be written to, and that nobody else made the file just now.`,cause:e})}}var Q=n(61586);var $=n(89230);var te=n(15896);;const ne=[{name:`init`,summary:`Ask what for, write the workflow and the policy for it, and check them`,options:[{flags:`--recipe <name>`,summary:`what for: ${d.join(`, `)}`},{flags:`--dir <dir>`,summary:`the repository's root`,default:`.`},{flags:`--yes`,summary:`write new files without asking`},{flags:`--overwrite`,summary:`with --yes: files that are there and differ, too`}],examples:[`countersign init`,`countersign init --recipe triage --yes`],run:init}];async function init(e,t){const n=await rootOf(e,t);const r=recipeNamed(e);const i=(0,$.IL)(e,`yes`)?null:personAt(t);if(i===null&&(r===null||!(0,$.IL)(e,`yes`)))throw nobodyToAsk();try{const a=r??recipeOf(await i?.recipe()??`comments`);const o=await planRecipe(a,{root:n,schemaUrl:Q.c});const s=await settle(o,{root:n,person:i,call:e,io:t});return tell({recipe:a,done:s,findings:await check(o,s)},e,t)}finally{i?.close()}}async function rootOf(e,t){const n=(0,i.resolve)(t.cwd,(0,$.vU)(e,`dir`)??`.`);const s=await(0,r.stat)(n).catch(()=>null);if(s?.isDirectory()===true)return n;throw new a.W(`input-invalid`,`--dir ${(0,o.RK)(n)} is no folder.`,{fix:`Name the root of a checkout.`})}function recipeNamed(e){const t=(0,$.vU)(e,`recipe`);if(t===null)return null;const n=d.find(e=>e===t);if(n!==undefined)return recipeOf(n);throw new a.W(`input-invalid`,`There is no recipe ${JSON.stringify(t)}.`,{fix:`Write one of: ${d.join(`, `)}.`})}function nobodyToAsk(){return new a.W(`input-invalid`,`There is no terminal to ask at.`,{fix:`Pass --recipe NAME --yes; NAME is one of: ${d.join(`, `)}.`})}async function settle(e,t){const n=[];for(const r of e){n.push({file:r,path:r.path,did:await fateOf(r,t)})}const r=n.filter(({did:e})=>e===`kept`);if(t.person===null&&r.length>0){throw new a.W(`input-invalid`,`${r.map(({path:e})=>e).join(` and `)} would be overwritten; nothing was written.`,{fix:`Pass --overwrite too, or move away what is there.`})}for(const{file:e,did:r}of n)if(r===`written`)await writePlanned(t.root,e);return n.map(({path:e,did:t})=>({path:e,did:t}))}async function fateOf(e,t){const{path:n,text:r,before:i}=e;if(i===r)return`unchanged`;if(i!==null)t.io.err(`${(0,o.RK)((0,c.W)([{path:n,before:i,after:r}]))}\n\n`);const a=t.person===null?i===null||(0,$.IL)(t.call,`overwrite`):await t.person.yes(i===null?`Write ${n}?`:`Overwrite ${n}?`);if(a)return`written`;return i===null?`skipped`:`kept`}async function check(e,t){const n=e.map(async e=>{const{did:n}=t.find(({path:t})=>t===e.path)??{};const r=n===`kept`?e.before:e.text;if(n===`skipped`||r===null)return[(0,l.L5)(e.kind,`${e.path} was not written.`)];return e.kind===`workflow`?(0,te.r)(e.path,r):[await policyFinding(e.path,r)]});return(await Promise.all(n)).flat()}async function policyFinding(e,t){const{errors:n}=await(0,s.h)(t,{file:e});const[r]=n;if(r===undefined)return(0,l.uw)(`policy`,`${e} is valid, and its own tests pass.`);return(0,l.MB)(`policy`,`${e}:${r.line}:${r.column}: ${r.message}`,r.fix)}function tell(e,t,n){const{recipe:r,done:i,findings:a}=e;const s=[`Read both files, and commit them to the default branch.`,...r.next];if(t.json){n.out(`${JSON.stringify({recipe:r.name,files:i,findings:a,next:s},null,2)}\n`)}else{for(const{path:e,did:t}of i)n.out(`${t.padEnd(10)}${e}\n`);for(const{level:e,found:t,change:r}of a){const i=r===null?``:`\n          -> ${(0,o.RK)(r)}`;n.out(`${(e===`ok`?`checked`:e).padEnd(10)}${(0,o.RK)(t)}${i}\n`)}n.out(`\nNext:\n${s.map((e,t)=>`${t+1}. ${e}`).join(`
`)}\n`)}return a.some(({level:e})=>e===`problem`)?$.dc.no:$.dc.ok}}),61586:((e,t,n)=>{n.d(t,{c:()=>i});var r=n(7844);const i=`https://raw.githubusercontent.com/countersign/countersign/v${r.x}/schema/policy.schema.json`}),15896:((e,t,n)=>{n.d(t,{r:()=>lintWorkflow});var r=n(10768);var i=n(53357);var a=n(81120);const o=/@[0-9a-f]{40}$/;const s=/(?:^|\/)countersign(?:\/[^@]*)?@/i;const c=/github\.(?:event\.pull_request\.head|head_ref)|refs\/pull\//;const l=new Set([`contents`,`issues`,`pull-requests`,`actions`,`id-token`,`attestations`,`checks`]);function lintWorkflow(e,t){const n=(0,i.hN)(t);if(!n.ok){const r=n.problems[0];const i=r===undefined?``:`:${r.line}:${r.column}`;return s.test(t)?[(0,a.MB)(`workflow`,`${e}${i} is not YAML.`,r?.fix??`Mend it.`)]:[]}const o=n.located?.value;if(!(0,r.O)(o))return[];const c=jobsOf(o).filter(({steps:e})=>e.some(isOurs));const l=c.flatMap(t=>lintJob(e,o,t));return c.length>0&&l.length===0?[(0,a.uw)(`workflow`,`${e} has nothing to change.`)]:l}function jobsOf(e){const t=e[`jobs`];if(!(0,r.O)(t))return[];return Object.entries(t).flatMap(([e,t])=>{if(!(0,r.O)(t))return[];const n=Array.isArray(t[`steps`])?t[`steps`].filter(e=>(0,r.O)(e)):[];return[{name:e,job:t,steps:n}]})}function usesOf(e){const{uses:t}=e;return typeof t===`string`?t:``}function isOurs(e){if(s.test(usesOf(e)))return true;const t=e[`with`];return usesOf(e)===`./`&&(0,r.O)(t)&&`approvals`in t}function lintJob(e,t,n){const r=`${e}, job ${n.name}`;return[...permissionFindings(r,n.job[`permissions`]??t[`permissions`]),...pinFindings(r,n.steps),...checkoutFindings(r,n.steps,triggersOf(t[`on`])),...concurrencyFindings(r,[n.job[`concurrency`],t[`concurrency`]])]}function permissionFindings(e,t){if(t===undefined){const t=`Write a permissions: block with what the action needs: contents: read, issues: write, pull-requests: write.`;return[(0,a.MB)(`permissions`,`${e} has no permissions: block, so its token has the repository's default.`,t)]}if(t===`write-all`){return[(0,a.MB)(`permissions`,`${e} has permissions: write-all.`,`Name each permission that is needed.`)]}if(!(0,r.O)(t))return[];const n=Object.entries(t).filter(([e,t])=>t===`write`&&!l.has(e)).map(([e])=>`${e}: write`);if(n.length===0)return[];return[(0,a.MB)(`permissions`,`${e} grants more than Countersign uses: ${n.join(`, `)}.`,`Take away ${n.join(`, `)}.`)]}function pinFindings(e,t){return t.map(usesOf).flatMap(t=>{if(t===``||t.startsWith(`./`)||t.startsWith(`docker://`)||o.test(t))return[];const n=`Write the full commit: uses: ${t.replace(/@.*$/,``)}@<40 hexadecimal digits> # ${t.split(`@`)[1]??`version`}`;return[(0,a.MB)(`pins`,`${e} uses ${t}, which somebody else can move.`,n)]})}function checkoutFindings(e,t,n){return t.filter(e=>usesOf(e).startsWith(`actions/checkout@`)).flatMap(t=>{const i=(0,r.O)(t[`with`])?t[`with`]:{};const o=plainText(i[`persist-credentials`]??`true`)!==`false`;const s=(0,a.MB)(`checkout`,`${e} leaves the token in the checkout, where other steps and programs find it.`,`Add persist-credentials: false to actions/checkout.`);const l=`${plainText(i[`ref`])} ${plainText(i[`repository`])}`;const u=(0,a.MB)(`pull_request_target`,`${e} runs on pull_request_target and checks out the pull request's head: a stranger's files beside the repository's secrets.`,`Leave out ref: (the action fetches the head by itself, as data), or run on pull_request.`);const d=n.includes(`pull_request_target`)&&c.test(l);return[...o?[s]:[],...d?[u]:[]]})}function plainText(e){return typeof e===`string`||typeof e===`boolean`||typeof e===`number`?String(e).trim():``}function concurrencyFindings(e,t){const n=t.some(e=>e!==undefined&&(0,r.O)(e)&&e[`cancel-in-progress`]===true);if(!n)return[];const i=`Write cancel-in-progress: false, or leave concurrency: out.`;return[(0,a.MB)(`concurrency`,`${e} cancels a run in progress: an answer to a card would end the run that waits for it.`,i)]}function triggersOf(e){if(typeof e===`string`)return[e];if(Array.isArray(e))return e.filter(e=>typeof e===`string`);return(0,r.O)(e)?Object.keys(e):[]}}),7067:((e,t,n)=>{n.d(t,{h:()=>checkPolicy,t:()=>loadPolicy});var r=n(21947);var i=n(36829);var a=n(90673);async function loadPolicy(e,t){const n=(0,a.O)(e,{file:t.file});if(!n.ok)return n;const{policy:o}=n;const s=await(0,i.T9)(o,t.world);if(s.length>0)return{ok:false,problems:s};const{knownTools:c}=t;const l=c===undefined?{}:{knownTools:c};return{ok:true,policy:o,warnings:(0,r.O)(()=>(0,i.GF)(o,l))}}async function checkPolicy(e,t){const n=await loadPolicy(e,t);if(!n.ok)return{ok:false,errors:n.problems.toSorted(byPlace),warnings:[]};return{ok:true,errors:[],warnings:(await n.warnings()).toSorted(byPlace)}}function byPlace(e,t){return e.line-t.line||e.column-t.column}}),35339:((e,t,n)=>{n.d(t,{f:()=>r,n:()=>presetText});const r=[`readonly`,`triage`,`review`,`fix`,`dependencies`,`release`];const i=`# Look, and say what was found. Nothing is changed, nothing leaves.
version: 1
mode: deny
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
sandbox: preferred
budget: { turns: 40, calls: 200, minutes: 15, tokens: 1M }
tests:
  - { call: fs_read(src/index.ts), expect: auto }
  - { call: fs_read(.env), expect: requireApproval }
  - { call: fs_read(.git/config), expect: deny }
  - { call: fs_write(src/index.ts), expect: deny }
  - { command: 'git log --oneline | head -20', expect: auto }
  - { command: 'grep -rn TODO src', expect: auto }
  - { command: 'cat .env', expect: requireApproval }
  - { command: 'ls; rm -rf src', expect: deny }
  - { call: bash_run(npm publish), expect: deny }
  - { call: web_fetch(example.com), expect: deny }
  - { call: github_comment, expect: deny }
`;const a=`# Read an issue, label it, answer it. Strangers write issues, so nothing else is possible.
version: 1
mode: deny
auto:
  - kind:readonly
  - github_comment
  - github_label
whenUntrusted:
  mode: deny
  auto:
    - github_comment
    - github_label
limits: { github_comment: 2, github_label: 10 }
budget: { turns: 20, calls: 100, minutes: 10, tokens: 500k }
tests:
  - { call: github_label, expect: auto }
  - { call: github_comment, untrusted: true, expect: auto }
  - { call: fs_read(README.md), untrusted: true, expect: auto }
  - { call: fs_write(README.md), expect: deny }
  - { call: bash_run(ls), untrusted: true, expect: deny }
  - { call: github_create_pull_request, expect: deny }
`;const o=`# Read a pull request and review it. Running its code asks.
version: 1
mode: ask
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - github_review
deny:
  - kind:write
  - bash_run(@forbidden)
  - bash_run(@privilege)
  - bash_run(@publish)
  - github_push_branch
whenUntrusted:
  mode: ask
  auto:
    - github_review
limits: { github_review: 1, github_comment: 2 }
budget: { turns: 40, calls: 200, minutes: 20, tokens: 1500k }
tests:
  - { call: github_review, untrusted: true, expect: auto }
  - { call: fs_read(src/index.ts), expect: auto }
  - { call: fs_edit(src/index.ts), expect: deny }
  - { call: bash_run(npm test), expect: requireApproval }
  - { command: 'git diff HEAD~1 -- src', expect: auto }
  - { command: 'sudo ls', expect: deny }
  - { call: github_push_branch, expect: deny }
  - { call: web_fetch(example.com), expect: requireApproval }
`;const s=`# Change the code and run its tests; what leaves the runner asks.
version: 1
mode: ask
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - rule: fs_write(**)
    except: ['.github/**', '**/package.json', '**/*.lock', '**/package-lock.json', '**/pnpm-lock.yaml']
  - rule: fs_edit(**)
    except: ['.github/**', '**/package.json', '**/*.lock', '**/package-lock.json', '**/pnpm-lock.yaml']
  - rule: fs_multi_edit(**)
    except: ['.github/**', '**/package.json', '**/*.lock', '**/package-lock.json', '**/pnpm-lock.yaml']
  - bash_run(npm test *)
  - bash_run(npm run lint *)
  - bash_run(npm run build *)
deny:
  - bash_run(@forbidden)
  - bash_run(@force-push)
  - bash_run(@history-rewrite)
  - bash_run(@privilege)
  - bash_run(@publish)
requireApproval:
  - rule: github_push_branch
    reason: What is pushed is seen by everybody.
  - rule: github_create_pull_request
    reason: A pull request asks people for their time.
limits: { github_comment: 3, github_create_pull_request: 1 }
budget: { turns: 80, calls: 400, minutes: 30, tokens: 3M, onLimit: ask }
tests:
  - { call: fs_edit(src/index.ts), expect: auto }
  - { call: fs_edit(src/index.ts), untrusted: true, expect: requireApproval }
  - { call: fs_write(package.json), expect: requireApproval }
  - { call: fs_edit(package.json), expect: requireApproval }
  - { call: fs_multi_edit(package.json), expect: requireApproval }
  - { call: fs_write(.github/workflows/ci.yml), expect: requireApproval }
  - { call: fs_write(.npmrc), expect: requireApproval }
  - { call: bash_run(npm test), expect: auto }
  - { call: bash_run(npm install), expect: requireApproval }
  - { command: 'npm test -- --watch=false && git status', expect: auto }
  - { command: 'git push -f', expect: deny }
  - { command: 'git push origin +main', expect: deny }
  - { command: 'env sudo make', expect: deny }
  - { command: 'echo x > .github/workflows/ci.yml', expect: requireApproval }
  - { call: bash_run(npm test), sandboxed: false, expect: requireApproval }
  - { call: github_create_pull_request, expect: requireApproval }
`;const c=`# Adapt the code to an update that a bot proposes. Its text is a stranger's; what may run all the same is said here.
version: 1
mode: ask
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - fs_edit(src/**)
  - fs_edit(test/**)
  - fs_multi_edit(src/**)
  - fs_multi_edit(test/**)
  - bash_run(npm test *)
  - bash_run(npm run build *)
deny:
  - bash_run(@forbidden)
  - bash_run(@force-push)
  - bash_run(@history-rewrite)
  - bash_run(@privilege)
  - bash_run(@publish)
requireApproval:
  - rule: github_push_branch
    reason: What is pushed is seen by everybody.
whenUntrusted:
  mode: ask
  auto:
    - bash_run(@readonly)
    - bash_run(@git-readonly)
    - fs_edit(src/**)
    - fs_edit(test/**)
    - fs_multi_edit(src/**)
    - fs_multi_edit(test/**)
    - bash_run(npm test *)
    - bash_run(npm run build *)
limits: { github_comment: 2, github_push_branch: 2 }
budget: { turns: 60, calls: 300, minutes: 30, tokens: 2M }
tests:
  - { call: fs_edit(src/index.ts), untrusted: true, expect: auto }
  - { call: fs_edit(package.json), untrusted: true, expect: requireApproval }
  - { call: fs_write(src/new.ts), untrusted: true, expect: requireApproval }
  - { call: bash_run(npm test), untrusted: true, expect: auto }
  - { call: bash_run(npm install left-pad), untrusted: true, expect: requireApproval }
  - { command: 'npm publish', untrusted: true, expect: deny }
  - { call: web_fetch(example.com), untrusted: true, expect: requireApproval }
  - { call: github_push_branch, untrusted: true, expect: requireApproval }
`;const l=`# Prepare a release; everything that makes it real is approved by two maintainers.
version: 1
mode: ask
plan: required
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - fs_edit(CHANGELOG.md)
deny:
  - bash_run(@forbidden)
  - bash_run(@force-push)
  - bash_run(@history-rewrite)
  - bash_run(@privilege)
requireApproval:
  - rule: bash_run(@publish)
    reason: What is published cannot be taken back.
  - rule: github_*
    reason: It is seen outside of this run.
approvals: { from: [maintain, admin], count: 2, self: false, wait: 10m, then: suspend, expire: 3d }
whenUntrusted: deny
sandbox: required
limits: { github_create_pull_request: 1, github_push_branch: 2 }
budget: { turns: 60, calls: 200, minutes: 30, tokens: 2M }
tests:
  - { call: fs_edit(CHANGELOG.md), expect: auto }
  - { call: fs_edit(package.json), expect: requireApproval }
  - { call: fs_edit(CHANGELOG.md), untrusted: true, expect: deny }
  - { call: bash_run(npm publish), expect: requireApproval }
  - { call: github_create_pull_request, expect: requireApproval }
`;const u={readonly:i,triage:a,review:o,fix:s,dependencies:c,release:l};function presetText(e,t={}){const n=t.schemaUrl===undefined?``:`# yaml-language-server: $schema=${t.schemaUrl}\n`;return`${n}${u[e]}`}}),92557:((e,t,n)=>{n.d(t,{H:()=>matchesName,m:()=>matchesParts});function matchesParts(e,t){const n=t[0]??``;if(t.length<2)return e===n;const r=t[t.length-1]??``;if(e.length<n.length+r.length)return false;if(!e.startsWith(n)||!e.endsWith(r))return false;const i=e.length-r.length;let a=n.length;for(const n of t.slice(1,-1)){const t=e.indexOf(n,a);if(t===-1||t+n.length>i)return false;a=t+n.length}return a<=i}function matchesName(e,t){return t.includes(`*`)?matchesParts(e,t.split(`*`)):e===t}}),21065:((e,t,n)=>{n.d(t,{k:()=>displayDiff,W:()=>unifiedDiff});var r=n(37291);var i=n(91497);;const a=4096;function differingPart(e,t,n){const r=commonStart(e,t);const i=linesBack(e,r,n);const a=linesOn(e,e.length-commonEnd(e,t,r),n);return{before:e.slice(i,a),after:t.slice(i,t.length-(e.length-a)),linesBefore:countLines(e,i)}}function commonStart(e,t){const n=Math.min(e.length,t.length);let r=0;while(r+a<=n&&block(e,r)===block(t,r))r+=a;while(r<n&&e[r]===t[r])r+=1;return r}function commonEnd(e,t,n){const r=Math.min(e.length,t.length)-n;let i=0;const last=e=>block(e,e.length-i-a);while(i+a<=r&&last(e)===last(t))i+=a;while(i<r&&e.at(-1-i)===t.at(-1-i))i+=1;return i}function block(e,t){return e.slice(t,t+a)}function linesBack(e,t,n){let r=startOfLine(e,t);for(let t=0;t<n&&r>0;t+=1)r=startOfLine(e,r-1);return r}function startOfLine(e,t){return t===0?0:e.lastIndexOf(`
`,t-1)+1}function linesOn(e,t,n){let r=t;for(let t=0;t<=n;t+=1){const t=e.indexOf(`
`,r);if(t===-1)return e.length;r=t+1}return r}function countLines(e,t){let n=0;for(let r=e.indexOf(`
`);r!==-1&&r<t;r=e.indexOf(`
`,r+1))n+=1;return n};const o=3;const s=2e3;const c=300;const l=3e4;function unifiedDiff(e){return e.map(e=>diffOf(e,s)).join(`
`)}function displayDiff(e){const t=e.map(e=>diffOf(e,c)).join(`
`);if(t.length<=l)return t;return e.map(({path:e})=>`${(0,i.RK)(e)}: changed, too much to show here`).join(`
`)}function diffOf({path:e,before:t,after:n},a){const s=(0,i.RK)(e).replaceAll(/[\n\t]/g,` `);const c=t===null?`/dev/null`:`a/${s}`;const l=`b/${s}`;if(t===n)return`--- ${c}\n+++ ${l}\n(no change)`;const u=differingPart(t??``,n,o);const d=(0,r.YB)(c,l,u.before,u.after,undefined,undefined,{context:o,timeout:a});if(d!==undefined){for(const e of d.hunks){e.oldStart+=u.linesBefore;e.newStart+=u.linesBefore}return(0,r.Gu)(d).replace(/^=+\n/,``).replace(/\n$/,``)}return[`--- ${c}`,`+++ ${l}`,...marked(`-`,t??``),...marked(`+`,n)].join(`
`)}function marked(e,t){return t.split(`
`).map(t=>e+t)}})};