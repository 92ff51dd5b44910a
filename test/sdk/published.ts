/** `countersign/sdk` from the sources: what `dist/sdk.js` exports (vitest.config.ts). */
import { sdk } from '../../src/main.ts';

export const {
  startRun,
  createRegistry,
  channelOf,
  CHANNELS,
  CountersignError,
  defineTool,
  defineToolAsync,
  tool,
  z,
} = await sdk();
