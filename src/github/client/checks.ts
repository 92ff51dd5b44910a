import { sliceWhole } from '../../common/index.ts';
import { cutBody } from '../publish/body-limit.ts';
import { allPages, type ClientCore } from './core.ts';
import type {
  CheckAnnotation,
  CheckRunContent,
  CheckRunState,
  GitHubChecks,
  NewCheckRun,
} from '../ports/checks.ts';
import { checkRun, checkRuns } from './schemas-checks.ts';
import { reading } from './schemas.ts';

const NEEDS_WRITE = 'checks=write';
const NEEDS_READ = 'checks=read';
/** One commit may have many runs: those of all that was asked while a branch stood still. */
const MAX_PAGES = 10;
/** GitHub's own limits. */
const MAX_ANNOTATIONS_A_REQUEST = 50;
const MAX_BUTTONS = 3;
const MAX_LABEL_CHARS = 20;
const MAX_BUTTON_WORDS_CHARS = 40;
const MAX_TITLE_CHARS = 255;
const MAX_MESSAGE_CHARS = 4_000;

/** Check runs, as the App that the token belongs to. */
export function checksClient(core: ClientCore): GitHubChecks {
  return {
    createCheckRun: (check) => createCheckRun(core, check),
    findCheckRun: (wanted) => findCheckRun(core, wanted),
    updateCheckRun: (id, content) => updateCheckRun(core, id, content),
    checkRun: (id) =>
      core.request({
        route: `GET ${core.base}/check-runs/${id}`,
        doing: `show check run ${id}`,
        needs: NEEDS_READ,
        answers: [404],
        read: (reply) => (reply.status === 404 ? null : reading(checkRun)(reply)),
      }),
  };
}

async function createCheckRun(core: ClientCore, check: NewCheckRun): Promise<CheckRunState> {
  const { name, headSha, externalId, content } = check;
  const [first = [], ...rest] = await batchesOf(core, content.annotations);
  const made = await core.request({
    route: `POST ${core.base}/check-runs`,
    body: {
      name,
      head_sha: headSha,
      external_id: externalId,
      ...(await contentOf(core, content, first)),
    },
    doing: `make the check run ${JSON.stringify(name)}`,
    needs: NEEDS_WRITE,
    read: reading(checkRun),
    // An answer was lost: two check runs with buttons would ask the same question twice.
    recover: () => findCheckRun(core, check),
  });
  await addAnnotations(core, made.id, { content, batches: rest });
  return made;
}

async function findCheckRun(
  core: ClientCore,
  wanted: Pick<NewCheckRun, 'name' | 'headSha' | 'externalId'>,
): Promise<CheckRunState | null> {
  const { name, headSha, externalId } = wanted;
  const found = await allPages(core, {
    route: `GET ${core.base}/commits/${headSha}/check-runs`,
    query: { check_name: name, filter: 'all' },
    doing: `list the check runs of ${headSha}`,
    needs: NEEDS_READ,
    read: (reply) => reading(checkRuns)(reply)?.check_runs,
    maxPages: MAX_PAGES,
  });
  return found.find((one) => one.externalId === externalId) ?? null;
}

async function updateCheckRun(
  core: ClientCore,
  id: number,
  content: CheckRunContent,
): Promise<CheckRunState> {
  const [first = [], ...rest] = await batchesOf(core, content.annotations);
  const changed = await change(core, id, await contentOf(core, content, first));
  await addAnnotations(core, id, { content, batches: rest });
  return changed;
}

async function addAnnotations(
  core: ClientCore,
  id: number,
  of: { readonly content: CheckRunContent; readonly batches: readonly object[][] },
): Promise<void> {
  for (const batch of of.batches) await change(core, id, await contentOf(core, of.content, batch));
}

function change(
  core: ClientCore,
  id: number,
  body: Readonly<Record<string, unknown>>,
): Promise<CheckRunState> {
  return core.request({
    route: `PATCH ${core.base}/check-runs/${id}`,
    body,
    doing: `update check run ${id}`,
    needs: NEEDS_WRITE,
    read: reading(checkRun),
  });
}

async function contentOf(
  core: ClientCore,
  content: CheckRunContent,
  annotations: readonly object[],
): Promise<Readonly<Record<string, unknown>>> {
  const { conclusion, detailsUrl } = content;
  return {
    ...(conclusion === null ? { status: 'in_progress' } : { status: 'completed', conclusion }),
    ...(detailsUrl === null ? {} : { details_url: detailsUrl }),
    output: {
      title: sliceWhole(await core.redact(content.title), MAX_TITLE_CHARS),
      summary: cutBody(await core.redact(content.summary)),
      ...(annotations.length === 0 ? {} : { annotations }),
    },
    actions:
      conclusion === null
        ? []
        : content.buttons.slice(0, MAX_BUTTONS).map(({ label, description, identifier }) => ({
            label: label.slice(0, MAX_LABEL_CHARS),
            description: description.slice(0, MAX_BUTTON_WORDS_CHARS),
            identifier,
          })),
  };
}

async function batchesOf(
  core: ClientCore,
  annotations: readonly CheckAnnotation[],
): Promise<object[][]> {
  const all = await Promise.all(annotations.map((one) => annotationOf(core, one)));
  const batches: object[][] = [];
  for (let at = 0; at < all.length; at += MAX_ANNOTATIONS_A_REQUEST) {
    batches.push(all.slice(at, at + MAX_ANNOTATIONS_A_REQUEST));
  }
  return batches;
}

async function annotationOf(core: ClientCore, one: CheckAnnotation): Promise<object> {
  return {
    path: one.path,
    start_line: one.startLine,
    end_line: one.endLine,
    annotation_level: one.level,
    title: sliceWhole(await core.redact(one.title), MAX_TITLE_CHARS),
    message: sliceWhole(await core.redact(one.message), MAX_MESSAGE_CHARS),
  };
}
