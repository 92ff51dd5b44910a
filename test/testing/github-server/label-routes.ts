/** The routes of the local GitHub for labels. */
import type { ServedReply } from '../../../src/testing/github-server/http.ts';
import { labelJson } from '../../../src/testing/github-server/json.ts';
import {
  notFound,
  paged,
  refused,
  type Routes,
  type RouteCall,
} from '../../../src/testing/github-server/routes.ts';
import type { ServedIssue } from '../../../src/testing/github-server/state.ts';

function labelsOf(call: RouteCall, issue: ServedIssue): ServedReply {
  return { status: 200, body: issue.labels.map((name) => labelJson(call.state, name)) };
}

function addLabels(call: RouteCall): ServedReply {
  const issue = call.state.issues.get(Number(call.parts['number']));
  if (issue === undefined) return notFound;
  const { labels } = call.fields;
  const names = Array.isArray(labels) ? labels.filter((name) => typeof name === 'string') : [];
  // GitHub makes labels that are not there.
  for (const name of names) call.state.labels.add(name);
  issue.labels = [...new Set([...issue.labels, ...names])];
  return labelsOf(call, issue);
}

function removeLabel(call: RouteCall): ServedReply {
  const issue = call.state.issues.get(Number(call.parts['number']));
  const name = call.parts['name'] ?? '';
  if (issue === undefined) return notFound;
  if (!issue.labels.includes(name)) return refused(404, 'Label does not exist');
  issue.labels = issue.labels.filter((one) => one !== name);
  return labelsOf(call, issue);
}

export const labelRoutes: Routes = {
  'GET REPO/labels': {
    needs: 'issues=read',
    answer: (call) =>
      paged(
        call,
        [...call.state.labels].map((name) => labelJson(call.state, name)),
      ),
  },
  'POST REPO/issues/:number/labels': { needs: 'issues=write', answer: addLabels },
  'DELETE REPO/issues/:number/labels/:name': { needs: 'issues=write', answer: removeLabel },
};
