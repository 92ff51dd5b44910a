import type { PathResolver } from '../../../src/policy/model/facts.ts';
import type { CommandAnalysis, SimpleCommand } from '../../../src/policy/commands/analysis.ts';
import { analyseCommand } from '../../../src/policy/commands/index.ts';
import { runsCodeElsewhere } from '../../../src/policy/rules/word-pattern.ts';

export const ROOT = '/w/repo';

/** A workspace without files, but for symlinks and folders that a test gives. */
export function resolverOf(
  given: {
    links?: Readonly<Record<string, string>>;
    runs?: string;
    files?: Readonly<Record<string, readonly string[]>>;
    below?: { readonly words: boolean; readonly lines: boolean } | null;
    secrets?: readonly string[];
  } = {},
): PathResolver {
  const links = { link_out: '/etc', link_env: `${ROOT}/.env`, ...given.links };
  const { files, below, secrets } = given;
  return {
    root: ROOT,
    caseInsensitive: false,
    realpath: (path) => {
      for (const [link, target] of Object.entries(links)) {
        const from = `${ROOT}/${link}`;
        if (path === from || path.startsWith(`${from}/`)) return target + path.slice(from.length);
      }
      return path;
    },
    gitConfigRuns: () => given.runs ?? null,
    ...(files === undefined ? {} : { list: (path) => files[path] ?? [] }),
    ...(below === undefined ? {} : { namesBelow: () => below }),
    ...(secrets === undefined
      ? {}
      : {
          secretsBelow: (folder) =>
            secrets
              .map((name) => `${ROOT}/${name}`)
              .filter((path) => path.startsWith(`${folder}/`)),
        }),
  };
}

const HIDDEN = /^(?:\.git(?:\/|$)|(?:.*\/)?\.env[^/]*$|(?:.*\/)?\.npmrc$)/;

function isOpen(path: string): boolean {
  return !path.startsWith('/') && !HIDDEN.test(path);
}

function isHarmless(command: SimpleCommand): boolean {
  if (command.unknown.length > 0 || command.escapeHatches.length > 0) return false;
  if (runsCodeElsewhere(command)) return false;
  if (!command.paths.every((fact) => fact.access === 'read' && isOpen(fact.path))) return false;
  const words = command.words.map((word) => word.text).join(' ');
  return command.classes.includes('@readonly') || words === 'npm test';
}

/** Whether a policy of `@readonly`, `npm test` and the usual built-in rules would let `analysis` run by itself. */
export function isAuto(analysis: CommandAnalysis): boolean {
  return (
    analysis.problem === null &&
    analysis.unknown.length === 0 &&
    analysis.commands.length > 0 &&
    analysis.commands.every(isHarmless)
  );
}

export function runsByItself(source: string, pathResolver: PathResolver = resolverOf()): boolean {
  return isAuto(analyseCommand(source, { pathResolver }));
}
