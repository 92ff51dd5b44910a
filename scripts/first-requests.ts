/**
 * The first request that a run of each recipe sends to the model, as pages for people who review the words. Each run is the
 * real action, on a local runner with a local GitHub and a local Messages API. What differs between
 * machines is replaced.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fence, isJsonObject, type Json, type JsonObject } from '../src/common/index.ts';
import { type GitHubServer, startLocalRunner } from '../src/testing/index.ts';
import {
  type AnthropicServer,
  startAnthropicServer,
} from '../test/testing/anthropic-server/server.ts';
import { StepProcess } from '../test/e2e/step-process.ts';
import { example, inputsOf, tokenOf } from '../test/examples/example.ts';
import { markdownTable } from './markdown.ts';
import { writableGit } from '../test/testing/github-server/writable-git.ts';
import { WHOLE_GITHUB } from '../test/testing/github-server/more-routes.ts';
import { issuesEvent, pullEvent } from '../test/testing/github-server/events.ts';

const FOLDER = 'docs/first-requests';
const REPOSITORY = 'octo-org/octo-repo';
const WRITER = 'octo-requester';
const READER = 'octo-stranger';
const BOT = { login: 'dependabot[bot]', id: 49_699_333, type: 'Bot' };
const KEY = 'sk-ant-api03-first-request-0123456789';

const FILES = {
  'README.md': '# A project\n',
  'AGENTS.md': 'Run `npm test` before you finish. Write British English.\n',
  'package.json': '{ "name": "octo", "scripts": { "test": "node --test" } }\n',
  'src/a.js': 'export const one = 1;\n',
  'test/a.test.js': "import '../src/a.js';\n",
  '.env': 'TOKEN=1\n',
};

interface Event {
  readonly name: string;
  readonly payload: object;
}

interface Place {
  readonly github: GitHubServer;
  readonly commit: (branch: string, files: Readonly<Record<string, string>>) => Promise<string>;
}

interface Scenario {
  /** The name of the page. */
  readonly name: string;
  readonly recipe: string;
  /** What happens, in a few words. */
  readonly about: string;
  readonly event: (place: Place) => Promise<Event>;
}

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'comments',
    recipe: 'comments',
    about: 'Somebody with write access writes `/countersign …` on an issue.',
    event: async ({ github }) => onIssue(github),
  },
  {
    name: 'comments-on-fork',
    recipe: 'comments',
    about: 'Somebody with write access writes `/countersign …` on a pull request from a fork.',
    event: async (place) => {
      const { number } = await pullRequest(place, {
        author: READER,
        head: 'octo-stranger/octo-repo',
      });
      return commentOn(place.github, number, '/countersign does this do what it says?');
    },
  },
  {
    name: 'triage',
    recipe: 'triage',
    about: 'Somebody without write access opens an issue.',
    event: async ({ github }) => {
      const { number } = github.issue({ author: READER, title: 'It breaks', body: 'On start.' });
      return { name: 'issues', payload: issuesEvent(github, number, 'opened') };
    },
  },
  {
    name: 'review',
    recipe: 'review',
    about: 'A pull request of the repository is opened.',
    event: async (place) => {
      const { number } = await pullRequest(place, { author: WRITER });
      return { name: 'pull_request', payload: pullEvent(place.github, number, 'opened') };
    },
  },
  {
    name: 'fix-ci',
    recipe: 'fix-ci',
    about: 'CI fails on a branch of the repository.',
    event: async (place) => {
      const pull = await pullRequest(place, { author: WRITER });
      return ciFailed(pull, place.github.account(WRITER));
    },
  },
  {
    name: 'dependencies',
    recipe: 'dependencies',
    about: 'CI fails on an update by Dependabot.',
    event: async (place) => ciFailed(await pullRequest(place, { author: BOT.login }), BOT),
  },
  {
    name: 'maintenance',
    recipe: 'maintenance',
    about: 'A schedule starts the run.',
    event: async () => ({ name: 'schedule', payload: { schedule: '17 4 * * 1' } }),
  },
  {
    name: 'release-notes',
    recipe: 'release-notes',
    about: 'A tag is pushed.',
    event: async (place) => ({
      name: 'push',
      payload: {
        ref: 'refs/tags/v1.2.0',
        after: 'b'.repeat(40),
        repository: { id: 7, full_name: REPOSITORY, default_branch: 'main' },
        sender: place.github.account(WRITER),
      },
    }),
  },
  {
    name: 'two-jobs',
    recipe: 'two-jobs',
    about:
      'Somebody with write access writes `/countersign …` on an issue. This is the first job, whose agent cannot push; the second job asks for approval and pushes.',
    event: async ({ github }) => onIssue(github),
  },
];

