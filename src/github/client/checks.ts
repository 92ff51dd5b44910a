import * as z from 'zod';
import { sliceWhole } from '../../common/index.ts';
import { cutBody } from '../publish/body-limit.ts';
import { allPages, type ClientCore, readAs } from './transport/core.ts';
import {
  type CheckAnnotation,
  checkRun,
  type CheckRunContent,
  type CheckRunState,
  type GitHubChecks,
  type NewCheckRun,
} from '../ports/checks.ts';

const NEEDS_WRITE = 'checks=write';
const NEEDS_READ = 'checks=read';
/** A commit may have many check runs if its branch does not change for long. */
const MAX_PAGES = 10;
/** GitHub's own limits. */
const MAX_ANNOTATIONS_PER_REQUEST = 50;
const MAX_BUTTONS = 3;
const MAX_LABEL_CHARS = 20;
const MAX_DESCRIPTION_CHARS = 40;
const MAX_TITLE_CHARS = 255;
const MAX_MESSAGE_CHARS = 4_000;

/** Check runs, as the App of the token. */
export function checksClient(core: ClientCore): GitHubChecks {
  return {
    createCheckRun: (check) => createCheckRun(core, check),
    findCheckRun: (check) => findCheckRun(core, check),
    updateCheckRun: (id, content) =>
      sendContent(core, content, (encoded) => patchCheckRun(core, id, encoded)),
    checkRun: (id) =>
      core.request({
        route: `GET ${core.base}/check-runs/${id}`,
        doing: `show check run ${id}`,
        needs: NEEDS_READ,
        answers: [404],
        read: (reply) => (reply.status === 404 ? null : readAs(checkRun)(reply)),
      }),
  };
}

async function createCheckRun(core: ClientCore, check: NewCheckRun): Promise<CheckRunState> {
  const { name, headSha, externalId, content } = check;
  return await sendContent(core, content, (encoded) =>
    core.request({
      route: `POST ${core.base}/check-runs`,
      body: { name, head_sha: headSha, external_id: externalId, ...encoded },
      doing: `create the check run ${JSON.stringify(name)}`,
      needs: NEEDS_WRITE,
      read: readAs(checkRun),
      // Two check runs with buttons would ask the same question twice.
      recover: () => findCheckRun(core, check),
    }),
  );
}

async function findCheckRun(
  core: ClientCore,
  { name, headSha, externalId }: Pick<NewCheckRun, 'name' | 'headSha' | 'externalId'>,
): Promise<CheckRunState | null> {
  const found = await allPages(core, {
    route: `GET ${core.base}/commits/${headSha}/check-runs`,
    query: { check_name: name, filter: 'all' },
    doing: `list the check runs of ${headSha}`,
    needs: NEEDS_READ,
    read: readAs(z.array(checkRun), 'check_runs'),
    maxPages: MAX_PAGES,
  });
  return found.find((one) => one.externalId === externalId) ?? null;
}

/** Sends a content with as many annotations as fit into one request, and updates the check run with the others. */
async function sendContent(
  core: ClientCore,
  content: CheckRunContent,
  send: (encoded: EncodedContent) => Promise<CheckRunState>,
): Promise<CheckRunState> {
  const all = content.annotations.map((one) => encodeAnnotation(core, one));
  const batch = (start: number) =>
    encodeContent(core, content, all.slice(start, start + MAX_ANNOTATIONS_PER_REQUEST));
  const sent = await send(batch(0));
  for (
    let start = MAX_ANNOTATIONS_PER_REQUEST;
    start < all.length;
    start += MAX_ANNOTATIONS_PER_REQUEST
  )
    await patchCheckRun(core, sent.id, batch(start));
  return sent;
}

type EncodedContent = Readonly<Record<string, unknown>>;

function patchCheckRun(core: ClientCore, id: number, body: EncodedContent): Promise<CheckRunState> {
  return core.request({
    route: `PATCH ${core.base}/check-runs/${id}`,
    body,
    doing: `update check run ${id}`,
    needs: NEEDS_WRITE,
    read: readAs(checkRun),
  });
}

function encodeContent(
  core: ClientCore,
  content: CheckRunContent,
  annotations: readonly object[],
): EncodedContent {
  const { conclusion, detailsUrl } = content;
  return {
    ...(conclusion === null ? { status: 'in_progress' } : { status: 'completed', conclusion }),
    ...(detailsUrl === null ? {} : { details_url: detailsUrl }),
    output: {
      title: sliceWhole(core.redact(content.title), MAX_TITLE_CHARS),
      summary: cutBody(core.redact(content.summary)),
      ...(annotations.length === 0 ? {} : { annotations }),
    },
    actions:
      conclusion === null
        ? []
        : content.buttons.slice(0, MAX_BUTTONS).map(({ label, description, identifier }) => ({
            label: label.slice(0, MAX_LABEL_CHARS),
            description: description.slice(0, MAX_DESCRIPTION_CHARS),
            identifier,
          })),
  };
}

function encodeAnnotation(core: ClientCore, one: CheckAnnotation): object {
  return {
    path: core.redact(one.path),
    start_line: one.startLine,
    end_line: one.endLine,
    annotation_level: one.level,
    title: sliceWhole(core.redact(one.title), MAX_TITLE_CHARS),
    message: sliceWhole(core.redact(one.message), MAX_MESSAGE_CHARS),
  };
}
