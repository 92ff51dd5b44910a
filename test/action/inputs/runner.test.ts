import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readCommandFile } from '../../../src/testing/index.ts';
import { githubRunner } from '../../../src/action/inputs/runner.ts';

async function runnerFile(variable: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-runner-'));
  const file = join(folder, 'file');
  await writeFile(file, '');
  vi.stubEnv(variable, file);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
  return file;
}

test('an input is found by its name in capitals, trimmed, and is empty if it was not given', () => {
  const runner = githubRunner({ 'INPUT_ALLOW-ACTORS': ' ann \n', INPUT_A_B: 'x', STATE_run: 'r ' });
  expect(runner.input('allow-actors')).toBe('ann');
  expect(runner.input('a b')).toBe('x');
  expect(runner.input('model')).toBe('');
  expect(runner.state('run')).toBe('r ');
  expect(runner.state('folder')).toBe('');
});

test('state for the post step is in the file of the workflow runner at once, whatever it contains', async () => {
  const file = await runnerFile('GITHUB_STATE');
  const runner = githubRunner({});
  runner.saveState('folder', '/two\nx<<EOF');
  expect(await readCommandFile(file)).toEqual({ folder: '/two\nx<<EOF' });
  runner.saveState('run', 'r1');
  expect(await readCommandFile(file)).toEqual({ folder: '/two\nx<<EOF', run: 'r1' });
});

function recordedLog(): readonly string[] {
  const log: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    log.push(String(text));
    return true;
  });
  onTestFinished(() => write.mockRestore());
  return log;
}

test('no text that is logged becomes a workflow command', () => {
  const log = recordedLog();
  const exitCode = process.exitCode;
  onTestFinished(() => {
    process.exitCode = exitCode;
  });
  const runner = githubRunner({});
  const text = 'one\n::add-mask::x\n##[error]y\u001B[31m';
  runner.info(text);
  runner.warning(text);
  runner.error(text);
  runner.fail(text);
  runner.annotate({ path: 'a.ts', line: 1, level: 'notice', title: text, message: text });
  const lines = log.join('').split('\n');
  const commands = lines.filter((line) => line.startsWith('::'));
  expect(commands).toHaveLength(4);
  expect(commands.every((line) => /^::(warning|error|notice)/.test(line))).toBe(true);
  expect(lines.slice(0, 3)).toEqual(['one', ': :add-mask::x', '## [error]y']);
  expect(log.join('')).not.toMatch(/##\[|\u001B/);
});

test('no secret of the inputs and the environment is in anything that it writes, nor a pattern of the policy', async () => {
  const outputs = await runnerFile('GITHUB_OUTPUT');
  const log = recordedLog();
  const exitCode = process.exitCode;
  onTestFinished(() => {
    process.exitCode = exitCode;
  });
  const secrets = ['sk-of-the-input-1234', 's3cr3t of the environment', 'acme-123456'];
  const runner = githubRunner({ 'INPUT_API-KEY': secrets[0], DEPLOY_PASSWORD: secrets[1] });
  runner.redactor().addPatterns([{ name: 'policy', regex: 'acme-[0-9]{6}' }]);
  for (const secret of secrets) {
    const text = `The server says: ${secret}!`;
    runner.info(text);
    runner.warning(text);
    runner.error(text);
    runner.fail(text);
    runner.startGroup(text);
    runner.annotate({ path: text, line: 1, level: 'notice', title: text, message: text });
    runner.output('summary', text);
    const written = [log.join(''), await readFile(outputs, 'utf8')];
    expect(written.join('')).not.toContain(secret.slice(2));
    for (const sink of written) expect(sink).toContain('[redacted:');
  }
});

test('a digest that a pattern of the policy finds stays an output that other steps can use', async () => {
  const file = await runnerFile('GITHUB_OUTPUT');
  const runner = githubRunner({});
  runner.redactor().addPatterns([{ name: 'policy', regex: '[0-9a-f]{40}' }]);
  runner.output('commit-sha', 'a'.repeat(40));
  expect(await readCommandFile(file)).toEqual({ 'commit-sha': 'a'.repeat(40) });
});

test.each(['0123456789abcdef'.repeat(4), '83518274906153'])(
  'an output that is a secret of the step is redacted, although it looks like a digest or a number: %s',
  async (secret) => {
    const file = await runnerFile('GITHUB_OUTPUT');
    githubRunner({ 'INPUT_STATE-KEY': secret }).output('summary', secret);
    const { summary } = await readCommandFile(file);
    expect(summary).toMatch(/^\[redacted:state-key:\w+\]$/);
  },
);

test('a summary that cannot be written is a warning', async () => {
  const log = recordedLog();
  for (const file of ['', '/nonexistent/summary']) {
    vi.stubEnv('GITHUB_STEP_SUMMARY', file);
    await githubRunner({}).summary('# One');
  }
  vi.unstubAllEnvs();
  expect(log).toEqual([
    expect.stringContaining('::warning::The job summary could not be written'),
    expect.stringContaining('::warning::The job summary could not be written'),
  ]);
});

test('outputs that cannot be written fail the step once, and the run is still reported', async () => {
  const file = await runnerFile('GITHUB_OUTPUT');
  await rm(file);
  const log = recordedLog();
  const exitCode = process.exitCode;
  const runner = githubRunner({});
  runner.output('outcome', 'done');
  runner.output('branch', 'main');
  expect(process.exitCode).toBe(1);
  process.exitCode = exitCode;
  expect(log.join('')).toMatch(/^::error::The outputs of the step could not be written: [^\n]+\n$/);
});

test('a summary is in its file when it resolves, and is redacted', async () => {
  const file = await runnerFile('GITHUB_STEP_SUMMARY');
  await githubRunner({}).summary('# One');
  expect(await readFile(file, 'utf8')).toBe('# One\n');
  await githubRunner({ DEPLOY_PASSWORD: 's3cr3t of the step' }).summary('# s3cr3t of the step');
  expect(await readFile(file, 'utf8')).toMatch(/^# \[redacted:env-deploy-password:\w+\]\n$/);
});

test('an annotation names its line, if it has one', () => {
  const log = recordedLog();
  const annotation = { path: 'a.ts', level: 'failure', title: 't', message: 'm' } as const;
  githubRunner({}).annotate({ ...annotation, line: 7 });
  githubRunner({}).annotate({ ...annotation, line: null });
  expect(log.join('').trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^::error (?=.*\bline=7\b)/),
    expect.not.stringContaining('line='),
  ]);
});

test('a step ends its process itself only if it no longer waits for something', () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  onTestFinished(() => exit.mockRestore());
  const runner = githubRunner({});
  runner.close();
  expect(exit).not.toHaveBeenCalled();
  runner.abandon();
  runner.close();
  expect(exit).toHaveBeenCalledOnce();
});
