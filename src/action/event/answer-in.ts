import { parseAnswer, type ParsedAnswer } from '../../approvals/index.ts';
import { requestAfterPhrase, type StartInput } from '../../github/index.ts';

type AnswerInput = Pick<StartInput, 'trigger' | 'phrase' | 'prompt'>;

/**
 * What a new comment or review is for approval requests. Beside the trigger phrase, or an input `prompt`, a review is none, and a
 * comment has to be more than a mention: a command, or an approval id and something that resembles a command. Pure.
 */
export function answerIn(input: AnswerInput): StartInput['answers'] {
  const { trigger } = input;
  if (trigger.event === 'pull_request_review') {
    const decides = ['approved', 'changes_requested'].includes(trigger.reviewState ?? '');
    const isNew = trigger.action === 'submitted' && !trigger.fork;
    return decides && isNew && !startsOtherwise(input) ? 'approval' : undefined;
  }
  if (trigger.event !== 'issue_comment' || trigger.action !== 'created') return undefined;
  const { text, author } = trigger.requestText;
  const parsed = parseAnswer(text);
  // Programs quote ids, the run's own comments among them. Nobody has to explain a command to them.
  if (parsed.kind === 'unclear' && author?.type !== 'User') return undefined;
  if (!isCertain(parsed) && startsOtherwise(input)) return undefined;
  switch (parsed.kind) {
    case 'none':
      return undefined;
    case 'resume':
      return 'resume';
    case 'commands':
    case 'unclear':
      return 'approval';
  }
}

/**
 * Why an answer in a review, or on lines of a diff, does not count, as a sentence; `null` if the event has none. No job reads answers
 * there. Pure.
 */
export function misplacedReason({ event, requestText }: StartInput['trigger']): string | null {
  const isElsewhere = event === 'pull_request_review' || event === 'pull_request_review_comment';
  if (!isElsewhere || requestText === null || !isCertain(parseAnswer(requestText.text)))
    return null;
  return `The ${requestText.source} answers an approval request and does not count: write a new comment in the conversation of the pull request.`;
}

/** True if the text or the input `prompt` would start a run. */
function startsOtherwise({ trigger, phrase, prompt }: AnswerInput): boolean {
  if ((prompt ?? '').trim() !== '') return true;
  const text = trigger.requestText?.text;
  return text !== undefined && requestAfterPhrase(text, phrase) !== null;
}

function isCertain(parsed: ParsedAnswer): boolean {
  if (parsed.kind === 'unclear') return parsed.resembles && parsed.ids.length > 0;
  return parsed.kind !== 'none';
}
