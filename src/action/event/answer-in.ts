import { parseAnswer, type ParsedAnswer } from '../../approvals/index.ts';
import { matchesPhrase, type StartInput } from '../../github/index.ts';

/**
 * What a new comment is for approval requests. Beside the trigger phrase, or an input `prompt`, it has to be more than a
 * mention: only a command, or a comment with an approval id and something that resembles one. Pure.
 */
export function answerIn({
  trigger,
  phrase,
  prompt,
}: Pick<StartInput, 'trigger' | 'phrase' | 'prompt'>): StartInput['answers'] {
  if (trigger.event !== 'issue_comment' || trigger.action !== 'created') return undefined;
  const { text, author } = trigger.requestText;
  const parsed = parseAnswer(text);
  // Programs quote ids, the run's own comments among them. Nobody has to explain a command to them.
  if (parsed.kind === 'unclear' && author?.type !== 'User') return undefined;
  const startsOtherwise = (prompt ?? '').trim() !== '' || matchesPhrase(text, phrase).matched;
  if (startsOtherwise && !isCertain(parsed)) return undefined;
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

function isCertain(parsed: ParsedAnswer): boolean {
  if (parsed.kind === 'unclear') return parsed.resembles && parsed.ids.length > 0;
  return parsed.kind !== 'none';
}
