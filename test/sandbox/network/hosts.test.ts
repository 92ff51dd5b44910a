import { describe, expect, it } from 'vitest';
import { hostList, parseTarget, proxyEnvironment } from '../../../src/sandbox/network/hosts.ts';

describe('the environment of a command that may reach hosts', () => {
  it('names the proxy in every spelling, and leaves what runs in the sandbox alone', () => {
    const env = proxyEnvironment(hostList(['api.example.com', 'localhost.example.com']), 4_000);
    for (const name of ['HTTP_PROXY', 'https_proxy', 'ALL_PROXY', 'YARN_HTTPS_PROXY'])
      expect(env[name]).toBe('http://127.0.0.1:4000');
    expect(env).toMatchObject({
      NO_PROXY: 'localhost,127.0.0.1,::1',
      no_proxy: 'localhost,127.0.0.1,::1',
      NODE_USE_ENV_PROXY: '1',
    });
  });

  it("sends what the policy lists of this machine's own through the proxy", () => {
    const env = proxyEnvironment(hostList(['127.0.0.1:8080', '[::1]:*', 'LOCALHOST']), 4_000);
    expect(env['NO_PROXY']).toBe('');
  });
});

describe('a target', () => {
  it.each([
    ['a.example:443', null, { host: 'a.example', port: 443 }],
    ['A.Example.', 80, { host: 'a.example', port: 80 }],
    ['[::1]:1', null, { host: '[::1]', port: 1 }],
    ['127.0.0.1:65535', null, { host: '127.0.0.1', port: 65_535 }],
  ] as const)('%j is read', (text, port, target) => {
    expect(parseTarget(text, port)).toEqual(target);
  });

  it.each([
    '',
    ':80',
    'a.example',
    'a.example:',
    'a.example:0',
    'a.example:65536',
    'a.example:80:80',
    'u@a.example:80',
    'a.example/x:80',
    'a..example:80',
    '-\0:80',
    'a b:80',
    '::1:80',
    `${'a'.repeat(300)}:80`,
    'a.example:80\n',
  ])('%j is none', (text) => expect(parseTarget(text, null)).toBeNull());
});

describe('an address', () => {
  it('inside of a network is reached where it is listed by itself, at that port', () => {
    const hosts = hostList(['10.1.2.3:8080', '*', '*:*', 'inside.example', '[fd00::1]']);
    expect(hosts.mayReach('10.1.2.3', 8080)).toBe(true);
    expect(hosts.mayReach('10.1.2.3', 80)).toBe(false);
    expect(hosts.mayReach('10.1.2.4', 8080)).toBe(false);
    expect(hosts.mayReach('127.0.0.1', 80)).toBe(false);
    expect(hosts.mayReach('169.254.169.254', 80)).toBe(false);
    expect(hosts.mayReach('fd00::1', 443)).toBe(true);
    expect(hosts.mayReach('fd00::2', 443)).toBe(false);
    expect(hosts.mayReach('93.184.216.34', 443)).toBe(true);
  });
});
