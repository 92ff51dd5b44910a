/**
 * The routes of the local GitHub for a repository's settings. The token may not read settings
 * that were not set.
 */
import { commitJson } from './commit-json.ts';
import type { ServedReply } from '../../../src/testing/github-server/http.ts';
import { apiUrl, WEB } from '../../../src/testing/github-server/repository-json.ts';
import { ciOf, type ServedRule } from './ci-state.ts';
import {
  notFound,
  ok,
  paged,
  refused,
  type Routes,
  type RouteCall,
} from '../../../src/testing/github-server/routes.ts';

const RULESET_ID = 7;

const hidden = refused(403, 'Resource not accessible by integration');

function showBranch(call: RouteCall): ServedReply {
  const { state } = call;
  const { isProtected } = ciOf(state).settings;
  const name = call.parts['branch'] ?? '';
  const sha = state.git.resolve(`refs/heads/${name}`);
  const commit = sha === null ? null : state.git.commitOf(sha);
  if (isProtected === undefined) return hidden;
  if (sha === null || commit === null) return refused(404, 'Branch not found');
  const self = `${apiUrl(state)}/branches/${encodeURIComponent(name)}`;
  return ok({
    name,
    commit: commitJson(state, sha, commit),
    _links: { self, html: `${WEB}/${state.owner}/${state.repo}/tree/${name}` },
    protected: isProtected,
    protection: { enabled: isProtected },
    protection_url: `${self}/protection`,
  });
}

function listRules(call: RouteCall): ServedReply {
  const { rules } = ciOf(call.state).settings;
  if (rules === undefined) return hidden;
  return paged(
    call,
    rules.map((rule) => ruleJson(call, rule)),
  );
}

function ruleJson(call: RouteCall, rule: ServedRule): object {
  const ruleset = {
    ruleset_source_type: 'Repository',
    ruleset_source: `${call.state.owner}/${call.state.repo}`,
    ruleset_id: RULESET_ID,
  };
  if (rule.type === 'deletion') return { type: rule.type, ...ruleset };
  const parameters = {
    required_approving_review_count: rule.reviews,
    dismiss_stale_reviews_on_push: false,
    require_code_owner_review: false,
    require_last_push_approval: false,
    required_review_thread_resolution: false,
  };
  return { type: rule.type, parameters, ...ruleset };
}

function showProtection(call: RouteCall): ServedReply {
  const { protectionReviews: reviews } = ciOf(call.state).settings;
  if (reviews === undefined) return hidden;
  if (reviews === null) return refused(404, 'Branch not protected');
  const url = `${call.state.url}${call.request.path}`;
  return ok({
    url,
    required_pull_request_reviews: {
      url: `${url}/required_pull_request_reviews`,
      dismiss_stale_reviews: false,
      require_code_owner_reviews: false,
      require_last_push_approval: false,
      required_approving_review_count: reviews,
    },
    enforce_admins: { url: `${url}/enforce_admins`, enabled: false },
  });
}

function showWorkflowToken({ state }: RouteCall): ServedReply {
  const { workflowToken: given } = ciOf(state).settings;
  if (given === undefined) return hidden;
  return ok({
    default_workflow_permissions: given.level,
    can_approve_pull_request_reviews: given.approvesPulls,
  });
}

function showForks({ state }: RouteCall): ServedReply {
  const { forksGet: given } = ciOf(state).settings;
  if (!state.isPrivate) return notFound;
  if (given === undefined) return hidden;
  return ok({
    run_workflows_from_fork_pull_requests: true,
    send_write_tokens_to_workflows: given.writeTokens,
    send_secrets_and_variables: given.secrets,
    require_approval_for_fork_pr_workflows: false,
  });
}

function showForkApproval({ state }: RouteCall): ServedReply {
  const { forkApproval: policy } = ciOf(state).settings;
  return policy === undefined ? hidden : ok({ approval_policy: policy });
}

const PERMISSIONS = 'REPO/actions/permissions';
/** The permission of a setting depends on whether it was set. */
const needs = '';

export const settingRoutes: Routes = {
  'GET REPO/branches/:branch': { needs, answer: showBranch },
  'GET REPO/rules/branches/:branch': { needs, answer: listRules },
  'GET REPO/branches/:branch/protection': { needs, answer: showProtection },
  [`GET ${PERMISSIONS}/workflow`]: { needs, answer: showWorkflowToken },
  [`GET ${PERMISSIONS}/fork-pr-workflows-private-repos`]: { needs, answer: showForks },
  [`GET ${PERMISSIONS}/fork-pr-contributor-approval`]: { needs, answer: showForkApproval },
};
