/** What calls of a module's tools get of a run: each through a real module process, a real workspace, and a real trail. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFailApprover } from '../../../src/approvals/index.ts';
import { createRedactor, type Json } from '../../../src/common/index.ts';
import type { FinishedCall } from '../../../src/tool-calls/index.ts';
import { planCommand, type Situation } from '../../../src/policy/index.ts';
import { workspacePathResolver } from '../../../src/sandbox/index.ts';
import type { RecordedRun } from '../../../src/session/job.ts';
import { toolServices } from '../../../src/session/toolbox/nested-calls.ts';
import {
  bashTools,
  clarifyTool,
  createReadRecord,
  todoTools,
  type Tool,
} from '../../../src/tools/index.ts';
import {
  answering,
  setUpCalls,
  requestOf,
  runCalls,
  type CallSetupOptions,
} from '../../tool-calls/context.ts';
import { type Bodies, type Host, openHost, toolModule } from '../../tools/host/support.ts';

let host: Host;
let bodies: Bodies;
beforeAll(async () => {
  host = await openHost('off');
  bodies = await host.bodies();
  writeFileSync(join(host.root, '.env'), 'TOKEN=x');
  mkdirSync(join(host.root, 'src'));
  writeFileSync(join(host.root, 'src', 'b.txt'), 'b');
  symlinkSync('/etc/passwd', join(host.root, 'link'));
});
afterEach(() => host.reset());
afterAll(async () => {
  await bodies.close();
  await host.close();
});

const MODE = 'version: 1\nmode: ask\nauto: [probe, "kind:readonly"]\n';
let redactor = createRedactor();
beforeEach(() => {
  redactor = createRedactor();
});

/** Calls the tool whose `execute` has this body, under this policy, and gives what the model is told. */
async function served(
  body: string,
  options: {
    readonly facts?: Json;
    /** The tool, if it is not the one of kind `execute` that all calls share. */
    readonly tool?: Tool;
    readonly policy?: string;
    readonly approver?: CallSetupOptions['approver'];
    readonly secrets?: readonly string[];
    /** Tools that the model does not have. */
    readonly without?: readonly string[];
    readonly situation?: () => Situation;
  } = {},
) {
  const { facts = {}, tool, policy = MODE, approver } = options;
  const { secrets = [], without = [], situation } = options;
  const reads = createReadRecord({ seen: { 'a.txt': 'digest' } });
  const { workspace, commands } = host;
  const tools = [
    ...(tool === undefined ? bodies.items : [tool]),
    ...todoTools(),
    clarifyTool(),
    ...bashTools({
      commands,
      workspace,
      plan: (source) => planCommand(source),
    }),
  ];
  let id = 100;
  const setup = await setUpCalls({
    policy,
    tools: tools.filter(({ name }) => !without.includes(name)),
    ...(approver === undefined ? {} : { approver }),
    over: {
      ...(situation === undefined ? {} : { situation }),
      redactor,
      services: (context, call, signal) =>
        toolServices(runWith(secrets, setup.trail), {
          workspace,
          reads,
          nextCallId: () => `c${(id += 1)}`,
          runTool: (name) => tools.find((one) => one.name === name),
        })(context, call, signal),
    },
  });
  const { finished } = await runCalls(setup.context, [
    requestOf('probe', bodies.inputOf(orRefused(body), facts)),
  ]);
  await setup.verified();
  return { text: textOf(finished[0]), entries: setup.entries() };
}

function orRefused(body: string): string {
  return `try { ${body} } catch (error) { return 'refused: ' + error.message; }`;
}

/** A run whose policy gives tools these variables. */
function runWith(secrets: readonly string[], trail: RecordedRun['trail']): RecordedRun {
  const environment = { DOCS_TOKEN: 'value-of-the-docs-token', OTHER: 'value-of-the-other' };
  const job = { policy: { tools: { secrets } } };
  return { job, context: { environment, redactor }, trail } as unknown as RecordedRun;
}

function textOf(call: FinishedCall | undefined): string {
  const content = call?.content ?? '';
  return typeof content === 'string' ? content : JSON.stringify(content);
}

