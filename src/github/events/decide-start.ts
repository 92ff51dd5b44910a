import { errorText, invalidInput } from '../../common/index.ts';
import { atLeast, type Permission } from './permission.ts';
import { requestAfterPhrase } from './trigger-phrase.ts';
import type { Account, GitHub } from '../ports/github.ts';
import { type RequestText, type Trigger, workflowFileOf } from './trigger.ts';

/** The hidden start of a line in every text that the project writes on GitHub, such as `<!-- countersign:approval-request …`. */
export const OWN_MARKER = '<!-- countersign:';

const LOGIN = /^@?[A-Za-z0-9][A-Za-z0-9_-]*(?:\[bot\])?$/;

export interface StartInput {
  readonly trigger: Trigger;
  /** The input `trigger-phrase`. */
  readonly phrase: string;
  /** The input `prompt`. Absent or empty: only the phrase starts a run. */
  readonly prompt?: string | undefined;
  /** The parsed input `allow-actors`: logins that need no write access, and the only bots that may start a run. */
  readonly allowActors: readonly string[];
  /** The input `run-for`. `anyone`: a `prompt` runs for people without write access too; the phrase never does. */
  readonly runFor?: 'writers' | 'anyone' | undefined;
  /**
   * What the new comment is beside its phrase: an answer to an approval request (`approval`), or the command that resumes a crashed
   * run. Absent: neither.
   */
  readonly answers?: 'approval' | 'resume' | undefined;
  /** The account of the run's token; `null` if it is unknown. */
  readonly self: Account | null;
}

/** Who started a run, and why they may. */
export interface Starter {
  readonly account: Account | null;
  /**
   * The permission now; `null` if `allow-actors` contains the login, or for a schedule. Below `write` if `run-for` allowed
   * the run.
   */
  readonly permission: Permission | null;
  readonly because: string;
}

export type StartDecision =
  /** `request` is the prompt, or the text after the phrase, which may be empty. */
  | {
      readonly kind: 'run';
      readonly request: string;
      readonly by: Starter;
    }
  /** An answer to an approval request. Whether it counts is decided elsewhere. */
  | { readonly kind: 'answer'; readonly requestText: RequestText }
  /** Somebody who may start a run resumes a crashed one. */
  | { readonly kind: 'resume'; readonly requestText: RequestText; readonly by: Starter }
  /** The event requests nothing. `reason` is a sentence. */
  | { readonly kind: 'skip'; readonly reason: string }
  /** The requester may not start a run. */
  | { readonly kind: 'refuse'; readonly reason: string };

/**
 * Parses `allow-actors`: logins separated by commas, spaces or newlines. Throws `input-invalid` for anything else; there is no
 * wildcard.
 */
export function parseAllowActors(value: string): readonly string[] {
  const logins = value.split(/[\s,]+/).filter((login) => login !== '');
  const wrong = logins.find((login) => !LOGIN.test(login));
  if (wrong !== undefined) {
    const message = `\`allow-actors\` contains ${JSON.stringify(wrong)}, which is not a login.`;
    const fix =
      'Name each person (`octocat`) and each bot (`dependabot[bot]`); there is no wildcard.';
    throw invalidInput(message, fix);
  }
  return logins.map((login) => login.replace(/^@/, ''));
}

/**
 * Decides whether an event starts a run. Every requester must have write access now (looked up, never the author
 * association), or be listed in `allow-actors`. A schedule needs no requester. If the look-up fails, the run is refused.
 */
export async function decideStart(
  input: StartInput,
  github: Pick<GitHub, 'permissionOf'>,
): Promise<StartDecision> {
  const ignored = ignoredReason(input);
  if (ignored !== null) return { kind: 'skip', reason: ignored };
  const request = parseStartRequest(input);
  if (request.kind !== 'request') return request;
  const { trigger } = input;
  if (trigger.event === 'schedule') {
    const by = { account: null, permission: null, because: 'the schedule of the workflow' };
    return { kind: 'run', request: request.request, by };
  }
  let first: Starter | null = null;
  for (const account of request.by) {
    const checked = await checkRequester(account, { ...input, asked: request.asked }, github);
    if (typeof checked === 'string') return { kind: 'refuse', reason: checked };
    first ??= checked;
  }
  if (first === null) return { kind: 'refuse', reason: NO_REQUESTER };
  if (request.resumes !== null) return { kind: 'resume', requestText: request.resumes, by: first };
  return { kind: 'run', request: request.request, by: first };
}

