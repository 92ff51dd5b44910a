import type * as payloads from './payloads.ts';
import type { AskingText } from './trigger.ts';

/** A deleted branch's commit is all zeros: there is none. */
export function pinned(sha: string | undefined): string | null {
  return sha === undefined || !/^[0-9a-f]{40,64}$/.test(sha) || /^0+$/.test(sha) ? null : sha;
}

/** What an event says of the issue that it is about. */
export function aboutIssue(issue: payloads.IssuePayload) {
  const isPullRequest = issue.pull_request !== undefined && issue.pull_request !== null;
  return {
    number: issue.number,
    isPullRequest,
    title: issue.title,
    body: issue.body,
    url: issue.html_url,
    // What the head of a pull request is, an event that shows it as an issue does not say.
    ...(isPullRequest ? { headSha: null, headRepository: null, fork: null, baseRef: null } : {}),
  };
}

/** What an event says of the pull request that it is about, its head pinned. */
export function aboutPull(pull: payloads.PullPayload) {
  const headRepository = pull.head.repo?.full_name ?? null;
  return {
    number: pull.number,
    isPullRequest: true,
    headSha: pull.head.sha,
    headRef: pull.head.ref,
    headRepository,
    fork: pull.head.repo === null || !sameRepository(pull.head.repo, pull.base.repo),
    baseRef: pull.base.ref,
    title: pull.title,
    body: pull.body,
    url: pull.html_url,
  };
}

/** By id where both have one: names can be taken over. A repository that is gone is none. */
export function sameRepository(
  head: payloads.Repository,
  base: payloads.Repository | null,
): boolean {
  if (base === null) return false;
  if (head.id !== undefined && base.id !== undefined) return head.id === base.id;
  return head.full_name.toLowerCase() === base.full_name.toLowerCase();
}

/** The text that may ask, and its author as who asks. */
export function asks(asking: AskingText): { asking: AskingText; requester: AskingText['author'] } {
  return { asking, requester: asking.author };
}

/** The branch of `refs/heads/…`, the name as it is where it is no full ref, `null` for a tag or nothing. */
export function branchOf(ref: string | null): string | null {
  if (ref === null) return null;
  if (ref.startsWith('refs/heads/')) return ref.slice('refs/heads/'.length);
  return ref.startsWith('refs/') ? null : ref;
}
