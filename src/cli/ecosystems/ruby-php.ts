import { isJsonObject } from '../../common/index.ts';
import { type Ecosystem, firstOf, inFolder, jsonObject, type ProjectFolder } from './ecosystem.ts';

export const bundler: Ecosystem = {
  name: 'bundler',
  family: 'ruby',
  files: '`Gemfile`',
  matches: ({ names }) => names.has('Gemfile'),
  setup: (folder, { runsCode }) =>
    runsCode
      ? [
          {
            uses: 'ruby/setup-ruby',
            with: {
              ...(firstOf(folder, ['.ruby-version', '.tool-versions']) === undefined
                ? { 'ruby-version': rubyVersion(folder) }
                : {}),
              'bundler-cache': 'true',
              ...(folder.path === '' ? {} : { 'working-directory': folder.path }),
            },
          },
        ]
      : null,
  commands: (folder) => {
    if (firstOf(folder, ['.rspec', 'spec']) !== undefined)
      return [{ command: 'bundle exec rspec' }];
    return folder.names.has('Rakefile') ? [{ command: 'bundle exec rake test' }] : [];
  },
  sources: ['app/**', 'lib/**', 'spec/**', 'test/**'],
  dependencyFiles: ['**/Gemfile', '**/Gemfile.lock', '**/*.gemspec'],
  hosts: ['rubygems.org', 'index.rubygems.org'],
  cache: '`setup-ruby`',
};

export const composer: Ecosystem = {
  name: 'composer',
  family: 'php',
  files: '`composer.json`',
  matches: ({ names }) => names.has('composer.json'),
  setup: (folder, { runsCode }) => [
    {
      uses: 'shivammathur/setup-php',
      with: folder.names.has('.php-version')
        ? { 'php-version-file': inFolder(folder, '.php-version'), coverage: 'none' }
        : { 'php-version': '8.4', coverage: 'none' },
    },
    {
      uses: 'actions/cache',
      with: {
        path: '~/.cache/composer',
        key: `composer-\${{ hashFiles('${inFolder(folder, 'composer.*')}') }}`,
      },
    },
    {
      run: `composer install --no-interaction --prefer-dist${runsCode ? '' : ' --no-scripts --no-plugins'}`,
    },
  ],
  commands: (folder) => testOf(folder),
  sources: ['src/**', 'tests/**'],
  dependencyFiles: ['**/composer.json', '**/composer.lock'],
  hosts: ['repo.packagist.org', 'api.github.com', 'codeload.github.com'],
  cache: '`actions/cache`',
};

/** What the Gemfile asks for; the newest version if it does not say. */
function rubyVersion(folder: ProjectFolder): string {
  return /^ruby ["'](?:~> *)?(\d+\.\d+)/m.exec(folder.text('Gemfile'))?.[1] ?? 'ruby';
}

function testOf(folder: ProjectFolder): readonly { readonly command: string }[] {
  const { scripts } = jsonObject(folder.text('composer.json'));
  if (scripts !== undefined && isJsonObject(scripts) && 'test' in scripts)
    return [{ command: 'composer test' }];
  if (/"pestphp\/pest"/.test(folder.text('composer.json'))) return [{ command: 'vendor/bin/pest' }];
  const hasConfig = firstOf(folder, ['phpunit.xml', 'phpunit.xml.dist']) !== undefined;
  return hasConfig || /"phpunit\/phpunit"/.test(folder.text('composer.json'))
    ? [{ command: 'vendor/bin/phpunit' }]
    : [];
}
