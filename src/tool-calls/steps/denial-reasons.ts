import { firstNames } from '../../common/index.ts';
import type { Answer, ApprovalRequest } from '../../approvals/index.ts';
import type { Verdict, VerdictName } from '../../policy/index.ts';
import type { EvaluatedCall, Refusal } from '../call.ts';

// What a refused call tells the model: the reason, and what it can do instead. How the policy could be changed is for people
// alone: a model that is told would ask for it, or try it.

const MAX_NAMED_COMMANDS = 5;
const MAX_NAMED_CHARS = 120;

const NO_DETOUR = 'Do not get the same effect in another way.';
const CONTINUE =
  'Continue with what needs no such call, then finish and name exactly what is missing.';

/** Who refused a call, why, and what the model can do instead. */
export interface DenialReason {
  readonly refusal: Refusal;
  readonly because: string;
  readonly recommendation: string;
  /** Added to the reason for people, in the trail and in the log. */
  readonly forPeople?: string;
}

/** An answer with which a call does not wait any more. */
export type DecidedAnswer = Exclude<Answer, { readonly kind: 'suspended' }>;

/** Who denied a call, and what they wrote. */
export type PersonDenial = Pick<Extract<Answer, { readonly kind: 'denied' }>, 'by' | 'reason'>;

export function policyDenial({ verdict }: Pick<EvaluatedCall, 'verdict'>): DenialReason {
  return {
    refusal: 'policy',
    because: `The policy denies this call. ${reasonOf(verdict)}${decisiveCommands(verdict, 'deny')}`,
    recommendation: `${NO_DETOUR} ${CONTINUE}`,
  };
}

/** Somebody denied the call. */
export function personDenial({ by, reason }: PersonDenial): DenialReason {
  const words = reason === '' ? ' without a reason' : `: ${reason}`;
  // Some people end what they write with a full stop.
  const end = /[.!?…]$/.test(words) ? '' : '.';
  return {
    refusal: 'person',
    because: `@${by.login} denied this call${words}${end}`,
    recommendation: `${reason === '' ? '' : 'Follow what they say. '}${NO_DETOUR} ${CONTINUE}`,
  };
}

/** The reason of an answer that is no approval. */
export function answerDenial(
  answer: Exclude<DecidedAnswer, { readonly kind: 'approved' }>,
  call: Pick<EvaluatedCall, 'verdict' | 'prepared'>,
): DenialReason {
  if (answer.kind === 'denied') return personDenial(answer);
  const { verdict, prepared } = call;
  const why =
    prepared.asks === undefined
      ? ` ${reasonOf(verdict)}${decisiveCommands(verdict, 'requireApproval')}`
      : '';
  return { ...unanswered(`${answer.because}${why}`), forPeople: ruleHint(answer.request) };
}

/** The policy denies what an approver changed the call to. */
export function changedDenial(call: Pick<EvaluatedCall, 'verdict' | 'changed'>): DenialReason {
  const reason = policyDenial(call);
  const { login = '', argument = '', text = '' } = call.changed ?? {};
  const changed = `@${login} changed this call, its ${argument} to: ${text}`;
  return { ...reason, because: `${changed}\n${reason.because}` };
}

/** Nobody approved the call, for this reason. */
export function unanswered(because: string): DenialReason {
  return { refusal: 'unanswered', because, recommendation: CONTINUE };
}

/** A link leads elsewhere than when the hooks of the run were asked, which are asked once for each call. */
export const LED_ELSEWHERE: DenialReason = {
  refusal: 'unanswered',
  because:
    'A link that this call names leads elsewhere than when the hooks of the run were asked about the call.',
  recommendation: 'If it is still what you want, make the call again.',
};

/** An earlier job was suspended with a call that cannot be made any more. */
export function noLongerPossible(because: string): DenialReason {
  return {
    refusal: 'policy',
    because: `This call is no longer possible: ${because}`,
    recommendation: CONTINUE,
  };
}

function reasonOf({ because, reason }: Verdict): string {
  return reason === undefined ? because : `${because} Its author says: ${reason}`;
}

/** Names the commands of a longer line that decided, since the others may run without them. */
function decisiveCommands({ commands = [] }: Verdict, verdict: VerdictName): string {
  const decisive = commands.filter((command) => command.verdict === verdict);
  if (commands.length < 2 || decisive.length === 0 || decisive.length === commands.length)
    return '';
  const named = decisive.map(({ words }) => JSON.stringify(shortened(words.join(' '))));
  const list = firstNames(named, MAX_NAMED_COMMANDS);
  return ` This is about ${list}; the other commands of the line can run in a call without it.`;
}

function shortened(text: string): string {
  return text.length > MAX_NAMED_CHARS ? `${text.slice(0, MAX_NAMED_CHARS)}…` : text;
}

/** The rules that would allow the call; empty if there are none to propose. */
function ruleHint({ rules }: ApprovalRequest): string {
  if (rules.length === 0) return '';
  const list = rules.map((rule) => `\`${rule}\``).join(' and ');
  return ` To allow it without an approval, add ${list} to \`auto\` in the policy.`;
}
