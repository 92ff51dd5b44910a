import type * as z from 'zod';
import { CountersignError } from '../../common/index.ts';
import type { AnyPayload } from './payloads.ts';
import { commitOrNull } from './trigger-facts.ts';
import type { TriggerFacts } from './trigger.ts';

export interface EventInput {
  /** `GITHUB_EVENT_NAME`. */
  readonly eventName: string;
  /** The parsed JSON of the event file. Its form is not trusted. */
  readonly payload: unknown;
  /** The event file, for messages. */
  readonly file?: string;
  /** `GITHUB_SHA`: the commit of events that have none of their own. */
  readonly sha?: string;
  /** `GITHUB_REPOSITORY`, for events that do not name their repository. */
  readonly repository?: string;
}

/** Validates the payload of an event. Throws `event-invalid`, naming the file and the field. */
export function parsePayload<T>(schema: z.ZodType<T>, input: EventInput): T {
  const result = schema.safeParse(input.payload);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field =
    issue === undefined || issue.path.length === 0 ? 'the whole file' : issue.path.join('.');
  throw new CountersignError(
    'event-invalid',
    `The event file ${input.file ?? '(given in memory)'} is not a ${input.eventName} event: ` +
      `${field}: ${issue?.message ?? 'malformed'}.`,
    {
      fix: 'GITHUB_EVENT_NAME and GITHUB_EVENT_PATH must be those that the runner sets for the same event.',
    },
  );
}

/** The facts of any event. A trigger adds its own. */
export function commonFacts(payload: AnyPayload, input: EventInput): TriggerFacts {
  const repository = payload.repository?.full_name ?? input.repository ?? null;
  return {
    action: payload.action,
    actor: payload.sender,
    requester: payload.sender,
    repository,
    defaultBranch: payload.repository?.default_branch ?? null,
    number: null,
    isPullRequest: false,
    headSha: commitOrNull(input.sha),
    headRef: null,
    headRepository: repository,
    fork: false,
    baseRef: payload.repository?.default_branch ?? null,
    title: null,
    body: null,
    requestText: null,
    url: null,
  };
}
