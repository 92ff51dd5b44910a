import { errorText, systemClock } from '../../common/index.ts';
import {
  type GitHubOptions,
  type RepositorySettings,
  repositorySettings,
  type TokenAccess,
  tokenAccess,
} from '../../github/index.ts';
import { redactorFor } from '../../session/index.ts';
import { bad, type Finding, good, unknown } from './finding.ts';
import type { CliIo } from '../spec.ts';

/** What the repository's settings, and the token, keep from being safe. Asks GitHub, and changes nothing there. */

const REQUEST_TIMEOUT_MS = 15_000;
const MAX_LIMIT_WAIT_MS = 5_000;
const ACTIONS = 'Settings, Actions, General';
/** A classic token with one of these reaches more than what is in the repository. */
const BROAD_SCOPE = /^(?:admin:|delete_|write:|workflow$|codespace|enterprise|user$|gist$)/;

export async function gitHubFindings({ environment }: CliIo): Promise<readonly Finding[]> {
  const token = environment['GITHUB_TOKEN'] ?? '';
  const [owner, repo, more] = (environment['GITHUB_REPOSITORY'] ?? '').split('/');
  if (token === '' || owner === undefined || repo === undefined || more !== undefined) {
    return [
      unknown(
        'github',
        'GitHub was not asked: GITHUB_TOKEN and GITHUB_REPOSITORY (owner/name) are not both set.',
      ),
    ];
  }
  const options: GitHubOptions = {
    token,
    owner,
    repo,
    apiUrl: environment['GITHUB_API_URL'] ?? 'https://api.github.com',
    redactor: redactorFor(environment, { 'github-token': token }),
    clock: systemClock,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    maxLimitWaitMs: MAX_LIMIT_WAIT_MS,
  };
  try {
    const settings = await repositorySettings(options);
    const access = await tokenAccess(options);
    return [
      ...settingFindings(settings),
      ...forkFindings(settings, environment['RUNNER_ENVIRONMENT'] === 'self-hosted'),
      ...tokenFindings(access),
      ...settings.unknown.map((because) => unknown('github', because)),
    ];
  } catch (error) {
    return [unknown('github', `GitHub could not be asked: ${errorText(error)}`)];
  }
}

function tell(
  check: string,
  value: boolean | null,
  words: { readonly yes: Finding; readonly no: Finding },
): Finding {
  if (value === null) return unknown(check, 'The token may not see this setting.');
  return value ? words.yes : words.no;
}

function settingFindings(settings: RepositorySettings): readonly Finding[] {
  const { defaultBranch, isProtected, isReviewed, tokenDefault, mayApprovePulls } = settings;
  return [
    tell('branch', isProtected, {
      yes: good('branch', `${defaultBranch} is protected.`),
      no: bad(
        'branch',
        `${defaultBranch} is not protected: whoever can push there changes the policy without a review.`,
        'Protect it, and require reviews for .github/.',
      ),
    }),
    tell('reviews', isReviewed, {
      yes: good('reviews', `A change to ${defaultBranch} takes a review.`),
      no: bad(
        'reviews',
        `A change to ${defaultBranch} takes no review, so one person alone can change the policy.`,
        'Require an approving review, best of code owners with .github/ in CODEOWNERS.',
      ),
    }),
    tell('token', tokenDefault === null ? null : tokenDefault === 'read', {
      yes: good('token', 'Workflows get a token that can only read unless they say otherwise.'),
      no: bad(
        'token',
        'Workflows that say nothing get a token that can write.',
        `Under ${ACTIONS}, choose read permissions.`,
      ),
    }),
    tell('approve', mayApprovePulls === null ? null : !mayApprovePulls, {
      yes: good('approve', 'Workflows cannot approve pull requests.'),
      no: bad('approve', 'Workflows can approve pull requests.', `Under ${ACTIONS}, forbid it.`),
    }),
  ];
}

function forkFindings(settings: RepositorySettings, isSelfHosted: boolean): readonly Finding[] {
  const { isPublic, forksGetSecrets, forkApproval } = settings;
  if (!isPublic) {
    return [
      tell('forks', forksGetSecrets === null ? null : !forksGetSecrets, {
        yes: good('forks', 'Pull requests from forks get no secrets and no token that can write.'),
        no: bad(
          'forks',
          'Pull requests from forks get secrets or a token that can write.',
          `Under ${ACTIONS}, turn both off.`,
        ),
      }),
    ];
  }
  const plain = good(
    'forks',
    'Pull requests from forks get no secrets and a token that can only read.',
  );
  const runner = bad(
    'runner',
    "A self-hosted runner works for a public repository: a stranger's pull request runs programs on it.",
    'Use hosted runners, or new machines for each job.',
  );
  return [plain, ...(isSelfHosted ? [runner] : []), approvalFinding(forkApproval)];
}

function approvalFinding(policy: string | null): Finding {
  const check = 'fork-approval';
  if (policy === null) return unknown(check, 'The token may not see this setting.');
  if (policy === 'all_external_contributors')
    return good(check, 'Workflows of every pull request from a fork wait for a person.');
  const found = `Only some pull requests from forks wait for a person before workflows run (${policy}).`;
  return unknown(check, found, `Under ${ACTIONS}, require approval for all outside contributors.`);
}

function tokenFindings(access: TokenAccess): readonly Finding[] {
  return [kindFinding(access), ...adminFinding(access), readFinding(access)];
}

function kindFinding({ kind, scopes }: TokenAccess): Finding {
  const check = 'token-kind';
  const change = "Use the job's GITHUB_TOKEN, or a token of an app that is installed here only.";
  switch (kind) {
    case 'installation':
      return good(check, "The token is an app's, for what the app is installed on; it ends soon.");
    case 'fine-grained':
      return unknown(check, "The token is a person's: what is written is in their name.", change);
    case 'classic':
    case 'oauth': {
      const listed = (scopes ?? []).join(', ') || 'none that GitHub tells';
      const broad = (scopes ?? []).filter((scope) => BROAD_SCOPE.test(scope)).join(', ');
      const more = broad === '' ? '' : ` More than a run needs: ${broad}.`;
      const found = `The token is a person's and reaches all of their repositories (scopes: ${listed}).${more}`;
      return bad(check, found, change);
    }
    case 'unknown':
      return unknown(check, 'Of what kind the token is cannot be told from its form.');
  }
  return kind satisfies never;
}

function adminFinding({ isAdmin }: TokenAccess): readonly Finding[] {
  if (isAdmin !== true) return [];
  const found = 'The token is of somebody who administers the repository.';
  return [bad('token-admin', found, 'Use one of an account that can write and no more.')];
}

function readFinding({ reads }: TokenAccess): Finding {
  const check = 'token-reads';
  const named = (allowed: boolean): string =>
    reads
      .filter((read) => read.allowed === allowed)
      .map(({ permission }) => permission)
      .join(', ');
  const missing = named(false);
  const write = 'What it may write GitHub does not tell: the permissions: block decides.';
  if (missing === '') return good(check, `The token can read ${named(true)}. ${write}`);
  const lines = missing
    .split(', ')
    .map((permission) => `${permission}: ${permission === 'contents' ? 'read' : 'write'}`);
  return bad(
    check,
    `The token cannot read ${missing}.`,
    `Add to permissions: ${lines.join(', ').replace('actions: write', 'actions: read')}.`,
  );
}
