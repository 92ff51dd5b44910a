import type { Duplex } from 'node:stream';
import type { ConnectionRules } from './admit-connection.ts';
import type { ByteMeter, ProxyLimits } from './limits.ts';

/** What the parts of one way share. */
export interface ProxyRoute {
  readonly rules: ConnectionRules;
  readonly limits: ProxyLimits;
  readonly meter: ByteMeter;
  /** Whatever is open is ended with the way. */
  track(socket: Duplex): void;
}
