import { collect } from './index.js';
await collect();