interface StartRequest {
  readonly kind: 'request';
  readonly request: string;
  readonly asked: 'prompt' | 'phrase';
  /** The comment that resumes a crashed run; `null` for a new run. */
  readonly resumes: RequestText | null;
  /** The accounts that must be allowed, the author of the request first. `null`: a deleted account. */
  readonly by: readonly (Account | null)[];
}

/** The requester's account was deleted, or no account caused the event. */
const NO_REQUESTER = 'The account that requested this is unknown, so it is refused.';

/**
 * Reads what an event requests, without regard to who requests it. It authorizes nothing, but irrelevant events are skipped
 * without a look-up. Pure.
 */
export function parseStartRequest(
  input: Omit<StartInput, 'self'>,
): StartRequest | Exclude<StartDecision, { kind: 'run' | 'resume' | 'refuse' }> {
  const { trigger } = input;
  const ends = forkReason(trigger) ?? deletedReason(trigger);
  if (ends !== null) return { kind: 'skip', reason: ends };
  const requestText = newText(trigger);
  const request = requestText === null ? null : requestAfterPhrase(requestText.text, input.phrase);
  const prompt = input.prompt?.trim() ?? '';
  if (requestText !== null && input.answers === 'approval') return { kind: 'answer', requestText };
  const resumes = input.answers === 'resume' ? requestText : null;
  if (prompt !== '' && resumes === null)
    return { kind: 'request', request: prompt, asked: 'prompt', resumes, by: [trigger.actor] };
  if (requestText === null) return { kind: 'skip', reason: noTextReason(trigger) };
  if (request === null && resumes === null)
    return { kind: 'skip', reason: noPhraseReason(requestText, input.phrase) };
  const by = authorAndActor(requestText.author, trigger.actor);
  const words = resumes === null ? (request ?? '') : '';
  return { kind: 'request', request: words, asked: 'phrase', resumes, by };
}

/**
 * Why a completed workflow run of a fork starts nothing: its event has this repository's secrets, while an untrusted user
 * controls its files, its log and its branch name. `null` for a run of the repository's own branches, and for other events.
 */
function forkReason(trigger: Trigger): string | null {
  if (trigger.event !== 'workflow_run' || trigger.fork === false) return null;
  const from = trigger.headRepository ?? 'a deleted fork';
  return `The workflow run is of ${from}; comment on its pull request instead.`;
}

/** Why an event of what is gone starts nothing: no run can work on it, or answer there. `null` for other events. */
function deletedReason(trigger: Trigger): string | null {
  const { action, requestText } = trigger;
  // Of all pushes, only that of a deleted branch or tag has no head.
  const isPushGone = trigger.event === 'push' && trigger.headSha === null;
  const isTextGone = action === 'deleted' && requestText !== null;
  if (!isPushGone && !isTextGone) return null;
  return `The ${requestText?.source ?? 'branch or tag'} was deleted, so it starts no run.`;
}

/** The author of the text and the actor differ when an issue is transferred. Then both must be allowed. */
function authorAndActor(
  author: Account | null,
  actor: Account | null,
): readonly (Account | null)[] {
  return author?.id === actor?.id ? [author] : [author, actor];
}

/** The action that creates a text. An edited text requests nothing: somebody else may have edited it. */
const CREATING_ACTIONS: Readonly<Record<string, string>> = {
  issues: 'opened',
  issue_comment: 'created',
  pull_request: 'opened',
  pull_request_target: 'opened',
  pull_request_review: 'submitted',
  pull_request_review_comment: 'created',
};

function newText({ event, action, requestText }: Trigger): RequestText | null {
  return action !== null && action === CREATING_ACTIONS[event] ? requestText : null;
}

function noPhraseReason({ source, text }: RequestText, phrase: string): string {
  const reason = `The ${source} has no line that starts with \`${phrase}\`.`;
  // GitHub's `contains()` in the `if:` of a job finds it anywhere, in either case.
  if (!text.toLowerCase().includes(phrase.toLowerCase())) return reason;
  return `${reason} It has it elsewhere: the case counts, and quotes, lists and code do not.`;
}

