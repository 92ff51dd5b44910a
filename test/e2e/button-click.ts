/** The buttons of an approval's check run, and the event of a click, in GitHub's format. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { MAINTAINER, type TestRepository } from './harness.ts';
import { SUSPENDING } from './suspended.ts';
import { clickEvent } from '../testing/github-server/events.ts';

/** The bot of the App whose token the jobs have. */
export const APP = 'gatekeeper[bot]';
/** A repository whose workflow has an App's token. */
export const WITH_APP = { policy: SUSPENDING, github: { self: APP } } as const;

const payload = z.looseObject({
  action: z.string(),
  check_run: z.looseObject({ app: z.looseObject({ id: z.number(), slug: z.string() }) }),
});
export type Press = z.infer<typeof payload>;
const file = new URL(
  '../../node_modules/@octokit/webhooks-examples/api.github.com/index.json',
  import.meta.url,
);
const example = z
  .array(z.looseObject({ name: z.string(), examples: z.array(z.looseObject({})) }))
  .parse(JSON.parse(readFileSync(file, 'utf8')))
  .find(({ name }) => name === 'check_run')
  ?.examples.find((one) => one['action'] === 'requested_action');

interface Button {
  readonly label: string;
  readonly identifier: string;
}

/** The newest check run with buttons, and what they carry. */
export function buttonsOf(repository: TestRepository): {
  readonly id: number;
  readonly title: string;
  readonly summary: string;
  readonly conclusion: string | null;
  readonly buttons: readonly Button[];
} {
  const check = repository.github
    .checkRuns()
    .findLast(({ name }) => name === 'Countersign: approval');
  if (check === undefined) throw new Error('There is no check run with buttons.');
  return { ...check, buttons: check.actions as readonly Button[] };
}

/** GitHub's own example of such an event, about this check run, this button and this person. */
export function press(
  repository: TestRepository,
  label: string,
  options: { readonly login?: string; readonly check?: number; readonly identifier?: string } = {},
): { readonly name: string; readonly payload: Press } {
  const { id, buttons } = buttonsOf(repository);
  const identifier =
    options.identifier ?? buttons.find((button) => button.label === label)?.identifier ?? '';
  const own = clickEvent(repository.github, {
    check: options.check ?? id,
    identifier,
    login: options.login ?? MAINTAINER,
  });
  const { check_run: check, ...rest } = payload.parse(own);
  const { check_run: shape } = payload.parse(example);
  return {
    name: 'check_run',
    payload: payload.parse({ ...example, ...rest, check_run: { ...shape, ...check } }),
  };
}
