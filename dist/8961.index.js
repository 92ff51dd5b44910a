export const id=8961;export const ids=[8961];export const modules={77568:((e,t,n)=>{n.r(t),n.d(t,{auditCommands:()=>Vt});var r=n(76760),i=n(51455),a=n(22021),o=n(55),s=n(51693);let c=1668507502,l=`
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
  used_default INTEGER NOT NULL,      -- 1: a question that nobody answered and whose default counted, which is no denial
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
FROM calls c WHERE c.state = 'DENIED' AND c.used_default = 0;

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
`,u=[`runs`,`turns`,`usage`,`calls`,`verdicts`,`approvals`,`decisions`,`effects`,`files`,`hosts`,`sources`];var d=n(55156),f=n(71831);let p=5e3,m=(0,f.B)(async()=>{let e=Reflect.get(process,`emitWarning`);process.emitWarning=(t,...n)=>{String(t).includes(`SQLite is an experimental feature`)||Reflect.apply(e,process,[t,...n])};try{return await Promise.resolve().then(n.t.bind(n,80099,19))}finally{process.emitWarning=e}});async function openDatabase(e,{readOnly:t=!1}={}){let{DatabaseSync:n}=await m();return new n(e,{readOnly:t,timeout:p})}async function openForQueries(e){let{DatabaseSync:t,constants:n}=await m();if(!(`setAuthorizer`in t.prototype)){let e=`Queries to an archive need Node 24.10 or newer, and this is ${process.versions.node}.`;throw(0,s.aY)(e,`Install a newer Node 24.`)}let r=new t(e,{readOnly:!0,timeout:p});r.exec(`BEGIN`);let i=new Set([n.SQLITE_SELECT,n.SQLITE_READ,n.SQLITE_FUNCTION,n.SQLITE_RECURSIVE]);return r.setAuthorizer((e,t,r)=>i.has(e)&&r!==`load_extension`?n.SQLITE_OK:n.SQLITE_DENY),r}let h={busy:5,ioError:10,full:13};function resultCode(e){return!(e instanceof Error)||!(`errcode`in e)?null:typeof e.errcode==`number`?e.errcode&255:null}let g=d.string().nullable(),_=d.number().nullable();function allRows(e,t,...n){return e.all(...n).map(e=>t.parse(e))}function*arrayRows(e,...t){e.setReadBigInts(!0),e.setReturnArrays(!0);let n=e.iterate(...t);for(let e of n)Array.isArray(e)&&(yield e)}var __addDisposableResource=function(e,t,n){if(t!=null){if(typeof t!=`object`&&typeof t!=`function`)throw TypeError(`Object expected.`);var dispose,r;if(n){if(!Symbol.asyncDispose)throw TypeError(`Symbol.asyncDispose is not defined.`);dispose=t[Symbol.asyncDispose]}if(dispose===void 0){if(!Symbol.dispose)throw TypeError(`Symbol.dispose is not defined.`);dispose=t[Symbol.dispose],n&&(r=dispose)}if(typeof dispose!=`function`)throw TypeError(`Object not disposable.`);r&&(dispose=function(){try{r.call(this)}catch(e){return Promise.reject(e)}}),e.stack.push({value:t,dispose,async:n})}else n&&e.stack.push({async:!0});return t},ee=(function(e){return function(t){function fail(n){t.error=t.hasError?new e(n,t.error,`An error was suppressed during disposal.`):n,t.hasError=!0}var n,r=0;function next(){for(;n=t.stack.pop();)try{if(!n.async&&r===1)return r=0,t.stack.push(n),Promise.resolve().then(next);if(n.dispose){var e=n.dispose.call(n.value);if(n.async)return r|=2,Promise.resolve(e).then(next,function(e){return fail(e),next()})}else r|=1}catch(e){fail(e)}if(r===1)return t.hasError?Promise.reject(t.error):Promise.resolve();if(t.hasError)throw t.error}return next()}})(typeof SuppressedError==`function`?SuppressedError:function(e,t,n){var r=Error(n);return r.name=`SuppressedError`,r.error=e,r.suppressed=t,r});let v=`archive.sqlite`,te=`lock.sqlite`,b=`incoming`,x=`trails`;class Archive{folder;database;#lock;#inTurn=(0,a.I)();#incoming=0;constructor(e,t,n){this.folder=e,this.database=t,this.#lock=n}async write(e){return await this.#inTurn(async()=>{this.database.exec(`BEGIN IMMEDIATE`);try{let t=await e();return this.database.exec(`COMMIT`),t}catch(e){throw this.database.isTransaction&&this.database.exec(`ROLLBACK`),archiveError(e,this.folder)}})}async run(e,...t){await this.write(()=>{this.database.prepare(e).run(...t)})}incoming(){return this.#incoming+=1,(0,r.join)(this.folder,b,String(this.#incoming))}async close(){await this.#inTurn(async()=>{this.database.close(),this.#lock.close()})}}async function openArchive(e){let t={stack:[],error:void 0,hasError:!1};try{let n=__addDisposableResource(t,new DisposableStack,!1);try{await(0,o.v)((0,r.join)(e,x),{mode:448});let t=n.use(await openDatabase((0,r.join)(e,te)));takeLock(t,e),await(0,i.rm)((0,r.join)(e,b),{recursive:!0,force:!0}),await(0,i.mkdir)((0,r.join)(e,b),{mode:448});let a=n.use(await openDatabase((0,r.join)(e,v)));return prepare(a,e),n.move(),new Archive(e,a,t)}catch(t){throw archiveError(t,e)}}catch(e){t.error=e,t.hasError=!0}finally{ee(t)}}function takeLock(e,t){try{e.exec(`PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE`)}catch(e){throw resultCode(e)===h.busy?new s.WS(`file-refused`,`Another collection is writing to the archive ${t}, or its tables are being exported.`,{fix:`Wait until it has ended, or name another folder with --archive.`,cause:e}):e}}function prepare(e,t){e.exec(`PRAGMA cache_size = -8192; PRAGMA temp_store = FILE`),numberOf(e,`user_version`)===0&&numberOf(e,`application_id`)===0&&e.prepare(`SELECT count(*) AS count FROM sqlite_schema`).get()?.count===0&&e.exec(`BEGIN; ${l}; PRAGMA application_id = ${c}; PRAGMA user_version = 2; COMMIT`),checkVersion(e,t)}function checkVersion(e,t){let n=numberOf(e,`user_version`);if(numberOf(e,`application_id`)!==c||n!==2)throw new s.WS(`file-refused`,`${(0,r.join)(t,v)} is not an archive of this version (its version is ${n}, this program has 2).`,{fix:`Name another folder with --archive. \`audit collect ${(0,r.join)(t,x)}\` makes a new archive of the trails in it.`})}function numberOf(e,t){let n=e.prepare(`PRAGMA ${t}`).get()?.[t];return typeof n==`number`?n:-1}async function readArchive(e){let t=(0,r.join)(e,v);if(await(0,i.stat)(t).catch(()=>null)===null)throw new s.WS(`file-refused`,`There is no archive in ${e}.`,{fix:"Collect audit trails with `countersign audit collect`, or name the folder with --archive."});try{return await checkOnce(t,e),await openForQueries(t)}catch(t){throw archiveError(t,e)}}async function lockArchive(e){let t=await openDatabase((0,r.join)(e,te));try{return takeLock(t,e),t}catch(n){throw t.close(),archiveError(n,e)}}async function checkOnce(e,t){let n={stack:[],error:void 0,hasError:!1};try{checkVersion(__addDisposableResource(n,await openDatabase(e,{readOnly:await(0,i.stat)(`${e}-journal`).catch(()=>null)===null}),!1),t)}catch(e){n.error=e,n.hasError=!0}finally{ee(n)}}let ne=new Set([`ENOSPC`,`EDQUOT`,`EFBIG`]);function isDiskFull(e){return resultCode(e)===h.full||ne.has((0,s.UQ)(e))}function archiveError(e,t){let n=resultCode(e);if(n===null&&(0,s.UQ)(e)===null)return e;let r=`What was collected before is kept; collect again to continue.`,[i,a]=isDiskFull(e)?[`The disk of the archive ${t} is full`,`Free some space. ${r}`]:n===h.busy?[`The archive ${t} is being written`,`Try it again in a moment.`]:[`The archive ${t} cannot be used`,`Check the disk and its permissions. ${r}`];return new s.WS(`file-refused`,`${i} (${(0,s.uc)(e)}).`,{fix:a,cause:e})}var S=n(73024),C=n(18111),re=n(60790),ie=n(39177),w=n(81539),ae=n(41356);let oe=d.looseObject({workflow_id:d.number(),event:d.string(),repository:d.looseObject({id:d.number()}).nullish(),head_repository:d.looseObject({id:d.number()}).nullish()}),se=(0,ae.fN)({id:[`id`,d.number()],event:[`event`,d.string()],status:[`status`,d.string().nullable()],conclusion:[`conclusion`,d.string().nullable()],createdAt:[`created_at`,d.string()],url:[`html_url`,d.string()]}).transform(({status:e,...t})=>e===`completed`?t:{...t,conclusion:null});function createWorkflowRuns(e){let t=(0,ie.z)(e);return{originOf:e=>t.request({route:`GET ${t.base}/actions/runs/${e}`,doing:`read workflow run ${e}`,needs:`actions=read`,answers:[404],read:e=>{if(e.status===404)return null;let t=(0,w.fd)(oe)(e);if(t===void 0)return;let{workflow_id:n,event:r,repository:i,head_repository:a}=t,o=i==null||a?.id!==i.id;return{workflowId:n,isFromFork:r!==`pull_request_target`&&o}}}),page:(e,n)=>t.request({route:`GET ${t.base}/actions/workflows/${e}/runs`,query:{per_page:w.EK,page:n},doing:`list the runs of workflow ${e}`,needs:`actions=read`,read:e=>{let t=(0,w.fd)(d.array(se),`workflow_runs`)(e);return t&&{runs:t,isLast:(0,w.we)(e,t.length)}}})}}var ce=n(25362),T=n(86527),le=n(14843),ue=n(3573),E=n(57075),D=n(46466),de=n(64183),fe=n(79007),keep_trail_addDisposableResource=function(e,t,n){if(t!=null){if(typeof t!=`object`&&typeof t!=`function`)throw TypeError(`Object expected.`);var dispose,r;if(n){if(!Symbol.asyncDispose)throw TypeError(`Symbol.asyncDispose is not defined.`);dispose=t[Symbol.asyncDispose]}if(dispose===void 0){if(!Symbol.dispose)throw TypeError(`Symbol.dispose is not defined.`);dispose=t[Symbol.dispose],n&&(r=dispose)}if(typeof dispose!=`function`)throw TypeError(`Object not disposable.`);r&&(dispose=function(){try{r.call(this)}catch(e){return Promise.reject(e)}}),e.stack.push({value:t,dispose,async:n})}else n&&e.stack.push({async:!0});return t},pe=(function(e){return function(t){function fail(n){t.error=t.hasError?new e(n,t.error,`An error was suppressed during disposal.`):n,t.hasError=!0}var n,r=0;function next(){for(;n=t.stack.pop();)try{if(!n.async&&r===1)return r=0,t.stack.push(n),Promise.resolve().then(next);if(n.dispose){var e=n.dispose.call(n.value);if(n.async)return r|=2,Promise.resolve(e).then(next,function(e){return fail(e),next()})}else r|=1}catch(e){fail(e)}if(r===1)return t.hasError?Promise.reject(t.error):Promise.resolve();if(t.hasError)throw t.error}return next()}})(typeof SuppressedError==`function`?SuppressedError:function(e,t,n){var r=Error(n);return r.name=`SuppressedError`,r.error=e,r.suppressed=t,r});let me=6e4,he=3*1024**3,ge=[C.eB,C.qQ,C.iB],_e=new Set([`ENOTEMPTY`,`EEXIST`]);async function copyTrail(e,t){await(0,i.mkdir)((0,r.join)(t,C.DU),{recursive:!0,mode:448});let n=0;for(let i of await filesOf(e)){let a={stack:[],error:void 0,hasError:!1};try{let o=await(0,T.BY)((0,r.join)(e,i));if(typeof o==`string`)continue;let s=keep_trail_addDisposableResource(a,o,!0),counted=async function*(){for await(let t of bytesOf(s)){if(n+=t.length,n>he)throw tooLarge(e);yield t}},c=(0,S.createWriteStream)((0,r.join)(t,i),{flags:`wx`,mode:384});await(0,D.pipeline)(E.Readable.from(counted()),c)}catch(e){a.error=e,a.hasError=!0}finally{let e=pe(a);e&&await e}}}async function keepTrail(e,t){let n=[];for(let e of await filesOf(t)){let i=await digestOnDisk((0,r.join)(t,e));i!==null&&n.push([e,i.bytes,i.sha256])}let a=(0,fe.ol)(n),o=`${x}/${a.slice(0,2)}/${a}`,c=(0,r.join)(e.folder,o);if(await(0,i.stat)(c).catch(()=>null)===null){let a=`${t}.kept`;await(0,i.mkdir)((0,r.join)(a,C.DU),{recursive:!0,mode:448});for(let[e]of n)await(0,i.rename)((0,r.join)(t,e),(0,r.join)(a,e));await(0,i.mkdir)((0,r.dirname)(c),{recursive:!0,mode:448});for(let t of[(0,r.join)(a,C.DU),a,(0,r.join)(e.folder,x)])await(0,de.Yw)(t);await(0,i.rename)(a,c).catch(async e=>{if(!_e.has((0,s.UQ)(e)))throw e;await(0,i.rm)(a,{recursive:!0,force:!0})}),await(0,de.Yw)((0,r.dirname)(c))}return await(0,i.rm)(t,{recursive:!0,force:!0}),{digest:a,trailSha256:n.find(([e])=>e===C.eB)?.[2]??null,folder:o,path:c,files:n.length,bytes:n.reduce((e,[,t])=>e+t,0)}}async function filesOf(e){let t=[],add=n=>{if(t.length>=me)throw tooLarge(e);t.push(n)};for await(let{name:t}of await(0,i.opendir)(e))(ge.includes(t)||(0,C.ew)(t))&&add(t);let n=(0,r.join)(e,C.DU);if((await(0,i.lstat)(n).catch(()=>null))?.isDirectory()===!0)for await(let{name:e}of await(0,i.opendir)(n))(0,C._h)(e)&&add(`${C.DU}/${e}`);return t.toSorted()}async function digestOnDisk(e){let t={stack:[],error:void 0,hasError:!1};try{let n=await(0,T.BY)(e);if(typeof n==`string`)return null;let r=keep_trail_addDisposableResource(t,n,!0),i=await(0,T._V)(bytesOf(r));return await r.sync(),i}catch(e){t.error=e,t.hasError=!0}finally{let e=pe(t);e&&await e}}function bytesOf(e){return e.createReadStream({autoClose:!1,highWaterMark:65536})}function tooLarge(e){return new s.WS(`file-refused`,`The audit trail in ${e} has more than ${me} files or ${he} bytes.`,{fix:`No run writes that much: look at what is in it.`})}var ve=n(92482),ye=n(15345),O=n(79463),k=n(15261);let A=4e3,j=1e3,M=0xe8d4a51000;class RowWriter{#database;#statements=new Map;constructor(e){this.#database=e}insert(e,t){let n=Object.keys(t),r=e===`approvals`?` OR IGNORE`:``,i=n.map(e=>`:${e}`).join(`, `),a=`INSERT${r} INTO ${e} (${n.join(`, `)}) VALUES (${i})`;return Number(this.run(a,t).lastInsertRowid)}update(e,t,n){let assigned=e=>Object.keys(e).map(e=>`${e} = :${e}`),r=`UPDATE ${e} SET ${assigned(n).join(`, `)} WHERE ${assigned(t).join(` AND `)}`;this.run(r,{...t,...n})}run(e,t){let n=this.#statements.get(e)??this.#database.prepare(e);return this.#statements.set(e,n),n.run(t)}}class TrailRows{#trail;#rows;#first=null;#last=null;#end=null;#starts=0;#run=``;#time=null;constructor(e,t){this.#trail=e,this.#rows=t}add(e){({run:this.#run,time:this.#time}=e);let{seq:t,time:n}=e;if((0,ve.jb)(e))return this.#usage(e);switch(e.type){case`run.start`:this.#first??=e,this.#last=e,this.#end=null,this.#starts+=1;return;case`run.end`:this.#end=e;return;case`turn.start`:return this.#insert(`turns`,{seq:t,time:n,turn:e.turn,parent:rows_text(e.parent)});case`call.state`:return this.#state(e);case`call.verdict`:return this.#verdict(e);case`call.changed`:return this.#updateCall(e.call,{arguments:argumentsText(e.arguments)});case`call.service`:e.service===`write`&&this.#file(e,e.target,`written`);return;case`approval.asked`:return this.#asked(e);case`approval.decision`:return this.#decision(e);case`approval.consumed`:return this.#updateApproval(e.approval,{used_at:n});case`approval.void`:return this.#updateApproval(e.approval,{void_at:n,void_because:rows_text(e.because)});case`github.write`:return this.#effect(e);case`context.read`:return this.#insert(`sources`,{seq:t,time:n,source:rows_text(e.source),author:rows_text(e.author),trusted:flag(e.trusted),because:rows_text(e.because)});default:return}}finish(e){let[t,n,r]=[this.#first,this.#last,this.#end],i=rows_text(t?.repository),a=runNumber(n?.workflow?.runId);this.#insert(`runs`,{run:this.#run,repository:i,workflow_run:a,url:rows_text(n?.workflow?.url),event:rows_text(t?.trigger.event),actor:rows_text(t?.requester?.login??t?.trigger.actor?.login),number:whole(t?.trigger.number),request:rows_text(t?.request),provider:rows_text(t?.[`gen_ai.provider.name`]),model:rows_text(t?.[`gen_ai.request.model`]),policy:rows_text(t?.policy.source),policy_sha256:t?.policy.sha256??null,version:rows_text(t?.version),started_at:t?.time??null,ended_at:this.#time,workflow_runs:this.#starts,outcome:r?.outcome??null,summary:rows_text(r?.summary)});let{url:o=null,runId:s=``}=n?.workflow??{};return{repository:o===null?i:rows_text(repositoryIn({url:o,runId:s},e)),workflowRun:a}}#insert(e,t){this.#rows.insert(e,{trail:this.#trail,...t})}#updateCall(e,t){this.#rows.update(`calls`,{trail:this.#trail,call:e},t)}#updateApproval(e,t){this.#rows.update(`approvals`,{trail:this.#trail,approval:e},t)}#file({seq:e,call:t},n,r){this.#insert(`files`,{seq:e,call:t,path:rows_text(n),how:r})}#usage(e){let t=e.type===`model.reply`;this.#insert(`usage`,{seq:e.seq,time:e.time,turn:e.turn,model:t?rows_text(e[`gen_ai.response.model`]):null,input_tokens:whole(e[`gen_ai.usage.input_tokens`]),output_tokens:whole(e[`gen_ai.usage.output_tokens`]),cache_read_tokens:whole(e[`gen_ai.usage.cache_read.input_tokens`]),cache_creation_tokens:whole(e[`gen_ai.usage.cache_creation.input_tokens`]),cost_usd:number(e.costUsd,1e9),duration_ms:t?number(e.durationMs,M):null,broke_off:flag(!t)})}#state(e){let{seq:t,time:n,call:r,state:i,argumentsBlob:a}=e;switch(i){case`PENDING`:return this.#insert(`calls`,{call:r,seq:t,time:n,turn:e.turn??null,parent:rows_text(e.parent),tool:rows_text(e[`gen_ai.tool.name`]),kind:rows_text(e.kind),arguments:argumentsText(e[`gen_ai.tool.call.arguments`]??(a?{blob:a.sha256,bytes:a.bytes}:null)),path:pathOf(e),state:i,used_default:0});case`APPROVAL_REQUIRED`:case`APPROVED`:return this.#updateCall(r,{state:i});case`EXECUTING`:return this.#updateCall(r,{state:i,executed_at:n});case`COMPLETED`:case`FAILED`:case`DENIED`:case`SEALED`:return this.#updateCall(r,{state:i,used_default:flag(e.usedDefault===!0),ended_at:n,because:rows_text(e.because),duration_ms:number(e.durationMs,M),exit_code:whole(e[`process.exit.code`]),error:rows_text(e[`error.type`]),result_bytes:whole(e.resultBytes)}),i===`COMPLETED`&&this.#rows.run(`INSERT INTO files (trail, seq, call, path, how)
  SELECT trail, :seq, call, path, CASE kind WHEN 'write' THEN 'written' ELSE 'read' END FROM calls
  WHERE path IS NOT NULL AND trail = :trail AND call = :call`,{trail:this.#trail,call:r,seq:t}),this.#traces(e)}}#traces(e){let{seq:t,call:n,network:r=[],sandbox:i}=e;for(let{to:e,verdict:i,count:a}of r.slice(0,j))this.#insert(`hosts`,{seq:t,call:n,host:rows_text(e),verdict:i,count:whole(a)});let{kept:a=[],discarded:o=[]}=i??{};for(let t of a.slice(0,j))this.#file(e,t,`written`);for(let t of o.slice(0,j))this.#file(e,t,`discarded`)}#verdict(e){let{seq:t,time:n,call:r}=e,i={verdict:e.verdict,rule:rows_text(e.rule),list:rows_text(e.list),line:whole(e.line),layer:rows_text(e.layer),untrusted:flag(e.untrusted)},[a,o]=[rows_text(e.because),flag(e.sandboxed)];this.#insert(`verdicts`,{seq:t,time:n,call:r,...i,because:a,sandboxed:o}),this.#updateCall(r,i)}#asked({seq:e,time:t,via:n,count:r,card:i,expires:a,requests:o}){for(let{approval:s,call:c,needs:l}of o.slice(0,j))this.#insert(`approvals`,{approval:s,seq:e,call:c,via:n,needed:l?.count??r,asked_at:t,expires_at:timeOf(l?.expires)??timeOf(a),url:rows_text(i?.url)})}#decision(e){let t=(0,ye.u)(e);this.#insert(`decisions`,{seq:e.seq,time:e.time,approval:e.approval,call:e.call,decision:e.decision,counted:flag(e.counted),because:rows_text(e.because),login:rows_text(e.by.login),user_id:whole(e.by.id),permission:rows_text(e.permission),answered_at:timeOf(t?.time)??e.time,url:rows_text(t?.url),note:rows_text(e.note)})}#effect(e){let{seq:t,time:n,call:r,what:i,url:a,branch:o,found:s,files:c=[]}=e;this.#insert(`effects`,{seq:t,time:n,call:r,what:rows_text(i),url:rows_text(a),branch:rows_text(o),found:flag(s===!0)});for(let{path:t,sha256:n}of c.slice(0,j))this.#file(e,t,n===null?`deleted`:`pushed`)}}function rows_text(e){return e==null||e.length<=A?e??null:`${(0,O.eo)(e,A-1)}…`}function flag(e){return+!!e}function number(e,t){return typeof e==`number`&&Math.abs(e)<=t?e:null}function whole(e){let t=number(e,M);return t===null?null:Math.trunc(t)}function timeOf(e){let t=Date.parse(e??``);return Number.isNaN(t)?null:new Date(t).toISOString()}function repositoryIn({url:e,runId:t},n){let r=URL.parse(e),[,i,a]=/^\/([^/]+\/[^/]+)\/actions\/runs\/(\d+)$/.exec(r?.pathname??``)??[];return(n===null||r?.origin===n)&&a===t?i??null:null}function runNumber(e){return e!==void 0&&/^\d{1,15}$/.test(e)?Number(e):null}function argumentsText(e){if(e===null)return null;let t=JSON.stringify(e);return t.length<=16e3?t:JSON.stringify({cut:(0,O.eo)(t,A)})}function pathOf(e){let t=e[`gen_ai.tool.name`]??``,n=e[`gen_ai.tool.call.arguments`]??null;if(!(t===`fs_read`||t.startsWith(`fs_`)&&e.kind===`write`)||!(0,k.OW)(n))return null;let{path:r}=n;return typeof r==`string`?rows_text(r):null}let be=d.object({trail:d.number(),state:d.enum([`counted`,`superseded`,`conflict`,`foreign`,`broken`,`unreadable`]),because:g,folder:d.string(),repository:g,workflowRun:_,entries:d.number(),head:d.string()}),xe={state:`counted`,others:[]},Se={state:`foreign`,others:[]};class TrailAdder{#archive;#database;#rows;constructor(e){this.#archive=e,this.#database=e.database,this.#rows=new RowWriter(e.database)}async add(e,t,n=null){let r=await keepTrail(this.#archive,e),i=this.#find(r.digest)===null?await verified(r,n):null;return await this.#archive.write(async()=>{let e=this.#find(r.digest);e===null&&i!==null?await this.#insert(r,i,t):e?.state===`foreign`&&whyForeign(e,t)===null&&await this.#place(e.trail,e.folder,t);let n=this.#find(r.digest);if(n===null)throw Error(`The archive lost a trail that it was adding.`);let a=n.state!==`broken`&&n.state!==`unreadable`?whyForeign(n,t):null,{trail:o,state:s,because:c,folder:l}=n;if(t.kind===`artifact`){let{repository:e,artifact:n}=t,r={state:a===null?`collected`:`foreign`,because:a,trail:o};this.#rows.update(`artifacts`,{repository:e,artifact:n},r)}return{isNew:e===null,state:s,because:c,foreign:a,folder:l}})}#find(e){return this.#trails(`digest = ?`,e)[0]??null}#trails(e,...t){return allRows(this.#database.prepare(`SELECT trail, state, because, folder, repository, workflow_run AS workflowRun,
        coalesce(entries, 0) AS entries, coalesce(head, '') AS head FROM trails WHERE ${e}`),be,...t)}async#insert(e,t,n){let{digest:r,folder:i,files:a,bytes:o}=e,s=t.kind===`intact`,c=t.kind===`broken`,l=this.#rows.insert(`trails`,{digest:r,folder:i,state:s?`foreign`:t.kind,run:s?t.run:null,entries:s?t.count:null,head:s?t.head:null,warnings:s?t.warningCount:null,fault:c?t.code:null,fault_line:c?t.line:null,because:s?null:t.because,files:a,bytes:o,collected_at:new Date().toISOString()});s&&await this.#place(l,i,n)}async#place(e,t,n){this.#database.exec(`SAVEPOINT rows`);let r=new TrailRows(e,this.#rows);for await(let e of(0,T.hd)(this.#pathOf(t)))r.add(e);let i=r.finish(n.kind===`artifact`?n.pageOrigin:null),{state:a,others:o}=whyForeign(i,n)===null?await this.#decide(e,i):Se;a!==`counted`&&this.#database.exec(`ROLLBACK TO rows`),this.#database.exec(`RELEASE rows`);for(let e of o)this.#uncount(e.trail,e.state);let{repository:s,workflowRun:c}=i;this.#rows.update(`trails`,{trail:e},{repository:s,workflow_run:c}),this.#setState(e,a)}async#decide(e,{repository:t}){let n=this.#trails(`trail = ?`,e)[0],r=this.#trails(`trail <> ? AND repository IS ? COLLATE NOCASE AND run = (SELECT run FROM trails WHERE trail = ?)
        AND state IN ('counted', 'superseded', 'conflict')`,e,t,e),i=r.find(({state:e})=>e===`counted`);if(n===void 0||r.length===0)return xe;if(i!==void 0){let[e,t]=n.entries>i.entries?[i,n]:[n,i];if(await this.#holds(t,e))return t===i?{state:`superseded`,others:[]}:{state:`counted`,others:[{trail:i.trail,state:`superseded`}]}}return{state:`conflict`,others:r.map(e=>({trail:e.trail,state:`conflict`}))}}async#holds(e,{head:t,entries:n}){let r=(0,T._D)(this.#pathOf(e.folder));return(await(0,le.Qf)(r,{heads:[{hash:t,count:n}],...Ce})).kind===`intact`}#uncount(e,t){for(let t of u)this.#database.prepare(`DELETE FROM ${t} WHERE trail = ?`).run(e);this.#setState(e,t)}#setState(e,t){let n=t===`conflict`?`Another audit trail of the same run says otherwise, and both verify.`:null;this.#rows.update(`trails`,{trail:e},{state:t,because:n})}#pathOf(e){return(0,r.join)(this.#archive.folder,e)}}async function verified(e,t){let n=await(0,ue.T)(e.path,Ce);return t===null||n.kind!==`intact`||e.trailSha256!==null&&await t(e.trailSha256)?n:{kind:`broken`,seq:n.count,line:n.count+1,code:`attestation`,because:`The audit trail is not attested.`}}let Ce={root:!1};function whyForeign({repository:e,workflowRun:t},n){return n.kind===`folder`||e?.toLowerCase()===n.repository.toLowerCase()&&t!==null&&t===n.workflowRun?null:`It names ${`workflow run ${t??`unknown`} of ${e??`no repository`}`}, and was uploaded by ${`workflow run ${n.workflowRun??`unknown`} of ${n.repository}`}.`}let we=new Set([`conflict`,`broken`,`unreadable`]);class Collection{#added={counted:0,superseded:0,conflict:0,foreign:0,broken:0,unreadable:0};#problems=[];#expired=new Names;#others=new Names;#known=0;#problemCount=0;add(e,{isNew:t,state:n,because:r,foreign:i,folder:a}){t?this.#added[n]+=1:this.#known+=1,i===null?t&&we.has(n)&&this.problem({problem:n,where:e,because:r??``,folder:a}):this.problem({problem:`foreign`,where:e,because:i,folder:a})}problem(e){this.#problemCount+=1,this.#problems.length<100&&this.#problems.push(e)}expired(e){for(let t of e)this.#expired.add(t)}other(e){this.#others.add(e)}result(){return{added:this.#added,known:this.#known,problemCount:this.#problemCount,problems:this.#problems,expired:this.#expired.result(),others:this.#others.result()}}}class Names{#names=new Set;#count=0;add(e){this.#count+=1,this.#names.size<100&&this.#names.add(e)}result(){return{count:this.#count,names:[...this.#names]}}}async function inParallel(e,t,n){let r=[],i={count:0,bytes:0,freed:Promise.withResolvers()},begin=async(e,t)=>{i.count+=1,i.bytes+=t;try{await n(e)}catch(e){r.push(e)}--i.count,i.bytes-=t,i.freed.resolve(),i.freed=Promise.withResolvers()},{maxAtOnce:a,maxBytes:o}=t;for(let n of e){let e=t.bytesOf(n),isFull=()=>i.count>=a||i.count>0&&i.bytes+e>o;for(;isFull();)await i.freed.promise;if(r.length>0)break;begin(n,e)}for(;i.count>0;)await i.freed.promise;if(r.length>0)throw r[0]}var Te=n(82304);let Ee=1e3;async function listArtifacts(e,t,n){let{sinceMs:r}=n,i=await begin(e,t),a=r===null||r>=i.fromMs,o=i.untilMs!==null&&a?i.untilMs-864e5:-1/0,c=Math.max(o,r??-1/0),l=new Set,note=async r=>{let i=r.filter(({createdAt:e})=>!isBefore(e,c));for(let{id:e,name:t}of i)t.startsWith(`countersign-`)||l.has(e)||(l.add(e),n.onOther(t));await insert(e,t,i)};for(let o=1;o<=3;o+=1){let{isWhole:o,newest:s}=await readPages(n.artifacts,c,note);if(o){await end(e,t,{from:i.untilMs!==null&&a?i.fromMs:r??-1/0,newest:s});return}}throw new s.WS(`github-refused`,`Artifacts of ${t} were deleted while they were listed, 3 times, so some may have been skipped.`,{fix:`Collect again in a while.`})}async function readPages(e,t,n){let[r,i]=[0,null];for(let a=1;a<=Ee;a+=1){let o=await e.page(a);if(i??=o.artifacts.find(({createdAt:e})=>e!==null)?.createdAt??null,await n(o.artifacts),o.total<r)return{isWhole:!1,newest:i};r=o.total;let s=o.artifacts.some(({createdAt:e})=>isBefore(e,t));if(o.isLast||s)return{isWhole:!0,newest:i}}throw new s.WS(`github-refused`,`The repository has more than ${Ee*100} artifacts; that many are not listed.`,{fix:`Collect the newer ones with --since.`})}function isBefore(e,t){return e!==null&&Date.parse(e)<t}async function begin(e,t){return await e.write(()=>{e.database.prepare(`INSERT INTO repositories (repository, asked_at) VALUES (?, ?)
        ON CONFLICT DO UPDATE SET asked_at = excluded.asked_at, problem = NULL`).run(t,new Date().toISOString());let n=e.database.prepare(`SELECT listed_from, listed_until FROM repositories WHERE repository = ?`).get(t),[r,i]=[n?.listed_from,n?.listed_until];return{fromMs:typeof r==`string`?Date.parse(r):-1/0,untilMs:typeof i==`string`?Date.parse(i):null}})}async function end(e,t,{from:n,newest:r}){await e.run(`UPDATE repositories SET listed_from = ?, listed_until = coalesce(?, listed_until) WHERE repository = ?`,Number.isFinite(n)?new Date(n).toISOString():null,r,t)}async function insert(e,t,n){let r=n.filter(({name:e})=>e.startsWith(Te.z));if(r.length===0)return;let i=e.database.prepare(`INSERT INTO artifacts (repository, artifact, name, workflow_run, from_fork, created_at, bytes, sha256, state)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET state = excluded.state, because = NULL
      WHERE state IN ('waiting', 'expired') AND state <> excluded.state`);await e.write(()=>{for(let e of r)i.run(t,e.id,e.name,e.workflowRunId,+!!e.mayBeFromFork,e.createdAt,e.bytes,e.sha256,e.expired?`expired`:`waiting`)})}async function listRuns(e,t,{runs:n,sinceMs:r}){let i=new Set(missing(e,t).map(({workflowRun:e})=>e)),a=new Set,list=async i=>{a.add(i);let{found:o,isWhole:s}=await runsSince(n,i,firstMs(e,{repository:t,workflow:i},r));if(await e.write(()=>o.forEach(n=>list_runs_insert(e,t,i,n))),!s)throw tooMany(i)};for(let n of workflowsOf(e,t))await list(n);for(let r=0;r<100;r+=1){let r=unknownRun(e,t);if(r===null)break;let i=(await n.originOf(r))?.workflowId??null;await e.write(()=>list_runs_insert(e,t,i,{id:r})),i!==null&&!a.has(i)&&await list(i)}return missing(e,t).filter(({workflowRun:e})=>!i.has(e)).map(({because:e})=>({problem:`missing`,where:t,because:e}))}async function runsSince(e,t,n){let r=[];for(let i=1;i<=200;i+=1){let a=await e.page(t,i),o=a.runs.filter(({createdAt:e})=>!(Date.parse(e)<n));if(r.push(...o),a.isLast||o.length<a.runs.length)return{found:r,isWhole:!0}}return{found:r,isWhole:!1}}function tooMany(e){return new s.WS(`github-refused`,`Workflow ${e} has more than 20000 new runs; only the newest are looked at for missing audit trails.`,{fix:`Collect more often.`})}function firstMs(e,t,n){let{last:r,first:i}=e.database.prepare(`SELECT (SELECT max(created_at) FROM workflow_runs WHERE repository = :repository AND workflow = :workflow) AS last,
      (SELECT min(created_at) FROM artifacts WHERE repository = :repository) AS first`).get(t)??{};return typeof r==`string`?Date.parse(r)-2592e5:Math.max(typeof i==`string`?Date.parse(i):-1/0,n??-1/0)}function workflowsOf(e,t){return allRows(e.database.prepare(`SELECT DISTINCT workflow FROM workflow_runs WHERE repository = ? AND workflow IS NOT NULL`),d.object({workflow:d.number()}),t).map(({workflow:e})=>e)}function unknownRun(e,t){let n=e.database.prepare(`SELECT max(a.workflow_run) AS run FROM artifacts a WHERE a.repository = ? AND (a.from_fork = 0 OR a.state = 'collected') AND NOT EXISTS (
        SELECT 1 FROM workflow_runs w WHERE w.repository = a.repository AND w.workflow_run = a.workflow_run)`).get(t)?.run;return typeof n==`number`?n:null}function list_runs_insert(e,t,n,r){e.database.prepare(`INSERT INTO workflow_runs (repository, workflow_run, workflow, event, conclusion, created_at, url)
      VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET workflow = excluded.workflow,
      event = coalesce(excluded.event, event), conclusion = coalesce(excluded.conclusion, conclusion),
      created_at = coalesce(excluded.created_at, created_at), url = coalesce(excluded.url, url)`).run(t,r.id,n,r.event??null,r.conclusion??null,r.createdAt??null,r.url??null)}let De=d.object({workflowRun:d.number(),because:d.string()});function missing(e,t){return allRows(e.database.prepare(`SELECT workflow_run AS workflowRun, because FROM problems WHERE problem = 'missing' AND repository = ?`),De,t)}let Oe=1e3,ke=new Set([`github-limit`,`input-invalid`,`cancelled`,`file-refused`,`internal`]);async function collect(e,t){let n=new Collection,r={archive:e,adder:new TrailAdder(e),collection:n,options:t};try{return await collectAll(r),{...n.result(),endedEarly:null}}catch(e){if(!(e instanceof s.WS))throw e;return{...n.result(),endedEarly:e}}}async function collectAll(e){let{folders:t,repositories:n,organizations:i,github:a}=e.options;for(let n of t)await collectFolder(e,(0,r.resolve)(n));let o=new Set(n);for(let e of i)for(let t of await(0,re.Vb)(e,a))o.add(t);for(let t of o)await new RepositoryCollection(t,e).collect()}async function collectFolder(e,t){let{archive:n,adder:r,collection:a,options:o}=e,s=0;for await(let e of trailsIn(t,await(0,i.realpath)(n.folder))){let i=n.incoming(),c=await copied(e,i,n);c===null?a.add(e,await r.add(i,{kind:`folder`})):a.problem({problem:`unreadable`,where:e,because:c}),s+=1,o.onProgress({place:t,done:s,total:null,isEnd:!1})}o.onProgress({place:t,done:s,total:s,isEnd:!0}),s===0&&a.problem({problem:`unreadable`,where:t,because:`No folder in it has an ${C.eB}.`})}async function copied(e,t,n){try{return await copyTrail(e,t),null}catch(e){if(isDiskFull(e))throw archiveError(e,n.folder);return(0,s.kc)(e)}}async function*trailsIn(e,t,n=0){let a;try{a=await(0,i.readdir)(e,{withFileTypes:!0})}catch(t){throw new s.WS(`file-refused`,`${e} cannot be read: ${(0,s.uc)(t)}.`,{fix:`Name a folder with audit trails.`,cause:t})}if(a.some(e=>e.name===C.eB&&e.isFile()))return yield e;if(n===12)return;let o=a.filter(e=>e.isDirectory()).map(({name:e})=>e);for(let a of o.toSorted()){let o=(0,r.join)(e,a);await(0,i.realpath)(o).catch(()=>o)!==t&&(yield*trailsIn(o,t,n+1))}}let Ae=d.object({artifact:d.number(),name:d.string(),workflowRun:_,mayBeFromFork:d.number().transform(e=>e===1),bytes:d.number(),sha256:g});class RepositoryCollection{#repository;#collecting;#artifacts;#runs;constructor(e,t){let[n=``,r=``]=e.split(`/`),i={...t.options.github,owner:n,repo:r};this.#repository=e,this.#collecting=t,this.#artifacts=(0,re.fL)(i),this.#runs=createWorkflowRuns(i)}async collect(){let{archive:e,collection:t,options:n}=this.#collecting,r=this.#repository;n.onProgress({place:r,done:0,total:null,isEnd:!1});let i=n.since?.getTime()??null,onOther=e=>t.other(e);await this.#listing(async()=>{await listArtifacts(e,r,{artifacts:this.#artifacts,sinceMs:i,onOther})})&&(await this.#downloadAll(),await this.#listing(async()=>{for(let n of await listRuns(e,r,{runs:this.#runs,sinceMs:i}))t.problem(n)}))}async#listing(e){let{archive:t,collection:n}=this.#collecting;try{return await e(),!0}catch(e){throwIfFinal(e,t);let[r,i]=[(0,s.kc)(e),this.#repository];return n.problem({problem:`not listed`,where:i,because:r}),await t.run(`UPDATE repositories SET problem = ? WHERE repository = ?`,r,i),!1}}async#downloadAll(){let{collection:e,options:t}=this.#collecting,n=this.#countWaiting(),r=0;await inParallel(this.#waiting(),{maxAtOnce:10,maxBytes:268435456,bytesOf:({bytes:e})=>e},async e=>{await this.#download(e),r+=1,t.onProgress({place:this.#repository,done:r,total:n,isEnd:!1})}),e.expired(this.#expired()),t.onProgress({place:this.#repository,done:r,total:n,isEnd:!0})}async#download(e){let{archive:t,adder:n,collection:r,options:a}=this.#collecting,o=t.incoming(),c;try{if(e.mayBeFromFork&&await this.#isFromFork(e))return await this.#notCollected(e,`foreign`,`It was uploaded by a workflow run of a fork.`);await(0,i.mkdir)(o),await this.#artifacts.unpack({...e,id:e.artifact},o);let isAttested=async e=>await this.#artifacts.isAttested(e);c=await n.add(o,e,a.requireAttestation===!0?isAttested:null)}catch(n){return await(0,i.rm)(o,{recursive:!0,force:!0}),throwIfFinal(n,t),await this.#notCollected(e,await this.#stateAfter(n),(0,s.kc)(n))}r.add(`${e.repository} ${e.name}`,c)}async#isFromFork({workflowRun:e}){let t=e===null?null:await this.#runs.originOf(e);return t===null||t.isFromFork}async#notCollected({repository:e,artifact:t,name:n},r,i){let{archive:a,collection:o}=this.#collecting;await a.run(`UPDATE artifacts SET state = ?, because = ? WHERE repository = ? AND artifact = ?`,r,i,e,t),r!==`expired`&&o.problem({problem:r,where:`${e} ${n}`,because:i})}async#stateAfter(e){if(!(e instanceof s.WS))return`waiting`;if(e.code===`artifact-refused`)return`refused`;if(e.code!==`github-not-found`)return`waiting`;try{return await this.#artifacts.page(1),`expired`}catch{return`waiting`}}*#waiting(){let{archive:e,options:t}=this.#collecting,n=this.#repository,r=(0,ce.dW)(t.github.apiUrl),i=e.database.prepare(`SELECT artifact, name, workflow_run AS workflowRun, from_fork AS mayBeFromFork, bytes, sha256 FROM artifacts
      WHERE repository = ? AND state = 'waiting' AND artifact > ? ORDER BY artifact LIMIT ${Oe}`),a=-1;for(;;){let e=allRows(i,Ae,n,a);for(let t of e)a=t.artifact,yield{kind:`artifact`,repository:n,pageOrigin:r,...t};if(e.length<Oe)return}}#countWaiting(){let e=this.#collecting.archive.database.prepare(`SELECT count(*) AS count FROM artifacts WHERE repository = ? AND state = 'waiting'`).get(this.#repository);return Number(e?.count??0)}#expired(){return allRows(this.#collecting.archive.database.prepare(`SELECT name FROM artifacts WHERE repository = ? AND state = 'expired' ORDER BY name`),d.object({name:d.string()}),this.#repository).map(({name:e})=>`${this.#repository} ${e}`)}}function throwIfFinal(e,t){let n=archiveError(e,t.folder);if(!(n instanceof s.WS)||n!==e||ke.has(n.code))throw n}class ProgressLine{#io;#isDrawn=!1;constructor(e){this.#io=e}show(e){let{done:t,isEnd:n}=e;if(!(n||this.#io.errIsTerminal||t>0&&t%100==0))return;let r=textOf(e);this.clear(),this.#io.err(n||!this.#io.errIsTerminal?`${r}\n`:r),this.#isDrawn=!n&&this.#io.errIsTerminal}note(e){this.clear(),this.#io.err(`${(0,O.RK)(e)}\n`)}clear(){this.#isDrawn&&this.#io.err(`\r\x1B[2K`),this.#isDrawn=!1}[Symbol.dispose](){this.clear()}}function textOf({place:e,done:t,total:n}){let r=t===1&&(n??1)===1?`audit trail`:`audit trails`;return(0,O.RK)(`${e}: ${t}${n===null||n===t?``:` of ${n}`} ${r}`)}var N=n(89230),P=n(7310),collect_addDisposableResource=function(e,t,n){if(t!=null){if(typeof t!=`object`&&typeof t!=`function`)throw TypeError(`Object expected.`);var dispose,r;if(n){if(!Symbol.asyncDispose)throw TypeError(`Symbol.asyncDispose is not defined.`);dispose=t[Symbol.asyncDispose]}if(dispose===void 0){if(!Symbol.dispose)throw TypeError(`Symbol.dispose is not defined.`);dispose=t[Symbol.dispose],n&&(r=dispose)}if(typeof dispose!=`function`)throw TypeError(`Object not disposable.`);r&&(dispose=function(){try{r.call(this)}catch(e){return Promise.reject(e)}}),e.stack.push({value:t,dispose,async:n})}else n&&e.stack.push({async:!0});return t},je=(function(e){return function(t){function fail(n){t.error=t.hasError?new e(n,t.error,`An error was suppressed during disposal.`):n,t.hasError=!0}var n,r=0;function next(){for(;n=t.stack.pop();)try{if(!n.async&&r===1)return r=0,t.stack.push(n),Promise.resolve().then(next);if(n.dispose){var e=n.dispose.call(n.value);if(n.async)return r|=2,Promise.resolve(e).then(next,function(e){return fail(e),next()})}else r|=1}catch(e){fail(e)}if(r===1)return t.hasError?Promise.reject(t.error):Promise.resolve();if(t.hasError)throw t.error}return next()}})(typeof SuppressedError==`function`?SuppressedError:function(e,t,n){var r=Error(n);return r.name=`SuppressedError`,r.error=e,r.suppressed=t,r});let F={flags:`--archive <dir>`,summary:`the folder of the archive`,default:`audit-archive`};function archiveFolder(e){return(0,r.resolve)(e.io.cwd,e.text(`archive`)??`.`)}let Me=/^[A-Za-z0-9][\w-]{0,38}\/[A-Za-z0-9._-]{1,100}$/,Ne=/^[A-Za-z0-9][\w-]{0,38}$/,Pe=/^\d{4}-\d\d-\d\d$/,Fe=/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/,Ie={name:`audit collect`,summary:`Verify and keep the audit trails of folders, repositories or an organisation in one archive; exit 1 if one is broken or missing`,arguments:`[folder...]`,argumentSummary:`folders with audit trails in them, at any depth`,options:[F,{flags:`--repo <owner/name>`,summary:`a repository on GitHub, whose artifacts are downloaded; can be repeated`,many:!0},{flags:`--org <name>`,summary:`an organisation: each of its repositories that the token can read; can be repeated`,many:!0},{flags:`--since <date>`,summary:`leave out artifacts created before this day (2026-01-31) or time in RFC 3339; without it, continue where the last collection ended`},{flags:`--require-attestation`,summary:`count only audit trails of which GitHub stores an attestation (input attest)`}],examples:[`countersign audit collect ./downloaded-trails`,`GITHUB_TOKEN=$(gh auth token) countersign audit collect --org my-org --since 2026-01-01`],run};async function run(e){let t={stack:[],error:void 0,hasError:!1};try{let{io:n}=e,i=e.args.map(e=>(0,r.resolve)(n.cwd,e)),a=named(e.list(`repo`),{pattern:Me,option:`--repo`,form:`OWNER/NAME`}),o=named(e.list(`org`),{pattern:Ne,option:`--org`,form:`the name of the organisation`}),c=sinceOption(e.text(`since`)),l=a.length+o.length>0;if(i.length===0&&!l)throw(0,s.aY)(`There is nothing to collect.`,`Name a folder, or pass --repo OWNER/NAME or --org NAME.`);let u=e.has(`require-attestation`);if(u&&i.length>0)throw(0,s.aY)(`--require-attestation cannot be used for folders: the repository to ask is not known.`,`Collect from --repo OWNER/NAME, or use audit verify for each audit trail.`);let d=l?(0,P.tc)(n.environment):``,f=await openArchive(archiveFolder(e)),p=collect_addDisposableResource(t,new ProgressLine(n),!1);try{let t=await collect(f,{folders:i,repositories:a,organizations:o,since:c,requireAttestation:u,github:{token:d,apiUrl:(0,ce.$m)(n.environment),environment:n.environment,onWait:({because:e,waitMs:t})=>p.note(`waiting ${Math.ceil(t/1e3)} s: ${e}`)},onProgress:e=>p.show(e)});p.clear();let{endedEarly:r,...s}=t,l=e.text(`archive`)??`.`;if(e.show(s,`${(0,O.RK)(resultText(t,l))}\n`),r!==null)throw r;return t.problemCount===0?N.dc.ok:N.dc.no}finally{await f.close()}}catch(e){t.error=e,t.hasError=!0}finally{je(t)}}function named(e,{pattern:t,option:n,form:r}){let i=e.find(e=>!t.test(e));if(i===void 0)return e;throw(0,s.aY)(`${n} is ${JSON.stringify(i)}.`,`Write ${r}.`)}function sinceOption(e){if(e===null)return null;let t=new Date(e),n=Pe.test(e)||Fe.test(e),r=!Number.isNaN(t.getTime()),i=!Pe.test(e)||r&&t.toISOString().startsWith(e);if(n&&r&&i)return t;throw(0,s.aY)(`--since is ${JSON.stringify(e)}.`,`Write a day such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z.`)}function resultText(e,t){let{added:n,known:r,problems:i,problemCount:a,expired:o,others:s}=e,c=Object.values(n).reduce((e,t)=>e+t,0),l=Object.entries(n).filter(([,e])=>e>0).map(([e,t])=>`${t} ${e}`).join(`, `),u=a-i.length;return[`collected into ${t}: ${c} new${l===``?``:` (${l})`}, ${r} already there`,...i.map(problemText),...u>0?[`and ${(0,O.hS)(u,`more problem`)}: countersign audit query problems`]:[],...namedText(`expired before they were collected`,o),...namedText(`artifacts of other tools`,s)].join(`
`)}function problemText({problem:e,where:t,because:n,folder:r}){let i=r===void 0?``:` (${r})`;return`${e}: ${t}: ${(0,O.TN)(n,300)}${i}`}function namedText(e,{count:t,names:n}){if(t===0)return[];let r=n.slice(0,10),i=n.length>r.length?`, …`:``;return[`${e}: ${t} (${r.map(e=>(0,O.TN)(e,300)).join(`, `)}${i})`]}var Le=n(77598),I=n(34037);let Re=24*3600;function cost(e,{order:t=`cost_usd DESC`}={}){return`
SELECT ${e}, count(DISTINCT r.trail) AS runs, count(*) AS replies,
  sum(u.input_tokens) AS input_tokens, sum(u.output_tokens) AS output_tokens,
  sum(u.cache_read_tokens) AS cache_read_tokens, sum(u.cache_creation_tokens) AS cache_creation_tokens,
  round(total(u.cost_usd), 6) AS cost_usd,
  sum(u.cost_usd IS NULL) AS replies_without_price
FROM usage u JOIN runs r USING (trail)
GROUP BY 1 ORDER BY ${t}`}let L=[{name:`runs`,summary:`each run: who requested it, how it ended, calls, cost`,sql:`
SELECT r.started_at, r.repository, r.run, r.event, r.actor, r.number, coalesce(r.outcome, 'unfinished') AS outcome,
  (SELECT count(*) FROM calls c WHERE c.trail = r.trail) AS calls,
  (SELECT count(*) FROM denials d WHERE d.trail = r.trail) AS denied,
  (SELECT CASE WHEN sum(u.cost_usd IS NULL) > 0 THEN NULL ELSE round(total(u.cost_usd), 6) END
    FROM usage u WHERE u.trail = r.trail) AS cost_usd,
  r.url, t.folder
FROM runs r JOIN trails t USING (trail) ORDER BY r.started_at`},{name:`approvals`,summary:`who approved or denied what, and how fast`,sql:`
SELECT d.answered_at, r.repository, d.login, d.permission, d.decision,
  CASE WHEN d.counted = 1 THEN 'yes' ELSE 'no: ' || d.because END AS counted,
  round((julianday(d.answered_at) - julianday(a.asked_at)) * ${Re}) AS seconds,
  c.tool, c.arguments, c.rule, c.state, d.url, r.run, d.call
FROM decisions d JOIN runs r USING (trail)
LEFT JOIN approvals a ON a.trail = d.trail AND a.approval = d.approval
LEFT JOIN calls c ON c.trail = d.trail AND c.call = d.call
ORDER BY d.answered_at`},{name:`approvers`,summary:`for each person: answers that counted, and how fast (median)`,sql:`
WITH answers AS (
  SELECT d.login, d.decision, (julianday(d.answered_at) - julianday(a.asked_at)) * ${Re} AS seconds
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
SELECT time, problem, repository, workflow_run, run, because, folder FROM problems ORDER BY problem, repository, time`}],R={text:{bigquery:`STRING`,athena:`string`,clickhouse:`String`},integer:{bigquery:`INT64`,athena:`bigint`,clickhouse:`Int64`},double:{bigquery:`FLOAT64`,athena:`double`,clickhouse:`Float64`},boolean:{bigquery:`BOOL`,athena:`boolean`,clickhouse:`Bool`},time:{bigquery:`TIMESTAMP`,athena:`timestamp`,clickhouse:`DateTime64(3, 'UTC')`}},z=`date=*/owner=*/repo=*/rows.parquet`;function engineFiles(e){return[{name:`duckdb.sql`,text:duckdb(e)},{name:`bigquery.sql`,text:bigquery(e)},{name:`athena.sql`,text:athena(e)},{name:`clickhouse.sql`,text:clickhouse(e)}]}function duckdb(e){let t=l.match(/^CREATE VIEW [\s\S]*?;$/gm)??[];return joined([`-- In the folder of the tables: duckdb -init duckdb.sql
-- then, for example: FROM question_approvals; or any SQL on the tables. Times are in UTC.
-- For tables in a bucket: SET file_search_path = 's3://BUCKET/FOLDER';`,...e.map(({name:e})=>`CREATE OR REPLACE VIEW ${e} AS SELECT * FROM read_parquet('${e}/${z}',
  hive_partitioning = true, hive_types = {'date': DATE, 'owner': VARCHAR, 'repo': VARCHAR});`),`-- Functions of SQLite that the questions use.
CREATE OR REPLACE MACRO total(x) AS coalesce(sum(x), 0.0);
CREATE OR REPLACE MACRO julianday(t) AS epoch_ms(t) / 86400000.0;`,...t.map(e=>e.replace(`CREATE VIEW`,`CREATE OR REPLACE VIEW`)),...L.map(({name:e,summary:t,sql:n})=>`-- ${t}\nCREATE OR REPLACE VIEW question_${e.replaceAll(`-`,`_`)} AS${n};`)])}function bigquery(e){return joined([`-- Copy the tables with: gcloud storage rsync --recursive --delete-unmatched-destination-objects FOLDER gs://BUCKET/FOLDER
-- and write your bucket in place of gs://BUCKET/FOLDER.`,`CREATE SCHEMA IF NOT EXISTS countersign;`,...e.map(({name:e,columns:t})=>`CREATE OR REPLACE EXTERNAL TABLE countersign.${e} (
${t.map(e=>`  \`${e.name}\` ${R[e.type].bigquery}`).join(`,
`)}
)
WITH PARTITION COLUMNS (\`date\` DATE, owner STRING, repo STRING)
OPTIONS (
  format = 'PARQUET',
  uris = ['gs://BUCKET/FOLDER/${e}/*.parquet'],
  hive_partition_uri_prefix = 'gs://BUCKET/FOLDER/${e}',
  require_hive_partition_filter = false
);`),approvals({seconds:`TIMESTAMP_DIFF(d.answered_at, a.asked_at, SECOND)`,quote:"`",since:"d.`date` >= DATE '2026-01-01'"})])}function athena(e){return joined([`-- Copy the tables with: aws s3 sync --delete FOLDER s3://BUCKET/FOLDER
-- and write your bucket in place of s3://BUCKET/FOLDER. Athena runs one statement at a time.
-- Run MSCK REPAIR TABLE again after each copy: it finds new partitions.`,`CREATE DATABASE IF NOT EXISTS countersign;`,...e.map(({name:e,columns:t})=>`CREATE EXTERNAL TABLE IF NOT EXISTS countersign.${e} (
${t.map(e=>`  \`${e.name}\` ${R[e.type].athena}`).join(`,
`)}
)
PARTITIONED BY (\`date\` date, \`owner\` string, \`repo\` string)
STORED AS PARQUET
LOCATION 's3://BUCKET/FOLDER/${e}/';

MSCK REPAIR TABLE countersign.${e};`),approvals({seconds:`date_diff('second', a.asked_at, d.answered_at)`,quote:`"`,since:`d."date" >= DATE '2026-01-01'`})])}function clickhouse(e){return joined([`-- Copy the tables with: aws s3 sync --delete FOLDER s3://BUCKET/FOLDER
-- and write the address of your bucket in place of https://BUCKET.s3.amazonaws.com/FOLDER.
-- For files of the server itself: ENGINE = File(Parquet, '/FOLDER/TABLE/${z}').`,`CREATE DATABASE IF NOT EXISTS countersign;`,...e.map(({name:e,columns:t})=>`CREATE OR REPLACE TABLE countersign.${e} (
${t.map(e=>`  \`${e.name}\` Nullable(${R[e.type].clickhouse})`).join(`,
`)}
)
ENGINE = S3('https://BUCKET.s3.amazonaws.com/FOLDER/${e}/${z}', 'Parquet');`),approvals({seconds:`dateDiff('second', a.asked_at, d.answered_at)`,quote:"`",since:`d.answered_at >= '2026-01-01'`})])}function approvals({seconds:e,quote:t,since:n}){let r=`${t}call${t}`;return`-- Who approved or denied what, and how fast.
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

`)}\n`}async function outputPath(e,{archive:t,kind:n}){let a=await(0,i.realpath)((0,r.dirname)(e)).catch(t=>{throw refused(`The folder ${(0,r.dirname)(e)} cannot be used (${(0,s.uc)(t)}).`,`Create it, or name another folder for the ${n}.`,t)}),o=(0,r.join)(a,(0,r.basename)(e)),c=await(0,i.realpath)(t);if(`${o}${r.sep}`.startsWith(`${c}${r.sep}`))throw refused(`The folder ${e} is inside the archive ${t}.`,`Name a folder outside of the archive.`);return o}async function earlierFiles(e,{kind:t,marker:n,content:r}){let a=await(0,i.lstat)(e).catch(()=>null);if(a===null)return[];let o=`Name a folder that does not exist, or the folder of an earlier ${t}.`;if(!a.isDirectory())throw refused(`${e} is not a folder.`,o);let[s,c]=[[],[]];if(await listFolder(e,{content:r,below:``,found:{files:s,foreign:c}}),s.length===0&&c.length===0)return[];if(!s.includes(n)&&!c.includes(n))throw refused(`The folder ${e} is not empty, and is not the folder of an earlier ${t}.`,o);if(c.length===0)return s;throw refused(`The folder ${e} contains more than an earlier ${t}: ${c.toSorted().slice(0,3).join(`, `)}${c.length>3?`, …`:``}.`,`Move that elsewhere, since files that are not of the ${t} are removed from the folder, or name another folder.`)}async function listFolder(e,{content:t,below:n,found:a}){for(let o of await(0,i.readdir)((0,r.join)(e,n),{withFileTypes:!0})){let r=n===``?o.name:`${n}/${o.name}`,[,i]=t.find(([e])=>isNamed(o.name,e))??[];i===`ignored`&&o.isDirectory()||(i===`file`&&o.isFile()?a.files.push(r):typeof i==`object`&&o.isDirectory()?await listFolder(e,{content:i,below:r,found:a}):a.foreign.push(r))}}function isNamed(e,t){return typeof t==`string`?e===t:t.test(e)}function refused(e,t,n){return new s.WS(`file-refused`,e,{fix:t,cause:n})}var parquet_file_addDisposableResource=function(e,t,n){if(t!=null){if(typeof t!=`object`&&typeof t!=`function`)throw TypeError(`Object expected.`);var dispose,r;if(n){if(!Symbol.asyncDispose)throw TypeError(`Symbol.asyncDispose is not defined.`);dispose=t[Symbol.asyncDispose]}if(dispose===void 0){if(!Symbol.dispose)throw TypeError(`Symbol.dispose is not defined.`);dispose=t[Symbol.dispose],n&&(r=dispose)}if(typeof dispose!=`function`)throw TypeError(`Object not disposable.`);r&&(dispose=function(){try{r.call(this)}catch(e){return Promise.reject(e)}}),e.stack.push({value:t,dispose,async:n})}else n&&e.stack.push({async:!0});return t},ze=(function(e){return function(t){function fail(n){t.error=t.hasError?new e(n,t.error,`An error was suppressed during disposal.`):n,t.hasError=!0}var n,r=0;function next(){for(;n=t.stack.pop();)try{if(!n.async&&r===1)return r=0,t.stack.push(n),Promise.resolve().then(next);if(n.dispose){var e=n.dispose.call(n.value);if(n.async)return r|=2,Promise.resolve(e).then(next,function(e){return fail(e),next()})}else r|=1}catch(e){fail(e)}if(r===1)return t.hasError?Promise.reject(t.error):Promise.resolve();if(t.hasError)throw t.error}return next()}})(typeof SuppressedError==`function`?SuppressedError:function(e,t,n){var r=Error(n);return r.name=`SuppressedError`,r.error=e,r.suppressed=t,r});let Be={text:{type:`BYTE_ARRAY`,converted_type:`UTF8`},integer:{type:`INT64`},double:{type:`DOUBLE`},boolean:{type:`BOOLEAN`},time:{type:`INT64`,converted_type:`TIMESTAMP_MILLIS`}};async function writeParquet(e,{columns:t,rows:n,source:r}){let a={stack:[],error:void 0,hasError:!1};try{let o=parquet_file_addDisposableResource(a,await(0,i.open)(e,`wx`,438),!0),s=await parquetFile(t,r),c=0;for(let e of groupsOf(t,n)){let n=e[0]?.length??0;c+=n;let r=t.map(({name:t},n)=>({name:t,data:e[n]??[]}));await s.parquet.write({columnData:r,rowGroupSize:n}),await flush(s.bytes,o)}return await s.parquet.finish(),await flush(s.bytes,o),await o.sync(),c}catch(e){a.error=e,a.hasError=!0}finally{let e=ze(a);e&&await e}}async function parquetFile(e,t){let r=await n.e(8712).then(n.bind(n,58712)),i=new r.ByteWriter,a=e.map(({name:e,type:t})=>({name:e,...Be[t],repetition_type:`OPTIONAL`}));return{parquet:new r.ParquetWriter({writer:i,schema:[{name:`root`,num_children:e.length},...a],kvMetadata:[{key:`countersign.source`,value:t}],createdBy:`countersign`}),bytes:i}}async function flush(e,t){let n=e.getBytes();for(let e=0;e<n.length;){let{bytesWritten:r}=await t.write(n,e);e+=r}e.index=0}function*groupsOf(e,t){let empty=()=>e.map(()=>[]),[n,r,i]=[empty(),0,0];for(let a of t)e.forEach(({type:e},t)=>{let r=parquet_file_valueOf(a[t]??null,e);typeof r==`string`&&(i+=r.length),n[t]?.push(r)}),r+=1,!(r<2e4&&i<8e6)&&(yield n,[n,r,i]=[empty(),0,0]);r>0&&(yield n)}function parquet_file_valueOf(e,t){if(e===null||e instanceof Uint8Array)return null;switch(t){case`text`:return String(e);case`integer`:return BigInt(e);case`double`:return Number(e);case`boolean`:return Number(e)!==0;case`time`:{let t=new Date(String(e));return Number.isNaN(t.getTime())?null:t}}}async function hasSource(e,t){let n={stack:[],error:void 0,hasError:!1};try{let r=parquet_file_addDisposableResource(n,await(0,i.open)(e).catch(()=>null),!0);if(r===null)return!1;let{size:a}=await r.stat(),o=await bytesAt(r,a-8,8);if(o===null||o.toString(`latin1`,4)!==`PAR1`)return!1;let s=o.readUInt32LE(0);return(await bytesAt(r,a-8-s,s))?.includes(t)??!1}catch(e){n.error=e,n.hasError=!0}finally{let e=ze(n);e&&await e}}async function bytesAt(e,t,n){if(t<0||n>67108864)return null;let{buffer:r,bytesRead:i}=await e.read(Buffer.alloc(n),0,n,t);return i===n?r:null}let Ve=`__HIVE_DEFAULT_PARTITION__`,He=`1970-01-01`,Ue=/^[12]\d{3}-\d\d-\d\d/,We=/^[A-Za-z0-9][\w-]{0,99}\/[\w.-]{1,100}$/,Ge=[/^date=\d{4}-\d\d-\d\d$/,/^owner=[\w%-]{1,100}$/,/^repo=[\w.%-]{1,100}$/];function partitionOf(e,t){let[n,r]=(We.test(t??``)?(t??``).toLowerCase():null)?.split(`/`).map(escaped)??[Ve,Ve];return`date=${dayOf(e??``)}/owner=${n}/repo=${r}`}function escaped(e){return e===`null`?`%6Eull`:e}function dayOf(e){let[t=He]=Ue.exec(e)??[],n=new Date(`${t}T00:00:00Z`);return!Number.isNaN(n.getTime())&&n.toISOString().startsWith(t)?t:He}var tables_addDisposableResource=function(e,t,n){if(t!=null){if(typeof t!=`object`&&typeof t!=`function`)throw TypeError(`Object expected.`);var dispose,r;if(n){if(!Symbol.asyncDispose)throw TypeError(`Symbol.asyncDispose is not defined.`);dispose=t[Symbol.asyncDispose]}if(dispose===void 0){if(!Symbol.dispose)throw TypeError(`Symbol.dispose is not defined.`);dispose=t[Symbol.dispose],n&&(r=dispose)}if(typeof dispose!=`function`)throw TypeError(`Object not disposable.`);r&&(dispose=function(){try{r.call(this)}catch(e){return Promise.reject(e)}}),e.stack.push({value:t,dispose,async:n})}else n&&e.stack.push({async:!0});return t},Ke=(function(e){return function(t){function fail(n){t.error=t.hasError?new e(n,t.error,`An error was suppressed during disposal.`):n,t.hasError=!0}var n,r=0;function next(){for(;n=t.stack.pop();)try{if(!n.async&&r===1)return r=0,t.stack.push(n),Promise.resolve().then(next);if(n.dispose){var e=n.dispose.call(n.value);if(n.async)return r|=2,Promise.resolve(e).then(next,function(e){return fail(e),next()})}else r|=1}catch(e){fail(e)}if(r===1)return t.hasError?Promise.reject(t.error):Promise.resolve();if(t.hasError)throw t.error}return next()}})(typeof SuppressedError==`function`?SuppressedError:function(e,t,n){var r=Error(n);return r.name=`SuppressedError`,r.error=e,r.suppressed=t,r});let qe={repositories:`asked_at`,artifacts:`created_at`,workflow_runs:`created_at`,trails:`collected_at`},Je=new Set([`from_fork`,`broke_off`,`untrusted`,`sandboxed`,`counted`,`found`,`trusted`,`used_default`]),Ye=/^time$|_at$|^listed_(?:from|until)$/;async function archiveTables(){let e={stack:[],error:void 0,hasError:!1};try{let t=tables_addDisposableResource(e,await openDatabase(`:memory:`),!1);t.exec(l);let n=u.filter(e=>e!==`runs`);return[...Object.keys(qe),...n,`runs`].map(e=>({name:e,columns:t.prepare(`SELECT * FROM ${e}`).columns().map(e=>({name:e.name,type:typeOf(e.name,e.type)})),timeColumn:qe[e]??null}))}catch(t){e.error=t,e.hasError=!0}finally{Ke(e)}}function typeOf(e,t){switch(t){case`INTEGER`:return Je.has(e)?`boolean`:`integer`;case`REAL`:return`double`;default:return Ye.test(e)?`time`:`text`}}var write_tables_addDisposableResource=function(e,t,n){if(t!=null){if(typeof t!=`object`&&typeof t!=`function`)throw TypeError(`Object expected.`);var dispose,r;if(n){if(!Symbol.asyncDispose)throw TypeError(`Symbol.asyncDispose is not defined.`);dispose=t[Symbol.asyncDispose]}if(dispose===void 0){if(!Symbol.dispose)throw TypeError(`Symbol.dispose is not defined.`);dispose=t[Symbol.dispose],n&&(r=dispose)}if(typeof dispose!=`function`)throw TypeError(`Object not disposable.`);r&&(dispose=function(){try{r.call(this)}catch(e){return Promise.reject(e)}}),e.stack.push({value:t,dispose,async:n})}else n&&e.stack.push({async:!0});return t},Xe=(function(e){return function(t){function fail(n){t.error=t.hasError?new e(n,t.error,`An error was suppressed during disposal.`):n,t.hasError=!0}var n,r=0;function next(){for(;n=t.stack.pop();)try{if(!n.async&&r===1)return r=0,t.stack.push(n),Promise.resolve().then(next);if(n.dispose){var e=n.dispose.call(n.value);if(n.async)return r|=2,Promise.resolve(e).then(next,function(e){return fail(e),next()})}else r|=1}catch(e){fail(e)}if(r===1)return t.hasError?Promise.reject(t.error):Promise.resolve();if(t.hasError)throw t.error}return next()}})(typeof SuppressedError==`function`?SuppressedError:function(e,t,n){var r=Error(n);return r.name=`SuppressedError`,r.error=e,r.suppressed=t,r});let B=`rows.parquet`,V=`countersign-tables.json`;async function writeTables(e,t){let n={stack:[],error:void 0,hasError:!1};try{let r=write_tables_addDisposableResource(n,await readArchive(e),!1);try{let n={stack:[],error:void 0,hasError:!1};try{return write_tables_addDisposableResource(n,await lockArchive(e),!1),await writeAll(r,{archive:e,folder:t})}catch(e){n.error=e,n.hasError=!0}finally{Xe(n)}}catch(n){throw explained(n,e,t)}}catch(e){n.error=e,n.hasError=!0}finally{Xe(n)}}async function writeAll(e,{archive:t,folder:n}){let r=await archiveTables(),a=engineFiles(r),s=await outputPath(n,{archive:t,kind:`export`}),c=await earlierFiles(s,outputOf(r,a));await(0,o.v)(s),(0,I.Zt)(s);let l=(0,I.Lc)(s);try{e.function(`partition_of`,{deterministic:!0},(e,t)=>partitionOf(write_tables_textOf(e),write_tables_textOf(t)));let t=new PartWriter(s,l,c);await t.writeText(V,`{"format":"countersign-tables/1"}
`);for(let n of collectedParts(e,r))await t.write(n);for(let n of countedParts(e,r))await t.write(n);for(let e of r.filter(({name:e})=>!t.hasTable(e)))await t.write({table:e,partition:partitionOf(null,null),source:null,rows:[]});let n=await removeFiles(s,t.left);for(let{name:e,text:n}of a)await t.writeText(e,n);let{written:i,unchanged:o,rows:u}=t;return{written:i,unchanged:o,removed:n,rows:u}}finally{await(0,i.rm)(l,{recursive:!0,force:!0})}}function outputOf(e,t){let n=Ge.reduceRight((e,t)=>[[t,e]],[[B,`file`]]);return{kind:`export`,marker:V,content:[[V,`file`],...t.map(({name:e})=>[e,`file`]),...e.map(({name:e})=>[e,n]),[I.Um,`ignored`]]}}class PartWriter{left;written=0;unchanged=0;rows=0;#folder;#incoming;#tables=new Set;constructor(e,t,n){this.#folder=e,this.#incoming=t,this.left=new Set(n.filter(e=>e.endsWith(`/${B}`)))}hasTable(e){return this.#tables.has(e)}async write({table:e,partition:t,source:n,rows:a}){let o=`${e.name}/${t}/${B}`,s=(0,fe.sc)(JSON.stringify([1,e.name,e.columns,n]));if(n!==null&&await hasSource((0,r.join)(this.#folder,o),s))this.unchanged+=1;else{let t=(0,r.join)(this.#incoming,B),c=await writeParquet(t,{columns:e.columns,rows:a,source:s});if(c===0&&n!==null)return await(0,i.rm)(t);await this.#place(t,o,c)}this.left.delete(o),this.#tables.add(e.name)}async writeText(e,t){let n=(0,r.join)(this.#incoming,`text`);await(0,i.writeFile)(n,t,{flush:!0,flag:`wx`}),await(0,i.rename)(n,(0,r.join)(this.#folder,e))}async#place(e,t,n){let a=(0,r.join)(this.#folder,t);if(await isSame(e,a))return this.unchanged+=1,await(0,i.rm)(e);await(0,i.mkdir)((0,r.dirname)(a),{recursive:!0}),await(0,i.rename)(e,a),this.written+=1,this.rows+=n}}async function isSame(e,t){let n=await(0,i.stat)(t).catch(()=>null);return n===null||n.size!==(await(0,i.stat)(e)).size?!1:await fileDigest(e)===await fileDigest(t)}async function fileDigest(e){let t=(0,Le.createHash)(`sha256`);return await(0,D.pipeline)((0,S.createReadStream)(e),t),t.digest(`hex`)}function*collectedParts(e,t){for(let n of t){if(n.timeColumn===null)continue;let t=e.prepare(`SELECT *, partition_of(${n.timeColumn}, repository) AS partition FROM ${n.name} ORDER BY partition, 1, 2`);for(let{key:e,items:r}of consecutive(rowsOf(t),e=>String(e.at(-1))))yield{table:n,partition:e,source:null,rows:r}}}function*countedParts(e,t){let n=t.filter(({timeColumn:e})=>e===null).map(t=>({table:t,ofTrail:e.prepare(`SELECT * FROM ${t.name} WHERE trail = ? ${orderOf(t)}`)})),r=e.prepare(`SELECT partition_of(r.started_at, r.repository) AS partition, r.trail, t.digest, t.collected_at
    FROM runs r JOIN trails t USING (trail) ORDER BY partition, r.trail`);for(let{key:e,items:t}of consecutive(rowsOf(r),([e])=>String(e))){let r=[...t],i=r.map(([,...e])=>e.map(String)),a=JSON.stringify([2,i]);for(let{table:t,ofTrail:i}of n)yield{table:t,partition:e,source:a,rows:r.values().flatMap(([,e])=>rowsOf(i,Number(e)))}}}function orderOf({name:e,columns:t}){return e===`runs`?``:`ORDER BY seq, ${t.map(e=>e.name).join(`, `)}`}function rowsOf(e,...t){return arrayRows(e,...t).map(e=>e.map(sqlValue))}function write_tables_textOf(e){return typeof e==`string`?e:null}function sqlValue(e){return typeof e==`string`||typeof e==`number`||typeof e==`bigint`?e:null}function*consecutive(e,t){let n=e[Symbol.iterator](),r=n.next();function*group(e){for(;r.done!==!0&&t(r.value)===e;r=n.next())yield r.value}for(;r.done!==!0;){let e=t(r.value);yield{key:e,items:group(e)}}}async function removeFiles(e,t){for(let n of t)await(0,i.rm)((0,r.join)(e,n)),await removeEmpty(e,(0,r.dirname)(n));return t.size}async function removeEmpty(e,t){if(t!==`.`){try{await(0,i.rmdir)((0,r.join)(e,t))}catch{return}await removeEmpty(e,(0,r.dirname)(t))}}function explained(e,t,n){if(!(e instanceof Error)||!(`syscall`in e))return archiveError(e,t);let[r,i]=isDiskFull(e)?[`The disk of ${n} is full`,`Free some space, and write the tables again to continue.`]:[`The tables cannot be written to ${n}`,`Name a folder that can be written.`];return new s.WS(`file-refused`,`${r} (${(0,s.uc)(e)}).`,{fix:i,cause:e})}let Ze={name:`audit parquet`,summary:`Write the tables of an archive as Parquet files, partitioned by date and repository, with SQL for DuckDB, BigQuery, Athena and ClickHouse`,arguments:`<folder>`,argumentSummary:`a new folder, or one that this command wrote: it is brought up to date`,options:[F],examples:[`countersign audit parquet ./tables`,`cd tables && duckdb -init duckdb.sql -c "FROM question_approvals"`],run:parquet_run};async function parquet_run(e){let t=archiveFolder(e),n=(0,r.resolve)(e.io.cwd,e.args[0]??`.`),i=await writeTables(t,n);return e.show({folder:n,...i},(0,O.RK)(parquet_resultText(n,i))),N.dc.ok}function parquet_resultText(e,{written:t,unchanged:n,removed:r,rows:i}){return`${e}: ${(0,O.hS)(t,`file`)} written with ${(0,O.hS)(i,`row`)}, ${n} unchanged, ${r} removed\n`}var Qe=n(92195),H=n(17864);let $e=`countersign.proof/1`,et=d.strictObject({_schema:d.literal($e),entry:d.string(),proof:H.nT});async function proveEntry(e,t){let n=new Qe.h(null),r=[],i=``;for await(let{line:a}of(0,Qe.M)(e,{chain:n,fix:"A broken audit trail proves nothing. Run `audit verify` for the full report."}))r.length===t&&(i=a.toString(`utf8`)),r.push(n.head.hash);return{_schema:$e,entry:i,proof:(0,H.zn)(r,t)}}function checkEntryProof(e){let t=et.safeParse((0,k.qF)(e));if(!t.success)return{ok:!1,because:"It is not a proof that `audit prove` wrote."};let{entry:n,proof:r}=t.data,i=(0,C.Hj)(Buffer.from(n,`utf8`));return i.ok?i.envelope.hash!==r.entryHash||i.envelope.seq!==r.seq?{ok:!1,because:`The proof is about another entry.`}:(0,H.DW)(r)?{ok:!0,entry:i.fields,root:r.root,seq:r.seq,count:r.count}:{ok:!1,because:`Its path does not lead from the entry to the root.`}:{ok:!1,because:`Its entry is invalid: ${i.because}`}}var U=n(99656),tt=n(69515),W=n(34968),nt=n(60141),rt=n(12260),it=n(22606),at=n(79600);let G=[`tools`,`verdicts`,`states`,`commands`,`hosts`,`inputs`],ot=/\bhttps?:\/\/([a-z0-9.-]+(?::\d+)?)/gi;async function diffTrails(e,t){let[n,r]=[await countTrail(e),await countTrail(t)],by=e=>differences(n.counts[e],r.counts[e]);return{outcome:{a:n.end?.outcome??null,b:r.end?.outcome??null},tools:by(`tools`),verdicts:by(`verdicts`),states:by(`states`),commands:by(`commands`),hosts:by(`hosts`),inputs:by(`inputs`),turns:{a:n.turns,b:r.turns},tokensPerTurn:{a:tokensPerTurn(n),b:tokensPerTurn(r)},costUsd:{a:n.totals.costUsd,b:r.totals.costUsd}}}async function countTrail(e){let t={tools:new Map,verdicts:new Map,states:new Map,commands:new Map,hosts:new Map,inputs:new Map};return{...await(0,at.s)(e,e=>{if(e.is!==`call`)return;let n=namesOf(e.call);for(let e of G)for(let r of n[e])t[e].set(r,(t[e].get(r)??0)+1)}),counts:t}}function namesOf(e){let{tool:t,verdict:n,state:r}=e,{input:i,blob:a}=(0,it.jC)(e),o=i===null&&a!==null?a.sha256:(0,rt.dj)(i),s=[...JSON.stringify(i).matchAll(ot)];return{tools:[t],verdicts:[n?.verdict??`none`],states:[r],commands:commandIn(i),hosts:s.map(([,e])=>(e??``).toLowerCase()),inputs:[`${t} ${o}`]}}function commandIn(e){return typeof e!=`object`||!e||!(`command`in e)?[]:typeof e.command==`string`?[e.command]:[]}function tokensPerTurn({turns:e,totals:t}){let{inputTokens:n,outputTokens:r,cacheReadTokens:i,cacheCreationTokens:a}=t,o=n+r+i+a;return e===0?0:Math.round(o/e)}function differences(e,t){return[...new Set([...e.keys(),...t.keys()])].map(n=>({what:n,a:e.get(n)??0,b:t.get(n)??0})).filter(e=>e.a!==e.b).toSorted((e,t)=>e.what<t.what?-1:1)}var K=n(17078),st=n(97299),q=n(62227),ct=n(40402),lt=n(81324);let J={arguments:`<trail>`,argumentSummary:P.$g},ut={flags:`--out <file>`,summary:`the file to write (default: standard output)`},dt=[{name:`audit show`,summary:`Print an audit trail as a timeline`,...J,options:[],examples:[`countersign audit show ./trail | less`],run:read_show},{name:`audit report`,summary:`Write an audit trail as one self-contained HTML page`,...J,options:[{flags:`--out <file>`,summary:`the file to write; - for standard output`,default:`report.html`}],examples:[`countersign audit report ./trail --out report.html`],run:report},{name:`audit export`,summary:`Write an audit trail as OTLP JSON (traces), CSV (one line for each call) or SARIF (denied and failed calls)`,...J,options:[{flags:`--format <name>`,summary:U.UP.join(` | `),default:`otlp`},ut],examples:[`countersign audit export ./trail --format csv --out calls.csv`],run:exportAs},{name:`audit statement`,summary:`Verify an audit trail, and write what was run, asked, approved and refused as an in-toto statement; exit 1 if it is broken`,...J,options:[{flags:`--out <file>`,summary:`the file to write; - for standard output`,default:C.zH}],examples:[`countersign audit statement ./trail --out -`],run:read_statement},{name:`audit diff`,summary:`Compare two runs: tools, commands, hosts, verdicts, tokens; exit 1 if they differ`,arguments:`<a> <b>`,argumentSummary:P.$g,options:[],run:diff}];async function read_show(e){return await reading(e,async({path:t})=>{let n=trailSource(e.io,t);return e.json?await e.io.print(mapped((0,tt.Ns)(n),q.YA)):await e.io.print(timeline(n)),N.dc.ok})}async function report(e){let t=e.text(`out`)??`report.html`;if(t===`-`&&e.json)throw notJson(`HTML`);return await reading(e,async n=>{let{path:r,folder:i}=n;return await deliver((0,W.B)(trailSource(e.io,r),i===null?void 0:(0,T.uo)(i)),t,{call:e,place:n})})}async function exportAs(e){let t=e.choice(`format`,U.UP),n=e.text(`out`)??`-`;if(n===`-`&&e.json&&t===`csv`)throw notJson(`CSV`);return await reading(e,async r=>{let i=(0,U.nn)(t,trailSource(e.io,r.path));return await deliver(t===`csv`?i:mapped(i,q.YA),n,{call:e,place:r})})}function trailSource(e,t){let n=!1;return()=>(0,T.mZ)(t,r=>{n||(n=!0,(0,ct.m)(e,t,r))})}function notJson(e){return(0,s.aY)(`--json asks for JSON on standard output, which would get ${e}.`,`Name a file with --out, or leave --json out.`)}async function read_statement(e){return await(0,P.vu)(e.args[0]??`.`,e.io,async t=>{let n=await(0,ue.B)(t.path);if(n.verdict.kind!==`intact`)return e.io.err(`${(0,K.nt)(n.verdict)}\n`),le.SC[n.verdict.kind];if(n.statement===null)throw new s.WS(`trail-broken`,`The audit trail has no run.start.`,{fix:`Name the audit trail of a run that started.`});let r=e.text(`out`)??C.zH,i=(0,nt.t6)(n.statement);return await deliver(E.Readable.from([r===`-`?(0,q.YA)(i):i]),r,{call:e,place:t})})}async function reading(e,t){return await(0,P.vu)(e.args[0]??`.`,e.io,t)}async function*timeline(e){yield*mapped((0,tt.Gi)(e),O.RK),yield`This output is not verified. To check that nobody changed the audit trail, run countersign audit verify.
`}async function*mapped(e,t){for await(let n of e)yield t(n)}async function deliver(e,t,{call:n,place:i}){let{io:a,json:o}=n;if(t===`-`)return await a.print(e),N.dc.ok;let c=(0,r.resolve)(a.cwd,t);if((0,st.Dl)(c,i.folder===null?i.path:(0,r.join)(i.folder,C.eB)))throw new s.WS(`file-refused`,`${c} is the audit trail itself.`,{fix:`Name another file with --out.`});let l=isAbsent(c),open=()=>(0,S.createWriteStream)(c,{mode:384}),u=await(0,lt.x)(e,{open,ends:!0,name:c}).catch(e=>{throw l&&(0,S.rmSync)(c,{force:!0}),e});return a.out(o?`${JSON.stringify({file:c,bytes:u})}\n`:`${(0,O.RK)(c)}: ${(0,O.hS)(u,`byte`)}\n`),N.dc.ok}function isAbsent(e){try{return(0,S.lstatSync)(e),!1}catch(e){return(0,s.UQ)(e)===`ENOENT`}}async function diff(e){let{io:t}=e,[n=``,r=``]=e.args,compare=async(n,r)=>{let i=await diffTrails(trailSource(t,n.path),trailSource(t,r.path)),a=read_isSame(i);return e.show({same:a,...i},`${(0,O.RK)(diffText(i,a))}\n`),a?N.dc.ok:N.dc.no};return await(0,P.vu)(n,t,async e=>(0,P.vu)(r,t,async t=>await compare(e,t)))}function read_isSame(e){return e.outcome.a===e.outcome.b&&G.every(t=>e[t].length===0)}function diffText(e,t){let n=G.flatMap(t=>e[t].length===0?[]:[`${t}:`,...e[t].map(differenceText)]),{outcome:r,turns:i,tokensPerTurn:a,costUsd:o}=e;return[...t?[`Both runs did the same.`]:[],`outcome: ${r.a??`none`} | ${r.b??`none`}`,...n,`turns: ${i.a} | ${i.b}`,`tokens per turn: ${a.a} | ${a.b}`,`cost in USD: ${o.a??`unknown`} | ${o.b??`unknown`}`].join(`
`)}function differenceText({what:e,a:t,b:n}){return`  ${t} | ${n}  ${e.replaceAll(`
`,` ⏎ `)}`}var ft=n(3729);let pt=[{name:`audit prove`,summary:`Print one entry with its path to the Merkle root of the audit trail (RFC 9162)`,arguments:`<seq> <trail>`,argumentSummary:[`the entry's seq, the number that audit show prints before it`,P.$g],options:[{flags:`--out <file>`,summary:`the file to write (default: standard output)`}],examples:[`countersign audit prove 17 ./trail --out entry-17.json`],run:prove},{name:`audit check-proof`,summary:`Check the proof of one entry without the audit trail; exit 1 if it is invalid`,arguments:`<file>`,argumentSummary:`the file that audit prove wrote; - reads standard input`,options:[{flags:`--root <hash>`,summary:`the root that audit verify --root prints for the audit trail`}],examples:[`countersign audit check-proof entry-17.json --root 9c1e…`],run:checkProof}],mt={name:`a Merkle root`,source:"`audit verify TRAIL --root` prints"};async function prove(e){let[t=``,n=`.`]=e.args;if(!/^\d{1,15}$/.test(t))throw(0,s.aY)(`${JSON.stringify(t)} is not the seq of an entry.`,`Write the number that audit show prints before the entry.`);let write=async n=>{let r=(0,q.oB)(await proveEntry((0,T._D)(n.path),Number(t))),i=e.text(`out`)??`-`;return await deliver(E.Readable.from([r]),i,{call:e,place:n})};return await(0,P.vu)(n,e.io,write)}async function checkProof(e){let{io:t}=e,n=checkEntryProof(await(0,ft.y)(e.args[0]??`-`,t,{maxBytes:67108864,fix:`Name the file that audit prove wrote.`})),r=e.text(`root`),i=r===null?null:(0,K.EO)(r,mt),a=n.ok&&(i===null||i===n.root);return e.json?t.out((0,q.oB)({...n,rootCompared:i!==null,holds:a})):n.ok?a?(t.out((0,q.oB)(n.entry)),t.out(`valid: entry ${n.seq} under the root ${n.root}\n`),i===null&&t.out(`The root was not compared: pass the root of the verified audit trail as --root.
`)):t.out(`invalid: the proof leads to the root ${n.root}, which is not the given one.\n`):t.out(`invalid: ${(0,O.TN)(n.because,4e3)}\n`),a?N.dc.ok:N.dc.no}var ht=n(85408),query_addDisposableResource=function(e,t,n){if(t!=null){if(typeof t!=`object`&&typeof t!=`function`)throw TypeError(`Object expected.`);var dispose,r;if(n){if(!Symbol.asyncDispose)throw TypeError(`Symbol.asyncDispose is not defined.`);dispose=t[Symbol.asyncDispose]}if(dispose===void 0){if(!Symbol.dispose)throw TypeError(`Symbol.dispose is not defined.`);dispose=t[Symbol.dispose],n&&(r=dispose)}if(typeof dispose!=`function`)throw TypeError(`Object not disposable.`);r&&(dispose=function(){try{r.call(this)}catch(e){return Promise.reject(e)}}),e.stack.push({value:t,dispose,async:n})}else n&&e.stack.push({async:!0});return t},gt=(function(e){return function(t){function fail(n){t.error=t.hasError?new e(n,t.error,`An error was suppressed during disposal.`):n,t.hasError=!0}var n,r=0;function next(){for(;n=t.stack.pop();)try{if(!n.async&&r===1)return r=0,t.stack.push(n),Promise.resolve().then(next);if(n.dispose){var e=n.dispose.call(n.value);if(n.async)return r|=2,Promise.resolve(e).then(next,function(e){return fail(e),next()})}else r|=1}catch(e){fail(e)}if(r===1)return t.hasError?Promise.reject(t.error):Promise.resolve();if(t.hasError)throw t.error}return next()}})(typeof SuppressedError==`function`?SuppressedError:function(e,t,n){var r=Error(n);return r.name=`SuppressedError`,r.error=e,r.suppressed=t,r});function questionSql(e){let t=L.find(t=>t.name===e);if(t!==void 0)return t.sql;let n=L.map(e=>e.name);throw(0,s.aY)(`There is no question ${JSON.stringify(e)}.${(0,ht.a)(e,n)}`,`Write one of ${n.join(`, `)}, or pass SQL with --sql.`)}async function queryArchive(e,t,n){let r={stack:[],error:void 0,hasError:!1};try{let i=query_addDisposableResource(r,await readArchive(e),!1);try{return await n(answerOf(i,t))}catch(t){let n=resultCode(t);throw n===null?t:n===h.busy||n===h.ioError?archiveError(t,e):query_refused((0,s.D4)(t),t)}}catch(e){r.error=e,r.hasError=!0}finally{gt(r)}}function answerOf(e,t){let n=prepared(e,t);return{columns:n.columns().map(({name:e})=>e),rows:arrayRows(n).map(e=>e.map(cellOf))}}function prepared(e,t){if(t.includes(`\0`))throw query_refused(`it contains a NUL character`);let n=attempt(()=>e.prepare(t)),r=t.slice(n.sourceSQL.length);if(attempt(()=>isStatement(e,r)))throw query_refused(`it has more than one statement`);return n}function isStatement(e,t){if(/^[\s;]*$/.test(t))return!1;try{return e.prepare(t),!0}catch(e){return resultCode(e)!==null}}function attempt(e){try{return e()}catch(e){throw resultCode(e)===null?query_refused((0,s.D4)(e),e):e}}function cellOf(e){if(typeof e==`bigint`){let t=Number(e);return Number.isSafeInteger(t)?t:String(e)}return e instanceof Uint8Array?Buffer.from(e).toString(`hex`):typeof e==`string`||typeof e==`number`?e:null}function query_refused(e,t){return(0,s.aY)(`The SQL cannot be run: ${e}.`,"Write one SELECT statement. `countersign audit query --schema` prints the tables.",t)}var _t=n(87754);let vt=[`table`,`json`,`csv`],yt={name:`audit query`,summary:`Answer a question about an archive of audit trails, or run your own read-only SQL; without a question, list them`,arguments:`[question]`,argumentSummary:L.map(({name:e})=>e).join(` | `),options:[F,{flags:`--sql <statement>`,summary:`one SELECT statement; - reads it from standard input`},{flags:`--format <name>`,summary:vt.join(` | `),default:`table`},{flags:`--schema`,summary:`print the tables and what their columns mean`}],examples:[`countersign audit query approvals`,`countersign audit query problems --json`,`countersign audit query --format csv --sql "SELECT tool, count(*) AS calls FROM calls GROUP BY tool"`],run:query_run};async function query_run(e){if(e.has(`schema`))return e.show({schema:l},`-- ---------------------------------------------------------------------------------------------------------------------
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
  used_default INTEGER NOT NULL,      -- 1: a question that nobody answered and whose default counted, which is no denial
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
FROM calls c WHERE c.state = 'DENIED' AND c.used_default = 0;

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
`),N.dc.ok;let t=e.choice(`format`,vt);if(e.json&&t===`csv`)throw(0,s.aY)(`--json and --format csv exclude each other.`,`Leave one of them out.`);let n=e.json?`json`:t,r=await query_statement(e);return r===null?(e.show(L,questionsText()),N.dc.ok):(await queryArchive(archiveFolder(e),r,async t=>await e.io.print(answerText(n,t))),N.dc.ok)}async function query_statement(e){let[t=null]=e.args,n=e.text(`sql`);if(t!==null&&n!==null)throw(0,s.aY)(`Both a question and --sql are given.`,`Leave one of them out.`);return n===null?t===null?null:questionSql(t):n===`-`?await e.io.stdin():n}function questionsText(){let e=Math.max(...L.map(({name:e})=>e.length));return L.map(({name:t,summary:n})=>`${t.padEnd(e)}  ${n}\n`).join(``)}async function*answerText(e,t){switch(e){case`table`:return yield*tableText(t);case`csv`:return yield*csvText(t);case`json`:return yield*jsonText(t)}}function*csvText({columns:e,rows:t}){yield(0,_t.z)(e);for(let e of t)yield(0,_t.z)(e)}function*jsonText({columns:e,rows:t}){let n=distinct(e),r=`[
`;for(let e of t){let t=Object.fromEntries(n.map((t,n)=>[t,e[n]??null]));yield`${r}${(0,q.YA)(JSON.stringify(t))}`,r=`,
`}yield r===`[
`?`[]
`:`
]
`}function distinct(e){let t=new Set(e),n=new Set;return e.map(e=>{let r=e;for(let i=2;n.has(r)||r!==e&&t.has(r);i+=1)r=`${e}_${i}`;return n.add(r),r})}function*tableText({columns:e,rows:t}){let n=t[Symbol.iterator](),r=[];for(let e=n.next();e.done!==!0&&(r.push(e.value),r.length!==200);e=n.next());let i=e.map(e=>(0,O.TN)(e,76)),a=i.map((e,t)=>Math.max(e.length,...r.map(e=>shown(e[t]??null).length)));yield line(i,a),yield line(a.map(e=>`-`.repeat(e)),a);let o=0;for(let e of r)o+=1,yield line(e,a);if(o===200)for(let e=n.next();e.done!==!0;e=n.next())o+=1,yield line(e.value,a);yield`(${(0,O.hS)(o,`row`)})\n`}function line(e,t){return`${e.map((e,n)=>{let r=t[n]??0;return typeof e==`number`?shown(e).padStart(r):shown(e).padEnd(r)}).join(`  `).trimEnd()}\n`}function shown(e){return e===null?``:(0,O.TN)(String(e),76)}var bt=n(80481),xt=n(52245);let Y=864e5,St={day:e=>`date(${e})`,week:e=>`date(${e}, 'weekday 0', '-6 days')`,month:e=>`date(${e}, 'start of month')`,year:e=>`date(${e}, 'start of year')`};class Periods{unit;list;constructor(e,t){let n=Math.round((periods_timeOf(t)-periods_timeOf(e))/Y)+1;this.unit=n<=62?`day`:n<=427?`week`:n<=1800?`month`:`year`;let r=[];for(let n=firstDay(this.unit,t);r.length<62;){let t=dayText(periods_timeOf(nextFirst(this.unit,n))-Y);if(r.unshift({from:n,to:t,name:nameOf(this.unit,n)}),n<=e)break;n=firstDay(this.unit,dayText(periods_timeOf(n)-Y))}this.list=r}sql(e){return St[this.unit](e)}}function firstDay(e,t){if(e===`day`)return t;if(e===`month`)return`${t.slice(0,-2)}01`;if(e===`year`)return`${t.slice(0,-5)}01-01`;let n=(new Date(periods_timeOf(t)).getUTCDay()+7-1)%7;return dayText(periods_timeOf(t)-n*Y)}function nextFirst(e,t){let n=new Date(periods_timeOf(t));return e===`day`&&n.setUTCDate(n.getUTCDate()+1),e===`week`&&n.setUTCDate(n.getUTCDate()+7),e===`month`&&n.setUTCMonth(n.getUTCMonth()+1),e===`year`&&n.setUTCFullYear(n.getUTCFullYear()+1),dayText(n.getTime())}function nameOf(e,t){let[n=``,r=``,i=``]=t.split(`-`),a=`${xt.KR[Number(r)-1]} ${n}`;return e===`year`?n:e===`month`?a:`${e===`week`?`week of `:``}${Number(i)} ${a}`}function dayName(e){return nameOf(`day`,e)}function periods_timeOf(e){return Date.parse(`${e}T00:00:00Z`)}function dayText(e){return new Date(e).toISOString().slice(0,10)}let Ct=`date(started_at) GLOB '[0-9][0-9][0-9][0-9]-*' AND date(coalesce(ended_at, started_at)) GLOB '[0-9][0-9][0-9][0-9]-*'`,X=`SELECT d.answered_at, max(0, (julianday(d.answered_at) - julianday(a.asked_at)) * 86400) AS seconds
  FROM decisions d JOIN approvals a ON a.trail = d.trail AND a.approval = d.approval WHERE d.counted = 1`,wt=d.object({repositories:d.number(),runs:d.number(),done:d.number(),waiting:d.number(),calls:d.number(),denied:d.number(),approvals:d.number(),questions:d.number(),costUsd:d.number(),repliesWithoutPrice:d.number(),answers:d.number(),medianSeconds:_,first:g,last:g,collectedAt:g}),Tt=`SELECT
  (SELECT count(DISTINCT repository) FROM runs) AS repositories,
  (SELECT count(*) FROM runs) AS runs,
  (SELECT count(*) FROM runs WHERE outcome = 'done') AS done,
  (SELECT count(*) FROM runs WHERE outcome = 'awaiting-approval') AS waiting,
  (SELECT count(*) FROM calls) AS calls,
  (SELECT count(*) FROM denials) AS denied,
  (SELECT count(*) FROM approvals) AS approvals,
  (SELECT count(*) FROM calls WHERE tool = 'clarify') AS questions,
  (SELECT total(cost_usd) FROM usage) AS costUsd,
  (SELECT count(*) FROM usage WHERE cost_usd IS NULL) AS repliesWithoutPrice,
  (SELECT count(*) FROM (${X})) AS answers,
  (SELECT seconds FROM (SELECT seconds, row_number() OVER (ORDER BY seconds) AS place, count(*) OVER () AS many
    FROM (${X})) WHERE place = (many + 1) / 2) AS medianSeconds,
  (SELECT min(date(started_at)) FROM runs WHERE ${Ct}) AS first,
  (SELECT max(date(coalesce(ended_at, started_at))) FROM runs WHERE ${Ct}) AS last,
  (SELECT max(time) FROM (SELECT max(collected_at) AS time FROM trails UNION ALL SELECT max(asked_at) FROM repositories)) AS collectedAt`;function totalsOf(e){return wt.parse(e.prepare(Tt).get())}function chartsOf(e,{first:t,last:n,collectedAt:r}){if(t===null||n===null)return{charts:[],periods:[]};let i=r?.slice(0,10)??n,a=new Periods(t,n>i&&i>=t?i:n),grouped=(t,n,r)=>{let i=e.prepare(`SELECT ${a.sql(t)} AS period, ${n} AS value ${r} GROUP BY 1`).all(),o=new Map(i.map(e=>[e.period,Number(e.value)]));return a.list.map(e=>o.get(e.from)??0)},place=e=>grouped(`answered_at`,`max(seconds) FILTER (WHERE place = ${e})`,`FROM (SELECT *, row_number() OVER part AS place, count(*) OVER (PARTITION BY ${a.sql(`answered_at`)}) AS many
        FROM (${X}) WINDOW part AS (PARTITION BY ${a.sql(`answered_at`)} ORDER BY seconds))`),runs=e=>grouped(`started_at`,`count(*)`,`FROM runs WHERE ${e}`),calls=e=>grouped(`time`,`count(*)`,`FROM calls WHERE ${e}`),denied=e=>grouped(`time`,`count(*)`,`FROM denials WHERE denied_by = '${e}'`);return{charts:[{title:`Runs`,unit:`count`,series:[{name:`done`,tone:`done`,values:runs(`outcome = 'done'`)},{name:`wait for an approval`,tone:`held`,values:runs(`outcome = 'awaiting-approval'`)},{name:`ended otherwise`,tone:`failed`,values:runs(`coalesce(outcome, '') NOT IN ('done', 'awaiting-approval')`)}],list:`runs.html#`},{title:`Cost`,unit:`usd`,series:[{name:`replies of models`,tone:`accent`,values:grouped(`time`,`total(cost_usd)`,`FROM usage`)}],list:`runs.html#`,note:`of known prices`},{title:`Approval times`,unit:`seconds`,series:[{name:`median`,tone:`accent`,values:place(`(many + 1) / 2`)}],mark:{name:`9 of 10 answers were faster`,values:place(`(many * 9 + 9) / 10`)},list:`calls.html#verdict=requireApproval&`,note:`logarithmic scale`},{title:`Denied calls`,unit:`count`,series:[{name:`by the policy`,tone:`accent`,values:denied(`policy`)},{name:`by a person`,tone:`failed`,values:denied(`person`)},{name:`nobody approved`,tone:`faint`,values:denied(`nobody approved`)}],list:`calls.html#state=DENIED&`},{title:`Asked of people`,unit:`count`,series:[{name:`approval requests`,tone:`held`,values:grouped(`asked_at`,`count(*)`,`FROM approvals`)},{name:`questions`,tone:`accent`,values:calls(`tool = 'clarify'`)}],list:`calls.html#verdict=requireApproval&`},{title:`Calls`,unit:`count`,series:[{name:`completed`,tone:`done`,values:calls(`state = 'COMPLETED'`)},{name:`failed`,tone:`failed`,values:calls(`state = 'FAILED'`)},{name:`ended otherwise`,tone:`faint`,values:calls(`state NOT IN ('COMPLETED', 'FAILED')`)}],list:`calls.html#`}],periods:a.list}}function answerTo(e,t){let n=L.find(({name:e})=>e===t)?.sql??``,r=[],i=0;for(let t of e.prepare(n).iterate())i+=1,r.length<10&&r.push(t);return{rows:r,count:i}}function denialsByRule(e){let t=e.prepare(`SELECT list || coalesce(': ' || rule, '') AS rule, denied_by, count(*) AS calls, count(DISTINCT trail) AS runs
    FROM denials GROUP BY rule, list, denied_by ORDER BY calls DESC, 1, denied_by`).all();return{rows:t.slice(0,10),count:t.length}}var Et=n(21455);function nameText(e){return lists_short(e,120)}function lists_name(e){return t=>nameText(t[e])}function lists_text(e){return t=>lists_short(t[e],300)}function lists_number(e){return t=>Number(t[e])}let Dt=[{name:`runs`,title:`Runs`,noun:`runs`,cells:{time:lists_name(`started_at`),digest:lists_name(`digest`),repository:lists_name(`repository`),actor:lists_name(`actor`),run:lists_name(`run`),event:e=>`${nameText(e.event)}${e.number===null?``:` #${Number(e.number)}`}`,outcome:e=>nameText(e.outcome??`unfinished`),request:lists_text(`request`),summary:lists_text(`summary`),model:lists_name(`model`),calls:lists_number(`calls`),denied:lists_number(`denied`),asked:lists_number(`asked`),cost:e=>e.cost===null?null:Number(e.cost)},searched:[`repository`,`actor`,`run`,`event`,`request`,`summary`,`model`],names:[[`repository`,`repository`],[`person`,`actor`],[`model`,`model`]],choices:[[`outcome`,`SELECT DISTINCT coalesce(outcome, 'unfinished') FROM runs ORDER BY 1`]],rows:runRows},{name:`calls`,title:`Calls`,noun:`calls`,cells:{time:lists_name(`time`),digest:lists_name(`digest`),repository:lists_name(`repository`),actor:lists_name(`actor`),call:lists_name(`call`),tool:lists_name(`tool`),input:e=>inputText(e.arguments),verdict:lists_name(`verdict`),state:lists_name(`state`),rule:lists_text(`rule`),because:lists_text(`because`),untrusted:e=>e.untrusted===1,people:e=>peopleIn(e.people)},searched:[`repository`,`actor`,`call`,`tool`,`input`,`rule`,`because`],names:[[`repository`,`repository`],[`tool`,`tool`],[`person`,`actor`]],choices:[[`verdict`,`SELECT DISTINCT coalesce(verdict, 'none') FROM calls ORDER BY 1`],[`state`,`SELECT DISTINCT state FROM calls ORDER BY 1`]],rows:callRows},{name:`problems`,title:`Not counted`,noun:`problems`,cells:{time:lists_name(`time`),problem:lists_name(`problem`),repository:lists_name(`repository`),run:lists_name(`run`),workflowRun:lists_name(`workflow_run`),because:lists_text(`because`),folder:lists_text(`folder`)},searched:[`problem`,`repository`,`run`,`workflowRun`,`because`,`folder`],names:[[`repository`,`repository`]],choices:[[`problem`,`SELECT DISTINCT problem FROM uncounted ORDER BY 1`]],rows:e=>e.prepare(`${Z} SELECT time, problem, repository, run, workflow_run, because, folder FROM uncounted
          ORDER BY time, problem, repository, workflow_run, because`).iterate()}],Z=`WITH uncounted AS (
  SELECT problem, repository, run, workflow_run, because, folder, time FROM problems
  UNION ALL
  SELECT 'waiting', repository, NULL, workflow_run, name || ': not downloaded yet', NULL, created_at
  FROM artifacts WHERE state = 'waiting' AND because IS NULL
)`;function uncounted(e){return e.prepare(`${Z} SELECT problem, count(*) AS count FROM uncounted GROUP BY 1 ORDER BY 1`).all().map(e=>[String(e.problem),Number(e.count)])}function choicesOf(e,t){return e.prepare(`${t.includes(` uncounted `)?Z:``} ${t}`).all().flatMap(e=>Object.values(e).map(String))}let Ot={repository:`SELECT repository AS name, count(*) AS count FROM runs GROUP BY 1`,tool:`SELECT tool AS name, count(*) AS count FROM calls GROUP BY 1`,model:`SELECT model AS name, count(*) AS count FROM runs GROUP BY 1`,person:`SELECT name, count(*) AS count FROM (
    SELECT actor AS name FROM runs UNION ALL SELECT login FROM decisions) GROUP BY 1`};function knownNames(e,t){let n=Ot[t];return n===void 0?[]:e.prepare(`SELECT name FROM (${n} ORDER BY count DESC, name LIMIT 500) WHERE name IS NOT NULL ORDER BY name`).all().map(e=>nameText(e.name))}function runRows(e){let t=e.prepare(`
SELECT r.started_at, t.digest, r.repository, r.actor, r.run, r.event, r.number, r.outcome, r.request, r.summary, r.model,
  (SELECT count(*) FROM calls c WHERE c.trail = r.trail) AS calls,
  (SELECT count(*) FROM denials d WHERE d.trail = r.trail) AS denied,
  (SELECT count(*) FROM approvals a WHERE a.trail = r.trail) AS asked,
  (SELECT CASE WHEN sum(u.cost_usd IS NULL) > 0 THEN NULL ELSE round(total(u.cost_usd), 6) END
    FROM usage u WHERE u.trail = r.trail) AS cost
FROM runs r JOIN trails t USING (trail) WHERE r.trail = ?`);return oneByOne(e.prepare(`SELECT r.trail FROM runs r JOIN trails t USING (trail) ORDER BY r.started_at, t.digest`),t)}function callRows(e){let t=e.prepare(`
SELECT c.time, t.digest, r.repository, r.actor, c.call, c.tool, c.arguments, c.verdict, c.state, c.rule, c.because, c.untrusted,
  -- Most calls are evaluated as auto, and nobody was asked about them.
  CASE c.verdict WHEN 'auto' THEN '[]' ELSE (SELECT json_group_array(json_array(decision, login)) FROM (
    SELECT DISTINCT decision, login FROM decisions d
    WHERE d.trail = c.trail AND d.call = c.call AND counted = 1 ORDER BY seq)) END AS people
FROM calls c JOIN runs r USING (trail) JOIN trails t USING (trail) WHERE c.rowid = ?`);return oneByOne(e.prepare(`SELECT c.rowid FROM calls c JOIN trails t USING (trail) ORDER BY c.time, t.digest, c.seq`),t)}function*listRows(e,{cells:t,rows:n}){let r=Object.values(t);for(let t of n(e))yield r.map(e=>e(t))}function*oneByOne(e,t){for(let n of e.iterate()){let[e]=Object.values(n),r=typeof e==`number`?t.get(e):void 0;r!==void 0&&(yield r)}}function lists_short(e,t){return typeof e==`string`||typeof e==`number`?(0,O.TN)(String(e),t):``}function peopleIn(e){let t=JSON.parse(String(e));return Array.isArray(t)?t.map(e=>Array.isArray(e)?e.map(nameText):[]):[]}function inputText(e){if(typeof e!=`string`)return``;let t=JSON.parse(e);return(0,O.TN)(cutArguments(t)??(0,Et.RX)(t),400)}function cutArguments(e){if(!(0,k.OW)(e)||Object.keys(e).length!==1)return null;let{cut:t}=e;return typeof t==`string`?t:null}var kt=n(8008),Q=n(58116);let At=[[`d`,86400],[`h`,3600],[`min`,60],[`s`,1]];function usdText(e){if(e===0)return`$0`;if(e<1)return`$${e.toFixed(4).replace(/00$/,``)}`;let[t=``,n=``]=e.toFixed(2).split(`.`);return`$${(0,O.lT)(Number(t))}.${n}`}function secondsText(e){let t=Math.round(e),n=At.findIndex(([,e])=>t>=e);if(n===-1)return`0 s`;let r=t;return At.slice(n,n+2).map(([e,t])=>{let n=Math.floor(r/t);return r-=n*t,[n,e]}).flatMap(([e,t])=>e===0?[]:[`${e} ${t}`]).join(` `)}let jt=[1,2,3,4,6,8,10],Mt=[100,3600,14400,9e4,36e4,144e4,324e4,1296e4],$={count:O.lT,usd:usdText,seconds:secondsText};function chartHtml(e,t){let{title:n}=e;return`<section><h3>${n}</h3>
${legend(e)}
${picture(e,t)}
<details><summary>${n} as a table</summary><div class="wide" tabindex="0" role="region" aria-label="${n} as a table">${table(e,t)}</div></details></section>`}function legend({unit:e,series:t,mark:n,note:r}){let i=t.map(({name:t,tone:n,values:r})=>`<li><i class="${n}"></i>${t}${e===`seconds`?``:` ${$[e](r.reduce((e,t)=>e+t,0))}`}</li>`);return n!==void 0&&i.push(`<li><i class="slow"></i>${n.name}</li>`),r!==void 0&&i.push(`<li class="soft">${r}</li>`),`<ul class="legend">${i.join(``)}</ul>`}function picture(e,t){let{title:n,unit:r,series:i,mark:a}=e,o=t.map((e,t)=>i.reduce((e,{values:n})=>e+(n[t]??0),0)).map((e,t)=>Math.max(e,a?.values[t]??0)),s=Math.max(...o),c=scaleTop(s,r),share=e=>r===`seconds`?Math.log1p(e)/Math.log1p(c):e/c,y=e=>round(100-share(e)*100),l=r===`seconds`?Math.sqrt(c):c/2,u=t.map((t,n)=>{let r=0,o=i.map(({tone:e,values:t})=>{let i=t[n]??0;if(i===0)return``;let a=y(r+i),o=round(y(r)-a);return r+=i,`<rect class="${e}" x="${n*10+1}" y="${a}" width="8" height="${o}"/>`}),s=a?.values[n]??0,c=`<path class="mark" d="M${n*10} ${y(s)}h10"/>`;return`<g>${`<title>${(0,Q.ZD)(`${t.name}: ${valueText(e,n)}`)}</title>`}${`<rect class="all" x="${n*10}" y="0" width="10" height="100"/>`}${o.join(``)}${s===0?``:c}</g>`}),d=t.length*10,[f,p]=[t.at(0)?.name??``,t.at(-1)?.name??``],m=t[o.indexOf(s)]?.name??``,h=s===0?`${n}: nothing from ${f} to ${p}`:`${n} from ${f} to ${p}; the most is ${$[r](s)}, ${m}`;return`<div class="chart"><div class="scale" aria-hidden="true"><span>${$[r](c)}</span><span>${$[r](l)}</span><span>0</span></div>
<svg viewBox="0 0 ${d} 100" preserveAspectRatio="none" role="img" aria-label="${(0,Q.ZD)(h)}">
<path class="lines" d="M0 0H${d}M0 ${100/2}H${d}M0 100H${d}"/>
<g class="bars">${u.join(`
`)}</g></svg>
<div class="dates" aria-hidden="true"><span>${f}</span><span>${t.length>1?p:``}</span></div></div>`}function valueText({unit:e,series:t,mark:n},r){let i=t.map(({name:t,values:n})=>`${$[e](n[r]??0)} ${t}`),a=n?.values[r]??0;return n!==void 0&&a>0&&i.push(`${$[e](a)} ${n.name}`),i.join(`, `)}function table({unit:e,series:t,mark:n,list:r},i){let a=[...t,...n===void 0?[]:[n]],o=i.map((t,n)=>{let i=a.map(({values:t})=>`<td class="number">${$[e](t[n]??0)}</td>`),o=a.every(({values:e})=>(e[n]??0)===0),s=(0,Q.ZD)(`${r}from=${t.from}&to=${t.to}`);return o?``:`<tr><td><a href="${s}">${t.name}</a></td>${i.join(``)}</tr>`}).filter(e=>e!==``);return o.length===0?`<p>There is nothing.</p>`:`<table><thead><tr><th scope="col">time</th>${a.map(({name:e})=>`<th scope="col" class="number">${e}</th>`).join(``)}</tr></thead><tbody>${o.toReversed().join(`
`)}</tbody></table>`}function scaleTop(e,t){if(e===0)return t===`count`?2:t===`usd`?1:100;let n=t===`seconds`?Mt.find(t=>t>=e):void 0;if(n!==void 0)return n;let r=10**Math.floor(Math.log10(e)),isOdd=e=>t===`count`&&r===1&&e%2==1,i=jt.find(t=>t*r>=e&&!isOdd(t))??10;return Number((i*r).toPrecision(2))}function round(e){return Math.round(e*100)/100}let Nt=String.raw`
'use strict';
const index = JSON.parse(document.getElementById('index').textContent);
const list = document.getElementById('list');
const status = document.getElementById('shown');
const form = document.getElementById('filters');
const ROWS = index.fileRows;
const FILES = Math.ceil(index.rows / ROWS);
const SPARE = 8;
const AHEAD = 6;
const KEPT_FILES = 16;
const MAX_HEIGHT = 15e6;
const grouped = (number) => String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
function el(name, cls, text) {
  const node = document.createElement(name);
  if (cls) node.className = cls;
  if (text !== undefined) node.textContent = text;
  return node;
}

// Files of rows: packed text as it was loaded, and the rows of the last few that were read.
const packed = new Map();
const waiting = new Map();
const unpacked = new Map();
globalThis.countersignRows = (name, at, text) => {
  if (name === index.list && waiting.has(at)) waiting.get(at)(text);
};
function load(at) {
  if (!packed.has(at)) packed.set(at, new Promise((done, fail) => {
    const script = el('script');
    const path = 'data/' + index.list + '-' + at + '.js';
    const missing = () => fail(new Error('The file ' + path + ' of this site is missing or damaged.'));
    waiting.set(at, done);
    script.src = path;
    // After the file has run this is too late to matter.
    script.addEventListener('load', () => { waiting.delete(at); script.remove(); missing(); });
    script.addEventListener('error', () => { waiting.delete(at); script.remove(); missing(); });
    document.head.append(script);
  }));
  return packed.get(at);
}
async function rowsOf(at) {
  const rows = unpacked.get(at) || JSON.parse(await inflated(await load(at)));
  unpacked.delete(at);
  unpacked.set(at, rows);
  if (unpacked.size > KEPT_FILES) unpacked.delete(unpacked.keys().next().value);
  return rows;
}
async function inflated(base64) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return await new Response(stream).text();
}

// What a row looks like: title, badges, text in the middle, and the line below.
const TONE = { COMPLETED: 'good', DENIED: 'bad', FAILED: 'bad', SEALED: 'bad', auto: 'good', deny: 'bad', done: 'good', 'awaiting-approval': 'wait',
  requireApproval: 'wait', PENDING: 'wait', APPROVAL_REQUIRED: 'wait', APPROVED: 'wait', EXECUTING: 'wait', expired: 'wait', waiting: 'wait' };
const time = (text) => text.slice(0, 19).replace('T', ' ');
const money = (usd) => (usd === null ? 'price unknown' : '$' + (usd < 1 ? usd.toFixed(4) : usd.toFixed(2)));
const DECIDED = { approve: 'approved by @', deny: 'denied by @' };
const SHOWN = {
  calls: (row) => ({
    title: row.tool || 'unknown tool', what: row.input, isCode: true, badges: [row.verdict || 'no verdict', row.state],
    rest: [time(row.time), row.repository, row.actor && '@' + row.actor, row.untrusted && 'untrusted content in context',
      ...row.people.map(([decision, login]) => (DECIDED[decision] || decision + ' @') + login), row.rule && 'rule ' + row.rule, row.because],
    to: 'runs/' + row.digest + '.html#call-' + encodeURIComponent(row.call),
  }),
  runs: (row) => ({
    title: row.repository || 'a local run', what: row.request, badges: [row.outcome],
    rest: [time(row.time), row.actor && '@' + row.actor, row.event, grouped(row.calls) + ' calls',
      row.denied > 0 && grouped(row.denied) + ' denied', row.asked > 0 && grouped(row.asked) + ' asked', money(row.cost), row.model, row.run, row.summary],
    to: 'runs/' + row.digest + '.html',
  }),
  problems: (row) => ({
    title: row.repository || 'unknown repository', what: row.because, badges: [row.problem],
    rest: [row.time && time(row.time), row.run, row.workflowRun && 'workflow run ' + row.workflowRun, row.folder && 'kept in ' + row.folder],
    to: null,
  }),
};
function fill(main, named) {
  const row = Object.fromEntries(index.columns.map((name, at) => [name, named[at]]));
  const { title, what, isCode, badges, rest, to } = SHOWN[index.list](row);
  const first = el('span', 'first');
  first.append(el('strong', '', title));
  const words = el('span', isCode ? 'what code' : 'what', what);
  const marks = badges.map((text) => el('span', 'badge ' + (TONE[text] || 'bad'), text));
  // A long reason has lines of its own.
  if (index.list === 'problems') first.append(...marks);
  else first.append(words, ...marks);
  const below = el('span', 'rest', rest.filter(Boolean).join(' · '));
  main.replaceChildren(first, ...(index.list === 'problems' ? [words] : []), below);
  if (to !== null && /^runs\/[0-9a-f]{64}\.html(?:#|$)/.test(to)) main.href = to;
}

// The rows that fit the filters, the newest first, by their numbers; null if no filter is set, so that all do.
let found = null;
let height = 1;
let active = 0;
const nodes = new Map();
const most = () => Math.floor(MAX_HEIGHT / height);
const total = () => Math.min(most(), found === null ? index.rows : found.length);
const numberAt = (place) => (found === null ? index.rows - 1 - place : found[place]);
function make(place) {
  const node = el('div', 'row');
  node.setAttribute('role', 'listitem');
  const main = el('a', 'main', '…');
  main.tabIndex = -1;
  node.append(main);
  const number = numberAt(place);
  const [file, offset] = [Math.floor(number / ROWS), number % ROWS];
  const ready = unpacked.get(file);
  if (ready) fill(main, ready[offset]);
  else rowsOf(file).then((rows) => fill(main, rows[offset]), refuse);
  return { node, main };
}
function draw() {
  const count = total();
  const box = list.getBoundingClientRect();
  const first = Math.max(0, Math.min(count, Math.floor(-box.top / height) - SPARE));
  const last = Math.max(first, Math.min(count, Math.ceil((innerHeight - box.top) / height) + SPARE));
  const isFocused = list.contains(document.activeElement);
  if (!isFocused && (active < first || active >= last)) active = Math.min(Math.max(0, count - 1), first === 0 ? 0 : first + SPARE);
  for (const [place, { node }] of nodes) {
    const isKept = (place >= first && place < last) || (place === active && isFocused && place < count);
    if (!isKept) { node.remove(); nodes.delete(place); }
  }
  let next = null;
  for (let place = last - 1; place >= first; place -= 1) {
    if (!nodes.has(place)) nodes.set(place, make(place));
    const { node, main } = nodes.get(place);
    if (node.parentNode !== list || node.nextSibling !== next) list.insertBefore(node, next);
    next = node;
    node.style.top = place * height + 'px';
    node.setAttribute('aria-setsize', String(count));
    node.setAttribute('aria-posinset', String(place + 1));
    main.tabIndex = place === active ? 0 : -1;
  }
}
function redraw() {
  nodes.forEach(({ node }) => node.remove());
  nodes.clear();
  active = 0;
  resize();
}
function resize() {
  list.style.height = total() * height + 'px';
  draw();
}
function measure() {
  const probe = el('div', 'row probe');
  list.append(probe);
  height = probe.offsetHeight || 1;
  probe.remove();
  resize();
}
let isDue = false;
function soon() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => { isDue = false; draw(); });
}
addEventListener('scroll', soon, { passive: true });
addEventListener('resize', measure);

// The keys of a list, while one of its rows has the focus.
function go(place) {
  const count = total();
  if (count === 0) return;
  active = Math.max(0, Math.min(count - 1, place));
  const top = list.getBoundingClientRect().top + active * height;
  const bar = getComputedStyle(form).position === 'sticky' ? form.offsetHeight : 0;
  if (top < bar) scrollBy(0, top - bar);
  if (top + height > innerHeight) scrollBy(0, top + height - innerHeight);
  draw();
  nodes.get(active).main.focus({ preventScroll: true });
}
list.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const page = Math.max(1, Math.floor(innerHeight / height) - 3);
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
  if (!Object.hasOwn(steps, event.key)) return;
  event.preventDefault();
  go(active + steps[event.key]);
});
list.addEventListener('focusin', (event) => {
  for (const [place, { main }] of nodes) {
    if (main === event.target) active = place;
    main.tabIndex = main === event.target ? 0 : -1;
  }
});
addEventListener('keydown', (event) => {
  const isTyping = /^(?:INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
  if (event.key !== '/' || isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  form.elements.text.focus();
});

// Searching. What was asked for last: a search that was asked for before ends without an effect.
let asked = 0;
const fields = [...form.elements].filter((field) => field.name !== '');
const column = (name) => index.columns.indexOf(name);
function say(count, rest) {
  const cut = found !== null && found.length > most() || found === null && index.rows > most();
  status.textContent = grouped(count) + ' of ' + grouped(index.rows) + ' ' + index.noun + rest + (cut ? ', the newest ' + grouped(most()) + ' of them are listed' : '');
}
function refuse(error) {
  status.textContent = error.message;
}
/** Whether a row fits; null if no filter is set. A name that is known is that name alone, every other text a part of names. */
function wanted() {
  const values = Object.fromEntries(fields.map(({ name, value }) => [name, value.trim()]));
  const tests = [];
  const words = values.text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length > 0) tests.push((row) => {
    const text = index.searched.map((name) => row[column(name)]).join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  for (const [name, key] of index.names) {
    const value = (values[name] || '').replace(/^@/, '');
    if (value === '') continue;
    const known = document.getElementById('known-' + name);
    const isKnown = known !== null && [...known.options].some((option) => option.value === value);
    const part = value.toLowerCase();
    const fits = (text) => (isKnown ? text === value : (text || '').toLowerCase().includes(part));
    const [at, people] = [column(key), name === 'person' ? column('people') : -1];
    tests.push((row) => fits(row[at]) || (people !== -1 && row[people].some(([, login]) => fits(login))));
  }
  for (const name of index.choices) {
    const at = column(name);
    if (values[name]) tests.push((row) => (row[at] || 'none') === values[name]);
  }
  const [from, to] = [values.from, values.to];
  const day = (text) => (text || '').slice(0, 10);
  const at = column('time');
  if (from || to) tests.push((row) => row[at] && (!from || day(row[at]) >= from) && (!to || day(row[at]) <= to));
  if (tests.length === 0) return null;
  return {
    fits: (row) => tests.every((test) => test(row)),
    // Rows lie in the files by time, so that a file can be left out by its first and last.
    mayHave: (file) => (!from || day(index.last[file]) >= from) && (!to || day(index.first[file]) <= to),
  };
}
async function search() {
  const turn = (asked += 1);
  const want = wanted();
  const hits = [];
  found = want === null ? null : hits;
  const isBelow = list.getBoundingClientRect().top < 0;
  redraw();
  if (isBelow) scrollTo(0, 0);
  if (want === null) return say(index.rows, '');
  list.setAttribute('aria-busy', 'true');
  let drawn = 0;
  for (let file = FILES - 1; file >= 0; file -= 1) {
    if (!want.mayHave(file)) continue;
    for (let ahead = file - 1; ahead >= Math.max(0, file - AHEAD); ahead -= 1) if (want.mayHave(ahead)) load(ahead).catch(() => undefined);
    const rows = await rowsOf(file);
    if (turn !== asked) return;
    for (let offset = rows.length - 1; offset >= 0; offset -= 1) if (want.fits(rows[offset])) hits.push(file * ROWS + offset);
    if (hits.length > drawn && (drawn < 100 || file % 8 === 0)) { drawn = hits.length; resize(); }
    if (file % 8 === 0) say(hits.length, ', ' + Math.round(((FILES - file) / FILES) * 100) + ' % searched');
    // Lets the page answer keys and draw before the next file.
    await new Promise((done) => setTimeout(done));
    if (turn !== asked) return;
  }
  list.removeAttribute('aria-busy');
  resize();
  say(hits.length, '');
}
function changed() {
  const set = fields.filter(({ value }) => value.trim() !== '').map(({ name, value }) => [name, value.trim()]);
  history.replaceState(null, '', set.length === 0 ? location.pathname : '#' + new URLSearchParams(set));
  search().catch(refuse);
}
let typing = 0;
form.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(changed, 150);
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  clearTimeout(typing);
  changed();
});
document.getElementById('clear').addEventListener('click', () => {
  clearTimeout(typing);
  form.reset();
  for (const field of fields) field.value = '';
  changed();
  form.elements.text.focus();
});
function follow() {
  const given = new URLSearchParams(location.hash.slice(1));
  for (const field of fields) field.value = given.get(field.name) || '';
  search().catch(refuse);
}
addEventListener('hashchange', follow);
if (typeof DecompressionStream === 'undefined') status.textContent = 'This browser is too old to show the list: it cannot decompress data.';
else {
  measure();
  follow();
}
`,Pt=`${kt.W}
:root { --row: 3.7rem; }
body { padding-top: 0; }
.top { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: baseline; padding: 1rem 0;
  margin-bottom: 1.5rem; border-bottom: 1px solid var(--line); }
.top strong { margin-right: auto; }
.top ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0; padding: 0; list-style: none; }
.top a { color: var(--soft); text-decoration: none; padding: .2rem 0; border-bottom: 2px solid transparent; }
.top a:hover { color: var(--fg); text-decoration: underline; }
.top a[aria-current] { color: var(--fg); font-weight: 600; border-bottom-color: var(--accent); }
.skip:focus { top: .5rem; padding: .25rem .5rem; background: var(--bg); z-index: 2; }
h1, .lead { margin: 0; }
.lead { margin-top: .25rem; }
.notice { margin: 1.25rem 0 0; padding: .6rem .9rem; border: 1px solid var(--line); border-left: 4px solid var(--good);
  border-radius: 6px; background: var(--panel); }