describe('the files of the workspace', () => {
  test('are read and listed where the policy lets fs_read and fs_list run', async () => {
    const { text } = await served(`
      const { workspace } = context;
      const names = (await workspace.list('.')).map(({ path }) => path);
      return [await workspace.read('a.txt'), (await workspace.readBytes('src/b.txt')).length, (await workspace.stat('src')).kind, await workspace.stat('none'), names.includes('src')].join();`);
    expect(text).toBe('of the workspace\n,1,directory,,true');
  });

  test.each([
    ['lead out', "'../outside'"],
    ['lead out by a link', "'link'"],
    ['are absolute', "'/etc/passwd'"],
    ["are git's own", "'.git/config'"],
    ['usually hold secrets', "'.env'"],
  ])('are not read where they %s', async (_, path) => {
    const { text } = await served(`return await context.workspace.read(${path});`);
    expect(text).toMatch(/^refused: /);
  });

  test('that the policy asks about are read and written where the call declares them, and only those', async () => {
    const facts = {
      paths: [
        { path: '.env', access: 'read' },
        { path: 'new/file.txt', access: 'write' },
      ],
    };
    const policy = 'version: 1\nmode: ask\nauto: [kind:readonly]\n';
    const body = `
      await context.workspace.write('new/file.txt', 'written');
      const env = await context.workspace.read('.env');
      const other = await context.workspace.write('other.txt', 'x').catch((error) => error.message);
      return env + ' | ' + other;`;
    const { text, entries } = await served(body, { facts, policy });
    expect(text).toMatch(/^TOKEN=.* \| probe may not write other\.txt: .* Let its facts give/);
    expect(readFileSync(join(host.root, 'new/file.txt'), 'utf8')).toBe('written');
    expect(entries).toContainEqual(
      expect.objectContaining({ type: 'call.service', service: 'write', target: 'new/file.txt' }),
    );
    expect(
      entries.some((entry) => entry.type === 'call.service' && entry.target === 'other.txt'),
    ).toBe(false);
  });

  test('that the policy denies stay denied, whatever a call declares', async () => {
    const facts = { paths: [{ path: 'src/b.txt', access: 'write' }] };
    const policy = `${MODE}deny: ["fs_write(src/**)", "fs_read(src/**)"]\n`;
    const { text } = await served(
      "const list = await context.workspace.list('src'); await context.workspace.write('src/b.txt', list.length + 'x');",
      { facts, policy },
    );
    expect(text).toMatch(/^refused: probe may not write src\/b\.txt: /);
    expect(readFileSync(join(host.root, 'src/b.txt'), 'utf8')).toBe('b');
  });

  test('are not written by a tool that says it only reads', async () => {
    const body = orRefused("await context.workspace.write('c.txt', 'x');");
    const { items } = await host.tools({ 'probe.mjs': toolModule(body, "kind: 'readonly',") });
    const [tool] = items;
    if (tool === undefined) throw new Error('no tool');
    const { text } = await served('', {
      tool,
      policy: MODE.replace('probe', 'probe, "fs_write"'),
    });
    expect(text).toMatch(/^refused: probe may not write c\.txt\. Its kind is readonly/);
  });
});

const containing = (): Situation => ({
  pathResolver: workspacePathResolver(host.root),
  untrusted: false,
  sandboxed: true,
  contained: true,
});

describe('commands', () => {
  test('run in the sandbox of the call that declares them, if only that call may run', async () => {
    const { entries } = await served("await context.commands.run('node build.js');", {
      facts: { command: 'node build.js' },
      policy: 'version: 1\nmode: ask\nauto: ["probe(@contained)"]\n',
      situation: containing,
    });
    const profiles = entries.flatMap((entry) =>
      entry.type === 'call.verdict' ? [entry.profile?.name] : [],
    );
    expect(profiles).toEqual(['contained', 'contained']);
  });

  test('run where the policy lets bash_run run them, recorded under the call', async () => {
    const { text, entries } = await served(
      "const { ok, exitCode, output } = await context.commands.run('echo one && pwd', { cwd: 'src' }); return [ok, exitCode, output].join();",
      { policy: MODE.replace('probe', 'probe, "bash_run(echo *)", "bash_run(pwd)"') },
    );
    expect(text).toBe(`true,0,one\n${join(host.root, 'src')}\n`);
    const pending = entries.find(
      (entry) => entry.type === 'call.state' && entry['gen_ai.tool.name'] === 'bash_run',
    );
    expect(pending).toMatchObject({
      state: 'PENDING',
      call: 'c101',
      parent: expect.stringMatching(/^c/) as string,
    });
  });

  test.each(['', 'requireApproval: [bash_run]\n'])(
    'that the policy asks about run only where the call declares exactly them (%j)',
    async (rules) => {
      const body =
        "return [await context.commands.run('touch made.txt').then(({ ok }) => ok), await context.commands.run('touch other.txt').catch((error) => error.message)].join();";
      const { text } = await served(body, {
        facts: { command: 'touch made.txt' },
        policy: `version: 1\nmode: ask\n${rules}`,
      });
      expect(text).toMatch(/^true,probe may not run this command: /);
      expect(existsSync(join(host.root, 'other.txt'))).toBe(false);
      const { text: without } = await served(body);
      expect(without).toMatch(/^refused: probe may not run this command: /);
    },
  );

  test('that the policy denies do not run, whatever the call declares', async () => {
    const { text } = await served("await context.commands.run('touch denied.txt');", {
      facts: { command: 'touch denied.txt' },
      policy: `${MODE}deny: ["bash_run(touch *)"]\n`,
    });
    expect(text).not.toContain('true');
    expect(existsSync(join(host.root, 'denied.txt'))).toBe(false);
  });
});

