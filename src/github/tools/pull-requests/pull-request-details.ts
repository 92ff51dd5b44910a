import { requireRequestError } from '../../client/transport/classify-reply.ts';
import { checksLine } from '../ci/ci-overview.ts';
import type { LinkedItem } from '../../ports/threads.ts';
import type { GitHubToolContext } from '../context.ts';
import { isOwnRepository } from '../../pull-request-trust.ts';

const MAX_MENTIONED = 20;

/** Resolves with the line, or with a line that says why it could not be read: the rest of the result is useful without it. */
export async function orReason(name: string, line: Promise<string | null>): Promise<string | null> {
  try {
    return await line;
  } catch (error) {
    const { message, fix } = requireRequestError(error);
    return `${name}: could not be read (${message}${fix === undefined ? '' : ` ${fix}`})`;
  }
}

/** One line about the checks of a commit. Their names are text of the workflow's author. */
export async function describeChecks(
  context: Pick<GitHubToolContext, 'github'>,
  sha: string,
): Promise<string | null> {
  const { github } = context;
  const line = async (): Promise<string> =>
    checksLine(...(await Promise.all([github.checkRuns(sha), github.statuses(sha)])));
  return await orReason('checks', line());
}

/** One line about the items linked with an issue or pull request, only with numbers; `null` if there are none. */
export async function describeLinks(
  context: Pick<GitHubToolContext, 'github'>,
  item: { readonly number: number; readonly isPullRequest: boolean; readonly body: string },
): Promise<string | null> {
  const line = async (): Promise<string | null> => {
    const linked = await context.github.linkedItems(item.number);
    const closing = linked.map((one) => describeLinkedItem(context, one));
    const mentioned = mentionedIn(item.body).filter(
      (number) => number !== item.number && !linked.some((one) => one.number === number),
    );
    const parts = [
      ...(closing.length === 0
        ? []
        : [`${item.isPullRequest ? 'closes' : 'closed by'} ${closing.join(', ')}`]),
      ...(mentioned.length === 0
        ? []
        : [`its text mentions ${mentioned.map((number) => `#${number}`).join(', ')}`]),
    ];
    return parts.length === 0 ? null : `linked: ${parts.join('; ')}`;
  };
  return await orReason('linked', line());
}

function describeLinkedItem(
  { github }: Pick<GitHubToolContext, 'github'>,
  one: LinkedItem,
): string {
  const repository = isOwnRepository(one.repository, github) ? '' : one.repository;
  return `${repository}#${one.number} (${one.open ? 'open' : 'closed'})`;
}

/** The issues and pull requests of this repository that a text mentions as `#7`, outside of code and addresses. */
function mentionedIn(text: string): readonly number[] {
  const prose = text.replaceAll(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, ' ');
  const numbers = [...prose.matchAll(/(?<![\w/#&])#(\d{1,9})\b/g)].map(([, digits]) =>
    Number(digits),
  );
  return [...new Set(numbers)].filter((number) => number > 0).slice(0, MAX_MENTIONED);
}
