import { CountersignError } from '../../common/index.ts';
import { checksLine } from './ci-overview.ts';
import type { LinkedItem } from '../ports/threads.ts';
import type { GitHubToolContext } from './context.ts';

const MAX_MENTIONED = 20;

/** What the work asks for, or a line that says why it could not be had: nobody needs all of it to go on. */
export async function orWhy(what: string, work: Promise<string | null>): Promise<string | null> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code === 'cancelled') throw error;
    return `${what}: could not be read (${error.message}${error.fix === undefined ? '' : ` ${error.fix}`})`;
  }
}

/** One line on the checks of a commit. Their names are words of whoever wrote the workflow. */
export async function checksOf(
  context: Pick<GitHubToolContext, 'github'>,
  sha: string,
): Promise<string | null> {
  const { github } = context;
  const line = async (): Promise<string> =>
    checksLine(...(await Promise.all([github.checkRuns(sha), github.statuses(sha)])));
  return await orWhy('checks', line());
}

/** One line on what an issue or pull request is linked with, in numbers alone; `null` where it is with nothing. */
export async function linksOf(
  context: Pick<GitHubToolContext, 'github'>,
  about: { readonly number: number; readonly isPullRequest: boolean; readonly body: string },
): Promise<string | null> {
  const line = async (): Promise<string | null> => {
    const linked = await context.github.linkedItems(about.number);
    const closing = linked.map((one) => linkedWord(context, one));
    const mentioned = mentionedIn(about.body).filter(
      (number) => number !== about.number && !linked.some((one) => one.number === number),
    );
    const parts = [
      ...(closing.length === 0
        ? []
        : [`${about.isPullRequest ? 'closes' : 'closed by'} ${closing.join(', ')}`]),
      ...(mentioned.length === 0
        ? []
        : [`its text names ${mentioned.map((number) => `#${number}`).join(', ')}`]),
    ];
    return parts.length === 0 ? null : `linked: ${parts.join('; ')}`;
  };
  return await orWhy('linked', line());
}

function linkedWord({ github }: Pick<GitHubToolContext, 'github'>, one: LinkedItem): string {
  const own = one.repository.toLowerCase() === `${github.owner}/${github.repo}`.toLowerCase();
  return `${own ? '' : one.repository}#${one.number} (${one.open ? 'open' : 'closed'})`;
}

/** The issues and pull requests of this repository that a text names as `#7`; code and addresses are not looked into. */
export function mentionedIn(text: string): readonly number[] {
  const prose = text.replaceAll(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, ' ');
  const numbers = [...prose.matchAll(/(?<![\w/#&])#(\d{1,9})\b/g)].map(([, digits]) =>
    Number(digits),
  );
  return [...new Set(numbers)].filter((number) => number > 0).slice(0, MAX_MENTIONED);
}
