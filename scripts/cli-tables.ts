/** The tables of commands, exit codes, error codes and recipes in the documents. */
import { readFileSync } from 'node:fs';
import { allCommands } from '../src/cli/main.ts';
import { aboutOf, RECIPES, recipeOf } from '../src/cli/recipes/index.ts';
import { CONTAINER_JOB, RUNNER_KINDS, SELF_HOSTED } from '../src/cli/hosted-runners.ts';
import { EXIT_CODES } from '../src/cli/spec.ts';
import type { ErrorCode } from '../src/common/index.ts';
import { markdownTable } from './markdown.ts';

export async function commandsTable(): Promise<string> {
  const rows = (await allCommands()).map(
    ({ name, arguments: parameters = '', summary, options }) => [
      `\`${`${name} ${parameters}`.trim()}\``,
      summary,
      options.map(({ flags }) => `\`${flags}\``).join(' '),
    ],
  );
  return markdownTable(['command', 'what it does', 'options'], rows);
}

export function exitCodesTable(): string {
  return markdownTable(
    ['code', 'meaning'],
    EXIT_CODES.map(({ code, meaning }) => [String(code), meaning]),
  );
}

/** The sandbox of each kind of runner, as `doctor` reports it. */
export function runnersTable(): string {
  const kinds = [...RUNNER_KINDS, CONTAINER_JOB, SELF_HOSTED];
  const rows = kinds.map(({ labels, sandbox, because, change }) => [
    labels,
    { yes: 'yes, without setup', maybe: 'if you install it', no: 'no' }[sandbox],
    because,
    change ?? '',
  ]);
  return markdownTable(['runner', 'sandbox', 'why', 'what to do'], rows);
}

export function recipesTable(): string {
  const rows = RECIPES.map(recipeOf).map(({ name, trigger, preset }) => [
    `[${name}](../examples/workflows/${name}.yml)`,
    trigger,
    // From the workflow itself, since the recipes' data may still have its earlier text.
    aboutOf(readFileSync(`examples/workflows/${name}.yml`, 'utf8')),
    `[${preset}](../examples/workflows/${name}.policy.yml)`,
  ]);
  return markdownTable(['recipe', 'trigger', 'what it does', 'policy'], rows);
}

/** What each code means, and what to check. A new code is a type error until it has a row. */
const ERROR_ROWS: Readonly<Record<ErrorCode, readonly [meaning: string, check: string]>> = {
  'input-invalid': [
    'an input or argument is invalid, or the name of an input is misspelt',
    'the message; [inputs.md](inputs.md), [cli.md](cli.md)',
  ],
  'base-changed': [
    'the base branch of the pull request was changed after the run was asked for',
    'the base branch; then ask again',
  ],
  'base-untrusted': [
    'a push, a `workflow_run` or a bot started the run, and nobody who may start runs chose the base branch of the pull request',
    'the base branch; then ask for the run in a comment on the pull request',
  ],
  'event-invalid': [
    'the event file or the variables of the runner are invalid',
    'whether the action runs as a step of a workflow',
  ],
  'no-secrets': [
    'a command needs a GitHub token, and the environment has none',
    'set it: `GITHUB_TOKEN=$(gh auth token) countersign …`',
  ],
  'policy-invalid': ['the policy is invalid', '`countersign policy check`'],
  'policy-unreadable': [
    'the named policy, or a baseline of it, cannot be read',
    'the path; for a [baseline](baselines.md) the address, the ref and the input `baseline-token`',
  ],
  'path-refused': ['a path leads out of the workspace or into `.git`', 'the path in the message'],
  'file-refused': [
    'the system or a limit refuses a file',
    'permissions, size, whether the file changed since it was read',
  ],
  'command-refused': ['a command cannot be started', 'the message'],
  'sandbox-missing': [
    'a sandbox is required and not available',
    'the message; `countersign doctor`; [which runner has a sandbox](sandbox.md#which-runner-has-a-sandbox)',
  ],
  'tool-invalid': ['a tool or hook module is invalid', '[tools.md](tools.md)'],
  'github-permission': [
    'the token lacks a permission',
    'the line for `permissions:` in the message',
  ],
  'github-not-found': [
    'the resource does not exist, or the token cannot read it',
    'name, repository, `permissions:`',
  ],
  'github-limit': ['a rate limit lasted longer than the run waits', 'run it again later'],
  'github-refused': [
    'GitHub refused the request',
    'the message; disabled issues, a locked conversation',
  ],
  'github-unreachable': ['GitHub did not answer, after retries', 'githubstatus.com; proxies'],
  'artifact-refused': [
    'the artifact service refused the upload',
    'the storage quota; the audit trail stays on the runner, and the summary says so',
  ],
  'model-auth': ['the API key or login is invalid', 'the secret, the input `anthropic-api-key`'],
  'model-unknown': ['the model does not exist', 'the input `model`'],
  'model-billing': ['the account cannot pay', 'the account at the provider'],
  'model-context': [
    'the conversation is too long for the model',
    'smaller tasks, or another model',
  ],
  'model-refused-request': ['the API refused the request', 'the message'],
  'model-unavailable': [
    'the model was overloaded or failed, after retries',
    "the service's status page; another model as a fall-back (`model: a, b`)",
  ],
  'model-unreachable': [
    'the API did not answer, after retries',
    'the network, `anthropic-base-url`',
  ],
  'script-invalid': [
    'a script of turns is invalid, or does not match the run',
    'the file and field in the message',
  ],
  'trail-broken': ['an audit trail is broken', '`countersign audit verify` names the entry'],
  'trail-unreadable': ['an audit trail cannot be read', 'the path'],
  'trail-unwritable': [
    'the audit trail cannot be written, so the run stopped',
    "disk space, the runner's temporary folder",
  ],
  'checkpoint-refused': [
    'a suspended run cannot resume',
    'the reason on the issue: a rotated key, another workflow, a new head',
  ],
  'claim-lost': [
    'nobody knows which job has a suspended run',
    'whether another job resumed it; if none did, start the run again',
  ],
  'worktree-refused': [
    'the commit cannot be checked out',
    '`actions/checkout`, `contents: read`, local changes',
  ],
  'changes-refused': [
    "the changes of the agent's job are not applied",
    'the message; `apply-artifact` and `apply-head` must be the outputs of that job',
  ],
  cancelled: ['the run was ended from outside', ''],
  internal: ['a defect of Countersign', 'please report it'],
};

export function errorCodesTable(): string {
  const rows = Object.entries(ERROR_ROWS).map(([code, [meaning, check]]) => [
    `\`${code}\``,
    meaning,
    check,
  ]);
  return markdownTable(['code', 'meaning', 'what to check'], rows);
}
