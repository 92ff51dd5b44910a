/** Finds credentials in a checkout's git configuration with the action's own parser, without git. This file does I/O. */
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type ConfigValue, configValues } from './config-values.ts';
import { includedFiles, MAX_CONFIG_BYTES, USER_OF_URL, withoutUser } from './config.ts';
import { findGit } from './git-paths.ts';
import { regularFileOrNull } from '../../files/regular-file.ts';
import { moduleFolders } from './submodules.ts';

const MAX_INCLUDES = 100;

interface PersistedCredential {
  /** The key of the git configuration, such as `http.https://github.com/.extraheader`, without its value and any credential. */
  readonly key: string;
  readonly value: string;
}

/**
 * Credentials in the git configuration, including included files. The values are for the redactor only; warnings name the
 * keys. `persist-credentials: false` on actions/checkout avoids them.
 */
export function persistedCredentials(root: string): PersistedCredential[] {
  const found: PersistedCredential[] = [];
  for (const file of configFiles(root)) {
    for (const { section, sub, key, value } of file.values ?? looseValues(file.text)) {
      const name = [section, ...(sub === null ? [] : [withoutUser(sub)]), key].join('.');
      for (const text of [sub, value]) {
        const inUrl = text === null ? undefined : credentialIn(text);
        if (inUrl !== undefined) found.push({ key: name, value: inUrl });
      }
      if (section === 'http' && key === 'extraheader' && value !== null)
        found.push({ key: name, value: value.replace(/^authorization:\s*\w+\s+/iu, '') });
    }
  }
  return found;
}

/** The values of the checkout's own configuration, without included files; `null` if it is missing or invalid. */
export function localConfig(root: string): readonly ConfigValue[] | null {
  const places = findGit(root);
  const text = places === null ? null : readConfig(join(places.common, 'config'));
  return text === null ? null : configValues(text);
}

interface ConfigFile {
  readonly text: string;
  readonly values: readonly ConfigValue[] | null;
}

/** The configuration, also of submodules, with all included files, whatever their condition. */
function configFiles(root: string): readonly ConfigFile[] {
  const places = findGit(root);
  if (places === null) return [];
  const paths = [join(places.common, 'config'), join(places.own, 'config.worktree')];
  for (const folder of new Set([places.common, places.own]))
    paths.push(...moduleFolders(folder).map((module) => join(folder, module, 'config')));
  const files: ConfigFile[] = [];
  for (const path of paths) {
    const text = readConfig(path);
    if (text === null) continue;
    const values = configValues(text);
    files.push({ text, values });
    for (const named of includedFiles(values ?? [])) {
      const included = resolve(dirname(path), named.replace(/^~(?=\/)/u, homedir()));
      if (!paths.includes(included) && paths.length < MAX_INCLUDES) paths.push(included);
    }
  }
  return files;
}

/** Lines that look like credentials in a file that cannot be parsed: too many are better than too few. */
function looseValues(text: string): readonly Omit<ConfigValue, 'name'>[] {
  return text.split('\n').flatMap((line) => {
    const [, word = '', value] =
      /^\s*(?:\[.*\]\s*)?([A-Za-z]+)\s*=\s*"?(.*?)"?\s*$/u.exec(line) ?? [];
    const key = word.toLowerCase();
    const section = key === 'extraheader' ? 'http' : 'remote';
    return value === undefined ? [] : [{ section, sub: null, key, value }];
  });
}

/** The text of a configuration; `null` if it is not a regular file, too large, or cannot be read. */
export function readConfig(path: string): string | null {
  return regularFileOrNull(path, MAX_CONFIG_BYTES)?.toString('utf8') ?? null;
}

/** The password of a URL, or a user name over HTTP that can only be a token. */
function credentialIn(url: string): string | undefined {
  const [, scheme = '', user = ''] = USER_OF_URL.exec(url) ?? [];
  const [, name = '', password = ''] = /^([^:]*):?([^]*)$/u.exec(user) ?? [];
  if (password !== '') return password;
  const isToken = /(?:^|:)https?:/iu.test(scheme) && /^[\w-]{20,}$/u.test(name) && /\d/u.test(name);
  return isToken ? name : undefined;
}
