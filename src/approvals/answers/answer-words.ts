/** The commands of comments, without their slash: those that answer an approval request, end a run, or resume one. */
export const ANSWER_WORDS = ['approve', 'deny', 'answer', 'cancel', 'resume'] as const;
export type AnswerWord = (typeof ANSWER_WORDS)[number];
