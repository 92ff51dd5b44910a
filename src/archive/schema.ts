/** Marks the file as an archive of Countersign: `csgn`. */
export const APPLICATION_ID = 0x6373676e;
/** The version of the tables. A file of another version is refused. */
export const SCHEMA_VERSION = 2;

/**
 * The tables of an archive. `countersign audit query --schema` prints this text, so its comments are for everybody who writes
 * SQL. Times are RFC 3339 in UTC; text of the audit trails is untrusted and may be cut; NULL is "not recorded" or "not known".
 */
export const SCHEMA = `
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
`;

/** The tables that hold rows of counted trails, in the order in which they can be emptied. */
export const COUNTED_TABLES = [
  'runs',
  'turns',
  'usage',
  'calls',
  'verdicts',
  'approvals',
  'decisions',
  'effects',
  'files',
  'hosts',
  'sources',
] as const;
