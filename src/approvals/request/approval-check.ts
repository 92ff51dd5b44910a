import {
  type CheckRunContent,
  type CheckRunState,
  clickCode,
  type GitHubChecks,
} from '../../github/index.ts';
import { capitalised, crockford, digestOf } from '../../common/index.ts';
import { renderApprovalComment } from './approval-comment.ts';
import type { ApprovalCommentView, RequestState } from './comment-view.ts';
import { decisionTitle } from './decision-title.ts';
import type { ApprovalRequest } from '../approver.ts';

const NAME = 'Countersign: approval';
/** With `approve:` before it, the 20 characters that GitHub allows for a button's identifier. */
const CODE_LENGTH = 12;

/** The check run with the buttons. A click on another check run does not answer this approval comment. */
export interface ApprovalCheck extends Pick<CheckRunState, 'id' | 'url' | 'app' | 'headSha'> {
  /** The code in the identifiers of its buttons. */
  readonly code: string;
}

export interface ButtonOptions {
  readonly checks: GitHubChecks;
  /** The commit of the check run. */
  readonly headSha: string;
}

/** The code of the buttons: the first 60 bits of a digest over exactly what is asked. */
export function buttonCode(requests: readonly ApprovalRequest[]): string {
  const digest = digestOf({
    _schema: 'countersign.buttons/1',
    requests: requests.map((request) => request.digest),
  });
  return crockford(Buffer.from(digest, 'hex'), CODE_LENGTH);
}

/** Creates the check run. Throws GitHub's errors. */
export async function openApprovalCheck(
  { checks, headSha: commit }: ButtonOptions,
  { issue, view }: { readonly issue: number; readonly view: ApprovalCommentView },
): Promise<ApprovalCheck> {
  const code = buttonCode(view.requests.map(({ request }) => request));
  const { id, url, app, headSha } = await checks.createCheckRun({
    name: NAME,
    headSha: commit,
    externalId: clickCode.externalId(issue),
    content: renderCheck(view, { code, refusal: null }),
  });
  return { id, url, app, headSha, code };
}

/** The content of the check run: the approval comment, and buttons while a request waits. */
export function renderCheck(
  view: ApprovalCommentView,
  buttons: { readonly code: string; readonly refusal: string | null },
): CheckRunContent {
  const states = view.requests.map(({ state }) => state);
  const open = states.some(({ kind }) => kind === 'waiting');
  // The comment's first line is its marker, which is for programs. Only the comment mentions people.
  const comment = renderApprovalComment({ ...view, notify: [] })
    .split('\n')
    .slice(1)
    .join('\n')
    .trim();
  return {
    conclusion: open ? 'action_required' : closedConclusion(states),
    title: open ? 'Calls wait for an answer' : capitalised(decisionTitle(states)),
    summary:
      buttons.refusal === null ? comment : `> [!WARNING]\n> ${buttons.refusal}\n\n${comment}`,
    detailsUrl: view.runUrl,
    buttons: open ? buttonsOf(buttons.code) : [],
    annotations: [],
  };
}

function closedConclusion(states: readonly RequestState[]): CheckRunContent['conclusion'] {
  return states.every(({ kind }) => kind === 'approved') ? 'success' : 'neutral';
}

/** Removes the buttons of a check run whose requests nobody can answer any more. One that has none, or is not of an approval request, stays. */
export async function closeApprovalCheck(
  github: Pick<GitHubChecks, 'checkRun' | 'updateCheckRun'>,
  check: number | null,
  because: string,
): Promise<void> {
  if (check === null) return;
  const found = await github.checkRun(check);
  if (found === null || !clickCode.isOfApproval(found.externalId)) return;
  // One in progress was clicked, and says that a job follows.
  if (found.conclusion !== null && found.conclusion !== 'action_required') return;
  await github.updateCheckRun(check, renderEndedCheck(because));
}

/** The content of a check run whose requests nobody can answer any more. */
export function renderEndedCheck(because: string): CheckRunContent {
  return {
    conclusion: 'neutral',
    title: 'Nothing waits for an answer',
    summary: because,
    detailsUrl: null,
    buttons: [],
    annotations: [],
  };
}

function buttonsOf(code: string): CheckRunContent['buttons'] {
  return [
    {
      label: 'Approve all',
      description: 'Approve every call listed here',
      identifier: clickCode.identifier('approve', code),
    },
    {
      label: 'Deny all',
      description: 'Deny every call listed here',
      identifier: clickCode.identifier('deny', code),
    },
  ];
}