function noTextReason(trigger: Trigger): string {
  const name = trigger.event === 'unsupported' ? trigger.name : trigger.event;
  const event = trigger.action === null ? name : `${name} (${trigger.action})`;
  if (CREATING_ACTIONS[trigger.event] === undefined) {
    return `The event ${event} has no text that could request a run; set the input \`prompt\` to run on it.`;
  }
  return `The event ${event} has no new text; only a new text can request a run.`;
}

/** Why an event of the run's own account, or of another program, is ignored; `null` for people and allowed bots. */
function ignoredReason(input: StartInput): string | null {
  const { trigger, self } = input;
  const isManual = trigger.event === 'schedule' || trigger.event === 'workflow_dispatch';
  // The run's own comment stays its own if somebody else edits it.
  const requestText = trigger.event === 'issue_comment' ? trigger.requestText : newText(trigger);
  for (const account of [trigger.actor, requestText?.author ?? null]) {
    if (account === null) continue;
    if (!isManual && account.id === self?.id) {
      return `@${account.login} is the account of this run's token; it never starts a run.`;
    }
    if (isBot(account) && !isAllowedActor(account.login, input)) {
      return `@${account.login} is a bot that the input \`allow-actors\` does not contain.`;
    }
  }
  if (requestText === null) return null;
  const { source, viaApp, text } = requestText;
  if (text.split(/\r\n|\r|\n/).some((line) => line.trimStart().startsWith(OWN_MARKER)))
    return `Countersign wrote the ${source}; it never starts a run.`;
  if (viaApp !== null && !isAllowedActor(`${viaApp}[bot]`, input)) {
    return `The App ${viaApp} wrote the ${source}, and \`allow-actors\` does not contain ${viaApp}[bot].`;
  }
  return null;
}

/** The requester as a starter, or why they may not start a run. */
async function checkRequester(
  account: Account | null,
  input: StartInput & Pick<StartRequest, 'asked'>,
  github: Pick<GitHub, 'permissionOf'>,
): Promise<Starter | string> {
  if (account === null) return NO_REQUESTER;
  if (isAllowedActor(account.login, input)) {
    return { account, permission: null, because: `@${account.login} is in \`allow-actors\`` };
  }
  try {
    const permission = await github.permissionOf(account);
    const reason = `@${account.login} has the permission ${permission}`;
    if (atLeast(permission, 'write')) return { account, permission, because: reason };
    if (input.runFor === 'anyone' && input.asked === 'prompt') {
      const because = `${reason}, and \`run-for\` allows anyone to start this`;
      return { account, permission, because };
    }
    return `${reason}; starting a run needs write.`;
  } catch (error) {
    return `The permission of @${account.login} could not be looked up, so the run is refused: ${errorText(error)}`;
  }
}

/** The people whose permission decides: the requesters without bots and without those in `allow-actors`. */
export function requestersOf(
  request: StartRequest,
  input: Omit<StartInput, 'self'>,
): readonly Account[] {
  return request.by
    .filter((account) => account !== null)
    .filter((account) => !isBot(account) && !isAllowedActor(account.login, input));
}

/** Whether an account is not a person's. */
export function isBot(account: Account): boolean {
  return account.type === 'Bot' || account.login.endsWith('[bot]');
}

/** Whether `allow-actors` contains a login. */
export function isAllowedActor(login: string, input: Pick<StartInput, 'allowActors'>): boolean {
  return input.allowActors.some((allowed) => allowed.toLowerCase() === login.toLowerCase());
}

/** Why GitHub passes no secrets to this event, as a sentence; `null` if it does, so that a missing key was never set. */
export function whyNoSecrets(trigger: Trigger): string | null {
  if (trigger.actor?.login === 'dependabot[bot]') {
    return 'GitHub passes only Dependabot secrets to runs that Dependabot starts.';
  }
  if (workflowFileOf(trigger.event) === 'head' && trigger.fork === true) {
    const from = trigger.headRepository ?? 'a deleted fork';
    return `GitHub passes no secrets to a pull request from a fork (${from}); comment on it instead.`;
  }
  return null;
}
