import { posix } from 'node:path';
import { type CompiledRule, workspacePath } from '../rules/compile.ts';
import { allRules, type Policy, type PolicyLayer } from '../model/policy.ts';
import { builtinRuleFor } from './builtin-guards.ts';
import { WRITING } from './evaluate-path.ts';

/** A rule that denies to write a path. */
export interface WriteDenial {
  readonly rule: string;
  /** `null` for a rule that stands in no file. */
  readonly line: number | null;
  /** The policy or the baseline that has the rule. */
  readonly file: string;
}

/** What the policy denies to write, for programs too. Pure: paths are from the workspace root, and the caller follows links. */
export interface DeniedWrites {
  /** The rules, in the order of the layers; at least one. */
  readonly rules: readonly WriteDenial[];
  /**
   * The rule that denies to write a path; `null` if none does. `listed` are the paths that the policy lists for the one
   * process in question.
   */
  readonly denial: (path: string, listed?: readonly string[]) => WriteDenial | null;
  /** The folders before the first wildcard of the rules: what they match lies there. */
  readonly bases: readonly string[];
  /** Folders that a rule denies as a whole, by a name without wildcards. Files of them may not exist yet. */
  readonly folders: readonly string[];
}

/** A name that no rule means: what is denied under this name is denied under every name. */
const ANY_NAME = '\u{1F512}-any-name';

/** Whether nothing can be created directly in a folder; the rule that denies it. */
export function denialInside(
  { denial }: Pick<DeniedWrites, 'denial'>,
  folder: string,
): WriteDenial | null {
  return denial(posix.join(folder, ANY_NAME));
}

/**
 * Which paths programs cannot write: those that a `deny` rule for writing with a path covers, in any layer and with its
 * exceptions. A rule without a path is about the tools alone, and so is one for a tool that only edits. Rules for
 * untrusted content always count. A path that `sandbox.write` of the same layer names itself, and not only by a folder
 * above, stays writable, as does what the repository's own policy lists for one process, unless a baseline denies it.
 * `null` if there is no such rule.
 */
export function deniedWrites(
  policy: Policy,
  options: { readonly caseInsensitive: boolean },
): DeniedWrites | null {
  const layers = policy.layers.map((layer) => closedLayer(layer, options));
  const rules = layers.flatMap((each) => each.rules);
  if (rules.length === 0) return null;
  const denial: DeniedWrites['denial'] = (path, listed = []) => {
    const denials = layers.values().map((layer) => layer.denial(path, listed));
    return denials.find((found) => found !== null) ?? null;
  };
  return {
    rules: layers.flatMap((each) => each.rules.map((rule) => denialBy(each.layer, rule))),
    denial,
    bases: [...new Set(rules.map(({ glob }) => glob?.base ?? ''))],
    folders: [...new Set(rules.flatMap(namedFolder))].filter(
      (folder) => denialInside({ denial }, folder) !== null,
    ),
  };
}

/** What one layer denies to write. */
interface ClosedLayer {
  readonly layer: PolicyLayer;
  /** Without those whose paths `sandbox.write` opens all. */
  readonly rules: readonly CompiledRule[];
  readonly denial: (path: string, listed: readonly string[]) => WriteDenial | null;
}

function closedLayer(
  layer: PolicyLayer,
  { caseInsensitive }: { readonly caseInsensitive: boolean },
): ClosedLayer {
  const rules = allRules(layer).filter(
    (rule) => rule.list === 'deny' && rule.hasSpecifier && rule.selects(WRITING),
  );
  const ruleFor = (path: string): CompiledRule | undefined => {
    const part = workspacePath(path, 'read', caseInsensitive);
    return rules.find((rule) => rule.matches(part, WRITING) === 'yes');
  };
  const cased = (path: string): string => (caseInsensitive ? path.toLowerCase() : path);
  const isOpen = (named: string, path: string): boolean =>
    isIn(cased(named), cased(path)) && ruleFor(named) !== undefined;
  const ofLayer = (layer.settings['sandbox.write'] ?? []).flatMap(namedPath);
  return {
    layer,
    rules: rules.filter(({ glob }) => !ofLayer.some((named) => isOpen(named, glob?.base ?? ''))),
    denial: (path, listed) => {
      const rule = ruleFor(path);
      if (rule === undefined) return null;
      const named = layer.isBaseline ? ofLayer : [...ofLayer, ...listed.flatMap(namedPath)];
      return named.some((each) => isOpen(each, path)) ? null : denialBy(layer, rule);
    },
  };
}

function denialBy({ file }: PolicyLayer, { text, line }: CompiledRule): WriteDenial {
  return { rule: text, line, file };
}

/** The path that an entry of a list names, up to its first wildcard; none for the whole workspace. */
export function namedPath(entry: string): readonly string[] {
  const parts = posix.normalize(entry).split('/');
  const wild = parts.findIndex((part) => part.includes('*'));
  const path = (wild === -1 ? parts : parts.slice(0, wild)).join('/').replace(/\/$/, '');
  return path === '' || path === '.' ? [] : [path];
}

/** The folder of a pattern such as `gen/**` or `gen/`. A bare name may be that of a file. */
function namedFolder({ parsed: { specifier } }: CompiledRule): readonly string[] {
  const [pattern = ''] = (specifier ?? '').split(/,?\s+!/);
  const folder = /^(?:\.\/)*([^/~*?[\]{}\\!][^*?[\]{}\\!]*)\/(?:\*\*)?$/.exec(pattern)?.[1];
  if (folder === undefined || posix.normalize(folder) !== folder) return [];
  const builtin = builtinRuleFor(
    { path: folder, outside: folder.startsWith('..') },
    { access: 'write', byCommand: false },
  );
  return builtin?.level === 'deny' ? [] : [folder];
}

function isIn(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** The rule and its place, for people and the model. */
export function denialText({ rule, line, file }: WriteDenial): string {
  return line === null ? `${rule} in ${file}` : `${rule}, line ${line} of ${file}`;
}
