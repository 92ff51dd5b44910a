/**
 * Random stories of the action on the local GitHub: any policy, any calls of a model, and any answers of people at any moment, with
 * jobs that race, are killed, or whose requests fail. Hundreds of them: `COUNTERSIGN_PROPERTY_TIMES=50 vitest run
 * test/e2e/random-stories.test.ts`, which also shrinks a story that breaks a promise.
 */
import { test } from 'vitest';
import * as fc from '../properties.ts';
import { play } from './stories/play.ts';
import { brokenPromises } from './stories/promises.ts';
import { stories } from './stories/story.ts';

const STORIES = 2;
const TIMEOUT_MS = 3_600_000;

test(
  'whatever people do and whenever jobs end: nothing runs unapproved, every trail verifies, and nobody waits in vain',
  async () => {
    await fc.assert(
      fc.asyncProperty(stories, async (story) => {
        const broken = await play(story, brokenPromises);
        if (broken.length > 0)
          throw new Error(`${broken.join('\n')}\nThe story: ${JSON.stringify(story)}`);
      }),
      { numRuns: STORIES, endOnFailure: !fc.hasMoreTime },
    );
  },
  TIMEOUT_MS,
);
