import type { FinishedCall } from '../call.ts';
import type { ToolError } from '../../tools/index.ts';
import type { CallContext } from '../context.ts';

/** The error of a call that its run did not come to. */
export const CANCELLED: ToolError = {
  type: 'cancelled',
  message: 'The run was ended before this call began.',
  recommendations: [],
};

/** The error of a call that another one of its turn stopped. */
export const NOT_REACHED: ToolError = {
  type: 'cancelled',
  message: 'This call was not made, because one before it did not succeed.',
  recommendations: [],
};

/** Whether these calls of a turn, which have ended, stop its other calls. */
export function isStopped(
  { dependent }: Pick<CallContext, 'dependent'>,
  finished: readonly FinishedCall[],
): boolean {
  return dependent && finished.some(({ state }) => state !== 'COMPLETED');
}
