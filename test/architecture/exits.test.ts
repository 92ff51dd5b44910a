/**
 * What leaves the program is redacted as the last step before it leaves (docs/secrets.md). Few files take each way out. Another one has
 * to redact what it sends, or to say here why it need not.
 */
import { expect, test } from 'vitest';
import { sources } from './source.ts';

const files = sources()
  .filter(({ module }) => module !== 'testing')
  .map(({ path, module, text }) => ({
    path,
    module,
    code: text.replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, ''),
  }));

function filesWith(code: RegExp, otherThan: readonly string[] = []): readonly string[] {
  return files
    .filter((file) => !otherThan.includes(file.module) && code.test(file.code))
    .map(({ path }) => path)
    .sort();
}

const codeOf = (path: string): string => files.find((file) => file.path === path)?.code ?? '';

test('few files write to the streams of the process', () => {
  expect(filesWith(/process\.std(?:out|err)\b|\bconsole\.|process\.emitWarning/)).toEqual([
    // Replaces a warning of Node by none.
    'archive/sqlite.ts',
    // Commands that work with secrets print through `redacted-io.ts`.
    'cli/main.ts',
    // The versions of Node, and a listener of a program that failed, to this program.
    'main.ts',
    // In the sandbox, which has no secrets.
    'sandbox/network/forwarder.ts',
  ]);
  expect(codeOf('cli/main.ts')).toContain('redactedIo(given)');
});

test('a step writes its log, outputs and summary as redacted text only', () => {
  const used = codeOf('action/inputs/runner.ts').matchAll(/\bcore\.([\w.]+)/g);
  // A mask needs the secret; the state is for the post step; the last has no text.
  expect([...new Set([...used].map(([, name = '']) => name))].sort()).toEqual([
    'endGroup',
    'saveState',
    'setSecret',
    'summary.emptyBuffer',
  ]);
});

test('few files send requests', () => {
  expect(filesWith(/\bfetch\(/)).toEqual([
    // Methods of this name, over the client of GitHub.
    'approvals/answers/answer-lookup.ts',
    // Takes only what a redactor returned.
    'approvals/notify/webhook.ts',
    'approvals/poll/poll-request.ts',
    'common/network/proxy-fetch.ts',
    // Reads without a token.
    'github/client/transport/octokit.ts',
    // What `agent/model-turn.ts` sends.
    'model/bounded-body.ts',
    'model/extra-headers.ts',
    // Only the identity of the workflow.
    'model/providers/entra.ts',
    'model/providers/http-client.ts',
    // What the audit trail has.
    'reporting/otlp.ts',
    // The arguments of a call as they were approved.
    'tools/mcp/http-answers.ts',
    'tools/mcp/sdk.ts',
    'tools/web/tavily.ts',
  ]);
});

test('GitHub is written to through the one client that searches each request for secrets', () => {
  expect(filesWith(/\boctokitSend\(/)).toEqual([
    'github/client/client.ts',
    'github/client/transport/octokit.ts',
  ]);
  expect(codeOf('github/client/client.ts')).toMatch(
    /request: withoutSecrets\(\s*createRequester\(/,
  );
});

test('a model is asked in one place, with a redacted request', () => {
  expect(filesWith(/\.respond\(/)).toEqual([
    'agent/model-turn.ts',
    // Passes a request on to the model of a program.
    'sdk/model.ts',
  ]);
  expect(codeOf('agent/model-turn.ts')).toMatch(/\.respond\(\s*redactedRequest\(/);
});

test('few files write what the artifact of a run has', () => {
  const writes =
    /\b(?:writeFile|writeFileSync|appendFile|appendFileSync|writeSync|createWriteStream)\(/;
  expect(filesWith(writes, ['archive', 'cli', 'sandbox'])).toEqual([
    // A temporary file of the report page, which is made of the audit trail.
    'audit/view/text-spool.ts',
    // Blobs, which take only what a redactor returned, and the line of an audit trail that was truncated.
    'audit/write/disk.ts',
    'audit/write/writer.ts',
    'github/artifacts/unzip.ts',
    'reporting/attest-trail.ts',
    'reporting/write-report-files.ts',
    // Both encrypted.
    'session/suspend/journal.ts',
    'session/suspend/suspend.ts',
    // Modules of the repository, outside of the artifact.
    'session/toolbox/modules.ts',
    // Leaves out each file with a secret: a redacted line would be another change.
    'session/workspace/changes-patch.ts',
    // Into the checkout.
    'tools/files/change/write.ts',
    // To its parent process.
    'tools/host/child.ts',
  ]);
  expect(codeOf('audit/write/writer.ts')).toMatch(/const after = redactEvent\(/);
});

test('only a redactor makes what these exits take', () => {
  // Casts are an error of the linter, so a type predicate or an overload would have to make it.
  expect(filesWith(/\bis Redacted|function \w+\([^)]*\): Redacted\w+;/)).toEqual([
    'common/redaction/create-redactor.ts',
  ]);
});
