import { expect, test } from 'vitest';
import { type CheckRunContent, createGitHub } from '../../../src/github/index.ts';
import { createRedactor } from '../../../src/common/index.ts';
import { errorOf, context } from '../context.ts';

const CONTENT: CheckRunContent = {
  conclusion: 'success',
  title: 'All is well',
  summary: 'Nothing to see.',
  detailsUrl: 'https://x/run',
  buttons: [],
  annotations: [],
};

function annotations(count: number): CheckRunContent['annotations'] {
  return Array.from({ length: count }, (_, index) => ({
    path: `src/${index}.ts`,
    startLine: 1,
    endLine: 1,
    level: 'warning' as const,
    title: 'A title',
    message: 'A message',
  }));
}

test('a check run is made, found by its own id, changed, and shown', async () => {
  const { github, head } = await context();
  const check = { name: 'Countersign', headSha: head, externalId: 'countersign:run:run-a' };
  expect(await github.findCheckRun(check)).toBeNull();
  const made = await github.createCheckRun({ ...check, content: CONTENT });
  expect(made).toMatchObject({
    conclusion: 'success',
    app: { id: 15_368, slug: 'github-actions' },
  });
  expect(await github.findCheckRun({ ...check, externalId: 'another' })).toBeNull();
  expect(await github.findCheckRun(check)).toMatchObject({ id: made.id });
  const going = await github.updateCheckRun(made.id, { ...CONTENT, conclusion: null });
  expect(going).toMatchObject({ id: made.id, conclusion: null });
  expect(await github.checkRun(made.id)).toMatchObject({ conclusion: null });
  expect(await github.checkRun(999_999)).toBeNull();
});

test('annotations go fifty at a time, and all of them arrive', async () => {
  const { github, head, server } = await context();
  await github.createCheckRun({
    name: 'Countersign',
    headSha: head,
    externalId: 'x',
    content: { ...CONTENT, annotations: annotations(120) },
  });
  expect(server.checkRuns()[0]?.annotations).toHaveLength(120);
  const sent = server.log.filter(({ method }) => method !== 'GET');
  expect(sent.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'PATCH']);
});

test('an answer that was lost makes no second check run', async () => {
  const { github, head, server } = await context();
  server.fail({ match: /^POST .*check-runs/, dropAfter: true });
  const made = await github.createCheckRun({
    name: 'Countersign',
    headSha: head,
    externalId: 'x',
    content: CONTENT,
  });
  expect(server.checkRuns().map(({ id }) => id)).toEqual([made.id]);
});

test('what is too long is cut, what is secret is taken out, and a resumed run has no buttons', async () => {
  const { server, head } = await context();
  const redactor = createRedactor({ secrets: [{ kind: 'key', value: 'hush-hush-secret-1' }] });
  const github = createGitHub({ ...server, apiUrl: server.url, redactor });
  const button = { label: 'x'.repeat(60), description: 'y'.repeat(60), identifier: 'approve:0' };
  await github.createCheckRun({
    name: 'Countersign',
    headSha: head,
    externalId: 'x',
    content: {
      ...CONTENT,
      title: 'hush-hush-secret-1',
      summary: `hush-hush-secret-1 ${'long '.repeat(30_000)}`,
      buttons: [button, button, button, button],
    },
  });
  const [check] = server.checkRuns();
  expect(JSON.stringify(check)).not.toContain('hush-hush-secret-1');
  expect(check?.summary.length).toBeLessThan(65_535);
  expect(check?.actions).toHaveLength(3);
  await github.updateCheckRun(check?.id ?? 0, { ...CONTENT, conclusion: null, buttons: [button] });
  expect(server.checkRuns()[0]?.actions).toEqual([]);
});

test('a token without checks: write, or no App at all, is refused with what to grant', async () => {
  const weak = await context({ server: { tokenPermissions: { contents: 'write' } } });
  const check = { name: 'Countersign', headSha: weak.head, externalId: 'x', content: CONTENT };
  const refused = await errorOf(weak.github.createCheckRun(check));
  expect(refused.code).toBe('github-permission');
  expect(refused.fix).toContain('checks: write');
  const person = await context({ server: { self: 'octo-owner', installation: false } });
  const made = person.github.createCheckRun({ ...check, headSha: person.head });
  expect((await errorOf(made)).code).toBe('github-permission');
});
