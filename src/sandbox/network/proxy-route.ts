import type { Duplex } from 'node:stream';
import type { Gate } from './admit-connection.ts';
import type { Meter, ProxyLimits } from './limits.ts';

/** What the parts of one way share. */
export interface ProxyRoute {
  readonly gate: Gate;
  readonly limits: ProxyLimits;
  readonly meter: Meter;
  /** Whatever is open is ended with the way. */
  track(socket: Duplex): void;
}
