/**
 * Runs an agent inside another program (`countersign/sdk`, typed by `types/sdk.d.ts`): the same session, policy and audit trail
 * as the command line, with approvals by a callback.
 */
export { type Channel, CHANNELS, channelOf } from './channels.ts';
export type { ProgramRequest } from './program-request.ts';
export { type ProgramReport, type Run, startRun } from './start-run.ts';
export type { RunOptions } from './options.ts';
