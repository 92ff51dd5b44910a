// I/O: reads baselines for commands: files, or files of repositories through GitHub's API.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CountersignError } from '../../common/index.ts';
import { createGitHub } from '../../github/index.ts';
import {
  type BaselineFile,
  type NamedBaseline,
  parseBaselineAddress,
  type Policy,
} from '../../policy/index.ts';
import {
  baselineReader,
  machineBaselines,
  onBaselines,
  readMachineBaseline,
  redactorFor,
} from '../../session/index.ts';
import { type CliIo, type CommandCall, listOption, type OptionSpec } from '../spec.ts';

export const BASELINE: OptionSpec = {
  flags: '--baseline <file>',
  summary:
    'a baseline that the policy stands on: a file, OWNER/REPO/PATH@REF, or OWNER/REPO/PATH@REF=FILE to read a named one from a file; can be repeated',
  many: true,
};

const NAMED_BY = '--baseline';

/** The baselines of an option, each with the local file that it is read from; `null`: through the API. */
export function namedBaselines(call: CommandCall): readonly {
  readonly address: string;
  readonly file: string | null;
}[] {
  return listOption(call, 'baseline').map((value) => {
    const [, address = '', file = ''] = /^([^=]+)=(.+)$/.exec(value) ?? [];
    if (parseBaselineAddress(address) !== null) return { address, file };
    return { address: value, file: parseBaselineAddress(value) === null ? value : null };
  });
}

/**
 * The policy on its baselines: those that it names, those of the option, and with `machine` those of this machine. Throws `policy-invalid`
 * and `policy-unreadable`; nothing is left out.
 */
export async function layered(
  policy: Policy,
  { call, io }: { readonly call: CommandCall; readonly io: CliIo },
  { machine = false }: { readonly machine?: boolean } = {},
): Promise<Policy> {
  const named = namedBaselines(call);
  const ofMachine = machine ? await machineBaselines(io.environment) : [];
  const files = new Map(named.map(({ address, file }) => [address, file]));
  return await onBaselines(policy, {
    baselines: [...named.map(({ address }) => ({ address, namedBy: NAMED_BY })), ...ofMachine],
    read: async (one) => {
      // First, so that no option names the file of the machine without the check of who can write it.
      if (ofMachine.some(({ address }) => address === one.address))
        return await readMachineBaseline(one);
      const file = files.get(one.address) ?? null;
      if (file !== null) return await readHere(file, io);
      return await readFromGitHub(one, io);
    },
  });
}

async function readHere(file: string, io: CliIo): Promise<BaselineFile> {
  const path = resolve(io.cwd, file);
  try {
    return { text: await readFile(path), origin: { commit: null, url: null } };
  } catch (cause) {
    throw new CountersignError('policy-unreadable', `The baseline ${path} cannot be read.`, {
      fix: 'Name a readable file with --baseline.',
      cause,
    });
  }
}

async function readFromGitHub(one: NamedBaseline, { environment }: CliIo): Promise<BaselineFile> {
  const token = environment['GITHUB_TOKEN'] || environment['GH_TOKEN'] || '';
  if (token === '') {
    throw new CountersignError(
      'input-invalid',
      `The baseline ${one.address} (named by ${one.namedBy}) is read from GitHub, and there is no token.`,
      { fix: `Set GITHUB_TOKEN, or write --baseline ${one.address}=FILE.` },
    );
  }
  const apiUrl = environment['GITHUB_API_URL'] ?? 'https://api.github.com';
  const serverUrl = environment['GITHUB_SERVER_URL'] ?? 'https://github.com';
  const redactor = redactorFor(environment, { 'github-token': token });
  const clientOf = (repository: { readonly owner: string; readonly repo: string }) =>
    createGitHub({ ...repository, token, apiUrl, redactor, environment });
  return await baselineReader({ clientOf, serverUrl })(one);
}
