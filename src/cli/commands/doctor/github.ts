import { errorText, systemClock } from '../../../common/index.ts';
import {
  apiUrlIn,
  type GitHubOptions,
  type RepositorySettings,
  repositorySettings,
  type TokenAccess,
  tokenAccess,
} from '../../../github/index.ts';
import { redactorFor } from '../../../session/index.ts';
import { bad, type Finding, good, unknown } from './finding.ts';
import type { CliIo } from '../../spec.ts';

/** Checks the repository's settings and the token. Only reads from GitHub. */

const REQUEST_TIMEOUT_MS = 15_000;
const MAX_LIMIT_WAIT_MS = 5_000;
const CALL_WITH_TOKEN =
  'GITHUB_TOKEN=$(gh auth token) GITHUB_REPOSITORY=OWNER/NAME countersign doctor';
const ACTIONS = 'Settings, Actions, General';
/** Scopes of a classic token that a run does not need. */
const BROAD_SCOPE = /^(?:admin:|delete_|write:|workflow$|codespace|enterprise|user$|gist$)/;

export async function gitHubFindings({ environment }: CliIo): Promise<readonly Finding[]> {
  const token = environment['GITHUB_TOKEN'] ?? '';
  const repository = environment['GITHUB_REPOSITORY'] ?? '';
  const [owner = '', repo = '', ...more] = repository.split('/');
  if (token === '' || repository === '') {
    const message = 'GitHub was not checked: set both GITHUB_TOKEN and GITHUB_REPOSITORY.';
    return [unknown('github', message, CALL_WITH_TOKEN)];
  }
  if (owner === '' || repo === '' || more.length > 0) {
    const message = `GitHub was not checked: GITHUB_REPOSITORY is ${JSON.stringify(repository)}, not OWNER/NAME.`;
    return [unknown('github', message, CALL_WITH_TOKEN)];
  }
  try {
    const options: GitHubOptions = {
      token,
      owner,
      repo,
      apiUrl: apiUrlIn(environment),
      redactor: redactorFor(environment, { 'github-token': token }),
      clock: systemClock,
      requestTimeoutMs: REQUEST_TIMEOUT_MS,
      maxLimitWaitMs: MAX_LIMIT_WAIT_MS,
    };
    const settings = await repositorySettings(options);
    // On a person's machine the token serves this check alone, and is not the one of a run.
    const isJob = environment['GITHUB_ACTIONS'] === 'true';
    const access = isJob ? await tokenAccess(options) : null;
    return [
      ...settingFindings(settings),
      ...forkFindings(settings, environment['RUNNER_ENVIRONMENT'] === 'self-hosted'),
      ...(access === null ? [] : tokenFindings(access)),
      ...settings.unknown.map((because) => unknown('github', because)),
    ];
  } catch (error) {
    return [unknown('github', `GitHub could not be checked: ${errorText(error)}`)];
  }
}

/** `no`: what is found if the setting is off, and what to change. */
function finding(
  check: string,
  value: boolean | null,
  { yes, no }: { readonly yes: string; readonly no: readonly [found: string, change: string] },
): Finding {
  if (value === null) return unknown(check, 'The token cannot read this setting.');
  return value ? good(check, yes) : bad(check, ...no);
}

function settingFindings(settings: RepositorySettings): readonly Finding[] {
  const { defaultBranch, isProtected, isReviewed, tokenDefault, mayApprovePulls } = settings;
  return [
    finding('branch', isProtected, {
      yes: `${defaultBranch} is protected.`,
      no: [
        `${defaultBranch} is not protected: everybody who can push to it can change the policy without a review.`,
        'Protect it, and require reviews for .github/.',
      ],
    }),
    finding('reviews', isReviewed, {
      yes: `A change to ${defaultBranch} needs a review.`,
      no: [
        `A change to ${defaultBranch} needs no review, so one person alone can change the policy.`,
        'Require an approving review, preferably of code owners, with .github/ in CODEOWNERS.',
      ],
    }),
    finding('token', tokenDefault === null ? null : tokenDefault === 'read', {
      yes: 'Workflows get a read-only token by default.',
      no: [
        'Workflows get a token with write permissions by default.',
        `Under ${ACTIONS}, choose read permissions.`,
      ],
    }),
    pullsFinding(mayApprovePulls),
  ];
}

