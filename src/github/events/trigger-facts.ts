import type * as payloads from './payloads.ts';

/** The commit, or `null` if the SHA is invalid or that of a deleted branch (all zeros). */
export function commitOrNull(sha: string | undefined): string | null {
  return sha === undefined || !/^[0-9a-f]{40,64}$/.test(sha) || /^0+$/.test(sha) ? null : sha;
}

/** The facts about the event's issue. */
export function issueFacts(issue: payloads.IssuePayload) {
  const isPullRequest = issue.pull_request;
  return {
    number: issue.number,
    isPullRequest,
    title: issue.title,
    body: issue.body,
    url: issue.html_url,
    // An event that describes a pull request as an issue does not contain its head.
    ...(isPullRequest ? { headSha: null, headRepository: null, fork: null, baseRef: null } : {}),
  };
}

/** The facts about the event's pull request, with its head commit. */
export function pullRequestFacts(pull: payloads.PullPayload) {
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

/** Compares the ids if both have one, since names can be taken over. A deleted repository equals none. */
export function sameRepository(
  head: payloads.Repository,
  base: payloads.Repository | null,
): boolean {
  if (base === null) return false;
  if (head.id !== undefined && base.id !== undefined) return head.id === base.id;
  return head.full_name.toLowerCase() === base.full_name.toLowerCase();
}

/** The branch of `refs/heads/…`; a name that is not a full ref unchanged; `null` for a tag or an absent ref. */
export function branchOf(ref: string | null): string | null {
  if (ref === null) return null;
  if (ref.startsWith('refs/heads/')) return ref.slice('refs/heads/'.length);
  return ref.startsWith('refs/') ? null : ref;
}
