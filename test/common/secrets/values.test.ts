import { expect, test } from 'vitest';
import { secretsOfVariable } from '../../../src/common/secrets/values.ts';

test.each([
  ['APP_SESSION_ID', 'k3jd-82hs', 'k3jd-82hs'],
  ['DEPLOY_SECRET', '{"thing":"correct horse battery"}', 'correct horse battery'],
])('the value of %s is a secret, and so is what is in it: %s', (name, value, secret) => {
  expect(secretsOfVariable(name, value)).toContain(secret);
});
