import { trimEnd } from '../../common/index.ts';
import { isPossiblePath } from '../model/path-limits.ts';
import { isStream } from '../commands/words/paths.ts';
import type { PathView } from '../rules/paths.ts';

/** A built-in rule for a path. No rule of the policy opens `deny`, and no general rule turns `ask` into `auto`. */
export type BuiltinRule =
  | { readonly level: 'deny'; readonly because: string }
  | {
      readonly level: 'ask';
      readonly because: string;
      /** Which `auto` path rule opens it: one that names such files explicitly. */
      readonly openedBy: 'secrets-rule' | 'absolute-rule' | 'nothing';
    };

/** Git keeps programs, tokens and refs here. Some file systems treat these spellings as the same folder. */
const GIT_SEGMENT = /^(?:\.git|git~\d+)[. ]*$/i;

const SECRETS_NAME = new RegExp(
  [
    String.raw`^\.env`,
    String.raw`\.env$`,
    String.raw`^\.(?:npmrc|yarnrc|yarnrc\.yml|netrc|pypirc|pgpass|git-credentials|htpasswd|dockercfg|s3cfg|my\.cnf)$`,
    String.raw`^_netrc$`,
    String.raw`^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$`,
    String.raw`\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|tfstate)$`,
    String.raw`^(?:credentials|secrets?)(?:\.(?:json|ya?ml|toml|ini|txt))?$`,
    String.raw`^service[-_]account.*\.json$`,
    // A login that google-github-actions/auth leaves in the workspace.
    String.raw`^gha-creds-.*\.json$`,
  ].join('|'),
  'i',
);
const SECRETS_FOLDER =
  /(?:^|\/)(?:\.ssh|\.aws|\.gnupg|\.kube|\.docker|\.azure|\.config\/(?:gh|gcloud))(?:\/|$)/i;
/** Folders of these names usually contain source code, not secrets. Only files of these names count. */
const PLAIN_FOLDER = /^(?:credentials|secrets?)$/i;

/**
 * Whether a file of this name usually contains secrets: `.env*`, keys, `.npmrc`, `.netrc` and similar. `words` may also
 * be the literal part of a path pattern: a rule names such files if its own words are secrets-like.
 */
export function isSecretsLike(words: string): boolean {
  const name = trimEnd(words, '/').split('/').at(-1) ?? '';
  if (SECRETS_FOLDER.test(words)) return true;
  return SECRETS_NAME.test(name) && !PLAIN_FOLDER.test(name);
}

/** Whether the path is `/dev/null` or a device for the streams of a command. */
export function isStreamDevice(view: PathView): boolean {
  return view.outside && isStream(view.path);
}

/**
 * The built-in rule for one view of a path, or `null` if only the policy decides. `byCommand` is false for file tools.
 */
export function builtinRuleFor(
  view: PathView,
  options: { access: 'read' | 'write'; byCommand: boolean },
): BuiltinRule | null {
  const { path } = view;
  if (!isPossiblePath(path))
    return { level: 'deny', because: 'the path is longer than any file system has' };
  if (path.split('/').some((segment) => GIT_SEGMENT.test(segment))) {
    return { level: 'deny', because: `"${path}" is inside git's own folder` };
  }
  if (view.outside) return builtinRuleOutside(path, options);
  if (isSecretsLike(path)) {
    return {
      level: 'ask',
      because: `"${path}" usually contains secrets`,
      openedBy: 'secrets-rule',
    };
  }
  return null;
}

function builtinRuleOutside(
  path: string,
  options: { access: 'read' | 'write'; byCommand: boolean },
): BuiltinRule | null {
  if (isStream(path) && options.byCommand) return null;
  if (path.includes('/_runner_file_commands') || /\/_temp(?:\/|$)/.test(path)) {
    return { level: 'deny', because: `"${path}" belongs to the workflow runner` };
  }
  if (/^\/proc\/(?:\d+|self|thread-self)(?:\/|$)/.test(path)) {
    return { level: 'deny', because: `"${path}" is the inside of a process` };
  }
  const because = `"${path}" is outside of the workspace`;
  if (!options.byCommand || path.includes('\u0000')) return { level: 'deny', because };
  if (options.access === 'write') {
    const isTemporary = /^\/tmp\/./.test(path);
    return isTemporary
      ? { level: 'ask', because, openedBy: 'absolute-rule' }
      : { level: 'deny', because };
  }
  const system =
    /^\/(?:proc|sys|dev)(?:\/|$)/.test(path) || isSecretsLike(path) || /^\/?~/.test(path);
  return { level: 'ask', because, openedBy: system ? 'nothing' : 'absolute-rule' };
}
