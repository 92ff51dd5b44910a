/** The routes of the local GitHub about labels. */
import type { ServedReply } from './github-server-http.ts';
import { notFound, type Route, type RouteCall } from './github-server-routes.ts';

function labelJson(name: string): object {
  return { id: 0, name, color: 'ededed', default: false };
}

function addLabels(call: RouteCall): ServedReply {
  const issue = call.state.issues.get(Number(call.parts['number']));
  if (issue === undefined) return notFound;
  const { labels } = call.fields;
  const names = Array.isArray(labels) ? labels.filter((name) => typeof name === 'string') : [];
  // GitHub makes labels that are not there.
  for (const name of names) call.state.labels.add(name);
  issue.labels = [...new Set([...issue.labels, ...names])];
  return { status: 200, body: issue.labels.map(labelJson) };
}

function removeLabel(call: RouteCall): ServedReply {
  const issue = call.state.issues.get(Number(call.parts['number']));
  const name = call.parts['name'] ?? '';
  if (issue === undefined || !issue.labels.includes(name)) return notFound;
  issue.labels = issue.labels.filter((one) => one !== name);
  return { status: 200, body: issue.labels.map(labelJson) };
}

export const labelRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'REPO/labels',
    needs: 'issues=read',
    answer: ({ state }) => ({ status: 200, body: [...state.labels].map(labelJson) }),
  },
  { method: 'POST', path: 'REPO/issues/:number/labels', needs: 'issues=write', answer: addLabels },
  {
    method: 'DELETE',
    path: 'REPO/issues/:number/labels/:name',
    needs: 'issues=write',
    answer: removeLabel,
  },
];