/** GitHub has one setting for creating and for approving. The agent approves nothing, but may have to create. */
function pullsFinding(mayApprovePulls: boolean | null): Finding {
  const check = 'approve';
  if (mayApprovePulls === null) return unknown(check, 'The token cannot read this setting.');
  if (!mayApprovePulls)
    return good(
      check,
      "Workflows cannot create and approve pull requests, so with the job's token the agent can open none.",
    );
  return unknown(
    check,
    'Workflows can create and approve pull requests.',
    `Under ${ACTIONS}, forbid it, unless the agent should open pull requests.`,
  );
}

function forkFindings(settings: RepositorySettings, isSelfHosted: boolean): readonly Finding[] {
  const { isPublic, forksGetSecrets, forkApproval } = settings;
  if (!isPublic) {
    return [
      finding('forks', forksGetSecrets === null ? null : !forksGetSecrets, {
        yes: 'Pull requests from forks get no secrets and no token with write permissions.',
        no: [
          'Pull requests from forks get secrets or a token with write permissions.',
          `Under ${ACTIONS}, turn both off.`,
        ],
      }),
    ];
  }
  const plain = good('forks', 'Pull requests from forks get no secrets and a read-only token.');
  const runner = bad(
    'runner',
    "A public repository uses a self-hosted runner: an untrusted user's pull request can run programs on it.",
    'Use hosted or ephemeral runners.',
  );
  return [plain, ...(isSelfHosted ? [runner] : []), approvalFinding(forkApproval)];
}

function approvalFinding(policy: string | null): Finding {
  const check = 'fork-approval';
  if (policy === null) return unknown(check, 'The token cannot read this setting.');
  if (policy === 'all_external_contributors')
    return good(check, 'Workflows of every pull request from a fork need approval.');
  const found = `Workflows of only some pull requests from forks need approval (${policy}).`;
  return unknown(check, found, `Under ${ACTIONS}, require approval for all outside contributors.`);
}

function tokenFindings(access: TokenAccess): readonly Finding[] {
  return [kindFinding(access), ...adminFinding(access), readFinding(access)];
}

function kindFinding({ kind, scopes }: TokenAccess): Finding {
  const check = 'token-kind';
  const change =
    "Use the job's GITHUB_TOKEN, or the token of an App that is installed only in this repository.";
  switch (kind) {
    case 'installation':
      return good(check, 'The token belongs to an App installation and is short-lived.');
    case 'fine-grained':
      return unknown(check, 'The token belongs to a person: runs write in their name.', change);
    case 'classic':
    case 'oauth': {
      const listed = (scopes ?? []).join(', ') || 'unknown';
      const broad = (scopes ?? []).filter((scope) => BROAD_SCOPE.test(scope)).join(', ');
      const more = broad === '' ? '' : ` A run does not need: ${broad}.`;
      const found = `The token belongs to a person and can access all of their repositories (scopes: ${listed}).${more}`;
      return bad(check, found, change);
    }
    case 'unknown':
      return unknown(check, 'The format of the token does not show its kind.');
  }
  return kind satisfies never;
}

function adminFinding({ isAdmin }: TokenAccess): readonly Finding[] {
  if (isAdmin !== true) return [];
  const found = 'The owner of the token is an administrator of the repository.';
  return [bad('token-admin', found, 'Use the token of an account with write access only.')];
}

function readFinding({ reads }: TokenAccess): Finding {
  const check = 'token-reads';
  const named = (allowed: boolean): string =>
    reads
      .filter((read) => read.allowed === allowed)
      .map(({ permission }) => permission)
      .join(', ');
  const missing = named(false);
  const write = 'GitHub does not report write permissions; the permissions: block decides.';
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
