import { escapeGlob } from '../../policy/index.ts';
import type { Workspace } from '../../sandbox/index.ts';

/**
 * The narrowest policy rule that covers a tool's call on these paths: `fs_write(src/a.ts)`.
 * Characters that mean something in a glob are escaped; several paths become one set of alternatives.
 */
export function pathRule(tool: string, workspace: Workspace, paths: readonly string[]): string {
  const named = [...new Set(paths.map((path) => workspace.relative(path)))];
  const globs = named.map((path) =>
    named.length > 1 ? escapeComma(escapeGlob(path)) : escapeGlob(path),
  );
  return globs.length === 1 ? `${tool}(${globs[0]})` : `${tool}({${globs.join(',')}})`;
}

function escapeComma(glob: string): string {
  return glob.replaceAll(',', String.raw`\,`);
}
