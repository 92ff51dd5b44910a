import { matchesWords, parseWordPattern, type WordPattern } from './word-pattern.ts';

/**
 * The commands that run a project's tests, by their first words: a last `*` stands for any further words, another one for
 * any characters. Only a note to people rests on this list (docs/outcomes.md shows it).
 */
export const TEST_COMMANDS: readonly string[] = [
  'npm test *',
  'npm t *',
  'npm run test* *',
  'pnpm test *',
  'pnpm run test* *',
  'yarn test *',
  'yarn run test* *',
  'bun test *',
  'bun run test* *',
  'deno test *',
  'deno task test* *',
  'node --test *',
  'vitest *',
  'npx vitest *',
  'jest *',
  'npx jest *',
  'mocha *',
  'npx mocha *',
  'ava *',
  'playwright test *',
  'npx playwright test *',
  'pytest *',
  'python -m pytest *',
  'python3 -m pytest *',
  'python -m unittest *',
  'python3 -m unittest *',
  'uv run pytest *',
  'poetry run pytest *',
  'tox *',
  'nox *',
  'go test *',
  'gotestsum *',
  'cargo test *',
  'cargo nextest run *',
  'mvn test *',
  'mvn verify *',
  'mvnw test *',
  'mvnw verify *',
  'gradle test *',
  'gradle check *',
  'gradlew test *',
  'gradlew check *',
  'dotnet test *',
  'rspec *',
  'bundle exec rspec *',
  'bundle exec rake test *',
  'rake test *',
  'rails test *',
  'phpunit *',
  'composer test *',
  'composer run test* *',
  'ctest *',
  'make test *',
  'make check *',
  'just test *',
  'task test *',
  'bazel test *',
  'swift test *',
  'mix test *',
  'flutter test *',
  'dart test *',
  'sbt test *',
];

const PATTERNS: readonly WordPattern[] = TEST_COMMANDS.flatMap((text) => {
  const pattern = parseWordPattern(text);
  return pattern === null ? [] : [pattern];
});

/** Whether a simple command runs tests, by its first words; `./gradlew` counts as `gradlew`. */
export function isTestCommand(words: readonly string[]): boolean {
  const [program = '', ...rest] = words;
  const named = [program.split('/').at(-1) ?? program, ...rest];
  return PATTERNS.some((pattern) => matchesWords(pattern, named));
}
