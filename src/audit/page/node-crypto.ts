/** In place of `node:crypto` in the page: what the verifier uses of it. */
import { Sha256 } from './sha256.ts';

const UTF_8 = new TextEncoder();

/** SHA-256 as hexadecimal digits. */
export function hash(_algorithm: 'sha256', data: string | Uint8Array, _encoding: 'hex'): string {
  return new Sha256().update(typeof data === 'string' ? UTF_8.encode(data) : data).digest();
}

export function createHash(_algorithm: 'sha256'): Sha256 {
  return new Sha256();
}

/** Code that is beside the verifier's imports these two. The page never calls them, so its bundle has neither. */
export function randomBytes(): never {
  throw new Error('The page makes no secrets.');
}

export const createHmac = randomBytes;
