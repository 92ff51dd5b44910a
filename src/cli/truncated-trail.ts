import { counted, visible } from '../common/index.ts';
import type { CliIo } from './spec.ts';

/** Says that the last line of an audit trail, of so many bytes, is truncated and was left out. */
export function warnOfTruncatedLine(io: Pick<CliIo, 'err'>, path: string, bytes: number): void {
  io.err(
    `warning: The last line of ${visible(path)} is truncated (${counted(bytes, 'byte')} without a newline) and left out: the run is still running, it crashed, or the file was changed.\n`,
  );
}
