import { expect, test } from 'vitest';
import { createRedactor } from '../../../../src/common/index.ts';

const SECRET = 'xK29fjsLk20dkQp7Zt4b';
const PASSWORD = 'hunter2x9';
const D = '870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE';

test.each([
  ['{"name":"client_secret","value":"', SECRET, '"}'],
  ['[{\n  "name": "API_TOKEN",\n  "slotSetting": false,\n  "value": "', SECRET, '"\n}]'],
  ['env:\n  - name: API_TOKEN\n    value: ', SECRET, '\n'],
  ['mysql -h db -u root -p', PASSWORD, ' app'],
  ["mysqldump --single-transaction -p'", PASSWORD, "' app > a.sql"],
  ['mariadb-admin -uroot -p', PASSWORD, ' ping'],
  ['db.example.com:5432:app:me:', PASSWORD, '\n'],
  ['# hostname:port:database:username:password\n*:*:*:me:', PASSWORD, ''],
  ['{"kty":"EC","crv":"P-256","d":"', D, '","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4"}'],
  ['{ "kty": "oct", "k": "', SECRET + SECRET, '" }'],
])('behind %s the secret is found, and nothing else', async (before, secret, after) => {
  const clean = createRedactor().redact(`${before}${secret}${after}`);
  expect(clean.replace(/\[redacted:[a-z-]+:\w{8}\]/, '…')).toBe(`${before}…${after}`);
});

test.each([
  { name: 'client_secret', value: SECRET },
  { env: [{ name: 'API_TOKEN', value: SECRET }] },
  { client_secret: SECRET },
  { headers: { 'X-Api-Key': SECRET } },
  { kty: 'EC', crv: 'P-256', d: SECRET + SECRET },
])('in the value %j the secret is found, and nothing else', async (value) => {
  const clean = JSON.stringify(createRedactor().redactJson(value));
  const before = JSON.stringify(value).replace(/(?:xK29fjsLk20dkQp7Zt4b)+/, '…');
  expect(clean.replace(/\[redacted:[a-z-]+:\w{8}\]/, '…')).toBe(before);
});

test.each([
  '{"name":"build_id","value":"xK29fjsLk20dkQp7Zt4b"}',
  '{"name":"API_TOKEN","value":"${{ secrets.API_TOKEN }}"}',
  '- name: API_TOKEN\n  valueFrom: secret\n- name: BUILD\n  value: xK29fjsLk20dkQp7Zt4b',
  'docker run --name mysql -p3306:3306 mysql:8',
  'mkdir mysql && mkdir -p/srv/mysql -pretty',
  'mysql -u root -p app',
  'mysql -u root -p$MYSQL_PASSWORD app',
  'src/main.c:5432:app:me: error',
  '*:*:*:*:password',
  '{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4"}',
  `<path d="${'M10'.repeat(20)}"/>`,
])('ordinary text stays: %s', async (text) => {
  expect(createRedactor().redact(text)).toBe(text);
});
