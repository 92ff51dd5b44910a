import type { OutputName } from '../outputs/outputs.ts';
import type { InputName } from './input-names.ts';

/** What a step does, by the input `mode`. */
export const MODES = ['agent', 'policy-diff', 'plan', 'collect', 'apply'] as const;
export type Mode = (typeof MODES)[number];
/** A mode with an action of its own, in the folder of this name. */
export type SubAction = Exclude<Mode, 'agent'>;

/**
 * The actions beside the main one, each with what its mode reads and sets. An input has the same name, meaning and default as
 * in the main action. A test holds this against the action.yml of each folder.
 */
export const SUB_ACTIONS = {
  plan: {
    inputs: [
      'plan-issues',
      'plan-files',
      'plan-repositories',
      'max-jobs',
      'max-turns',
      'max-calls',
      'max-tokens',
      'max-usd',
      'max-minutes',
      'github-token',
    ],
    outputs: ['matrix', 'jobs', 'left-out', 'outcome', 'summary'],
  },
  collect: {
    inputs: ['expected-trails', 'fail-on', 'github-token'],
    outputs: ['outcome', 'summary', 'trails', 'verified', 'turns', 'tokens', 'cost-usd'],
  },
  apply: {
    inputs: [
      'apply-artifact',
      'apply-head',
      'github-token',
      'state-key',
      'policy',
      'baseline',
      'baseline-token',
      'allow-actors',
      'run-for',
      'approvals',
      'approval-issue',
      'notify-webhook',
      'resume-workflows',
      'max-minutes',
      'fail-on',
      'tracking-comment',
      'retention-days',
      'attest',
      'check-run',
      'sandbox',
      'sandbox-install',
    ],
    outputs: [
      'outcome',
      'summary',
      'audit-path',
      'audit-artifact-id',
      'audit-artifact-url',
      'audit-artifact-name',
      'audit-head',
      'audit-count',
      'branch',
      'commit-sha',
      'pull-request-url',
      'calls-auto',
      'calls-approved',
      'calls-denied',
      'pending-approvals',
    ],
  },
  'policy-diff': {
    inputs: ['policy', 'policy-diff-repositories', 'baseline-token', 'github-token', 'fail-on'],
    outputs: ['outcome', 'summary'],
  },
} as const satisfies Readonly<
  Record<
    SubAction,
    { readonly inputs: readonly InputName[]; readonly outputs: readonly OutputName[] }
  >
>;

/** The inputs of the main action that only a mode with an action of its own reads. They keep working, as does `mode`. */
export const MOVED_INPUTS: Readonly<Partial<Record<InputName, SubAction>>> = {
  'plan-issues': 'plan',
  'plan-files': 'plan',
  'plan-repositories': 'plan',
  'max-jobs': 'plan',
  'expected-trails': 'collect',
  'apply-artifact': 'apply',
  'apply-head': 'apply',
  'policy-diff-repositories': 'policy-diff',
};
