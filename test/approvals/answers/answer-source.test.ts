import { expect, test } from 'vitest';
import { commentSource } from '../../../src/approvals/answers/answer-source.ts';
import { BOB, CAROL } from '../memory-github.ts';

const comment = {
  id: 1,
  nodeId: 'IC_1',
  author: BOB,
  viaApp: null,
  byOutsider: false,
  body: '/approve all',
  createdAt: '2026-01-01T00:05:00Z',
  updatedAt: '2026-01-01T00:05:00Z',
  url: '',
};

test('the content of a comment changes with its time, its text and its author, and with nothing else', () => {
  const { content } = commentSource(comment);
  expect(commentSource({ ...comment, url: 'https://example.com' }).content).toBe(content);
  const changed = [
    { updatedAt: '2026-01-01T00:06:00Z' },
    { body: '/approve all ' },
    { author: CAROL },
    { author: null },
  ];
  const contents = changed.map((change) => commentSource({ ...comment, ...change }).content);
  expect(new Set([content, ...contents]).size).toBe(5);
});

test('the content has the text itself: each look makes that of all comments, and encoding long ones takes seconds', () => {
  const body = '"\\\n'.repeat(20_000);
  expect(commentSource({ ...comment, body }).content.length).toBeLessThan(body.length + 200);
});