.notice ul { margin: .25rem 0 0; padding-left: 1.2rem; }
.notice.open { border-left-color: var(--bad); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(10.5rem, 1fr)); gap: .75rem; margin: 1.25rem 0 0;
  padding: 0; list-style: none; }
.tiles li { padding: .7rem .9rem; border: 1px solid var(--line); border-radius: 6px; }
.tiles strong { display: block; font-size: 1.4rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; line-height: 1.3; font-variant-numeric: tabular-nums; }
.tiles span { display: block; overflow-wrap: anywhere; }
.charts { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.75rem 2rem; }
.charts h3 { margin: 0 0 .35rem; font-size: 1rem; color: var(--fg); }
.chart { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0 .5rem; font-size: .75rem; color: var(--soft); }
.chart .scale { display: flex; flex-direction: column; justify-content: space-between; text-align: right;
  height: 9.5rem; margin: -.55rem 0; font-variant-numeric: tabular-nums; }
.chart svg { width: 100%; height: 8.4rem; display: block; }
.chart .dates { grid-column: 2; display: flex; justify-content: space-between; padding-top: .3rem; }
.lines { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }
.bars rect { stroke: var(--bg); stroke-width: 1; vector-effect: non-scaling-stroke; }
.bars .all { fill: transparent; stroke: none; }
.bars g:hover .all { fill: var(--panel); }
.mark { stroke: var(--fg); stroke-width: 2; vector-effect: non-scaling-stroke; }
.accent { fill: var(--accent); background: var(--accent); } .done { fill: var(--good); background: var(--good); }
.held { fill: var(--wait); background: var(--wait); } .failed { fill: var(--bad); background: var(--bad); }
.faint { fill: var(--soft); background: var(--soft); } .slow { background: var(--fg); }
.legend { display: flex; flex-wrap: wrap; gap: .1rem .9rem; margin: 0 0 .6rem; padding: 0; list-style: none; font-size: .85rem; }
.legend i { display: inline-block; width: .7rem; height: .7rem; margin-right: .35rem; border-radius: 2px; }
.legend .slow { height: 2px; vertical-align: middle; }
details { font-size: .85rem; margin-top: .4rem; }
summary { cursor: pointer; color: var(--soft); }
.wide { overflow-x: auto; max-height: 24rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { font-weight: 400; color: var(--soft); text-align: left; vertical-align: bottom; }
th, td { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); }
td { overflow-wrap: anywhere; min-width: 4rem; }
td.number, th.number { text-align: right; white-space: nowrap; }
.tables { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 2rem; }
.filters { padding: .6rem 0; gap: .5rem .75rem; border-bottom: 1px solid var(--line); }
.filters label { flex: 1 1 6rem; min-width: 0; }
.filters .text { flex: 3 1 9rem; }
.filters .day { flex-basis: 8.2rem; }
.filters input, .filters select { width: 100%; min-width: 0; height: 2.1rem; color: var(--fg); }
.filters button { height: 2.1rem; color: var(--fg); cursor: pointer; }
#list { position: relative; }
.row { position: absolute; left: 0; right: 0; height: var(--row); overflow: hidden; border-bottom: 1px solid var(--line);
  contain: strict; }
