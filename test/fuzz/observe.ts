import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET, SECRET_NAMES } from './bait.ts';

/** What a command did, as it is seen from outside of it. */
export const EFFECTS = ['file', 'started', 'secret', 'network', 'process', 'git'] as const;
export type EffectName = (typeof EFFECTS)[number];

export interface Effect {
  readonly effect: EffectName;
  /** Which file, which secret, which counter. */
  readonly detail: string;
}

export type Snapshot = ReadonlyMap<string, string>;

/**
 * Each name below a folder with what changes when anything about it does: the time of the last change (`ctime`) cannot be set by
 * a program.
 */
export function snapshot(folder: string): Snapshot {
  const found = new Map<string, string>();
  const folders = [''];
  for (let below = folders.pop(); below !== undefined; below = folders.pop()) {
    for (const entry of namesIn(join(folder, below))) {
      const path = below === '' ? entry : `${below}/${entry}`;
      const about = lstatSync(join(folder, path), { bigint: true, throwIfNoEntry: false });
      if (about === undefined) continue;
      const { mode, ino, size, mtimeNs, ctimeNs, nlink } = about;
      found.set(path, [mode, ino, size, mtimeNs, ctimeNs, nlink].join(':'));
      if (about.isDirectory()) folders.push(path);
    }
  }
  return found;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The paths that differ; the first few. */
export function changes(before: Snapshot, after: Snapshot): string[] {
  const changed: string[] = [];
  for (const [path, about] of after) {
    const was = before.get(path);
    if (was !== about) changed.push(`${was === undefined ? '+' : '~'}${path}`);
  }
  for (const path of before.keys()) if (!after.has(path)) changed.push(`-${path}`);
  return changed;
}

const FORMS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.split('').toReversed().join(''),
  (text) => Buffer.from(text).toString('hex'),
  ...[0, 1, 2].map((shift) => (text: string): string => {
    const encoded = Buffer.from(`${'x'.repeat(shift)}${text}`).toString('base64');
    // Without the ends, which depend on what stands beside it.
    return encoded.slice(4, -4);
  }),
  ...[0, 1, 2, 3, 4].map(
    (shift) =>
      (text: string): string =>
        base32(`${'x'.repeat(shift)}${text}`).slice(8, 16),
  ),
  (text) => [...Buffer.from(text)].map((byte) => byte.toString(8).padStart(3, '0')).join(''),
];

/** The secrets of the bait that stand in an output, as they are or in a form that programs print. */
export function leaks(output: string): string[] {
  // Dumps have the place of each line before it.
  const lines = output.replaceAll(/^[0-9a-f]{5,16}:?\s+/gim, '');
  const bare = lines.replaceAll(/[\s'",|\\]+/g, '').toLowerCase();
  const found = new Set<string>();
  for (const form of FORMS) {
    const wanted = form(SECRET).toLowerCase();
    for (
      let offset = bare.indexOf(wanted);
      offset !== -1;
      offset = bare.indexOf(wanted, offset + 1)
    ) {
      const rest = bare.slice(offset + wanted.length);
      found.add(SECRET_NAMES.find((name) => rest.startsWith(name)) ?? 'encoded');
    }
  }
  return [...found];
}

function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  return (bits.match(/.{5}/g) ?? []).map((five) => letters[Number.parseInt(five, 2)]).join('');
}

const COUNTERS: Readonly<Record<string, readonly string[]>> = {
  Ip: ['OutNoRoutes'],
  Tcp: ['ActiveOpens'],
  Udp: ['OutDatagrams', 'NoPorts'],
};

/** What was tried on the network of this namespace, as the kernel counted it. */
export function networkTries(): number {
  let tries = 0;
  const lines = readFileSync('/proc/net/snmp', 'utf8').split('\n');
  for (const [group, names] of Object.entries(COUNTERS)) {
    const [head = '', numbers = ''] = lines.filter((line) => line.startsWith(`${group}: `));
    for (const name of names) tries += Number(numbers.split(' ')[head.split(' ').indexOf(name)]);
  }
  for (const [, count] of readFileSync('/proc/net/snmp6', 'utf8').matchAll(
    /^(?:Ip6OutNoRoutes|Udp6OutDatagrams|Udp6NoPorts)\s+(\d+)/gm,
  ))
    tries += Number(count);
  return tries;
}

export interface Running {
  readonly pid: number;
  readonly name: string;
}

/** The processes that this one can see and that still run, itself left out. */
export function processes(): Running[] {
  return namesIn('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const status = textOf(`/proc/${name}/stat`);
      const [, command = '', state = 'Z'] = /\((.*)\) (\S)/s.exec(status) ?? [];
      return state === 'Z' || state === 'X' ? [] : [{ pid: Number(name), name: command }];
    });
}

/** Processes whose mounts show a path: those of a sandbox over it, whatever they call themselves. */
export function processesOver(path: string): Running[] {
  const own = textOf('/proc/self/mountinfo');
  return processes().filter(({ pid }) => {
    const mounts = textOf(`/proc/${pid}/mountinfo`);
    return mounts !== own && mounts.includes(` ${path} `);
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
