import { importClaude } from './claude.ts';
import type { ImportedPolicy } from './policy-builder.ts';
import { importCodex } from './codex.ts';
import { importGeminiSettings, importGeminiToml } from './gemini.ts';
import { importOpencode } from './opencode.ts';
import type { Unreadable } from './settings-file.ts';

export type { ImportedPolicy, SkippedRule } from './policy-builder.ts';

export const DIALECTS = ['claude-code', 'opencode', 'codex', 'gemini-cli'] as const;
export type Dialect = (typeof DIALECTS)[number];

export type ImportResult =
  | ({ readonly ok: true } & ImportedPolicy)
  | { readonly ok: false; readonly message: string; readonly fix: string };

/**
 * Translates another agent's permission settings into a policy that always loads, and reports what it could not
 * translate. If meanings differ, the result is stricter than the source, never looser.
 */
export function importPolicy(dialect: Dialect, text: string): ImportResult {
  const imported = read(dialect, text);
  if (!('problem' in imported)) return { ok: true, ...imported };
  const message =
    imported.problem ?? `The text does not contain permissions as ${dialect} writes them.`;
  return { ok: false, message, fix: NEEDED[dialect] };
}

const NEEDED: Readonly<Record<Dialect, string>> = {
  'claude-code': 'Give its settings.json with "permissions".',
  opencode: 'Give its opencode.json with "permission".',
  codex: 'Give a rules file with prefix_rule(…) calls.',
  'gemini-cli':
    'Give its settings.json with tools.core, or a policy TOML file with [[rule]] tables.',
};

function read(dialect: Dialect, text: string): ImportedPolicy | Unreadable {
  switch (dialect) {
    case 'claude-code':
      return importClaude(text);
    case 'opencode':
      return importOpencode(text);
    case 'codex':
      return importCodex(text) ?? { problem: null };
    case 'gemini-cli':
      return /^\s*[{/]/.test(text)
        ? importGeminiSettings(text)
        : (importGeminiToml(text) ?? { problem: null });
  }
}
