import {
  type Exchange,
  type GitHubServerOptions,
  startGitHubServer,
} from '../../src/testing/index.ts';
import { ciOf, type ServedSettings } from '../testing/github-server/ci-state.ts';
import { createFaults } from '../testing/github-server/faults.ts';
import { testGitHub, type TestGitHub } from '../testing/github-server/test-github.ts';
import { memoryGit } from '../testing/github-server/memory-git.ts';
import { WHOLE_GITHUB } from '../testing/github-server/more-routes.ts';
import { violationsOf } from './violations.ts';

const MAX_TOLD = 20;

export interface Contract {
  readonly onExchange: (exchange: Exchange) => void;
  /** Throws where a request or an answer was not as GitHub describes it. */
  expectKept(): void;
}

/** Holds what is exchanged with a local GitHub against GitHub's description. */
export function githubContract(): Contract {
  const broken = new Set<string>();
  return {
    onExchange: (exchange) => {
      for (const violation of violationsOf(exchange)) broken.add(violation);
    },
    expectKept: () => {
      if (broken.size === 0) return;
      const shown = [...broken].slice(0, MAX_TOLD).map((violation) => `\n  ${violation}`);
      throw new Error(`${broken.size} times not as GitHub describes its API:${shown.join('')}`);
    },
  };
}

/** The whole local GitHub under that contract, by default with an empty repository in memory: `close` throws where it was broken. */
export async function startGitHub({
  settings = {},
  ...options
}: Partial<GitHubServerOptions> & { settings?: ServedSettings } = {}): Promise<TestGitHub> {
  const contract = githubContract();
  const { fail, around } = createFaults();
  const server = await startGitHubServer({
    git: memoryGit(),
    ...WHOLE_GITHUB,
    ...options,
    onExchange: contract.onExchange,
    around,
  });
  ciOf(server.state).settings = settings;
  return {
    ...testGitHub(server, fail),
    close: async () => {
      await server.close();
      contract.expectKept();
    },
  };
}
