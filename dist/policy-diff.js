import { policyDiff } from './index.js';
await policyDiff();
