import { importClaude } from './claude.ts';
import type { ImportedPolicy, ImportOptions } from './policy-builder.ts';
import { importCodex } from './codex.ts';
import { importCopilot } from './copilot.ts';
import { importGeminiSettings, importGeminiToml } from './gemini.ts';
import { importOpencode } from './opencode.ts';
import type { Unreadable } from './settings-file.ts';

export type { SkippedRule } from './policy-builder.ts';

export const DIALECTS = ['claude-code', 'copilot', 'codex', 'opencode', 'gemini-cli'] as const;
export type Dialect = (typeof DIALECTS)[number];

type ImportResult =
  | ({ readonly ok: true } & ImportedPolicy)
  | { readonly ok: false; readonly message: string; readonly fix: string };

interface Importer {
  readonly read: (text: string, options: ImportOptions) => ImportedPolicy | Unreadable;
  /** The file to give. */
  readonly needed: string;
  /** An organisation can set these settings for everybody. */
  readonly isManaged: boolean;
}

const IMPORTERS: Readonly<Record<Dialect, Importer>> = {
  'claude-code': {
    read: importClaude,
    needed: 'Give its settings.json or managed-settings.json with "permissions".',
    isManaged: true,
  },
  copilot: {
    read: importCopilot,
    needed: 'Give the managed-settings.json of the enterprise with "permissions".',
    isManaged: true,
  },
  codex: {
    read: importCodex,
    needed:
      'Give a rules file with prefix_rule(…) calls, or a requirements.toml with prefix_rules.',
    isManaged: true,
  },
  opencode: {
    read: importOpencode,
    needed: 'Give its opencode.json with "permission".',
    isManaged: false,
  },
  'gemini-cli': {
    read: (text) => (/^\s*[{/]/.test(text) ? importGeminiSettings(text) : importGeminiToml(text)),
    needed: 'Give its settings.json with tools.core, or a policy TOML file with [[rule]] tables.',
    isManaged: false,
  },
};

/**
 * Translates another agent's permission settings into a policy that always loads, and reports what it could not
 * translate. If meanings differ, the result is stricter than the source, never looser.
 */
export function importPolicy(
  dialect: Dialect,
  text: string,
  options: ImportOptions = {},
): ImportResult {
  const { read, needed, isManaged } = IMPORTERS[dialect];
  if (options.baseline === true && !isManaged) {
    const message = `The settings of ${dialect} are those of one project or person, not of an organisation.`;
    const managed = DIALECTS.filter((each) => IMPORTERS[each].isManaged).join(', ');
    return { ok: false, message, fix: `With --as-baseline give those of one of: ${managed}.` };
  }
  const imported = read(text, options);
  if (!('problem' in imported)) return { ok: true, ...imported };
  const message =
    imported.problem ?? `The text does not contain permissions as ${dialect} writes them.`;
  return { ok: false, message, fix: needed };
}
