import type { Profile } from './profile.ts';
import { figureOf, type Row } from './table.ts';

/** One thing that must hold, and whether it does. `isMet` is null where what it needs was not measured. */
export interface Target {
  readonly what: string;
  readonly found: string;
  readonly isMet: boolean | null;
}

const START_RATIO = 2.2;
const TURN_MS_ABOVE = 6;
const ACTION_MS_ABOVE = 250;
const MEMORY_RATIO = 1.3;
/** One search engine on every machine costs more than the fastest one there is. */
const GREP_RATIO = 4;
const GLOB_RATIO = 4;
const CACHED_SHARE = 0.95;
const REFUSAL_RATIO = 1.5;
const FUNCTION_SHARE = 0.1;
/** How much more a run of 500 turns may need than its first fifty did, beside what the `sdk` loop needs more. */
const GROWTH_RATIO = 1.1;
/** How much longer something may take than its size alone makes it. */
const LINEAR_RATIO = 1.3;
const SLICE_SIZES = 3;
const EDIT_SIZES = 4;
const PROMPT_KB = 15;
/** What describes its work and its tools to a model, with each turn, must not be more than all that is said in a run. */
const SENT_RATIO = 2;

/** What the program promises about its speed, held against the measured rows. */
export function targets(
  rows: readonly Row[],
  of_: {
    readonly refusal: { readonly ratio: number } | null;
    readonly action: { readonly actionMs: number; readonly sdkMs: number } | null;
    readonly profile: Pick<Profile, 'functions'> | null;
  },
): readonly Target[] {
  const { refusal, action, profile } = of_;
  const find = (scenario: string, name: string) =>
    rows.find((row) => row.scenario === scenario && row.name === name && row.failed === undefined);
  const pair = (scenario: string) =>
    [find(scenario, 'countersign'), find(scenario, 'sdk')] as const;
  const [hello, helloSdk] = pair('hello');
  const [loop, loopSdk] = pair('loop50');
  const [long, longSdk] = pair('long');
  return [
    atMost(
      'start to first request, × sdk',
      figureOf(hello, 'firstMs') / figureOf(helloSdk, 'firstMs'),
      START_RATIO,
    ),
    atMost(
      'start with a sandbox to first request, × sdk',
      figureOf(find('hello', 'countersign, sandboxed'), 'firstMs') / figureOf(helloSdk, 'firstMs'),
      START_RATIO,
    ),
    atMost(
      'a turn of loop50, ms above sdk',
      figureOf(loop, 'turnMs') - figureOf(loopSdk, 'turnMs'),
      TURN_MS_ABOVE,
    ),
    atMost(
      'peak memory on loop50, × sdk',
      figureOf(loop, 'peakMb') / figureOf(loopSdk, 'peakMb'),
      MEMORY_RATIO,
    ),
    atMost(
      'peak memory on long, × sdk',
      figureOf(long, 'peakMb') / figureOf(longSdk, 'peakMb'),
      MEMORY_RATIO,
    ),
    atMost(
      'growth of memory over long, × that of sdk',
      growth(long) / growth(longSdk),
      GROWTH_RATIO,
    ),
    atMost(
      'a turn of grep, × the search program in the bare loop',
      figureOf(find('grep', 'countersign'), 'turnMs') / figureOf(find('grep', 'bare'), 'turnMs'),
      GREP_RATIO,
    ),
    atMost(
      'a turn of glob, × fast-glob in the bare loop',
      figureOf(find('glob', 'countersign'), 'turnMs') / figureOf(find('glob', 'bare'), 'turnMs'),
      GLOB_RATIO,
    ),
    ...['read-slice', 'slice-300mb', 'chatty'].map((scenario) => {
      const [own, sdk] = pair(scenario);
      return atMost(
        `peak memory on ${scenario}, × sdk`,
        figureOf(own, 'peakMb') / figureOf(sdk, 'peakMb'),
        MEMORY_RATIO,
      );
    }),
    atMost(
      'start of the action to first request, ms above sdk',
      action === null ? Number.NaN : action.actionMs - action.sdkMs,
      ACTION_MS_ABOVE,
    ),
    atMost('a bad policy refused, × parsing its YAML', refusal?.ratio ?? Number.NaN, REFUSAL_RATIO),
    atMost(
      'share of its largest function in a profile of loop50',
      profile?.functions[0]?.share ?? Number.NaN,
      FUNCTION_SHARE,
    ),
    atMost(
      'a slice that ends at 300 MB, × one at 100 MB',
      figureOf(find('slice-300mb', 'countersign'), 'turnMs') /
        figureOf(find('slice-100mb', 'countersign'), 'turnMs'),
      SLICE_SIZES * LINEAR_RATIO,
    ),
    atMost(
      'an edit of 80,000 lines, × one of 20,000',
      figureOf(find('edit-80k', 'countersign'), 'turnMs') /
        figureOf(find('edit-20k', 'countersign'), 'turnMs'),
      EDIT_SIZES * LINEAR_RATIO,
    ),
    atMost('sent on hello, kB', figureOf(hello, 'sentKb'), PROMPT_KB),
    atMost(
      'sent on loop50, × sdk',
      figureOf(loop, 'sentKb') / figureOf(loopSdk, 'sentKb'),
      SENT_RATIO,
    ),
    atLeast('share of loop50 that a cache serves', figureOf(loop, 'cached'), CACHED_SHARE),
  ];
}

function growth(row: Row | undefined): number {
  return figureOf(row, 'peakMb') / figureOf(row, 'earlyPeakMb');
}

function atMost(what: string, value: number, limit: number): Target {
  return {
    what,
    found: `${value.toFixed(2)} (at most ${Number(limit.toFixed(2))})`,
    isMet: Number.isNaN(value) ? null : value <= limit,
  };
}

function atLeast(what: string, value: number, limit: number): Target {
  return {
    what,
    found: `${value.toFixed(3)} (at least ${limit})`,
    isMet: Number.isNaN(value) ? null : value >= limit,
  };
}
