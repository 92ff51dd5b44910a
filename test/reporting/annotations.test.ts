import { describe, expect, test } from 'vitest';
import type { CallView, RunView } from '../../src/audit/index.ts';
import { annotationsOf, limitAnnotations } from '../../src/reporting/index.ts';

function callOf(over: Partial<CallView>): CallView {
  return {
    call: 'c1',
    seq: 1,
    tool: 'fs_write',
    kind: 'write',
    turn: 1,
    parent: null,
    input: { path: 'src/a.ts' },
    inputBlob: null,
    changed: null,
    state: 'DENIED',
    states: [],
    verdict: null,
    asked: [],
    decisions: [],
    result: null,
    because: 'A rule denies it.',
    durationMs: null,
    exitCode: null,
    errorType: null,
    usedDefault: false,
    sandbox: null,
    ...over,
  };
}

function viewOf(calls: readonly CallView[], source = '.github/countersign.yml') {
  const start = { policy: { source } } as RunView['starts'][number];
  return { calls, starts: [start] };
}

const verdict = { line: 12, because: 'Line 12 says so.' } as CallView['verdict'];

describe('remarks on files', () => {
  test('a denied call stands on each file that it names, in the words of its refusal', () => {
    const input = { files: [{ path: './src/b.ts' }, { path: 'src/c.ts' }] };
    expect(annotationsOf(viewOf([callOf({}), callOf({ tool: 'push', input })]))).toEqual([
      {
        path: 'src/a.ts',
        line: null,
        level: 'warning',
        title: 'fs_write was denied',
        message: 'A rule denies it.',
      },
      expect.objectContaining({ path: 'src/b.ts' }),
      expect.objectContaining({ path: 'src/c.ts' }),
    ]);
  });

  test("a denied command names no file: it stands on the policy's line that decided", () => {
    const call = callOf({ tool: 'bash_run', input: { command: 'rm -rf x' }, verdict });
    expect(annotationsOf(viewOf([call]))).toMatchObject([
      { path: '.github/countersign.yml', line: 12, title: 'bash_run was denied' },
    ]);
    expect(annotationsOf(viewOf([call], 'built-in (no .github/countersign.yml)'))).toEqual([]);
  });

  test('what waits is a notice, what was cut off a warning, what ran says nothing', () => {
    const levels = (['APPROVAL_REQUIRED', 'SEALED', 'COMPLETED', 'FAILED'] as const).map((state) =>
      annotationsOf(viewOf([callOf({ state })])).map(({ level }) => level),
    );
    expect(levels).toEqual([['notice'], ['warning'], [], []]);
  });

  test('a policy that is not valid comes first, with its line', () => {
    const places = [{ file: '.github/countersign.yml', line: 3, message: 'mode: "maybe"' }];
    expect(annotationsOf(viewOf([callOf({})]), places)).toMatchObject([
      { level: 'failure', line: 3 },
      { level: 'warning' },
    ]);
  });

  test.each([
    '/etc/passwd',
    '../a',
    'src/../a',
    'src/*.ts',
    'a\nb',
    'a\u202Eb',
    '',
    'src//a',
    'C:\\a',
  ])('%j is no file that is pointed to', (path) => {
    expect(annotationsOf(viewOf([callOf({ input: { path } })]))).toEqual([]);
  });

  test('each thing is said once, and ten of a level are shown', () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      callOf({ call: `c${index}`, input: { path: `src/${index}.ts` } }),
    );
    expect(annotationsOf(viewOf([...many, ...many]))).toHaveLength(30);
    expect(limitAnnotations(annotationsOf(viewOf(many)))).toHaveLength(10);
    const waiting = callOf({ state: 'APPROVAL_REQUIRED' });
    expect(limitAnnotations(annotationsOf(viewOf([...many, waiting])))).toHaveLength(11);
  });
});