function onIssue(github: GitHubServer): Event {
  const { number } = github.issue({
    author: WRITER,
    title: 'One is wrong',
    body: 'It should be two.',
  });
  return commentOn(github, number, '/countersign fix this and run the tests');
}

function commentOn(github: GitHubServer, issue: number, body: string): Event {
  const { id } = github.comment({ login: WRITER, issue, body });
  return { name: 'issue_comment', payload: github.commentEvent(id, 'created') };
}

async function pullRequest(
  { github, commit }: Place,
  { author, head = REPOSITORY }: { readonly author: string; readonly head?: string },
): Promise<{ readonly number: number; readonly headSha: string }> {
  const headSha = await commit('topic', { 'src/a.js': 'export const one = 2;\n' });
  const { number } = github.pull({
    author,
    title: 'Make it two',
    body: 'As discussed.',
    pull: {
      headRef: 'topic',
      headSha,
      headRepository: head,
      baseRef: 'main',
      draft: false,
      commitAuthors: [author],
    },
  });
  return { number, headSha };
}

function ciFailed(
  { number, headSha }: { readonly number: number; readonly headSha: string },
  actor: { readonly login: string; readonly id: number; readonly type: string },
): Event {
  const repository = { id: 7, full_name: REPOSITORY, default_branch: 'main' };
  return {
    name: 'workflow_run',
    payload: {
      action: 'completed',
      workflow_run: {
        id: 77,
        conclusion: 'failure',
        head_sha: headSha,
        head_branch: 'topic',
        head_repository: repository,
        html_url: `https://github.com/${REPOSITORY}/actions/runs/77`,
        actor,
        pull_requests: [{ number, base: { ref: 'main' } }],
      },
      repository,
      sender: actor,
    },
  };
}

/** A request as it was sent, with what differs between machines and moments replaced. */
interface FirstRequest {
  readonly name: string;
  readonly recipe: string;
  readonly about: string;
  readonly system: string;
  /** The texts of the first message. */
  readonly message: readonly string[];
  readonly tools: readonly JsonObject[];
  readonly bytes: { readonly system: number; readonly briefing: number; readonly tools: number };
}

/**
 * The first request of each scenario, by the action in the folder `bundle`. Needs bubblewrap, whose sandbox the requests describe.
 */
export async function firstRequests(bundle: string): Promise<readonly FirstRequest[]> {
  const requests: FirstRequest[] = [];
  const steps = new StepProcess(bundle);
  try {
    for (const scenario of SCENARIOS) requests.push(await firstRequestOf(scenario, bundle, steps));
  } finally {
    steps.end();
  }
  return requests;
}

