/** The routes of the local GitHub for pull requests. */
import type { ServedReply } from '../../../src/testing/github-server/http.ts';
import { listedPullJson, pullJson } from './pull-json.ts';
import { pullCommitsJson, pullFileJson } from './pull-parts-json.ts';
import {
  invalid,
  issueOf,
  notFound,
  ok,
  paged,
  type Routes,
  type RouteCall,
  text,
} from '../../../src/testing/github-server/routes.ts';
import { addIssue, type GitHubState } from '../../../src/testing/github-server/state.ts';

function showPull(call: RouteCall): ServedReply {
  const issue = issueOf(call);
  if (issue === undefined || issue.pull === null) return notFound;
  return ok(pullJson(call.state, issue, issue.pull));
}

function createPull(call: RouteCall): ServedReply {
  const { state } = call;
  const [title = '', head = '', base = ''] = ['title', 'head', 'base'].map((name) =>
    text(call, name),
  );
  const headSha = state.git.resolve(`refs/heads/${head}`);
  if (title.trim() === '') return invalid('PullRequest', 'title', "title can't be blank");
  if (headSha === null) return invalid('PullRequest', 'head', 'head is not there');
  if (state.git.resolve(`refs/heads/${base}`) === null)
    return invalid('PullRequest', 'base', 'base is not there');
  if (pullsFrom(state, head, base).length > 0) {
    return invalid(
      'PullRequest',
      'head',
      `A pull request already exists for ${state.owner}:${head}.`,
    );
  }
  const pull = {
    headRef: head,
    headSha,
    headRepository: `${state.owner}/${state.repo}`,
    baseRef: base,
    draft: call.fields['draft'] === true,
    commitAuthors: [state.self.login],
  };
  const issue = addIssue(state, {
    title,
    body: text(call, 'body') ?? '',
    author: state.self.login,
    pull,
  });
  return ok(pullJson(state, issue, pull), 201);
}

function pullsFrom(state: GitHubState, head: string, base: string | null) {
  return [...state.issues.values()].flatMap((issue) => {
    const { pull } = issue;
    const fits =
      pull !== null &&
      issue.state === 'open' &&
      pull.headRef === head &&
      (base === null || pull.baseRef === base);
    return fits ? [{ issue, pull }] : [];
  });
}

function listPulls(call: RouteCall): ServedReply {
  const { query } = call.request;
  const head = (query.get('head') ?? '').replace(/^[^:]*:/, '');
  return paged(
    call,
    pullsFrom(call.state, head, query.get('base')).map((one) =>
      listedPullJson(call.state, one.issue, one.pull),
    ),
  );
}

export const pullRoutes: Routes = {
  'GET REPO/pulls': { needs: 'pull_requests=read', answer: listPulls },
  'POST REPO/pulls': { needs: 'pull_requests=write', answer: createPull },
  'GET REPO/pulls/:number/files': {
    needs: 'pull_requests=read',
    answer: (call) => {
      const pull = issueOf(call)?.pull;
      if (pull === undefined || pull === null) return notFound;
      return paged(
        call,
        (pull.files ?? []).map((file) => pullFileJson(call.state, pull.headSha, file)),
      );
    },
  },
  'GET REPO/pulls/:number': { needs: 'pull_requests=read', answer: showPull },
  'GET REPO/pulls/:number/commits': {
    needs: 'pull_requests=read',
    answer: (call) => {
      const pull = issueOf(call)?.pull;
      return pull === undefined || pull === null
        ? notFound
        : paged(call, pullCommitsJson(call.state, pull));
    },
  },
};
