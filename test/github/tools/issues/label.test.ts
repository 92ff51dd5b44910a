import { expect, test } from 'vitest';
import { call, textOf, toolSetup } from '../../tool-context.ts';

const TOOL = 'github_label';

async function labelled() {
  const setup = await toolSetup();
  const issue = setup.server.issue({ title: 'A bug', author: 'ann' });
  issue.labels = ['bug'];
  return { ...setup, issue };
}

test('a label that is not set is named, and nothing counts as changed', async () => {
  const { tools } = await labelled();
  const result = await call(tools, TOOL, { remove: ['question'] });
  expect(textOf(result)).toContain('removed none. It did not have question.');
  expect(result).toMatchObject({ ok: true, metadata: { created: 'nothing' } });
});

test('a label is not taken off an issue that is not there', async () => {
  const { tools } = await labelled();
  const result = await call(tools, TOOL, { number: 99, remove: ['bug'] });
  expect(result).toMatchObject({ ok: false, error: { type: 'not_found' } });
  expect(result.metadata).toBeUndefined();
});

test('a label whose removal was answered by nobody counts as removed', async () => {
  const { server, tools, issue } = await labelled();
  server.fail({ match: /DELETE/, dropAfter: true });
  expect(textOf(await call(tools, TOOL, { remove: ['bug'] }))).toContain('removed bug.');
  expect(issue.labels).toEqual([]);
});

test('the labels that were set before a failure are reported', async () => {
  const { server, tools } = await labelled();
  server.fail({ match: /DELETE/, status: 403, body: { message: 'Forbidden' } });
  const result = await call(tools, TOOL, { add: ['question'], remove: ['bug'] });
  expect(result).toMatchObject({ ok: false, metadata: { created: 'labels', id: 1 } });
});
