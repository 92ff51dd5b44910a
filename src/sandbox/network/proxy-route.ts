import type { Duplex } from 'node:stream';
import type { ConnectionRules } from './admit-connection.ts';
import type { ByteMeter, ProxyLimits } from './limits.ts';

/** What all connections of one proxy share. */
export interface ProxyRoute {
  readonly rules: ConnectionRules;
  readonly limits: ProxyLimits;
  readonly meter: ByteMeter;
  /** Registers a connection to be closed with the proxy. */
  track(socket: Duplex): void;
}
