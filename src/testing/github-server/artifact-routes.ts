/** The routes of the local GitHub for artifacts of workflow runs, as anybody with `actions: read` sees them. */
import type { StoredArtifact } from '../artifact-server.ts';
import type { ServedReply } from './http.ts';
import { apiUrl } from './repository-json.ts';
import { notFound, ok, paged, type Route, type RouteCall } from './routes.ts';

function artifactJson(call: RouteCall, one: StoredArtifact): object {
  const url = `${apiUrl(call.state)}/actions/artifacts/${one.id}`;
  return {
    id: one.id,
    node_id: `A_${one.id}`,
    name: one.name,
    size_in_bytes: one.done?.size ?? 0,
    url,
    archive_download_url: `${url}/zip`,
    expired: false,
    digest: one.done?.digest ?? null,
    created_at: one.createdAt,
    updated_at: one.createdAt,
    expires_at: one.expiresAt,
    workflow_run: { id: one.workflowRunId },
  };
}

function finished(call: RouteCall): readonly StoredArtifact[] {
  return call.state.artifacts.artifacts.filter((one) => one.done !== null);
}

function list(call: RouteCall): ServedReply {
  const { run } = call.parts;
  const name = call.request.query.get('name');
  const wanted = finished(call)
    .filter((one) => run === undefined || String(one.workflowRunId) === run)
    .filter((one) => name === null || one.name === name);
  const page = paged(
    call,
    wanted.map((one) => artifactJson(call, one)),
  );
  return { ...page, body: { total_count: wanted.length, artifacts: page.body } };
}

function show(call: RouteCall): ServedReply {
  const one = finished(call).find((artifact) => String(artifact.id) === call.parts['id']);
  return one === undefined ? notFound : ok(artifactJson(call, one));
}

function download(call: RouteCall): ServedReply {
  const one = finished(call).find((artifact) => String(artifact.id) === call.parts['id']);
  if (one === undefined || call.parts['format'] !== 'zip') return notFound;
  return { status: 302, headers: { location: call.state.artifacts.addressOf(one) }, body: '' };
}

export const artifactRoutes: readonly Route[] = [
  { method: 'GET', path: 'REPO/actions/artifacts', needs: 'actions=read', answer: list },
  { method: 'GET', path: 'REPO/actions/runs/:run/artifacts', needs: 'actions=read', answer: list },
  { method: 'GET', path: 'REPO/actions/artifacts/:id', needs: 'actions=read', answer: show },
  {
    method: 'GET',
    path: 'REPO/actions/artifacts/:id/:format',
    needs: 'actions=read',
    answer: download,
  },
];
