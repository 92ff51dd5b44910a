import { CountersignError, errorText } from '../../common/index.ts';
import { atLeast } from './permission.ts';
import { isApprovalCommand, isResumeCommand, matchesPhrase } from './trigger-phrase.ts';
import type { Account, GitHub, Permission } from '../ports/github.ts';
import type { AskingText, Trigger } from './trigger.ts';

/** What every text that the project writes on GitHub carries, hidden, at the start of a line: `<!-- countersign:card …`. */
export const OWN_MARKER = '<!-- countersign:';

export interface StartInput {
  readonly trigger: Trigger;
  /** The input `trigger-phrase`. */
  readonly phrase: string;
  /** The input `prompt`; empty or absent: only the phrase starts a run. */
  readonly prompt?: string | undefined;
  /** The input `allow-actors`, parsed: logins that need no write access, and the only bots that may start a run. */
  readonly allowActors: readonly string[];
  /** The input `run-for`. `anyone`: a `prompt` runs for people without write access, too; the phrase never does. */
  readonly runFor?: 'writers' | 'anyone' | undefined;
  /** The account of the run's token; `null` where the token cannot tell. */
  readonly self: Account | null;
}

/** Somebody who wants a run, and why they may have it. */
export interface Starter {
  readonly account: Account | null;
  /**
   * Looked up now; `null` where the name is in `allow-actors` or GitHub itself starts it (a schedule). Below `write`
   * where `run-for` let a stranger in.
   */
  readonly permission: Permission | null;
  readonly because: string;
}

export type StartDecision =
  /** `request` is what was asked: the prompt, or the text after the phrase (empty where it stands alone). */
  | {
      readonly kind: 'run';
      readonly request: string;
      readonly asked: 'prompt' | 'phrase';
      readonly by: Starter;
    }
  /** An answer to a card (`/approve`, `/deny`), not a new run. Whether it is valid is not decided here. */
  | { readonly kind: 'answer'; readonly asking: AskingText }
  /** Somebody who may start a run wants one that was killed to go on. */
  | { readonly kind: 'resume'; readonly asking: AskingText; readonly by: Starter }
  /** There is no work in this event; `reason` in words, a whole sentence. */
  | { readonly kind: 'skip'; readonly reason: string }
  /** Somebody asked who may not. */
  | { readonly kind: 'refuse'; readonly reason: string };

/** The parsed `allow-actors`: logins separated by commas, spaces or lines. Throws `input-invalid`: there is no wildcard. */
export function parseAllowActors(value: string): readonly string[] {
  const logins = value.split(/[\s,]+/).filter((login) => login !== '');
  for (const login of logins) {
    if (!/^@?[A-Za-z0-9][A-Za-z0-9_-]*(?:\[bot\])?$/.test(login)) {
      throw new CountersignError(
        'input-invalid',
        `\`allow-actors\` names ${JSON.stringify(login)}, which is no login.`,
        {
          fix: 'Name each person (`octocat`) and each bot (`dependabot[bot]`); there is no wildcard.',
        },
      );
    }
  }
  return logins.map((login) => login.replace(/^@/, ''));
}

/**
 * Whether an event starts a run. Who asks must have write access now (looked up, never `author_association`), be a
 * bot or person that `allow-actors` names, or be GitHub itself (a schedule). Any error in the look-up refuses.
 */
export async function decideStart(
  input: StartInput,
  github: Pick<GitHub, 'permissionOf'>,
): Promise<StartDecision> {
  const own = ownReason(input);
  if (own !== null) return { kind: 'skip', reason: own };
  const wish = parseStartRequest(input);
  if (wish.kind !== 'wish') return wish;
  const { trigger } = input;
  if (trigger.event === 'schedule') {
    return {
      ...run(wish),
      by: { account: null, permission: null, because: 'the schedule of the workflow' },
    };
  }
  let first: Starter | null = null;
  for (const account of wish.by) {
    const checked = await checkedStarter(account, { ...input, asked: wish.asked }, github);
    if (typeof checked === 'string') return { kind: 'refuse', reason: checked };
    first ??= checked;
  }
  if (first === null) {
    return { kind: 'refuse', reason: NOBODY };
  }
  if (wish.resumes !== null) return { kind: 'resume', asking: wish.resumes, by: first };
  return { ...run(wish), by: first };
}

