/** The published types of the SDK against the program's own: this file is checked by the compiler, which is the test. */
import { expect, test } from 'vitest';
import type { CallbackAnswer } from '../../src/approvals/index.ts';
import type { Outcome } from '../../src/common/index.ts';
import { sdk } from '../../src/main.ts';
import type { Model } from '../../src/model/index.ts';
import type { ProviderName } from '../../src/model/providers/provider.ts';
import * as own from '../../src/sdk/index.ts';
import type * as published from '../../types/sdk.d.ts';

type IsPart<A, B> = [A] extends [B] ? true : never;
/** Tools and scripts are published as less than they are, and checked when the run starts. */
type Plain<T> = Omit<T, 'tools' | 'model' | 'approve'>;

const SAME: readonly true[] = [
  true satisfies IsPart<Plain<published.RunOptions>, Plain<own.RunOptions>>,
  true satisfies IsPart<keyof published.RunOptions, keyof own.RunOptions>,
  true satisfies IsPart<keyof own.RunOptions, keyof published.RunOptions>,
  true satisfies IsPart<ProviderName, NonNullable<published.ModelOptions['provider']>>,
  true satisfies IsPart<published.ApprovalAnswer, CallbackAnswer>,
  true satisfies IsPart<CallbackAnswer['decision'], published.ApprovalAnswer['decision']>,
  true satisfies IsPart<own.ProgramRequest, published.ApprovalRequest>,
  true satisfies IsPart<keyof published.ApprovalRequest, keyof own.ProgramRequest>,
  true satisfies IsPart<keyof own.ProgramRequest, keyof published.ApprovalRequest>,
  true satisfies IsPart<own.ProgramReport, published.RunReport>,
  true satisfies IsPart<Outcome, published.Outcome>,
  true satisfies IsPart<published.Outcome, Outcome>,
  true satisfies IsPart<own.Channel, published.Channel>,
  true satisfies IsPart<published.Channel, own.Channel>,
  true satisfies IsPart<Awaited<ReturnType<Model['respond']>>, published.ModelReply>,
  true satisfies IsPart<Parameters<Model['respond']>[0], published.ModelRequest>,
];

test('the published types of the SDK are those of the program', () => {
  expect(SAME).not.toContain(false);
});

test('every event has the channel that its type says', () => {
  const progress: published.ProgressEvent = { type: 'turn:start', turn: 1, parent: null };
  const monitor: published.MonitorEvent = { type: 'warning', message: '' };
  expect([progress, monitor].map(own.channelOf)).toEqual(['progress', 'monitor']);
});

test('the SDK exports what its types declare', async () => {
  const exported: Readonly<Record<string, unknown>> = await sdk();
  const values = [
    'startRun',
    'createRegistry',
    'channelOf',
    'CHANNELS',
    'CountersignError',
    'defineTool',
    'defineToolAsync',
    'tool',
    'z',
  ] satisfies readonly (keyof typeof published)[];
  expect(Object.keys(exported).sort()).toEqual([...values].sort());
});
