export const id=8916;export const ids=[8916];export const modules={66117:((e,t,n)=>{n.d(t,{D:()=>linesOf});var r=n(80481);function linesOf(e){let t=(0,r.createInterface)({input:e,terminal:!1}),n=[],i=!1,a;return t.on(`line`,e=>{n.push(e),a?.()}),t.on(`close`,()=>{i=!0,a?.()}),{next:async e=>(e.throwIfAborted(),n.length===0&&!i&&await untilWoken(e,e=>void(a=e)),e.throwIfAborted(),n.shift()??null),close:()=>t.close()}}function untilWoken(e,t){let{promise:n,resolve:r}=Promise.withResolvers(),done=()=>r();return e.addEventListener(`abort`,done,{once:!0}),t(done),n.finally(()=>e.removeEventListener(`abort`,done))}}),18121:((e,t,n)=>{n.d(t,{d:()=>canonicalJson,E:()=>wellFormed});function serializeString(e){if(!e.isWellFormed())throw Error(`Lone surrogate is not allowed`);return JSON.stringify(e)}function serializePrimitive(e){switch(typeof e){case`number`:if(isNaN(e))throw Error(`NaN is not allowed`);if(!isFinite(e))throw Error(`Infinity is not allowed`);return JSON.stringify(e);case`string`:return serializeString(e);case`boolean`:return e?`true`:`false`;default:return JSON.stringify(e)}}function enterValue(e,t){let n=null;for(;typeof e==`object`&&e&&typeof e.toJSON==`function`;){if(t.has(e))throw Error(`Circular reference detected`);t.add(e),(n??=[]).push(e),e=e.toJSON()}if((e instanceof Number||e instanceof String||e instanceof Boolean)&&(e=e.valueOf()),typeof e!=`object`||!e){if(n!==null)for(let e of n)t.delete(e);return serializePrimitive(e)}if(t.has(e))throw Error(`Circular reference detected`);return t.add(e),{container:e,keys:Array.isArray(e)?null:Object.keys(e).sort(),index:0,first:!0,wrappers:n}}function canonicalize(e){if(typeof e!=`object`||!e)return serializePrimitive(e);let t=new Set,n=enterValue(e,t);if(typeof n!=`object`)return n;let r=n.keys===null?`[`:`{`,i=[n];outer:for(;i.length>0;){let e=i[i.length-1],n=e.container;if(e.keys===null){for(;e.index<n.length;){let a=e.index++;a>0&&(r+=`,`);let o=n[a],s=o===void 0||typeof o==`symbol`||typeof o==`function`?null:o;if(typeof s!=`object`||!s){r+=serializePrimitive(s);continue}let c=enterValue(s,t);if(typeof c!=`object`){r+=c===void 0?`null`:c;continue}r+=c.keys===null?`[`:`{`,i.push(c);continue outer}r+=`]`}else{let a=e.keys;for(;e.index<a.length;){let o=a[e.index++],s=n[o];if(s===void 0||typeof s==`symbol`||typeof s==`function`)continue;if(typeof s!=`object`||!s){e.first?e.first=!1:r+=`,`,r+=serializeString(o)+`:`+serializePrimitive(s);continue}let c=enterValue(s,t);if(c!==void 0){if(e.first?e.first=!1:r+=`,`,r+=serializeString(o)+`:`,typeof c!=`object`){r+=c;continue}r+=c.keys===null?`[`:`{`,i.push(c);continue outer}}r+=`}`}if(t.delete(n),e.wrappers!==null)for(let n of e.wrappers)t.delete(n);i.pop()}return r}var r=n(45145);function canonicalJson(e){if(isPlain(e))return JSON.stringify(e);let t=attempt(e);if(t===void 0)throw new r.W(`internal`,`A value has no canonical JSON form.`);return t}function isPlain(e){return typeof e==`string`?e.isWellFormed():typeof e==`number`?Number.isFinite(e):e===null||typeof e==`boolean`}function attempt(e){try{return canonicalize(e)}catch(e){throw new r.W(`internal`,`A value has no canonical JSON form.`,{cause:e})}}function wellFormed(e){return e.toWellFormed()}}),30742:((e,t,n)=>{n.d(t,{o:()=>digestOf,s:()=>sha256});var r=n(77598),i=n(18121);function sha256(e){return(0,r.hash)(`sha256`,e,`hex`)}function digestOf(e){return sha256((0,i.d)(e))}}),57752:((e,t,n)=>{n.d(t,{d:()=>r});let r={jitless:!0}}),10768:((e,t,n)=>{n.d(t,{O:()=>isJsonObject});function isJsonObject(e){return typeof e==`object`&&!!e&&!Array.isArray(e)}}),21947:((e,t,n)=>{n.d(t,{O:()=>once,b:()=>onceFor});function once(e){let t;return()=>(t??={value:e()}).value}function onceFor(e){let t=new Map;return(...n)=>{let r=JSON.stringify(n),i=t.get(r)??e(...n);return t.set(r,i),i}}}),81120:((e,t,n)=>{n.d(t,{L5:()=>unknown,MB:()=>bad,uw:()=>good});function good(e,t){return{check:e,level:`ok`,found:t,change:null}}function bad(e,t,n){return{check:e,level:`problem`,found:t,change:n}}function unknown(e,t,n=null){return{check:e,level:`unknown`,found:t,change:n}}}),31314:((e,t,n)=>{n.r(t),n.d(t,{initCommands:()=>q});var r=n(51455),i=n(76760),a=n(45145),o=n(91497),s=n(7067),c=n(64898),l=n(21065),u=n(81120),d=n(66117);let f=[`comments`,`triage`,`review`,`fix-ci`,`dependencies`,`maintenance`,`release-notes`,`two-jobs`,`resume`];var p=n(35339);let m=`.github/countersign.yml`,policyOf=e=>`.github/countersign/${e}.yml`,h={"anthropic-api-key":"${{ secrets.ANTHROPIC_API_KEY }}"},g={kind:`checkout`},_={name:`contents`,level:`read`,why:`to read the policy and the files of the checkout`},v={name:`contents`,level:`write`,why:`to read the policy, and to push a branch once that is approved`},y={name:`issues`,level:`write`,why:`to ask by comment, to show progress, to read answers`},b={name:`pull-requests`,level:`write`,why:`the same on pull requests, and to open one once that is approved`},x={name:`actions`,level:`read`,why:`to take a suspended run up from its artifact, and to read the logs of CI`},S={name:`statuses`,level:`read`,why:`to read what services say of a commit`},C={name:`checks`,level:`write`,why:`to show the outcome on the commit, and to read what CI says of it`},w={name:`checks`,level:`read`,why:`to read what CI says of a pull request`},T=[`startsWith(github.event.comment.body, '/approve') ||`,`startsWith(github.event.comment.body, '/deny') ||`,`startsWith(github.event.comment.body, '/answer') ||`,`startsWith(github.event.comment.body, '/cancel') ||`,`startsWith(github.event.comment.body, '/resume')`],E=`Set the repository secret ANTHROPIC_API_KEY.`,D=`Protect the default branch and require reviews for .github/: whoever can push there changes the policy.`,O=`Under Settings, Actions, General, allow GitHub Actions to create pull requests, if the agent is to open them.`,k=`Add the recipe resume: it takes the run up when somebody answers its card.`,A={name:`resume`,title:`Resume`,about:`Takes runs up that were suspended to wait for an answer, when somebody answers their card.`,notes:[`For workflows that do not listen to comments themselves; each is named in resume-workflows, and its job is called agent.`,`A run goes on under the policy that it began with, or not at all.`],preset:`fix`,policyPath:m,on:[`issue_comment:`,`  types: [created]`],permissions:[v,y,b,x,C,S],concurrency:{group:"resume-${{ github.event.comment.id }}",why:`Each answer is a run of its own; only the first that sees a card decided goes on with its run.`},jobs:[{id:`agent`,if:T,timeoutMinutes:60,steps:[g,{kind:`agent`,with:{...h,policy:m,"resume-workflows":[`review`,`fix-ci`,`dependencies`,`maintenance`].map(e=>`.github/workflows/${e}.yml`).join(`, `)}}]}],next:[E,D,`Name the workflows that it serves in resume-workflows.`]},j={name:`two-jobs`,title:`Countersign, two jobs`,about:`The agent works with a token that can only read; another job pushes what was approved.`,notes:[`The job apply believes nothing that the job agent says: it verifies the trail and the digest of the changes,`,`judges each changed file by the policy, asks for the push and the pull request, and does both itself.`],preset:`fix`,policyPath:m,on:[`issue_comment:`,`  types: [created]`],permissions:[_],concurrency:{group:"two-jobs-${{ github.event.comment.id }}",why:`Each comment is a run of its own: answers and the comments that a run writes end nothing.`},jobs:[{id:`agent`,if:[`contains(github.event.comment.body, '/countersign')`],permissions:[_,{name:`issues`,level:`read`,why:`to read the issue and its comments`},{name:`pull-requests`,level:`read`,why:`to read the pull request and its comments`},w],timeoutMinutes:60,outputs:{artifact:"${{ steps.countersign.outputs.audit-artifact-name }}",head:"${{ steps.countersign.outputs.audit-head }}",changes:"${{ steps.countersign.outputs.changes-sha256 }}"},steps:[g,{kind:`agent`,with:{...h,policy:m,approvals:`fail`,"tracking-comment":`off`,"check-run":`false`,"system-prompt":`You cannot push, comment or open a pull request here: leave your changes in the work tree. Another job asks people about them and applies them.`}}]},{id:`apply`,needs:`agent`,if:[`!cancelled() && (needs.agent.outputs.changes != '' ||`,...T.slice(0,-1),`${T.at(-1)})`],permissions:[v,y,b,{...x,why:`to download the changes, and to take a suspended run up`},C],timeoutMinutes:30,steps:[g,{kind:`agent`,with:{mode:`apply`,policy:m,"apply-artifact":"${{ needs.agent.outputs.artifact }}","apply-head":"${{ needs.agent.outputs.head }}","state-key":"${{ secrets.COUNTERSIGN_STATE_KEY }}"}}]}],next:[E,`Set the repository secret COUNTERSIGN_STATE_KEY to at least 16 random characters: the job apply has no other key.`,D,O,`Comment on an issue: /countersign fix this and run the tests`]},M=[`workflow_run:`,`  workflows: [CI] # the name of your workflow`,`  types: [completed]`],N=[`github.event.workflow_run.conclusion == 'failure' &&`,`github.event.workflow_run.head_repository.full_name == github.repository &&`],P=`Change the name CI under workflows: to that of the workflow that is to be green.`,F={name:`fix-ci`,title:`Fix CI`,about:`Finds out why CI failed on a branch of this repository, and offers a fix.`,notes:[`Runs of forks start nothing: their logs and branches are by strangers, and this event has the secrets.`,`Asks on the pull request; where the branch has none, on an issue that it opens.`,`What is pushed with the token of a job starts no workflow, so a fix never starts the next one by itself.`],preset:`fix`,policyPath:m,on:M,permissions:[v,y,b,x,C,S],concurrency:{group:"fix-ci-${{ github.event.workflow_run.head_branch }}",why:`One run for each branch at a time; a newer failure waits for it and takes the place of one that waits.`},jobs:[{id:`agent`,if:[...N,`github.event.workflow_run.actor.type != 'Bot'`],timeoutMinutes:60,steps:[g,{kind:`agent`,with:{...h,policy:m,"approval-issue":`create`,prompt:["CI failed: ${{ github.event.workflow_run.html_url }}, on the branch ${{ github.event.workflow_run.head_branch }}.",`Read the log of the job that failed, find the cause, and mend it with the smallest change that does.`,`Run the tests that failed. Then push the change; where there is no pull request, open one.`,`Where the cause is not in this repository, change nothing and say what it is.`].join(`
`)}}]}],next:[E,D,O,P,k]},I={kind:`run`,name:`Install, without running what is installed`,run:`npm ci --ignore-scripts`},L={name:`dependencies`,title:`Keep updates green`,about:`Adapts the code where a dependency update by Dependabot or Renovate fails CI.`,notes:[`A bot has no write access here, so its pull request is text by a stranger; the policy says what runs all the same.`,`On workflow_run, because GitHub gives runs that Dependabot starts itself no secrets.`],preset:`dependencies`,policyPath:policyOf(`dependencies`),on:M,permissions:[v,y,b,x,C,S],concurrency:{group:"dependencies-${{ github.event.workflow_run.head_branch }}",why:`One run for each update at a time; a newer failure waits for it and takes the place of one that waits.`},jobs:[{id:`agent`,if:[...N,`contains(fromJSON('["dependabot[bot]", "renovate[bot]"]'), github.event.workflow_run.actor.login)`],timeoutMinutes:60,steps:[{kind:`checkout`,with:{ref:"${{ github.event.workflow_run.head_sha }}"}},I,{kind:`agent`,with:{...h,policy:policyOf(`dependencies`),"allow-actors":`dependabot[bot], renovate[bot]`,prompt:["This pull request updates a dependency, and CI failed: ${{ github.event.workflow_run.html_url }}.",`Read the log of the job that failed. Adapt the code of this repository to the new version,`,`run the tests, and push the change to the branch of the pull request.`,`Do not change the version, and do not weaken a test. Where that is not possible, say why.`].join(`
`)}}]}],next:[E,D,P,`Change the step that installs, if this is no npm project.`,k]},R={name:`maintenance`,title:`Maintenance`,about:`Looks after the repository every week, and asks on an issue before anything leaves the runner.`,notes:[`The issue is opened when the first call needs somebody; answers on it wake the run.`],preset:`fix`,policyPath:m,on:[`schedule:`,`  - cron: '17 4 * * 1' # Mondays`,`workflow_dispatch:`],permissions:[v,y,b,x,C,S],concurrency:{group:`maintenance`,why:`One at a time; a run that waits for an answer is never cancelled.`},jobs:[{id:`agent`,timeoutMinutes:60,steps:[g,{kind:`agent`,with:{...h,policy:m,"approval-issue":`create`,prompt:[`Look after this repository: dead links in the documentation, TODOs whose reason is gone,`,`tests that are skipped without one. Mend the one thing that is worth most, and run the tests.`,`Then push a branch and open a pull request. Where nothing is worth it, change nothing.`].join(`
`)}}]}],next:[E,D,O,k,`Say in the prompt what is to be looked after.`]},z={name:`release-notes`,title:`Release notes`,about:`Writes the notes of a version when its tag is pushed, as the draft of a release.`,notes:[`The agent only reads. Another job makes the draft from what it wrote; a person reads and publishes it.`],preset:`readonly`,policyPath:policyOf(`release-notes`),on:[`push:`,`  tags: ['v*']`,`workflow_dispatch:`,`  inputs:`,`    tag:`,`      description: The tag that the notes are for`,`      required: true`],permissions:[_],concurrency:{group:"release-notes-${{ inputs.tag || github.ref_name }}",why:`One run for each tag.`},jobs:[{id:`agent`,timeoutMinutes:20,outputs:{outcome:"${{ steps.countersign.outputs.outcome }}",notes:"${{ steps.countersign.outputs.summary }}"},steps:[{kind:`checkout`,with:{"fetch-depth":`0`,ref:"${{ inputs.tag || github.ref }}"}},{kind:`agent`,with:{...h,policy:policyOf(`release-notes`),approvals:`fail`,"check-run":`false`,prompt:["Write the release notes of ${{ inputs.tag || github.ref_name }}: what changed since the tag before it,",`for people who use this project. Read the commits between the two and what they changed.`,`Group by what it means to users; leave out what nobody notices. Name what breaks first.`,`Finish with the notes, as Markdown, as the summary.`].join(`
`)}}]},{id:`draft`,needs:`agent`,if:[`needs.agent.outputs.outcome == 'done'`],permissions:[{name:`contents`,level:`write`,why:`to make the draft of the release`}],timeoutMinutes:5,steps:[{kind:`run`,name:`Make the draft`,env:{GH_TOKEN:"${{ github.token }}",NOTES:"${{ needs.agent.outputs.notes }}",TAG:"${{ inputs.tag || github.ref_name }}"},run:`gh release create "$TAG" --repo "$GITHUB_REPOSITORY" --draft --verify-tag --title "$TAG" --notes "$NOTES"`}]}],next:[E,D,`Push a tag, then read the draft under Releases and publish it.`]},B={comments:{name:`comments`,title:`Countersign`,about:`Answers comments that begin a line with /countersign, on issues and pull requests.`,notes:[`Who asks must have write access. The agent changes files and runs tests; what leaves the runner is asked for.`,`Pull requests from forks: a maintainer comments. The files are then those of the fork, the policy is not.`],preset:`fix`,policyPath:m,on:[`issue_comment:`,`  types: [created]`],permissions:[v,y,b,x,C,S],concurrency:{group:"countersign-${{ github.event.comment.id }}",why:`Each comment is a run of its own: answers and the comments that a run writes end nothing.`},jobs:[{id:`agent`,if:[`contains(github.event.comment.body, '/countersign') ||`,...T],timeoutMinutes:60,steps:[g,{kind:`agent`,with:{...h,policy:m}}]}],next:[E,D,O,`Comment on an issue: /countersign fix this and run the tests`]},triage:{name:`triage`,title:`Triage`,about:`Labels and answers new issues, whoever opened them.`,notes:[`Strangers write issues: the policy lets the agent read, label and comment, and nothing else, so nobody is asked.`],preset:`triage`,policyPath:policyOf(`triage`),on:[`issues:`,`  types: [opened]`],permissions:[_,{name:`issues`,level:`write`,why:`to label issues and to comment on them`}],concurrency:{group:"triage-${{ github.event.issue.number }}",why:`One run for each issue.`},jobs:[{id:`agent`,timeoutMinutes:15,steps:[g,{kind:`agent`,with:{...h,policy:policyOf(`triage`),"run-for":`anyone`,approvals:`fail`,"tracking-comment":`off`,"check-run":`false`,prompt:[`Triage this issue. Read it and the code that it is about.`,`Put on the labels of this repository that fit.`,`Where something is missing to work on it (a version, steps, a log), ask for it in one short comment.`,`Where it is clear, do not comment.`].join(`
`)}}]}],next:[E,D,`Open an issue.`]},review:{name:`review`,title:`Review`,about:`Reviews pull requests of this repository when they are opened or ready.`,notes:[`Pull requests from forks get no secrets; with the recipe comments, a maintainer writes "/countersign review this".`],preset:`review`,policyPath:policyOf(`review`),on:[`pull_request:`,`  types: [opened, reopened, ready_for_review]`],permissions:[_,{name:`issues`,level:`read`,why:`to read the issues that the pull request names`},{name:`pull-requests`,level:`write`,why:`to review, to ask by comment, to show progress`},x,C,S],concurrency:{group:"review-${{ github.event.pull_request.number }}",why:`One review of a pull request at a time; a run that goes on is never cancelled.`},jobs:[{id:`agent`,if:[`github.event.pull_request.head.repo.full_name == github.repository &&`,`!github.event.pull_request.draft && github.event.pull_request.user.type != 'Bot'`],timeoutMinutes:30,steps:[g,{kind:`agent`,with:{...h,policy:policyOf(`review`),"tracking-comment":`sticky`,prompt:[`Review this pull request. Look for what is wrong, not for what is a matter of taste.`,`Say each finding on the line that it is about, with what happens and what to write instead.`,`Say so where you found nothing.`].join(`
`)}}]}],next:[E,D,k,`Open a pull request from a branch of this repository.`]},"fix-ci":F,dependencies:L,maintenance:R,"release-notes":z,"two-jobs":j,resume:A};function recipeOf(e){return B[e]}function workflowPath(e){return`.github/workflows/${e.name}.yml`}function policyText(e,t){return(0,p.n)(e.preset,{schemaUrl:t})}function personAt(e){if(!process.stdin.isTTY||!process.stderr.isTTY)return null;let t=(0,d.D)(process.stdin);return{recipe:()=>askForRecipe(e,t),yes:async n=>(e.err(`${n} [y/N] `),/^y(?:es)?$/i.test((await next(t)).trim())),close:()=>t.close()}}async function askForRecipe(e,t){e.err(`What for?

`);for(let[t,n]of f.entries())e.err(`  ${t+1}  ${n.padEnd(14)}${recipeOf(n).about}\n`);for(let n=0;n<5;n+=1){e.err(`
Number or name: `);let n=(await next(t)).trim(),r=f.find((e,t)=>e===n||String(t+1)===n);if(r!==void 0)return r;e.err(`${(0,o.RK)(n)} is none of them.\n`)}throw new a.W(`input-invalid`,`No recipe was named.`,{fix:`Write one of: ${f.join(`, `)}.`})}async function next(e){let t=await e.next(new AbortController().signal);if(t!==null)return t;throw new a.W(`input-invalid`,`The input ended before the question was answered.`,{fix:`Answer it, or pass --recipe NAME --yes.`})}let V={commit:`81c7cfc6bc267f3753b22d8fb86e0801a926abf8`,version:`v0.1.0`},H=/^[A-Za-z./$][A-Za-z0-9 ./${}_@,-]*$/,U=/^(?:true|false|yes|no|on|off|null)$/i;function workflowText(e){return`${[...[e.about,...e.notes].map(e=>`# ${e}`),`name: ${e.title}`,`on:`,...indented(1,e.on),``,`permissions:`,...indented(1,e.permissions.map(permissionLine)),``,`# ${e.concurrency.why}`,`concurrency:`,`  group: ${e.concurrency.group}`,`  cancel-in-progress: false`,``,`jobs:`,...e.jobs.flatMap(e=>indented(1,jobLines(e)))].join(`
`)}\n`}function permissionLine({name:e,level:t,why:n}){return`${e}: ${t} # ${n}`}function jobLines(e){return[`${e.id}:`,...indented(1,[...e.needs===void 0?[]:[`needs: ${e.needs}`],...e.if===void 0?[]:[`if: >-`,...indented(1,e.if)],...e.permissions===void 0?[]:[`permissions:`,...indented(1,e.permissions.map(permissionLine))],`runs-on: ubuntu-24.04`,`timeout-minutes: ${e.timeoutMinutes}`,...e.outputs===void 0?[]:[`outputs:`,...indented(1,pairs(e.outputs))],`steps:`,...e.steps.flatMap(e=>indented(1,stepLines(e)))])]}function stepLines(e){switch(e.kind){case`checkout`:return[`- uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0`,`  with:`,`    persist-credentials: false # the agent's commands must not find a token in .git/config`,...indented(2,pairs(e.with??{}))];case`agent`:return[`- id: countersign`,`  uses: countersign/countersign@${V.commit} # ${V.version}`,`  with:`,...indented(2,pairs(e.with))];case`run`:return[`- name: ${e.name}`,...e.env===void 0?[]:[`  env:`,...indented(2,pairs(e.env))],`  run: ${e.run}`]}}function pairs(e){return Object.entries(e).flatMap(([e,t])=>t.includes(`
`)?[`${e}: |`,...indented(1,t.split(`
`))]:[`${e}: ${scalar(t)}`])}function scalar(e){return H.test(e)&&!U.test(e)?e:`'${e.replaceAll(`'`,`''`)}'`}function indented(e,t){return t.map(t=>t===``?``:`${`  `.repeat(e)}${t}`)}async function planRecipe(e,t){let n=[{kind:`workflow`,path:workflowPath(e),text:workflowText(e)},{kind:`policy`,path:e.policyPath,text:policyText(e,t.schemaUrl)}];return await Promise.all(n.map(async e=>({...e,before:await textAt(t.root,e.path)})))}async function textAt(e,t){let n=(0,i.join)(e,t),o=await(0,r.stat)(n).catch(()=>null);if(o===null)return null;if(o.isFile()&&o.size<=1048576)return await(0,r.readFile)(n,`utf8`);throw new a.W(`input-invalid`,`${t} is there and is no file of text.`,{fix:`Move it away, or name another folder with --dir.`})}async function writePlanned(e,t){let n=(0,i.join)(e,t.path);try{await(0,r.mkdir)((0,i.dirname)(n),{recursive:!0}),await(0,r.writeFile)(n,t.text,{flag:t.before===null?`wx`:`w`})}catch(e){throw new a.W(`input-invalid`,`${t.path} could not be written.`,{fix:`See that the folder can be written to, and that nobody else made the file just now.`,cause:e})}}var W=n(61586),G=n(89230),K=n(15896);let q=[{name:`init`,summary:`Ask what for, write the workflow and the policy for it, and check them`,options:[{flags:`--recipe <name>`,summary:`what for: ${f.join(`, `)}`},{flags:`--dir <dir>`,summary:`the repository's root`,default:`.`},{flags:`--yes`,summary:`write new files without asking`},{flags:`--overwrite`,summary:`with --yes: files that are there and differ, too`}],examples:[`countersign init`,`countersign init --recipe triage --yes`],run:init}];async function init(e,t){let n=await rootOf(e,t),r=recipeNamed(e),i=(0,G.IL)(e,`yes`)?null:personAt(t);if(i===null&&(r===null||!(0,G.IL)(e,`yes`)))throw nobodyToAsk((0,G.IL)(e,`yes`));try{let a=r??recipeOf(await i?.recipe()??`comments`),o=await planRecipe(a,{root:n,schemaUrl:W.c}),s=await settle(o,{root:n,person:i,call:e,io:t});return tell({recipe:a,done:s,findings:await check(o,s)},e,t)}finally{i?.close()}}async function rootOf(e,t){let n=(0,i.resolve)(t.cwd,(0,G.vU)(e,`dir`)??`.`);if((await(0,r.stat)(n).catch(()=>null))?.isDirectory()===!0)return n;throw new a.W(`input-invalid`,`--dir ${(0,o.RK)(n)} is no folder.`,{fix:`Name the root of a checkout.`})}function recipeNamed(e){let t=(0,G.vU)(e,`recipe`);if(t===null)return null;let n=f.find(e=>e===t);if(n!==void 0)return recipeOf(n);throw new a.W(`input-invalid`,`There is no recipe ${JSON.stringify(t)}.`,{fix:`Write one of: ${f.join(`, `)}.`})}function nobodyToAsk(e){let t=e?`--yes asks nothing, not even what for.`:`There is no terminal to ask at.`;return new a.W(`input-invalid`,t,{fix:`Pass --recipe NAME --yes; NAME is one of: ${f.join(`, `)}.`})}async function settle(e,t){let n=[];for(let r of e)n.push({file:r,path:r.path,did:await fateOf(r,t)});let r=n.filter(({did:e})=>e===`kept`);if(t.person===null&&r.length>0)throw new a.W(`input-invalid`,`${r.map(({path:e})=>e).join(` and `)} would be overwritten; nothing was written.`,{fix:`Pass --overwrite too, or move away what is there.`});for(let{file:e,did:r}of n)r===`written`&&await writePlanned(t.root,e);return n.map(({path:e,did:t})=>({path:e,did:t}))}async function fateOf(e,t){let{path:n,text:r,before:i}=e;return i===r?`unchanged`:(i!==null&&t.io.err(`${(0,o.RK)((0,l.W)([{path:n,before:i,after:r}]))}\n\n`),(t.person===null?i===null||(0,G.IL)(t.call,`overwrite`):await t.person.yes(i===null?`Write ${n}?`:`Overwrite ${n}?`))?`written`:i===null?`skipped`:`kept`)}async function check(e,t){let n=e.map(async e=>{let{did:n}=t.find(({path:t})=>t===e.path)??{},r=n===`kept`?e.before:e.text;return n===`skipped`||r===null?[(0,u.L5)(e.kind,`${e.path} was not written.`)]:e.kind===`workflow`?(0,K.r)(e.path,r):[await policyFinding(e.path,r)]});return(await Promise.all(n)).flat()}async function policyFinding(e,t){let{errors:n}=await(0,s.h)(t,{file:e,knownTools:c.M}),[r]=n;return r===void 0?(0,u.uw)(`policy`,`${e} is valid, and its own tests pass.`):(0,u.MB)(`policy`,`${e}:${r.line}:${r.column}: ${r.message}`,r.fix)}function tell(e,t,n){let{recipe:r,done:i,findings:a}=e,s=[`Read both files, and commit them to the default branch.`,...r.next];if(t.json)n.out(`${JSON.stringify({recipe:r.name,files:i,findings:a,next:s},null,2)}\n`);else{for(let{path:e,did:t}of i)n.out(`${t.padEnd(10)}${e}\n`);for(let{level:e,found:t,change:r}of a){let i=r===null?``:`\n          -> ${(0,o.RK)(r)}`;n.out(`${(e===`ok`?`checked`:e).padEnd(10)}${(0,o.RK)(t)}${i}\n`)}n.out(`\nNext:\n${s.map((e,t)=>`${t+1}. ${e}`).join(`
`)}\n`)}return a.some(({level:e})=>e===`problem`)?G.dc.no:G.dc.ok}}),61586:((e,t,n)=>{n.d(t,{c:()=>r});let r=`https://raw.githubusercontent.com/countersign/countersign/v${n(7844).x}/schema/policy.schema.json`}),15896:((e,t,n)=>{n.d(t,{r:()=>lintWorkflow});var r=n(10768),i=n(53357),a=n(81120);let o=/@[0-9a-f]{40}$/,s=/(?:^|\/)countersign(?:\/[^@]*)?@/i,c=/github\.(?:event\.pull_request\.head|head_ref)|refs\/pull\//,l=new Set([`contents`,`issues`,`pull-requests`,`actions`,`id-token`,`attestations`,`checks`]);function lintWorkflow(e,t){let n=(0,i.hN)(t);if(!n.ok){let r=n.problems[0],i=r===void 0?``:`:${r.line}:${r.column}`;return s.test(t)?[(0,a.MB)(`workflow`,`${e}${i} is not YAML.`,r?.fix??`Mend it.`)]:[]}let o=n.located?.value;if(!(0,r.O)(o))return[];let c=jobsOf(o).filter(({steps:e})=>e.some(isOurs)),l=c.flatMap(t=>lintJob(e,o,t));return c.length>0&&l.length===0?[(0,a.uw)(`workflow`,`${e} has nothing to change.`)]:l}function jobsOf(e){let t=e.jobs;return(0,r.O)(t)?Object.entries(t).flatMap(([e,t])=>(0,r.O)(t)?[{name:e,job:t,steps:Array.isArray(t.steps)?t.steps.filter(e=>(0,r.O)(e)):[]}]:[]):[]}function usesOf(e){let{uses:t}=e;return typeof t==`string`?t:``}function isOurs(e){if(s.test(usesOf(e)))return!0;let t=e.with;return usesOf(e)===`./`&&(0,r.O)(t)&&`approvals`in t}function lintJob(e,t,n){let r=`${e}, job ${n.name}`;return[...permissionFindings(r,n.job.permissions??t.permissions),...pinFindings(r,n.steps),...checkoutFindings(r,n.steps,triggersOf(t.on)),...concurrencyFindings(r,[n.job.concurrency,t.concurrency])]}function permissionFindings(e,t){if(t===void 0)return[(0,a.MB)(`permissions`,`${e} has no permissions: block, so its token has the repository's default.`,`Write a permissions: block with what the action needs: contents: read, issues: write, pull-requests: write.`)];if(t===`write-all`)return[(0,a.MB)(`permissions`,`${e} has permissions: write-all.`,`Name each permission that is needed.`)];if(!(0,r.O)(t))return[];let n=Object.entries(t).filter(([e,t])=>t===`write`&&!l.has(e)).map(([e])=>`${e}: write`);return n.length===0?[]:[(0,a.MB)(`permissions`,`${e} grants more than Countersign uses: ${n.join(`, `)}.`,`Take away ${n.join(`, `)}.`)]}function pinFindings(e,t){return t.map(usesOf).flatMap(t=>{if(t===``||t.startsWith(`./`)||t.startsWith(`docker://`)||o.test(t))return[];let n=`Write the full commit: uses: ${t.replace(/@.*$/,``)}@<40 hexadecimal digits> # ${t.split(`@`)[1]??`version`}`;return[(0,a.MB)(`pins`,`${e} uses ${t}, which somebody else can move.`,n)]})}function checkoutFindings(e,t,n){return t.filter(e=>usesOf(e).startsWith(`actions/checkout@`)).flatMap(t=>{let i=(0,r.O)(t.with)?t.with:{},o=plainText(i[`persist-credentials`]??`true`)!==`false`,s=(0,a.MB)(`checkout`,`${e} leaves the token in the checkout, where other steps and programs find it.`,`Add persist-credentials: false to actions/checkout.`),l=`${plainText(i.ref)} ${plainText(i.repository)}`,u=(0,a.MB)(`pull_request_target`,`${e} runs on pull_request_target and checks out the pull request's head: a stranger's files beside the repository's secrets.`,`Leave out ref: (the action fetches the head by itself, as data), or run on pull_request.`),d=n.includes(`pull_request_target`)&&c.test(l);return[...o?[s]:[],...d?[u]:[]]})}function plainText(e){return typeof e==`string`||typeof e==`boolean`||typeof e==`number`?String(e).trim():``}function concurrencyFindings(e,t){return t.some(e=>e!==void 0&&(0,r.O)(e)&&e[`cancel-in-progress`]===!0)?[(0,a.MB)(`concurrency`,`${e} cancels a run in progress: an answer to a card would end the run that waits for it.`,`Write cancel-in-progress: false, or leave concurrency: out.`)]:[]}function triggersOf(e){return typeof e==`string`?[e]:Array.isArray(e)?e.filter(e=>typeof e==`string`):(0,r.O)(e)?Object.keys(e):[]}}),64898:((e,t,n)=>{n.d(t,{M:()=>r});let r=`fs_read fs_write fs_edit fs_multi_edit fs_glob fs_grep fs_list bash_run bash_logs bash_kill todo_read todo_write task_run skill clarify plan_submit finish web_search web_fetch github_read_issue github_read_pull github_comment github_review github_label github_update_issue github_read_ci github_rerun_failed github_push_branch github_create_pull_request`.split(` `)}),7067:((e,t,n)=>{n.d(t,{h:()=>checkPolicy,t:()=>loadPolicy});var r=n(21947),i=n(36829),a=n(90673),o=n(57107);async function loadPolicy(e,t){let n=(0,a.O)(e,{file:t.file});if(!n.ok)return n;let{policy:s}=n,{knownTools:c}=t,l=[...c===void 0?[]:(0,o.b)(s,c),...await(0,i.T9)(s,t.world)];if(l.length>0)return{ok:!1,problems:l};let u=c===void 0?{}:{knownTools:c};return{ok:!0,policy:s,warnings:(0,r.O)(()=>(0,i.GF)(s,u))}}async function checkPolicy(e,t){let n=await loadPolicy(e,t);return n.ok?{ok:!0,errors:[],warnings:(await n.warnings()).toSorted(byPlace)}:{ok:!1,errors:n.problems.toSorted(byPlace),warnings:[]}}function byPlace(e,t){return e.line-t.line||e.column-t.column}}),35339:((e,t,n)=>{n.d(t,{f:()=>r,n:()=>presetText});let r=[`readonly`,`triage`,`review`,`fix`,`dependencies`,`release`],i={readonly:`# Look, and say what was found. Nothing is changed, nothing leaves.
version: 1
mode: deny
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - bash_run(@contained)
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
`,triage:`# Read an issue, label it, answer it. Strangers write issues, so nothing else is possible.
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
`,review:`# Read a pull request and review it. Its code runs only where nothing is kept.
version: 1
mode: ask
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - bash_run(@contained)
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
  - { call: bash_run(npm test), expect: auto }
  - { call: bash_run(npm test), sandboxed: false, expect: requireApproval }
  - { command: 'git diff HEAD~1 -- src', expect: auto }
  - { command: 'sudo ls', expect: deny }
  - { call: github_push_branch, expect: deny }
  - { call: web_fetch(example.com), expect: requireApproval }
`,fix:`# Change the code and run its tests; what leaves the runner asks.
version: 1
mode: ask
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - bash_run(@contained)
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
`,dependencies:`# Adapt the code to an update that a bot proposes. Its text is a stranger's; what may run all the same is said here.
version: 1
mode: ask
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - bash_run(@contained)
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
`,release:`# Prepare a release; everything that makes it real is approved by two maintainers.
version: 1
mode: ask
plan: required
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - bash_run(@contained)
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
`};function presetText(e,t={}){return`${t.schemaUrl===void 0?``:`# yaml-language-server: $schema=${t.schemaUrl}\n`}${i[e]}`}}),57107:((e,t,n)=>{n.d(t,{b:()=>unknownToolProblems,s:()=>fixOfName});var r=n(68029),i=n(92557);let a={bash:`bash_run`,shell:`bash_run`,run_shell_command:`bash_run`,read:`fs_read`,write:`fs_write`,edit:`fs_edit`,multiedit:`fs_multi_edit`,glob:`fs_glob`,grep:`fs_grep`,ls:`fs_list`,webfetch:`web_fetch`,websearch:`web_search`};function fixOfName(e,t){if(e.startsWith(`mcp__`)||t.some(t=>(0,i.H)(t,e)))return null;let n=a[e.toLowerCase()]??(0,r.p)(e,t);return n===null?`There are ${t.slice(0,40).join(`, `)}.`:`Did you mean "${n}"?`}function unknownToolProblems(e,t){let n=[...e.rules,...e.whenUntrusted.rules],r=e.tools.modules.length>0;return n.flatMap(n=>{let i=n.list===`auto`?null:fixOf(n,t,r);if(i===null)return[];let a=`No tool is called "${nameOf(n)}": the rule "${n.text}" (${n.list}) would hold nothing back.`;return[{file:e.file,line:n.line??1,column:n.column??1,message:a,fix:i}]})}function nameOf({parsed:{selector:e}}){return e.by===`tool`?e.name:``}function fixOf(e,t,n){let r=nameOf(e),i=r===``?null:fixOfName(r,t);return i===null||!n?i:r.includes(`*`)||!i.startsWith(`Did you mean`)?null:`${i} A module's tool of nearly the same name is written with a wildcard: "${r}*".`}}),92557:((e,t,n)=>{n.d(t,{H:()=>matchesName,m:()=>matchesParts});function matchesParts(e,t){let n=t[0]??``;if(t.length<2)return e===n;let r=t[t.length-1]??``;if(e.length<n.length+r.length||!e.startsWith(n)||!e.endsWith(r))return!1;let i=e.length-r.length,a=n.length;for(let n of t.slice(1,-1)){let t=e.indexOf(n,a);if(t===-1||t+n.length>i)return!1;a=t+n.length}return a<=i}function matchesName(e,t){return t.includes(`*`)?matchesParts(e,t.split(`*`)):e===t}}),21065:((e,t,n)=>{n.d(t,{k:()=>displayDiff,W:()=>unifiedDiff});var r=n(37291),i=n(91497);let a=4096;function differingPart(e,t,n){let r=commonStart(e,t),i=linesBack(e,r,n),a=linesOn(e,e.length-commonEnd(e,t,r),n);return{before:e.slice(i,a),after:t.slice(i,t.length-(e.length-a)),linesBefore:countLines(e,i)}}function commonStart(e,t){let n=Math.min(e.length,t.length),r=0;for(;r+a<=n&&block(e,r)===block(t,r);)r+=a;for(;r<n&&e[r]===t[r];)r+=1;return r}function commonEnd(e,t,n){let r=Math.min(e.length,t.length)-n,i=0,last=e=>block(e,e.length-i-a);for(;i+a<=r&&last(e)===last(t);)i+=a;for(;i<r&&e.at(-1-i)===t.at(-1-i);)i+=1;return i}function block(e,t){return e.slice(t,t+a)}function linesBack(e,t,n){let r=startOfLine(e,t);for(let t=0;t<n&&r>0;t+=1)r=startOfLine(e,r-1);return r}function startOfLine(e,t){return t===0?0:e.lastIndexOf(`
`,t-1)+1}function linesOn(e,t,n){let r=t;for(let t=0;t<=n;t+=1){let t=e.indexOf(`
`,r);if(t===-1)return e.length;r=t+1}return r}function countLines(e,t){let n=0;for(let r=e.indexOf(`
`);r!==-1&&r<t;r=e.indexOf(`
`,r+1))n+=1;return n}function unifiedDiff(e){return e.map(e=>diffOf(e,2e3)).join(`
`)}function displayDiff(e){let t=e.map(e=>diffOf(e,300)).join(`
`);return t.length<=3e4?t:e.map(({path:e})=>`${(0,i.RK)(e)}: changed, too much to show here`).join(`
`)}function diffOf({path:e,before:t,after:n},a){let o=(0,i.RK)(e).replaceAll(/[\n\t]/g,` `),s=t===null?`/dev/null`:`a/${o}`,c=`b/${o}`;if(t===n)return`--- ${s}\n+++ ${c}\n(no change)`;let l=differingPart(t??``,n,3),u=(0,r.YB)(s,c,l.before,l.after,void 0,void 0,{context:3,timeout:a});if(u!==void 0){for(let e of u.hunks)e.oldStart+=l.linesBefore,e.newStart+=l.linesBefore;return(0,r.Gu)(u).replace(/^=+\n/,``).replace(/\n$/,``)}return[`--- ${s}`,`+++ ${c}`,...marked(`-`,t??``),...marked(`+`,n)].join(`
`)}function marked(e,t){return t.split(`
`).map(t=>e+t)}})};