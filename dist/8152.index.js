export const id=8152;export const ids=[8152];export const modules={53305:((e,t,n)=>{n.r(t),n.d(t,{auditCommands:()=>tt});var r=n(76760),i=n(51455),a=n(51693);let o=1668507502,s=`
-- ---------------------------------------------------------------------------------------------------------------------
-- What was collected. These tables say where audit trails came from and what became of them.
-- ---------------------------------------------------------------------------------------------------------------------

-- Each repository that was asked for its artifacts.
CREATE TABLE repositories (
  repository   TEXT PRIMARY KEY,      -- OWNER/REPO
  asked_at     TEXT NOT NULL,         -- when its artifacts were last asked for
  listed_from  TEXT,                  -- every artifact created between these two is known; NULL: from the first one on
  listed_until TEXT,                  -- NULL: the list was never read to its end
  problem      TEXT                   -- why its artifacts could not be listed the last time
) STRICT;

-- Each artifact that is named as an audit trail of Countersign.
CREATE TABLE artifacts (
  repository   TEXT NOT NULL,
  artifact     INTEGER NOT NULL,      -- GitHub's id
  name         TEXT NOT NULL,
  workflow_run INTEGER,               -- GitHub's id; NULL if GitHub no longer says
  from_fork    INTEGER NOT NULL,      -- 1: GitHub lists it with a commit of a fork, or of nobody; who wrote its workflow is looked up
  created_at   TEXT,
  bytes        INTEGER NOT NULL,
  sha256       TEXT,                  -- the digest of the upload, by GitHub
  state        TEXT NOT NULL CHECK (state IN (
                 'waiting',           -- not downloaded yet, or the download failed and is tried again
                 'collected',
                 'foreign',           -- collected, but of another workflow run than the one that uploaded it
                 'expired',           -- it expired, or was deleted, before it was collected
                 'refused'            -- its bytes are not what was uploaded, or no archive that can be unpacked
               )),
  because      TEXT,                  -- why it is not collected
  trail        INTEGER REFERENCES trails,
  PRIMARY KEY (repository, artifact)
) STRICT;
CREATE INDEX artifacts_by_state ON artifacts (state);
CREATE INDEX artifacts_by_trail ON artifacts (trail);
CREATE INDEX artifacts_by_run ON artifacts (repository, workflow_run);

-- Each run of a workflow that has uploaded an audit trail, from the first such artifact on. A run that had nothing to do uploads
-- none, so only one that failed without a trail is a problem.
CREATE TABLE workflow_runs (
  repository   TEXT NOT NULL,
  workflow_run INTEGER NOT NULL,      -- GitHub's id
  workflow     INTEGER,               -- GitHub's id; NULL: the run was deleted
  event        TEXT,
  conclusion   TEXT,                  -- GitHub's word, such as failure; NULL: it had not ended
  created_at   TEXT,
  url          TEXT,
  PRIMARY KEY (repository, workflow_run)
) STRICT, WITHOUT ROWID;
CREATE INDEX workflow_runs_by_workflow ON workflow_runs (repository, workflow, created_at);

-- Each audit trail that is kept, by the digest of all its files. Only those with the state 'counted' have rows below.
CREATE TABLE trails (
  trail        INTEGER PRIMARY KEY,
  digest       TEXT NOT NULL UNIQUE,  -- SHA-256 over the names, sizes and digests of its files
  folder       TEXT NOT NULL,         -- where it is kept, below the archive: audit show and audit report take it
  state        TEXT NOT NULL CHECK (state IN (
                 'counted',
                 'superseded',        -- a longer trail of the same run holds all its entries
                 'conflict',          -- it verifies, and contradicts another trail of the same run: none of them counts
                 'foreign',           -- it verifies, but no source of it is the workflow run that it names
                 'broken',            -- it does not verify
                 'unreadable'         -- there are no entries to verify
               )),
  repository   TEXT,                  -- of the workflow run that it names; NULL if broken
  run          TEXT,                  -- Countersign's id of the run; NULL if broken
  workflow_run INTEGER,               -- the last workflow run that it names
  entries      INTEGER,
  head         TEXT,                  -- the hash of its last entry
  fault        TEXT,                  -- why it does not verify: the code of audit verify
  fault_line   INTEGER,               -- the first invalid line
  because      TEXT,                  -- the same for people
  warnings     INTEGER,               -- how many warnings audit verify has
  files        INTEGER NOT NULL,
  bytes        INTEGER NOT NULL,
  collected_at TEXT NOT NULL
) STRICT;
CREATE INDEX trails_by_run ON trails (run);

-- ---------------------------------------------------------------------------------------------------------------------
-- What the counted audit trails say: each verifies, and each run is there once. seq is the number of an entry in its trail.
-- ---------------------------------------------------------------------------------------------------------------------

-- Each run, all its workflow runs (suspended and resumed) together.
CREATE TABLE runs (
  trail        INTEGER PRIMARY KEY REFERENCES trails,
  run          TEXT NOT NULL,
  repository   TEXT,                  -- that the run was about
  workflow_run INTEGER,               -- the last one
  url          TEXT,                  -- of the last workflow run
  event        TEXT,
  actor        TEXT,                  -- who requested it; where that is not recorded, who caused the event
  number       INTEGER,               -- the issue or pull request
  request      TEXT,
  provider     TEXT,
  model        TEXT,
  policy       TEXT,
  policy_sha256 TEXT,
  version      TEXT,                  -- of Countersign
  started_at   TEXT,
  ended_at     TEXT,                  -- of the last entry
  workflow_runs INTEGER NOT NULL,     -- how many there were
  outcome      TEXT,                  -- NULL: unfinished
  summary      TEXT
) STRICT;

-- Each request to the model.
CREATE TABLE turns (
  trail INTEGER NOT NULL REFERENCES trails, seq INTEGER NOT NULL, time TEXT NOT NULL,
  turn   INTEGER NOT NULL,
  parent TEXT,                        -- the call whose subagent made it
  PRIMARY KEY (trail, seq)
) STRICT, WITHOUT ROWID;

-- What each reply of the model cost, replies that broke off included.
CREATE TABLE usage (
  trail INTEGER NOT NULL REFERENCES trails, seq INTEGER NOT NULL, time TEXT NOT NULL,
  turn   INTEGER NOT NULL,
  model  TEXT,                        -- NULL: the reply broke off before it said
  input_tokens INTEGER, output_tokens INTEGER, cache_read_tokens INTEGER, cache_creation_tokens INTEGER,
  cost_usd REAL,                      -- NULL: the price is not known
  duration_ms REAL,
  broke_off INTEGER NOT NULL,
  PRIMARY KEY (trail, seq)
) STRICT, WITHOUT ROWID;

-- Each call, in its last state, with its last verdict.
CREATE TABLE calls (
  trail INTEGER NOT NULL REFERENCES trails, call TEXT NOT NULL, seq INTEGER NOT NULL, time TEXT NOT NULL,
  turn   INTEGER,
  parent TEXT,                        -- the call whose subagent or tool made it
  tool   TEXT,
  kind   TEXT,
  arguments TEXT,                     -- JSON; {"cut": …} of long ones
  path   TEXT,                        -- the file that a file tool names
  state  TEXT NOT NULL,
  because TEXT,                       -- why it was denied, failed or was interrupted
  executed_at TEXT, ended_at TEXT, duration_ms REAL,
  exit_code INTEGER, error TEXT, result_bytes INTEGER,
  verdict TEXT, rule TEXT, list TEXT, line INTEGER, layer TEXT,
  untrusted INTEGER                   -- 1: untrusted content was in the context when it was evaluated
) STRICT;
CREATE UNIQUE INDEX calls_by_id ON calls (trail, call);
CREATE INDEX calls_by_rule ON calls (rule, verdict);

-- Each verdict; a call that a hook or a person changed has several.
CREATE TABLE verdicts (
  trail INTEGER NOT NULL REFERENCES trails, seq INTEGER NOT NULL, time TEXT NOT NULL,
  call TEXT NOT NULL, verdict TEXT NOT NULL,
  rule TEXT,                          -- NULL: a built-in rule, or no rule matched (list says which)
  list TEXT NOT NULL, line INTEGER, layer TEXT, because TEXT,
  untrusted INTEGER NOT NULL, sandboxed INTEGER NOT NULL,
  PRIMARY KEY (trail, seq)
) STRICT, WITHOUT ROWID;

-- Each approval request.
CREATE TABLE approvals (
  trail INTEGER NOT NULL REFERENCES trails, approval TEXT NOT NULL, seq INTEGER NOT NULL,
  call TEXT NOT NULL, via TEXT NOT NULL,
  needed INTEGER NOT NULL,            -- how many people
  asked_at TEXT NOT NULL, expires_at TEXT, url TEXT,
  used_at TEXT,                       -- when it let the call run
  void_at TEXT, void_because TEXT,
  PRIMARY KEY (trail, approval)
) STRICT, WITHOUT ROWID;

-- Each answer of a person, those that do not count included.
CREATE TABLE decisions (
  trail INTEGER NOT NULL REFERENCES trails, seq INTEGER NOT NULL, time TEXT NOT NULL,
  approval TEXT NOT NULL, call TEXT NOT NULL,
  decision TEXT NOT NULL,             -- approve or deny
  counted INTEGER NOT NULL, because TEXT,
  login TEXT NOT NULL, user_id INTEGER, permission TEXT,
  answered_at TEXT NOT NULL,          -- when the person answered; time is when the run saw it
  url TEXT, note TEXT,
  PRIMARY KEY (trail, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX decisions_by_approval ON decisions (trail, approval);

-- Each thing that was written on GitHub.
CREATE TABLE effects (
  trail INTEGER NOT NULL REFERENCES trails, seq INTEGER NOT NULL, time TEXT NOT NULL,
  call TEXT,                          -- NULL: the run itself wrote it
  what TEXT NOT NULL, url TEXT, branch TEXT,
  found INTEGER NOT NULL,             -- 1: it was there before
  PRIMARY KEY (trail, seq)
) STRICT, WITHOUT ROWID;

-- Files by the calls that touched them.
CREATE TABLE files (
  trail INTEGER NOT NULL REFERENCES trails, seq INTEGER NOT NULL,
  call TEXT, path TEXT NOT NULL,
  how TEXT NOT NULL                   -- read, written, discarded (by the sandbox), pushed, deleted (by a push)
) STRICT;
CREATE INDEX files_by_trail ON files (trail);

-- Hosts that calls connected to, or tried to.
CREATE TABLE hosts (
  trail INTEGER NOT NULL REFERENCES trails, seq INTEGER NOT NULL,
  call TEXT NOT NULL, host TEXT NOT NULL,
  verdict TEXT NOT NULL,              -- allowed or refused
  count INTEGER
) STRICT;
CREATE INDEX hosts_by_trail ON hosts (trail);

-- Content that entered the context.
CREATE TABLE sources (
  trail INTEGER NOT NULL REFERENCES trails, seq INTEGER NOT NULL, time TEXT NOT NULL,
  source TEXT NOT NULL, author TEXT, trusted INTEGER NOT NULL, because TEXT,
  PRIMARY KEY (trail, seq)
) STRICT, WITHOUT ROWID;

-- Each denied call, and who denied it.
CREATE VIEW denials AS
SELECT c.trail, c.call, c.seq, c.ended_at AS time, c.tool, c.arguments, c.rule, c.list, c.line, c.layer, c.because,
  CASE
    WHEN c.verdict = 'deny' THEN 'policy'
    WHEN EXISTS (SELECT 1 FROM decisions d
      WHERE d.trail = c.trail AND d.call = c.call AND d.decision = 'deny' AND d.counted = 1) THEN 'person'
    ELSE 'nobody approved'
  END AS denied_by
FROM calls c WHERE c.state = 'DENIED';

-- What is missing or does not count, with the folder where it is kept if there is one.
CREATE VIEW problems AS
SELECT t.state AS problem, coalesce(a.repository, t.repository) AS repository, t.run,
  coalesce(a.workflow_run, t.workflow_run) AS workflow_run, coalesce(a.name || ': ', '') || t.because AS because,
  t.folder, coalesce(a.created_at, t.collected_at) AS time
FROM trails t LEFT JOIN artifacts a USING (trail) WHERE t.state IN ('conflict', 'broken', 'unreadable')
UNION ALL
SELECT a.state, a.repository, t.run, a.workflow_run, a.name || ': ' || coalesce(a.because, ''), t.folder, a.created_at
FROM artifacts a LEFT JOIN trails t USING (trail) WHERE a.state IN ('foreign', 'expired', 'refused')
UNION ALL
SELECT 'waiting', repository, NULL, workflow_run, name || ': ' || because, NULL, created_at
FROM artifacts WHERE state = 'waiting' AND because IS NOT NULL
UNION ALL
SELECT 'missing', w.repository, NULL, w.workflow_run,
  'The workflow run ended as ' || w.conclusion || ', and has no audit trail: ' || coalesce(w.url, ''), NULL, w.created_at
FROM workflow_runs w WHERE w.conclusion IN ('failure', 'timed_out')
  AND NOT EXISTS (SELECT 1 FROM artifacts a WHERE a.repository = w.repository AND a.workflow_run = w.workflow_run)
UNION ALL
SELECT 'not listed', repository, NULL, NULL, problem, NULL, asked_at
FROM repositories WHERE problem IS NOT NULL;
`,c=[`runs`,`turns`,`usage`,`calls`,`verdicts`,`approvals`,`decisions`,`effects`,`files`,`hosts`,`sources`];var l=n(55036);let u=5e3,d=(0,l.B)(async()=>{let e=Reflect.get(process,`emitWarning`);process.emitWarning=(t,...n)=>{String(t).includes(`SQLite is an experimental feature`)||Reflect.apply(e,process,[t,...n])};try{return await Promise.resolve().then(n.t.bind(n,80099,19))}finally{process.emitWarning=e}});async function openDatabase(e,{readOnly:t=!1}={}){let{DatabaseSync:n}=await d();return new n(e,{readOnly:t,timeout:u})}async function openForQueries(e){let{DatabaseSync:t,constants:n}=await d();if(!(`setAuthorizer`in t.prototype)){let e=`Queries to an archive need Node 24.10 or newer, and this is ${process.versions.node}.`;throw new a.W(`input-invalid`,e,{fix:`Install a newer Node 24.`})}let r=new t(e,{readOnly:!0,timeout:u}),i=new Set([n.SQLITE_SELECT,n.SQLITE_READ,n.SQLITE_FUNCTION,n.SQLITE_RECURSIVE]);return r.setAuthorizer((e,t,r)=>i.has(e)&&r!==`load_extension`?n.SQLITE_OK:n.SQLITE_DENY),r}let f={busy:5,readOnly:8,ioError:10,full:13,cannotOpen:14};function resultCode(e){return!(e instanceof Error)||!(`errcode`in e)?null:typeof e.errcode==`number`?e.errcode&255:null}let p=`archive.sqlite`,m=`lock.sqlite`,h=`incoming`,g=`trails`;class Archive{folder;database;#lock;#last=Promise.resolve();#incoming=0;constructor(e,t,n){this.folder=e,this.database=t,this.#lock=n}async write(e){let t=this.#last,n=(async()=>{await t,this.database.exec(`BEGIN IMMEDIATE`);try{let t=await e();return this.database.exec(`COMMIT`),t}catch(e){throw this.database.isTransaction&&this.database.exec(`ROLLBACK`),archiveError(e,this.folder)}})();return this.#last=n.catch(()=>void 0),await n}incoming(){return this.#incoming+=1,(0,r.join)(this.folder,h,String(this.#incoming))}async close(){await this.#last,this.database.close(),this.#lock.close()}}async function openArchive(e){let t=[];try{await(0,i.mkdir)((0,r.join)(e,g),{recursive:!0,mode:448});let n=await openDatabase((0,r.join)(e,m));t.push(n),takeLock(n,e),await(0,i.rm)((0,r.join)(e,h),{recursive:!0,force:!0}),await(0,i.mkdir)((0,r.join)(e,h),{mode:448});let a=await openDatabase((0,r.join)(e,p));return t.push(a),prepare(a,e),new Archive(e,a,n)}catch(n){for(let e of t)e.close();throw archiveError(n,e)}}function takeLock(e,t){try{e.exec(`PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE`)}catch(e){throw resultCode(e)===f.busy?new a.W(`file-refused`,`Another collection is writing to the archive ${t}, or its tables are being exported.`,{fix:`Wait until it has ended, or name another folder with --archive.`,cause:e}):e}}function prepare(e,t){e.exec(`PRAGMA cache_size = -8192; PRAGMA temp_store = FILE`),numberOf(e,`user_version`)===0&&numberOf(e,`application_id`)===0&&e.prepare(`SELECT count(*) AS count FROM sqlite_schema`).get()?.count===0&&e.exec(`BEGIN; ${s}; PRAGMA application_id = ${o}; PRAGMA user_version = 1; COMMIT`),checkVersion(e,t)}function checkVersion(e,t){let n=numberOf(e,`user_version`);if(numberOf(e,`application_id`)!==o||n!==1)throw new a.W(`file-refused`,`${(0,r.join)(t,p)} is no archive of this version (its version is ${n}, this program has 1).`,{fix:`Name another folder with --archive. \`audit collect ${(0,r.join)(t,g)}\` makes a new archive of the trails in it.`})}function numberOf(e,t){let n=e.prepare(`PRAGMA ${t}`).get()?.[t];return typeof n==`number`?n:-1}async function readArchive(e){let t=(0,r.join)(e,p);if(await(0,i.stat)(t).catch(()=>null)===null)throw new a.W(`file-refused`,`There is no archive in ${e}.`,{fix:"Collect audit trails with `countersign audit collect`, or name the folder with --archive."});try{return await checkOnce(t,e),await openForQueries(t)}catch(t){throw archiveError(t,e)}}async function lockArchive(e){let t=await openDatabase((0,r.join)(e,m));try{return takeLock(t,e),t}catch(n){throw t.close(),archiveError(n,e)}}async function checkOnce(e,t){let n=await openDatabase(e,{readOnly:await(0,i.stat)(`${e}-journal`).catch(()=>null)===null});try{checkVersion(n,t)}finally{n.close()}}let ee=new Set([`ENOSPC`,`EDQUOT`,`EFBIG`]);function isDiskFull(e){return resultCode(e)===f.full||ee.has(errnoOf(e))}function errnoOf(e){return!(e instanceof Error)||!(`code`in e)||!(`syscall`in e)?null:typeof e.code==`string`?e.code:null}function archiveError(e,t){let n=resultCode(e);if(n===null&&errnoOf(e)===null)return e;let r=`What was collected before is kept; collect again to continue.`,[i,o]=isDiskFull(e)?[`The disk of the archive ${t} is full`,`Free some space. ${r}`]:n===f.busy?[`The archive ${t} is being written`,`Try it again in a moment.`]:[`The archive ${t} cannot be used`,`Check the disk and its permissions. ${r}`];return new a.W(`file-refused`,`${i} (${(0,a.k)(e)}).`,{fix:o,cause:e})}var _=n(73024),v=n(18111),y=n(12165),te=n(4446),b=n(15649),x=n(99516);function createWorkflowRuns(e){let t=(0,te.z)(e);return{originOf:e=>t.request({route:`GET ${t.base}/actions/runs/${e}`,doing:`read workflow run ${e}`,needs:`actions=read`,answers:[404],read:e=>{if(e.status===404)return null;let t=(0,x.fd)(x.Zd)(e);if(t===void 0)return;let{workflow_id:n,event:r,repository:i,head_repository:a}=t,o=i==null||a?.id!==i.id;return{workflowId:n,isFromFork:r!==`pull_request_target`&&o}}}),page:(e,n)=>t.request({route:`GET ${t.base}/actions/workflows/${e}/runs`,query:{per_page:b.EK,page:n},doing:`list the runs of workflow ${e}`,needs:`actions=read`,read:e=>{let t=(0,x.fd)(x.zB)(e)?.workflow_runs;return t===void 0?void 0:{runs:t.map(e=>({id:e.id,event:e.event,conclusion:e.status===`completed`?e.conclusion:null,createdAt:e.created_at,url:e.html_url})),isLast:t.length<b.EK}}})}}function pageOriginOf(e){let{protocol:t,host:n,pathname:r,origin:i}=new URL(e);return n===`api.github.com`||n.startsWith(`api.`)&&n.endsWith(`.ghe.com`)?`${t}//${n.slice(4)}`:/^\/api\/v3\/?$/.test(r)?i:null}var S=n(86527),ne=n(6249),re=n(3573),ie=n(77598),C=n(57075),ae=n(46466),oe=n(57694),w=n(40218),T=n(5602);let E=6e4,D=3*1024**3,se=new Set([v.eB,v.qQ,v.zH,oe.i]),ce=/^(?:changes\.patch|(?:checkpoint|torn)-\d{1,15}\.bin)$/,le=new Set([`ENOTEMPTY`,`EEXIST`]),ue=/^[0-9a-f]{64}$/,de=_.constants.O_RDONLY|_.constants.O_NOFOLLOW|_.constants.O_NONBLOCK;async function copyTrail(e,t){await(0,i.mkdir)((0,r.join)(t,v.DU),{recursive:!0,mode:448});let n=0;for(let i of await filesOf(e)){let a=await openFile((0,r.join)(e,i));if(a!==null)try{let counted=async function*(){for await(let t of bytesOf(a)){if(n+=t.length,n>D)throw tooLarge(e);yield t}},o=(0,_.createWriteStream)((0,r.join)(t,i),{flags:`wx`,mode:384});await(0,ae.pipeline)(C.Readable.from(counted()),o)}finally{await a.close()}}}async function keepTrail(e,t){let n=[];for(let e of await filesOf(t)){let i=await digestOnDisk((0,r.join)(t,e));i!==null&&n.push([e,i.bytes,i.sha256])}let a=(0,w.s)((0,T.d)(n.map(e=>[...e]))),o=`${g}/${a.slice(0,2)}/${a}`,s=(0,r.join)(e.folder,o),c={digest:a,trailSha256:n.find(([e])=>e===v.eB)?.[2]??null,folder:o,path:s,files:n.length,bytes:sum(n)};if(await(0,i.stat)(s).catch(()=>null)===null){let e=`${t}.kept`;await(0,i.mkdir)((0,r.join)(e,v.DU),{recursive:!0,mode:448});for(let[a]of n)await(0,i.rename)((0,r.join)(t,a),(0,r.join)(e,a));await(0,i.mkdir)((0,r.dirname)(s),{recursive:!0,mode:448}),await(0,i.rename)(e,s).catch(async t=>{if(!isThere(t))throw t;await(0,i.rm)(e,{recursive:!0,force:!0})})}return await(0,i.rm)(t,{recursive:!0,force:!0}),c}function isThere(e){return e instanceof Error&&`code`in e&&le.has(e.code)}function sum(e){return e.reduce((e,[,t])=>e+t,0)}async function filesOf(e){let t=[],add=n=>{if(t.length>=E)throw tooLarge(e);t.push(n)};for await(let{name:t}of await(0,i.opendir)(e))(se.has(t)||ce.test(t))&&add(t);let n=(0,r.join)(e,v.DU);if(await isRealFolder(n))for await(let{name:e}of await(0,i.opendir)(n))ue.test(e)&&add(`${v.DU}/${e}`);return t.toSorted()}async function isRealFolder(e){return(await(0,i.lstat)(e).catch(()=>null))?.isDirectory()===!0}async function openFile(e){let t;try{t=await(0,i.open)(e,de)}catch(e){if(e instanceof Error&&`code`in e&&(e.code===`ENOENT`||e.code===`ELOOP`))return null;throw e}return(await t.stat()).isFile()?t:(await t.close(),null)}async function digestOnDisk(e){let t=await openFile(e);if(t===null)return null;try{let e=(0,ie.createHash)(`sha256`),n=0;for await(let r of bytesOf(t))e.update(r),n+=r.length;return await t.sync(),{sha256:e.digest(`hex`),bytes:n}}finally{await t.close()}}function bytesOf(e){return e.createReadStream({autoClose:!1,highWaterMark:65536})}function tooLarge(e){return new a.W(`file-refused`,`The audit trail in ${e} has more than ${E} files or ${D} bytes.`,{fix:`No run writes that much: look at what is in it.`})}var fe=n(92482),O=n(85637),pe=n(72980);let k=4e3,A=1e3,j=0xe8d4a51000,M={turns:`seq, time, turn, parent`,usage:`seq, time, turn, model, input_tokens, output_tokens, cache_read_tokens, cache_creation_tokens, cost_usd, duration_ms, broke_off`,calls:`call, seq, time, turn, parent, tool, kind, arguments, path, state`,verdicts:`seq, time, call, verdict, rule, list, line, layer, because, untrusted, sandboxed`,approvals:`approval, seq, call, via, needed, asked_at, expires_at, url`,decisions:`seq, time, approval, call, decision, counted, because, login, user_id, permission, answered_at, url, note`,effects:`seq, time, call, what, url, branch, found`,files:`seq, call, path, how`,hosts:`seq, call, host, verdict, count`,sources:`seq, time, source, author, trusted, because`,runs:`run, repository, workflow_run, url, event, actor, number, request, provider, model, policy, policy_sha256, version, started_at, ended_at, workflow_runs, outcome, summary`},me={state:`UPDATE calls SET state = ? WHERE trail = ? AND call = ?`,executing:`UPDATE calls SET state = ?, executed_at = ? WHERE trail = ? AND call = ?`,ended:`UPDATE calls SET state = ?, ended_at = ?, because = ?, duration_ms = ?, exit_code = ?, error = ?, result_bytes = ?
    WHERE trail = ? AND call = ?`,verdict:`UPDATE calls SET verdict = ?, rule = ?, list = ?, line = ?, layer = ?, untrusted = ?
    WHERE trail = ? AND call = ?`,changed:`UPDATE calls SET arguments = ? WHERE trail = ? AND call = ?`,used:`UPDATE approvals SET used_at = ? WHERE trail = ? AND approval = ?`,void:`UPDATE approvals SET void_at = ?, void_because = ? WHERE trail = ? AND approval = ?`,touched:`INSERT INTO files (trail, seq, call, path, how)
    SELECT trail, ?, call, path, CASE kind WHEN 'write' THEN 'written' ELSE 'read' END FROM calls
    WHERE path IS NOT NULL AND trail = ? AND call = ?`};function prepareRows(e){let insert=t=>{let n=`trail, ${M[t]}`,r=n.replaceAll(/\w+/g,`?`),i=t===`approvals`?` OR IGNORE`:``;return e.prepare(`INSERT${i} INTO ${t} (${n}) VALUES (${r})`)},t=new Map(tables().map(e=>[e,insert(e)])),n=new Map(Object.entries(me).map(([t,n])=>[t,e.prepare(n)]));return{insert:(e,n)=>t.get(e)?.run(...n),update:(e,t)=>n.get(e)?.run(...t)}}function tables(){return Object.keys(M).filter(e=>Object.hasOwn(M,e))}class TrailRows{#trail;#statements;#first=null;#last=null;#end=null;#starts=0;#run=``;#time=null;constructor(e,t){this.#trail=e,this.#statements=t}add(e){({run:this.#run,time:this.#time}=e);let{seq:t,time:n}=e;if((0,fe.jb)(e))return this.#usage(e);switch(e.type){case`run.start`:this.#first??=e,this.#last=e,this.#end=null,this.#starts+=1;return;case`run.end`:this.#end=e;return;case`turn.start`:return this.#insert(`turns`,[t,n,e.turn,rows_text(e.parent)]);case`call.state`:return this.#state(e);case`call.verdict`:return this.#verdict(e);case`call.changed`:return this.#update(`changed`,[argumentsText(e.arguments),this.#trail,e.call]);case`call.service`:return e.service===`write`?this.#insert(`files`,[t,e.call,rows_text(e.target),`written`]):void 0;case`approval.asked`:return this.#asked(e);case`approval.decision`:return this.#decision(e);case`approval.consumed`:return this.#update(`used`,[n,this.#trail,e.approval]);case`approval.void`:return this.#update(`void`,[n,rows_text(e.because),this.#trail,e.approval]);case`github.write`:return this.#effect(e);case`context.read`:return this.#insert(`sources`,[t,n,rows_text(e.source),rows_text(e.author),flag(e.trusted),rows_text(e.because)]);default:return}}finish(e){let[t,n,r]=[this.#first,this.#last,this.#end],i=rows_text(t?.repository??null),a=runNumber(n?.workflow?.runId);this.#insert(`runs`,[this.#run,i,a,rows_text(n?.workflow?.url??null),rows_text(t?.trigger.event??null),rows_text(t?.requester?.login??t?.trigger.actor?.login??null),whole(t?.trigger.number??null),rows_text(t?.request??null),rows_text(t?.[`gen_ai.provider.name`]??null),rows_text(t?.[`gen_ai.request.model`]??null),rows_text(t?.policy.source??null),t?.policy.sha256??null,rows_text(t?.version??null),t?.time??null,this.#time,this.#starts,r?.outcome??null,rows_text(r?.summary??null)]);let{url:o=null,runId:s=``}=n?.workflow??{};return{repository:o===null?i:rows_text(repositoryIn({url:o,runId:s},e)),workflowRun:a}}#insert(e,t){this.#statements.insert(e,[this.#trail,...t])}#update(e,t){this.#statements.update(e,t)}#usage(e){let t=e.type===`model.reply`;this.#insert(`usage`,[e.seq,e.time,e.turn,t?rows_text(e[`gen_ai.response.model`]):null,whole(e[`gen_ai.usage.input_tokens`]),whole(e[`gen_ai.usage.output_tokens`]),whole(e[`gen_ai.usage.cache_read.input_tokens`]),whole(e[`gen_ai.usage.cache_creation.input_tokens`]),number(e.costUsd,1e9),t?number(e.durationMs,j):null,flag(!t)])}#state(e){let{seq:t,time:n,call:r,state:i}=e,a=[this.#trail,r];switch(i){case`PENDING`:return this.#insert(`calls`,[r,t,n,e.turn??null,rows_text(e.parent??null),rows_text(e[`gen_ai.tool.name`]??null),rows_text(e.kind??null),argumentsText(e[`gen_ai.tool.call.arguments`]??blobArguments(e)),pathOf(e),i]);case`APPROVAL_REQUIRED`:case`APPROVED`:return this.#update(`state`,[i,...a]);case`EXECUTING`:return this.#update(`executing`,[i,n,...a]);case`COMPLETED`:case`FAILED`:case`DENIED`:case`SEALED`:return this.#update(`ended`,[i,n,rows_text(e.because??null),number(e.durationMs??null,j),whole(e[`process.exit.code`]??null),rows_text(e[`error.type`]??null),whole(e.resultBytes??null),...a]),i===`COMPLETED`&&this.#update(`touched`,[t,...a]),this.#traces(e)}}#traces({seq:e,call:t,network:n=[],sandbox:r}){for(let{to:r,verdict:i,count:a}of n.slice(0,A))this.#insert(`hosts`,[e,t,rows_text(r),i,whole(a)]);for(let n of r?.kept.slice(0,A)??[])this.#insert(`files`,[e,t,rows_text(n),`written`]);for(let n of r?.discarded.slice(0,A)??[])this.#insert(`files`,[e,t,rows_text(n),`discarded`])}#verdict(e){let t=rows_text(e.rule),[n,r]=[rows_text(e.list),rows_text(e.layer??null)],i=whole(e.line),a=flag(e.untrusted);this.#insert(`verdicts`,[e.seq,e.time,e.call,e.verdict,t,n,i,r,rows_text(e.because),a,flag(e.sandboxed)]),this.#update(`verdict`,[e.verdict,t,n,i,r,a,this.#trail,e.call])}#asked({seq:e,time:t,via:n,count:r,card:i,expires:a,requests:o}){let[s,c]=[rows_text(i?.url??null),timeOf(a)];for(let{approval:i,call:a,needs:l}of o.slice(0,A))this.#insert(`approvals`,[i,e,a,n,l?.count??r,t,timeOf(l?.expires??null)??c,s])}#decision(e){let{comment:t,check:n,review:r,edit:i}=e,a=t?.createdAt??n?.heardAt??r?.submittedAt??i?.editedAt??null;this.#insert(`decisions`,[e.seq,e.time,e.approval,e.call,e.decision,flag(e.counted),rows_text(e.because),rows_text(e.by.login),whole(e.by.id),rows_text(e.permission),timeOf(a)??e.time,rows_text(t?.url??n?.url??r?.url??i?.url??null),rows_text(e.note??null)])}#effect(e){let{seq:t,time:n,call:r,what:i,url:a,branch:o,found:s,files:c=[]}=e;this.#insert(`effects`,[t,n,r,rows_text(i),rows_text(a),rows_text(o??null),flag(s===!0)]);for(let{path:e,sha256:n}of c.slice(0,A))this.#insert(`files`,[t,r,rows_text(e),n===null?`deleted`:`pushed`])}}function rows_text(e){return e===null||e.length<=k?e:`${(0,O.eo)(e,k-1)}…`}function flag(e){return+!!e}function number(e,t){return e!==null&&Number.isFinite(e)&&Math.abs(e)<=t?e:null}function whole(e){let t=number(e,j);return t===null?null:Math.trunc(t)}function timeOf(e){let t=e===null?NaN:Date.parse(e);return Number.isNaN(t)?null:new Date(t).toISOString()}function repositoryIn({url:e,runId:t},n){let r=URL.parse(e),[,i,a]=/^\/([^/]+\/[^/]+)\/actions\/runs\/(\d+)$/.exec(r?.pathname??``)??[];return(n===null||r?.origin===n)&&a===t?i??null:null}function runNumber(e){return e!==void 0&&/^\d{1,15}$/.test(e)?Number(e):null}function argumentsText(e){if(e===null)return null;let t=JSON.stringify(e);return t.length<=16e3?t:JSON.stringify({cut:(0,O.eo)(t,k)})}function blobArguments({argumentsBlob:e}){return e===void 0?null:{blob:e.sha256,bytes:e.bytes}}function pathOf(e){let t=e[`gen_ai.tool.name`]??``;return t!==`fs_read`&&!(t.startsWith(`fs_`)&&e.kind===`write`)?null:pathIn(e[`gen_ai.tool.call.arguments`]??null)}function pathIn(e){if(!(0,pe.O)(e))return null;let{path:t}=e;return typeof t==`string`?rows_text(t):null}let he=[`counted`,`superseded`,`conflict`,`foreign`,`broken`,`unreadable`],ge={state:`counted`,others:[]},_e={state:`foreign`,others:[]};class TrailAdder{#archive;#database;#rows;constructor(e){this.#archive=e,this.#database=e.database,this.#rows=prepareRows(e.database)}async add(e,t,n=null){let r=await keepTrail(this.#archive,e),i=this.#find(r.digest)===null?await verified(r,n):null;return await this.#archive.write(async()=>{let e=this.#find(r.digest);e===null&&i!==null?await this.#insert(r,i,t):e?.state===`foreign`&&whyForeign(e,t)===null&&await this.#place(e.trail,e,t);let n=this.#find(r.digest);if(n===null)throw Error(`The archive lost a trail that it was adding.`);let a=isVerified(n)?whyForeign(n,t):null;t.kind===`artifact`&&this.#noteArtifact(n.trail,t,a);let{state:o,because:s,folder:c}=n;return{isNew:e===null,state:o,because:s,foreign:a,folder:c}})}#find(e){let t=this.#database.prepare(`SELECT trail, state, because, folder, repository, workflow_run AS workflowRun FROM trails WHERE digest = ?`).get(e);if(t===void 0)return null;let n=he.find(e=>e===t.state)??`unreadable`;return{trail:Number(t.trail),state:n,because:textOrNull(t.because),folder:String(t.folder),repository:textOrNull(t.repository),workflowRun:typeof t.workflowRun==`number`?t.workflowRun:null}}async#insert(e,t,n){let{digest:r,folder:i,files:a,bytes:o}=e,s=t.kind===`intact`,[c,l]=t.kind===`broken`?[t.code,t.line]:[null,null],{lastInsertRowid:u}=this.#database.prepare(`INSERT INTO trails (digest, folder, state, run, entries, head, warnings, fault, fault_line, because, files, bytes, collected_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`).run(r,i,s?`foreign`:t.kind,s?t.run:null,s?t.count:null,s?t.head:null,s?t.warningCount:null,c,l,s?null:t.because,a,o,new Date().toISOString());s&&await this.#place(Number(u),{folder:i},n)}async#place(e,{folder:t},n){this.#database.exec(`SAVEPOINT rows`);let r=new TrailRows(e,this.#rows);for await(let e of(0,S.hd)(this.#pathOf(t)))r.add(e);let i=r.finish(n.kind===`artifact`?n.pageOrigin:null),{state:a,others:o}=whyForeign(i,n)===null?await this.#decide(e,i):_e;a!==`counted`&&this.#database.exec(`ROLLBACK TO rows`),this.#database.exec(`RELEASE rows`);for(let e of o)this.#uncount(e.trail,e.state);this.#database.prepare(`UPDATE trails SET repository = ?, workflow_run = ? WHERE trail = ?`).run(i.repository,i.workflowRun,e),this.#setState(e,a)}async#decide(e,{repository:t}){let n=this.#intact(`trail = ?`,e)[0],r=this.#intact(`trail <> ? AND repository IS ? COLLATE NOCASE AND run = (SELECT run FROM trails WHERE trail = ?)
        AND state IN ('counted', 'superseded', 'conflict')`,e,t,e),i=r.find(({state:e})=>e===`counted`);if(n===void 0||r.length===0)return ge;if(i!==void 0){let[e,t]=n.entries>i.entries?[i,n]:[n,i];if(await this.#holds(t,e))return t===i?{state:`superseded`,others:[]}:{state:`counted`,others:[{trail:i.trail,state:`superseded`}]}}return{state:`conflict`,others:r.map(e=>({trail:e.trail,state:`conflict`}))}}#intact(e,...t){return this.#database.prepare(`SELECT trail, folder, entries, head, state FROM trails WHERE ${e}`).all(...t).map(e=>({trail:Number(e.trail),folder:String(e.folder),entries:Number(e.entries),head:String(e.head),state:String(e.state)}))}async#holds(e,{head:t,entries:n}){let r=(0,S._D)(this.#pathOf(e.folder));return(await(0,ne.Qf)(r,{heads:[{hash:t,count:n}],...ve})).kind===`intact`}#uncount(e,t){for(let t of c)this.#database.prepare(`DELETE FROM ${t} WHERE trail = ?`).run(e);this.#setState(e,t)}#setState(e,t){this.#database.prepare(`UPDATE trails SET state = ?, because = ? WHERE trail = ?`).run(t,t===`conflict`?`Another audit trail of the same run says otherwise, and both verify.`:null,e)}#noteArtifact(e,t,n){this.#database.prepare(`UPDATE artifacts SET state = ?, because = ?, trail = ? WHERE repository = ? AND artifact = ?`).run(n===null?`collected`:`foreign`,n,e,t.repository,t.artifact)}#pathOf(e){return(0,r.join)(this.#archive.folder,e)}}async function verified(e,t){let n=await(0,re.T)(e.path,ve);return t===null||n.kind!==`intact`||e.trailSha256!==null&&await t(e.trailSha256)?n:{kind:`broken`,seq:n.count,line:n.count+1,code:`attestation`,because:`The audit trail is not attested.`}}let ve={root:!1};function isVerified({state:e}){return e!==`broken`&&e!==`unreadable`}function whyForeign({repository:e,workflowRun:t},n){return n.kind===`folder`||e?.toLowerCase()===n.repository.toLowerCase()&&t!==null&&t===n.workflowRun?null:`It names ${`workflow run ${t??`unknown`} of ${e??`no repository`}`}, and was uploaded by ${`workflow run ${n.workflowRun??`unknown`} of ${n.repository}`}.`}function textOrNull(e){return typeof e==`string`?e:null}let ye=new Set([`conflict`,`broken`,`unreadable`]);class Collection{#added=new Map;#problems=[];#expired=new Names;#others=new Names;#known=0;#problemCount=0;add(e,{isNew:t,state:n,because:r,foreign:i,folder:a}){t?this.#added.set(n,(this.#added.get(n)??0)+1):this.#known+=1,i===null?t&&ye.has(n)&&this.problem({problem:n,where:e,because:r??``,folder:a}):this.problem({problem:`foreign`,where:e,because:i,folder:a})}problem(e){this.#problemCount+=1,this.#problems.length<100&&this.#problems.push(e)}expired(e){for(let t of e)this.#expired.add(t)}other(e){this.#others.add(e)}result(){let count=e=>this.#added.get(e)??0,[e,t,n,r,i,a]=he.map(count);return{added:{counted:e??0,superseded:t??0,conflict:n??0,foreign:r??0,broken:i??0,unreadable:a??0},known:this.#known,problemCount:this.#problemCount,problems:this.#problems,expired:this.#expired.result(),others:this.#others.result()}}}class Names{#names=new Set;#count=0;add(e){this.#count+=1,this.#names.size<100&&this.#names.add(e)}result(){return{count:this.#count,names:[...this.#names]}}}async function inParallel(e,t,n){let r=[],i={count:0,bytes:0,freed:Promise.withResolvers()},begin=async(e,t)=>{i.count+=1,i.bytes+=t;try{await n(e)}catch(e){r.push(e)}--i.count,i.bytes-=t,i.freed.resolve(),i.freed=Promise.withResolvers()},{maxAtOnce:a,maxBytes:o}=t;for(let n of e){let e=t.bytesOf(n),isFull=()=>i.count>=a||i.count>0&&i.bytes+e>o;for(;isFull();)await i.freed.promise;if(r.length>0)break;begin(n,e)}for(;i.count>0;)await i.freed.promise;if(r.length>0)throw r[0]}let be=1e3;async function listArtifacts(e,t,n){let{sinceMs:r}=n,i=await begin(e,t),o=r===null||r>=i.fromMs,s=i.untilMs!==null&&o?i.untilMs-864e5:-1/0,c=Math.max(s,r??-1/0),l=new Set,note=async r=>{let i=r.filter(({createdAt:e})=>!isBefore(e,c));for(let{id:e,name:t}of i)t.startsWith(`countersign-`)||l.has(e)||(l.add(e),n.onOther(t));await insert(e,t,i)};for(let a=1;a<=3;a+=1){let{isWhole:a,newest:s}=await readPages(n.artifacts,{stopMs:c,note});if(a){await end(e,t,{from:i.untilMs!==null&&o?i.fromMs:r??-1/0,newest:s});return}}throw new a.W(`github-refused`,`Artifacts of ${t} were deleted while they were listed, 3 times, so some may have been skipped.`,{fix:`Collect again in a while.`})}async function readPages(e,{stopMs:t,note:n}){let[r,i]=[0,null];for(let a=1;a<=be;a+=1){let o=await e.page(a);if(i??=o.artifacts.find(({createdAt:e})=>e!==null)?.createdAt??null,await n(o.artifacts),o.total<r)return{isWhole:!1,newest:i};r=o.total;let s=o.artifacts.some(({createdAt:e})=>isBefore(e,t));if(o.isLast||s)return{isWhole:!0,newest:i}}throw new a.W(`github-refused`,`The repository has more than ${be*100} artifacts; that many are not listed.`,{fix:`Collect the newer ones with --since.`})}function isBefore(e,t){return e!==null&&Date.parse(e)<t}async function begin(e,t){return await e.write(()=>{e.database.prepare(`INSERT INTO repositories (repository, asked_at) VALUES (?, ?)
        ON CONFLICT DO UPDATE SET asked_at = excluded.asked_at, problem = NULL`).run(t,new Date().toISOString());let n=e.database.prepare(`SELECT listed_from, listed_until FROM repositories WHERE repository = ?`).get(t),[r,i]=[n?.listed_from,n?.listed_until];return{fromMs:typeof r==`string`?Date.parse(r):-1/0,untilMs:typeof i==`string`?Date.parse(i):null}})}async function end(e,t,{from:n,newest:r}){await e.write(()=>{e.database.prepare(`UPDATE repositories SET listed_from = ?, listed_until = coalesce(?, listed_until) WHERE repository = ?`).run(Number.isFinite(n)?new Date(n).toISOString():null,r,t)})}async function insert(e,t,n){let r=n.filter(({name:e})=>e.startsWith(`countersign-trail-`));if(r.length===0)return;let i=e.database.prepare(`INSERT INTO artifacts (repository, artifact, name, workflow_run, from_fork, created_at, bytes, sha256, state)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET state = excluded.state, because = NULL
      WHERE state IN ('waiting', 'expired') AND state <> excluded.state`);await e.write(()=>{for(let e of r)i.run(t,e.id,e.name,e.workflowRunId,+!!e.mayBeFromFork,e.createdAt,e.bytes,e.sha256,e.expired?`expired`:`waiting`)})}async function listRuns(e,t,{runs:n,sinceMs:r}){let i=new Set(missing(e,t).map(({workflowRun:e})=>e)),a=new Set,list=async i=>{a.add(i);let{found:o,isWhole:s}=await runsSince(n,i,firstMs(e,{repository:t,workflow:i,sinceMs:r}));if(await e.write(()=>o.forEach(n=>list_runs_insert(e,t,i,n))),!s)throw tooMany(i)};for(let n of workflowsOf(e,t))await list(n);for(let r=0;r<100;r+=1){let r=unknownRun(e,t);if(r===null)break;let i=(await n.originOf(r))?.workflowId??null;await e.write(()=>list_runs_insert(e,t,i,{id:r})),i!==null&&!a.has(i)&&await list(i)}return missing(e,t).filter(({workflowRun:e})=>!i.has(e)).map(({because:e})=>({problem:`missing`,where:t,because:e}))}async function runsSince(e,t,n){let r=[];for(let i=1;i<=200;i+=1){let a=await e.page(t,i),o=a.runs.filter(({createdAt:e})=>!(Date.parse(e)<n));if(r.push(...o),a.isLast||o.length<a.runs.length)return{found:r,isWhole:!0}}return{found:r,isWhole:!1}}function tooMany(e){return new a.W(`github-refused`,`Workflow ${e} has more than 20000 new runs; only the newest are looked at for missing audit trails.`,{fix:`Collect more often.`})}function firstMs(e,t){let{last:n,first:r}=e.database.prepare(`SELECT (SELECT max(created_at) FROM workflow_runs WHERE repository = :repository AND workflow = :workflow) AS last,
      (SELECT min(created_at) FROM artifacts WHERE repository = :repository) AS first`).get({repository:t.repository,workflow:t.workflow})??{};return typeof n==`string`?Date.parse(n)-2592e5:Math.max(typeof r==`string`?Date.parse(r):-1/0,t.sinceMs??-1/0)}function workflowsOf(e,t){return e.database.prepare(`SELECT DISTINCT workflow FROM workflow_runs WHERE repository = ? AND workflow IS NOT NULL`).all(t).map(e=>Number(e.workflow))}function unknownRun(e,t){let n=e.database.prepare(`SELECT max(a.workflow_run) AS run FROM artifacts a WHERE a.repository = ? AND (a.from_fork = 0 OR a.state = 'collected') AND NOT EXISTS (
        SELECT 1 FROM workflow_runs w WHERE w.repository = a.repository AND w.workflow_run = a.workflow_run)`).get(t)?.run;return typeof n==`number`?n:null}function list_runs_insert(e,t,n,r){e.database.prepare(`INSERT INTO workflow_runs (repository, workflow_run, workflow, event, conclusion, created_at, url)
      VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET workflow = excluded.workflow,
      event = coalesce(excluded.event, event), conclusion = coalesce(excluded.conclusion, conclusion),
      created_at = coalesce(excluded.created_at, created_at), url = coalesce(excluded.url, url)`).run(t,r.id,n,r.event??null,r.conclusion??null,r.createdAt??null,r.url??null)}function missing(e,t){return e.database.prepare(`SELECT workflow_run, because FROM problems WHERE problem = 'missing' AND repository = ?`).all(t).map(e=>({workflowRun:Number(e.workflow_run),because:String(e.because)}))}let xe=1e3,Se=new Set([`github-limit`,`input-invalid`,`cancelled`,`file-refused`,`internal`]);async function collect(e,t){let n=new Collection,r={archive:e,adder:new TrailAdder(e),collection:n,options:t};try{return await collectAll(r),{...n.result(),endedEarly:null}}catch(e){if(!(e instanceof a.W))throw e;return{...n.result(),endedEarly:e}}}async function collectAll(e){let{folders:t,repositories:n,organizations:i,github:a}=e.options;for(let n of t)await collectFolder(e,(0,r.resolve)(n));let o=new Set(n);for(let e of i)for(let t of await(0,y.V)(e,a))o.add(t);for(let t of o)await collectRepository(e,t)}async function collectFolder(e,t){let{archive:n,adder:r,collection:i,options:a}=e,o=0;for await(let e of trailsIn(t,n.folder)){let s=n.incoming(),c=await copied(e,s,n);c===null?i.add(e,await r.add(s,{kind:`folder`})):i.problem({problem:`unreadable`,where:e,because:c}),o+=1,a.onProgress({place:t,done:o,of:null,isEnd:!1})}a.onProgress({place:t,done:o,of:o,isEnd:!0}),o===0&&i.problem({problem:`unreadable`,where:t,because:`No folder in it has an ${v.eB}.`})}async function copied(e,t,n){try{return await copyTrail(e,t),null}catch(e){if(isDiskFull(e))throw archiveError(e,n.folder);return(0,a.k)(e)}}async function*trailsIn(e,t,n=0){let o;try{o=await(0,i.readdir)(e,{withFileTypes:!0})}catch(t){throw new a.W(`file-refused`,`${e} cannot be read: ${(0,a.k)(t)}.`,{fix:`Name a folder with audit trails.`,cause:t})}if(o.some(e=>e.name===v.eB&&e.isFile()))return yield e;if(n===12)return;let s=o.filter(e=>e.isDirectory()).map(({name:e})=>e);for(let i of s.toSorted()){let a=(0,r.join)(e,i);a!==t&&(yield*trailsIn(a,t,n+1))}}async function collectRepository(e,t){let{archive:n,collection:r,options:i}=e,[a=``,o=``]=t.split(`/`);i.onProgress({place:t,done:0,of:null,isEnd:!1});let s={...i.github,owner:a,repo:o},c=(0,y.f)(s),l=i.since?.getTime()??null,onOther=e=>r.other(e),u=createWorkflowRuns(s);await listing(e,t,async()=>{await listArtifacts(n,t,{artifacts:c,sinceMs:l,onOther})})&&(await downloadWaiting(e,t,{artifacts:c,runs:u}),await listing(e,t,async()=>{for(let e of await listRuns(n,t,{runs:u,sinceMs:l}))r.problem(e)}))}async function listing({archive:e,collection:t},n,r){try{return await r(),!0}catch(r){throwIfFinal(r,e);let i=(0,a.k)(r);return t.problem({problem:`not listed`,where:n,because:i}),await e.write(()=>{e.database.prepare(`UPDATE repositories SET problem = ? WHERE repository = ?`).run(i,n)}),!1}}async function downloadWaiting(e,t,n){let{archive:r,collection:i,options:a}=e,o=countWaiting(r,t),s=0;await inParallel(waiting(r,{repository:t,pageOrigin:pageOriginOf(a.github.apiUrl)}),{maxAtOnce:10,maxBytes:268435456,bytesOf:({bytes:e})=>e},async r=>{await downloadOne(e,r,n),s+=1,a.onProgress({place:t,done:s,of:o,isEnd:!1})}),i.expired(expiredIn(r,t)),a.onProgress({place:t,done:s,of:o,isEnd:!0})}async function downloadOne(e,t,{artifacts:n,runs:r}){let{archive:o,adder:s,collection:c,options:l}=e,u=o.incoming(),d;try{if(t.mayBeFromFork&&await isFromFork(t,r)){await notCollected(e,t,`foreign`,`It was uploaded by a workflow run of a fork.`);return}await(0,i.mkdir)(u),await n.unpack({...t,id:t.artifact},u),d=await s.add(u,t,l.requireAttestation===!0?n.isAttested:null)}catch(r){await(0,i.rm)(u,{recursive:!0,force:!0}),throwIfFinal(r,o),await notCollected(e,t,await stateAfter(r,n),(0,a.k)(r));return}c.add(`${t.repository} ${t.name}`,d)}async function isFromFork({workflowRun:e},t){let n=e===null?null:await t.originOf(e);return n===null||n.isFromFork}async function notCollected({archive:e,collection:t},{repository:n,artifact:r,name:i},a,o){await e.write(()=>{e.database.prepare(`UPDATE artifacts SET state = ?, because = ? WHERE repository = ? AND artifact = ?`).run(a,o,n,r)}),a!==`expired`&&t.problem({problem:a,where:`${n} ${i}`,because:o})}async function stateAfter(e,t){if(!(e instanceof a.W))return`waiting`;if(e.code===`artifact-refused`)return`refused`;if(e.code!==`github-not-found`)return`waiting`;try{return await t.page(1),`expired`}catch{return`waiting`}}function throwIfFinal(e,t){let n=archiveError(e,t.folder);if(!(n instanceof a.W)||n!==e||Se.has(n.code))throw n}function*waiting(e,{repository:t,pageOrigin:n}){let r=e.database.prepare(`SELECT artifact, name, workflow_run, from_fork, bytes, sha256 FROM artifacts
    WHERE repository = ? AND state = 'waiting' AND artifact > ? ORDER BY artifact LIMIT ${xe}`),i=-1;for(;;){let e=r.all(t,i);for(let r of e)i=Number(r.artifact),yield{kind:`artifact`,repository:t,pageOrigin:n,artifact:i,name:String(r.name),workflowRun:r.workflow_run===null?null:Number(r.workflow_run),mayBeFromFork:r.from_fork===1,bytes:Number(r.bytes),sha256:typeof r.sha256==`string`?r.sha256:null};if(e.length<xe)return}}function countWaiting(e,t){let n=e.database.prepare(`SELECT count(*) AS count FROM artifacts WHERE repository = ? AND state = 'waiting'`).get(t);return Number(n?.count??0)}function expiredIn(e,t){return e.database.prepare(`SELECT name FROM artifacts WHERE repository = ? AND state = 'expired' ORDER BY name`).all(t).map(e=>`${t} ${String(e.name)}`)}var N=n(62227);class ProgressLine{#io;#isDrawn=!1;constructor(e){this.#io=e}show(e){let{done:t,isEnd:n}=e;if(!(n||this.#io.errIsTerminal||t>0&&t%100==0))return;let r=textOf(e);this.clear(),this.#io.err(n||!this.#io.errIsTerminal?`${r}\n`:r),this.#isDrawn=!n&&this.#io.errIsTerminal}note(e){this.clear(),this.#io.err(`${(0,O.RK)(e)}\n`)}clear(){this.#isDrawn&&this.#io.err(`\r\x1B[2K`),this.#isDrawn=!1}}function textOf({place:e,done:t,of:n}){let r=t===1&&(n??1)===1?`audit trail`:`audit trails`;return(0,O.RK)(`${e}: ${t}${n===null||n===t?``:` of ${n}`} ${r}`)}var P=n(89230),F=n(83748);let I={flags:`--archive <dir>`,summary:`the folder of the archive`,default:`audit-archive`},Ce=/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})\/[A-Za-z0-9._-]{1,100}$/,we=/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/,L=/^\d{4}-\d\d-\d\d$/,Te=/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/,Ee={name:`audit collect`,summary:`Verify and keep the audit trails of folders, repositories or an organisation in one archive; exit 1 if one is broken or missing`,arguments:`[folder...]`,argumentSummary:`folders with audit trails in them, at any depth`,options:[I,{flags:`--repo <owner/name>`,summary:`a repository on GitHub, whose artifacts are downloaded; can be repeated`,many:!0},{flags:`--org <name>`,summary:`an organisation: each of its repositories that the token can read; can be repeated`,many:!0},{flags:`--since <date>`,summary:`leave out artifacts created before this day (2026-01-31) or time in RFC 3339; without it, continue where the last collection ended`},{flags:`--require-attestation`,summary:`count only audit trails of which GitHub stores an attestation (input attest)`}],examples:[`countersign audit collect ./downloaded-trails`,`GITHUB_TOKEN=$(gh auth token) countersign audit collect --org my-org --since 2026-01-01`],run};async function run(e,t){let n=e.args.map(e=>(0,r.resolve)(t.cwd,e)),i=named((0,P.y8)(e,`repo`),{pattern:Ce,option:`--repo`,form:`OWNER/NAME`}),o=named((0,P.y8)(e,`org`),{pattern:we,option:`--org`,form:`the name of the organisation`}),s=sinceOption((0,P.vU)(e,`since`)),c=i.length+o.length>0;if(n.length===0&&!c)throw new a.W(`input-invalid`,`There is nothing to collect.`,{fix:`Name a folder, or pass --repo OWNER/NAME or --org NAME.`});let l=(0,P.IL)(e,`requireAttestation`);if(l&&n.length>0)throw new a.W(`input-invalid`,`--require-attestation cannot be used for folders: the repository to ask is not known.`,{fix:`Collect from --repo OWNER/NAME, or use audit verify for each audit trail.`});let u=c?(0,F.tc)(t.environment):``,d=await openArchive((0,r.resolve)(t.cwd,(0,P.vU)(e,`archive`)??`.`)),f=new ProgressLine(t);try{let r=await collect(d,{folders:n,repositories:i,organizations:o,since:s,requireAttestation:l,github:{token:u,apiUrl:(0,F.$m)(t.environment),environment:t.environment,onWait:({because:e,waitMs:t})=>f.note(`waiting ${Math.ceil(t/1e3)} s: ${e}`)},onProgress:e=>f.show(e)});f.clear();let{endedEarly:a,...c}=r;if(t.out(e.json?(0,N.o)(c):`${(0,O.RK)(resultText(r))}\n`),a!==null)throw a;return r.problemCount===0?P.dc.ok:P.dc.no}finally{f.clear(),await d.close()}}function named(e,{pattern:t,option:n,form:r}){let i=e.find(e=>!t.test(e));if(i===void 0)return e;throw new a.W(`input-invalid`,`${n} is ${JSON.stringify(i)}.`,{fix:`Write ${r}.`})}function sinceOption(e){if(e===null)return null;let t=new Date(e),n=L.test(e)||Te.test(e),r=!Number.isNaN(t.getTime()),i=!L.test(e)||r&&t.toISOString().startsWith(e);if(n&&r&&i)return t;throw new a.W(`input-invalid`,`--since is ${JSON.stringify(e)}.`,{fix:`Write a day such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z.`})}function resultText(e){let{added:t,known:n,problems:r,problemCount:i,expired:a,others:o}=e,s=Object.values(t).reduce((e,t)=>e+t,0),c=Object.entries(t).filter(([,e])=>e>0).map(([e,t])=>`${t} ${e}`).join(`, `),l=i-r.length;return[`collected: ${s} new${c===``?``:` (${c})`}, ${n} already in the archive`,...r.map(problemText),...l>0?[`and ${l} more problems: countersign audit query problems`]:[],...namedText(`expired before they were collected`,a),...namedText(`artifacts of other tools`,o)].join(`
`)}function problemText({problem:e,where:t,because:n,folder:r}){let i=r===void 0?``:` (${r})`;return`${e}: ${t}: ${(0,O.TN)(n,300)}${i}`}function namedText(e,{count:t,names:n}){if(t===0)return[];let r=n.slice(0,10),i=n.length>r.length?`, …`:``;return[`${e}: ${t} (${r.map(e=>(0,O.TN)(e,300)).join(`, `)}${i})`]}let R=24*3600;function cost(e,{order:t=`cost_usd DESC`}={}){return`
SELECT ${e}, count(DISTINCT r.trail) AS runs, count(*) AS replies,
  sum(u.input_tokens) AS input_tokens, sum(u.output_tokens) AS output_tokens,
  sum(u.cache_read_tokens) AS cache_read_tokens, sum(u.cache_creation_tokens) AS cache_creation_tokens,
  round(total(u.cost_usd), 6) AS cost_usd,
  sum(u.cost_usd IS NULL) AS replies_without_price
FROM usage u JOIN runs r USING (trail)
GROUP BY 1 ORDER BY ${t}`}let z=[{name:`runs`,summary:`each run: who requested it, how it ended, calls, cost`,sql:`
SELECT r.started_at, r.repository, r.run, r.event, r.actor, r.number, coalesce(r.outcome, 'unfinished') AS outcome,
  (SELECT count(*) FROM calls c WHERE c.trail = r.trail) AS calls,
  (SELECT count(*) FROM calls c WHERE c.trail = r.trail AND c.state = 'DENIED') AS denied,
  (SELECT CASE WHEN sum(u.cost_usd IS NULL) > 0 THEN NULL ELSE round(total(u.cost_usd), 6) END
    FROM usage u WHERE u.trail = r.trail) AS cost_usd,
  r.url, t.folder
FROM runs r JOIN trails t USING (trail) ORDER BY r.started_at`},{name:`approvals`,summary:`who approved or denied what, and how fast`,sql:`
SELECT d.answered_at, r.repository, d.login, d.permission, d.decision,
  CASE WHEN d.counted = 1 THEN 'yes' ELSE 'no: ' || d.because END AS counted,
  round((julianday(d.answered_at) - julianday(a.asked_at)) * ${R}) AS seconds,
  c.tool, c.arguments, c.rule, c.state, d.url, r.run, d.call
FROM decisions d JOIN runs r USING (trail)
LEFT JOIN approvals a ON a.trail = d.trail AND a.approval = d.approval
LEFT JOIN calls c ON c.trail = d.trail AND c.call = d.call
ORDER BY d.answered_at`},{name:`approvers`,summary:`for each person: answers that counted, and how fast (median)`,sql:`
WITH answers AS (
  SELECT d.login, d.decision, (julianday(d.answered_at) - julianday(a.asked_at)) * ${R} AS seconds
  FROM decisions d JOIN approvals a ON a.trail = d.trail AND a.approval = d.approval WHERE d.counted = 1
), ordered AS (
  SELECT *, row_number() OVER (PARTITION BY login ORDER BY seconds) AS place, count(*) OVER (PARTITION BY login) AS many
  FROM answers
)
SELECT login, count(*) AS answers, sum(decision = 'approve') AS approved, sum(decision = 'deny') AS denied,
  round(max(seconds) FILTER (WHERE 2 * place IN (many, many + 1))) AS median_seconds,
  round(min(seconds)) AS fastest_seconds, round(max(seconds)) AS slowest_seconds
FROM ordered GROUP BY login ORDER BY answers DESC, login`},{name:`denials`,summary:`what was denied, by whom, and why`,sql:`
SELECT d.time, r.repository, d.denied_by, d.tool, d.arguments, d.rule, d.line, d.layer, d.because, r.run, d.call, r.url
FROM denials d JOIN runs r USING (trail) ORDER BY d.time`},{name:`rules-never-refused`,summary:`which rule asks most often without anybody ever denying it`,sql:`
SELECT r.policy, c.layer, c.rule, c.list, count(DISTINCT a.trail || ' ' || a.approval) AS asked,
  count(DISTINCT CASE WHEN a.used_at IS NOT NULL THEN a.trail || ' ' || a.approval END) AS approved,
  count(DISTINCT r.repository) AS repositories, group_concat(DISTINCT c.tool ORDER BY c.tool) AS tools
FROM approvals a JOIN calls c ON c.trail = a.trail AND c.call = a.call JOIN runs r ON r.trail = a.trail
GROUP BY r.policy, c.layer, c.rule, c.list
HAVING approved > 0 AND NOT EXISTS (
  SELECT 1 FROM decisions d JOIN calls o ON o.trail = d.trail AND o.call = d.call JOIN runs q ON q.trail = d.trail
  WHERE d.decision = 'deny' AND d.counted = 1 AND q.policy IS NOT DISTINCT FROM r.policy
    AND o.layer IS NOT DISTINCT FROM c.layer AND o.rule IS NOT DISTINCT FROM c.rule AND o.list IS NOT DISTINCT FROM c.list)
ORDER BY asked DESC, c.rule`},{name:`untrusted`,summary:`what runs did after they had read untrusted content, and which content`,sql:`
SELECT c.time, r.repository, c.tool, c.arguments, c.verdict, c.rule, c.state,
  (SELECT group_concat(DISTINCT d.login ORDER BY d.login) FROM decisions d
    WHERE d.trail = c.trail AND d.call = c.call AND d.counted = 1 AND d.decision = 'approve') AS approved_by,
  (SELECT group_concat(e.what || coalesce(' ' || e.url, ''), '; ' ORDER BY e.seq) FROM effects e
    WHERE e.trail = c.trail AND e.call = c.call) AS effects,
  (SELECT group_concat(named, ', ' ORDER BY seq) FROM (SELECT s.seq, s.source || coalesce(' by ' || s.author, '') AS named FROM sources s
    WHERE s.trail = c.trail AND s.trusted = 0 AND s.seq < c.seq ORDER BY s.seq LIMIT 5)) AS sources,
  r.run, c.call
FROM calls c JOIN runs r USING (trail)
WHERE c.untrusted = 1 AND c.executed_at IS NOT NULL AND c.kind IS DISTINCT FROM 'readonly'
ORDER BY c.time`},{name:`hosts`,summary:`hosts that commands reached, or tried to`,sql:`
SELECT h.host, h.verdict, sum(h.count) AS connections, count(DISTINCT h.trail || ' ' || h.call) AS calls,
  count(DISTINCT h.trail) AS runs, count(DISTINCT r.repository) AS repositories
FROM hosts h JOIN runs r USING (trail) GROUP BY h.host, h.verdict ORDER BY h.verdict DESC, connections DESC, h.host`},{name:`files`,summary:`files that calls wrote or pushed, and in how many runs`,sql:`
SELECT r.repository, f.path, f.how, count(*) AS times, count(DISTINCT f.trail) AS runs
FROM files f JOIN runs r USING (trail) WHERE f.how <> 'read'
GROUP BY r.repository, f.path, f.how ORDER BY times DESC, r.repository, f.path`},{name:`cost-by-repository`,summary:`tokens and cost of each repository`,sql:cost(`r.repository`)},{name:`cost-by-actor`,summary:`tokens and cost of each person who requested runs`,sql:cost(`r.actor`)},{name:`cost-by-model`,summary:`tokens and cost of each model`,sql:cost(`u.model`)},{name:`cost-by-week`,summary:`tokens and cost of each week (ISO 8601)`,sql:cost(`strftime('%G-W%V', u.time) AS week`,{order:`week`})},{name:`problems`,summary:`runs whose audit trail is missing, does not verify, or contradicts another`,sql:`
SELECT time, problem, repository, workflow_run, run, because, folder FROM problems ORDER BY problem, repository, time`}],B=`date=*/owner=*/repo=*/rows.parquet`;function engineFiles(e){return[{name:`duckdb.sql`,text:duckdb(e)},{name:`bigquery.sql`,text:bigquery(e)},{name:`athena.sql`,text:athena(e)},{name:`clickhouse.sql`,text:clickhouse(e)}]}function duckdb(e){let t=s.match(/^CREATE VIEW [\s\S]*?;$/gm)??[];return joined([`-- In the folder of the tables: duckdb -init duckdb.sql
-- then, for example: FROM question_approvals; or any SQL on the tables. Times are in UTC.
-- For tables in a bucket: SET file_search_path = 's3://BUCKET/FOLDER';`,...e.map(({name:e})=>`CREATE OR REPLACE VIEW ${e} AS SELECT * FROM read_parquet('${e}/${B}',
  hive_partitioning = true, hive_types = {'date': DATE, 'owner': VARCHAR, 'repo': VARCHAR});`),`-- Functions of SQLite that the questions use.
CREATE OR REPLACE MACRO total(x) AS coalesce(sum(x), 0.0);
CREATE OR REPLACE MACRO julianday(t) AS epoch_ms(t) / 86400000.0;`,...t.map(e=>e.replace(`CREATE VIEW`,`CREATE OR REPLACE VIEW`)),...z.map(({name:e,summary:t,sql:n})=>`-- ${t}\nCREATE OR REPLACE VIEW question_${e.replaceAll(`-`,`_`)} AS${n};`)])}let De={text:`STRING`,integer:`INT64`,double:`FLOAT64`,boolean:`BOOL`,time:`TIMESTAMP`};function bigquery(e){return joined([`-- Copy the tables with: gcloud storage rsync --recursive --delete-unmatched-destination-objects FOLDER gs://BUCKET/FOLDER
-- and write your bucket in place of gs://BUCKET/FOLDER.`,`CREATE SCHEMA IF NOT EXISTS countersign;`,...e.map(({name:e,columns:t})=>`CREATE OR REPLACE EXTERNAL TABLE countersign.${e} (
${t.map(e=>`  \`${e.name}\` ${De[e.type]}`).join(`,
`)}
)
WITH PARTITION COLUMNS (\`date\` DATE, owner STRING, repo STRING)
OPTIONS (
  format = 'PARQUET',
  uris = ['gs://BUCKET/FOLDER/${e}/*.parquet'],
  hive_partition_uri_prefix = 'gs://BUCKET/FOLDER/${e}',
  require_hive_partition_filter = false
);`),approvals({seconds:`TIMESTAMP_DIFF(d.answered_at, a.asked_at, SECOND)`,quote:"`",since:"d.`date` >= DATE '2026-01-01'"})])}let Oe={text:`string`,integer:`bigint`,double:`double`,boolean:`boolean`,time:`timestamp`};function athena(e){return joined([`-- Copy the tables with: aws s3 sync --delete FOLDER s3://BUCKET/FOLDER
-- and write your bucket in place of s3://BUCKET/FOLDER. Athena runs one statement at a time.
-- Run MSCK REPAIR TABLE again after each copy: it finds new partitions.`,`CREATE DATABASE IF NOT EXISTS countersign;`,...e.map(({name:e,columns:t})=>`CREATE EXTERNAL TABLE IF NOT EXISTS countersign.${e} (
${t.map(e=>`  \`${e.name}\` ${Oe[e.type]}`).join(`,
`)}
)
PARTITIONED BY (\`date\` date, \`owner\` string, \`repo\` string)
STORED AS PARQUET
LOCATION 's3://BUCKET/FOLDER/${e}/';

MSCK REPAIR TABLE countersign.${e};`),approvals({seconds:`date_diff('second', a.asked_at, d.answered_at)`,quote:`"`,since:`d."date" >= DATE '2026-01-01'`})])}let ke={text:`String`,integer:`Int64`,double:`Float64`,boolean:`Bool`,time:`DateTime64(3, 'UTC')`};function clickhouse(e){return joined([`-- Copy the tables with: aws s3 sync --delete FOLDER s3://BUCKET/FOLDER
-- and write the address of your bucket in place of https://BUCKET.s3.amazonaws.com/FOLDER.
-- For files of the server itself: ENGINE = File(Parquet, '/FOLDER/TABLE/${B}').`,`CREATE DATABASE IF NOT EXISTS countersign;`,...e.map(({name:e,columns:t})=>`CREATE OR REPLACE TABLE countersign.${e} (
${t.map(e=>`  \`${e.name}\` Nullable(${ke[e.type]})`).join(`,
`)}
)
ENGINE = S3('https://BUCKET.s3.amazonaws.com/FOLDER/${e}/${B}', 'Parquet');`),approvals({seconds:`dateDiff('second', a.asked_at, d.answered_at)`,quote:"`",since:`d.answered_at >= '2026-01-01'`})])}function approvals({seconds:e,quote:t,since:n}){let r=`${t}call${t}`;return`-- Who approved or denied what, and how fast.
SELECT d.answered_at, r.repository, d.login, d.permission, d.decision,
  CASE WHEN d.counted THEN 'yes' ELSE concat('no: ', d.because) END AS counts,
  ${e} AS seconds,
  c.tool, c.arguments, c.rule, c.state, d.url, r.run, d.${r}
FROM countersign.decisions AS d
JOIN countersign.runs AS r ON r.trail = d.trail
LEFT JOIN countersign.approvals AS a ON a.trail = d.trail AND a.approval = d.approval
LEFT JOIN countersign.calls AS c ON c.trail = d.trail AND c.${r} = d.${r}
WHERE ${n}
ORDER BY d.answered_at;`}function joined(e){return`${e.join(`

`)}\n`}let Ae={text:{type:`BYTE_ARRAY`,converted_type:`UTF8`},integer:{type:`INT64`},double:{type:`DOUBLE`},boolean:{type:`BOOLEAN`},time:{type:`INT64`,converted_type:`TIMESTAMP_MILLIS`}};async function writeParquet(e,{columns:t,rows:n,source:r}){let a=await(0,i.open)(e,`wx`,438);try{let e=await parquetFile(t,r),i=0;for(let r of groupsOf(t,n)){let n=r[0]?.length??0;i+=n;let o=t.map(({name:e},t)=>({name:e,data:r[t]??[]}));await e.parquet.write({columnData:o,rowGroupSize:n}),await flush(e.bytes,a)}return await e.parquet.finish(),await flush(e.bytes,a),await a.sync(),i}finally{await a.close()}}async function parquetFile(e,t){let r=await n.e(8712).then(n.bind(n,58712)),i=new r.ByteWriter,a=e.map(({name:e,type:t})=>({name:e,...Ae[t],repetition_type:`OPTIONAL`}));return{parquet:new r.ParquetWriter({writer:i,schema:[{name:`root`,num_children:e.length},...a],kvMetadata:[{key:`countersign.source`,value:t}],createdBy:`countersign`}),bytes:i}}async function flush(e,t){let n=e.getBytes();for(let e=0;e<n.length;){let{bytesWritten:r}=await t.write(n,e);e+=r}e.index=0}function*groupsOf(e,t){let empty=()=>e.map(()=>[]),[n,r,i]=[empty(),0,0];for(let a of t)e.forEach(({type:e},t)=>{let r=parquet_file_valueOf(a[t]??null,e);typeof r==`string`&&(i+=r.length),n[t]?.push(r)}),r+=1,!(r<2e4&&i<8e6)&&(yield n,[n,r,i]=[empty(),0,0]);r>0&&(yield n)}function parquet_file_valueOf(e,t){if(e===null||e instanceof Uint8Array)return null;switch(t){case`text`:return String(e);case`integer`:return BigInt(e);case`double`:return Number(e);case`boolean`:return Number(e)!==0;case`time`:{let t=new Date(String(e));return Number.isNaN(t.getTime())?null:t}}}async function hasSource(e,t){let n;try{n=await(0,i.open)(e)}catch{return!1}try{let{size:e}=await n.stat(),r=await bytesAt(n,e-8,8);if(r===null||r.toString(`latin1`,4)!==`PAR1`)return!1;let i=r.readUInt32LE(0);return(await bytesAt(n,e-8-i,i))?.includes(t)??!1}finally{await n.close()}}async function bytesAt(e,t,n){if(t<0||n>67108864)return null;let{buffer:r,bytesRead:i}=await e.read(Buffer.alloc(n),0,n,t);return i===n?r:null}let V=`__HIVE_DEFAULT_PARTITION__`,H=`1970-01-01`,je=/^[12]\d{3}-\d\d-\d\d/,Me=/^[A-Za-z0-9][\w-]{0,99}\/[\w.-]{1,100}$/,Ne=[`date=*`,`owner=*`,`repo=*`];function partitionOf(e,t){let[n,r]=(Me.test(t??``)?(t??``).toLowerCase():null)?.split(`/`)??[V,V];return`date=${dayOf(e??``)}/owner=${n}/repo=${r}`}function dayOf(e){let[t=H]=je.exec(e)??[],n=new Date(`${t}T00:00:00Z`);return!Number.isNaN(n.getTime())&&n.toISOString().startsWith(t)?t:H}let U={repositories:{time:`asked_at`,repository:`repository`},artifacts:{time:`created_at`,repository:`repository`},workflow_runs:{time:`created_at`,repository:`repository`},trails:{time:`collected_at`,repository:`repository`}},Pe=new Set([`from_fork`,`broke_off`,`untrusted`,`sandboxed`,`counted`,`found`,`trusted`]),Fe=/^time$|_at$|^listed_(?:from|until)$/;async function archiveTables(){let e=await openDatabase(`:memory:`);try{e.exec(s);let t=c.filter(e=>e!==`runs`);return[...Object.keys(U),...t,`runs`].map(t=>({name:t,columns:e.prepare(`SELECT * FROM ${t}`).columns().map(e=>({name:e.name,type:typeOf(e.name,e.type)})),partition:U[t]??null}))}finally{e.close()}}function typeOf(e,t){switch(t){case`INTEGER`:return Pe.has(e)?`boolean`:`integer`;case`REAL`:return`double`;default:return Fe.test(e)?`time`:`text`}}let W=`rows.parquet`,G=`countersign-tables.json`,K=`_incoming`;async function writeTables(e,t){let n=await readArchive(e);try{let r=await lockArchive(e);try{return await writeAll(n,t)}finally{r.close()}}catch(n){throw explained(n,e,t)}finally{n.close()}}async function writeAll(e,t){await prepareFolder(t),e.function(`partition_of`,{deterministic:!0},(e,t)=>partitionOf(write_tables_textOrNull(e),write_tables_textOrNull(t)));let n=await archiveTables(),a=new PartWriter(t);for(let t of collectedParts(e,n))await a.write(t);for(let t of countedParts(e,n))await a.write(t);for(let e of n.filter(({name:e})=>!a.hasTable(e)))await a.write({table:e,partition:partitionOf(null,null),source:null,rows:[]});let o=await removeOthers(t,n,a.paths);for(let{name:e,text:t}of engineFiles(n))await a.writeText(e,t);await(0,i.rm)((0,r.join)(t,K),{recursive:!0});let{written:s,unchanged:c,rows:l}=a;return{written:s,unchanged:c,removed:o,rows:l}}async function prepareFolder(e){await(0,i.mkdir)(e,{recursive:!0});let t=await(0,i.readdir)(e);if(t.length>0&&!t.includes(G))throw new a.W(`file-refused`,`${e} has files that are no tables.`,{fix:`Name an empty or a new folder: files that are not of the archive would be removed from it.`});await(0,i.writeFile)((0,r.join)(e,G),`{"format":"countersign-tables/1"}
`),await(0,i.rm)((0,r.join)(e,K),{recursive:!0,force:!0}),await(0,i.mkdir)((0,r.join)(e,K))}class PartWriter{paths=new Set;written=0;unchanged=0;rows=0;#folder;#tables=new Set;constructor(e){this.#folder=e}hasTable(e){return this.#tables.has(e)}async write({table:e,partition:t,source:n,rows:a}){let o=`${e.name}/${t}/${W}`,s=(0,w.s)(JSON.stringify([1,e.name,e.columns,n]));if(n!==null&&await hasSource((0,r.join)(this.#folder,o),s))this.unchanged+=1;else{let t=(0,r.join)(this.#folder,K,W),c=await writeParquet(t,{columns:e.columns,rows:a,source:s});if(c===0&&n!==null)return await(0,i.rm)(t);await this.#place(t,o,c)}this.paths.add(o),this.#tables.add(e.name)}async writeText(e,t){let n=(0,r.join)(this.#folder,K,`text`);await(0,i.writeFile)(n,t,{flush:!0}),await(0,i.rename)(n,(0,r.join)(this.#folder,e))}async#place(e,t,n){let a=(0,r.join)(this.#folder,t);if(await isSame(e,a))return this.unchanged+=1,await(0,i.rm)(e);await(0,i.mkdir)((0,r.dirname)(a),{recursive:!0}),await(0,i.rename)(e,a),this.written+=1,this.rows+=n}}async function isSame(e,t){let n=await(0,i.stat)(t).catch(()=>null);return n===null||n.size!==(await(0,i.stat)(e)).size?!1:await fileDigest(e)===await fileDigest(t)}async function fileDigest(e){let t=(0,ie.createHash)(`sha256`);return await(0,ae.pipeline)((0,_.createReadStream)(e),t),t.digest(`hex`)}function*collectedParts(e,t){for(let n of t){if(n.partition===null)continue;let{time:t,repository:r}=n.partition,i=e.prepare(`SELECT *, partition_of(${t}, ${r}) AS partition FROM ${n.name} ORDER BY partition, 1, 2`);for(let{key:e,items:t}of consecutive(rowsOf(i),e=>String(e.at(-1))))yield{table:n,partition:e,source:null,rows:t}}}function*countedParts(e,t){let n=t.filter(({partition:e})=>e===null).map(t=>({table:t,ofTrail:e.prepare(`SELECT * FROM ${t.name} WHERE trail = ? ${orderOf(t)}`)})),r=e.prepare(`SELECT partition_of(r.started_at, r.repository) AS partition, r.trail, t.digest, t.collected_at
    FROM runs r JOIN trails t USING (trail) ORDER BY partition, r.trail`);for(let{key:e,items:t}of consecutive(rowsOf(r),([e])=>String(e))){let r=[...t],i=r.map(([,...e])=>e.map(String)),a=JSON.stringify([1,i]);for(let{table:t,ofTrail:i}of n)yield{table:t,partition:e,source:a,rows:rowsOfTrails(i,r.map(([,e])=>Number(e)))}}}function orderOf({name:e,columns:t}){return e===`runs`?``:`ORDER BY seq, ${t.map(e=>e.name).join(`, `)}`}function*rowsOfTrails(e,t){for(let n of t)yield*rowsOf(e,n)}function*rowsOf(e,...t){e.setReadBigInts(!0),e.setReturnArrays(!0);let n=e.iterate(...t);for(let e of n)Array.isArray(e)&&(yield e.map(sqlValue))}function sqlValue(e){return typeof e==`string`||typeof e==`number`||typeof e==`bigint`?e:null}function*consecutive(e,t){let n=e[Symbol.iterator](),r=n.next();function*group(e){for(;r.done!==!0&&t(r.value)===e;r=n.next())yield r.value}for(;r.done!==!0;){let e=t(r.value);yield{key:e,items:group(e)}}}async function removeOthers(e,t,n){let a=0;for(let{name:o}of t){let t=[o,...Ne,W].join(`/`),s=[];for await(let n of(0,i.glob)(t,{cwd:e}))s.push(n.replaceAll(`\\`,`/`));for(let t of s.filter(e=>!n.has(e)))await(0,i.rm)((0,r.join)(e,t)),a+=1,await removeEmpty(e,(0,r.dirname)(t))}return a}async function removeEmpty(e,t){if(t!==`.`){try{await(0,i.rmdir)((0,r.join)(e,t))}catch{return}await removeEmpty(e,(0,r.dirname)(t))}}function write_tables_textOrNull(e){return typeof e==`string`?e:null}function explained(e,t,n){if(!(e instanceof Error)||!(`syscall`in e))return archiveError(e,t);let[r,i]=isDiskFull(e)?[`The disk of ${n} is full`,`Free some space, and write the tables again to continue.`]:[`The tables cannot be written to ${n}`,`Name a folder that can be written.`];return new a.W(`file-refused`,`${r} (${(0,a.k)(e)}).`,{fix:i,cause:e})}let Ie={name:`audit parquet`,summary:`Write the tables of an archive as Parquet files, partitioned by date and repository, with SQL for DuckDB, BigQuery, Athena and ClickHouse`,arguments:`<folder>`,argumentSummary:`a new folder, or one that this command wrote: it is brought up to date`,options:[I],examples:[`countersign audit parquet ./tables`,`cd tables && duckdb -init duckdb.sql -c "FROM question_approvals"`],run:audit_parquet_run};async function audit_parquet_run(e,t){let n=(0,r.resolve)(t.cwd,(0,P.vU)(e,`archive`)??`.`),i=(0,r.resolve)(t.cwd,e.args[0]??`.`),a=await writeTables(n,i);return t.out(e.json?(0,N.o)({folder:i,...a}):(0,O.RK)(audit_parquet_resultText(i,a))),P.dc.ok}function audit_parquet_resultText(e,{written:t,unchanged:n,removed:r,rows:i}){return`${e}: ${t} files written with ${i} rows, ${n} unchanged, ${r} removed\n`}var q=n(55156),Le=n(42957),Re=n(47173),J=n(17864);let ze=`countersign.proof/1`,Y=q.string().regex(/^[0-9a-f]{64}$/),Be=q.strictObject({_schema:q.literal(ze),entry:q.string(),proof:q.strictObject({seq:q.number().int().nonnegative(),count:q.number().int().positive(),entryHash:Y,path:q.array(q.strictObject({hash:Y,side:q.enum([`left`,`right`])})).max(64),root:Y})});async function proveEntry(e,t){let n=new Le.h(null),r=new Re.g,i=[],a=``;for await(let o of e){for(let e of r.push(o)){let r=n.next(e);if(!r.ok)throw brokenAt(i.length+1,r.because);i.length===t&&(a=e.toString(`utf8`)),i.push(n.head.hash)}if(r.overflowing)throw brokenAt(i.length+1,`The line is too long.`)}let{path:o,...s}=(0,J.zn)(i,t);return{_schema:ze,entry:a,proof:{...s,path:o.map(e=>({...e}))}}}function brokenAt(e,t){return new a.W(`trail-broken`,`The audit trail is broken at line ${e}: ${t}`,{fix:"A broken audit trail proves nothing. Run `audit verify` for the full report."})}function checkEntryProof(e){let t=Be.safeParse(jsonOf(e));if(!t.success)return{ok:!1,because:`It is not a proof of this format.`};let{entry:n,proof:r}=t.data,i=(0,v.Hj)(Buffer.from(n,`utf8`));return i.ok?i.envelope.hash!==r.entryHash||i.envelope.seq!==r.seq?{ok:!1,because:`The proof is about another entry.`}:(0,J.DW)(r)?{ok:!0,entry:i.fields,root:r.root,seq:r.seq,count:r.count}:{ok:!1,because:`Its path does not lead from the entry to the root.`}:{ok:!1,because:`Its entry is invalid: ${i.because}`}}function jsonOf(e){try{let t=JSON.parse(e);return(0,pe.O)(t)?t:null}catch{return null}}var X=n(99656),Ve=n(69515),He=n(46414),Ue=n(60141),We=n(79600);let Ge=/\bhttps?:\/\/([a-z0-9.-]+(?::\d+)?)/gi;async function diffTrails(e,t){let[n,r]=[await countTrail(e),await countTrail(t)],by=e=>differences(n.counts[e],r.counts[e]);return{outcome:{a:n.end?.outcome??null,b:r.end?.outcome??null},tools:by(`tools`),verdicts:by(`verdicts`),states:by(`states`),commands:by(`commands`),hosts:by(`hosts`),inputs:by(`inputs`),turns:{a:n.turns,b:r.turns},tokensPerTurn:{a:tokensPerTurn(n),b:tokensPerTurn(r)},costUsd:{a:n.totals.costUsd,b:r.totals.costUsd}}}let Ke=[`tools`,`verdicts`,`states`,`commands`,`hosts`,`inputs`];async function countTrail(e){let t={tools:new Map,verdicts:new Map,states:new Map,commands:new Map,hosts:new Map,inputs:new Map};return{...await(0,We.s)(e,e=>{if(e.is!==`call`)return;let n=namesOf(e.call);for(let e of Ke)for(let r of n[e])t[e].set(r,(t[e].get(r)??0)+1)}),counts:t}}function namesOf(e){let{tool:t,verdict:n,state:r,input:i,inputBlob:a}=e,o=i===null&&a!==null?a.sha256:(0,T.d)(i),s=[...JSON.stringify(i).matchAll(Ge)];return{tools:[t],verdicts:[n?.verdict??`none`],states:[r],commands:commandOf(e),hosts:s.map(([,e])=>(e??``).toLowerCase()),inputs:[`${t} ${o}`]}}function commandOf({input:e}){return typeof e!=`object`||!e||!(`command`in e)?[]:typeof e.command==`string`?[e.command]:[]}function tokensPerTurn({turns:e,totals:t}){let{inputTokens:n,outputTokens:r,cacheReadTokens:i,cacheCreationTokens:a}=t,o=n+r+i+a;return e===0?0:Math.round(o/e)}function differences(e,t){return[...new Set([...e.keys(),...t.keys()])].map(n=>({what:n,a:e.get(n)??0,b:t.get(n)??0})).filter(e=>e.a!==e.b).toSorted((e,t)=>e.what<t.what?-1:1)}var Z=n(19181),qe=n(81324);let Q={arguments:`<trail>`,argumentSummary:F.$g},Je={flags:`--out <file>`,summary:`the file to write (default: standard output)`},Ye=[{name:`audit show`,summary:`Print an audit trail as a timeline`,...Q,options:[],examples:[`countersign audit show ./trail | less`],run:audit_read_show},{name:`audit report`,summary:`Write an audit trail as one self-contained HTML page`,...Q,options:[{flags:`--out <file>`,summary:`the file to write; - for standard output`,default:`report.html`}],examples:[`countersign audit report ./trail --out report.html`],run:audit_read_report},{name:`audit export`,summary:`Write an audit trail as OTLP JSON (traces), CSV (one line for each call) or SARIF (denied and failed calls)`,...Q,options:[{flags:`--format <name>`,summary:X.UP.join(` | `),default:`otlp`},Je],examples:[`countersign audit export ./trail --format csv --out calls.csv`],run:exportAs},{name:`audit statement`,summary:`Verify an audit trail, and write what was run, asked, approved and refused as an in-toto statement; exit 1 if it is broken`,...Q,options:[{flags:`--out <file>`,summary:`the file to write; - for standard output`,default:v.zH}],examples:[`countersign audit statement ./trail --out -`],run:audit_read_statement},{name:`audit diff`,summary:`Compare two runs: tools, commands, hosts, verdicts, tokens; exit 1 if they differ`,arguments:`<a> <b>`,argumentSummary:F.$g,options:[],run:diff}];async function audit_read_show(e,t){return await reading(e,t,async n=>{let source=()=>(0,S.hd)(n);return e.json?await t.print(mapped((0,Ve.Ns)(source),N.Y)):await t.print(timeline(source)),P.dc.ok})}async function audit_read_report(e,t){return await(0,F.vu)(e.args[0]??`.`,t,async({path:n,blobs:r})=>await audit_read_whole(t,async()=>await deliver((0,He.B)(()=>(0,S.hd)(n),r??void 0),(0,P.vU)(e,`out`)??`report.html`,{call:e,io:t})))}async function exportAs(e,t){let n=(0,P.vU)(e,`format`)??`otlp`,r=X.UP.find(e=>e===n);if(r===void 0)throw new a.W(`input-invalid`,`--format is ${JSON.stringify(n)}.`,{fix:`Write one of: ${X.UP.join(`, `)}.`});return await reading(e,t,async n=>{let i=(0,X.nn)(r,()=>(0,S.hd)(n));return await deliver(r===`csv`?i:mapped(i,N.Y),(0,P.vU)(e,`out`)??`-`,{call:e,io:t})})}async function audit_read_statement(e,t){return await(0,F.vu)(e.args[0]??`.`,t,async({path:n})=>{let r=await(0,re.B)(n);if(r.verdict.kind!==`intact`)return t.err(`${(0,O.RK)((0,Z.nt)(r.verdict))}\n`),ne.SC[r.verdict.kind];if(r.statement===null)throw new a.W(`trail-broken`,`The audit trail has no run.start.`,{fix:`Name the audit trail of a run that started.`});let i=(0,P.vU)(e,`out`)??v.zH,o=(0,Ue.t6)(r.statement);return await deliver(C.Readable.from([i===`-`?(0,N.Y)(o):o]),i,{call:e,io:t})})}async function reading(e,t,n){return await(0,F.vu)(e.args[0]??`.`,t,async({path:e})=>await audit_read_whole(t,async()=>await n(e)))}async function audit_read_whole(e,t){try{return await t()}catch(t){if(!(t instanceof a.W)||t.code!==`trail-broken`)throw t;return e.err(`${(0,O.RK)((0,a.k)(t))}\n`),P.dc.no}}async function*timeline(e){yield*mapped((0,Ve.Gi)(e),O.RK),yield`This output is not verified. To check that nobody changed the audit trail, run countersign audit verify.
`}async function*mapped(e,t){for await(let n of e)yield t(n)}async function deliver(e,t,{call:n,io:i}){if(t===`-`)return await i.print(e),P.dc.ok;let a=(0,r.resolve)(i.cwd,t),open=()=>(0,_.createWriteStream)(a,{mode:384}),o=await(0,qe.x)(e,{open,ends:!0,name:a});return i.out(n.json?`${JSON.stringify({file:a,bytes:o})}\n`:`${(0,O.RK)(a)}: ${o} bytes\n`),P.dc.ok}async function diff(e,t){let[n=``,r=``]=e.args;return await(0,F.vu)(n,t,async n=>await(0,F.vu)(r,t,async r=>await audit_read_whole(t,async()=>{let i=await diffTrails(()=>(0,S.hd)(n.path),()=>(0,S.hd)(r.path)),a=audit_read_isSame(i);return e.json?t.out((0,N.o)({same:a,...i})):t.out(`${(0,O.RK)(diffText(i,a))}\n`),a?P.dc.ok:P.dc.no})))}let Xe=[`tools`,`verdicts`,`states`,`commands`,`hosts`,`inputs`];function audit_read_isSame(e){return e.outcome.a===e.outcome.b&&Xe.every(t=>e[t].length===0)}function diffText(e,t){let n=Xe.flatMap(t=>e[t].length===0?[]:[`${t}:`,...e[t].map(differenceText)]),{outcome:r,turns:i,tokensPerTurn:a,costUsd:o}=e;return[...t?[`Both runs did the same.`]:[],`outcome: ${r.a??`none`} | ${r.b??`none`}`,...n,`turns: ${i.a} | ${i.b}`,`tokens per turn: ${a.a} | ${a.b}`,`cost in USD: ${o.a??`unknown`} | ${o.b??`unknown`}`].join(`
`)}function differenceText({what:e,a:t,b:n}){return`  ${t} | ${n}  ${e.replaceAll(`
`,` ⏎ `)}`}let Ze=[{name:`audit prove`,summary:`Print one entry with its path to the Merkle root of the audit trail (RFC 9162)`,arguments:`<seq> <trail>`,argumentSummary:[`the entry's seq, the number that audit show prints before it`,F.$g],options:[{flags:`--out <file>`,summary:`the file to write (default: standard output)`}],examples:[`countersign audit prove 17 ./trail --out entry-17.json`],run:prove},{name:`audit check-proof`,summary:`Check the proof of one entry without the audit trail; exit 1 if it is invalid`,arguments:`<file>`,argumentSummary:`the file that audit prove wrote; - reads standard input`,options:[{flags:`--root <hash>`,summary:`the root that audit verify --root prints for the audit trail`}],examples:[`countersign audit check-proof entry-17.json --root 9c1e…`],run:checkProof}];async function prove(e,t){let[n=``,r=`.`]=e.args;if(!/^\d{1,15}$/.test(n))throw new a.W(`input-invalid`,`${JSON.stringify(n)} is not the seq of an entry.`,{fix:`Write the number that audit show prints before the entry.`});return await(0,F.vu)(r,t,async({path:r})=>{try{let i=(0,N.o)(await proveEntry((0,S._D)(r),Number(n)));return await deliver(C.Readable.from([i]),(0,P.vU)(e,`out`)??`-`,{call:e,io:t})}catch(e){if(!(e instanceof a.W)||e.code!==`trail-broken`)throw e;return t.err(`${(0,O.RK)((0,a.k)(e))}\n`),P.dc.no}})}async function checkProof(e,t){let n=checkEntryProof(await proofText(e.args[0]??`-`,t)),r=(0,P.vU)(e,`root`),i=r===null?null:(0,Z.EO)(r),a=n.ok&&(i===null||i===n.root);return e.json?t.out((0,N.o)({...n,rootCompared:i!==null,holds:a})):n.ok?a?(t.out((0,N.o)(n.entry)),t.out(`valid: entry ${n.seq} of ${n.count} under the root ${n.root}\n`),i===null&&t.out(`The root was not compared: pass the root of the verified audit trail as --root.
`)):t.out(`invalid: the proof leads to the root ${n.root}, which is not the given one.\n`):t.out(`invalid: ${(0,O.RK)(n.because)}\n`),a?P.dc.ok:P.dc.no}async function proofText(e,t){if(e===`-`)return await t.stdin();let n=(0,r.resolve)(t.cwd,e);try{let e=await(0,i.readFile)(n);if(e.length<=67108864)return e.toString(`utf8`)}catch(e){throw new a.W(`file-refused`,`${n} cannot be read: ${(0,a.k)(e)}.`,{fix:`Name the file that audit prove wrote.`,cause:e})}throw new a.W(`file-refused`,`${n} is too large to be a proof.`,{fix:`Name another file.`})}var Qe=n(32910);function questionSql(e){let t=z.find(t=>t.name===e);if(t!==void 0)return t.sql;let n=z.map(e=>e.name);throw new a.W(`input-invalid`,`There is no question ${JSON.stringify(e)}.${(0,Qe.a)(e,n)}`,{fix:`Write one of ${n.join(`, `)}, or pass SQL with --sql.`})}async function queryArchive(e,t,n){let r=await readArchive(e);try{return await n(answerOf(r,t))}catch(t){let n=resultCode(t);throw n===null?t:n===f.busy||n===f.ioError?archiveError(t,e):refused((0,a.k)(t),t)}finally{r.close()}}function answerOf(e,t){let n=prepared(e,t);return n.setReadBigInts(!0),n.setReturnArrays(!0),{columns:n.columns().map(({name:e})=>e),rows:query_rowsOf(n.iterate())}}function prepared(e,t){if(t.includes(`\0`))throw refused(`it contains a NUL character`);let n=attempt(()=>e.prepare(t)),r=t.slice(n.sourceSQL.length);if(attempt(()=>isStatement(e,r)))throw refused(`it has more than one statement`);return n}function isStatement(e,t){if(/^[\s;]*$/.test(t))return!1;try{return e.prepare(t),!0}catch(e){return resultCode(e)!==null}}function attempt(e){try{return e()}catch(e){throw resultCode(e)===null?refused((0,a.k)(e),e):e}}function*query_rowsOf(e){for(let t of e)Array.isArray(t)&&(yield t.map(cellOf))}function cellOf(e){if(typeof e==`bigint`){let t=Number(e);return Number.isSafeInteger(t)?t:String(e)}return e instanceof Uint8Array?Buffer.from(e).toString(`hex`):typeof e==`string`||typeof e==`number`?e:null}function refused(e,t){return new a.W(`input-invalid`,`The SQL cannot be run: ${e}.`,{fix:"Write one SELECT statement. `countersign audit query --schema` prints the tables.",cause:t})}var $e=n(9080);let $=[`table`,`json`,`csv`];async function*answerText(e,t){switch(e){case`table`:return yield*tableText(t);case`csv`:return yield*csvText(t);case`json`:return yield*jsonText(t)}}function*csvText({columns:e,rows:t}){yield(0,$e.z)(e);for(let e of t)yield(0,$e.z)(e)}function*jsonText({columns:e,rows:t}){let n=distinct(e),r=`[
`;for(let e of t){let t=Object.fromEntries(n.map((t,n)=>[t,e[n]??null]));yield`${r}${(0,N.Y)(JSON.stringify(t))}`,r=`,
`}yield r===`[
`?`[]
`:`
]
`}function distinct(e){let t=new Map;return e.map(e=>{let n=(t.get(e)??0)+1;return t.set(e,n),n===1?e:`${e}_${n}`})}function*tableText({columns:e,rows:t}){let n=t[Symbol.iterator](),r=[];for(let e=n.next();e.done!==!0&&(r.push(e.value),r.length!==200);e=n.next());let i=e.map(e=>(0,O.TN)(e,76)),a=i.map((e,t)=>Math.max(e.length,...r.map(e=>shown(e[t]??null).length)));yield line(i,a),yield line(a.map(e=>`-`.repeat(e)),a);let o=0;for(let e of r)o+=1,yield line(e,a);if(o===200)for(let e=n.next();e.done!==!0;e=n.next())o+=1,yield line(e.value,a);yield`(${o} ${o===1?`row`:`rows`})\n`}function line(e,t){return`${e.map((e,n)=>{let r=t[n]??0;return typeof e==`number`?shown(e).padStart(r):shown(e).padEnd(r)}).join(`  `).trimEnd()}\n`}function shown(e){return e===null?``:(0,O.TN)(String(e),76)}let et={name:`audit query`,summary:`Answer a question about an archive of audit trails, or run your own read-only SQL; without a question, list them`,arguments:`[question]`,argumentSummary:z.map(({name:e})=>e).join(` | `),options:[I,{flags:`--sql <statement>`,summary:`one SELECT statement; - reads it from standard input`},{flags:`--format <name>`,summary:$.join(` | `),default:`table`},{flags:`--schema`,summary:`print the tables and what their columns mean`}],examples:[`countersign audit query approvals`,`countersign audit query problems --json`,`countersign audit query --format csv --sql "SELECT tool, count(*) AS calls FROM calls GROUP BY tool"`],run:audit_query_run};async function audit_query_run(e,t){if((0,P.IL)(e,`schema`))return t.out(e.json?(0,N.o)({schema:s}):`-- ---------------------------------------------------------------------------------------------------------------------
-- What was collected. These tables say where audit trails came from and what became of them.
-- ---------------------------------------------------------------------------------------------------------------------

-- Each repository that was asked for its artifacts.
CREATE TABLE repositories (
  repository   TEXT PRIMARY KEY,      -- OWNER/REPO
  asked_at     TEXT NOT NULL,         -- when its artifacts were last asked for
  listed_from  TEXT,                  -- every artifact created between these two is known; NULL: from the first one on
  listed_until TEXT,                  -- NULL: the list was never read to its end
  problem      TEXT                   -- why its artifacts could not be listed the last time
) STRICT;

-- Each artifact that is named as an audit trail of Countersign.
CREATE TABLE artifacts (
  repository   TEXT NOT NULL,
  artifact     INTEGER NOT NULL,      -- GitHub's id
  name         TEXT NOT NULL,
  workflow_run INTEGER,               -- GitHub's id; NULL if GitHub no longer says
  from_fork    INTEGER NOT NULL,      -- 1: GitHub lists it with a commit of a fork, or of nobody; who wrote its workflow is looked up
  created_at   TEXT,
  bytes        INTEGER NOT NULL,
  sha256       TEXT,                  -- the digest of the upload, by GitHub
  state        TEXT NOT NULL CHECK (state IN (
                 'waiting',           -- not downloaded yet, or the download failed and is tried again
                 'collected',
                 'foreign',           -- collected, but of another workflow run than the one that uploaded it
                 'expired',           -- it expired, or was deleted, before it was collected
                 'refused'            -- its bytes are not what was uploaded, or no archive that can be unpacked
               )),
  because      TEXT,                  -- why it is not collected
  trail        INTEGER REFERENCES trails,
  PRIMARY KEY (repository, artifact)
) STRICT;
CREATE INDEX artifacts_by_state ON artifacts (state);
CREATE INDEX artifacts_by_trail ON artifacts (trail);
CREATE INDEX artifacts_by_run ON artifacts (repository, workflow_run);

-- Each run of a workflow that has uploaded an audit trail, from the first such artifact on. A run that had nothing to do uploads
-- none, so only one that failed without a trail is a problem.
CREATE TABLE workflow_runs (
  repository   TEXT NOT NULL,
  workflow_run INTEGER NOT NULL,      -- GitHub's id
  workflow     INTEGER,               -- GitHub's id; NULL: the run was deleted
  event        TEXT,
  conclusion   TEXT,                  -- GitHub's word, such as failure; NULL: it had not ended
  created_at   TEXT,
  url          TEXT,
  PRIMARY KEY (repository, workflow_run)
) STRICT, WITHOUT ROWID;
CREATE INDEX workflow_runs_by_workflow ON workflow_runs (repository, workflow, created_at);

-- Each audit trail that is kept, by the digest of all its files. Only those with the state 'counted' have rows below.
CREATE TABLE trails (
  trail        INTEGER PRIMARY KEY,
  digest       TEXT NOT NULL UNIQUE,  -- SHA-256 over the names, sizes and digests of its files
  folder       TEXT NOT NULL,         -- where it is kept, below the archive: audit show and audit report take it
  state        TEXT NOT NULL CHECK (state IN (
                 'counted',
                 'superseded',        -- a longer trail of the same run holds all its entries
                 'conflict',          -- it verifies, and contradicts another trail of the same run: none of them counts
                 'foreign',           -- it verifies, but no source of it is the workflow run that it names
                 'broken',            -- it does not verify
                 'unreadable'         -- there are no entries to verify
               )),
  repository   TEXT,                  -- of the workflow run that it names; NULL if broken
  run          TEXT,                  -- Countersign's id of the run; NULL if broken
  workflow_run INTEGER,               -- the last workflow run that it names
  entries      INTEGER,
  head         TEXT,                  -- the hash of its last entry
  fault        TEXT,                  -- why it does not verify: the code of audit verify
  fault_line   INTEGER,               -- the first invalid line
  because      TEXT,                  -- the same for people
  warnings     INTEGER,               -- how many warnings audit verify has
  files        INTEGER NOT NULL,
  bytes        INTEGER NOT NULL,
  collected_at TEXT NOT NULL
) STRICT;
CREATE INDEX trails_by_run ON trails (run);

-- ---------------------------------------------------------------------------------------------------------------------
-- What the counted audit trails say: each verifies, and each run is there once. seq is the number of an entry in its trail.
-- ---------------------------------------------------------------------------------------------------------------------

-- Each run, all its workflow runs (suspended and resumed) together.
CREATE TABLE runs (
  trail        INTEGER PRIMARY KEY REFERENCES trails,
  run          TEXT NOT NULL,
  repository   TEXT,                  -- that the run was about
  workflow_run INTEGER,               -- the last one
  url          TEXT,                  -- of the last workflow run
  event        TEXT,
  actor        TEXT,                  -- who requested it; where that is not recorded, who caused the event
  number       INTEGER,               -- the issue or pull request
  request      TEXT,
  provider     TEXT,
  model        TEXT,
  policy       TEXT,
  policy_sha256 TEXT,
  version      TEXT,                  -- of Countersign
  started_at   TEXT,
  ended_at     TEXT,                  -- of the last entry
  workflow_runs INTEGER NOT NULL,     -- how many there were
  outcome      TEXT,                  -- NULL: unfinished
  summary      TEXT
) STRICT;

-- Each request to the model.
CREATE TABLE turns (
  trail INTEGER NOT NULL REFERENCES trails, seq INTEGER NOT NULL, time TEXT NOT NULL,
  turn   INTEGER NOT NULL,
  parent TEXT,                        -- the call whose subagent made it
  PRIMARY KEY (trail, seq)
) STRICT, WITHOUT ROWID;

-- What each reply of the model cost, replies that broke off included.
CREATE TABLE usage (
  trail INTEGER NOT NULL REFERENCES trails, seq INTEGER NOT NULL, time TEXT NOT NULL,
  turn   INTEGER NOT NULL,
  model  TEXT,                        -- NULL: the reply broke off before it said
  input_tokens INTEGER, output_tokens INTEGER, cache_read_tokens INTEGER, cache_creation_tokens INTEGER,
  cost_usd REAL,                      -- NULL: the price is not known
  duration_ms REAL,
  broke_off INTEGER NOT NULL,
  PRIMARY KEY (trail, seq)
) STRICT, WITHOUT ROWID;

-- Each call, in its last state, with its last verdict.
CREATE TABLE calls (
  trail INTEGER NOT NULL REFERENCES trails, call TEXT NOT NULL, seq INTEGER NOT NULL, time TEXT NOT NULL,
  turn   INTEGER,
  parent TEXT,                        -- the call whose subagent or tool made it
  tool   TEXT,
  kind   TEXT,
  arguments TEXT,                     -- JSON; {"cut": …} of long ones
  path   TEXT,                        -- the file that a file tool names
  state  TEXT NOT NULL,
  because TEXT,                       -- why it was denied, failed or was interrupted
  executed_at TEXT, ended_at TEXT, duration_ms REAL,
  exit_code INTEGER, error TEXT, result_bytes INTEGER,
  verdict TEXT, rule TEXT, list TEXT, line INTEGER, layer TEXT,
  untrusted INTEGER                   -- 1: untrusted content was in the context when it was evaluated
) STRICT;
CREATE UNIQUE INDEX calls_by_id ON calls (trail, call);
CREATE INDEX calls_by_rule ON calls (rule, verdict);

-- Each verdict; a call that a hook or a person changed has several.
CREATE TABLE verdicts (
  trail INTEGER NOT NULL REFERENCES trails, seq INTEGER NOT NULL, time TEXT NOT NULL,
  call TEXT NOT NULL, verdict TEXT NOT NULL,
  rule TEXT,                          -- NULL: a built-in rule, or no rule matched (list says which)
  list TEXT NOT NULL, line INTEGER, layer TEXT, because TEXT,
  untrusted INTEGER NOT NULL, sandboxed INTEGER NOT NULL,
  PRIMARY KEY (trail, seq)
) STRICT, WITHOUT ROWID;

-- Each approval request.
CREATE TABLE approvals (
  trail INTEGER NOT NULL REFERENCES trails, approval TEXT NOT NULL, seq INTEGER NOT NULL,
  call TEXT NOT NULL, via TEXT NOT NULL,
  needed INTEGER NOT NULL,            -- how many people
  asked_at TEXT NOT NULL, expires_at TEXT, url TEXT,
  used_at TEXT,                       -- when it let the call run
  void_at TEXT, void_because TEXT,
  PRIMARY KEY (trail, approval)
) STRICT, WITHOUT ROWID;

-- Each answer of a person, those that do not count included.
CREATE TABLE decisions (
  trail INTEGER NOT NULL REFERENCES trails, seq INTEGER NOT NULL, time TEXT NOT NULL,
  approval TEXT NOT NULL, call TEXT NOT NULL,
  decision TEXT NOT NULL,             -- approve or deny
  counted INTEGER NOT NULL, because TEXT,
  login TEXT NOT NULL, user_id INTEGER, permission TEXT,
  answered_at TEXT NOT NULL,          -- when the person answered; time is when the run saw it
  url TEXT, note TEXT,
  PRIMARY KEY (trail, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX decisions_by_approval ON decisions (trail, approval);

-- Each thing that was written on GitHub.
CREATE TABLE effects (
  trail INTEGER NOT NULL REFERENCES trails, seq INTEGER NOT NULL, time TEXT NOT NULL,
  call TEXT,                          -- NULL: the run itself wrote it
  what TEXT NOT NULL, url TEXT, branch TEXT,
  found INTEGER NOT NULL,             -- 1: it was there before
  PRIMARY KEY (trail, seq)
) STRICT, WITHOUT ROWID;

-- Files by the calls that touched them.
CREATE TABLE files (
  trail INTEGER NOT NULL REFERENCES trails, seq INTEGER NOT NULL,
  call TEXT, path TEXT NOT NULL,
  how TEXT NOT NULL                   -- read, written, discarded (by the sandbox), pushed, deleted (by a push)
) STRICT;
CREATE INDEX files_by_trail ON files (trail);

-- Hosts that calls connected to, or tried to.
CREATE TABLE hosts (
  trail INTEGER NOT NULL REFERENCES trails, seq INTEGER NOT NULL,
  call TEXT NOT NULL, host TEXT NOT NULL,
  verdict TEXT NOT NULL,              -- allowed or refused
  count INTEGER
) STRICT;
CREATE INDEX hosts_by_trail ON hosts (trail);

-- Content that entered the context.
CREATE TABLE sources (
  trail INTEGER NOT NULL REFERENCES trails, seq INTEGER NOT NULL, time TEXT NOT NULL,
  source TEXT NOT NULL, author TEXT, trusted INTEGER NOT NULL, because TEXT,
  PRIMARY KEY (trail, seq)
) STRICT, WITHOUT ROWID;

-- Each denied call, and who denied it.
CREATE VIEW denials AS
SELECT c.trail, c.call, c.seq, c.ended_at AS time, c.tool, c.arguments, c.rule, c.list, c.line, c.layer, c.because,
  CASE
    WHEN c.verdict = 'deny' THEN 'policy'
    WHEN EXISTS (SELECT 1 FROM decisions d
      WHERE d.trail = c.trail AND d.call = c.call AND d.decision = 'deny' AND d.counted = 1) THEN 'person'
    ELSE 'nobody approved'
  END AS denied_by
FROM calls c WHERE c.state = 'DENIED';

-- What is missing or does not count, with the folder where it is kept if there is one.
CREATE VIEW problems AS
SELECT t.state AS problem, coalesce(a.repository, t.repository) AS repository, t.run,
  coalesce(a.workflow_run, t.workflow_run) AS workflow_run, coalesce(a.name || ': ', '') || t.because AS because,
  t.folder, coalesce(a.created_at, t.collected_at) AS time
FROM trails t LEFT JOIN artifacts a USING (trail) WHERE t.state IN ('conflict', 'broken', 'unreadable')
UNION ALL
SELECT a.state, a.repository, t.run, a.workflow_run, a.name || ': ' || coalesce(a.because, ''), t.folder, a.created_at
FROM artifacts a LEFT JOIN trails t USING (trail) WHERE a.state IN ('foreign', 'expired', 'refused')
UNION ALL
SELECT 'waiting', repository, NULL, workflow_run, name || ': ' || because, NULL, created_at
FROM artifacts WHERE state = 'waiting' AND because IS NOT NULL
UNION ALL
SELECT 'missing', w.repository, NULL, w.workflow_run,
  'The workflow run ended as ' || w.conclusion || ', and has no audit trail: ' || coalesce(w.url, ''), NULL, w.created_at
FROM workflow_runs w WHERE w.conclusion IN ('failure', 'timed_out')
  AND NOT EXISTS (SELECT 1 FROM artifacts a WHERE a.repository = w.repository AND a.workflow_run = w.workflow_run)
UNION ALL
SELECT 'not listed', repository, NULL, NULL, problem, NULL, asked_at
FROM repositories WHERE problem IS NOT NULL;
`),P.dc.ok;let n=formatOption(e),i=await audit_query_statement(e,t);return i===null?(t.out(e.json?(0,N.o)(z):questionsText()),P.dc.ok):(await queryArchive((0,r.resolve)(t.cwd,(0,P.vU)(e,`archive`)??`.`),i,async e=>await t.print(answerText(n,e))),P.dc.ok)}function formatOption(e){let t=e.json?`json`:(0,P.vU)(e,`format`)??`table`,n=$.find(e=>e===t);if(n!==void 0)return n;throw new a.W(`input-invalid`,`--format is ${JSON.stringify(t)}.`,{fix:`Write one of: ${$.join(`, `)}.`})}async function audit_query_statement(e,t){let[n=null]=e.args,r=(0,P.vU)(e,`sql`);if(n!==null&&r!==null)throw new a.W(`input-invalid`,`Both a question and --sql are given.`,{fix:`Leave one of them out.`});return r===null?n===null?null:questionSql(n):r===`-`?await t.stdin():r}function questionsText(){let e=Math.max(...z.map(({name:e})=>e.length));return z.map(({name:t,summary:n})=>`${t.padEnd(e)}  ${n}\n`).join(``)}let tt=[Z.p0,...Ye,...Ze,Ee,et,Ie]}),23296:((e,t,n)=>{n.d(t,{t:()=>roundUsd});let r=1e10;function roundUsd(e){return Math.round(e*r)/r}})};