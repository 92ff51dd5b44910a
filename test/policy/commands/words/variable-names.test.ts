import { describe, expect, test } from 'vitest';
import { GIT_ENVIRONMENT } from '../../../../src/policy/index.ts';
import {
  AT_OWN_PATH,
  findPackageCaches,
} from '../../../../src/sandbox/linux/mounts/package-caches.ts';
import { childEnvironment } from '../../../../src/sandbox/index.ts';
import {
  isHarmlessEnvironment,
  isOwnVariable,
  isPublicVariable,
} from '../../../../src/policy/commands/words/variable-names.ts';

/** Every name that a command can have in its environment. */
const NAMES = Object.keys({
  ...childEnvironment(
    {
      LANG: 'C',
      LANGUAGE: 'en',
      LC_ALL: 'C',
      LC_CTYPE: 'C',
      TZ: 'UTC',
      USER: 'a',
      LOGNAME: 'a',
      RUNNER_OS: 'Linux',
      RUNNER_ARCH: 'X64',
      ImageOS: 'ubuntu24',
      JAVA_HOME: '/opt/a',
      JAVA_HOME_21_X64: '/opt/a',
      GOROOT: '/opt/a',
      GOROOT_1_22_X64: '/opt/a',
      DOTNET_ROOT: '/opt/a',
      RUSTUP_HOME: '/opt/a',
      PYENV_ROOT: '/opt/a',
      NVM_DIR: '/opt/a',
      ANDROID_HOME: '/opt/a',
      ANDROID_SDK_ROOT: '/opt/a',
      RUNNER_TOOL_CACHE: '/opt/a',
      AGENT_TOOLSDIRECTORY: '/opt/a',
    },
    { home: '/p/home', tmp: '/p/tmp', workspace: '/w' },
  ),
  ...findPackageCaches({ HOME: '/nowhere' }, '/p/home').environment,
  ...Object.fromEntries(AT_OWN_PATH.map(({ variable = 'HOME' }) => [variable, ''])),
  ...GIT_ENVIRONMENT,
  GIT_CONFIG_GLOBAL: '',
  HTTP_PROXY: '',
  HTTPS_PROXY: '',
  NO_PROXY: '',
  ALL_PROXY: '',
  http_proxy: '',
  https_proxy: '',
  no_proxy: '',
  all_proxy: '',
  NODE_USE_ENV_PROXY: '',
  YARN_HTTP_PROXY: '',
});

describe('a variable that a source sets', () => {
  test('is given to programs if it is in the environment of commands', () => {
    expect(NAMES.length).toBeGreaterThan(40);
    const own = NAMES.filter((name) => isOwnVariable(name) && !isHarmlessEnvironment(name, 'a'));
    expect(own).toEqual([]);
  });

  test.each(['x', 'file_name', 'FILE', 'MY_DIR', 'BASE_URL', 'A', 'REPLY', 'N2'])(
    'is its own under the name %s',
    (name) => expect(isOwnVariable(name)).toBe(true),
  );

  test.each(
    'PATH IFS ENV BASH_ENV HISTFILE CDPATH GLOBIGNORE POSIXLY_CORRECT PS4 OPTIND TMOUT LD_PRELOAD MixedCase npm_config_cache'.split(
      ' ',
    ),
  )('changes what the shell or programs do under the name %s', (name) =>
    expect(isOwnVariable(name)).toBe(false),
  );
});

describe('a variable that is given to a program', () => {
  test.each([
    ['NODE_ENV', 'test'],
    ['NODE_ENV', 'development'],
    ['RAILS_ENV', 'test'],
    ['APP_ENV', 'testing'],
    ['XDEBUG_MODE', 'coverage'],
    ['DOTNET_NOLOGO', '1'],
    ['DOTNET_CLI_TELEMETRY_OPTOUT', '1'],
    ['CGO_ENABLED', '0'],
    ['CARGO_INCREMENTAL', '0'],
    ['CARGO_TERM_COLOR', 'never'],
    ['RUST_LOG', 'info,my_crate::net=debug'],
    ['RUST_TEST_THREADS', '1'],
    ['PYTHONHASHSEED', '0'],
    ['PYTHONHASHSEED', 'random'],
    ['NODE_OPTIONS', '--max-old-space-size=4096'],
    ['DO_NOT_TRACK', '1'],
  ])('is harmless: %s=%s', (name, value) => expect(isHarmlessEnvironment(name, value)).toBe(true));

  test.each([
    ['NODE_ENV', 'production'],
    ['NODE_ENV', '../x'],
    ['NODE_ENV', null],
    ['CGO_ENABLED', '$(x)'],
    ['NODE_OPTIONS', '--require=./x.js'],
    ['NODE_OPTIONS', '--max-old-space-size=4096 --require=./x.js'],
    ['NODE_OPTIONS', '--max-old-space-size=4096\n'],
    ['RUST_LOG', 'x;y'],
    ['PYTHONPATH', '.'],
    ['GOFLAGS', '-mod=mod'],
    ['RUSTFLAGS', '-D warnings'],
  ])('may change what it does: %s=%s', (name, value) =>
    expect(isHarmlessEnvironment(name, value)).toBe(false),
  );
});

test('no name of the environment is that of a secret', () => {
  const hidden = NAMES.filter((name) => !isPublicVariable(name));
  expect(hidden.filter((name) => !/^GIT_CONFIG_KEY_\d+$/.test(name))).toEqual([]);
});
