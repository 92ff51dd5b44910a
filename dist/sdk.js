import { sdk } from './index.js';
export const { startRun, createRegistry, channelOf, CHANNELS, CountersignError, defineTool, defineToolAsync, tool, z } = await sdk();
