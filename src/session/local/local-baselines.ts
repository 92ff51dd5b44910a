// I/O: reads baselines for runs and commands outside of GitHub: files, or files of repositories through GitHub's API.
import { resolve } from 'node:path';
import {
  CountersignError,
  type Environment,
  readAtMost,
  systemReason,
} from '../../common/index.ts';
import {
  type BaselineFile,
  MAX_POLICY_BYTES,
  type NamedBaseline,
  parseBaselineAddress,
  type Policy,
} from '../../policy/index.ts';
import { machineBaselines, readMachineBaseline } from '../baselines/machine-baseline.ts';
import { baselineReader, onBaselines } from '../baselines/read-baseline.ts';
import { redactorFor } from '../secrets.ts';

/** A baseline by its address, and the local file that it is read from; `null`: through the API. */
export interface LocalBaseline {
  readonly address: string;
  readonly file: string | null;
}

/** What a person or program wrote: a file, `OWNER/REPO/PATH@REF`, or `OWNER/REPO/PATH@REF=FILE` to read that from a file. */
export function localBaseline(value: string): LocalBaseline {
  const [, address = '', file = ''] = /^([^=]+)=(.+)$/.exec(value) ?? [];
  if (parseBaselineAddress(address) !== null) return { address, file };
  return { address: value, file: parseBaselineAddress(value) === null ? value : null };
}

interface LocalBaselines {
  readonly named: readonly LocalBaseline[];
  /** Who named them, for messages, such as `--baseline`. */
  readonly namedBy: string;
  /** Whether the baselines of this machine hold, too. */
  readonly machine: boolean;
  readonly cwd: string;
  readonly environment: Environment;
}

/**
 * A policy on its baselines: those that it names, the given ones, and with `machine` those of this machine. Rejects with
 * `policy-invalid` and `policy-unreadable`; nothing is left out.
 */
export async function onLocalBaselines(policy: Policy, options: LocalBaselines): Promise<Policy> {
  const { named, namedBy, machine, environment } = options;
  const ofMachine = machine ? await machineBaselines(environment) : [];
  const files = new Map(named.map(({ address, file }) => [address, file]));
  return await onBaselines(policy, {
    baselines: [...named.map(({ address }) => ({ address, namedBy })), ...ofMachine],
    read: async (one) => {
      // First, so that no option names the file of the machine without the check of who can write it.
      if (ofMachine.some(({ address }) => address === one.address))
        return await readMachineBaseline(one);
      const file = files.get(one.address) ?? null;
      if (file !== null) return await readHere(file, options);
      return await readFromGitHub(one, options);
    },
  });
}

async function readHere(
  file: string,
  { cwd, namedBy }: Pick<LocalBaselines, 'cwd' | 'namedBy'>,
): Promise<BaselineFile> {
  const path = resolve(cwd, file);
  try {
    return { text: await readAtMost(path, MAX_POLICY_BYTES), origin: { commit: null, url: null } };
  } catch (cause) {
    const message = `The baseline ${path} cannot be read: ${systemReason(cause)}.`;
    const fix = `Name a readable file with ${namedBy}.`;
    throw new CountersignError('policy-unreadable', message, { fix, cause });
  }
}

async function readFromGitHub(
  one: NamedBaseline,
  { environment, namedBy }: Pick<LocalBaselines, 'environment' | 'namedBy'>,
): Promise<BaselineFile> {
  const token = environment['GITHUB_TOKEN'] || environment['GH_TOKEN'] || '';
  if (token === '') {
    throw new CountersignError(
      'input-invalid',
      `The baseline ${one.address} (named by ${one.namedBy}) is read from GitHub, and there is no token.`,
      { fix: `Set GITHUB_TOKEN, or name a file for it: ${namedBy} ${one.address}=FILE.` },
    );
  }
  const redactor = redactorFor(environment, { 'github-token': token });
  // Imported late: most runs of the command line read nothing from GitHub.
  const { apiUrlIn, createGitHub, serverUrlIn } = await import('../../github/index.ts');
  const [apiUrl, serverUrl] = [apiUrlIn(environment), serverUrlIn(environment)];
  const clientOf = (repository: { readonly owner: string; readonly repo: string }) =>
    createGitHub({ ...repository, token, apiUrl, redactor, environment });
  return await baselineReader({ clientOf, serverUrl })(one);
}
