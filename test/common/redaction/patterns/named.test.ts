import { expect, test } from 'vitest';
import { createRedactor } from '../../../../src/common/index.ts';

const SECRET = 'xK29fjsLk20dkQp7Zt4b';
const DIGEST = '9f8e7d6c5b4a3928'.repeat(4);
const FINGERPRINT = '7169605F62C751356D054A26A821E680E5FA6305';
const UUID = '3f2a9c1e-7b4d-4e8a-9c2f-5d6e7f8a9b0c';
const PAIR = Buffer.from(`me:${SECRET}`).toString('base64');

test.each([
  ['//registry.npmjs.org/:_authToken=', UUID, ''],
  ['_auth=', PAIR, ''],
  ['[pypi]\nusername = me\npassword = ', SECRET, '\n'],
  ['{"auths":{"https://index.docker.io/v1/":{"auth":"', PAIR, '"}}}'],
  ['users:\n- name: me\n  user:\n    token: ', SECRET, '\n'],
  ['curl -H "X-Api-Key: ', SECRET, '" https://example.com'],
  ['curl -H "Authorization: ', SECRET, '" https://example.com'],
  ['PRIVATE-TOKEN: ', SECRET, ''],
  ['Set-Cookie: sid=', SECRET, '; HttpOnly'],
  ['curl -u me:', 'hunter2x9', ' https://example.com'],
  ['deploy --token ', SECRET, ' --now'],
  ['https://example.com/#access_token=', SECRET, '&state=1'],
  ['<password>', SECRET, '</password>'],
  ['jdbc:mysql://db/app?user=a&password=', SECRET, ''],
  ['{"client_secret":"', SECRET, '"}'],
  ['db_password = "', SECRET, '"'],
  ['nextAuthSecret: "', SECRET, '"'],
  ['page_access_token=', SECRET, '&a=b'],
  ['2026-01-01T00:00:00.1234567Z   FOO_TOKEN: ', 'xK29fjsLk20dk', ''],
  ['docker run -e DB_PASSWORD=', 'xK29fjsLk20dk', ' image'],
  ['{"A":1,"FOO_TOKEN":"', 'xK29fjsLk20dk', '"}'],
  ['https://b.s3.amazonaws.com/k?X-Amz-Signature=', DIGEST, '&a=b'],
])('behind %s the secret is found, and nothing else', async (before, secret, after) => {
  const clean = createRedactor().redact(`${before}${secret}${after}`);
  expect(clean.replace(/\[redacted:[a-z-]+:\w{8}\]/, '…')).toBe(`${before}…${after}`);
});

test.each([
  `key: Linux-node-${DIGEST}`,
  `cacheKey: "${DIGEST}"`,
  '"key": "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQConScVc7ouWWgwcjneNnJ4PScDkkwEjuDL5leL"',
  '"nextPageToken": "CiAKGjBpNDd2Nmp2Zml2cXRwYjBpOXA1"',
  `"ClientToken": "${UUID}"`,
  `session: ${UUID}`,
  'const token = await createTokenForInstallation2(repositoryName1)',
  'password: process.env.DATABASE_PASSWORD_2',
  'PublicKeyToken=b77a5c561934e089',
  'token: your-token-goes-here-1234',
  `"S3Key": "${DIGEST}.zip", "Key": "avatars/xK29fjsLk20dkQp7Zt4b.png"`,
  `  checksum/secret: ${DIGEST}`,
  `key: buildx-Linux-${DIGEST}-1389605886`,
  `Cache hit for restore-key: Linux-yarn-${DIGEST}`,
  `gpg --recv-key ${FINGERPRINT}`,
  `RUN x && export GPG_KEY=${FINGERPRINT}`,
  `<releaseManagerKey>${FINGERPRINT}</releaseManagerKey>`,
  'minisign public key: RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3',
  `"syncToken": "CiAKGjBpNDd2Nmp2Zml2cXRwYjBpOXA1", resumeToken: "${DIGEST}"`,
  'Idempotency-Key: HThKuSKq3KBjNWo5ox5eyZIA',
])('ordinary text stays: %s', async (text) => {
  expect(createRedactor().redact(text)).toBe(text);
});
