import type { Preset } from '../../policy/index.ts';

export const RECIPES = [
  'comments',
  'triage',
  'review',
  'fix-ci',
  'dependencies',
  'maintenance',
  'release-notes',
  'two-jobs',
  'resume',
] as const;
export type RecipeName = (typeof RECIPES)[number];

/** What a job's token may do, and why it must. */
export interface RecipePermission {
  readonly name: 'actions' | 'checks' | 'contents' | 'issues' | 'pull-requests' | 'statuses';
  readonly level: 'read' | 'write';
  readonly why: string;
}

/** A step of somebody else, a command, or the action itself with its inputs. */
export type RecipeStep =
  | { readonly kind: 'checkout'; readonly with?: Readonly<Record<string, string>> }
  | { readonly kind: 'agent'; readonly with: Readonly<Record<string, string>> }
  | {
      readonly kind: 'run';
      readonly name: string;
      readonly env?: Readonly<Record<string, string>>;
      readonly run: string;
    };

export interface RecipeJob {
  readonly id: string;
  /** The job that is waited for. */
  readonly needs?: string;
  /** An expression, its lines as they are written. */
  readonly if?: readonly string[];
  /** Absent: those of the workflow. */
  readonly permissions?: readonly RecipePermission[];
  readonly outputs?: Readonly<Record<string, string>>;
  readonly timeoutMinutes: number;
  readonly steps: readonly RecipeStep[];
}

/** One job that people use an agent for: a workflow, and the policy that goes with it. */
export interface Recipe {
  readonly name: RecipeName;
  /** Its name on GitHub. */
  readonly title: string;
  /** What it is for, in one sentence. */
  readonly about: string;
  /** What must be known before it is used; each a line of the workflow's head. */
  readonly notes: readonly string[];
  readonly preset: Preset;
  /** Where its policy lies, from the repository's root. */
  readonly policyPath: string;
  /** The lines under `on:`. */
  readonly on: readonly string[];
  readonly permissions: readonly RecipePermission[];
  /** Never cancels; runs of one group take turns, and a waiting one gives way to a newer. */
  readonly concurrency: { readonly group: string; readonly why: string };
  readonly jobs: readonly RecipeJob[];
  /** What is left to do by hand, one sentence each. */
  readonly next: readonly string[];
}
