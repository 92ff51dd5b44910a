/** A question about an archive that has a name. */
interface Question {
  readonly name: string;
  readonly summary: string;
  readonly sql: string;
}

const SECONDS = 24 * 3600;

/** What a run cost, grouped by something. NULL prices are counted and not guessed. */
function cost(by: string, { order = 'cost_usd DESC' } = {}): string {
  return `
SELECT ${by}, count(DISTINCT r.trail) AS runs, count(*) AS replies,
  sum(u.input_tokens) AS input_tokens, sum(u.output_tokens) AS output_tokens,
  sum(u.cache_read_tokens) AS cache_read_tokens, sum(u.cache_creation_tokens) AS cache_creation_tokens,
  round(total(u.cost_usd), 6) AS cost_usd,
  sum(u.cost_usd IS NULL) AS replies_without_price
FROM usage u JOIN runs r USING (trail)
GROUP BY 1 ORDER BY ${order}`;
}

/**
 * The ready questions. Each is one statement over the tables of `schema.ts`; rows of trails that do not verify are in none of them.
 * SQLite and DuckDB run the same text, so it has only what both know.
 */
export const QUESTIONS: readonly Question[] = [
  {
    name: 'runs',
    summary: 'each run: who requested it, how it ended, calls, cost',
    sql: `
SELECT r.started_at, r.repository, r.run, r.event, r.actor, r.number, coalesce(r.outcome, 'unfinished') AS outcome,
  (SELECT count(*) FROM calls c WHERE c.trail = r.trail) AS calls,
  (SELECT count(*) FROM denials d WHERE d.trail = r.trail) AS denied,
  (SELECT CASE WHEN sum(u.cost_usd IS NULL) > 0 THEN NULL ELSE round(total(u.cost_usd), 6) END
    FROM usage u WHERE u.trail = r.trail) AS cost_usd,
  r.url, t.folder
FROM runs r JOIN trails t USING (trail) ORDER BY r.started_at`,
  },
  {
    name: 'approvals',
    summary: 'who approved or denied what, and how fast',
    sql: `
SELECT d.answered_at, r.repository, d.login, d.permission, d.decision,
  CASE WHEN d.counted = 1 THEN 'yes' ELSE 'no: ' || d.because END AS counted,
  round((julianday(d.answered_at) - julianday(a.asked_at)) * ${SECONDS}) AS seconds,
  c.tool, c.arguments, c.rule, c.state, d.url, r.run, d.call
FROM decisions d JOIN runs r USING (trail)
LEFT JOIN approvals a ON a.trail = d.trail AND a.approval = d.approval
LEFT JOIN calls c ON c.trail = d.trail AND c.call = d.call
ORDER BY d.answered_at`,
  },
  {
    name: 'approvers',
    summary: 'for each person: answers that counted, and how fast (median)',
    sql: `
WITH answers AS (
  SELECT d.login, d.decision, (julianday(d.answered_at) - julianday(a.asked_at)) * ${SECONDS} AS seconds
  FROM decisions d JOIN approvals a ON a.trail = d.trail AND a.approval = d.approval WHERE d.counted = 1
), ordered AS (
  SELECT *, row_number() OVER (PARTITION BY login ORDER BY seconds) AS place, count(*) OVER (PARTITION BY login) AS many
  FROM answers
)
SELECT login, count(*) AS answers, sum(decision = 'approve') AS approved, sum(decision = 'deny') AS denied,
  round(max(seconds) FILTER (WHERE 2 * place IN (many, many + 1))) AS median_seconds,
  round(min(seconds)) AS fastest_seconds, round(max(seconds)) AS slowest_seconds
FROM ordered GROUP BY login ORDER BY answers DESC, login`,
  },
  {
    name: 'denials',
    summary: 'what was denied, by whom, and why',
    sql: `
SELECT d.time, r.repository, d.denied_by, d.tool, d.arguments, d.rule, d.line, d.layer, d.because, r.run, d.call, r.url
FROM denials d JOIN runs r USING (trail) ORDER BY d.time`,
  },
  {
    name: 'rules-never-refused',
    summary: 'which rule asks most often without anybody ever denying it',
    sql: `
SELECT r.policy, c.layer, c.rule, c.list, count(DISTINCT a.trail || ' ' || a.approval) AS asked,
  count(DISTINCT CASE WHEN a.used_at IS NOT NULL THEN a.trail || ' ' || a.approval END) AS approved,
  count(DISTINCT r.repository) AS repositories, group_concat(DISTINCT c.tool ORDER BY c.tool) AS tools
FROM approvals a JOIN calls c ON c.trail = a.trail AND c.call = a.call JOIN runs r ON r.trail = a.trail
GROUP BY r.policy, c.layer, c.rule, c.list
HAVING approved > 0 AND NOT EXISTS (
  SELECT 1 FROM decisions d JOIN calls o ON o.trail = d.trail AND o.call = d.call JOIN runs q ON q.trail = d.trail
  WHERE d.decision = 'deny' AND d.counted = 1 AND q.policy IS NOT DISTINCT FROM r.policy
    AND o.layer IS NOT DISTINCT FROM c.layer AND o.rule IS NOT DISTINCT FROM c.rule AND o.list IS NOT DISTINCT FROM c.list)
ORDER BY asked DESC, c.rule`,
  },
  {
    name: 'untrusted',
    summary: 'what runs did after they had read untrusted content, and which content',
    sql: `
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
ORDER BY c.time`,
  },
  {
    name: 'hosts',
    summary: 'hosts that commands reached, or tried to',
    sql: `
SELECT h.host, h.verdict, sum(h.count) AS connections, count(DISTINCT h.trail || ' ' || h.call) AS calls,
  count(DISTINCT h.trail) AS runs, count(DISTINCT r.repository) AS repositories
FROM hosts h JOIN runs r USING (trail) GROUP BY h.host, h.verdict ORDER BY h.verdict DESC, connections DESC, h.host`,
  },
  {
    name: 'files',
    summary: 'files that calls wrote or pushed, and in how many runs',
    sql: `
SELECT r.repository, f.path, f.how, count(*) AS times, count(DISTINCT f.trail) AS runs
FROM files f JOIN runs r USING (trail) WHERE f.how <> 'read'
GROUP BY r.repository, f.path, f.how ORDER BY times DESC, r.repository, f.path`,
  },
  {
    name: 'cost-by-repository',
    summary: 'tokens and cost of each repository',
    sql: cost('r.repository'),
  },
  {
    name: 'cost-by-actor',
    summary: 'tokens and cost of each person who requested runs',
    sql: cost('r.actor'),
  },
  { name: 'cost-by-model', summary: 'tokens and cost of each model', sql: cost('u.model') },
  {
    name: 'cost-by-week',
    summary: 'tokens and cost of each week (ISO 8601)',
    sql: cost("strftime('%G-W%V', u.time) AS week", { order: 'week' }),
  },
  {
    name: 'problems',
    summary: 'runs whose audit trail is missing, does not verify, or contradicts another',
    sql: `
SELECT time, problem, repository, workflow_run, run, because, folder FROM problems ORDER BY problem, repository, time`,
  },
];
