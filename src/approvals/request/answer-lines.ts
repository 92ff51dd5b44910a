import { fence } from '../../common/index.ts';
import { type ApprovalRequest, isQuestion } from '../approver.ts';

/** What can be answered: the ids of calls and of questions. */
export interface AnswerableIds {
  readonly calls: readonly string[];
  readonly questions: readonly string[];
}

/** The ids of requests, by what answers them. */
export function answerableIn(requests: readonly ApprovalRequest[]): AnswerableIds {
  return {
    calls: requests.filter((request) => !isQuestion(request)).map(({ id }) => id),
    questions: requests.filter(isQuestion).map(({ id }) => id),
  };
}

/** The usual answers as lines to copy, each a block of its own: all calls at once, and each question. */
export function answerLines({ calls, questions }: AnswerableIds): readonly string[] {
  return [
    ...(calls.length === 0 ? [] : [`/approve ${calls.join(' ')}`]),
    ...questions.map((id) => `/answer ${id} your answer`),
  ].map((line) => fence(line, 'text'));
}

/** The lines to copy for somebody whose answer does not count; `denies`: it seems meant as a denial. */
export function linesInstead(ids: AnswerableIds, denies: boolean): readonly string[] {
  return denies ? denialLines(ids) : answerLines(ids);
}

/** The lines to copy for a denial, and for the end of the run, which one of its ids names. */
function denialLines({ calls, questions }: AnswerableIds): readonly string[] {
  const ids = [...calls, ...questions];
  if (ids.length === 0) return [];
  return [
    fence(`/deny ${ids.join(' ')} your reason`, 'text'),
    'Or, to end the whole run, with this one:',
    fence(`/cancel ${ids[0] ?? ''}`, 'text'),
  ];
}
