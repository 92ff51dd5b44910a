import { toolHost } from './index.js';
await toolHost();