/** What an event asks for by its words. */
export interface StartRequest {
  readonly kind: 'wish';
  readonly request: string;
  readonly asked: 'prompt' | 'phrase';
  /** The comment that wants a run that was killed to go on; `null` for a new run. */
  readonly resumes: AskingText | null;
  /** Who must be allowed, the one who asked first. `null` is somebody whose account is gone. */
  readonly by: readonly (Account | null)[];
}

function run(wish: StartRequest) {
  return { kind: 'run', request: wish.request, asked: wish.asked } as const;
}

/** A deleted account, or an event that no account caused. */
const NOBODY = 'No account can be named that asked for this, so it is refused.';

/**
 * What the event asks for by its words alone, whoever they are by. Nothing of it may be done for that, but what says
 * nothing to us needs no look-up to be skipped. Pure.
 */
export function parseStartRequest(
  input: Omit<StartInput, 'self'>,
): StartRequest | Exclude<StartDecision, { kind: 'run' | 'resume' | 'refuse' }> {
  const { trigger } = input;
  const foreign = foreignRun(trigger);
  if (foreign !== null) return { kind: 'skip', reason: foreign };
  const asking = freshText(trigger);
  const matched = asking === null ? null : matchesPhrase(asking.text, input.phrase);
  const prompt = input.prompt?.trim() ?? '';
  if (trigger.event === 'issue_comment' && asking !== null && matched?.matched !== true) {
    if (isApprovalCommand(asking.text)) return { kind: 'answer', asking };
    const by = bothOf(asking.author, trigger.actor);
    if (isResumeCommand(asking.text))
      return { kind: 'wish', request: '', asked: 'phrase', resumes: asking, by };
  }
  if (prompt !== '') {
    return { kind: 'wish', request: prompt, asked: 'prompt', resumes: null, by: [trigger.actor] };
  }
  if (asking === null) return { kind: 'skip', reason: nothingToRead(trigger) };
  if (matched?.matched !== true) {
    return {
      kind: 'skip',
      reason: `The ${asking.of} does not ask with \`${input.phrase}\` at the start of a line.`,
    };
  }
  return {
    kind: 'wish',
    request: matched.request,
    asked: 'phrase',
    resumes: null,
    by: bothOf(asking.author, trigger.actor),
  };
}

/**
 * A finished workflow run of a fork starts nothing: its event has this repository's secrets, while its files, its log and
 * its branch name are a stranger's. `null` for a run of the repository's own branches, and for every other event.
 */
function foreignRun(trigger: Trigger): string | null {
  if (trigger.event !== 'workflow_run' || trigger.fork === false) return null;
  const from = trigger.headRepository ?? 'a fork that is gone';
  return `The workflow run is of ${from}; ask with a comment on its pull request instead.`;
}

/** Who wrote the text and who caused the event differ where an issue is transferred: then both must be allowed. */
function bothOf(author: Account | null, actor: Account | null): readonly (Account | null)[] {
  return author?.login === actor?.login ? [author] : [author, actor];
}

/** Actions that make a new text. A text edited later asks nothing: somebody else may have edited it. */
const FRESH: Readonly<Record<string, readonly string[]>> = {
  issues: ['opened'],
  issue_comment: ['created'],
  pull_request: ['opened'],
  pull_request_target: ['opened'],
  pull_request_review: ['submitted'],
  pull_request_review_comment: ['created'],
};

function freshText(trigger: Trigger): AskingText | null {
  if (trigger.action === null || trigger.asking === null) return null;
  return FRESH[trigger.event]?.includes(trigger.action) === true ? trigger.asking : null;
}

