import * as z from 'zod';
import type { Json } from './json.ts';

/** The schema of any JSON value. It drops the key `__proto__` of an object. */
export const jsonValue: z.ZodType<Json> = z.json();
