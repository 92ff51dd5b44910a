import * as z from 'zod';
import { allPages, cleanTitle, type ClientCore } from './transport/core.ts';
import type { GitHubIssues, IssueFields } from '../ports/issues.ts';
import { isGiven, readAs, text } from './schemas/schemas.ts';

const MAX_MILESTONE_PAGES = 10;
const MAX_ISSUE_PAGES = 20;
const NEEDS_WRITE = 'issues=write;pull_requests=write';
const NEEDS_READ = 'issues=read;pull_requests=read';

const milestone = z.looseObject({ number: z.number().int().positive(), title: z.string() });
const milestones = z.array(milestone);
const people = z.array(z.looseObject({ login: z.string() })).nullish();

const fields = z
  .looseObject({
    number: z.number().int().positive(),
    title: text,
    state: z.enum(['open', 'closed']),
    state_reason: z.string().nullish(),
    assignees: people,
    milestone: milestone.nullish(),
    pull_request: isGiven,
    html_url: z.string(),
  })
  .transform(
    (raw): IssueFields => ({
      number: raw.number,
      title: raw.title,
      state: raw.state,
      stateReason: raw.state_reason ?? null,
      assignees: (raw.assignees ?? []).map(({ login }) => login),
      milestone:
        raw.milestone === null || raw.milestone === undefined
          ? null
          : { number: raw.milestone.number, title: raw.milestone.title },
      isPullRequest: raw.pull_request,
      url: raw.html_url,
    }),
  );

const numbered = z.array(
  z.looseObject({ number: z.number().int().positive(), pull_request: isGiven }),
);

/** Issues, their labels, milestones and assignees. Each change names the new state, so it can be sent twice. */
export function issuesClient(core: ClientCore): GitHubIssues {
  const changeAssignees = (method: 'POST' | 'DELETE', number: number, logins: readonly string[]) =>
    core.request({
      route: `${method} ${core.base}/issues/${number}/assignees`,
      body: { assignees: logins },
      doing: `change the assignees of #${number}`,
      needs: NEEDS_WRITE,
      read: readAs(fields),
    });
  return {
    openIssues: async (labels) => {
      const found = await allPages(core, {
        route: `GET ${core.base}/issues`,
        query: { state: 'open', labels: labels.join(','), sort: 'created', direction: 'asc' },
        doing: 'list the issues',
        needs: 'issues=read',
        read: readAs(numbered),
        maxPages: MAX_ISSUE_PAGES,
      });
      return found.filter((one) => !one.pull_request).map(({ number }) => number);
    },
    issueFields: (number) =>
      core.request({
        route: `GET ${core.base}/issues/${number}`,
        doing: `show issue #${number}`,
        needs: NEEDS_READ,
        read: readAs(fields),
      }),
    milestones: () =>
      allPages(core, {
        route: `GET ${core.base}/milestones`,
        query: { state: 'all' },
        doing: 'list the milestones',
        needs: NEEDS_READ,
        read: readAs(milestones),
        maxPages: MAX_MILESTONE_PAGES,
      }),
    isAssignable: (login) =>
      core.request({
        route: `GET ${core.base}/assignees/${encodeURIComponent(login)}`,
        doing: 'show who can be assigned',
        needs: 'issues=read',
        answers: [404],
        read: ({ status }) => status !== 404,
      }),
    updateIssue: async (number, { title, stateReason, ...change }) =>
      core.request({
        route: `PATCH ${core.base}/issues/${number}`,
        body: {
          ...change,
          ...(title === undefined ? {} : { title: await cleanTitle(core, title) }),
          ...(stateReason === undefined ? {} : { state_reason: stateReason }),
        },
        doing: `change #${number}`,
        needs: NEEDS_WRITE,
        read: readAs(fields),
      }),
    assign: (number, logins) => changeAssignees('POST', number, logins),
    unassign: (number, logins) => changeAssignees('DELETE', number, logins),
  };
}
