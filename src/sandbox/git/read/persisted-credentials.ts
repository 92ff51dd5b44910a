/** Credentials in a checkout's git configuration, found by the action's own parser: no git is asked. This file does I/O. */
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type ConfigValue, configValues } from './config-values.ts';
import { findGit } from './git-paths.ts';
import { readRegularFile } from '../../files/regular-file.ts';

const MAX_CONFIG_BYTES = 1024 * 1024;
const MAX_INCLUDES = 100;

export interface PersistedCredential {
  /** The key of the git configuration, such as `http.https://github.com/.extraheader`. Never its value. */
  readonly key: string;
  readonly value: string;
}

/**
 * Credentials that a checkout left in its git configuration, included files too. The values are for the redactor alone;
 * the keys are what the warning names. Set `persist-credentials: false` on actions/checkout to have none.
 */
export function persistedCredentials(root: string): PersistedCredential[] {
  const found: PersistedCredential[] = [];
  for (const file of configFiles(root)) {
    for (const { name, section, key, value } of file.values ?? looseValues(file.text)) {
      if (value === null) continue;
      const inUrl = section === 'remote' && key.endsWith('url') ? credentialIn(value) : undefined;
      if (inUrl !== undefined) found.push({ key: name, value: inUrl });
      else if (section === 'http' && key === 'extraheader')
        found.push({ key: name, value: value.replace(/^authorization:\s*\w+\s+/iu, '') });
    }
  }
  return found;
}

/** The values of the checkout's own configuration, without what it includes; `null` where it is none. */
export function localConfig(root: string): readonly ConfigValue[] | null {
  const places = findGit(root);
  const text = places === null ? null : readConfig(join(places.common, 'config'));
  return text === null ? null : configValues(text);
}

interface ConfigFile {
  readonly text: string;
  readonly values: readonly ConfigValue[] | null;
}

/** The configuration with all that it includes: a condition is taken to hold, for the file lies there in any case. */
function configFiles(root: string): readonly ConfigFile[] {
  const places = findGit(root);
  if (places === null) return [];
  const paths = [join(places.common, 'config'), join(places.own, 'config.worktree')];
  const files: ConfigFile[] = [];
  for (const path of paths) {
    const text = readConfig(path);
    if (text === null) continue;
    const values = configValues(text);
    files.push({ text, values });
    for (const { section, key, value } of values ?? []) {
      if (!/^include(?:if)?$/u.test(section) || key !== 'path' || value === null) continue;
      const included = resolve(dirname(path), value.replace(/^~(?=\/)/u, homedir()));
      if (!paths.includes(included) && paths.length < MAX_INCLUDES) paths.push(included);
    }
  }
  return files;
}

/** Of a file that is no configuration, each line that looks like one: rather too much is hidden than too little. */
function looseValues(text: string): readonly Omit<ConfigValue, 'sub'>[] {
  return text.split('\n').flatMap((line) => {
    const [, word = '', value] =
      /^\s*(?:\[.*\]\s*)?([A-Za-z]+)\s*=\s*"?(.*?)"?\s*$/u.exec(line) ?? [];
    const key = word.toLowerCase();
    const section = key === 'extraheader' ? 'http' : 'remote';
    return value === undefined ? [] : [{ name: `${section}.${key}`, section, key, value }];
  });
}

/** Its text; `null` where it is no plain file, too large for a configuration, or cannot be read. */
export function readConfig(path: string): string | null {
  try {
    return readRegularFile(path, MAX_CONFIG_BYTES).toString('utf8');
  } catch {
    return null;
  }
}

/** The password of an address; of one over HTTP without any, a user that can only be a token. */
function credentialIn(url: string): string | undefined {
  return (
    /^\w+:\/\/[^/@]*:([^/@]+)@/u.exec(url)?.[1] ??
    /^https?:\/\/(?=[^@]*\d)([\w-]{20,}):?@/iu.exec(url)?.[1]
  );
}
