import {
  type Ecosystem,
  firstOf,
  inFolder,
  type ProjectFolder,
  type SetupStep,
} from './ecosystem.ts';

const GRADLE_FILES = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'];
/**
 * The tests run once, because Maven and Gradle fetch what runs tests only then. Their result does not matter here, and neither
 * does that of the compilation: it may be what the agent has to fix.
 */
const FETCH_BY_MAVEN = '--fail-at-end -Dmaven.test.failure.ignore=true test || true';
const FETCH_BY_GRADLE = '--no-daemon --continue test || true';

export const maven: Ecosystem = {
  name: 'maven',
  family: 'jvm',
  files: '`pom.xml`',
  matches: ({ names }) => names.has('pom.xml'),
  setup: (folder, { runsCode }) =>
    runsCode
      ? [
          setupJava(folder, { manager: 'maven', file: 'pom.xml' }),
          { run: `${mavenOf(folder)} -B ${FETCH_BY_MAVEN}` },
        ]
      : null,
  commands: (folder) => [{ command: `${mavenOf(folder)} -o test` }],
  sources: ['**/src/**'],
  dependencyFiles: ['**/pom.xml', '**/.mvn/**'],
  hosts: ['repo.maven.apache.org'],
  cache: '`setup-java`',
};

export const gradle: Ecosystem = {
  name: 'gradle',
  family: 'jvm',
  files: '`build.gradle`, `settings.gradle`, also with `.kts`',
  matches: (folder) => firstOf(folder, GRADLE_FILES) !== undefined,
  setup: (folder, { runsCode }) =>
    runsCode
      ? [
          setupJava(folder, {
            manager: 'gradle',
            file: firstOf(folder, GRADLE_FILES) ?? 'build.gradle',
          }),
          { run: `${gradleOf(folder)} ${FETCH_BY_GRADLE}` },
        ]
      : null,
  commands: (folder) => [{ command: `${gradleOf(folder)} --offline test` }],
  sources: ['**/src/**'],
  dependencyFiles: ['**/*.gradle', '**/*.gradle.kts', '**/gradle/**', '**/gradle.properties'],
  hosts: ['repo.maven.apache.org', 'plugins.gradle.org', 'services.gradle.org'],
  cache: '`setup-java`',
};

function mavenOf({ names }: ProjectFolder): string {
  return names.has('mvnw') ? './mvnw' : 'mvn';
}

function gradleOf({ names }: ProjectFolder): string {
  return names.has('gradlew') ? './gradlew' : 'gradle';
}

function setupJava(
  folder: ProjectFolder,
  cache: { readonly manager: string; readonly file: string },
): SetupStep {
  const named = firstOf(folder, ['.java-version', '.tool-versions']);
  return {
    uses: 'actions/setup-java',
    with: {
      distribution: 'temurin',
      ...(named === undefined
        ? { 'java-version': '21' }
        : { 'java-version-file': inFolder(folder, named) }),
      cache: cache.manager,
      'cache-dependency-path': inFolder(folder, cache.file),
    },
  };
}
