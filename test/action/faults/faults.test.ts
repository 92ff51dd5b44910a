/**
 * Whole steps against a GitHub that answers one look-up wrongly, for a moment or for good: at the start, while the run waits,
 * when it resumes, and when its changes are applied. Each run of the tests tries some cases of the whole table, and
 * `npm run test:nightly` others, and more of them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OUTCOMES } from '../../../src/common/index.ts';
import * as fc from '../../properties.ts';
import { FAULTS, kindOf, matchOf } from './faults.ts';
import {
  MAINTAINER,
  OUTSIDER,
  removeTemplates,
  runStage,
  type StageEnd,
  type StageName,
  type StageOptions,
} from './stages.ts';

const STAGES: readonly StageName[] = ['start', 'resume', 'apply'];
const NAMES = Object.keys(FAULTS);
/** Four: the request is given up, and the next one is answered. */
const TIMES = [1, 4, 99] as const;
/** Of the whole table, in a usual run. */
const CASES = 1;

/** A request of a step without faults: the n-th of its kind. */
interface LookUp {
  readonly stage: StageName;
  readonly kind: string;
  readonly nth: number;
}

interface Case extends LookUp {
  readonly name: string;
  readonly times: number;
}

const lookUps: LookUp[] = [];

afterAll(removeTemplates);

beforeAll(async () => {
  for (const stage of STAGES) {
    const end = await runStage({ stage, by: MAINTAINER });
    expect(end.outcome, `${stage}: ${end.summary}\n${end.log}`).toBe('done');
    const seen = new Map<string, number>();
    for (const request of end.requests) {
      const kind = kindOf(request);
      if (!/\/repos\/|\/graphql/.test(kind)) continue;
      const nth = seen.get(kind) ?? 0;
      seen.set(kind, nth + 1);
      lookUps.push({ stage, kind, nth });
    }
  }
}, 600_000);

function optionsOf({ stage, kind, nth, name, times }: Case, by: string): StageOptions {
  return { stage, by, fault: { match: matchOf(kind), skip: nth, times, ...FAULTS[name] } };
}

/** What holds whatever GitHub answers. */
function expectTrue(end: StageEnd, about: string): void {
  const visible = `${about}\n${end.thrown ?? ''}\n${end.log}`;
  expect(end.verdict?.kind ?? 'intact', visible).toBe('intact');
  for (const times of end.executed.values()) expect(times, visible).toBe(1);
  expect(end.made, visible).toBeLessThanOrEqual(1);
  expect(end.pulls, visible).toBeLessThanOrEqual(1);
  expect(
    end.countedBy.filter((login) => login !== MAINTAINER),
    visible,
  ).toEqual([]);
  expect(end.executed.size, visible).toBeLessThanOrEqual(end.countedBy.length);
  if (end.thrown === null) expect(OUTCOMES, visible).toContain(end.outcome);
  // What a suspended run says is its open request.
  if (end.outcome !== 'done' && end.outcome !== 'awaiting-approval')
    expect(`${end.summary}${end.thrown ?? ''}`, visible).not.toBe('');
}

/** The gated work of a step that says it is done. */
function expectDone(end: StageEnd, { stage }: LookUp, about: string): void {
  if (end.outcome !== 'done') return;
  expect(stage === 'apply' ? end.pulls : end.made, `${about}\n${end.log}`).toBe(1);
}

/** Some cases of a table, or the whole one if as many are to be tried. */
function chosen(table: readonly Case[]): readonly Case[] {
  const numRuns = fc.casesToTry(CASES);
  if (numRuns >= table.length) return table;
  return fc.sample(fc.constantFrom(...table), { numRuns, seed: 20_260_101 });
}

const textOf = ({ stage, kind, nth, name, times }: Case): string =>
  `${stage}: ${name} ${times} times for ${kind} (${nth + 1})`;

describe('a wrong answer of GitHub', () => {
  test('to any request is tried again or ends the run truly: no call runs twice, none without an approval', async () => {
    const table = lookUps.flatMap((one): readonly Case[] =>
      NAMES.flatMap((name) => TIMES.map((times) => ({ ...one, name, times }))),
    );
    expect(table.length).toBeGreaterThan(2_000);
    for (const one of chosen(table)) {
      const end = await runStage(optionsOf(one, MAINTAINER));
      expectTrue(end, textOf(one));
      expectDone(end, one, textOf(one));
    }
  }, 36_000_000);

  test('never makes an approval of what an outsider wrote', async () => {
    const kinds = /permission$|\/comments$|\/comments\/\*$|\/graphql$/;
    const looked = lookUps.filter(({ stage, kind }) => stage !== 'apply' && kinds.test(kind));
    const table = looked.flatMap((one): readonly Case[] =>
      NAMES.flatMap((name) => TIMES.map((times) => ({ ...one, name, times }))),
    );
    for (const one of chosen(table)) {
      const end = await runStage(optionsOf(one, OUTSIDER));
      expectTrue(end, textOf(one));
      expect(end.countedBy, textOf(one)).toEqual([]);
      expect(end.made, textOf(one)).toBe(0);
    }
  }, 36_000_000);
});
