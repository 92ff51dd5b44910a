/** I/O: a checkout as a run left it, in a folder of its own. What is in it was written by a model. */
import { randomUUID } from 'node:crypto';
import {
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Json } from '../src/common/index.ts';
import type { Files, Probe, Probed } from './task.ts';

/** What a check of a language writes, and no task asks for. */
const BESIDE = /(?:^|\/)(?:\.git|node_modules|__pycache__|\.pytest_cache)(?:\/|$)/;
const MAX_SHOWN_CHARS = 400;

export interface Snapshot {
  readonly text: (path: string) => string | null;
  readonly changed: () => readonly string[];
  readonly probe: (probe: Probe) => Promise<Probed>;
}

/** Copies a checkout without its `.git` and without links, which could lead a check anywhere. */
export function snapshot(
  checkout: string,
  {
    first,
    folder,
    run,
  }: {
    /** The files of the first commit. */
    readonly first: Files;
    /** Where the copies go. */
    readonly folder: string;
    readonly run: (command: { readonly folder: string; readonly command: string }) => Promise<{
      readonly ok: boolean;
      readonly output: string;
    }>;
  },
): Snapshot {
  const kept = join(folder, 'kept');
  let copies = 0;
  copyFiles(checkout, kept);
  const text = (path: string): string | null => {
    return kindOf(join(kept, path)) === 'file' ? readFileSync(join(kept, path), 'utf8') : null;
  };
  return {
    text,
    changed: () => {
      const now = filesBelow(kept);
      const all = new Set([...now, ...Object.keys(first)]);
      return [...all].filter((path) => text(path) !== (first[path] ?? null)).toSorted();
    },
    probe: async ({ files, command }) => {
      const nonce = randomUUID();
      const copy = join(folder, `copy-${(copies += 1)}`);
      copyFiles(kept, copy);
      for (const [path, source] of Object.entries(files)) {
        replaceFile(copy, path, source.replaceAll('$NONCE', nonce));
      }
      const { output } = await run({ folder: copy, command });
      rmSync(copy, { recursive: true, force: true });
      return { values: valuesIn(output, nonce), shown: shown(output) };
    },
  };
}

/** The JSON after the nonce; `null` without it, such as of a program that ended itself before. */
function valuesIn(output: string, nonce: string): Json {
  const line = output.split('\n').findLast((one) => one.startsWith(`${nonce} `));
  return line === undefined ? null : jsonIn(line.slice(nonce.length));
}

/** The value of a JSON text; `null` if it is none. */
export function jsonIn(text: string | null): Json {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Writes a file whatever the model made in its place, or in the place of a folder above it. */
function replaceFile(folder: string, path: string, text: string): void {
  const parts = path.split('/');
  for (let count = 1; count < parts.length; count += 1) {
    const above = join(folder, ...parts.slice(0, count));
    if (kindOf(above) === 'file') rmSync(above);
  }
  const file = join(folder, path);
  rmSync(file, { recursive: true, force: true });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** `null`: nothing is there, or a file is in the place of a folder above it. */
function kindOf(path: string): 'file' | 'other' | null {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return null;
    return found.isFile() ? 'file' : 'other';
  } catch {
    return null;
  }
}

function copyFiles(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    filter: (source) => {
      if (BESIDE.test(relative(from, source))) return false;
      const found = lstatSync(source);
      return found.isFile() || found.isDirectory();
    },
  });
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** The part of an output that says why: the line of an error, else the end. */
function shown(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  const error = lines.find((line) => /\b\w*(?:Error|error:|FAIL|panic:)/.test(line));
  return (
    error ??
    lines
      .filter((line) => line !== '')
      .slice(-2)
      .join(' ')
  ).slice(0, MAX_SHOWN_CHARS);
}