function nothingToRead(trigger: Trigger): string {
  const name = trigger.event === 'unsupported' ? trigger.name : trigger.event;
  const event = trigger.action === null ? name : `${name} (${trigger.action})`;
  if (FRESH[trigger.event] === undefined) {
    return `The event ${event} holds no text that could ask for something; give the input \`prompt\` to run on it.`;
  }
  return `The event ${event} brings no new text; only a text as it was first written asks for a run.`;
}

/** Why the run itself, or another program, is behind the event; `null` where it is a person or a named bot. */
function ownReason(input: StartInput): string | null {
  const { trigger, self } = input;
  const started = trigger.event === 'schedule' || trigger.event === 'workflow_dispatch';
  // Somebody else's edit of the run's own comment is still the run's own comment.
  const asking = trigger.event === 'issue_comment' ? trigger.asking : freshText(trigger);
  for (const account of [trigger.actor, asking?.author ?? null]) {
    if (account === null) continue;
    if (!started && self !== null && sameLogin(account.login, self.login)) {
      return `@${account.login} is the account that this run acts as; it never starts a run.`;
    }
    if (isBot(account) && !named(account.login, input)) {
      return `@${account.login} is a bot that the input \`allow-actors\` does not name.`;
    }
  }
  if (asking === null) return null;
  if (asking.text.split(/\r\n|\r|\n/).some((line) => line.trimStart().startsWith(OWN_MARKER))) {
    return `The ${asking.of} was written by Countersign; it never starts a run.`;
  }
  if (asking.viaApp !== null && !named(`${asking.viaApp}[bot]`, input)) {
    return `The ${asking.of} was written by the App ${asking.viaApp}, which \`allow-actors\` does not name.`;
  }
  return null;
}

/** The starter, or why they may not. */
async function checkedStarter(
  account: Account | null,
  input: StartInput & Pick<StartRequest, 'asked'>,
  github: Pick<GitHub, 'permissionOf'>,
): Promise<Starter | string> {
  if (account === null) return NOBODY;
  if (named(account.login, input)) {
    return { account, permission: null, because: `@${account.login} is in \`allow-actors\`` };
  }
  try {
    const permission = await github.permissionOf(account.login);
    if (atLeast(permission, 'write')) {
      return { account, permission, because: `@${account.login} has the permission ${permission}` };
    }
    const said = `@${account.login} has the permission ${permission}`;
    if (input.runFor === 'anyone' && input.asked === 'prompt') {
      return { account, permission, because: `${said}, and \`run-for\` lets anyone start this` };
    }
    return `${said}; write is needed to start a run.`;
  } catch (error) {
    return `Whether @${account.login} may start a run could not be found out, so it is refused: ${errorText(error)}`;
  }
}

/** Whose permission decides over a wish: those who asked, less bots, which have none, and those who need none. */
export function askersOf(wish: StartRequest, input: Omit<StartInput, 'self'>): readonly string[] {
  return wish.by.flatMap((account) =>
    account === null || isBot(account) || named(account.login, input) ? [] : [account.login],
  );
}

function isBot(account: Account): boolean {
  return account.type === 'Bot' || account.login.endsWith('[bot]');
}

function named(login: string, input: Pick<StartInput, 'allowActors'>): boolean {
  return input.allowActors.some((allowed) => sameLogin(allowed, login));
}

function sameLogin(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Events that run in the name of a fork where the pull request comes from one. */
const FORK_EVENTS = new Set<string>([
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
]);

/**
 * Why GitHub gives this event no secrets, as words for people; `null` where it should give them, so that a missing
 * key is a key that nobody has set.
 */
export function whyNoSecrets(trigger: Trigger): string | null {
  if (trigger.actor?.login === 'dependabot[bot]') {
    return 'GitHub gives runs that Dependabot starts only the secrets that are kept for Dependabot.';
  }
  if (FORK_EVENTS.has(trigger.event) && trigger.fork === true) {
    const from = trigger.headRepository ?? 'a fork that is gone';
    return `GitHub gives no secrets to a pull request from a fork (${from}); ask with a comment on it instead.`;
  }
  return null;
}
