/** The routes of the local GitHub for artifacts of workflow runs, as anybody with `actions: read` sees them. */
import { signed, type StoredArtifact } from '../../../src/testing/artifact-server.ts';
import type { ServedReply } from '../../../src/testing/github-server/http.ts';
import {
  apiUrl,
  FORK_ID,
  minimalRepositoryJson,
  REPOSITORY_ID,
} from '../../../src/testing/github-server/repository-json.ts';
import {
  notFound,
  ok,
  paged,
  refused,
  type Routes,
  type RouteCall,
} from '../../../src/testing/github-server/routes.ts';

function artifactJson(call: RouteCall, one: StoredArtifact): object {
  const url = `${apiUrl(call.state)}/actions/artifacts/${one.id}`;
  return {
    id: one.id,
    node_id: `A_${one.id}`,
    name: one.name,
    size_in_bytes: one.done?.size ?? 0,
    url,
    archive_download_url: `${url}/zip`,
    expired: one.expired,
    digest: one.done?.digest ?? null,
    created_at: one.createdAt,
    updated_at: one.createdAt,
    expires_at: one.expiresAt,
    workflow_run: {
      id: one.workflowRunId,
      repository_id: REPOSITORY_ID,
      head_repository_id: one.isFromFork ? FORK_ID : REPOSITORY_ID,
    },
  };
}

/** Newest first, as GitHub lists them. */
function finished(call: RouteCall): readonly StoredArtifact[] {
  const here = `${call.state.owner}/${call.state.repo}`;
  return call.state.artifacts.artifacts
    .filter((one) => one.done !== null && one.repository === here)
    .toSorted((a, b) => b.id - a.id);
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
  if (one.expired) return refused(410, 'Artifact has expired');
  return {
    status: 302,
    headers: { location: signed(call.state.artifacts.store, one.blob) },
    body: '',
  };
}

/** The repositories of the organisation that the server knows. */
function listRepositories(call: RouteCall): ServedReply {
  const { state, parts } = call;
  const names = [`${state.owner}/${state.repo}`, ...Object.keys(state.others)];
  const found = names.filter((name) => name.split('/')[0] === parts['org']).toSorted();
  if (found.length === 0) return notFound;
  return paged(
    call,
    found.map((name) => minimalRepositoryJson({ ...state, repo: name.split('/')[1] ?? '' })),
  );
}

export const artifactRoutes: Routes = {
  'GET /orgs/:org/repos': { needs: 'metadata=read', answer: listRepositories },
  'GET REPO/actions/artifacts': { needs: 'actions=read', answer: list },
  'GET REPO/actions/runs/:run/artifacts': { needs: 'actions=read', answer: list },
  'GET REPO/actions/artifacts/:id': { needs: 'actions=read', answer: show },
  'GET REPO/actions/artifacts/:id/:format': { needs: 'actions=read', answer: download },
};
