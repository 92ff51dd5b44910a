import type { CommandRunner } from '../ports.ts';
import { isAdvisory, type Probe } from './isolation-probes.ts';

/** A sandbox that was tried: the runner behind it, or `null` where one of its walls does not hold. */
export interface BackendAttempt {
  readonly runner: CommandRunner | null;
  readonly probes: readonly Probe[];
}

export function unavailable(detail: string): BackendAttempt {
  return { runner: null, probes: [{ probe: 'sandbox', held: false, detail }] };
}

export function isSandboxUsable(probes: readonly Probe[]): boolean {
  return probes.every((probe) => probe.held || isAdvisory(probe.probe));
}
