import { lastHonestStatement } from '../commands/index.ts';
import { matchesWords, parseWordPattern, type WordPattern } from './word-pattern.ts';

/**
 * The commands that run a project's tests, by their first words: a last `*` matches any further words, another one any
 * characters. The list only affects a notice to people (docs/outcomes.md shows it).
 */
export const TEST_COMMANDS: readonly string[] = (
  'npm test *, npm t *, npm run test* *, pnpm test *, pnpm run test* *, yarn test *, yarn run test* *, ' +
  'bun test *, bun run test* *, deno test *, deno task test* *, node --test *, vitest *, npx vitest *, ' +
  'jest *, npx jest *, mocha *, npx mocha *, ava *, playwright test *, npx playwright test *, ' +
  'pytest *, python -m pytest *, python3 -m pytest *, python -m unittest *, python3 -m unittest *, ' +
  'uv run pytest *, uv run --no-sync pytest *, uv run --no-sync python -m unittest *, poetry run pytest *, ' +
  'poetry run python -m unittest *, tox *, nox *, go test *, gotestsum *, cargo test *, cargo nextest run *, ' +
  'mvn test *, mvn verify *, mvn -o test *, mvnw test *, mvnw verify *, mvnw -o test *, gradle test *, ' +
  'gradle check *, gradle --offline test *, gradlew test *, gradlew check *, gradlew --offline test *, ' +
  'dotnet test *, rspec *, bundle exec rspec *, bundle exec rake test *, rake test *, rails test *, ' +
  'phpunit *, pest *, composer test *, composer run test* *, ctest *, make test *, make check *, ' +
  'just test *, task test *, bazel test *, swift test *, mix test *, flutter test *, dart test *, ' +
  'sbt test *, terraform validate *, tofu validate *, dvc repro *'
).split(', ');

const PATTERNS: readonly WordPattern[] = TEST_COMMANDS.map(parseWordPattern).filter(
  (pattern) => pattern !== null,
);

/** Whether a simple command runs tests, by its first words; `./gradlew` counts as `gradlew`. */
function isTestCommand(words: readonly string[]): boolean {
  const [program = '', ...rest] = words;
  const name = program.split('/').at(-1) ?? program;
  return PATTERNS.some((pattern) => matchesWords(pattern, [name, ...rest]));
}

/**
 * How a command line that ran tests says how they ended; `null` if it runs none. `hidden`: exit code 0 does not mean that they
 * passed, because something after them may have the last word (`npm test | tail`). `commands` are its simple commands.
 */
export function testsIn(
  source: string,
  commands: readonly (readonly string[])[],
): 'shown' | 'hidden' | null {
  const tests = commands.filter(isTestCommand);
  if (tests.length === 0) return null;
  const last = lastHonestStatement(source);
  const isLast = (words: readonly string[]): boolean =>
    last !== null && words.every((word) => last.includes(word));
  return tests.every(isLast) ? 'shown' : 'hidden';
}
