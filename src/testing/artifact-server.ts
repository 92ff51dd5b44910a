/**
 * GitHub's artifact service: the results service (Twirp over JSON), and the blob storage with signed addresses. Pure:
 * requests in, replies out.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { ServedReply, ServedRequest } from './github-server/http.ts';

export interface StoredArtifact {
  readonly id: number;
  /** The workflow run and job as the service calls them; `workflowRunId` is the number that people know. */
  readonly backendRun: string;
  readonly backendJob: string;
  readonly workflowRunId: number;
  /** `OWNER/REPO`. */
  readonly repository: string;
  readonly name: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly blob: string;
  /** Set when the upload was finished. */
  done: { readonly size: number; readonly digest: string } | null;
  /** GitHub still lists it, and has its bytes no more. */
  expired: boolean;
  /** The workflow run is of a commit of a fork. */
  readonly isFromFork: boolean;
}

export interface ArtifactService {
  /** `null` for a request of another service. */
  handle(request: ServedRequest): ServedReply | null;
  readonly artifacts: readonly StoredArtifact[];
  readonly store: Store;
  /** What the runner puts into the environment of a step of that workflow run. */
  envFor(run: { readonly runId: number; readonly job?: string }): Readonly<Record<string, string>>;
}

interface Blob {
  readonly blocks: Map<string, Buffer>;
  body: Buffer | null;
  type: string;
}

/** What the service keeps. */
interface Store {
  readonly url: string;
  readonly repository: string;
  readonly artifacts: StoredArtifact[];
  readonly blobs: Map<string, Blob>;
  /** Backend run id to workflow run number. */
  readonly runs: Map<string, number>;
  nextId: number;
}

class TwirpError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const TWIRP = /^\/twirp\/github\.actions\.results\.api\.v1\.ArtifactService\/(\w+)$/;
const TOKEN_HOURS = 6;

/** An empty service that answers under `url`. What is uploaded to it is of `repository`. */
export function createArtifactService(url: string, repository: string): ArtifactService {
  const store: Store = {
    url,
    repository,
    artifacts: [],
    blobs: new Map(),
    runs: new Map(),
    nextId: 1000,
  };
  return {
    artifacts: store.artifacts,
    handle: (request) => twirp(store, request) ?? blobStorage(store, request),
    store,
    envFor: ({ runId, job }) => envFor(store, runId, job ?? randomUUID()),
  };
}

export function addArtifact(
  store: Store,
  wanted: Partial<StoredArtifact> &
    Pick<StoredArtifact, 'backendRun' | 'backendJob' | 'workflowRunId' | 'name' | 'blob'>,
): StoredArtifact {
  const artifact: StoredArtifact = {
    id: store.nextId,
    repository: store.repository,
    createdAt: new Date().toISOString(),
    expiresAt: null,
    done: null,
    expired: false,
    isFromFork: false,
    ...wanted,
  };
  store.nextId += 1;
  store.artifacts.push(artifact);
  return artifact;
}

/** Stores a blob and returns its key. */
export function addBlob(store: Store, name: string, content: Pick<Blob, 'body' | 'type'>): string {
  const key = `${randomUUID()}/${encodeURIComponent(name)}`;
  store.blobs.set(key, { blocks: new Map(), ...content });
  return key;
}

