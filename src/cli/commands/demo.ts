import { realpathSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { TRAIL_FILE, verifyAt } from '../../audit/index.ts';
import {
  CountersignError,
  createFolder,
  invalidInput,
  systemReason,
  visible,
} from '../../common/index.ts';
import { parseScript } from '../../model/index.ts';
import { findProgram } from '../../sandbox/index.ts';
import { cancelledBySignals } from '../../session/index.ts';
import {
  DEMO_FILES,
  DEMO_ISSUE,
  DEMO_SCRIPT,
  startLocalRunner,
  startModelServer,
  type LocalRunner,
  type StepEnd,
} from '../../testing/index.ts';
import { verdictText } from './audit/verify.ts';
import { type CommandCall, type CommandSpec, EXIT, type ExitCode } from '../spec.ts';

const MAINTAINER = 'octo-maintainer';
const REQUESTER = 'octo-requester';
const APPROVAL_ID = /`(ap-[0-9a-z]{8})`/;

/** The providers that have a local server, with the API that it serves. */
const SERVED = {
  anthropic: 'messages',
  foundry: 'messages',
  openai: 'responses',
  'openai-compatible': 'chat',
  gemini: 'gemini',
} as const;
type Served = keyof typeof SERVED;
const PROVIDERS = [
  'anthropic',
  'foundry',
  'openai',
  'openai-compatible',
  'gemini',
] as const satisfies Served[];

const KEY = 'test-key';
/** The policy of the demo limits what a run costs. */
const MODEL = { model: 'demo-model', prices: 'input=3,output=15' };

/** `demo`: an example run, offline, with the action's bundle against the local GitHub. */
export const demoCommands: readonly CommandSpec[] = [
  {
    name: 'demo',
    summary:
      'Run an example offline: an issue, an edit, an approval request, an approval, and a verified audit trail',
    options: [
      { flags: '--out <dir>', summary: 'an empty folder to work in (default: a temporary one)' },
      {
        flags: '--provider <name>',
        summary: `play the model on a local server with the API of this provider: ${PROVIDERS.join(', ')}`,
      },
      { flags: '--verbose', summary: 'print the log of the step' },
    ],
    run: demo,
  },
];

async function demo(call: CommandCall): Promise<ExitCode> {
  const out = call.text('out');
  const path = call.io.environment['PATH'] ?? '';
  if (findProgram('git', { env: { PATH: path }, cwd: '/' }) === null)
    throw invalidInput(
      'The demo needs git, which is not installed.',
      'Install git, and add its folder to PATH.',
    );
  const served = call.choiceOrNull('provider', PROVIDERS);
  const folder = out === null ? await newFolder() : await emptyFolder(resolve(call.io.cwd, out));
  const say = (text: string): void => {
    if (!call.json) call.io.out(`${visible(text)}\n`);
  };
  const runner = await startLocalRunner({
    folder,
    files: DEMO_FILES,
    path,
    bundle: bundleFolder(),
  });
  const stop = cancelledBySignals();
  try {
    const end = await play(runner, { folder, say, served, signal: stop.signal });
    if (call.has('verbose')) say(end.log);
    return await proof(end, folder, { call, say });
  } finally {
    stop.off();
    await runner.close();
  }
}

/** A new temporary folder. Throws `input-invalid` if the system refuses one. */
async function newFolder(): Promise<string> {
  try {
    return await mkdtemp(join(tmpdir(), 'countersign-demo-'));
  } catch (cause) {
    const message = `The temporary folder ${tmpdir()} cannot be written: ${systemReason(cause)}.`;
    const fix = 'Set TMPDIR to a folder that can be written, or pass --out.';
    throw invalidInput(message, fix, cause);
  }
}

/** Creates the folder if it is missing. Throws `input-invalid` for a folder that is not empty or cannot be created. */
async function emptyFolder(folder: string): Promise<string> {
  try {
    await createFolder(folder);
    if ((await readdir(folder)).length > 0) throw new Error('the folder is not empty');
    return folder;
  } catch (cause) {
    const message = `--out ${folder} cannot be used: ${systemReason(cause)}.`;
    throw invalidInput(message, 'Name an empty folder, or one that does not exist.', cause);
  }
}

/** The folder of the running bundle, which npm starts through a link. */
function bundleFolder(): string {
  const started = process.argv[1];
  if (started === undefined) throw new CountersignError('internal', 'The program has no path.');
  return dirname(realpathSync(started));
}

interface Play {
  readonly folder: string;
  readonly say: (text: string) => void;
  /** `null`: the step plays the script itself. */
  readonly served: Served | null;
  /** Ends the step, which is a process of its own. */
  readonly signal: AbortSignal;
}

/** Plays the demo. Throws the reason of the signal if it ended the step. */
async function play(runner: LocalRunner, { folder, say, served, signal }: Play): Promise<StepEnd> {
  const { github } = runner;
  github.person(MAINTAINER, 'write');
  github.person(REQUESTER, 'write');
  const issue = github.issue({ author: REQUESTER, ...DEMO_ISSUE });
  const ask = github.comment({
    login: REQUESTER,
    issue: issue.number,
    body: '/countersign fix this, run the tests, and commit',
  });
  say(`@${REQUESTER} opened issue #${issue.number}: ${DEMO_ISSUE.title}`);
  say(`@${REQUESTER} wrote: ${ask.body}`);
  const answered = new Set<string>();
  github.onComment((comment) => {
    const id = comment.body.includes('countersign:approval-request')
      ? APPROVAL_ID.exec(comment.body)?.[1]
      : undefined;
    if (id === undefined || answered.has(id)) return;
    answered.add(id);
    say(`\nThe run posts an approval request:\n${indent(withoutMarker(comment.body))}\n`);
    say(`@${MAINTAINER} answers: /approve ${id}\n`);
    setTimeout(() => {
      github.comment({ login: MAINTAINER, issue: issue.number, body: `/approve ${id}` });
    }, ANSWER_DELAY_MS);
  });
  const model = await modelInputs(folder, served);
  say('The action starts as on a runner.');
  const event = { name: 'issue_comment', payload: github.commentEvent(ask.id, 'created') };
  let end: StepEnd;
  try {
    end = await runner.step('action', { event, inputs: model.inputs, signal });
  } finally {
    await model.close();
  }
  signal.throwIfAborted();
  say(
    `The step ended with exit code ${end.exitCode}, outcome ${end.outputs['outcome'] ?? 'none'}.`,
  );
  say(indent(end.outputs['summary'] ?? ''));
  say(`\nThe newest commit:\n${indent(await runner.git('log', '--stat', '--oneline', '-1'))}`);
  return end;
}

/** A comment as GitHub shows it, without what the action recognises it by. */
function withoutMarker(body: string): string {
  return body.replace(/^<!--.*?-->\s*/s, '');
}

/** The inputs that name the model: the script itself, or a local server that answers from it. */
async function modelInputs(
  folder: string,
  provider: Served | null,
): Promise<{ readonly inputs: Record<string, string>; readonly close: () => Promise<void> }> {
  if (provider === null) {
    const script = join(folder, 'script.json');
    await writeFile(script, JSON.stringify(DEMO_SCRIPT));
    return { inputs: { model: `scripted:${script}` }, close: () => Promise.resolve() };
  }
  const api = SERVED[provider];
  const script = parseScript(JSON.stringify(DEMO_SCRIPT), 'demo');
  const server = await startModelServer({ api, script, apiKey: KEY });
  const address =
    api === 'messages'
      ? { 'anthropic-base-url': server.url, 'anthropic-api-key': KEY }
      : { 'base-url': `${server.url}${api === 'gemini' ? '' : '/v1'}`, 'api-key': KEY };
  return { inputs: { provider, ...MODEL, ...address }, close: () => server.close() };
}

/** The offset from the match to the value of the state. */
const STATE_OFFSET = 10;

/** GitHub's times have whole seconds, and an answer counts only if it is later than the approval comment. */
const ANSWER_DELAY_MS = 1_500;

async function proof(
  end: StepEnd,
  folder: string,
  { call, say }: { readonly call: CommandCall; readonly say: (text: string) => void },
): Promise<ExitCode> {
  const trail = end.outputs['audit-path'];
  if (trail === undefined) {
    const message = `The step of the demo named no audit trail:\n${visible(end.log.trim())}\n`;
    throw new CountersignError('trail-unwritable', message, {
      fix: 'Correct what its errors above say.',
    });
  }
  const heads = [{ hash: end.outputs['audit-head'] ?? '' }];
  const intact = await verifyAt(trail, { heads, requireEnd: true });
  say(`\nAudit trail: ${trail}\nReport:      ${join(trail, 'report.html')}\n`);
  say(`audit verify: ${verdictText(intact)}`);
  const copy = join(folder, 'tampered');
  await cp(trail, copy, { recursive: true });
  const file = join(copy, TRAIL_FILE);
  const bytes = await readFile(file);
  const place = Math.max(0, bytes.indexOf('"state":"APPROVED"')) + STATE_OFFSET;
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
  await writeFile(file, bytes);
  const broken = await verifyAt(copy, { heads, requireEnd: true });
  say(`\nOne byte of a copy is changed (byte ${place}).\naudit verify: ${verdictText(broken)}`);
  const shown = end.exitCode === 0 && intact.kind === 'intact' && broken.kind === 'broken';
  if (call.json) {
    const result = { outcome: end.outputs['outcome'] ?? null, trail, intact, broken, shown };
    call.io.out(`${JSON.stringify(result, null, 2)}\n`);
  } else if (!shown) say(end.log);
  return shown ? EXIT.ok : EXIT.no;
}

function indent(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}
