import type { CheckRunState } from '../ports/checks.ts';
import type { Account } from '../ports/github.ts';
import type { CheckRunTrigger, Trigger } from './trigger.ts';

const IDENTIFIER = /^(approve|deny):([0-9a-hjkmnp-tv-z]{12})$/;
const EXTERNAL_ID = /^countersign:card:([1-9][0-9]{0,8})$/;
/** The App that a workflow's own token belongs to, whose check runs start no workflow. */
const WORKFLOW_APP = 'github-actions';

/** What the buttons of a card carry: `approve:` or `deny:` and the code of the question, the twenty characters that GitHub takes. */
export const clickCode = {
  identifier: (decision: Click['decision'], code: string): string => `${decision}:${code}`,
  externalId: (issue: number): string => `countersign:card:${issue}`,
} as const;

/** A press of a button, as GitHub's own event tells of it. Who may decide is not settled by that. */
export interface Click {
  readonly decision: 'approve' | 'deny';
  /** Of the question that the button was made for. */
  readonly code: string;
  readonly check: Pick<CheckRunState, 'id' | 'url' | 'app' | 'headSha'>;
  /** The issue or pull request that the card is said to be on. It points, and is checked against the checkpoint. */
  readonly issue: number;
  /** `null` where the account is gone. */
  readonly by: Account | null;
}

/** What an event of a check run comes to. */
export type ParsedClick =
  | { readonly kind: 'click'; readonly click: Click; readonly trigger: CheckRunTrigger }
  /** No button of a card was pressed. */
  | { readonly kind: 'none' }
  /** It has the form of a card's button, and is none of ours. */
  | { readonly kind: 'foreign'; readonly reason: string };

/**
 * The click that an event holds. Ours is only a button of a check run that the App of this run's own token made, in
 * this repository: everybody else's App may name its buttons as it likes. Pure.
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
  if (Number.isNaN(issue)) return foreign('its check run is not that of a card');
  if (trigger.repository?.toLowerCase() !== own.repository.toLowerCase())
    return foreign(`it is of ${trigger.repository ?? 'no repository'}`);
  if (own.self === null || !isBotOf(own.self, checkRun.app.slug))
    return foreign(`its check run is by the App ${JSON.stringify(checkRun.app.slug)}`);
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

/** Whether an account's check runs can have buttons that start a workflow: those of an App other than GitHub Actions' own. */
export function canHaveButtons(self: Account | null): boolean {
  return self !== null && self.login.endsWith('[bot]') && !isBotOf(self, WORKFLOW_APP);
}

function isBotOf(account: Account, slug: string): boolean {
  return slug !== '' && account.login.toLowerCase() === `${slug.toLowerCase()}[bot]`;
}

function foreign(because: string): ParsedClick {
  return {
    kind: 'foreign',
    reason: `A button was pressed that is no card's of this run: ${because}.`,
  };
}
