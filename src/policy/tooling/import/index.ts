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

/**
 * Translates another agent's permission settings into a policy that always loads, and reports what it could not
 * translate. If meanings differ, the result is stricter than the source, never looser.
 */
export function importPolicy(
  dialect: Dialect,
  text: string,
  options: ImportOptions = {},
): ImportResult {
  if (options.baseline === true && !MANAGED.includes(dialect)) {
    const message = `The settings of ${dialect} are those of one project or person, not of an organisation.`;
    return {
      ok: false,
      message,
      fix: `With --as-baseline give those of one of: ${MANAGED.join(', ')}.`,
    };
  }
  const imported = read(dialect, text, options);
  if (!('problem' in imported)) return { ok: true, ...imported };
  const message =
    imported.problem ?? `The text does not contain permissions as ${dialect} writes them.`;
  return { ok: false, message, fix: NEEDED[dialect] };
}

const NEEDED: Readonly<Record<Dialect, string>> = {
  'claude-code': 'Give its settings.json or managed-settings.json with "permissions".',
  copilot: 'Give the managed-settings.json of the enterprise with "permissions".',
  opencode: 'Give its opencode.json with "permission".',
  codex: 'Give a rules file with prefix_rule(…) calls, or a requirements.toml with prefix_rules.',
  'gemini-cli':
    'Give its settings.json with tools.core, or a policy TOML file with [[rule]] tables.',
};

/** Agents whose settings an organisation can set for everybody. */
const MANAGED: readonly Dialect[] = ['claude-code', 'copilot', 'codex'];

function read(dialect: Dialect, text: string, options: ImportOptions): ImportedPolicy | Unreadable {
  switch (dialect) {
    case 'claude-code':
      return importClaude(text, options);
    case 'copilot':
      return importCopilot(text, options);
    case 'opencode':
      return importOpencode(text);
    case 'codex':
      return importCodex(text, options);
    case 'gemini-cli':
      return /^\s*[{/]/.test(text) ? importGeminiSettings(text) : importGeminiToml(text);
  }
}