.row .main { display: flex; flex-direction: column; justify-content: center; height: 100%; padding: 0 .25rem; color: inherit;
  text-decoration: none; }
.row a.main:hover { background: var(--panel); }
.row .main:focus-visible { outline-offset: -2px; }
.row .first { display: flex; gap: .6rem; align-items: baseline; min-width: 0; }
.row .what { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.row .code { font: 12.5px/1.45 ui-monospace, SFMono-Regular, Menlo, monospace; }
.row strong { max-width: 40%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; flex: none; }
.row .rest { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: .82rem; color: var(--soft); }
.tall { --row: 6.2rem; }
.tall .what { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; line-clamp: 2; white-space: normal;
  overflow-wrap: anywhere; flex: none; }
.tall .first { flex-wrap: nowrap; }
.probe { visibility: hidden; }
@media (prefers-reduced-motion: no-preference) { .row a.main, .top a { transition: background-color .1s, color .1s; } }
@media (max-width: 52rem) { .charts, .tables { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 40rem) { body { padding: 0 1rem 1rem; } :root { --row: 5.4rem; } .tall { --row: 7.4rem; }
  .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); } .filters label { flex-basis: 40%; }
  .filters .text { flex-basis: 100%; } .row .first { flex-wrap: wrap; gap: .1rem .5rem; } .row strong { max-width: 100%; flex: 1; }
  .row .badge { padding: 0 .35rem; font-size: .68rem; }
  .row:not(.tall *) .what { flex-basis: 100%; order: 1; } }
