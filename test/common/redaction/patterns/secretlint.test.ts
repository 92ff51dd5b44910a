import { expect, test } from 'vitest';
import { createRedactor } from '../../../../src/common/index.ts';

const KEY = 'w1y60B0HNOoq7fIH1IZY6U8crNdidde05FIWvETU';

test.each([
  `aws_secret_access_key              = ${KEY}`,
  `secretAccessKey:\n          "${KEY}"`,
  JSON.stringify({ aws_secret_access_key: KEY }),
])('of a key of AWS all of it is redacted, and not the name before it: %j', async (text) => {
  const clean = await createRedactor().redact(text);
  expect(clean.replace(/\[redacted:[a-z0-9-]+:\w{8}\]/, KEY)).toBe(text);
});
