import { tools } from './index.js';
export const { defineTool, defineToolAsync, tool, z } = await tools();