@media print { .filters, .skip { display: none; } body { max-width: none; } }
@media (forced-colors: active) { .bars rect, .legend i { forced-color-adjust: none; } }
`;function overviewPage(e,t,n){let{charts:r,periods:i}=chartsOf(e,t);return`${(0,Q.sT)({title:`Audit of all runs`,style:Pt,script:null})}${pages_top(`index.html`,n)}
<main id="main">
<h1>${plural(t.runs,`run`)} of ${plural(t.repositories,`repository`,`repositories`)}</h1>
<p class="soft lead">${span(t)}</p>
${notice(n)}
${tiles(t,n)}
<h2>Over time</h2>
<div class="charts">
${r.map(e=>chartHtml(e,i)).join(`
`)}
</div>
<div class="tables">
${tables(e)}
</div>
</main>
${foot()}`}function listPage(e,t,{files:n,uncounted:r}){let{name:i,title:a,noun:o,searched:s,names:c}=t,l={list:i,noun:o,columns:Object.keys(t.cells),searched:s,names:c,choices:t.choices.map(([e])=>e),...n},u=i===`problems`;return`${(0,Q.sT)({title:`${a} · Audit of all runs`,style:Pt,script:Nt,loadsData:!0})}${pages_top(`${i}.html`,r)}
<main id="main">
<h1>${a}</h1>
${u?notice(r):``}
${filters(e,t)}
<p id="shown" class="soft" role="status" aria-live="polite">Loading</p>
<noscript><p>This list needs JavaScript. The overview does not.</p></noscript>
<div id="list"${u?` class="tall"`:``} role="list" aria-label="${a}, the newest first"></div>
</main>
<script type="application/json" id="index">${(0,Q.nl)(JSON.stringify(l))}<\/script>
<script>${Nt}<\/script>
</body>
</html>
`}function pages_top(e,t){return`<body>
<a class="skip" href="#main">To the content</a>
<header class="top"><strong>Countersign audit</strong><nav aria-label="Pages"><ul>${[[`index.html`,`Overview`],...Dt.map(({name:e,title:t})=>[`${e}.html`,t])].map(([n=``,r=``])=>{let i=n===`problems.html`?` (${(0,O.lT)(sum(t))})`:``;return`<li><a href="${n}"${n===e?` aria-current="page"`:``}>${r}${i}</a></li>`}).join(``)}</ul></nav></header>
`}function foot(){return`<footer class="soft">
<p>All figures are of audit trails that verified when they were collected. This site does not verify them again: <code>countersign audit verify</code> does, with the folder that the archive keeps.</p>
</footer>
</body>
</html>
`}function span({first:e,last:t,collectedAt:n}){let r=e===null||t===null?[]:[`${dayName(e)} to ${dayName(t)}`],i=n===null?[]:[`collected until ${(0,xt.Tc)(n)}`];return(0,Q.ZD)([...r,...i].join(` · `))}let Ft={broken:`do not verify`,conflict:`contradict another audit trail of the same run`,expired:`or deleted, before they were collected`,foreign:`uploaded by another workflow run than they name`,missing:`their workflow runs failed without an audit trail`,"not listed":`repositories that could not be read`,refused:`not the bytes that were uploaded, or no archive that can be unpacked`,unreadable:`have no entries to verify`,waiting:`not downloaded yet`};function notice(e){let t=sum(e);if(t===0)return`<p class="notice">Every audit trail that the collections know of is here and verifies.</p>`;let n=e.map(([e,t])=>`<li><a href="problems.html#problem=${encodeURIComponent(e)}">${(0,O.lT)(t)} ${(0,Q.ZD)(e)}</a> <span class="soft">${(0,Q.ZD)(Ft[e]??``)}</span></li>`);return`<div class="notice open"><strong>${(0,O.lT)(t)} not counted.</strong> No figure here contains them.<ul>${n.join(``)}</ul></div>`}function tiles(e,t){let{runs:n,done:r,waiting:i,calls:a,denied:o,approvals:s,questions:c,answers:l,medianSeconds:u}=e,d=e.repliesWithoutPrice;return`<ul class="tiles">${[[(0,O.lT)(n),`runs`,`${(0,O.lT)(r)} done, ${(0,O.lT)(i)} wait`],[(0,O.lT)(a),`calls`,`${(0,O.lT)(o)} denied`],[usdText(e.costUsd),`cost`,d===0?`of all replies`:`without ${plural(d,`reply`,`replies`)} of unknown price`],[u===null?`none`:secondsText(u),`until an answer`,`median of ${plural(l,`answer`)}`],[(0,O.lT)(s),`approval requests`,plural(c,`question`)],[(0,O.lT)(sum(t)),`not counted`,`in no figure here`]].map(([e,t,n])=>`<li><strong>${e}</strong>${t}<span class="soft">${n}</span></li>`).join(`
`)}</ul>`}function tables(e){let cost=t=>pages_table(`Cost by ${t}`,answerTo(e,`cost-by-${t}`),{question:`cost-by-${t}`,columns:[[t,e=>filtered(`runs.html`,t===`actor`?`person`:t,e[t]),!0],[`runs`,e=>counted(e.runs)],[`cost`,e=>usdText(Number(e.cost_usd))],[`no price`,e=>counted(e.replies_without_price)]]});return[cost(`repository`),cost(`actor`),cost(`model`),pages_table(`Who answers`,answerTo(e,`approvers`),{question:`approvers`,columns:[[`person`,e=>filtered(`calls.html`,`person`,e.login),!0],[`approved`,e=>counted(e.approved)],[`denied`,e=>counted(e.denied)],[`median`,e=>secondsText(Number(e.median_seconds))],[`slowest`,e=>secondsText(Number(e.slowest_seconds))]]}),pages_table(`Denied most`,denialsByRule(e),{question:`denials`,columns:[[`rule`,e=>pages_textOf(e.rule),!0],[`by`,e=>pages_textOf(e.denied_by)],[`calls`,e=>counted(e.calls)],[`runs`,e=>counted(e.runs)]]}),pages_table(`Asked most, and never refused`,answerTo(e,`rules-never-refused`),{question:`rules-never-refused`,columns:[[`rule`,e=>pages_textOf(e.rule??e.list),!0],[`asked`,e=>counted(e.asked)],[`approved`,e=>counted(e.approved)],[`repositories`,e=>counted(e.repositories)]]})].join(`
`)}function pages_table(e,{rows:t,count:n},{columns:r,question:i}){let a=r.map(([e,,t])=>`<th scope="col"${t===!0?``:` class="number"`}>${e}</th>`),o=t.map(e=>`<tr>${r.map(([,t,n])=>`<td${n===!0?``:` class="number"`}>${t(e)}</td>`).join(``)}</tr>`),s=n>t.length?`<p class="soft lead">and ${(0,O.lT)(n-t.length)} more: <code>countersign audit query ${i}</code></p>`:``;return`<section><h2>${e}</h2>${t.length===0?`<p class="soft">Nothing.</p>`:`<table><thead><tr>${a.join(``)}</tr></thead><tbody>${o.join(`
`)}</tbody></table>`}${s}</section>`}function filtered(e,t,n){let r=nameText(n);if(r===``)return`<span class="soft">unknown</span>`;let i=`${e}#${new URLSearchParams([[t,r]]).toString()}`;return`<a href="${(0,Q.ZD)(i)}">${(0,Q.ZD)(r)}</a>`}function filters(e,{names:t,choices:n}){let r=t.map(([t])=>`<label>${t}<input name="${t}" list="known-${t}" autocomplete="off" spellcheck="false"><datalist id="known-${t}">${knownNames(e,t).map(e=>`<option value="${(0,Q.ZD)(e)}"></option>`).join(``)}</datalist></label>`),i=n.map(([t,n])=>`<label>${t}<select name="${t}"><option value="">all</option>${choicesOf(e,n).map(e=>`<option value="${(0,Q.ZD)(e)}">${(0,Q.ZD)(e)}</option>`).join(``)}</select></label>`);return`<form id="filters" class="filters" role="search" autocomplete="off">
<label class="text">text<input name="text" type="search" autocomplete="off" spellcheck="false" placeholder="Press / to search"></label>
${[...r,...i].join(`
`)}
<label class="day">from<input name="from" type="date"></label>
<label class="day">to<input name="to" type="date"></label>
<button type="button" id="clear">Clear</button>
</form>`}function sum(e){return e.reduce((e,[,t])=>e+t,0)}function plural(e,t,n=`${t}s`){return`${(0,O.lT)(e)} ${e===1?t:n}`}function counted(e){return(0,O.lT)(Number(e))}function pages_textOf(e){return(0,Q.ZD)(nameText(e))}async function writeSite({archive:e,folder:t,onProgress:n}){let a=await readArchive(e),o=null;try{refuseEmpty(a,e);let s=await outputPath(t,{archive:e,kind:Rt.kind});await earlierFiles(s,Rt),(0,I.Zt)((0,r.dirname)(s)),o=(0,I.Lc)((0,r.dirname)(s));let[c,l]=[(0,r.join)(o,`new`),(0,r.join)(o,`digests`)];await(0,i.mkdir)(c);let u=await writePages(a,c);return await(0,D.pipeline)(digestLines(a),(0,S.createWriteStream)(l)),a.close(),await writeReports({archive:e,fresh:c,digests:l,count:u.runs,onProgress:n}),await putInPlace({fresh:c,target:s,earlier:(0,r.join)(o,`old`)}),u}catch(e){throw o===null||!(e instanceof Error)||!(`syscall`in e)?e:new s.WS(`file-refused`,`The site cannot be written to ${t} (${(0,s.kc)(e)}).`,{fix:`Check the disk and its permissions. The folder is as it was before.`,cause:e})}finally{a.isOpen&&a.close(),o!==null&&await(0,i.rm)(o,{recursive:!0,force:!0})}}function refuseEmpty(e,t){if([`trails`,`artifacts`,`workflow_runs`,`repositories`].every(t=>e.prepare(`SELECT 1 FROM ${t} LIMIT 1`).get()===void 0))throw new s.WS(`file-refused`,`The archive ${t} is empty.`,{fix:"Collect audit trails first, with `countersign audit collect`."})}async function writePages(e,t){let[n,a]=[totalsOf(e),uncounted(e)];await(0,i.mkdir)((0,r.join)(t,`data`)),await(0,i.mkdir)((0,r.join)(t,`runs`));for(let n of Dt){let o=listPage(e,n,{files:await writeRows(listRows(e,n),n,(0,r.join)(t,`data`)),uncounted:a});await(0,i.writeFile)((0,r.join)(t,`${n.name}.html`),o)}return await(0,i.writeFile)((0,r.join)(t,`index.html`),overviewPage(e,n,a)),await(0,i.writeFile)((0,r.join)(t,Lt),`${JSON.stringify({version:1})}\n`),{runs:n.runs,calls:n.calls,uncounted:a.reduce((e,[,t])=>e+t,0)}}function digestLines(e){return e.prepare(`SELECT t.digest FROM runs r JOIN trails t USING (trail) ORDER BY t.digest`).iterate().map(({digest:e})=>`${String(e)}\n`)}async function writeReports({archive:e,fresh:t,digests:n,count:i,onProgress:a}){let o=0;for await(let s of(0,bt.createInterface)({input:(0,S.createReadStream)(n)})){let n=`${x}/${s.slice(0,2)}/${s}`,c=(0,r.join)(e,n),l=(0,W.B)(()=>(0,T.hd)(c),(0,T.uo)(c),{overview:`../index.html`}),u=(0,S.createWriteStream)((0,r.join)(t,`runs`,`${s}.html`));try{await(0,D.pipeline)(E.Readable.from(l),u)}catch(t){throw damaged(t,{archive:e,folder:n})}o+=1,a({place:`reports`,done:o,total:i,isEnd:o===i})}}function damaged(e,{archive:t,folder:n}){return!(e instanceof s.WS)||e.code!==`trail-broken`&&e.code!==`trail-unreadable`?e:new s.WS(e.code,`The audit trail ${n} of the archive is not what was collected: ${(0,s.kc)(e)}`,{fix:`Restore the archive from a copy, or make a new one of what is left: \`audit collect ${(0,r.join)(t,x)}\` with another --archive.`,cause:e})}let It=1e3;async function writeRows(e,{name:t},n){let[a,o]=[[],[]],s=0,c=[],write=async()=>{let e=a.length-1,o=`countersignRows("${t}",${e},"${await(0,W.x)(c)}");\n`;await(0,i.writeFile)((0,r.join)(n,`${t}-${e}.js`),o),c=[]};for(let t of e){let e=typeof t[0]==`string`?t[0]:``;c.length===0&&(a.push(e),o.push(e)),o[o.length-1]=e,s+=1,c.push(JSON.stringify(t))===It&&await write()}return c.length>0&&await write(),{rows:s,fileRows:It,first:a,last:o}}let Lt=`site.json`,Rt={kind:`site`,marker:Lt,content:[[Lt,`file`],[/^(?:index|runs|calls|problems)\.html$/,`file`],[`data`,[[/^(?:runs|calls|problems)-\d{1,9}\.js$/,`file`]]],[`runs`,[[/^[0-9a-f]{64}\.html$/,`file`]]]]};async function putInPlace({fresh:e,target:t,earlier:n}){let r=await(0,i.lstat)(t).catch(()=>null)!==null;await earlierFiles(t,Rt),r&&await(0,i.rename)(t,n);try{await(0,i.rename)(e,t)}catch(e){throw r&&await(0,i.rename)(n,t).catch(()=>void 0),e}}var site_addDisposableResource=function(e,t,n){if(t!=null){if(typeof t!=`object`&&typeof t!=`function`)throw TypeError(`Object expected.`);var dispose,r;if(n){if(!Symbol.asyncDispose)throw TypeError(`Symbol.asyncDispose is not defined.`);dispose=t[Symbol.asyncDispose]}if(dispose===void 0){if(!Symbol.dispose)throw TypeError(`Symbol.dispose is not defined.`);dispose=t[Symbol.dispose],n&&(r=dispose)}if(typeof dispose!=`function`)throw TypeError(`Object not disposable.`);r&&(dispose=function(){try{r.call(this)}catch(e){return Promise.reject(e)}}),e.stack.push({value:t,dispose,async:n})}else n&&e.stack.push({async:!0});return t},zt=(function(e){return function(t){function fail(n){t.error=t.hasError?new e(n,t.error,`An error was suppressed during disposal.`):n,t.hasError=!0}var n,r=0;function next(){for(;n=t.stack.pop();)try{if(!n.async&&r===1)return r=0,t.stack.push(n),Promise.resolve().then(next);if(n.dispose){var e=n.dispose.call(n.value);if(n.async)return r|=2,Promise.resolve(e).then(next,function(e){return fail(e),next()})}else r|=1}catch(e){fail(e)}if(r===1)return t.hasError?Promise.reject(t.error):Promise.resolve();if(t.hasError)throw t.error}return next()}})(typeof SuppressedError==`function`?SuppressedError:function(e,t,n){var r=Error(n);return r.name=`SuppressedError`,r.error=e,r.suppressed=t,r});let Bt={name:`audit site`,summary:`Write an archive of audit trails as a folder of static pages: figures over time, a search over all calls, and the report of each run`,arguments:`<dir>`,argumentSummary:`the folder to write; an earlier site in it is replaced`,options:[F],examples:[`countersign audit site ./site`],run:site_run};async function site_run(e){let t={stack:[],error:void 0,hasError:!1};try{let n=e.args[0]??``,i=(0,r.resolve)(e.io.cwd,n),a=site_addDisposableResource(t,new ProgressLine(e.io),!1),o=await writeSite({archive:archiveFolder(e),folder:i,onProgress:e=>a.show(e)});return a.clear(),e.show({...o,folder:i},`${(0,O.RK)(site_resultText(o,n))}\n`),N.dc.ok}catch(e){t.error=e,t.hasError=!0}finally{zt(t)}}function site_resultText({runs:e,calls:t,uncounted:n},r){let i=n===0?``:`, and ${n} not counted`;return`${r}/index.html: ${(0,O.hS)(e,`run`)}, ${(0,O.hS)(t,`call`)}${i}`}let Vt=[K.p0,...dt,...pt,Ie,yt,Ze,Bt]}),40402:((e,t,n)=>{n.d(t,{m:()=>warnOfTruncatedLine});var r=n(79463);function warnOfTruncatedLine(e,t,n){e.err(`warning: The last line of ${(0,r.RK)(t)} is truncated (${(0,r.hS)(n,`byte`)} without a newline) and left out: the run is still running, it crashed, or the file was changed.\n`)}}),22021:((e,t,n)=>{n.d(t,{I:()=>oneAtATime});function oneAtATime(){let e=Promise.resolve();return async t=>{let n=e.then(t);return e=n.catch(()=>void 0),await n}}}),52245:((e,t,n)=>{n.d(t,{KR:()=>i,Sh:()=>durationWords,Tc:()=>timeText});var r=n(79463);let i=`Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec`.split(` `),a=[[`day`,864e5],[`hour`,36e5],[`minute`,6e4]];function timeText(e){let t=new Date(e),[n,r]=[t.getUTCHours(),t.getUTCMinutes()].map(e=>String(e).padStart(2,`0`));return`${`${t.getUTCDate()} ${i[t.getUTCMonth()]} ${t.getUTCFullYear()}`}, ${n}:${r} UTC`}function durationWords(e){let[t,n]=a.find(([,t])=>e>=t&&e%t===0)??[`second`,1e3];return(0,r.hS)(Math.round(e/n),t)}}),84066:((e,t,n)=>{n.d(t,{t:()=>roundUsd});let r=1e10;function roundUsd(e){return Math.round(e*r)/r}}),29155:((e,t,n)=>{n.d(t,{$r:()=>openChild,NE:()=>openFolder,Tq:()=>openFile,XM:()=>pathOf,_x:()=>c,cd:()=>statIn,cu:()=>identityOf,do:()=>openChildOrNull,fc:()=>makeFolder,gT:()=>currentPathOf,lW:()=>pathIn,vI:()=>mountOf});var r=n(64821),i=n(51693),a=n(73024),o=n(76760);let s=process.platform===`linux`&&(0,a.existsSync)(`/proc/self/fd`),c=a.constants.O_RDONLY|a.constants.O_NOFOLLOW|a.constants.O_NONBLOCK,l=c|a.constants.O_DIRECTORY;function openFile(e,t,n){let r=(0,a.openSync)(e,t,n);return{fd:r,[Symbol.dispose]:()=>(0,a.closeSync)(r)}}function openFolder(e){return requireUnmoved(openFile(e,l),e)}function openChild(e,t){return requireUnmoved(openFile(pathIn(e,t),l),(0,o.join)(e.realPath,t.toString()))}function openChildOrNull(e,t){return(0,r.X)(()=>openChild(e,t))}function makeFolder(e){try{(0,a.mkdirSync)(e)}catch(e){if((0,i.UQ)(e)!==`EEXIST`)throw e}}function pathIn(e,t){let n=s?`/proc/self/fd/${e.fd}/`:`${e.realPath}/`;return typeof t==`string`?n+t:Buffer.concat([Buffer.from(n),t])}function pathOf(e){return s?`/proc/self/fd/${e.fd}/.`:e.realPath}function statIn(e,t){try{return(0,a.lstatSync)(pathIn(e,t))}catch(e){if((0,i.UQ)(e)===`ENOENT`)return null;throw e}}function mountOf(e){if(!s)return String((0,a.fstatSync)(e).dev);let t=(0,a.readFileSync)(`/proc/self/fdinfo/${e}`,`utf8`);return/^mnt_id:\s*(\d+)$/mu.exec(t)?.[1]??String((0,a.fstatSync)(e).dev)}function currentPathOf(e){return s?(0,r.X)(()=>(0,a.readlinkSync)(`/proc/self/fd/${e}`)):null}function identityOf(e){let t=(0,a.fstatSync)(e.fd);return{dev:t.dev,ino:t.ino,mount:mountOf(e.fd)}}function requireUnmoved(e,t){let n={...e,realPath:t};if(s)return n;let r=(0,a.fstatSync)(e.fd),i=(0,a.lstatSync)((0,a.realpathSync)(t));if((0,a.realpathSync)(t)===t&&r.ino===i.ino&&r.dev===i.dev)return n;throw e[Symbol.dispose](),Object.assign(Error(`${t} changed while it was opened`),{code:`ELOOP`})}}),97299:((e,t,n)=>{n.d(t,{AJ:()=>regularFileTextOrEmpty,Dl:()=>isSameFile,Pm:()=>namesOrEmpty,RX:()=>linkedFileId,Vc:()=>readUpTo,XF:()=>readRegularFile,XX:()=>regularFileOrNull,nd:()=>lstatOrNull,yA:()=>realOr});var r=n(73024),i=n(76760),a=n(64821),o=n(29155),__addDisposableResource=function(e,t,n){if(t!=null){if(typeof t!=`object`&&typeof t!=`function`)throw TypeError(`Object expected.`);var dispose,r;if(n){if(!Symbol.asyncDispose)throw TypeError(`Symbol.asyncDispose is not defined.`);dispose=t[Symbol.asyncDispose]}if(dispose===void 0){if(!Symbol.dispose)throw TypeError(`Symbol.dispose is not defined.`);dispose=t[Symbol.dispose],n&&(r=dispose)}if(typeof dispose!=`function`)throw TypeError(`Object not disposable.`);r&&(dispose=function(){try{r.call(this)}catch(e){return Promise.reject(e)}}),e.stack.push({value:t,dispose,async:n})}else n&&e.stack.push({async:!0});return t},s=(function(e){return function(t){function fail(n){t.error=t.hasError?new e(n,t.error,`An error was suppressed during disposal.`):n,t.hasError=!0}var n,r=0;function next(){for(;n=t.stack.pop();)try{if(!n.async&&r===1)return r=0,t.stack.push(n),Promise.resolve().then(next);if(n.dispose){var e=n.dispose.call(n.value);if(n.async)return r|=2,Promise.resolve(e).then(next,function(e){return fail(e),next()})}else r|=1}catch(e){fail(e)}if(r===1)return t.hasError?Promise.reject(t.error):Promise.resolve();if(t.hasError)throw t.error}return next()}})(typeof SuppressedError==`function`?SuppressedError:function(e,t,n){var r=Error(n);return r.name=`SuppressedError`,r.error=e,r.suppressed=t,r});let c=r.constants.O_RDONLY|r.constants.O_NONBLOCK;function readRegularFile(e,t){let n={stack:[],error:void 0,hasError:!1};try{let i=__addDisposableResource(n,(0,o.Tq)(e,c),!1),a=(0,r.fstatSync)(i.fd);if(!a.isFile())throw Error(`${e} is not a regular file`);if(a.size>t)throw Error(`${e} is longer than ${t} bytes`);return(0,r.readFileSync)(i.fd)}catch(e){n.error=e,n.hasError=!0}finally{s(n)}}function regularFileOrNull(e,t){return(0,a.X)(()=>readRegularFile(e,t))}function regularFileTextOrEmpty(e,t){return regularFileOrNull(e,t)?.toString(`utf8`)??``}function readUpTo(e,t){let n=Buffer.allocUnsafe(t),i=0;for(;i<t;){let a=(0,r.readSync)(e,n,i,t-i,i);if(a===0)break;i+=a}return n.subarray(0,i)}function lstatOrNull(e){return(0,a.X)(()=>(0,r.lstatSync)(e))}function isSameFile(e,t){let[n,i]=[(0,a.X)(()=>(0,r.statSync)(e)),(0,a.X)(()=>(0,r.statSync)(t))];return n!==null&&n.ino===i?.ino&&n.dev===i.dev}function namesOrEmpty(e){return(0,a.X)(()=>(0,r.readdirSync)(e))??[]}function realOr(e){return(0,a.X)(()=>(0,r.realpathSync)(e))??(0,i.resolve)(e)}function linkedFileId(e){let t=lstatOrNull(e);return t?.isFile()===!0&&t.nlink>1?`${t.dev}:${t.ino}`:null}})};