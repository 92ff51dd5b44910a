import { basename, dirname, isAbsolute, join } from 'node:path';
import * as z from 'zod';
import { counted, CountersignError, memoize, sha256 } from '../../../common/index.ts';
import { samplePaths } from '../../../policy/index.ts';
import { foldersAbove, isWithin, type Workspace } from '../../../sandbox/index.ts';
import { publishableMessage } from '../../publish/publishable.ts';
import type { CommitFile, NewCommit } from '../../ports/github.ts';
import {
  failure,
  githubTool,
  withMemory,
  success,
  type Tool,
  type ToolContext,
  type ToolResult,
  withGitHub,
} from '../helpers.ts';
import { issueToClose, type GitHubToolContext, type GitHubWorkspace } from '../context.ts';

/** The files of one `github_push_branch` call. */
export const PUSH_FILES_MAX = 100;
const MAX_FILE_BYTES = 5 * 1024 * 1024;
const MAX_MESSAGE_CHARS = 5000;
const MAX_LISTED_OTHERS = 10;
/** A name that the model chose. Stricter than `git check-ref-format`. */
const BRANCH =
  /^(?!.*(?:\.\.|\/\/|@\{|\.lock(?:\/|$)))[A-Za-z0-9_][A-Za-z0-9_./-]{0,200}(?<![./])$/;
const EXECUTABLE = 0o100;
const LINK = '120000';
const ATTRIBUTES = '.gitattributes';
const WORKFLOWS = /^(?:\.\/)?\.github\/workflows\//;

const input = () =>
  z.object({
    branch: z.string().min(1).optional(),
    message: z.string().trim().min(1).max(MAX_MESSAGE_CHARS).describe('of the commit'),
    paths: z
      .array(z.string().min(1))
      .min(1)
      .max(PUSH_FILES_MAX)
      .describe('every file to commit, also those that were deleted'),
  });
type Input = z.output<ReturnType<typeof input>>;

const pushedBranch = () =>
  z.object({
    commit: z.string().describe('the last one of this run'),
    attributes: z
      .record(z.string(), z.string().nullable())
      .describe('the attribute files of its commits, as base64; null: deleted'),
  });
type PushedBranch = z.output<ReturnType<typeof pushedBranch>>;

/**
 * `github_push_branch`: one commit of the named files of the workspace, on a branch that only moves forward. If a person
 * approved the files by their digests, only exactly these files are committed.
 */
export function pushBranchTool(context: GitHubToolContext): Tool {
  const { work } = context;
  const pushed = new Map<string, PushedBranch>();
  const shown = new WeakMap<Input, string>();
  const tool = githubTool(context, {
    name: 'github_push_branch',
    changeable: 'message',
    displayName: 'Push branch',
    description: {
      short: 'Commit files of the workspace to a branch on GitHub, through the API.',
      usageNotes: [
        `Without branch: ${work.branch}. Another name must start with ${work.branchPrefix}.`,
        'Name every file of the commit, links too. A named file that is not in the workspace is deleted by the commit.',
        'The branch only moves forward. If others moved it, use another name.',
      ],
    },
    kind: 'network',
    timeoutMs: 300_000,
    input: input(),
    facts: ({ paths }) => ({
      hosts: [context.apiHost],
      paths: paths.flatMap((path) => samplePaths('network', work.workspace.relative(path))),
    }),
    preview: async (wanted, { places } = {}) => {
      const base = pushed.get(wanted.branch ?? work.branch);
      const files = await readFiles(asEvaluated(context, places), wanted.paths, base);
      const list = manifest(files);
      shown.set(wanted, list);
      const diff = (await work.changesDiff?.(files.map(({ path }) => path))) ?? null;
      return {
        form: 'text',
        // Indented, so that no line of the message looks like one of the list.
        text: `Push to ${wanted.branch ?? work.branch}:\n\n${wanted.message.replaceAll(/^(?=.)/gm, '    ')}\n\n${list}`,
        ...(diff === null ? {} : { diff }),
      };
    },
    execute: (wanted, { places }) =>
      withAdvice(wanted.paths, async () => {
        const branch = wanted.branch ?? work.branch;
        const wrong = await branchProblem(context, branch);
        if (wrong !== null)
          return failure('permission', wrong, [
            `Use a name that starts with ${work.branchPrefix}.`,
          ]);
        const base = pushed.get(branch);
        const files = await readFiles(asEvaluated(context, places), wanted.paths, base);
        const before = shown.get(wanted);
        if (before !== undefined && before !== manifest(files)) {
          const changed = 'The files changed after they were shown to the approver.';
          return failure('permission', changed, ['Ask again.']);
        }
        const parent = base?.commit ?? work.headSha;
        const pullRequest = pullRequestOf(context, branch);
        const { message } = wanted;
        return push(context, { branch, message, files, parent, pushed, pullRequest });
      }),
  });
  return withMemory(tool, {
    schema: () => z.record(z.string(), pushedBranch()),
    save: () => Object.fromEntries(pushed),
    restore: (saved) => Object.entries(saved).forEach(([branch, base]) => pushed.set(branch, base)),
  });
}

interface Push extends NewCommit {
  readonly branch: string;
  readonly pushed: Map<string, PushedBranch>;
  readonly pullRequest: { readonly id: number; readonly url: string } | null;
}

/** Whether the branch is that of the run's pull request. */
function isOfPullRequest({ work }: GitHubToolContext, branch: string): boolean {
  return work.pushesToPullRequest === true && branch === work.branch;
}

/** The pull request of the run, if the branch is its own. */
function pullRequestOf(context: GitHubToolContext, branch: string): Push['pullRequest'] {
  const { github, number, serverUrl } = context;
  if (number === null || !isOfPullRequest(context, branch)) return null;
  return { id: number, url: `${serverUrl}/${github.owner}/${github.repo}/pull/${number}` };
}

async function push(context: GitHubToolContext, wanted: Push) {
  const { github } = context;
  const { branch, parent } = wanted;
  const head = await github.branchHead(branch);
  const existed = wanted.pushed.has(branch) || isOfPullRequest(context, branch);
  if (head === null && existed) return deletedBranch(branch, parent);
  const { sha: commit, verified } = await github.createCommit({
    parent,
    message: publishableMessage(wanted.message, issueToClose(context)),
    files: wanted.files,
  });
  const tree = await github.tree(commit);
  if (tree === (await github.tree(parent))) {
    const same = `Nothing to commit: ${parent} already contains these files.`;
    return failure('validation', same, ['Name the files that changed.']);
  }
  const others = await otherFiles(context, { parent, commit, named: wanted.files });
  if (others.length > 0) {
    const because = `The commit would also change ${others.slice(0, MAX_LISTED_OTHERS).join(', ')}, which the call does not name.`;
    return failure('permission', because, ['Name every file of the commit, and no folder.']);
  }
  const url = `${context.serverUrl}/${github.owner}/${github.repo}/tree/${branch}`;
  const done = (sha: string, how: string) => {
    const attributes = { ...wanted.pushed.get(branch)?.attributes, ...attributesIn(wanted.files) };
    wanted.pushed.set(branch, { commit: sha, attributes });
    return success(`${branch} ${how} ${sha}`, {
      created: 'commit',
      id: sha,
      branch,
      url,
      ...(wanted.pullRequest === null ? {} : { pullRequest: wanted.pullRequest }),
      files: wanted.files.map(({ path, mode, bytes }) =>
        bytes === null ? { path, sha256: null } : { path, sha256: sha256(bytes), mode },
      ),
    });
  };
  // An earlier attempt of this run, which was interrupted, pushed the same files.
  if (head !== null && head !== parent && tree === (await github.tree(head))) {
    return done(head, 'already has these files at');
  }
  const free = head === null || head === parent;
  if (free && (await github.moveBranch(branch, { from: head, to: commit })).moved)
    return done(commit, `is now at the ${verified === true ? 'verified' : 'unsigned'} commit`);
  const now = await github.branchHead(branch);
  if (now === null) return deletedBranch(branch, parent);
  return failure(
    'execution',
    `The branch ${branch} has moved: its head is ${now}, and this work builds on ${parent}.`,
    ['Push to another branch; nothing is ever overwritten.'],
  );
}

/** Whoever deleted a branch took back what it had: the run does not create it again. */
function deletedBranch(branch: string, parent: string) {
  return failure(
    'execution',
    `The branch ${branch} was deleted, so it is not created again. This work builds on ${parent}.`,
    ['Stop here, or push to another branch if the work is still wanted.'],
  );
}

/**
 * The files that a commit changes besides the named ones, which no rule and no approver has seen: in the parent, a named path
 * can be a folder, and the commit deletes or replaces what is in it.
 */
async function otherFiles(
  { github }: GitHubToolContext,
  {
    parent,
    commit,
    named,
  }: { readonly parent: string; readonly commit: string; readonly named: readonly CommitFile[] },
): Promise<readonly string[]> {
  const known = new Set(named.map(({ path }) => path));
  const changed = await github.comparedFiles(parent, commit);
  return changed
    .flatMap(({ path, previousPath, status }) =>
      status === 'renamed' && previousPath !== null ? [path, previousPath] : [path],
    )
    .filter((path) => !known.has(path));
}

/** Why a branch may not be pushed to; `null` if it may. The default branch may never. */
async function branchProblem(
  { github, work }: GitHubToolContext,
  branch: string,
): Promise<string | null> {
  if (branch !== work.branch && !branch.startsWith(work.branchPrefix)) {
    return `This run may not push to ${branch}.`;
  }
  if (branch !== work.branch && !BRANCH.test(branch)) {
    return `${JSON.stringify(branch)} is no name for a new branch: only letters, digits and . _ / - are.`;
  }
  if (branch === work.baseBranch || branch === (await github.defaultBranch())) {
    return `${branch} is not pushed to directly; open a pull request instead.`;
  }
  return null;
}

/** The attribute files among these, for later commits on top of theirs. */
function attributesIn(files: readonly CommitFile[]): PushedBranch['attributes'] {
  return Object.fromEntries(
    files
      .filter(({ path }) => basename(path) === ATTRIBUTES)
      .map(({ path, mode, bytes }) => [
        path,
        bytes === null || mode === LINK ? null : Buffer.from(bytes).toString('base64'),
      ]),
  );
}

/** The context of a call, in which the workspace opens only what the policy evaluated. */
function asEvaluated(context: GitHubToolContext, places: ToolContext['places']): GitHubToolContext {
  const { work } = context;
  if (places === undefined) return context;
  return { ...context, work: { ...work, workspace: work.workspace.asEvaluated(places) } };
}

async function readFiles(
  { github, work }: GitHubToolContext,
  paths: readonly string[],
  base: PushedBranch | undefined,
): Promise<readonly CommitFile[]> {
  const parentTree = memoize(() => github.treeAt(base?.commit ?? work.headSha));
  const wasFile = async (path: string): Promise<boolean> => {
    const kind = (await parentTree())?.get(path);
    return kind === 'file' || kind === 'link';
  };
  const files = new Map<string, CommitFile>();
  for (const named of paths) {
    const path = work.workspace.relative(named);
    files.set(path, await readFile(work.workspace, path, wasFile));
  }
  const inOrder = [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return await asCommitted(work, inOrder, base?.attributes ?? {});
}

/**
 * The files with the line endings and encodings that git commits on top of commits with these attribute files. A link is
 * committed as it is.
 */
async function asCommitted(
  { committedBytes }: GitHubWorkspace,
  files: readonly CommitFile[],
  attributes: PushedBranch['attributes'],
): Promise<readonly CommitFile[]> {
  // Git reads no attributes through a link.
  const own = files.map(({ path, mode, bytes }) => ({ path, bytes: mode === LINK ? null : bytes }));
  const earlier = Object.entries(attributes)
    .filter(([path]) => !files.some((file) => isWithin(file.path, path)))
    .map(([path, base64]) => ({
      path,
      bytes: base64 === null ? null : Buffer.from(base64, 'base64'),
    }));
  const all = [...own, ...earlier];
  const present = all.flatMap(({ path, bytes }) => (bytes === null ? [] : [{ path, bytes }]));
  const absent = all.flatMap(({ path, bytes }) => (bytes === null ? [path] : []));
  const committed = await committedBytes?.(present, absent);
  const byPath = new Map(present.map(({ path }, index) => [path, committed?.[index]]));
  return files.map((file) => ({ ...file, bytes: byPath.get(file.path) ?? file.bytes }));
}

/**
 * A named path as the commit has it. A path without a file is a deletion. So is one whose place a folder or a link has
 * taken, if the parent commit has a file there.
 */
async function readFile(
  workspace: Workspace,
  path: string,
  wasFile: (path: string) => Promise<boolean>,
): Promise<CommitFile> {
  const deletion = { path, mode: '100644', bytes: null } as const;
  for (const folder of foldersAbove(path)) {
    if ((await workspace.readLink(folder)) !== null) {
      if (await wasFile(path)) return deletion;
      // Like `git add`: in a commit, a path below a link would replace the link by a folder.
      const because = `${path} is below the symbolic link ${folder}, so it is no file of the repository.`;
      throw fileRefused(because, 'Name the file where it really is.');
    }
    if ((await workspace.stat(folder))?.kind !== 'directory') return deletion;
  }
  const target = await workspace.readLink(path);
  if (target !== null) return readSymlink(workspace, path, target);
  const entry = await workspace.stat(path);
  if (entry === null || (entry.kind === 'directory' && (await wasFile(path)))) return deletion;
  if (entry.kind !== 'file') {
    const because = `${path} is not a regular file; folders are not pushed.`;
    throw fileRefused(because, 'Name the files in it.');
  }
  const bytes = await workspace.read(path, { maxBytes: MAX_FILE_BYTES });
  return { path, mode: (entry.mode & EXECUTABLE) === 0 ? '100644' : '100755', bytes };
}

/** A symlink is pushed as a symlink, and only if its target is inside the repository. */
function readSymlink(workspace: Workspace, path: string, target: string): CommitFile {
  if (isAbsolute(target)) {
    const because = `${path} is a link to ${JSON.stringify(target)}, which exists only on this machine.`;
    throw fileRefused(because, 'Make it a relative link.');
  }
  workspace.relative(join(dirname(path), target));
  if (target.includes('\uFFFD')) {
    const because = `${path} is a link whose target is not valid UTF-8.`;
    throw fileRefused(because, 'Leave the link out of the commit.');
  }
  return { path, mode: LINK, bytes: Buffer.from(target) };
}

function fileRefused(because: string, fix: string): CountersignError {
  return new CountersignError('file-refused', because, { fix });
}

/** GitHub often refuses a commit because of one of its files, without naming it. */
async function withAdvice(
  paths: readonly string[],
  work: () => Promise<ToolResult>,
): Promise<ToolResult> {
  const result = await withGitHub(work);
  if (result.ok) return result;
  const { error } = result;
  const workflows = paths.filter((path) => WORKFLOWS.test(path));
  const refused = error.type === 'permission' || error.type === 'not_found';
  const advice =
    workflows.length > 0 && refused
      ? `The token of a job may never change workflows: leave out ${workflows.join(', ')}, or set an App token that may.`
      : /create the tree/.test(error.message)
        ? 'A file to delete must exist in the parent commit: leave out the others.'
        : null;
  if (advice === null) return result;
  return { ...result, error: { ...error, recommendations: [advice, ...error.recommendations] } };
}

/** The list of files that a person approves, compared again before the commit. A file is one line, whatever its name is. */
function manifest(files: readonly CommitFile[]): string {
  return files
    .map(({ path, mode, bytes }) => {
      const name = /\p{Cc}/u.test(path) ? JSON.stringify(path) : path;
      return bytes === null
        ? `delete ${name}`
        : `write ${name} (${mode}, ${counted(bytes.length, 'byte')}, sha256 ${sha256(bytes)})`;
    })
    .join('\n');
}
