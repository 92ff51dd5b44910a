import { expect, test } from 'vitest';
import { apiUrlIn, serverUrlIn } from '../../src/github/index.ts';

test('the addresses of GitHub are those of the environment, without a slash at the end', () => {
  const environment = {
    GITHUB_API_URL: 'https://ghe.example.com:8443/api/v3/',
    GITHUB_SERVER_URL: 'https://ghe.example.com:8443/',
  };
  expect(apiUrlIn(environment)).toBe('https://ghe.example.com:8443/api/v3');
  expect(serverUrlIn(environment)).toBe('https://ghe.example.com:8443');
});

test('an unset or empty variable means github.com', () => {
  expect(apiUrlIn({})).toBe('https://api.github.com');
  expect(serverUrlIn({ GITHUB_SERVER_URL: '' })).toBe('https://github.com');
});

test.each(['api.github.com', 'file:///etc', 'http://['])('%s is refused as an API', (url) => {
  expect(() => apiUrlIn({ GITHUB_API_URL: url })).toThrow(
    expect.objectContaining({
      code: 'input-invalid',
      message: expect.stringContaining(
        `GITHUB_API_URL is not a URL: ${JSON.stringify(url)}`,
      ) as string,
    }) as Error,
  );
});

test('a port that no request can be sent to is refused by its number', () => {
  expect(() => apiUrlIn({ GITHUB_API_URL: 'http://127.0.0.1:6000' })).toThrow(
    expect.objectContaining({
      code: 'input-invalid',
      message: expect.stringContaining('GITHUB_API_URL has the port 6000') as string,
    }) as Error,
  );
});
