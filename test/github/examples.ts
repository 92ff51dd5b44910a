/** The payloads of `@octokit/webhooks-examples`: what GitHub really sent. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { isJsonObject } from '../../src/common/index.ts';
import { TRIGGER_EVENTS } from '../../src/github/index.ts';

const example = z.looseObject({ action: z.string().optional() });
export type Example = z.infer<typeof example>;

const file = new URL(
  '../../node_modules/@octokit/webhooks-examples/api.github.com/index.json',
  import.meta.url,
);
/** Every event that there are examples of. */
export const EVENTS = z
  .array(z.looseObject({ name: z.string(), examples: z.array(example) }))
  .parse(JSON.parse(readFileSync(file, 'utf8')));

/** The examples of an event; those of `pull_request_target` are those of `pull_request`. */
export function examplesOf(name: string): readonly Example[] {
  const known = name === 'pull_request_target' ? 'pull_request' : name;
  return EVENTS.find((one) => one.name === known)?.examples ?? [];
}

export interface Case {
  readonly name: (typeof TRIGGER_EVENTS)[number];
  readonly index: number;
  readonly payload: Example;
}

/** Every example of every event that a run can begin from. */
export const CASES: readonly Case[] = TRIGGER_EVENTS.flatMap((name) =>
  examplesOf(name).map((payload, index) => ({ name, index, payload })),
);

/** What lies at a path of a value; `null` if there is nothing. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (isJsonObject(inner) ? (Reflect.get(inner, key) ?? null) : null),
    value,
  );
}

/** A copy with something else at a path; `undefined` takes it away. */
export function withAt(payload: Example, path: readonly string[], value: unknown): Example {
  const copy = structuredClone(payload);
  const holder = valueAt(copy, ...path.slice(0, -1));
  if (typeof holder === 'object' && holder !== null) {
    if (value === undefined) Reflect.deleteProperty(holder, path.at(-1) ?? '');
    else Reflect.set(holder, path.at(-1) ?? '', value);
  }
  return copy;
}

/** Where the text lies that an event brings, and the actions by which it is new. */
export const TEXTS: Readonly<Record<string, { readonly in: string; readonly action: string }>> = {
  issues: { in: 'issue', action: 'opened' },
  issue_comment: { in: 'comment', action: 'created' },
  pull_request: { in: 'pull_request', action: 'opened' },
  pull_request_target: { in: 'pull_request', action: 'opened' },
  pull_request_review: { in: 'review', action: 'submitted' },
  pull_request_review_comment: { in: 'comment', action: 'created' },
};

/** True where the example brings a text as it was first written. */
export function isFresh({ name, payload }: Case): boolean {
  const text = TEXTS[name];
  return text !== undefined && text.action === payload.action;
}

/** The example with its text asking for a run. */
export function asking({ name, payload }: Case): Example {
  const text = TEXTS[name];
  return text === undefined ? payload : withAt(payload, [text.in, 'body'], '/countersign mend it');
}
