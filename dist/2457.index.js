export const id=2457;export const ids=[2457];export const modules={27980:((e,t,n)=>{n.d(t,{u:()=>BlobTexts});var r=n(79007);class BlobTexts{#read;#room=16777216;#known=new Set;constructor(e){this.#read=e}async text(e){if(e===null||typeof e==`string`)return e??``;let{sha256:t,bytes:n}=e,i=this.#known.has(t),a=n<=2e5&&(i||n<=this.#room);if(this.#read===void 0||!a)return`[${n} bytes, kept as blobs/${t}]`;i||(this.#room-=n),this.#known.size<1e4&&this.#known.add(t);let o=await this.#read(t);return o!==null&&(0,r.sc)(o)===t?o.toString(`utf8`):`[the value ${t} is missing or was changed]`}}}),51014:((e,t,n)=>{n.d(t,{i:()=>budgetLine});function budgetLine(e){let{budget:t,event:n,used:r,limit:i}=e,[a,o]=[r,i].map(e=>Number(e.toFixed(4)));return`budget of ${t} ${n}: ${a} of ${o}`}}),99656:((e,t,n)=>{n.d(t,{UP:()=>d,nn:()=>exportTrail,us:()=>traceRequests});var r=n(79007),i=n(87754),a=n(79463),o=n(18111),s=n(48538),c=n(33071),l=n(22606),u=n(79600);let d=[`otlp`,`csv`,`sarif`];async function*exportTrail(e,t){let n=await(0,u.s)(t);e===`csv`?yield*csv(t,n):yield*e===`otlp`?otlp(t,n):sarif(t,n)}async function*otlp(e,t){let n=new s.T(otlpSpans(e,t));yield*(0,s.s)(traceRequest(t,{},n)),yield`
`}async function*traceRequests(e,{resource:t,maxChars:n}){let r=await(0,u.s)(e),request=async e=>{let n=``,i=(0,s.s)(traceRequest(r,t,new s.T(e)));for await(let e of i)n+=e;return{body:n,spans:e.length}},[i,a]=[[],0];for await(let t of otlpSpans(e,r))a+t.length>n&&i.length>0&&(yield await request(i),[i,a]=[[],0]),i.push(t),a+=t.length;yield await request(i)}function traceRequest({start:e},t,n){return{resourceSpans:[{resource:{attributes:attributes({"service.name":`countersign`,...t})},scopeSpans:[{scope:{name:`countersign`,version:e?.version??``},spans:n}]}]}}async function*otlpSpans(e,t){let{run:n}=t;yield JSON.stringify(runSpan(t)),yield*(0,c.q)(e,t,e=>e.is===`turn`?JSON.stringify(turnSpan(n,e.turn)):e.is===`other`&&e.entry.type===`model.broken`?JSON.stringify(brokenSpan(n,e.entry)):null),yield*(0,c.q)(e,t,e=>e.is===`call`?JSON.stringify(callSpan(n,e)):null)}function runSpan(e){let{run:t,start:n,end:r}=e;return{...spanIds(t,p),name:`invoke_agent countersign`,kind:1,...times(e.firstTime,e.lastTime),attributes:attributes({"gen_ai.operation.name":`invoke_agent`,"gen_ai.provider.name":n?.[`gen_ai.provider.name`],"gen_ai.request.model":n?.[`gen_ai.request.model`],"gen_ai.conversation.id":e.run,"cicd.pipeline.run.id":n?.workflow?.runId,"vcs.ref.head.revision":n?.headSha??void 0,"countersign.outcome":r?.outcome??`none`,"countersign.audit.head":e.head}),status:{code:r?.outcome===`done`?1:2}}}function turnSpan(e,t){let{reply:n}=t;return{...spanIds(e,`turn ${t.seq}`,t.parent===null?p:`call ${t.parent}`),name:`chat ${n?.[`gen_ai.response.model`]??``}`.trim(),kind:3,...times(t.time,n?.time??t.time),attributes:attributes({"gen_ai.operation.name":`chat`,"gen_ai.response.id":n?.[`gen_ai.response.id`],"gen_ai.response.model":n?.[`gen_ai.response.model`],...n===null?{}:usage(n)}),status:{code:n===null?2:1}}}function brokenSpan(e,t){return{...spanIds(e,`broken ${t.seq}`,t.parent===null?p:`call ${t.parent}`),name:`chat`,kind:3,...times(t.time,t.time),attributes:attributes({"gen_ai.operation.name":`chat`,...usage(t)}),status:{code:2,message:t.because}}}let f=`countersign.cost_usd`;function usage(e){return{"gen_ai.usage.input_tokens":e[`gen_ai.usage.input_tokens`],"gen_ai.usage.output_tokens":e[`gen_ai.usage.output_tokens`],"gen_ai.usage.cache_read.input_tokens":e[`gen_ai.usage.cache_read.input_tokens`],"gen_ai.usage.cache_creation.input_tokens":e[`gen_ai.usage.cache_creation.input_tokens`],[f]:e.costUsd??void 0}}function callSpan(e,{call:t,turnSeq:n}){return{...spanIds(e,`call ${t.call}`,n===null?p:`turn ${n}`),name:`execute_tool ${t.tool}`,kind:1,...times(t.states[0]?.time??null,t.states.at(-1)?.time??null),attributes:attributes({"gen_ai.operation.name":`execute_tool`,"gen_ai.tool.name":t.tool,"gen_ai.tool.call.id":t.call,"gen_ai.tool.call.arguments":argumentsText(t)??void 0,"error.type":t.errorType??void 0,"process.exit.code":t.exitCode??void 0,"countersign.state":t.state,"countersign.verdict":t.verdict?.verdict,"countersign.allowed_by":(0,l.Q)(t)}),events:t.states.map(({state:e,time:t})=>({name:e,timeUnixNano:nanos(t)})),status:{code:t.state===`COMPLETED`?1:2}}}let p=`run`;function spanIds(e,t,n=null){let spanId=t=>(0,r.sc)(`${e} ${t}`).slice(0,16);return{traceId:(0,r.sc)(e).slice(0,32),spanId:spanId(t),...n===null?{}:{parentSpanId:spanId(n)}}}function times(e,t){return{startTimeUnixNano:nanos(e),endTimeUnixNano:nanos(t)}}function nanos(e){let t=e===null?0:Date.parse(e);return t>0&&t<=18446744073709?`${t}000000`:`0`}function attributes(e){return Object.entries(e).flatMap(([e,t])=>t===void 0?[]:[{key:e,value:attributeValue(e,t)}])}function attributeValue(e,t){return typeof t==`string`?{stringValue:t}:e!==f&&Number.isSafeInteger(t)?{intValue:String(t)}:{doubleValue:t}}let m=[[`call`,({call:e})=>e],[`seq`,({seq:e})=>e],[`time`,({states:e})=>e[0]?.time],[`turn`,({turn:e})=>e],[`tool`,({tool:e})=>e],[`kind`,({kind:e})=>e],[`verdict`,({verdict:e})=>e?.verdict],[`rule`,({verdict:e})=>e?.rule],[`line`,({verdict:e})=>e?.line],[`allowed_by`,l.Q],[`state`,({state:e})=>e],[`duration_ms`,({durationMs:e})=>e],[`exit_code`,({exitCode:e})=>e],[`error`,({errorType:e})=>e],[`because`,({because:e})=>e],[`arguments`,argumentsText]];function argumentsText(e){let{input:t}=(0,l.jC)(e);return t===null?null:JSON.stringify(t)}async function*csv(e,t){yield(0,i.z)([`run`,...m.map(([e])=>e)]),yield*(0,c.q)(e,t,e=>e.is===`call`?(0,i.z)([t.run,...m.map(([,t])=>t(e.call))]):null)}let h=new Set([`DENIED`,`FAILED`,`SEALED`]);async function*sarif(e,t){let n=t.start?.policy.source??`policy`,r=(0,c.q)(e,t,e=>{if(e.is!==`call`||!h.has(e.call.state)||e.call.usedDefault)return null;let r=sarifResult(e.call,{run:t.run,policyFile:n});return JSON.stringify(r,null,g)}),i=t.states.filter(([e])=>h.has(e)),a={$schema:`https://json.schemastore.org/sarif-2.1.0.json`,version:`2.1.0`,runs:[{tool:{driver:{name:`Countersign`,version:t.start?.version??``,rules:i.map(([e])=>({id:ruleIdOf(e)}))}},automationDetails:{id:t.run},properties:{outcome:t.end?.outcome??null,head:t.head,costUsd:t.totals.costUsd},results:new s.T(r)}]};yield*(0,s.s)(a,g),yield`
`}let g=2;function ruleIdOf(e){return`call-${e.toLowerCase()}`}function sarifText(e){return(0,a.RK)(e).replaceAll(`](`,`] (`)}function placeOf({verdict:e,seq:t},n){let{line:r=null,layer:i=n}=e??{},a=i===n&&r!==null&&Number.isSafeInteger(r)&&r>0;return{artifactLocation:{uri:a?encodeURI(n):o.eB},region:{startLine:a?r:t+1}}}function sarifResult(e,{run:t,policyFile:n}){let i=e.because??e.verdict?.because??`no reason was recorded`;return{ruleId:ruleIdOf(e.state),level:e.state===`DENIED`?`warning`:`error`,message:{text:sarifText(`${e.tool} (${e.call}): ${i}`)},locations:[{physicalLocation:placeOf(e,n)}],partialFingerprints:{call:(0,r.sc)(`${t} ${e.call}`)},properties:{call:e.call,seq:e.seq,verdict:e.verdict?.verdict??null,allowedBy:(0,l.Q)(e)}}}}),48538:((e,t,n)=>{n.d(t,{T:()=>JsonItems,s:()=>jsonText});var r=n(77598);class JsonItems{items;constructor(e){this.items=e}}async function*jsonText(e,t=0){let n=[],i=(0,r.randomUUID)(),marked=(e,t)=>t instanceof JsonItems?(n.push(t),i):t,a=JSON.stringify(e,marked,t).split(`"${i}"`);for(let[e,r]of a.entries()){yield r;let i=n[e];i!==void 0&&(yield*listText(i,r,t))}}async function*listText({items:e},t,n){let[r=``]=/^ */.exec(t.slice(t.lastIndexOf(`
`)+1))??[],i=n===0?``:`\n${r}`,a=`${i}${` `.repeat(n)}`,o=!0;for await(let t of e)yield`${o?`[`:`,`}${a}${t.replaceAll(`
`,a)}`,o=!1;yield o?`[]`:`${i}]`}}),33071:((e,t,n)=>{n.d(t,{q:()=>partTexts});var r=n(22606),i=n(79600),a=n(77598),o=n(73024),s=n(48161),c=n(76760),l=n(51693);let u=o.constants.O_RDWR|o.constants.O_CREAT|o.constants.O_EXCL|o.constants.O_NOFOLLOW;class TextSpool{#heldChars=0;#file=null;#fileBytes=0;put(e){if(this.#heldChars===0||this.#heldChars+e.length<=262144)return this.#heldChars+=e.length,e;this.#file??=openUnnamed();let t=Buffer.from(e),n=this.#fileBytes;for(let e=0;e<t.length;)e+=(0,o.writeSync)(this.#file,t,e,t.length-e,n+e);return this.#fileBytes+=t.length,{place:n,bytes:t.length}}take(e){if(typeof e==`string`)return this.#heldChars-=e.length,e;let t=Buffer.alloc(e.bytes);for(let n=0;n<t.length&&this.#file!==null;){let r=(0,o.readSync)(this.#file,t,n,t.length-n,e.place+n);if(r===0)throw Error(`the temporary file is shorter than what was written to it`);n+=r}return t.toString()}clear(){this.#fileBytes=0}[Symbol.dispose](){this.#file!==null&&(0,o.closeSync)(this.#file),this.#file=null}}function openUnnamed(){let e=(0,c.join)((0,s.tmpdir)(),`countersign-${(0,a.randomUUID)()}`);try{let t=(0,o.openSync)(e,u,384);return(0,o.unlinkSync)(e),t}catch(t){throw new l.WS(`file-refused`,`The temporary file ${e} cannot be written: ${(0,l.D4)(t)}.`,{fix:`Set TMPDIR to a folder with free space.`,cause:t})}}var __addDisposableResource=function(e,t,n){if(t!=null){if(typeof t!=`object`&&typeof t!=`function`)throw TypeError(`Object expected.`);var dispose,r;if(n){if(!Symbol.asyncDispose)throw TypeError(`Symbol.asyncDispose is not defined.`);dispose=t[Symbol.asyncDispose]}if(dispose===void 0){if(!Symbol.dispose)throw TypeError(`Symbol.dispose is not defined.`);dispose=t[Symbol.dispose],n&&(r=dispose)}if(typeof dispose!=`function`)throw TypeError(`Object not disposable.`);r&&(dispose=function(){try{r.call(this)}catch(e){return Promise.reject(e)}}),e.stack.push({value:t,dispose,async:n})}else n&&e.stack.push({async:!0});return t},d=(function(e){return function(t){function fail(n){t.error=t.hasError?new e(n,t.error,`An error was suppressed during disposal.`):n,t.hasError=!0}var n,r=0;function next(){for(;n=t.stack.pop();)try{if(!n.async&&r===1)return r=0,t.stack.push(n),Promise.resolve().then(next);if(n.dispose){var e=n.dispose.call(n.value);if(n.async)return r|=2,Promise.resolve(e).then(next,function(e){return fail(e),next()})}else r|=1}catch(e){fail(e)}if(r===1)return t.hasError?Promise.reject(t.error):Promise.resolve();if(t.hasError)throw t.error}return next()}})(typeof SuppressedError==`function`?SuppressedError:function(e,t,n){var r=Error(n);return r.name=`SuppressedError`,r.error=e,r.suppressed=t,r});async function*partTexts(e,t,n){let a={stack:[],error:void 0,hasError:!1};try{let o=new r.hl(t.late),s=__addDisposableResource(a,new WaitingTexts,!1);for await(let a of(0,i.L)(e,t)){let{begun:e,complete:t}=o.add(a);e!==null&&s.begin(e),t!==null&&(s.complete((0,r.nV)(t),await n(t)),yield*s.ready())}for(let e of o.end())s.complete((0,r.nV)(e),await n(e)),yield*s.ready()}catch(e){a.error=e,a.hasError=!0}finally{d(a)}}class WaitingTexts{#begun=[];#next=0;#complete=new Map;#spool=new TextSpool;begin(e){this.#begun.push(e)}complete(e,t){this.#complete.set(e,t===null?null:this.#spool.put(t))}*ready(){for(;;){let e=this.#begun[this.#next];if(e===void 0)break;let t=this.#complete.get(e);if(t===void 0)break;this.#complete.delete(e),this.#next+=1,t!==null&&(yield this.#spool.take(t))}this.#next<this.#begun.length&&this.#next<f||(this.#complete.size===0&&this.#spool.clear(),this.#begun=this.#begun.slice(this.#next),this.#next=0)}[Symbol.dispose](){this.#spool[Symbol.dispose]()}}let f=1e4}),22606:((e,t,n)=>{n.d(t,{Q:()=>allowedBy,hl:()=>PartBuilder,jC:()=>lastArguments,nV:()=>seqOf,sY:()=>listName});var r=n(51693),i=n(94464),a=n(53650),o=n(16996);class PartBuilder{#open=new Map;#turns=new Map;#answered;#late=[];constructor(e=[]){this.#answered=e}get late(){return this.#late}add(e){switch(e.type){case`call.state`:return this.#state(e);case`call.verdict`:return this.#about(e.call,t=>t.verdict=e);case`call.changed`:return this.#about(e.call,t=>t.changed=e),{begun:e.seq,complete:{is:`other`,entry:e}};case`approval.asked`:for(let[t,n]of askedByCall(e))this.#about(t,e=>e.asked.push(n));return s;case`approval.decision`:return!this.#open.has(e.call)&&this.#late.length<1e3&&this.#late.push(e),this.#about(e.call,t=>t.decisions.push(e));case`turn.start`:return this.#turn(e);case`model.reply`:return this.#reply(e);case`run.start`:return{begun:e.seq,complete:{is:`start`,entry:e}};case`run.end`:return s;default:return{begun:e.seq,complete:{is:`other`,entry:e}}}}end(){return[...[...this.#turns.values()].filter(({reply:e})=>e===null).map(e=>({is:`turn`,turn:e})),...[...this.#open.values()].map(e=>this.#complete(e))]}#state(e){let t=this.#open.get(e.call)??null;t===null&&checkOpen(this.#open.size);let n=withState(t?.call??null,e),r={call:n,turnSeq:t===null?this.#turnOf(n):t.turnSeq};this.#open.set(e.call,r);let i=t===null?e.seq:null;return(0,a.dR)(e.state)?(this.#open.delete(e.call),this.#turns.delete(e.call),{begun:i,complete:this.#complete(r)}):{begun:i,complete:null}}#turnOf({turn:e,parent:t}){let n=this.#turns.get(t);return n!==void 0&&n.turn===e?n.seq:null}#complete({call:e,turnSeq:t}){let n=e.states.at(-1)?.seq??e.seq;for(let t of this.#answered)t.call===e.call&&t.seq>n&&e.decisions.push(t);return{is:`call`,call:e,turnSeq:t}}#about(e,t){let n=this.#open.get(e);return n!==void 0&&t(n.call),s}#turn({turn:e,parent:t,seq:n,time:r}){let i=this.#turns.get(t);i===void 0&&checkOpen(this.#turns.size),this.#turns.set(t,{turn:e,parent:t,seq:n,time:r,reply:null});let a=i!==void 0&&i.reply===null?i:null;return{begun:n,complete:a===null?null:{is:`turn`,turn:a}}}#reply(e){let t=this.#turns.get(e.parent);return t===void 0||t.turn!==e.turn||t.reply!==null?s:(t.reply=e,{begun:null,complete:{is:`turn`,turn:t}})}}let s={begun:null,complete:null};function askedByCall(e){let t=new Map(e.named?.map(e=>[`@${e.login}`,e])),n=Map.groupBy(e.requests,({call:e})=>e);return new Map([...n].map(([n,r])=>{let i=[...new Set(r.flatMap(({needs:e})=>e?.from.flat()??[]))].flatMap(e=>t.get(e.toLowerCase())??[]);return[n,{...e,requests:r,...e.named&&{named:i}}]}))}function checkOpen(e){if(!(e<i.CZ))throw new r.WS(`trail-broken`,`The audit trail has more than ${i.CZ} open calls at once, which no run has.`,{fix:"Run `audit verify` on it for the full report."})}function seqOf(e){return e.is===`call`?e.call.seq:e.is===`turn`?e.turn.seq:e.entry.seq}function withState(e,t){let{call:n,seq:r,state:i,time:a}=t,o=e?.states??[];return o.push({state:i,time:a,seq:r}),{call:n,seq:e?.seq??r,tool:t[`gen_ai.tool.name`]??e?.tool??`unknown`,kind:t.kind??e?.kind??null,turn:t.turn??e?.turn??null,parent:t.parent??e?.parent??null,input:t[`gen_ai.tool.call.arguments`]??e?.input??null,inputBlob:t.argumentsBlob??e?.inputBlob??null,changed:e?.changed??null,state:i,states:o,verdict:e?.verdict??null,asked:e?.asked??[],decisions:e?.decisions??[],result:t.result??e?.result??null,because:t.because??null,durationMs:t.durationMs??e?.durationMs??null,exitCode:t[`process.exit.code`]??e?.exitCode??null,errorType:t[`error.type`]??e?.errorType??null,usedDefault:t.usedDefault===!0,sandbox:t.sandbox??e?.sandbox??null}}function lastArguments({input:e,inputBlob:t,changed:n}){if(n===null)return{input:e,blob:t};let r=(0,o._I)(n.arguments);return{input:r===null?n.arguments:null,blob:r}}function listName(e){return e===`wall`?`built-in rule`:e}function allowedBy(e){let{verdict:t}=e;if(t===null)return`nobody: it was not evaluated`;let n=t.line===null?``:` (line ${t.line})`,r=`${listName(t.list)}${t.rule===null?``:`: ${t.rule}`}${n}`,i=e.decisions.filter(({counted:e})=>e).map(({by:e,decision:t})=>`@${e.login} (${t})`);return i.length===0?r:`${r}; ${i.join(`, `)}`}}),21455:((e,t,n)=>{n.d(t,{Q4:()=>withVisibleText,RX:()=>shortInput,qw:()=>reportItem});var r=n(79463),i=n(15261),a=n(12260),o=n(15345),s=n(58116),c=n(22606),l=n(69515),u=n(53650);let d=[[`old_string`,`new_string`],[`oldString`,`newString`],[`oldText`,`newText`],[`old`,`new`]],f=new Set([`warning`,`recovered`,`approval.void`]);async function reportItem(e,t,n){if(e.is===`start`)return null;let r=e.is===`call`?await callItem(e.call,t,n):e.is===`turn`?turnItem(e.turn):noteItem(e.entry,t);return JSON.stringify(r,withVisibleText)}function withVisibleText(e,t){return typeof t==`string`?(0,r.RK)((0,s.vI)(t)):t}async function callItem(e,t,n){let{verdict:r,changed:i}=e,a=(0,c.jC)(e);return{is:`call`,seq:e.seq,call:e.call,tool:e.tool,state:e.state,verdict:r?.verdict??null,short:shortInput(a.input).slice(0,160),took:[...e.exitCode===null?[]:[`exit code ${e.exitCode}`],...e.durationMs===null?[]:[`${e.durationMs} ms`]].join(` · `),facts:factsOf(e),people:e.decisions.map(e=>personOf(e,t)),diff:changeOf(a.input),input:await readableInput(a.input,a.blob,n),before:i===null?``:await readableInput(e.input,e.inputBlob,n),commands:r?.commands===void 0?``:JSON.stringify(r.commands,null,2),output:await n.text(e.result)}}function shortInput(e){if(!(0,i.OW)(e))return e===null?``:(0,a.dj)(e);let{command:t,path:n,...r}=e,o=typeof t==`string`?t:typeof n==`string`?n:null;return o===null?(0,a.dj)(e):Object.keys(r).length===0?o:`${o}  ${(0,a.dj)(r)}`}function personOf(e,t){let n=`@${e.by.login} (${e.permission??`no permission`})`,r=e.note===void 0?``:` “${e.note}”`;return{decision:e.counted?e.decision:`${e.decision}, not counted`,text:`by ${n}, ${e.time}: ${e.because}${r}`,url:t.link((0,o.u)(e)?.url)??``}}function factsOf(e){let{verdict:t}=e,n=e.asked.flatMap(({requests:e})=>e);return[[`allowed by`,(0,c.Q)(e)],[`because`,t?.because??null],[`ended`,(0,u.dR)(e.state)?e.because:null],[`error`,e.errorType],[`exit code`,e.exitCode===null?null:String(e.exitCode)],[`untrusted text in context`,t===null?null:t.untrusted?`yes`:`no`],[`sandboxed`,t===null?null:t.sandboxed?`yes`:`no`],[`sandbox profile`,t?.profile?.name??null],[`kept`,t?.profile?.write.join(`, `)??null],[`limits reached`,e.sandbox?.limits.join(`, `)??null],[`discarded`,e.sandbox?.discarded.join(`, `)??null],[`states`,e.states.map(({state:e,time:t})=>`${e} ${t}`).join(` → `)],[`asked as`,n.map(({approval:e})=>e).join(`, `)],[`arguments SHA-256`,t?.argumentsSha256??null]].flatMap(([e,t])=>t===null||t===``?[]:[[e,t]])}async function readableInput(e,t,n){return e===null?await n.text(t):(0,i.OW)(e)?Object.entries(e).map(([e,t])=>typeof t==`string`&&t.includes(`
`)?`${e}:\n${t}`:`${e}: ${JSON.stringify(t,null,2)}`).join(`
`):JSON.stringify(e,null,2)}function changeOf(e){if(!(0,i.OW)(e))return null;let t=(Array.isArray(e.edits)?e.edits:[e]).flatMap(e=>{if(!(0,i.OW)(e))return[];for(let[t,n]of d){let{[t]:r,[n]:i}=e;if(typeof r==`string`&&typeof i==`string`)return diffLines((0,s.vI)(r),(0,s.vI)(i))}let{content:t}=e;return typeof t==`string`?diffLines(``,(0,s.vI)(t)):[]});return t.length===0?null:t}function turnItem(e){let{reply:t}=e,n=t===null?null:t[`gen_ai.usage.input_tokens`]+t[`gen_ai.usage.output_tokens`],r=t?.costUsd===null||t===null?``:`, $${t.costUsd.toFixed(4)}`;return{is:`turn`,seq:e.seq,title:`Turn ${e.turn}${e.parent===null?``:` of the subagent ${e.parent}`}`,cost:t===null?`no reply`:`${n} tokens in ${t.durationMs} ms${r}`,text:t?.text??``}}function noteItem(e,t){let{seq:n,type:r}=e,i=(0,l.u0)(e).trim(),a=e.type===`github.write`?t.link(e.url)??``:``;return{is:`note`,seq:n,type:r,tone:f.has(r)?`bad`:`soft`,text:i,url:a}}function diffLines(e,t){let[n,r]=[linesOf(e),linesOf(t)],i=Math.min(n.length,r.length),a=0;for(;a<i&&n[a]===r[a];)a+=1;let o=0;for(;o<i-a&&n.at(-1-o)===r.at(-1-o);)o+=1;return[...marked(` `,n.slice(0,a)),...marked(`-`,n.slice(a,n.length-o)),...marked(`+`,r.slice(a,r.length-o)),...marked(` `,n.slice(n.length-o))]}function linesOf(e){let t=e.split(`
`);return t.at(-1)===``&&t.pop(),t}function marked(e,t){return t.map(t=>[e,t])}}),8008:((e,t,n)=>{n.d(t,{W:()=>r,r:()=>i});let r=`
:root { color-scheme: light dark; --bg: #fff; --fg: #1f2328; --soft: #59636e; --line: #d1d9e0;
  --panel: #f6f8fa; --accent: #0969da; --good: #1a7f37; --bad: #b42318; --wait: #9a6700; }
@media (prefers-color-scheme: dark) { :root { --bg: #0d1117; --fg: #e6edf3; --soft: #9198a1;
  --line: #3d444d; --panel: #151b23; --accent: #58a6ff; --good: #3fb950; --bad: #ff7b72;
  --wait: #d29922; } }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0 auto; padding: 1.5rem; max-width: 76rem; background: var(--bg); color: var(--fg);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem; }
h3 { font-size: .85rem; margin: .75rem 0 .25rem; color: var(--soft); }
a { color: var(--accent); }
.soft { color: var(--soft); }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
pre, code { font: 12.5px/1.45 ui-monospace, SFMono-Regular, Menlo, monospace; }
.badge { display: inline-block; padding: 0 .5rem; border: 1px solid currentColor;
  border-radius: 1rem; font-size: .78rem; white-space: nowrap; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.wait { color: var(--wait); }
.filters { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; position: sticky;
  top: 0; padding: .5rem 0; background: var(--bg); z-index: 1; }
.filters label { display: grid; grid-template-columns: minmax(0, 1fr); max-width: 100%;
  font-size: .78rem; color: var(--soft); }
select, input, button { font: inherit; color: inherit; background: var(--panel);
  border: 1px solid var(--line); border-radius: 6px; padding: .2rem .5rem; }
`,i=`
pre { margin: 0; padding: .6rem; background: var(--panel); border: 1px solid var(--line);
  border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 32rem;
  overflow: auto; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .5rem 0; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; min-width: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.words, .body p { white-space: pre-wrap; overflow-wrap: anywhere; }
h1, li { overflow-wrap: anywhere; }
.item { content-visibility: auto; contain-intrinsic-size: auto 2.4rem;
  border-bottom: 1px solid var(--line); scroll-margin-top: 5rem; }
.item > summary { display: flex; gap: .6rem; align-items: baseline; padding: .35rem 0; cursor: pointer; }
.item > summary .what { flex: 1; min-width: 0; }
.item > summary :is(.what, strong, code) { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.item > summary :is(strong, code) { flex: none; max-width: 35%; }
.item > .body { padding: 0 0 .75rem 1rem; }
.turn, .note { padding: .5rem 0; }
.note { display: flex; gap: .6rem; align-items: baseline; }
.turn p, .note p { margin: .25rem 0; min-width: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
#list:focus { outline: none; }
.pager { display: flex; gap: .4rem; align-items: baseline; padding: .5rem 0; }
.pager input { width: 5.5rem; }
.pager label { white-space: nowrap; }
.pager .of { padding-left: .4rem; color: var(--soft); }
.add { color: var(--good); }
.del { color: var(--bad); }
.lanes { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; background: var(--panel); }
.lanes svg { display: block; height: 9rem; }
.lanes text { font-size: 11px; fill: var(--soft); }
.lanes .turns { fill: var(--accent); }
.lanes .runs { fill: var(--good); }
.lanes .fails { fill: var(--bad); }
.lanes .waits { fill: var(--wait); }
.lanes rect { cursor: pointer; }
.chart { width: 100%; height: 8rem; border: 1px solid var(--line); border-radius: 6px;
  background: var(--panel); }
.chart polyline { fill: none; stroke: var(--accent); stroke-width: 2; vector-effect: non-scaling-stroke; }
@media (max-width: 40rem) { .filters { position: static; } .facts { grid-template-columns: 1fr; }
  .facts dd { margin-bottom: .4rem; } .note { display: block; }
  .item > summary { flex-wrap: wrap; } .item > summary .what { flex-basis: 100%; order: 1; }
  .item > summary :is(strong, code) { max-width: 100%; } }
@media print { body { max-width: none; padding: 0; } .filters, .lanes, .skip, .zoom, .pager { display: none;
  } .item { content-visibility: visible; break-inside: avoid; } pre { max-height: none; } }
`}),58116:((e,t,n)=>{n.d(t,{ZD:()=>escapeHtml,nl:()=>inertJson,sT:()=>pageHead,vI:()=>shortened});var r=n(77598),i=n(79463);function pageHead({title:e,style:t,script:n,loadsData:r=!1}){return`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${[`default-src 'none'`,`script-src ${[...n===null?[]:[sourceHash(n)],...r?[`'self'`]:[]].join(` `)||`'none'`}`,`style-src ${sourceHash(t)}`,`base-uri 'none'`,`form-action 'none'`].join(`; `)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(e)}</title>
<style>${t}</style>
</head>
`}function shortened(e,t=2e4){if(e.length<=t)return e;let n=Math.floor(t/2),[r,a]=[(0,i.eo)(e,n),e.slice(-n)];return`${r}\n… ${e.length-r.length-a.length} more characters, in the audit trail …\n${a}`}function escapeHtml(e){return(0,i.RK)(e).replaceAll(`&`,`&amp;`).replaceAll(`<`,`&lt;`).replaceAll(`>`,`&gt;`).replaceAll(`"`,`&quot;`).replaceAll(`'`,`&#39;`)}function inertJson(e){return e.replaceAll(/[<>&\u2028\u2029]/g,e=>`\\u${e.charCodeAt(0).toString(16).padStart(4,`0`)}`)}function sourceHash(e){return`'sha256-${(0,r.createHash)(`sha256`).update(e).digest(`base64`)}'`}}),34968:((e,t,n)=>{n.d(t,{x:()=>packed,B:()=>renderReport});var r=n(57975),i=n(38522),a=n(15261),o=n(27980);let s=/^[\w.-]+\/[\w.-]+$/,c=/^[0-9a-f]{40,64}$/;class GitHubLinks{#origin;#start;constructor(e){this.#start=e;let t=this.#start?.workflow?.url??``;this.#origin=t.startsWith(`https://`)&&URL.canParse(t)?new URL(t).origin:null}link(e){if(typeof e!=`string`||this.#origin===null||!URL.canParse(e))return null;let{origin:t,href:n,username:r,password:i}=new URL(e);return t===this.#origin&&r===``&&i===``?n:null}repository(){let e=this.#start?.repository??``;return s.test(e)?this.link(`${this.#origin}/${e}`):null}commit(){let e=this.#start?.headSha??``,t=this.repository();return t===null||!c.test(e)?null:`${t}/commit/${e}`}}var l=n(58116),u=n(8008),d=n(33071),f=n(79463),p=n(15345),m=n(64216);class ReportHeader{#asked=[];#askedCount=0;#written=[];#writtenCount=0;add(e){if(e.is===`call`&&e.call.asked.length>0&&(this.#askedCount+=1,this.#asked.length<200&&this.#asked.push(askedCall(e.call))),e.is!==`other`||e.entry.type!==`github.write`)return;let{call:t,url:n,what:r,id:i,branch:a,found:o}=e.entry;t!==null&&n!==null&&(this.#writtenCount+=1,this.#written.length<200&&this.#written.push({url:n,what:r,id:i,branch:a,found:o}))}html(e,t){let{start:n,end:r}=e,i=r?.outcome??`unfinished`,a=i===`done`?`good`:i===`awaiting-approval`?`wait`:`bad`,o=facts(e,t).map(([e,t,n=null])=>`<dt>${(0,l.ZD)(e)}</dt><dd>${linked(t,n)}</dd>`);return`<header>
<h1><span class="badge ${a}">${(0,l.ZD)(i)}</span> ${linked(n?.repository??`A local run`,t.repository())}</h1>
${(r?.notices??[]).map(e=>`<p class="words wait">${(0,l.ZD)((0,l.vI)(e))}</p>`).join(`
`)}
<p class="words">${(0,l.ZD)((0,l.vI)(r?.summary??`The audit trail has no run.end: the run is still running, it crashed, or the audit trail was truncated.`))}</p>
<h2>Request</h2>
<pre>${(0,l.ZD)((0,l.vI)(n?.request??``))}</pre>
${this.#approvals(t)}
${this.#onGitHub(t)}
<h2>Run</h2>
<dl class="facts">${o.join(`
`)}</dl>
<p class="soft">This page shows the audit trail and does not verify it. To verify it, run <code>countersign audit verify</code>.</p>
</header>`}#approvals(e){return section(`Approvals`,this.#asked.toSorted((e,t)=>e.seq-t.seq).map(t=>{let n=t.answers.map(({words:t,url:n})=>linked(t,e.link(n))),r=(0,l.ZD)(`#call-${encodeURIComponent(t.call)}`),i=n.length===0?`no answer`:n.join(`, `),a=`${lineHtml(t.tool)}: ${i}, ${(0,l.ZD)(t.state)}`;return`<a href="${r}">${lineHtml(t.call)}</a> ${a}`}),this.#askedCount)}#onGitHub(e){return section(`On GitHub`,this.#written.map(t=>linked(`${(0,m.G)(t)}: ${t.url}`,e.link(t.url))),this.#writtenCount)}}function askedCall({seq:e,call:t,tool:n,state:r,decisions:i}){return{seq:e,call:t,tool:n,state:r,answers:i.filter(e=>e.counted).map(e=>({words:`${e.decision===`deny`?`denied`:`approved`} by @${e.by.login}`,url:(0,p.u)(e)?.url}))}}function section(e,t,n){if(t.length===0)return``;let r=n-t.length,i=r===0?``:`\n<li>and ${r} more, in the list of calls</li>`;return`<h2>${e}</h2><ul>${t.map(e=>`<li>${e}</li>`).join(`
`)}${i}</ul>`}function linked(e,t){return t===null?lineHtml(e):`<a href="${(0,l.ZD)(t)}" rel="noreferrer noopener">${lineHtml(e)}</a>`}function lineHtml(e){return(0,l.ZD)((0,l.vI)(e,1e3))}function facts(e,t){let{start:n,totals:r,workflowRuns:i}=e,a=`${r.cacheReadTokens} cache read, ${r.cacheCreationTokens} cache written`;return[[`run`,`${e.run}, ${(0,f.hS)(i,`workflow run`)}`,t.link(n?.workflow?.url)],[`time`,`${e.firstTime??``} to ${e.lastTime??``}`],[`requested by`,requestedBy(e),t.link(n?.trigger.url)],[`commit`,n?.headSha??`none`,t.commit()],[`policy`,`${n?.policy.source??``} (${n?.policy.sha256??``})`],...(n?.policy.layers??[]).slice(1).map(({address:e,sha256:t})=>[`baseline`,`${e} (${t})`]),[`model`,[n?.[`gen_ai.request.model`]??``,...n?.fallbackModels??[]].join(`, `)],[`turns`,String(e.turns)],[`calls`,e.verdicts.map(([e,t])=>`${t} ${e}`).join(`, `)||`none`],[`tokens`,`${r.inputTokens} in, ${r.outputTokens} out, ${a}`],[`cost`,r.costUsd===null?`unknown`:`$${r.costUsd.toFixed(4)}`],[`audit trail`,`${(0,f.hS)(e.count,`entry`,`entries`)}, head hash ${e.head}`]]}function requestedBy({start:e}){if(e===null)return``;let{actor:t,event:n}=e.trigger;return t===null?n:`@${t.login} (${n})`}var h=n(21455);let g={turns:0,calls:1,waits:2,approvals:3};class ReportPicture{#startMs;#spanMs;#slotMs;#bars=new Map;#left=0;#repliesPerPoint;#isPriced;#spend=[];#spent=0;#replies=0;constructor({firstTime:e,lastTime:t,turns:n,calls:r,replies:i,totals:a}){this.#startMs=Date.parse(e??``),this.#spanMs=t===null?0:Date.parse(t)-this.#startMs,this.#slotMs=n+r>2e3?this.#spanMs/1e3:0,this.#repliesPerPoint=Math.ceil(i/1e3),this.#isPriced=a.costUsd!==null}add(e){e.is===`turn`&&this.#turn(e.turn),e.is===`call`&&this.#call(e.call)}data(){return{spanMs:this.#spanMs,bars:[...this.#bars.values()].flat().map(e=>{let{lane:t,from:n,until:r,cls:i,to:a,title:o,parts:s}=e;return{lane:t,from:n,until:r,cls:i,to:a,title:s===1?o:`${s} parts, the first is ${o}`}}),barsLeft:this.#left,spend:this.#spend}}#turn(e){let[t,n]=[this.#ms(e.time),this.#ms(e.reply?.time??e.time)],r=`turn ${e.turn}`;if(this.#bar({lane:g.turns,from:t,until:n,cls:`turns`,to:`#turn-${e.seq}`,title:r}),e.reply===null)return;let{reply:i}=e;this.#spent+=this.#isPriced?i.costUsd??0:i[`gen_ai.usage.input_tokens`]+i[`gen_ai.usage.output_tokens`],this.#replies+=1,this.#replies%this.#repliesPerPoint===0&&this.#spend.push(Math.round(this.#spent*1e6)/1e6)}#call(e){let t=`#call-${e.call}`;for(let[n,{state:r,time:i}]of e.states.entries()){let[a,o]=[this.#ms(i),this.#ms(e.states[n+1]?.time??i)],s=`${e.call} ${e.tool}: ${r}`,c=e.state===`COMPLETED`?`runs`:`fails`;r===`EXECUTING`&&this.#bar({lane:g.calls,from:a,until:o,cls:c,to:t,title:s}),r===`APPROVAL_REQUIRED`&&this.#bar({lane:g.waits,from:a,until:o,cls:`waits`,to:t,title:s})}for(let{time:n,decision:r,by:i,counted:a}of e.decisions){let e=this.#ms(n),o=a&&r===`approve`?`runs`:`fails`,s=`${r} by @${i.login}`;this.#bar({lane:g.approvals,from:e,until:e,cls:o,to:t,title:s})}}#bar(e){let t=`${e.lane} ${e.cls}`,n=this.#bars.get(t)??[];this.#bars.set(t,n);let r=n.at(-1);r!==void 0&&this.#share(r,e)?(r.from=Math.min(r.from,e.from),r.until=Math.max(r.until,e.until),r.parts+=1):n.length<3e3?n.push({...e,parts:1}):this.#left+=1}#share(e,t){let n=Math.max(e.until,t.until)-Math.min(e.from,t.from);return this.#slotMs>0&&n<=2*this.#slotMs}#ms(e){return Date.parse(e)-this.#startMs}}let _=String.raw`
'use strict';
const index = JSON.parse(document.getElementById('index').textContent);
const NS = 'http://www.w3.org/2000/svg';
function el(name, options, children) {
  const node = document.createElement(name);
  const { text, cls, ...attributes } = options || {};
  if (text !== undefined) node.textContent = text;
  if (cls) node.className = cls;
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  for (const child of children || []) if (child) node.append(child);
  return node;
}
function svg(name, attributes) {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}
function link(url, text) {
  return /^https:\/\//.test(url || '') ? el('a', { href: url, rel: 'noreferrer noopener', text }) : el('span', { text });
}
const TONE = { COMPLETED: 'good', DENIED: 'bad', FAILED: 'bad', SEALED: 'bad', auto: 'good', deny: 'bad' };
const badge = (text) => el('span', { cls: 'badge ' + (TONE[text] || 'wait'), text });
const section = (title, text) =>
  text === null || text === '' ? [] : [el('h3', { text: title }), el('pre', { text, tabindex: '0' })];

function diffPre(change) {
  const pre = el('pre', { tabindex: '0', 'aria-label': 'change' });
  for (const [mark, text] of change) {
    const cls = mark === '+' ? 'add' : mark === '-' ? 'del' : '';
    pre.append(el('span', { cls, text: mark + ' ' + text + '\n' }));
  }
  return pre;
}
function callBody(call) {
  const body = el('div', { cls: 'body' });
  const facts = el('dl', { cls: 'facts' });
  for (const [name, value] of call.facts) facts.append(el('dt', { text: name }), el('dd', { text: value }));
  body.append(facts);
  for (const { decision, text, url } of call.people) {
    body.append(el('p', {}, [badge(decision), el('span', { text: ' ' + text + ' ' }), link(url, url ? 'answer' : '')]));
  }
  if (call.diff) body.append(el('h3', { text: 'Change' }), diffPre(call.diff));
  body.append(...section('Arguments', call.input), ...section('Arguments before an approver changed them', call.before));
  body.append(...section('Evaluated commands', call.commands));
  body.append(...section('Output', call.output));
  return body;
}
function callItem(call) {
  const summary = el('summary', {}, [
    el('code', { text: call.call }),
    el('strong', { text: call.tool }),
    el('span', { cls: 'what soft', text: call.short }),
    call.verdict ? badge(call.verdict) : null,
    badge(call.state),
    el('span', { cls: 'soft', text: call.took }),
  ]);
  const item = el('details', { cls: 'item', id: 'call-' + call.call }, [summary]);
  item.addEventListener('toggle', () => {
    if (item.open && item.childElementCount === 1) item.append(callBody(call));
  });
  return item;
}
function turnItem(turn) {
  return el('div', { cls: 'item turn', id: 'turn-' + turn.seq }, [
    el('strong', { text: turn.title }),
    el('span', { cls: 'soft', text: '  ' + turn.cost }),
    turn.text ? el('p', { text: turn.text }) : null,
  ]);
}
function noteItem(note) {
  return el('div', { cls: 'item note', id: 'entry-' + note.seq }, [
    el('span', { cls: 'badge ' + note.tone, text: note.type }),
    el('p', {}, [link(note.url, note.text)]),
  ]);
}
const MAKE = { call: callItem, turn: turnItem, note: noteItem };

// The items lie in compressed chunks, all of the same length but the last. The last few that were read stay in memory.
const PAGE = index.chunkItems;
const kept = new Map();
async function chunk(at) {
  const items = kept.get(at) || JSON.parse(await inflated(document.getElementById('chunk-' + at).textContent));
  kept.delete(at);
  kept.set(at, items);
  if (kept.size > 8) kept.delete(kept.keys().next().value);
  return items;
}
async function inflated(base64) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return await new Response(stream).text();
}

const list = document.getElementById('list');
const status = document.getElementById('shown');
const pagers = [...document.querySelectorAll('.pager')];
// The numbers of the items that fit the filters; null if no filter is set, so that all do.
let found = null;
let page = 0;
let shown = [];
// What was asked for last: a search or a page that was asked for before ends without an effect.
let asked = 0;
const count = () => (found === null ? index.items : found.length);
const pageCount = () => Math.max(1, Math.ceil(count() / PAGE));
const called = (text) => text.replace(/\B(?=(?:\d{3})+$)/g, ',');

async function showPage(number) {
  const turn = (asked += 1);
  await drawPage(number, turn);
}
async function drawPage(number, turn) {
  const at = Math.min(Math.max(0, number), pageCount() - 1);
  const from = at * PAGE;
  const numbers = found === null
    ? Array.from({ length: Math.min(PAGE, index.items - from) }, (_, offset) => from + offset)
    : found.slice(from, from + PAGE);
  const made = [];
  for (const item of numbers) made.push((await chunk(Math.floor(item / PAGE)))[item % PAGE]);
  if (turn !== asked) return;
  page = at;
  shown = made.map((item) => ({ item, node: MAKE[item.is](item) }));
  list.replaceChildren(...shown.map(({ node }) => node));
  for (const pager of pagers) drawPager(pager);
}
function drawPager(pager) {
  pager.hidden = pageCount() < 2;
  const [first, before, input, after, last] = pager.querySelectorAll('button, input');
  first.disabled = before.disabled = page === 0;
  last.disabled = after.disabled = page === pageCount() - 1;
  input.max = String(pageCount());
  if (document.activeElement !== input) input.value = String(page + 1);
  pager.querySelector('.of').textContent = 'of ' + called(String(pageCount()));
}
async function turnPage(number, pager) {
  await showPage(number);
  // From below the list, go to its beginning.
  if (pager === pagers[0]) return;
  list.focus({ preventScroll: true });
  pagers[0].scrollIntoView();
}
for (const pager of pagers) {
  const button = (text, words, to) => {
    const node = el('button', { type: 'button', text, 'aria-label': words });
    node.addEventListener('click', () => void turnPage(to(), pager));
    return node;
  };
  const input = el('input', { type: 'number', min: '1', 'aria-label': 'page' });
  input.addEventListener('change', () => void turnPage((Number(input.value) || 1) - 1, pager));
  pager.append(
    button('«', 'first page', () => 0),
    button('‹', 'previous page', () => page - 1),
    el('label', {}, [el('span', { text: 'page ' }), input, el('span', { cls: 'of' })]),
    button('›', 'next page', () => page + 1),
    button('»', 'last page', () => pageCount() - 1),
  );
}

const picks = ['tool', 'verdict', 'state'].map((name) => {
  const select = document.getElementById('by-' + name);
  for (const value of [...index[name]].sort()) select.append(el('option', { value, text: value }));
  select.addEventListener('change', () => void filter());
  return { name, select };
});
const search = document.getElementById('by-text');
let typing = 0;
search.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(() => void filter(), 150);
});
const say = (calls, rest) => {
  status.textContent = called(String(calls)) + ' of ' + called(String(index.calls)) + ' calls' + rest;
};
function clearFilters() {
  clearTimeout(typing);
  for (const { select } of picks) select.value = '';
  search.value = '';
  found = null;
  say(index.calls, '');
}
// Goes through the chunks one after the other. The first page is there as soon as it is full.
async function filter() {
  const turn = (asked += 1);
  const text = search.value.toLowerCase();
  const wanted = picks.filter(({ select }) => select.value !== '').map(({ name, select }) => [name, select.value]);
  if (text === '' && wanted.length === 0) {
    clearFilters();
    return await drawPage(0, turn);
  }
  const fits = (item) =>
    item.is === 'call' &&
    wanted.every(([name, value]) => (item[name] || 'none') === value) &&
    (text === '' || searched(item).includes(text));
  const hits = [];
  let isDrawn = false;
  for (let at = 0; at < index.firsts.length; at += 1) {
    const items = await chunk(at);
    if (turn !== asked) return;
    items.forEach((item, offset) => {
      if (fits(item)) hits.push(at * PAGE + offset);
    });
    if (at % 50 === 49) say(hits.length, ', ' + Math.round((at / index.firsts.length) * 100) + ' % searched');
    if (isDrawn || hits.length < PAGE) continue;
    isDrawn = true;
    found = hits;
    await drawPage(0, turn);
  }
  found = hits;
  say(hits.length, '');
  if (isDrawn) for (const pager of pagers) drawPager(pager);
  else await drawPage(0, turn);
}
function searched(call) {
  return (call.call + ' ' + call.tool + ' ' + call.input).slice(0, 2000).toLowerCase();
}
function openShown() {
  for (const { item, node } of shown) {
    if (item.is !== 'call') continue;
    node.open = true;
    // The toggle event comes too late for printing.
    if (node.childElementCount === 1) node.append(callBody(item));
  }
}
document.getElementById('open-all').addEventListener('click', openShown);
addEventListener('beforeprint', openShown);

const lanes = document.getElementById('lanes');
let zoom = 1;
function drawLanes() {
  const width = Math.max(300, lanes.clientWidth - 2) * zoom;
  const words = 'Turns, calls, waits and approvals over time; the list below has them all';
  const picture = svg('svg', { width, height: 144, role: 'img', 'aria-label': words });
  ['turns', 'calls', 'waits', 'approvals'].forEach((name, lane) => {
    const label = svg('text', { x: 4, y: lane * 36 + 12 });
    label.textContent = name;
    picture.append(label);
  });
  const x = (ms) => (ms / (index.spanMs || 1)) * (width - 10) + 2;
  for (const bar of index.bars) {
    const size = { x: x(bar.from), y: bar.lane * 36 + 16, width: Math.max(2, x(bar.until) - x(bar.from)), height: 16 };
    const rect = svg('rect', { ...size, rx: 2, class: bar.cls });
    // No link: a picture has no parts that take the focus. The list below is for the keyboard.
    rect.addEventListener('click', () => { location.hash = bar.to; });
    const title = svg('title', {});
    title.textContent = bar.title;
    rect.append(title);
    picture.append(rect);
  }
  lanes.replaceChildren(picture);
  const left = document.getElementById('bars-left');
  left.hidden = index.barsLeft === 0;
  left.textContent = called(String(index.barsLeft)) + ' more are in the list.';
}
drawLanes();
for (const [id, factor] of [['zoom-in', 2], ['zoom-out', 0.5]]) {
  document.getElementById(id).addEventListener('click', () => {
    zoom = Math.min(64, Math.max(1, zoom * factor));
    drawLanes();
  });
}
const spentSomething = index.spend.length > 1 && index.spend[index.spend.length - 1] > 0;
document.getElementById('spent').hidden = !spentSomething;
if (spentSomething) {
  const chart = document.getElementById('spend');
  const most = index.spend[index.spend.length - 1] || 1;
  const points = index.spend.map((value, at) => (at / (index.spend.length - 1)) * 100 + ',' + (40 - (value / most) * 38));
  chart.append(svg('polyline', { points: points.join(' ') }));
}
// The address of an item names its call, or its first entry by number.
async function follow() {
  const name = unescaped(location.hash.slice(1));
  const [, kind, value] = /^(call|turn|entry)-(.+)$/s.exec(name) || [];
  if (kind === undefined) return;
  const turn = (asked += 1);
  const number = kind === 'call' ? await findCall(value, turn) : await findEntry(Number(value));
  if (number === null || turn !== asked) return;
  if (found !== null && !found.includes(number)) clearFilters();
  await drawPage(Math.floor((found === null ? number : found.indexOf(number)) / PAGE), turn);
  const target = document.getElementById(name);
  if (target === null) return;
  if (target.tagName === 'DETAILS') target.open = true;
  target.scrollIntoView();
  (target.querySelector('summary') || target).focus({ preventScroll: true });
}
function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
// Calls are numbered in the order of the list, nearly: the search begins where the number should be.
async function findCall(call, turn) {
  const share = (parseInt(call.replace(/\D+/g, ''), 10) || 1) / Math.max(1, index.calls);
  const last = index.firsts.length - 1;
  const middle = Math.min(last, Math.floor(share * index.firsts.length));
  for (let away = 0; away <= last; away += 1) {
    for (const at of away === 0 ? [middle] : [middle - away, middle + away]) {
      if (at < 0 || at > last) continue;
      const offset = (await chunk(at)).findIndex((item) => item.is === 'call' && item.call === call);
      if (turn !== asked) return null;
      if (offset !== -1) return at * PAGE + offset;
    }
  }
  return null;
}
async function findEntry(seq) {
  const at = index.firsts.findLastIndex((first) => first <= seq);
  if (at === -1) return null;
  const offset = (await chunk(at)).findIndex((item) => item.seq === seq);
  return offset === -1 ? null : at * PAGE + offset;
}
addEventListener('hashchange', () => void follow());
async function begin() {
  say(index.calls, '');
  if (typeof DecompressionStream === 'undefined') {
    list.textContent = 'This browser is too old to show the list: it cannot decompress data.';
    return;
  }
  await showPage(0);
  await follow();
}
void begin();
`;var v=n(79600);let y=(0,r.promisify)(i.deflateRaw),b=`${u.W}${u.r}`;async function*renderReport(e,t,{overview:n=null}={}){let r=new ReportHeader,i=new Set,a=await(0,v.s)(e,e=>{r.add(e),e.is===`call`&&i.size<500&&i.add(e.call.tool)}),s=new GitHubLinks(a.start);yield(0,l.sT)({title:`${a.end?.outcome??`unfinished`} · ${a.run}`,style:b,script:_}),yield`<body>
<a class="skip" href="#list">To the calls</a>
${n===null?``:`<nav><a href="${(0,l.ZD)(n)}">All runs</a></nav>`}
${r.html(a,s)}
${report_frame()}
`;let c=new o.u(t),u=new ReportPicture(a),f=(0,d.q)(e,a,async e=>(u.add(e),await(0,h.qw)(e,s,c))),p=[];for await(let e of inChunks(f))yield`<script type="text/plain" id="chunk-${p.length}">${await packed(e)}<\/script>\n`,p.push({first:firstSeq(e),items:e.length});let m={chunkItems:250,items:p.reduce((e,t)=>e+t.items,0),firsts:p.map(({first:e})=>e),calls:a.calls,tool:[...i].toSorted(),verdict:a.verdicts.map(([e])=>e),state:a.states.map(([e])=>e),...u.data()};yield`<script type="application/json" id="index">${(0,l.nl)(JSON.stringify(m,h.Q4))}<\/script>
<script>${_}<\/script>
</body>
</html>
`}async function*inChunks(e){let t=[];for await(let n of e)t.push(n)<250||(yield t,t=[]);t.length>0&&(yield t)}async function packed(e){return(await y(`[${e.join(`,`)}]`)).toString(`base64`)}function firstSeq([e=`{}`]){let t=JSON.parse(e);return(0,a.OW)(t)&&typeof t.seq==`number`?t.seq:0}function report_frame(){return`<main>
<h2>Time</h2>
<div class="lanes" id="lanes" tabindex="0" role="region" aria-label="Timeline"></div>
<p class="zoom"><button type="button" id="zoom-in">Zoom in</button> <button type="button" id="zoom-out">Zoom out</button> <span id="bars-left" class="soft" hidden></span></p>
<section id="spent"><h2>Cost by turn</h2>
<svg class="chart" id="spend" viewBox="0 0 100 40" preserveAspectRatio="none"
 role="img" aria-label="Cost by turn"></svg></section>
<h2>Turns and calls</h2>
<div class="filters" role="search">${[`tool`,`verdict`,`state`].map(e=>`<label>${e}<select id="by-${e}"><option value="">all</option></select></label>`).join(``)}<label>text<input id="by-text" type="search"></label>
<button type="button" id="open-all">Expand all</button>
<span id="shown" class="soft" role="status" aria-live="polite"></span></div>
<nav class="pager" aria-label="Pages, above the list" hidden></nav>
<div id="list" tabindex="-1"></div>
<nav class="pager" aria-label="Pages, below the list" hidden></nav>
<noscript><p>The list of calls needs JavaScript.</p></noscript>
</main>`}}),69515:((e,t,n)=>{n.d(t,{Gi:()=>showTrail,Ns:()=>trailJson,u0:()=>entryText});var r=n(79463),i=n(92482),a=n(53650),o=n(48538),s=n(33071),c=n(22606),l=n(79600),u=n(51014),d=n(64216);async function*showTrail(e){let t=await(0,l.s)(e),{end:n,run:i,states:a,head:o,count:s,lastTime:c}=t,u=n?.notices??[];for(let e of u)yield`! ${plainText(e)}\n`;u.length>0&&(yield`
`);let d=new SubagentCounts;for await(let n of(0,l.L)(e,t)){let e=`${entryText(n)}${d.add(n)}`;yield`${clockTime(n)} ${String(n.seq).padStart(5)}  ${oneLine(e)}\n`}let f=a.map(([e,t])=>`${t} ${e}`).join(`, `);yield`\n${oneLine(i)}: ${n?.outcome??unfinishedText(c)}\n`,yield`calls: ${f===``?`none`:f}\n`,yield`head hash ${o}, ${(0,r.hS)(s,`entry`,`entries`)}\n`}function unfinishedText(e){return`unfinished: the run is still running, it crashed, or the audit trail was truncated${e===null?``:` (last entry at ${oneLine(e)})`}`}async function*trailJson(e){let t=await(0,l.s)(e),{run:n,end:r,count:i,head:a,firstTime:c,lastTime:u,totals:d}=t,list=n=>new o.T((0,s.q)(e,t,e=>e.is===n?JSON.stringify(valueOf(e),null,2):null)),[f,p,m,h]=[list(`start`),list(`call`),list(`turn`),list(`other`)],g={count:i,head:a,firstTime:c,lastTime:u,totals:d};yield*(0,o.s)({run:n,starts:f,end:r,calls:p,turns:m,others:h,...g},2),yield`
`}function valueOf(e){return e.is===`call`?e.call:e.is===`turn`?e.turn:e.entry}function clockTime(e){let t=e.time.indexOf(`T`)+1;return e.time.slice(t,t+8)}function oneLine(e){let t=Array.from(plainText(e));return t.length>160?`${t.slice(0,160).join(``)}…`:t.join(``)}function plainText(e){return e.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g,` `).trimEnd()}function entryText(e){switch(e.type){case`run.start`:return startText(e);case`run.suspended`:return`SUSPENDED, waiting for ${e.approvals.join(`, `)}`;case`run.end`:return`END ${e.outcome}: ${e.summary}`;case`turn.start`:return`turn ${e.turn}${e.parent===null?``:` of the subagent ${e.parent}`}`;case`model.reply`:return`model: ${e.text===``?e[`gen_ai.response.finish_reasons`].join(`, `):e.text}`;case`model.retry`:return`model: attempt ${e.attempt} after ${e.delayMs} ms (${e.because})`;case`model.fallback`:return`model: ${e.to} in place of ${e.from} (${e.reason}: ${e.because})`;case`model.broken`:return`model: attempt ${e.attempt} broke off after about ${(0,i.k8)(e)} tokens (${e.because})`;case`context.read`:return`read ${e.source} by ${e.author??`an unknown author`} (${e.trusted?`trusted`:`untrusted`})`;case`context.trimmed`:return`context trimmed by ${e.removedBytes} bytes: ${e.how}`;case`sandbox.probe`:return`sandbox ${e.sandbox}: ${isolationText(e.results)}`;case`call.state`:return`  ${e.call} ${e.state}${typeof e.parent==`string`?` under ${e.parent}`:``}${stateDetails(e)}`;case`call.verdict`:return verdictText(e);case`hook.ran`:return`  ${e.call} hook ${e.hook}: ${e.effect}`;case`call.service`:return`  ${e.call} ${e.service} ${e.target}: ${e.because}`;case`call.request`:return`  ${e.call} asks ${e.name} (${e.request}): ${e.data}`;case`call.answer`:return`  ${e.call} answer ${e.request} by ${e.hook??e.by}: ${e.answer??`none, ${e.because??``}`}`;case`call.changed`:return`  ${e.call} changed by @${e.by.login}, its ${e.argument}: ${JSON.stringify(e.arguments)}`;case`plan.approved`:return`  ${e.call} plan of ${(0,r.hS)(e.lines.length,`call`)} adopted`;case`approval.asked`:return`  ASKED ${e.requests.map(({approval:e,call:t})=>`${e} for ${t}`).join(`, `)} via ${e.via}`;case`approval.notified`:return`${e.kind===`reminder`?`reminder of `:``}${e.approvals.join(`, `)} sent by ${e.via}`;case`approval.decision`:return`  ${e.approval} ${e.decision} by @${e.by.login}${e.counted?``:` does not count`}: ${e.because}`;case`approval.consumed`:return`  ${e.approval} used for ${e.call}`;case`approval.void`:return`  ${e.approval} void: ${e.because}`;case`github.write`:return`  GitHub: ${(0,d.G)(e)}${e.url===null?``:` ${e.url}`}`;case`budget`:return(0,u.i)(e);case`redaction`:return`redacted: ${Object.entries(e.counts).map(([e,t])=>`${t} ${e}`).join(`, `)}`;case`recovered`:return`RECOVERED: a truncated line of ${(0,r.hS)(e.tornBytes,`byte`)} was set aside`;case`checkpoint.saved`:return`checkpoint ${e.name}, ${e.bytes} bytes`;case`changes.saved`:return`changes to ${(0,r.hS)(e.files,`file`)} stored as ${e.name}, SHA-256 ${e.sha256}`;case`warning`:return`WARNING ${e.code}: ${e.message}`;case`unknown`:return`an entry of the type ${JSON.stringify(e.typeName)}, which this version does not know`}}function startText(e){let t=e.repository??`a local folder`,[,...n]=e.policy.layers??[],r=n.map(({address:e,commit:t})=>` on ${e}${t===null?``:` (${t})`}`),i=`model ${e[`gen_ai.request.model`]}, policy ${e.policy.source}${r.join(``)}`;return`RUN ${e.start} on ${t}, ${i}: ${e.request}`}function isolationText(e){let t=e.filter(({held:e})=>!e),n=`${e.length-t.length} of ${e.length} isolation checks passed`;return t.length===0?n:`${n}; FAILED: ${t.map(({probe:e})=>e).join(`, `)} (${t.map(({detail:e})=>e).join(`; `)})`}function verdictText(e){let t=e.rule===null?` (${(0,c.sY)(e.list)})`:` by ${e.rule}`,n=e.layer===void 0?``:` of ${e.layer}`,r=e.line===null?n:`, line ${e.line}${n}`,i=e.profile===void 0?``:`, sandbox profile ${e.profile.name}`;return`  ${e.call} verdict ${e.verdict}${t}${r}${i}: ${e.because}`}function stateDetails(e){let t=e[`gen_ai.tool.name`],n=e[`gen_ai.tool.call.arguments`],r=e[`process.exit.code`]??null;return[t===void 0?``:` ${t}`,n===void 0?``:` ${JSON.stringify(n)}`,r===null?``:`, exit code ${r}`,e.durationMs===void 0?``:` in ${e.durationMs} ms`,sandboxLimits(e.sandbox),e.because===void 0?``:`: ${e.because}`].join(``)}function sandboxLimits(e){if(e===void 0||e.limits.length===0)return``;let{limits:t,discarded:n}=e,i=n.length===0?``:`, ${(0,r.hS)(n.length,`path`)} discarded`;return`, limits reached: ${t.join(`, `)}${i}`}class SubagentCounts{#open=new Map;add(e){if(e.type===`turn.start`&&(this.#of(e.parent).turns+=1),(0,i.jb)(e)&&(this.#of(e.parent).tokens+=(0,i.k8)(e)),e.type!==`call.state`)return``;let{call:t,parent:n,state:o}=e,s=o===`PENDING`&&typeof n==`string`?this.#open.get(n):void 0;s!==void 0&&(s.calls+=1);let c=this.#open.get(t);return!(0,a.dR)(o)||c===void 0?``:(this.#open.delete(t),`; the subagent had ${(0,r.hS)(c.turns,`turn`)}, ${(0,r.hS)(c.calls,`call`)} and ${(0,r.hS)(c.tokens,`token`)}`)}#of(e){let t={turns:0,calls:0,tokens:0};if(e===null)return t;let n=this.#open.get(e)??t;return this.#open.set(e,n),n}}}),79600:((e,t,n)=>{n.d(t,{L:()=>entriesAgain,s:()=>summarizeTrail});var r=n(84066),i=n(51693),a=n(92482),o=n(22606);async function summarizeTrail(e,t){let n=new o.hl,r=new PartSums,complete=e=>{r.add(e),t?.(e)},[i,a]=[null,null],[s,c]=[null,null],l=0;for await(let t of e()){let e=n.add(t);e.complete!==null&&complete(e.complete),t.type===`run.start`&&([i,a]=[i??t,null]),t.type===`run.end`&&(a=t),s??=t,c=t,l+=1}for(let e of n.end())complete(e);let{run:u=``,hash:d=``,time:f=null}=c??{},p=s?.time??null;return{run:u,start:i,end:a,...r.result(),count:l,head:d,firstTime:p,lastTime:f,late:n.late}}class PartSums{#counts={workflowRuns:0,turns:0,replies:0,calls:0};#states=new Tally;#verdicts=new Tally;#totals={inputTokens:0,outputTokens:0,cacheReadTokens:0,cacheCreationTokens:0,costUsd:0};add(e){switch(e.is){case`start`:this.#counts.workflowRuns+=1;return;case`turn`:return this.#counts.turns+=1,e.turn.reply===null?void 0:(this.#counts.replies+=1,this.#spend(e.turn.reply));case`call`:this.#counts.calls+=1,this.#states.add(e.call.state,e.call.seq),this.#verdicts.add(e.call.verdict?.verdict??`none`,e.call.seq);return;case`other`:(0,a.jb)(e.entry)&&this.#spend(e.entry)}}result(){let[e,t]=[this.#states.counts(),this.#verdicts.counts()];return{...this.#counts,states:e,verdicts:t,totals:this.#totals}}#spend(e){let[t,n,i,o]=(0,a.fK)(e),s=this.#totals;s.inputTokens+=t,s.outputTokens+=n,s.cacheReadTokens+=i,s.cacheCreationTokens+=o,s.costUsd=s.costUsd===null||e.costUsd===null?null:(0,r.t)(s.costUsd+e.costUsd)}}async function*entriesAgain(e,{head:t,count:n}){if(n!==0){for await(let n of e())if(yield n,n.hash===t)return;throw new i.WS(`trail-broken`,`The audit trail was changed while it was read: the entry that was its last is gone.`,{fix:`Read it again when nothing writes it.`})}}class Tally{#values=new Map;add(e,t){let n=this.#values.get(e)??{calls:0,first:t};n.calls+=1,n.first=Math.min(n.first,t),this.#values.set(e,n)}counts(){return[...this.#values].toSorted(([,e],[,t])=>e.first-t.first).map(([e,{calls:t}])=>[e,t])}}}),64216:((e,t,n)=>{n.d(t,{G:()=>writeTitle});function writeTitle(e){let{what:t,id:n,branch:r,found:i}=e;return r===void 0?i===!0?`${t}, which was open before`:t:`branch ${r} at ${t} ${String(n??``).slice(0,7)}`}}),64183:((e,t,n)=>{n.d(t,{EY:()=>writeSynced,G8:()=>prepareFolder,Yw:()=>syncFolder,eq:()=>openForAppend,mP:()=>unwritable});var r=n(73024),i=n(51455),a=n(76760),o=n(51693),s=n(55),c=n(18111),__addDisposableResource=function(e,t,n){if(t!=null){if(typeof t!=`object`&&typeof t!=`function`)throw TypeError(`Object expected.`);var dispose,r;if(n){if(!Symbol.asyncDispose)throw TypeError(`Symbol.asyncDispose is not defined.`);dispose=t[Symbol.asyncDispose]}if(dispose===void 0){if(!Symbol.dispose)throw TypeError(`Symbol.dispose is not defined.`);dispose=t[Symbol.dispose],n&&(r=dispose)}if(typeof dispose!=`function`)throw TypeError(`Object not disposable.`);r&&(dispose=function(){try{r.call(this)}catch(e){return Promise.reject(e)}}),e.stack.push({value:t,dispose,async:n})}else n&&e.stack.push({async:!0});return t},l=(function(e){return function(t){function fail(n){t.error=t.hasError?new e(n,t.error,`An error was suppressed during disposal.`):n,t.hasError=!0}var n,r=0;function next(){for(;n=t.stack.pop();)try{if(!n.async&&r===1)return r=0,t.stack.push(n),Promise.resolve().then(next);if(n.dispose){var e=n.dispose.call(n.value);if(n.async)return r|=2,Promise.resolve(e).then(next,function(e){return fail(e),next()})}else r|=1}catch(e){fail(e)}if(r===1)return t.hasError?Promise.reject(t.error):Promise.resolve();if(t.hasError)throw t.error}return next()}})(typeof SuppressedError==`function`?SuppressedError:function(e,t,n){var r=Error(n);return r.name=`SuppressedError`,r.error=e,r.suppressed=t,r});let u={ENOSPC:`Free space on that disk, or keep the audit trail on another one.`,EDQUOT:`Raise the quota, or keep the audit trail on another disk.`,EFBIG:"Raise the limit on file sizes (`ulimit -f`).",EROFS:`Name a folder on a writable disk.`,EACCES:`Name a folder that this user may write.`,EPERM:`Name a folder that this user may write.`,ELOOP:`Name a folder whose audit.jsonl is a file, not a link.`,ENOTDIR:`Name a folder; a part of this path is a file.`};function unwritable(e,t){let n=(0,o.UQ)(t),r=n??(t instanceof Error?t.message:String(t)),i=(n===null?void 0:u[n])??`Name a writable folder.`;return new o.WS(`trail-unwritable`,`The audit trail in ${e} cannot be written (${r}).`,{fix:i,cause:t})}async function prepareFolder(e){try{for(let t of[e,(0,a.join)(e,c.DU)]){if(await(0,s.v)(t,{mode:448}),!(await(0,i.lstat)(t)).isDirectory())throw Error(`${t} is a link or a file, not a folder`);await(0,i.chmod)(t,448)}await(0,i.rm)((0,a.join)(e,c.zH),{force:!0})}catch(t){throw unwritable(e,t)}}async function openForAppend(e){let t=r.constants.O_RDWR|r.constants.O_APPEND|r.constants.O_CREAT|r.constants.O_NOFOLLOW;try{let n=await(0,i.open)((0,a.join)(e,c.eB),t,384);try{return await n.chmod(384),await syncFolder(e),n}catch(e){throw await n.close(),e}}catch(t){throw unwritable(e,t)}}async function writeSynced(e,t){await(0,i.writeFile)(e,t,{flag:`wx`,mode:384,flush:!0})}async function syncFolder(e){let t={stack:[],error:void 0,hasError:!1};try{let n=__addDisposableResource(t,await(0,i.open)(e),!0);try{await n.sync()}catch(e){let t=(0,o.UQ)(e);if(t!==`EINVAL`&&t!==`ENOTSUP`&&t!==`EPERM`)throw e}}catch(e){t.error=e,t.hasError=!0}finally{let e=l(t);e&&await e}}}),55:((e,t,n)=>{n.d(t,{v:()=>createFolder});var r=n(51455),i=n(76760),a=n(51693);async function createFolder(e,t={}){let n=(0,i.dirname)(e);if(!(n===e||await exists(e))){await createFolder(n,t);try{await(0,r.mkdir)(e,t)}catch(e){if((0,a.UQ)(e)!==`EEXIST`)throw e}}}async function exists(e){try{return await(0,r.lstat)(e),!0}catch(e){if((0,a.UQ)(e)===`ENOENT`)return!1;throw e}}}),87754:((e,t,n)=>{n.d(t,{z:()=>csvLine});var r=n(79463);function csvLine(e){return`${e.map(csvField).join(`,`)}\r\n`}let i=/^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;function csvField(e){if(e==null)return``;let t=(0,r.RK)(String(e)),n=typeof e==`string`&&i.test(e)?`'${t}`:t;return/[",\r\n]/.test(n)?`"${n.replaceAll(`"`,`""`)}"`:n}})};