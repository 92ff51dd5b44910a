import { verify } from './index.js';
export const { verifyTrail } = await verify();
