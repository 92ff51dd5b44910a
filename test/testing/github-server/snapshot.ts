/** Copies what one local GitHub remembers into others, which continue from there: the steps before that run once. */
import type { GitHubState } from '../../../src/testing/github-server/state.ts';
import { ciOf } from './ci-state.ts';

/** What people and steps have left on a local GitHub; its settings, its repository and its address are not in it. */
function contentOf(state: GitHubState) {
  const { accounts, permissions, teams, issues, comments, checkRuns, reactions, nextId } = state;
  const { artifacts, runs, nextId: nextArtifact } = state.artifacts.store;
  const { workflowRuns } = ciOf(state);
  const maps = { accounts, permissions, teams, issues, comments, checkRuns, runs, workflowRuns };
  return { maps, lists: { reactions, artifacts }, nextId, nextArtifact };
}

/** Remembers the content of a local GitHub. The result puts a copy of it into one that was just started. */
export function snapshotOf(state: GitHubState): (started: GitHubState) => void {
  const kept = structuredClone(contentOf(state));
  // `structuredClone` would make other arrays of buffers. Nobody changes the bytes of one.
  const blobs = [...state.artifacts.store.blobs].map(([key, blob]) => [key, { ...blob }] as const);
  return (started) => {
    const { maps, lists, nextId, nextArtifact } = structuredClone(kept);
    const own = contentOf(started);
    for (const [name, map] of Object.entries(own.maps)) fill(map, maps[name as keyof typeof maps]);
    own.lists.reactions.push(...lists.reactions);
    own.lists.artifacts.push(...lists.artifacts);
    const { store } = started.artifacts;
    for (const [key, blob] of blobs) store.blobs.set(key, { ...blob });
    started.nextId = nextId;
    store.nextId = nextArtifact;
  };
}

function fill(map: Map<unknown, unknown>, content: ReadonlyMap<unknown, unknown>): void {
  for (const [key, value] of content) map.set(key, value);
}
