import * as z from 'zod';
import { positive, renamed, text, textOrNull } from './fields.ts';

/** The conclusions of GitHub's check runs that a run uses. */
export type CheckConclusion =
  | 'success'
  | 'failure'
  | 'neutral'
  | 'cancelled'
  | 'timed_out'
  | 'action_required';

/** A button of a check run. GitHub's limits are 20 characters for the label, 40 for the description, 20 for the identifier. */
interface CheckButton {
  readonly label: string;
  readonly description: string;
  readonly identifier: string;
}

/** An annotation of a check run on lines of a file. */
export interface CheckAnnotation {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly level: 'notice' | 'warning' | 'failure';
  readonly title: string;
  readonly message: string;
}

/** The content of a check run, as people see it. */
export interface CheckRunContent {
  /** `null`: it is in progress, and has no buttons. */
  readonly conclusion: CheckConclusion | null;
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
  /** The link "Details"; `null`: no link. */
  readonly detailsUrl: string | null;
  /** At most three. */
  readonly buttons: readonly CheckButton[];
  /** Sent in batches of fifty, GitHub's limit. */
  readonly annotations: readonly CheckAnnotation[];
}

export interface NewCheckRun {
  readonly name: string;
  readonly headSha: string;
  /** Our own id, never shown to people, which every event of the check run contains. */
  readonly externalId: string;
  readonly content: CheckRunContent;
}

/** The App of a check run. GitHub gives `null` if the App was deleted, which then identifies nobody. */
const app = z
  .looseObject({ id: z.number().int(), slug: text })
  .nullish()
  .transform((raw) => (raw ? { id: raw.id, slug: raw.slug } : { id: 0, slug: '' }));

/** A check run as GitHub describes it, in answers and in event payloads alike. */
export const checkRun = renamed({
  id: ['id', positive],
  url: ['html_url', text],
  /** The App that created it. Only this App can update it. */
  app: ['app', app],
  headSha: ['head_sha', z.string()],
  externalId: ['external_id', text],
  /** GitHub's conclusion, which may be another than ours; `null` while it is in progress. */
  conclusion: ['conclusion', textOrNull],
});
export type CheckRunState = z.output<typeof checkRun>;

/**
 * Check runs. Only a GitHub App can create them; a workflow's own token is one of the App `github-actions`. Texts are
 * redacted and truncated before they are sent. Errors are those of `GitHub`.
 */
export interface GitHubChecks {
  /** Creates a check run. If an answer is lost, the one that was created is found again. */
  createCheckRun(check: NewCheckRun): Promise<CheckRunState>;
  /** Replaces the content of a check run. Annotations are added to those that it has. */
  updateCheckRun(id: number, content: CheckRunContent): Promise<CheckRunState>;
  /** The newest check run with this name and id on a commit; `null` if there is none. */
  findCheckRun(
    check: Pick<NewCheckRun, 'name' | 'headSha' | 'externalId'>,
  ): Promise<CheckRunState | null>;
  /** `null` if it does not exist. */
  checkRun(id: number): Promise<CheckRunState | null>;
}
