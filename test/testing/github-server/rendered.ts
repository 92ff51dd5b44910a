/** The rendered texts of the local GitHub, and its storage of images and logs, at addresses that are signed for some minutes. */
import { randomUUID } from 'node:crypto';
import { isJsonObject } from '../../../src/common/index.ts';
import type { ServedReply, ServedRequest } from '../../../src/testing/github-server/http.ts';
import type { GitHubState } from '../../../src/testing/github-server/state.ts';
import { ciOf } from './ci-state.ts';

const SIGNED = /^\/_storage\/images\/1\/2-([0-9a-f-]{36})\.png$/;
const LOGS = /^\/_storage\/logs\/(\d+)$/;
const SIGNATURE = 'signed';
const ATTACHMENT = /https:\/\/github\.com\/user-attachments\/assets\/([0-9a-f-]{36})/g;
const FULL = /vnd\.github\.(?:[\w-]+\.)?(?:full|html)\+json/;

/** Stores an image and returns the Markdown that shows it. */
export function attach(state: GitHubState, bytes: Buffer): string {
  const id = randomUUID();
  ciOf(state).attachments.set(id, bytes);
  return `![image](https://github.com/user-attachments/assets/${id})`;
}

/** Adds `body_html` and `body_text` if the request asks for the full form of a text. */
export function rendered(
  state: GitHubState,
  request: ServedRequest,
  reply: ServedReply,
): ServedReply {
  const { body } = reply;
  if (!FULL.test(request.headers.accept ?? '') || !isJsonObject(body) || !('body' in body))
    return reply;
  const text = typeof body['body'] === 'string' ? body['body'] : '';
  return { ...reply, body: { ...body, body_html: htmlOf(state, text), body_text: text } };
}

function htmlOf(state: GitHubState, markdown: string): string {
  const shown = markdown
    .replaceAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g, '<img src="$2" alt="$1" style="max-width: 100%;">')
    .replaceAll(ATTACHMENT, (_, id: string) => {
      return `${state.url}/_storage/images/1/2-${id}.png?jwt=${SIGNATURE}&amp;response=inline`;
    });
  return `<p dir="auto">${shown}</p>`;
}

/** The storage of images and logs; `null` for any other request. */
export function answerOfStorage(state: GitHubState, request: ServedRequest): ServedReply | null {
  return answerOfImages(state, request) ?? answerOfLogs(state, request);
}

/** The storage of images accepts the signed address, and refuses a request that also has a token. */
function answerOfImages(state: GitHubState, request: ServedRequest): ServedReply | null {
  const [, id] = SIGNED.exec(request.path) ?? [];
  if (id === undefined) return null;
  if (request.headers.authorization !== undefined) return { status: 400, body: '<Error/>' };
  const bytes = ciOf(state).attachments.get(id);
  if (bytes === undefined || request.query.get('jwt') !== SIGNATURE)
    return { status: 404, body: '<Error/>' };
  return { status: 200, body: bytes, headers: { 'content-type': 'image/png' } };
}

/** The storage of logs accepts the signed address, and refuses a request that also has a token. */
function answerOfLogs(state: GitHubState, request: ServedRequest): ServedReply | null {
  const [, id] = LOGS.exec(request.path) ?? [];
  if (id === undefined) return null;
  if (request.headers.authorization !== undefined)
    return { status: 400, body: '<Error><Code>InvalidAuthenticationInfo</Code></Error>' };
  const log = ciOf(state).jobs.get(Number(id))?.log ?? null;
  const isSigned = request.query.get('sig') === 'at:once';
  if (log === null || !isSigned) return { status: 403, body: '<Error/>' };
  return { status: 200, body: log, headers: { 'content-type': 'text/plain' } };
}
