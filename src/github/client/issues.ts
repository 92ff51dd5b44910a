import * as z from 'zod';
import { defined } from '../../common/index.ts';
import { allPages, cleanTitle, type ClientCore, readAs } from './transport/core.ts';
import { type GitHubIssues, issue, milestone } from '../ports/issues.ts';
import { isGiven, positive } from '../ports/fields.ts';

const MAX_MILESTONE_PAGES = 10;
const MAX_ISSUE_PAGES = 20;
const NEEDS_WRITE = 'issues=write;pull_requests=write';
const NEEDS_READ = 'issues=read;pull_requests=read';

const numbered = z.array(z.looseObject({ number: positive, pull_request: isGiven }));

/** Issues, their labels, milestones and assignees. Each change names the new state, so it can be sent twice. */
export function issuesClient(core: ClientCore): GitHubIssues {
  const changeAssignees = (method: 'POST' | 'DELETE', number: number, logins: readonly string[]) =>
    core.request({
      route: `${method} ${core.base}/issues/${number}/assignees`,
      body: { assignees: logins },
      doing: `change the assignees of #${number}`,
      needs: NEEDS_WRITE,
      read: readAs(issue),
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
    milestones: () =>
      allPages(core, {
        route: `GET ${core.base}/milestones`,
        query: { state: 'all' },
        doing: 'list the milestones',
        needs: NEEDS_READ,
        read: readAs(z.array(milestone)),
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
    updateIssue: (number, { title, stateReason, ...change }) =>
      core.request({
        route: `PATCH ${core.base}/issues/${number}`,
        body: defined({
          ...change,
          title: title === undefined ? undefined : cleanTitle(core, title),
          state_reason: stateReason,
        }),
        doing: `change #${number}`,
        needs: NEEDS_WRITE,
        read: readAs(issue),
      }),
    assign: (number, logins) => changeAssignees('POST', number, logins),
    unassign: (number, logins) => changeAssignees('DELETE', number, logins),
  };
}
