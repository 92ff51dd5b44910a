/** What tests do on the local GitHub beside what the demo does. */
import { randomUUID } from 'node:crypto';
import {
  addArtifact,
  addBlob,
  type ArtifactService,
  digestOf,
} from '../../../src/testing/artifact-server.ts';
import {
  accountOf,
  addReaction,
  editComment,
  type ServedCheckRun,
} from '../../../src/testing/github-server/state.ts';
import type { GitHubServer, LocalRunner, ServedComment } from '../../../src/testing/index.ts';
import type { Fault } from './faults.ts';

/** A local GitHub whose requests a test lets fail, and on which people do more. */
export interface TestGitHub extends GitHubServer {
  readonly artifacts: TestArtifacts;
  fail(fault: Fault): void;
  /** From now on the token may do this, as that of another job. */
  tokenMay(permissions: Readonly<Record<string, 'read' | 'write'>>): void;
  editComment(wanted: {
    readonly id: number;
    readonly login: string;
    readonly body: string;
  }): ServedComment;
  deleteComment(id: number): void;
  react(comment: number, login: string, content: string): void;
  reactionsOn(comment: number): readonly { readonly login: string; readonly content: string }[];
  checkRuns(): readonly ServedCheckRun[];
}

/** A runner beside such a GitHub. */
export interface TestRunner extends LocalRunner {
  readonly github: TestGitHub;
}

interface TestArtifacts extends ArtifactService {
  /** What was uploaded under an artifact's id, as it is stored: a zip. */
  bytesOf(id: number): Buffer;
  /** An artifact that a workflow run uploaded, in any repository. Returns its id. */
  put(artifact: {
    readonly name: string;
    readonly bytes: Buffer;
    readonly workflowRunId: number;
    readonly repository?: string;
    readonly createdAt?: string;
    readonly isFromFork?: boolean;
  }): number;
  /** Deletes an artifact. */
  remove(id: number): void;
  /** Changes the stored bytes without changing the reported digest. */
  tamper(id: number, change: (bytes: Buffer) => Buffer): void;
}

/** The server with all that tests do on it; `fail` is that of the faults that it has. */
export function testGitHub(server: GitHubServer, fail: TestGitHub['fail']): TestGitHub {
  const { state } = server;
  return {
    ...server,
    artifacts: testArtifacts(server.artifacts),
    fail,
    tokenMay: (permissions) => {
      state.tokenPermissions = permissions;
    },
    editComment: ({ id, login, body }) =>
      editComment(state, { id, editor: accountOf(state, login), body }),
    deleteComment: (id) => {
      state.comments.delete(id);
    },
    react: (comment, login, content) => {
      addReaction(state, { comment, user: accountOf(state, login), content });
    },
    reactionsOn: (comment) =>
      state.reactions
        .filter((one) => one.comment === comment)
        .map((one) => ({ login: one.user.login, content: one.content })),
    checkRuns: () => [...state.checkRuns.values()],
  };
}

function testArtifacts(service: ArtifactService): TestArtifacts {
  const { store } = service;
  const blobOf = (id: number) => {
    const blob = store.blobs.get(store.artifacts.find((one) => one.id === id)?.blob ?? '');
    if (blob === undefined) throw new Error(`There is no artifact ${id}.`);
    return blob;
  };
  return {
    ...service,
    bytesOf: (id) => blobOf(id).body ?? Buffer.alloc(0),
    put: ({ bytes, ...wanted }) =>
      addArtifact(store, {
        ...wanted,
        backendRun: randomUUID(),
        backendJob: randomUUID(),
        blob: addBlob(store, `${wanted.name}.zip`, { body: bytes, type: 'application/zip' }),
        done: { size: bytes.length, digest: digestOf(bytes) },
      }).id,
    remove: (id) => {
      const index = store.artifacts.findIndex((one) => one.id === id);
      if (index >= 0) store.artifacts.splice(index, 1);
    },
    tamper: (id, change) => {
      const blob = blobOf(id);
      blob.body = change(blob.body ?? Buffer.alloc(0));
    },
  };
}
