import { FINDINGS_SCHEMA, findingsOf, lineOf, type Planted, scored } from '../check.ts';
import { call, finish, type Task, turn } from '../task.ts';

const SESSION = `import { createHash, randomBytes } from 'node:crypto';

const sessions = new Map();
const HOUR_MS = 60 * 60 * 1000;

/** Begins a session of a user and gives back its token. It ends after an hour. */
export function begin(user, now = Date.now()) {
  const token = Math.random().toString(36).slice(2);
  sessions.set(digest(token), { user, ends: now + HOUR_MS });
  return token;
}

/** The user of a session; null if it is unknown or over. */
export function userOf(token, now = Date.now()) {
  const session = sessions.get(digest(token));
  if (session === undefined) return null;
  if (session.ends > now) return null;
  return session.user;
}

/** Ends all sessions of a user. */
export function endAll(user) {
  for (const [key, session] of sessions) {
    if (session.user = user) sessions.delete(key);
  }
}

function digest(token) {
  return createHash('sha256').update(token).digest('hex');
}

/** A token for a link in a mail. */
export function mailToken() {
  return randomBytes(32).toString('base64url');
}
`;
const FILES = `import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = '/srv/files';

/** The file that a user asks for, by its path below the folder of all files. */
export async function download(request, response) {
  const file = join(ROOT, decodeURIComponent(request.params.path));
  response.end(await readFile(file));
}

/** Up to \`limit\` names, sorted. The list that is given stays as it is. */
export function firstNames(names, limit) {
  return names.sort().slice(0, limit);
}
`;

const PLANTED: readonly Planted[] = [
  ['src/session.js', SESSION, 'Math.random()'],
  ['src/session.js', SESSION, 'session.ends > now'],
  ['src/session.js', SESSION, 'session.user = user'],
  ['src/files.js', FILES, 'join(ROOT, decode'],
  ['src/files.js', FILES, 'names.sort()'],
].map(([file = '', text = '', part = '']) => {
  const line = lineOf(text, part);
  return { file, from: line, to: line };
});
const found = PLANTED.map(({ file, from }) => ({ file, line: from, problem: 'A defect.' }));

export const reviewNode: Task = {
  id: 'review-node',
  title: 'A review of JavaScript with five planted defects',
  topic: 'review',
  asks: `Review src/session.js and src/files.js. Give back each defect (a wrong result, or a weakness that an attacker
could use) with its file and its line, one entry each. Leave style, naming and missing features out: a remark that is no
defect counts against you. Change nothing.`,
  policy: `version: 1
mode: deny
auto: [kind:readonly]
budget: { turns: 20 }`,
  files: { 'src/session.js': SESSION, 'src/files.js': FILES },
  outputSchema: FINDINGS_SCHEMA,
  check: ({ result }) => scored(findingsOf(result), PLANTED),
  solution: [
    turn(call('fs_read', { path: 'src/session.js' }), call('fs_read', { path: 'src/files.js' })),
    finish('Five defects.', { result: { findings: found } }),
  ],
  // A remark on every third line names most defects, and much else.
  failure: [
    finish('Many remarks.', {
      result: {
        findings: Array.from({ length: 12 }, (_, index) => ({
          file: 'src/session.js',
          line: 1 + index * 3,
          problem: 'Could be better.',
        })),
      },
    }),
  ],
};