const unasked: CallSetupOptions['approver'] = (trail) =>
  createFailApprover({ trail, because: 'Approvals are set to fail.' });
const leftAlone: CallSetupOptions['approver'] = (trail) => answering(trail, () => 'suspend');

describe('people, the to-do list, and what was read', () => {
  test('a person is asked as by clarify, under the call', async () => {
    const { text, entries } = await served(
      "return await context.ask('Which?', { choices: ['a', 'b'] });",
      {
        approver: (trail) => {
          const people = answering(trail, () => 'approve');
          return {
            ask: async (requests, options) =>
              (await people.ask(requests, options)).map((answer) =>
                answer.kind === 'approved' ? { ...answer, note: '2' } : answer,
              ),
          };
        },
      },
    );
    expect(text).toBe('b');
    expect(entries.filter((entry) => entry.type === 'approval.asked')).toHaveLength(1);
  });

  test('nobody answers: the default counts, or the question fails', async () => {
    expect(
      (
        await served("return await context.ask('Which?', { default: 'c' });", {
          approver: leftAlone,
        })
      ).text,
    ).toBe('c');
    expect(
      (await served("return await context.ask('Which?');", { approver: leftAlone })).text,
    ).toMatch(/^refused: .*Nobody answered/s);
  });

  test('a tool asks and changes the to-do list where the model cannot', async () => {
    const without = ['clarify', 'todo_read', 'todo_write'];
    const { text, entries } = await served(
      `const answer = await context.ask('Which?', { default: 'c' });
      await context.todo.write([{ text: answer, status: 'pending' }]);
      return JSON.stringify(await context.todo.read());`,
      { without, approver: unasked },
    );
    expect(text).toBe('[{"text":"c","status":"pending"}]');
    const ended = entries.filter(({ type }) => type === 'call.state').at(-1);
    expect(ended).toMatchObject({ state: 'COMPLETED' });
    const body = "return await context.ask('Which?');";
    const failed = await served(body, { without, approver: unasked });
    expect(failed.text).toContain('Approvals are set to fail');
  });

  test('the to-do list is read and written, and what was read is reported', async () => {
    const { text } = await served(`
      await context.todo.write([{ text: 'one', status: 'pending' }]);
      return JSON.stringify([await context.todo.read(), await context.files.seen(), context.run, context.workspace.root]);`);
    expect(JSON.parse(text)).toEqual([
      [{ text: 'one', status: 'pending' }],
      [{ path: 'a.txt', sha256: 'digest' }],
      'run-0123456789abcdef',
      host.root,
    ]);
  });
});

describe('secrets', () => {
  test('that the policy names are handed out, recorded by name, and hidden from then on', async () => {
    const { text, entries } = await served(
      "return 'got ' + (await context.secret('DOCS_TOKEN'));",
      {
        secrets: ['DOCS_TOKEN'],
      },
    );
    expect(text).toMatch(/^got \[redacted:tool-docs-token:/);
    expect(entries).toContainEqual(
      expect.objectContaining({ type: 'call.service', service: 'secret', target: 'DOCS_TOKEN' }),
    );
    expect(JSON.stringify(entries)).not.toContain('value-of-the-docs-token');
  });

  test.each([['OTHER'], ['__proto__'], ['DOCS_TOKEN ']])(
    '%s, which it does not name, is not',
    async (name) => {
      const { text } = await served(`return await context.secret(${JSON.stringify(name)});`, {
        secrets: ['DOCS_TOKEN'],
      });
      expect(text).toMatch(/^refused: The policy gives tools no secret/);
    },
  );
});
