import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRedactor } from '../../../../src/common/index.ts';

const BASE62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Digits that are the same in each run of this test, and as random as those of a token. */
function random(count: number, alphabet: string): string {
  const bytes = createHash('sha512').update(alphabet).digest();
  return Array.from({ length: count }, (_, index) => {
    const byte = bytes[index % bytes.length] ?? 0;
    return alphabet[(byte + index) % alphabet.length] ?? '';
  }).join('');
}
const mixed = (count: number): string => random(count, BASE62);
const base64url = (count: number): string => random(count, `${BASE62}-_`);
const single = (count: number): string => random(count, 'abcdefghijklmnopqrstuvwxyz0123456789');
const hex = (count: number): string => random(count, '0123456789abcdef');

test.each([
  `nvapi-${base64url(64)}`,
  `xai-${mixed(80)}`,
  `r8_${mixed(37)}`,
  `phx_${mixed(43)}`,
  `gsk_${mixed(52)}`,
  `pplx-${mixed(48)}`,
  `tvly-dev-${mixed(32)}`,
  `ntn_${mixed(46)}`,
  `CFPAT-${base64url(43)}`,
  `pcsk_${mixed(6)}_${mixed(63)}`,
  `csk-${single(48)}`,
  `p8e-${single(32)}`,
  `CLOJARS_${single(60)}`,
  `sha256~${base64url(43)}`,
  `sntrys_${Buffer.from('{"iat":1690000000.1,"url":"https://sentry.io"}').toString('base64')}_${mixed(20)}/${mixed(22)}`,
  `nobody_has_this_${mixed(40)}`,
  `sk-or-v1-${hex(64)}`,
  `shippo_live_${hex(40)}`,
  `acme_token_${mixed(24)}`,
])('a token of a vendor that nobody listed is found whole: %s', async (token) => {
  for (const [before, after] of [
    ['', ''],
    ['the value is ', ' and so on'],
    ['{"a":"', '"}'],
    ['-', '\n'],
    ['https://example.com/?t=', '&b=1'],
  ]) {
    const clean = createRedactor().redact(`${before}${token}${after}`);
    expect(clean).toMatch(/\[redacted:[a-z0-9-]+:\w{8}\]/);
    expect(clean.replace(/\[redacted:\S{1,50}?\]/, '')).toBe(`${before}${after}`);
  }
});

const sha1 = createHash('sha1').update('x').digest('hex');
const sha256 = createHash('sha256').update('x').digest('hex');
const sha512 = createHash('sha512').update('x').digest('base64');
test.each([
  `commit ${sha1} of my-branch-name-20260101`,
  `node-modules-linux-${sha256}`,
  `registry/app:sha-${sha1}, main-${sha1}, app-api-${sha1}`,
  `"integrity": "sha512-${sha512}"`,
  `script-src 'sha256-${createHash('sha256').update('y').digest('base64')}'`,
  `golang.org/x/net v0.1.0 h1:${createHash('sha256').update('z').digest('base64')}`,
  `pip/RECORD,sha256=AB3-${createHash('sha256').update('r').digest('base64url').slice(4)},12`,
  `hash = "sha256:${sha256}"`,
  `checksum = "${sha256}"`,
  `lodash-npm-4.17.21-${sha512.slice(0, 10)}-${sha1.slice(0, 10)}.zip`,
  `/nix/store/${single(32)}-bash-5.2`,
  'run-01k8zq4v7n3xbm5t, user-3f2a9c1e-7b4d-4e8a-9c2f-5d6e7f8a9b0c',
  'toolu_01D7FLrfh4GYq7yT1ULFeyMV msg_011CZkZAtmR3yMPDzynEDxu7 chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT',
  `resp_${hex(48)} call_${mixed(24)} pi_3MtwBwLkdIwHu7ix28a3tqPa`,
  'PVTI_lADOAWcTxs4ACgDdzgBWqwI',
  'this.readBlockZip64EndOfCentralLocator(exports.isTopLevelValueImportEqualsWithEntityName2)',
  'test_getOrCreateScriptInfoAndAttachToProject2_onHttp2Streams3',
  'MAX_VERY_LONG_CONSTANT_NAME_NUMBER_2_OF_3_AND_4',
  'assets/index-BfGx2K3a.js main.7d9e0ebc3c8c7e4e8a11.css css-1q2w3e4r5t Button_primary__3xK2a',
  `<img src="data:image/png;base64,${Buffer.alloc(200, 7).toString('base64')}">`,
  'ami-0abcdef1234567890 arn:aws:iam::123456789012:role/my-role-with-a-long-name-2',
  'us-docker.pkg.dev/my-project-123456/my-repository-with-a-name/image-v2-20260101T000000',
  `v1.2.3-62-g${sha1} registry/auth-service-${sha1} auth-service-${sha1}.tar.gz`,
  `notion.so/acme/api-keys-${sha256.slice(0, 32)} cri/secret-volume-${sha256} rotate-session-${sha1}`,
  'claude/fix-auth-session-011CUsRs2kKq7nbZ4zJ8yVhT session_011CUsRs2kKq7nbZ4zJ8yVhT',
  `pip/__init__.py,sha256=_U1NU_C-SDgFzkbAxAsPDgMTHeTWZZaHCQnZN_jh0U8,12`,
  '_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEE7seekoffElSt12_Ios_SeekdirSt13_Ios_Openmode',
  'my-stack-AuthFunction1A2B3C4D-Ab12Cd34Ef56 prod-api-OrderHandlerServiceRole0F9E8D7C-xY12zW34vU56',
  `pk_live_${mixed(24)} pk_test_${mixed(60)}`,
  `REF_kwDOJxyz1NpyZWZzL2hlYWRzL2NvdW50ZXJzaWduL2ZpeC1wYXJzZXItMTIz`,
])('ordinary text stays: %s', async (text) => {
  expect(createRedactor().redact(text)).toBe(text);
});
