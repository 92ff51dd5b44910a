/** The routes of the local GitHub for check runs, which only an App may make, and only the same App may change. */
import { isJsonObject } from '../../common/index.ts';
import type { ServedReply } from './http.ts';
import { apiUrl, appJson, WEB } from './repository-json.ts';
import { invalid, notFound, ok, refused, type Routes, type RouteCall, text } from './routes.ts';
import { freshId, type GitHubState, type ServedCheckRun, stamp } from './state.ts';

const MAX_ACTIONS = 3;
const MAX_ANNOTATIONS = 50;
const MAX_SUMMARY_CHARS = 65_535;
/** GitHub's limits for a button, by field. */
const ACTION_CHARS = { label: 20, description: 40, identifier: 20 } as const;

const notAnApp = refused(403, 'You must authenticate via a GitHub App.');

function createCheckRun(call: RouteCall): ServedReply {
  const { state } = call;
  if (!state.installation) return notAnApp;
  const [name, headSha] = [text(call, 'name'), text(call, 'head_sha')];
  if (name === undefined || headSha === undefined || state.git.resolve(headSha) === null)
    return invalid('CheckRun', 'head_sha', 'No commit found for SHA');
  const check: ServedCheckRun = {
    id: freshId(state),
    name,
    headSha,
    externalId: text(call, 'external_id') ?? '',
    startedAt: stamp(state),
    status: 'queued',
    conclusion: null,
    title: '',
    summary: '',
    actions: [],
    annotations: [],
  };
  const problem = changed(call, check);
  if (problem !== null) return problem;
  state.checkRuns.set(check.id, check);
  return ok(checkRunJson(state, check), 201);
}

function updateCheckRun(call: RouteCall): ServedReply {
  const { state, parts } = call;
  if (!state.installation) return notAnApp;
  const check = state.checkRuns.get(Number(parts['id']));
  if (check === undefined) return notFound;
  return changed(call, check) ?? ok(checkRunJson(state, check));
}

/** Applies the fields, or returns what GitHub would refuse. */
function changed(call: RouteCall, check: ServedCheckRun): ServedReply | null {
  const { actions = check.actions, output } = call.fields;
  if (!Array.isArray(actions) || actions.length > MAX_ACTIONS || !actions.every(isAction))
    return invalid('CheckRun', 'actions', 'is not a list of at most three actions');
  const given = isJsonObject(output) ? output : {};
  const { title, summary, annotations = [] } = given;
  if (typeof summary === 'string' && summary.length > MAX_SUMMARY_CHARS)
    return invalid('CheckRun', 'summary', 'is too long (maximum is 65535 characters)');
  if (!Array.isArray(annotations) || annotations.length > MAX_ANNOTATIONS)
    return invalid('CheckRun', 'annotations', 'exceeds a maximum quantity of 50');
  const conclusion = text(call, 'conclusion') ?? null;
  check.status = conclusion === null ? (text(call, 'status') ?? check.status) : 'completed';
  check.conclusion = check.status === 'completed' ? (conclusion ?? check.conclusion) : null;
  if (typeof title === 'string') check.title = title;
  if (typeof summary === 'string') check.summary = summary;
  check.actions = actions;
  check.annotations = [...check.annotations, ...annotations.filter(isJsonObject)];
  return null;
}

function isAction(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    Object.entries(ACTION_CHARS).every(([field, most]) => {
      const words = value[field];
      return typeof words === 'string' && words !== '' && words.length <= most;
    })
  );
}

export const checkRoutes: Routes = {
  'POST REPO/check-runs': { needs: 'checks=write', answer: createCheckRun },
  'PATCH REPO/check-runs/:id': { needs: 'checks=write', answer: updateCheckRun },
  'GET REPO/check-runs/:id': {
    needs: 'checks=read',
    answer: ({ state, parts }) => {
      const check = state.checkRuns.get(Number(parts['id']));
      return check === undefined ? notFound : ok(checkRunJson(state, check));
    },
  },
};

/** A check run that the token's own App made. */
export function checkRunJson(state: GitHubState, check: ServedCheckRun): object {
  const { title, summary } = check;
  const url = `${apiUrl(state)}/check-runs/${check.id}`;
  return {
    id: check.id,
    node_id: `CR_${check.id}`,
    head_sha: check.headSha,
    external_id: check.externalId,
    url,
    html_url: `${WEB}/${state.owner}/${state.repo}/runs/${check.id}`,
    details_url: WEB,
    status: check.status,
    conclusion: check.conclusion,
    started_at: check.startedAt,
    completed_at: check.conclusion === null ? null : check.startedAt,
    output: {
      title,
      summary,
      text: null,
      annotations_count: check.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    name: check.name,
    check_suite: { id: 1 },
    app: appJson(state.self.login.replace(/\[bot\]$/, '')),
    pull_requests: [],
  };
}
