import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
export const SRC = join(ROOT, 'src');

/** The modules in layers, the lowest first: each imports only modules before it. The files of `src` itself are the root. */
export const LAYERS = [
  'common',
  'policy',
  'audit',
  'sandbox',
  'tools',
  'github',
  'model',
  'approvals',
  'tool-calls',
  'checkpoint',
  'agent',
  'testing',
  'reporting',
  'session',
  'recovery',
  'fanout',
  'archive',
  'sdk',
  'action',
  'cli',
] as const;

export interface SourceFile {
  /** From src, `/` between parts. */
  readonly path: string;
  readonly text: string;
  /** The module, or `root`. */
  readonly module: string;
  readonly imports: readonly string[];
}

const IMPORT = /(?:from\s+|import\s*\(\s*|^import\s+)'([^']+)'/gm;

export function sources(): readonly SourceFile[] {
  return readdirSync(SRC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => {
      const path = relative(SRC, file).split(sep).join('/');
      const text = readFileSync(file, 'utf8');
      return {
        path,
        text,
        module: path.includes('/') ? (path.split('/')[0] ?? '') : 'root',
        imports: [...text.matchAll(IMPORT)].map((match) => match[1] ?? ''),
      };
    });
}

/** Where a relative import leads, from src; `null` for a package, the published types, and code that is only text here. */
export function target(file: SourceFile, specifier: string): string | null {
  if (!specifier.startsWith('.') || !/(?<!\.d)\.ts$/.test(specifier)) return null;
  return relative(SRC, join(SRC, file.path, '..', specifier))
    .split(sep)
    .join('/');
}
