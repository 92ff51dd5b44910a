import type { CheckRunState } from '../ports/checks.ts';
import type { Account } from '../ports/github.ts';
import type { CheckRunTrigger, Trigger } from './trigger.ts';

const IDENTIFIER = /^(approve|deny):([0-9a-hjkmnp-tv-z]{12})$/;
const EXTERNAL_ID = /^countersign:approval:([1-9][0-9]{0,8})$/;
/** The App of a workflow's own token. Its check runs trigger no workflow. */
const WORKFLOW_APP = 'github-actions';

/** The identifiers of approval buttons: `approve:` or `deny:` and the code of the approval request, within GitHub's limit of 20 characters. */
export const clickCode = {
  identifier: (decision: Click['decision'], code: string): string => `${decision}:${code}`,
  externalId: (issue: number): string => `countersign:approval:${issue}`,
  isOfApproval: (externalId: string): boolean => EXTERNAL_ID.test(externalId),
} as const;

/** A click on an approval button, by GitHub's event. Whether the person may approve is decided elsewhere. */
export interface Click {
  readonly decision: 'approve' | 'deny';
  /** The code of the approval request. */
  readonly code: string;
  readonly check: Pick<CheckRunState, 'id' | 'url' | 'app' | 'headSha'>;
  /** The issue or pull request of the approval request, to be verified against the checkpoint. */
  readonly issue: number;
  /** `null`: the account was deleted. */
  readonly by: Account | null;
}

/** The result of reading an event of a check run. */
export type ParsedClick =
  | { readonly kind: 'click'; readonly click: Click; readonly trigger: CheckRunTrigger }
  /** Not a click on an approval button. */
  | { readonly kind: 'none' }
  /** It has the form of an approval button, but of another App, repository or check run. */
  | { readonly kind: 'foreign'; readonly reason: string };

/**
 * Reads the click from an event. Only buttons count whose check run was created in this repository by the App of this run's
 * token: other Apps can choose the same identifiers. Pure.
 */
export function parseClick(
  trigger: Trigger,
  own: { readonly self: Account | null; readonly repository: string },
): ParsedClick {
  if (trigger.event !== 'check_run' || trigger.action !== 'requested_action')
    return { kind: 'none' };
  const { checkRun, identifier } = trigger;
  const [, decision, code] = IDENTIFIER.exec(identifier ?? '') ?? [];
  if (code === undefined) return { kind: 'none' };
  const issue = Number(EXTERNAL_ID.exec(checkRun.externalId)?.[1]);
  if (Number.isNaN(issue)) return foreignButton('its check run is not an approval request');
  if (trigger.repository?.toLowerCase() !== own.repository.toLowerCase())
    return foreignButton(`it belongs to ${trigger.repository ?? 'no repository'}`);
  if (own.self === null || !isBotOf(own.self, checkRun.app.slug))
    return foreignButton(`the App ${JSON.stringify(checkRun.app.slug)} created its check run`);
  const { id, url, app, headSha } = checkRun;
  return {
    kind: 'click',
    trigger,
    click: {
      decision: decision === 'deny' ? 'deny' : 'approve',
      code,
      check: { id, url, app, headSha },
      issue,
      by: trigger.actor,
    },
  };
}

/** Whether the buttons of an account's check runs can trigger a workflow: those of any App but GitHub Actions. */
export function canHaveButtons(self: Account | null): boolean {
  return self !== null && self.login.endsWith('[bot]') && !isBotOf(self, WORKFLOW_APP);
}

function isBotOf(account: Account, slug: string): boolean {
  return slug !== '' && account.login.toLowerCase() === `${slug.toLowerCase()}[bot]`;
}

function foreignButton(because: string): ParsedClick {
  return { kind: 'foreign', reason: `The pressed button does not belong to this run: ${because}.` };
}
