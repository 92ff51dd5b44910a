import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const RUNNABLE = 0o111;

/** How the files of two folders differ, a line for each; empty where they are the same to the byte. */
export function differences(committed: string, built: string): readonly string[] {
  const [old, fresh] = [filesOf(committed), filesOf(built)];
  const names = [...new Set([...old, ...fresh])].sort();
  return names.flatMap((name) => {
    if (!fresh.has(name)) return [`${name} is in ${committed} alone`];
    if (!old.has(name)) return [`${name} is missing in ${committed}`];
    const [before, after] = [join(committed, name), join(built, name)];
    if (!readFileSync(before).equals(readFileSync(after))) return [`${name} differs`];
    return isRunnable(before) === isRunnable(after) ? [] : [`${name} differs in its mode`];
  });
}

function filesOf(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Set(entries.filter((name) => statSync(join(folder, name)).isFile()));
}

function isRunnable(file: string): boolean {
  return (statSync(file).mode & RUNNABLE) !== 0;
}
