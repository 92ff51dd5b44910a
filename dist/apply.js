import { apply } from './index.js';
await apply();
