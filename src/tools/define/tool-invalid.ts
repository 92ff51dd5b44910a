import { CountersignError } from '../../common/index.ts';

/** The error for a tool, or a module of tools or hooks, that its author has to correct. */
export function toolInvalid(message: string, fix?: string, cause?: unknown): CountersignError {
  return new CountersignError('tool-invalid', message, {
    ...(fix === undefined ? {} : { fix }),
    cause,
  });
}
