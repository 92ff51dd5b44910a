import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { deniedWrites } from '../../../src/policy/index.ts';
import { type ReadOnlyMounts, readOnlyMounts } from '../../../src/sandbox/limits/denied-paths.ts';
import { findLimitedPaths } from '../../../src/sandbox/limits/limited-paths.ts';
import { policy } from '../../policy/helpers.ts';
import * as fc from '../../properties.ts';
import { tempFolder } from '../support.ts';

const FILES = ['a', 'b'].flatMap((top) => [
  `${top}.sql`,
  ...['x', 'y'].flatMap((folder) => [
    `${top}/${folder}.sql`,
    `${top}/${folder}/one.sql`,
    `${top}/${folder}/two.ts`,
    `${top}/${folder}/deep/three.sql`,
  ]),
]);
const FOLDERS = [...new Set(FILES.map((file) => dirname(file)))];

const PATTERNS =
  '** * a/** a a/* a/x/** **/*.sql a/*.sql **/deep/** {a,b}/y/** a/x/one.sql b/y */x b/**/*.ts **/two.* c/** a.sql'.split(
    ' ',
  );
const pattern = fc.constantFrom(...PATTERNS);

function mountsFor(root: string, text: string): ReadOnlyMounts {
  const writes = deniedWrites(policy(text), { caseInsensitive: false });
  const { denied } = findLimitedPaths(root, { isHidden: () => false, deniedWrites: writes });
  return readOnlyMounts(denied);
}

it('a file is read-only exactly if a rule denies to write it, and a folder if one denies whatever is created in it', () => {
  const root = tempFolder();
  for (const file of FILES) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
  const rule = fc.record({ rule: pattern, except: fc.array(pattern, { maxLength: 2 }) });
  fc.assert(
    fc.property(fc.array(rule, { minLength: 1, maxLength: 3 }), (rules) => {
      const denies = rules.map((each) => ({ ...each, rule: `fs_write(${each.rule})` }));
      const text = `deny: ${JSON.stringify([...new Map(denies.map((each) => [each.rule, each])).values()])}`;
      const writes = deniedWrites(policy(text), { caseInsensitive: false });
      const { isClosed } = mountsFor(root, text);
      for (const file of FILES)
        expect(isClosed(file), `${file} under ${text}`).toBe(writes?.denial(file) !== null);
      for (const folder of FOLDERS) {
        const created = join(folder, 'any-new-name');
        const isDenied = writes?.denial(created) !== null;
        expect(isClosed(created), `in ${folder} under ${text}`).toBe(isDenied);
      }
    }),
  );
});

it('a folder too deep to scan is read-only if a rule may be about something in it', () => {
  const root = tempFolder();
  const deep = 'a/'.repeat(400);
  mkdirSync(join(root, deep), { recursive: true });
  writeFileSync(join(root, deep, 'a.snap'), 'a');
  const readOnlyUnder = (glob: string): readonly string[] => {
    const rules = policy(`deny: ['fs_write(${glob})']`);
    const limits = {
      isHidden: () => false,
      deniedWrites: deniedWrites(rules, { caseInsensitive: false }),
    };
    return [...findLimitedPaths(root, limits).denied.readOnly.keys()];
  };
  mkdirSync(join(root, deep, 'a/a'), { recursive: true });
  expect(readOnlyUnder('**/b.snap')).toEqual([`${deep}a`]);
  expect(readOnlyUnder('b/*.snap')).toEqual([]);
});
