import { describe, expect, it } from 'vitest';
import { childEnvironment } from '../../../src/sandbox/index.ts';
import * as fc from '../../properties.ts';

const places = { home: '/p/home', tmp: '/p/tmp', workspace: '/w/repo' };

describe('the environment of a child', () => {
  it('lets in what is named and nothing else', () => {
    const hostile = {
      GITHUB_TOKEN: 'ghs_x',
      ANTHROPIC_API_KEY: 'sk-x',
      ACTIONS_RUNTIME_TOKEN: 'x',
      ACTIONS_ID_TOKEN_REQUEST_URL: 'x',
      GITHUB_ENV: '/x',
      GITHUB_PATH: '/x',
      GITHUB_OUTPUT: '/x',
      GITHUB_STATE: '/x',
      GITHUB_STEP_SUMMARY: '/x',
      INPUT_KEY: 'x',
      NODE_OPTIONS: '--require /x',
      NODE_EXTRA_CA_CERTS: '/x',
      LD_PRELOAD: '/x',
      LD_LIBRARY_PATH: '/x',
      GIT_DIR: '/x',
      GIT_SSH_COMMAND: 'x',
      BASH_ENV: '/x',
      ENV: '/x',
      PROMPT_COMMAND: 'x',
      PYTHONPATH: '/x',
      PERL5OPT: 'x',
      RUBYOPT: 'x',
      SSH_AUTH_SOCK: '/x',
      DOCKER_HOST: 'x',
      HTTPS_PROXY: 'http://u:p@x',
      AWS_SECRET_ACCESS_KEY: 'x',
      'BASH_FUNC_ls%%': '() { :; }',
      HOME: '/home/me',
      USER: 'runner',
      TZ: 'Europe/Berlin',
      JAVA_HOME: '/usr/lib/jvm/21',
    };
    const child = childEnvironment(hostile, places);
    const allowed = new Set(Object.keys(childEnvironment({}, places)));
    expect(
      Object.keys(child)
        .filter((name) => !allowed.has(name))
        .sort(),
    ).toEqual(['JAVA_HOME', 'TZ', 'USER']);
    expect(child['HOME']).toBe('/p/home');
  });

  it('keeps only absolute folders outside of the workspace on PATH', () => {
    const child = childEnvironment(
      { PATH: '/w/repo/node_modules/.bin:.::bin:/usr/bin:/w/repo:/w/repo-x/bin:/usr/bin/../bin' },
      places,
    );
    expect(child['PATH']).toBe('/usr/bin:/w/repo-x/bin');
    expect(childEnvironment({ PATH: '.:rel' }, places)['PATH']).toContain('/usr/bin');
  });

  it('checks the shape of what it lets in', () => {
    const child = childEnvironment(
      { TZ: 'x\ny', USER: '$(id)', JAVA_HOME: '/w/repo/jdk', LANG: 'C.UTF-8' },
      places,
    );
    expect(child).not.toHaveProperty('TZ');
    expect(child).not.toHaveProperty('USER');
    expect(child).not.toHaveProperty('JAVA_HOME');
    expect(child['LANG']).toBe('C.UTF-8');
  });

  it('never carries a value under a name that was not asked for', () => {
    const allowed =
      /^(?:LANG|LANGUAGE|LC_ALL|LC_CTYPE|TZ|USER|LOGNAME|RUNNER_OS|RUNNER_ARCH|ImageOS|PATH|JAVA_HOME.*|GOROOT.*|DOTNET_ROOT|RUSTUP_HOME|PYENV_ROOT|NVM_DIR|ANDROID_HOME|ANDROID_SDK_ROOT|RUNNER_TOOL_CACHE|AGENT_TOOLSDIRECTORY)$/u;
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[A-Z_]{1,20}$/u), fc.constant('zz-secret-zz')),
        (parent) => {
          const leaked = Object.entries(childEnvironment(parent, places)).filter(([, value]) =>
            value.includes('zz-secret-zz'),
          );
          expect(leaked.every(([name]) => allowed.test(name))).toBe(true);
        },
      ),
    );
  });
});
