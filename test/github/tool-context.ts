import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Json } from '../../src/common/index.ts';
import { atLeast, createImageFinder, githubTools, type Person } from '../../src/github/index.ts';
import type { GitHubWorkspace } from '../../src/github/tools/context.ts';
import { openWorkspace } from '../../src/sandbox/index.ts';
import { LiveMetadata, type Tool, type ToolResult } from '../../src/tools/index.ts';
import { context as gitHubWorld } from './context.ts';
import { noServices } from '../services.ts';

const mark = (text: string, source: string) => `<<${source}|${text}>>`;

/** The tools on GitHub over the real client, the local GitHub and a workspace of their own. */
export async function toolSetup(
  number: number | null = 1,
  options: Parameters<typeof gitHubWorld>[0] & { readonly work?: Partial<GitHubWorkspace> } = {},
) {
  const setup = await gitHubWorld(options);
  setup.server.person('ann', 'write');
  setup.server.person('eve', 'read');
  const trusts = async (person: Person | null) => {
    if (person === null) return { trusted: false, because: 'gone' };
    const permission = await setup.github.permissionOf(person).catch(() => 'none' as const);
    return { trusted: atLeast(permission, 'write'), because: `permission ${permission}` };
  };
  const folder = await mkdtemp(join(tmpdir(), 'countersign-work-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const work = {
    workspace: await openWorkspace(folder),
    headSha: setup.head,
    branch: 'countersign/issue-1',
    branchPrefix: 'countersign/',
    baseBranch: 'main',
    closesIssue: true,
    note: () => 'Approved by @ann.',
    ...options.work,
  };
  const serverUrl = 'https://github.com';
  const toolContext = {
    github: setup.github,
    apiHost: new URL(setup.server.url).host,
    serverUrl,
    number,
    trusts,
    mark,
    redact: (text: string) => text.replaceAll('hunter2', '[secret]'),
    findImages: createImageFinder(setup.github, { apiUrl: setup.server.url, whose: 'all' }),
    owners: (paths: readonly string[]) =>
      Promise.resolve(`code owners: @ann (${paths.length} of ${paths.length} files)`),
    work,
  };
  const tools = githubTools(toolContext);
  /** The tools of a job that resumes the run, with what the checkpoint has of these. */
  const resumed = (): readonly Tool[] => {
    const later = githubTools(toolContext);
    for (const { name, memory } of tools)
      later.find((one) => one.name === name)?.memory?.restore(memory?.save() ?? null);
    return later;
  };
  return { ...setup, toolContext, work, tools, folder, resumed };
}

/** What a call of a tool comes to, as the life of a call would have it executed. */
export async function call(tools: readonly Tool[], name: string, input: Json): Promise<ToolResult> {
  const prepared = await tools.find((one) => one.name === name)?.prepare(input);
  if (prepared?.ok !== true)
    return {
      ok: false,
      error: prepared?.error ?? { type: 'not_found', message: name, recommendations: [] },
    };
  const live = new LiveMetadata();
  const result = await prepared.call.execute({
    ...noServices,
    call: 'c1',
    signal: new AbortController().signal,
    emit: () => undefined,
    setMetadata: (fields) => void live.set(fields),
  });
  return live.mergedInto(result);
}

/** What the model reads of a result. */
export const textOf = (result: ToolResult): string =>
  result.ok
    ? JSON.stringify(result.llmContent).slice(1, -1).replaceAll('\\n', '\n')
    : result.error.message;
