import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the repositories that tests copy. */
    readonly templates: string;
  }
}

/** Provides the folder, and removes it after the last test. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-templates-'));
  project.provide('templates', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
