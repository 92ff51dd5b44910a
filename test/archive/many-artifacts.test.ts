import { expect, test } from 'vitest';
import { openArchive } from '../../src/archive/index.ts';
import { memoryGit } from '../testing/github-server/memory-git.ts';
import { startGitHub } from '../openapi/github.ts';
import { casesToTry, hasMoreTime } from '../properties.ts';
import { collectInto, rowsOf, runOf, tempFolder, trailText, zipOf } from './archives.ts';

const ARTIFACTS = hasMoreTime ? 10_000 : 2_000;
const REPOSITORIES = ['octo-org/octo-repo', 'octo-org/other'];
/** Each is downloaded, verified and kept, which takes the most time. */
const NEW = casesToTry(20);
const DAY_MS = 24 * 3600 * 1000;

test(`an organisation with ${ARTIFACTS} artifacts, half of them expired or of other tools, costs one list and the downloads of new trails`, async () => {
  const server = await startGitHub({ others: { 'octo-org/other': { git: memoryGit() } } });
  const folder = await tempFolder();
  const archive = await openArchive(folder);
  const known = archive.database.prepare(
    `INSERT INTO artifacts (repository, artifact, name, from_fork, bytes, state) VALUES (?, ?, ?, 0, 9, 'collected')`,
  );
  const bytes = zipOf({ 'a.txt': 'a' });
  archive.database.exec('BEGIN');
  for (let index = 0; index < ARTIFACTS; index += 1) {
    const repository = REPOSITORIES[index % 2] ?? '';
    const run = index + 1;
    const createdAt = new Date(
      Date.UTC(2026, 0, 1) + (index * 80 * DAY_MS) / ARTIFACTS,
    ).toISOString();
    const isNew = index >= ARTIFACTS - NEW;
    const isOther = !isNew && index % 4 < 1;
    const name = isOther ? `coverage-${run}` : `countersign-trail-${run}-1-agent`;
    const zip = isNew
      ? zipOf({ 'audit.jsonl': trailText(runOf(run, repository), `run-of-${run}`) })
      : bytes;
    const id = server.artifacts.put({
      name,
      bytes: zip,
      workflowRunId: run,
      repository,
      createdAt,
    });
    if (isNew || isOther) continue;
    const stored = server.artifacts.artifacts.at(-1);
    if (index % 4 === 1 && stored !== undefined) stored.expired = true;
    else known.run(repository, id, name);
  }
  archive.database.exec('COMMIT');
  await archive.close();
  const others = server.artifacts.artifacts.filter(({ name }) => name.startsWith('coverage'));
  const expired = server.artifacts.artifacts.filter((one) => one.expired);
  expect(others.length + expired.length).toBeGreaterThan(ARTIFACTS / 2 - NEW);

  const github = { token: server.token, apiUrl: server.url };
  const collected = async () => {
    const from = server.log.length;
    const result = await collectInto(folder, { organizations: ['octo-org'], github });
    const asked = server.log.slice(from).map(({ path }) => path);
    return {
      result,
      lists: asked.filter((path) => path.endsWith('/actions/artifacts')).length,
      downloads: asked.filter((path) => path.endsWith('/zip')).length,
    };
  };
  const first = await collected();
  expect(first).toMatchObject({
    // Pages of a hundred; each repository's last one is full, so that one more is asked for.
    lists: ARTIFACTS / 100 + REPOSITORIES.length,
    downloads: NEW,
    result: {
      added: { counted: NEW },
      problemCount: 0,
      expired: { count: expired.length },
      others: { count: others.length },
    },
  });
  // What a result lists does not grow with the organisation.
  expect(first.result.expired.names).toHaveLength(100);
  expect(first.result.others.names).toHaveLength(100);
  expect(await rowsOf(folder, 'SELECT count(*) FROM runs')).toEqual([[NEW]]);
  expect(await collected()).toMatchObject({
    lists: REPOSITORIES.length,
    downloads: 0,
    result: { problemCount: 0 },
  });
  await server.close();
});
