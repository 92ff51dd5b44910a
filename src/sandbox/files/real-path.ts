import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { normalAbsolute } from './lexical-path.ts';

/** The path without links; its normal form if nothing is there. This file does I/O. */
export function realOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return normalAbsolute(resolve(path));
  }
}
