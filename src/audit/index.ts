export { type TrailEvent, trailEvent, TRAIL_SCHEMA } from './events.ts';
export type { Trail, TrailHead } from './ports.ts';
export { CALL_STATES, type CallState, mayFollow, TRANSITIONS } from './states.ts';