async function firstRequestOf(
  scenario: Scenario,
  bundle: string,
  steps: StepProcess,
): Promise<FirstRequest> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-first-'));
  const server = await startAnthropicServer({
    script: { turns: [{ blocks: [finishCall()] }] },
  });
  try {
    const body = await sentBody(scenario, { folder, bundle, server, steps });
    return requestFrom(scenario, body, folder);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function finishCall() {
  const input = { outcome: 'done', summary: 'Done.' };
  return { type: 'tool_use' as const, name: 'finish', input };
}

async function sentBody(
  scenario: Scenario,
  {
    folder,
    bundle,
    server,
    steps,
  }: {
    readonly folder: string;
    readonly bundle: string;
    readonly server: AnthropicServer;
    readonly steps: StepProcess;
  },
): Promise<JsonObject> {
  const recipe = example(scenario.recipe);
  const contexts = { github: { event: {} }, secrets: { ANTHROPIC_API_KEY: KEY }, inputs: {} };
  const policyPath = inputsOf(recipe, contexts)['policy'] ?? '.github/countersign.yml';
  const runner = await startLocalRunner({
    folder,
    path: process.env['PATH'] ?? '',
    bundle,
    files: { ...FILES, [policyPath]: recipe.policy },
    git: writableGit,
    github: { ...WHOLE_GITHUB, tokenPermissions: tokenOf(recipe), port: steps.port },
  });
  try {
    const { github } = runner;
    steps.port = Number(new URL(github.url).port);
    github.person(WRITER, 'write');
    github.person(READER, 'read');
    const event = await scenario.event(runner);
    const inputs = inputsOf(recipe, contextsOf(event));
    const { cwd, env, end } = await runner.prepare('action', {
      event,
      inputs: { ...inputs, 'anthropic-base-url': server.url },
      environment: {
        TMPDIR: folder,
        GITHUB_WORKFLOW_REF: `${REPOSITORY}/${recipe.path}@refs/heads/main`,
      },
    });
    const { exitCode, log } = await steps.run({ entry: 'action', cwd, env });
    await end(exitCode, log);
    const body = server.requests[0]?.body;
    if (body === undefined) throw new Error(`${scenario.name} sent no request:\n${log}`);
    return body;
  } finally {
    await runner.close();
  }
}

function contextsOf({ name, payload }: Event) {
  const ref = 'ref' in payload && typeof payload.ref === 'string' ? payload.ref : 'refs/heads/main';
  return {
    github: {
      event_name: name,
      event: payload,
      repository: REPOSITORY,
      ref,
      ref_name: ref.replace(/^refs\/(?:heads|tags)\//, ''),
    },
    secrets: { ANTHROPIC_API_KEY: KEY },
    inputs: {},
  };
}

function requestFrom(scenario: Scenario, body: JsonObject, folder: string): FirstRequest {
  const { name, recipe, about } = scenario;
  const system = textsOf(body['system']).join('\n\n');
  const [first] = objectsIn(body['messages']);
  const message = textsOf(first?.['content']);
  const tools = objectsIn(body['tools']).map(({ cache_control: _mark, ...tool }) => tool);
  if (message[0]?.includes('no sandbox') === true)
    throw new Error(
      'This machine has no sandbox: install bubblewrap, which the requests describe.',
    );
  const same = (text: string): string => steady(text, folder);
  const shown = {
    system: same(system),
    message: message.map(same),
    tools: tools.map((tool): JsonObject => JSON.parse(same(JSON.stringify(tool)))),
  };
  const bytes = {
    system: Buffer.byteLength(shown.system),
    briefing: Buffer.byteLength(shown.message[0] ?? ''),
    tools: Buffer.byteLength(JSON.stringify(shown.tools)),
  };
  return { name, recipe, about, ...shown, bytes };
}

/** Replaces what differs between machines, moments and runs. */
function steady(text: string, folder: string): string {
  return text
    .replaceAll(join(folder, 'work'), '/home/runner/work')
    .replaceAll(
      /^- .*\. Commands run in bash/gm,
      '- Linux x64, Ubuntu 24.04.3 LTS, 4 CPUs. Commands run in bash',
    )
    .replaceAll(
      /^- Programs on PATH: .*$/gm,
      '- Programs on PATH: git, node, npm, npx, python3, make, jq, curl.',
    )
    .replaceAll(/untrusted-[\w-]{12}(?=[ >])/g, 'untrusted-nonce')
    .replaceAll(/\brun-[0-9a-z]{16}\b/g, 'run-0123456789abcdef')
    .replaceAll(/\b[0-9a-f]{40}\b/g, '0123456789abcdef0123456789abcdef01234567')
    .replaceAll(/It is \d{4}-\d\d-\d\d\./g, 'It is 2026-01-01.')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'https://github.com')
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-01-01T00:00:00Z');
}

function textsOf(content: Json | undefined): readonly string[] {
  return objectsIn(content).flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
}

function textIn(object: JsonObject, name: string): string {
  const value = object[name];
  return typeof value === 'string' ? value : '';
}

function objectsIn(list: Json | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter((item) => isJsonObject(item)) : [];
}

/** The pages, by their paths from the root. */
export function firstRequestPages(
  requests: readonly FirstRequest[],
): Readonly<Record<string, string>> {
  return {
    [`${FOLDER}/README.md`]: indexPage(requests),
    [`${FOLDER}/tools.md`]: toolsPage(requests),
    ...Object.fromEntries(
      requests.map((request) => [`${FOLDER}/${request.name}.md`, requestPage(request)]),
    ),
  };
}

const GENERATED =
  'Generated by `npm run generate` from real runs, with a local server in place of GitHub. Dates, ids, the machine and its programs are replaced by examples.';

function indexPage(requests: readonly FirstRequest[]): string {
  const rows = requests.map(({ name, recipe, about, bytes }) => [
    `[${name}](${name}.md)`,
    recipe,
    about,
    `${bytes.tools + bytes.system + bytes.briefing}`,
  ]);
  return [
    '# First requests',
    '',
    'What does a model read when a run starts? These pages show it word by word for each [recipe](../recipes.md): the system prompt, the first',
    'message and the tools. The recipe `resume` has no page, because it starts no run: it continues one of the others. Terms:',
    '[glossary](../glossary.md).',
    '',
    GENERATED,
    '',
    markdownTable(
      [
        'request',
        'recipe',
        'what happens',
        'bytes of the tools, the system prompt and the description of the run',
      ],
      rows,
    ),
    '',
    'The definitions of the tools are on [a page of their own](tools.md).',
    '',
  ].join('\n');
}

function requestPage({ name, about, bytes, message, recipe, system, tools }: FirstRequest): string {
  const names = tools.map((tool) => `\`${textIn(tool, 'name')}\``).join(', ');
  return [
    `# First request: ${name}`,
    '',
    `Recipe \`${recipe}\`. ${about} ${GENERATED}`,
    '',
    `## System prompt (${bytes.system} bytes)`,
    '',
    fence(system, 'text'),
    '',
    '## First message',
    '',
    ...message.flatMap((text) => [fence(text, 'text'), '']),
    `## Tools (${tools.length}, ${bytes.tools} bytes)`,
    '',
    `${names}. Their definitions: [tools](tools.md).`,
    '',
  ].join('\n');
}

/** Each definition once, with the requests that have it where they differ. */
function toolsPage(requests: readonly FirstRequest[]): string {
  const byName = new Map<string, Map<string, string[]>>();
  for (const { name: request, tools } of requests) {
    for (const tool of tools) {
      const name = textIn(tool, 'name');
      const definitions = byName.get(name) ?? new Map<string, string[]>();
      const text = definitionText(tool);
      definitions.set(text, [...(definitions.get(text) ?? []), request]);
      byName.set(name, definitions);
    }
  }
  const sections = [...byName].flatMap(([name, definitions]) => [
    `## ${name}`,
    '',
    ...[...definitions].flatMap(([text, names]) => [
      ...(definitions.size === 1 ? [] : [`In ${names.join(', ')}:`, '']),
      text,
      '',
    ]),
  ]);
  return ['# The tools of the first requests', '', GENERATED, '', ...sections].join('\n');
}

function definitionText(tool: JsonObject): string {
  const description = fence(textIn(tool, 'description'), 'text');
  return `${description}\n\n${fence(JSON.stringify(tool['input_schema'], null, 2), 'json')}`;
}