export function digestOf(bytes: Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

function envFor(store: Store, runId: number, job: string): Readonly<Record<string, string>> {
  const known = [...store.runs].find(([, number]) => number === runId);
  const backendRun = known?.[0] ?? randomUUID();
  store.runs.set(backendRun, runId);
  return {
    ACTIONS_RESULTS_URL: `${store.url}/`,
    ACTIONS_RUNTIME_TOKEN: runtimeToken(backendRun, job),
    GITHUB_RUN_ID: String(runId),
  };
}

/** A JWT as the runner gets it: only its claims are read. */
function runtimeToken(run: string, job: string): string {
  const exp = Math.floor(Date.now() / 1000) + TOKEN_HOURS * 3600;
  const claims = { scp: `Actions.GenericRead:00000000 Actions.Results:${run}:${job}`, exp };
  return `${jwtPart({ alg: 'none', typ: 'JWT' })}.${jwtPart(claims)}.local`;
}

function jwtPart(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function twirp(store: Store, request: ServedRequest): ServedReply | null {
  const method = TWIRP.exec(request.path)?.[1];
  if (method === undefined || request.method !== 'POST') return null;
  if (!/^Bearer ./.test(request.headers.authorization ?? '')) {
    return { status: 401, body: { code: 'unauthenticated', msg: 'no token' } };
  }
  const act = METHODS[method];
  if (act === undefined) return { status: 404, body: { code: 'bad_route', msg: method } };
  try {
    return { status: 200, body: act(store, fieldsOf(request.body)) };
  } catch (error) {
    if (!(error instanceof TwirpError)) throw error;
    return { status: error.status, body: { code: error.code, msg: error.message } };
  }
}

type Fields = Readonly<Record<string, string>>;

/** The fields of a request as text, in snake case: the client sends either case, and int64 as text. */
function fieldsOf(body: Buffer): Fields {
  const parsed: unknown = JSON.parse(body.length === 0 ? '{}' : body.toString('utf8'));
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(parsed ?? {})) {
    if (value === null || value === undefined) continue;
    fields[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = String(value);
  }
  return fields;
}

const METHODS: Readonly<Record<string, (store: Store, fields: Fields) => object>> = {
  CreateArtifact: (store, fields) => {
    const {
      workflow_run_backend_id: run = '',
      workflow_job_run_backend_id: job = '',
      name = '',
    } = fields;
    if (store.artifacts.some((artifact) => artifact.backendRun === run && artifact.name === name)) {
      throw new TwirpError(
        409,
        'already_exists',
        'an artifact with this name already exists on the workflow run',
      );
    }
    const zip = (fields['mime_type'] ?? 'application/zip') === 'application/zip';
    const blob = addBlob(store, zip ? `${name}.zip` : name, { body: null, type: '' });
    addArtifact(store, {
      backendRun: run,
      backendJob: job,
      workflowRunId: store.runs.get(run) ?? 0,
      name,
      expiresAt: fields['expires_at'] ?? null,
      blob,
    });
    return { ok: true, signed_upload_url: signed(store, blob) };
  },
  FinalizeArtifact: (store, fields) => {
    const artifact = store.artifacts.findLast((one) => isOf(one, fields) && one.done === null);
    const body = store.blobs.get(artifact?.blob ?? '')?.body ?? null;
    if (artifact === undefined || body === null)
      throw new TwirpError(404, 'not_found', 'no such upload');
    const digest = digestOf(body);
    if (Number(fields['size']) !== body.length || (fields['hash'] ?? digest) !== digest) {
      throw new TwirpError(
        400,
        'invalid_argument',
        'size or digest is not that of what was uploaded',
      );
    }
    artifact.done = { size: body.length, digest };
    return { ok: true, artifact_id: String(artifact.id) };
  },
  ListArtifacts: (store, fields) => ({
    artifacts: store.artifacts
      .filter((one) => one.done !== null && one.backendRun === fields['workflow_run_backend_id'])
      .filter((one) => fields['name_filter'] === undefined || one.name === fields['name_filter'])
      .filter((one) => fields['id_filter'] === undefined || String(one.id) === fields['id_filter'])
      .map((one) => ({
        workflow_run_backend_id: one.backendRun,
        workflow_job_run_backend_id: one.backendJob,
        database_id: String(one.id),
        name: one.name,
        size: String(one.done?.size ?? 0),
        created_at: one.createdAt,
        digest: one.done?.digest,
      })),
  }),
  GetSignedArtifactURL: (store, fields) => {
    const artifact = store.artifacts.findLast((one) => isOf(one, fields) && one.done !== null);
    if (artifact === undefined) throw new TwirpError(404, 'not_found', 'artifact not found');
    return { signed_url: signed(store, artifact.blob) };
  },
};

function isOf(artifact: StoredArtifact, fields: Fields): boolean {
  return (
    artifact.backendRun === fields['workflow_run_backend_id'] && artifact.name === fields['name']
  );
}

/** A signed address that a blob can be read from. */
export function signed(store: Store, blob: string): string {
  return `${store.url}/blob/${blob}?se=2099-01-01T00%3A00%3A00Z&sig=${randomUUID()}&sp=rcw&sr=b&sv=2025-01-05`;
}

/** As much of Azure's blob storage as the client uses: blocks, the list of blocks, a blob in one piece, reading. */
function blobStorage(store: Store, request: ServedRequest): ServedReply | null {
  const key = /^\/blob\/(.+)$/.exec(request.path)?.[1];
  if (key === undefined) return null;
  const blob = store.blobs.get(key);
  const headers = {
    'x-ms-request-id': randomUUID(),
    'x-ms-version': '2025-01-05',
    etag: `"${randomUUID()}"`,
    'last-modified': new Date().toUTCString(),
  };
  if (blob === undefined || !request.query.has('sig')) return { status: 404, headers, body: '' };
  if (request.method === 'GET' && blob.body !== null) {
    const name = decodeURIComponent(key.slice(key.lastIndexOf('/') + 1));
    const disposition = `attachment; filename="${name}"`;
    const about = { 'content-type': blob.type, 'content-disposition': disposition };
    return { status: 200, headers: { ...headers, ...about }, body: blob.body };
  }
  if (request.method !== 'PUT') return { status: 404, headers, body: '' };
  const part = request.query.get('comp');
  if (part === 'block') {
    blob.blocks.set(request.query.get('blockid') ?? '', request.body);
    return { status: 201, headers, body: '' };
  }
  const whole = part === 'blocklist' ? joined(blob, request.body.toString('utf8')) : request.body;
  if (whole === null)
    return {
      status: 400,
      headers: { ...headers, 'x-ms-error-code': 'InvalidBlockList' },
      body: '',
    };
  blob.body = whole;
  blob.type = String(request.headers['x-ms-blob-content-type'] ?? 'application/zip');
  return { status: 201, headers, body: '' };
}

function joined(blob: Blob, list: string): Buffer | null {
  const ids = [...list.matchAll(/<(?:Latest|Committed|Uncommitted)>([^<]+)</g)].map(
    (match) => match[1] ?? '',
  );
  const blocks = ids.map((id) => blob.blocks.get(id));
  const present = blocks.filter((block) => block !== undefined);
  return present.length === blocks.length ? Buffer.concat(present) : null;
}
