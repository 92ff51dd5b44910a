import * as z from 'zod';
import { truncateMiddle } from '../base/index.ts';
import type { PullFile } from './ports.ts';
import { defineTool, failure, success, type Tool, withGitHub } from './tool-kit.ts';
import type { GitHubToolWorld } from './tool-world.ts';

const MAX_LISTED_FILES = 300;
const MAX_NAMED_FILES = 20;
const MAX_DIFF_CHARS = 20_000;
const MAX_FILE_DIFF_CHARS = 10_000;

/** `github_read_pull`: what a pull request changes, file by file. */
export function readPullTool(world: GitHubToolWorld): Tool {
  return defineTool({
    name: 'github_read_pull',
    displayName: 'Read pull request',
    description: {
      short: 'Read which files a pull request changes, and their diffs.',
      usageNotes: [
        'Without number: the one that this run is about. Without files: the list, and as many diffs as fit.',
        'GitHub shows no diff of binary and of very large files. For the thread use github_read_issue.',
      ],
    },
    kind: 'readonly',
    category: 'github',
    concurrencySafe: true,
    input: z.object({
      number: z.number().int().positive().optional(),
      files: z
        .array(z.string().min(1))
        .min(1)
        .max(MAX_NAMED_FILES)
        .optional()
        .describe('paths to show the diffs of'),
    }),
    facts: () => ({ hosts: [world.apiHost] }),
    execute: ({ number, files }) =>
      withGitHub(async () => {
        const wanted = number ?? world.number;
        if (wanted === null)
          return failure('validation', 'This run is about no pull request.', ['Give the number.']);
        const [pull, changed] = await Promise.all([
          world.github.pull(wanted),
          world.github.pullFiles(wanted),
        ]);
        const author = pull.author?.login ?? null;
        const standing = await world.trusts(author);
        const fork = pull.headRepository !== `${world.github.owner}/${world.github.repo}`;
        const source = `pull request #${wanted}`;
        const by = author === null ? 'an account that is gone' : `@${author}`;
        const head = [
          `${source}, ${pull.open ? 'open' : 'closed'}, by ${by} (${standing.because})`,
          `${pull.headRepository ?? 'a fork that is gone'}:${pull.headRef} at ${pull.headSha} into ${pull.baseRef}`,
        ].join('\n');
        const text = files === undefined ? overview(changed) : named(changed, files);
        // What a fork holds was written by whoever can push there, whoever opened the pull request.
        const trusted = standing.trusted && !fork;
        if (trusted) return success(`${head}\n\n${text}`);
        const stranger = {
          untrustedSource: source,
          untrustedAuthor: author,
          untrustedMarked: true,
        };
        return success(`${head}\n\n${world.mark(text, source)}`, stranger);
      }),
  });
}

function overview(changed: readonly PullFile[]): string {
  const listed = changed.slice(0, MAX_LISTED_FILES).map(lineOf);
  if (changed.length > listed.length)
    listed.push(`… and ${changed.length - listed.length} more files`);
  const diffs: string[] = [];
  let left = MAX_DIFF_CHARS;
  let unshown = 0;
  for (const file of changed) {
    const diff = diffOf(file);
    if (diff.length > left) unshown += 1;
    else {
      diffs.push(diff);
      left -= diff.length;
    }
  }
  const more = unshown === 0 ? [] : [`${unshown} diffs did not fit: name the files to see them.`];
  return [`${changed.length} files:`, ...listed, '', ...diffs, ...more].join('\n');
}

function named(changed: readonly PullFile[], paths: readonly string[]): string {
  return paths
    .map((path) => {
      const file = changed.find((one) => one.path === path);
      return file === undefined ? `${path}: not changed by this pull request` : diffOf(file);
    })
    .join('\n\n');
}

function lineOf(file: PullFile): string {
  const from = file.previousPath === null ? '' : ` (was ${file.previousPath})`;
  return `${file.status} ${file.path}${from} +${file.additions} -${file.deletions}`;
}

function diffOf(file: PullFile): string {
  const patch =
    file.patch === null
      ? '(GitHub shows no diff of it)'
      : truncateMiddle(file.patch, MAX_FILE_DIFF_CHARS);
  return `--- ${lineOf(file)}\n${patch}`;
}
