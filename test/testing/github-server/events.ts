/** The payloads of the events of the local GitHub that GitHub would start a workflow with, and the reviews that they are about. */
import type { GitHubServer } from '../../../src/testing/index.ts';
import { checkRunJson } from '../../../src/testing/github-server/check-routes.ts';
import { issueJson } from '../../../src/testing/github-server/json.ts';
import { accountJson, repositoryJson } from '../../../src/testing/github-server/repository-json.ts';
import { issueAt } from '../../../src/testing/github-server/server.ts';
import {
  accountOf,
  freshId,
  type GitHubState,
  type ServedIssue,
  type ServedPull,
  type ServedReview,
  stamp,
} from '../../../src/testing/github-server/state.ts';
import { pullJson, reviewJson } from './pull-json.ts';

export function issuesEvent({ state }: GitHubServer, number: number, action: string): object {
  const issue = issueAt(state, number);
  return {
    action,
    issue: issueJson(state, issue),
    repository: repositoryJson(state),
    sender: accountJson(issue.author),
  };
}

export function pullEvent({ state }: GitHubServer, number: number, action: string): object {
  const { issue, pull } = pullAt(state, number);
  return {
    action,
    number,
    pull_request: pullJson(state, issue, pull),
    repository: repositoryJson(state),
    sender: accountJson(issue.author),
  };
}

/** The event that GitHub sends for a click on a button of a check run. */
export function clickEvent(
  { state }: GitHubServer,
  click: { readonly check: number; readonly identifier: string; readonly login: string },
): object {
  const check = state.checkRuns.get(click.check);
  if (check === undefined) throw new Error(`There is no check run ${click.check}.`);
  return {
    action: 'requested_action',
    check_run: checkRunJson(state, check),
    requested_action: { identifier: click.identifier },
    repository: repositoryJson(state),
    sender: accountJson(accountOf(state, click.login)),
  };
}

/** Adds a review by a person of the head as it is now, or of another commit. */
export function addReview(
  { state }: GitHubServer,
  wanted: {
    readonly login: string;
    readonly number: number;
    readonly state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED';
    readonly commit?: string;
  },
): ServedReview {
  const { issue, pull } = pullAt(state, wanted.number);
  const review: ServedReview = {
    id: freshId(state),
    author: accountOf(state, wanted.login),
    body: '',
    state: wanted.state,
    commitId: wanted.commit ?? pull.headSha,
    submittedAt: stamp(state),
    comments: [],
  };
  issue.reviews.push(review);
  return review;
}

/** Dismisses a review, which keeps its id. */
export function dismissReview({ state }: GitHubServer, number: number, id: number): void {
  const { reviews } = issueAt(state, number);
  const index = reviews.findIndex((one) => one.id === id);
  const review = reviews[index];
  if (review !== undefined) reviews[index] = { ...review, state: 'DISMISSED' };
}

export function reviewEvent(
  { state }: GitHubServer,
  number: number,
  id: number,
  action: string,
): object {
  const { issue, pull } = pullAt(state, number);
  const review = issue.reviews.find((one) => one.id === id);
  if (review === undefined) throw new Error(`There is no review ${id}.`);
  return {
    action,
    // The event has the state in small letters, the REST API in capitals.
    review: { ...reviewJson(state, issue, review), state: review.state.toLowerCase() },
    pull_request: pullJson(state, issue, pull),
    repository: repositoryJson(state),
    sender: accountJson(review.author),
  };
}

function pullAt(state: GitHubState, number: number): { issue: ServedIssue; pull: ServedPull } {
  const issue = issueAt(state, number);
  if (issue.pull === null) throw new Error(`#${number} is no pull request.`);
  return { issue, pull: issue.pull };
}
