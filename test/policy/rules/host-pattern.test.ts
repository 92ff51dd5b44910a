import { describe, expect, it } from 'vitest';
import { checkPolicy, evaluate, listsHost } from '../../../src/policy/index.ts';
import { policy, situation } from '../helpers.ts';

const errors = async (entry: string) => {
  const text = `version: 1\nsandbox: { network: [${JSON.stringify(entry)}] }\n`;
  return checkPolicy(text, { file: 'p.yml' }).errors;
};

describe('an entry of sandbox.network', () => {
  it.each([
    'api.example.com',
    'localhost',
    'API.Example.COM',
    '*.example.com',
    '*',
    '*:8443',
    'api.example.com:8443',
    'api.example.com:*',
    '10.1.2.3',
    '127.0.0.1:8080',
    '[::1]:8080',
    'xn--bcher-kva.example',
  ])('may be %s', async (entry) => expect(await errors(entry)).toEqual([]));

  it.each([
    'https://api.example.com',
    'api.example.com/path',
    'u:p@api.example.com',
    'api.*.com',
    'a*.example.com',
    'api example.com',
    'api.example.com:',
    'api.example.com:http',
    '::1',
    '.example.com',
    'api..example.com',
    'bücher.example',
    '10.0.0.0/8',
  ])('is not %s, which is refused with what to write', async (entry) => {
    expect((await errors(entry))[0]?.fix).toContain('A host is a name');
  });

  it.each<[string, string, number, boolean]>([
    ['api.example.com', 'api.example.com', 443, true],
    ['api.example.com', 'api.example.com', 80, true],
    ['api.example.com', 'API.EXAMPLE.com', 443, true],
    ['api.example.com', 'api.example.com', 8443, false],
    ['api.example.com', 'api.example.com', 22, false],
    ['api.example.com', 'x.api.example.com', 443, false],
    ['api.example.com', 'api.example.com.evil.org', 443, false],
    ['api.example.com', 'evilapi.example.com', 443, false],
    ['*.example.com', 'a.example.com', 443, true],
    ['*.example.com', 'a.b.example.com', 80, true],
    ['*.example.com', 'example.com', 443, false],
    ['*.example.com', 'aexample.com', 443, false],
    ['*.example.com', 'example.com.evil.org', 443, false],
    ['*', 'anything.example', 443, true],
    ['*', 'anything.example', 22, false],
    ['*:*', 'anything.example', 22, true],
    ['a.example:8080', 'a.example', 8080, true],
    ['a.example:08080', 'a.example', 8080, true],
    ['a.example:8080', 'a.example', 443, false],
    ['a.example:*', 'a.example', 1, true],
    ['127.0.0.1:8080', '127.0.0.1', 8080, true],
    ['[::1]:8080', '[::1]', 8080, true],
    ['[::1]:8080', '::1', 8080, false],
    ['*', 'a\0b', 443, false],
    ['*', 'a/b', 443, false],
    ['*', 'u@a', 443, false],
    ['not an entry', 'not an entry', 443, false],
  ])('%j lists %j at %i: %j', (entry, host, port, expected) => {
    expect(listsHost(entry, host, port)).toBe(expected);
  });
});

const verdict = (list: string, rule: string, host: string): string => {
  const loaded = policy(
    `mode: ${list === 'deny' ? 'auto' : 'ask'}\n${list}: ["web_fetch(${rule})"]\n`,
  );
  return evaluate(loaded, { tool: 'web_fetch', kind: 'network', hosts: [host] }, situation())
    .verdict;
};

describe('a rule of web_fetch with a port', () => {
  it.each([
    ['example.com:443', 'example.com'],
    ['example.com:80', 'example.com'],
    ['example.com:*', 'example.com'],
    ['example.com:8443', 'example.com:8443'],
    ['example.com', 'example.com:8443'],
  ])('denies with %s a call to %s', (rule, host) =>
    expect(verdict('deny', rule, host)).toBe('deny'),
  );

  it('is about no other port', () => {
    expect(verdict('deny', 'example.com:8443', 'example.com')).toBe('auto');
    expect(verdict('deny', 'example.com:443', 'example.com:8443')).toBe('auto');
    expect(verdict('auto', 'example.com', 'example.com:8443')).toBe('requireApproval');
    expect(verdict('auto', 'example.com:443', 'example.com')).toBe('requireApproval');
  });
});
