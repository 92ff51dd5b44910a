import {
  type CheckRunContent,
  type CheckRunState,
  clickCode,
  type GitHubChecks,
} from '../../github/index.ts';
import { crockford, digestOf } from '../../common/index.ts';
import { renderApprovalComment } from './card.ts';
import type { ApprovalCommentView, RequestState } from './card-view.ts';
import { person } from './markdown.ts';
import type { ApprovalRequest } from '../ports.ts';

const NAME = 'Countersign: approval';
/** With `approve:` before it, all that GitHub takes as a button's identifier. */
const CODE_LENGTH = 12;

/** The check run with a card's buttons, as the run remembers it: a press of any other is not an answer to this card. */
export interface ApprovalCheck extends Pick<CheckRunState, 'id' | 'url' | 'app' | 'headSha'> {
  /** What its buttons carry. */
  readonly code: string;
}

/** Where buttons can be offered. */
export interface ButtonPlace {
  readonly checks: GitHubChecks;
  /** The commit that the check run stands on. */
  readonly headSha: string;
}

/** What the buttons of a question carry: the first 60 bits of a digest over exactly what is asked. */
export function codeOf(requests: readonly ApprovalRequest[]): string {
  const digest = digestOf({
    _schema: 'countersign.buttons/1',
    requests: requests.map((request) => request.digest),
  });
  return crockford(Buffer.from(digest, 'hex'), CODE_LENGTH);
}

/** Makes the check run of a question. Throws what GitHub answers. */
export async function openApprovalCheck(
  place: ButtonPlace,
  of: { readonly issue: number; readonly view: ApprovalCommentView },
): Promise<ApprovalCheck> {
  const code = codeOf(of.view.requests.map(({ request }) => request));
  const { id, url, app, headSha } = await place.checks.createCheckRun({
    name: NAME,
    headSha: place.headSha,
    externalId: clickCode.externalId(of.issue),
    content: faceOf(of.view, { code, refusal: null }),
  });
  return { id, url, app, headSha, code };
}

/** What a card's check run shows: the card itself, and buttons while something on it waits. */
export function faceOf(
  view: ApprovalCommentView,
  of: { readonly code: string; readonly refusal: string | null },
): CheckRunContent {
  const states = view.requests.map(({ state }) => state);
  const open = states.some(({ kind }) => kind === 'waiting') && view.marker.state !== 'closed';
  // The card's first line is its marker, which is for programs.
  const card = renderApprovalComment(view).split('\n').slice(1).join('\n').trim();
  return {
    conclusion: open ? 'action_required' : states.every(isApproved) ? 'success' : 'neutral',
    title: open ? 'Calls wait for an answer' : titleOf(states),
    summary: of.refusal === null ? card : `> [!WARNING]\n> ${of.refusal}\n\n${card}`,
    detailsUrl: view.runUrl,
    buttons: open ? buttonsOf(of.code) : [],
    annotations: [],
  };
}

/** Takes the buttons off a check run whose question nobody can answer any more. */
export async function closeApprovalCheck(
  github: Pick<GitHubChecks, 'updateCheckRun'>,
  check: number | null,
  because: string,
): Promise<void> {
  if (check === null) return;
  await github.updateCheckRun(check, {
    conclusion: 'neutral',
    title: 'Nothing waits for an answer',
    summary: because,
    detailsUrl: null,
    buttons: [],
    annotations: [],
  });
}

function buttonsOf(code: string): CheckRunContent['buttons'] {
  return [
    {
      label: 'Approve all',
      description: 'Approve every call on this card',
      identifier: clickCode.identifier('approve', code),
    },
    {
      label: 'Deny all',
      description: 'Deny every call on this card',
      identifier: clickCode.identifier('deny', code),
    },
  ];
}

function isApproved({ kind }: RequestState): boolean {
  return kind === 'approved' || kind === 'used';
}

function titleOf(states: readonly RequestState[]): string {
  const denier = states.find((state) => state.kind === 'denied');
  if (denier !== undefined) return `Denied by ${person(denier.by)}`;
  const approvers = new Set(states.flatMap((state) => (state.kind === 'approved' ? state.by : [])));
  return approvers.size > 0 && states.every(isApproved)
    ? `Approved by ${[...approvers].map(person).join(', ')}`
    : 'Nothing waits for an answer';
}
