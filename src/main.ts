/**
 * The entry points of the program. Each loads only what it needs; `dist/action.js`, `dist/post.js`,
 * `dist/cli.js`, `dist/tool-host.js` and one for each action beside the main one open one each; `dist/tools.js`, `dist/verify.js`
 * and `dist/sdk.js` are for people who write tools, verify audit trails, or run agents in code of their own.
 */

import { setFlagsFromString } from 'node:v8';
import { isRunUnfinished, type SubAction } from './action/index.ts';
import { removeLeftTempFolders } from './common/index.ts';
import { nodeProblem } from './node-version.ts';

/** The exit code of the command line if this version of Node cannot run it. */
const EXIT_UNUSABLE_NODE = 2;

/**
 * The SDKs of models send what these hold to any server, unseen and unredacted; the input `extra-headers` is for one host. Taken
 * out of this process before an SDK is loaded.
 */
const HEADER_VARIABLES = ['ANTHROPIC_CUSTOM_HEADERS', 'OPENAI_CUSTOM_HEADERS'];

/** The first of these variables that is set; `null` if none is. With one, the SDK refuses to start: the process is not its own. */
function headerVariable(): string | null {
  return HEADER_VARIABLES.find((name) => (process.env[name] ?? '') !== '') ?? null;
}

function ignoreHeaderVariables(): void {
  for (const name of HEADER_VARIABLES) delete process.env[name];
}

/**
 * Keeps V8's new space at its initial size. By default V8 doubles it while much of it survives a collection, which in an agent
 * that waits for a model costs 15 to 40 % of its peak memory and saves no time that a person would notice.
 */
function keepNewSpaceSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** The action's main step. */
export async function action(): Promise<void> {
  keepNewSpaceSmall();
  ignoreHeaderVariables();
  await step();
}

/** The actions beside the main one: `plan/`, `collect/`, `apply/` and `policy-diff/`. */
export const plan = () => step('plan');
export const collect = () => step('collect');
export const apply = () => step('apply');
export const policyDiff = () => step('policy-diff');

async function step(subAction?: SubAction): Promise<void> {
  const { runAction } = await import('./action/index.ts');
  await runAction(subAction);
}

/** The action's post step, which has nothing to do after most runs: the main step reported the end. */
export async function post(): Promise<void> {
  if (!isRunUnfinished(process.env)) return removeLeftTempFolders();
  const { runPost } = await import('./action/index.ts');
  await runPost();
}

/** Fails the import of a library with a version of Node that cannot run it. */
function requireNode(): void {
  const problem = nodeProblem(process.versions.node);
  if (problem !== null) throw new Error(problem);
}

/** What tools are written with: `dist/tools.js` exports it, typed by `types/tools.d.ts`. */
export async function tools() {
  requireNode();
  const { defineTool, defineToolAsync, tool } = await import('./tools/index.ts');
  const z = await import('zod');
  return { defineTool, defineToolAsync, tool, z };
}

/** Verifies audit trails: `dist/verify.js` exports it, typed by `types/verify.d.ts`. */
export async function verify() {
  requireNode();
  const { verifyAt: verifyTrail } = await import('./audit/index.ts');
  return { verifyTrail };
}

/** Runs agents in other programs: `dist/sdk.js` exports it, typed by `types/sdk.d.ts`. */
export async function sdk() {
  requireNode();
  const { channelOf, CHANNELS, startRun } = await import('./sdk/index.ts');
  const { createRegistry } = await import('./tools/index.ts');
  const { CountersignError } = await import('./common/index.ts');
  return {
    ...(await tools()),
    startRun: (options: Parameters<typeof startRun>[0]) =>
      startRun(options, {
        environment: process.env,
        cwd: process.cwd(),
        headerVariable: headerVariable(),
        warn: (message) => process.emitWarning(message, 'CountersignWarning'),
      }),
    createRegistry,
    channelOf,
    CHANNELS,
    CountersignError,
  };
}

/** The program that a repository's tools and hooks run in, started by a run and never by people. */
export async function toolHost(): Promise<void> {
  const { hostModules } = await import('./tools/index.ts');
  hostModules();
}

/** The command line. */
export async function cli(): Promise<void> {
  const problem = nodeProblem(process.versions.node);
  if (problem !== null) {
    process.stderr.write(`${problem}\n`);
    process.exitCode = EXIT_UNUSABLE_NODE;
    return;
  }
  keepNewSpaceSmall();
  ignoreHeaderVariables();
  const { runCli } = await import('./cli/index.ts');
  await runCli(process.argv);
}
