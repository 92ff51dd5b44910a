import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkoutRoot } from '../../../../src/sandbox/files/checkout-folder.ts';
import { copyNewObjects } from '../../../../src/sandbox/git/store/copy-objects.ts';
import { messageOf, sh, tempFolder } from '../../support.ts';

const LOOSE = 'a'.repeat(38);

/** A git folder with these new objects, and where their copies go. */
function withObjects(make: string): { readonly to: string; readonly copy: () => void } {
  const folder = tempFolder();
  sh(folder, `mkdir -p git/objects/pack git/objects/info known to/pack; cd git/objects; ${make}`);
  const to = join(folder, 'to');
  const git = checkoutRoot(join(folder, 'git'));
  return { to, copy: () => copyNewObjects({ git, known: join(folder, 'known'), to }) };
}

test('of what a run added, its objects and packs are copied, and nothing beside them', () => {
  const pack = `pack-${'b'.repeat(40)}`;
  const { to, copy } = withObjects(
    `mkdir ab ac abc; touch ab/${LOOSE} ac/${LOOSE} ab/tmp_obj_x abc/${LOOSE} info/packs
     touch pack/${pack}.pack pack/${pack}.idx pack/${pack}.keep pack/multi-pack-index
     mkdir ../../known/ac; touch ../../known/ac/${LOOSE} ad`,
  );
  copy();
  expect(sh(to, 'find * | LC_ALL=C sort').split('\n')).toEqual([
    'ab',
    `ab/${LOOSE}`,
    'pack',
    `pack/${pack}.idx`,
    `pack/${pack}.pack`,
  ]);
});

test('a run that added more than a gigabyte of objects is refused before they are read', async () => {
  const { to, copy } = withObjects(`mkdir ab; truncate -s 1025M ab/${LOOSE}`);
  expect(await messageOf(copy)).toContain('The run added more than');
  expect(sh(to, `stat -c %s ab/${LOOSE}`)).toBe('0');
});

test('what is no file, or a link in place of a folder, is left out', () => {
  const { to, copy } = withObjects(`mkdir ab; mkfifo ab/${LOOSE}; ln -s /etc ac`);
  copy();
  expect(sh(to, 'find . -type f -size +0')).toBe('');
});

test('git folders without objects, or with another folder in their place, add nothing', async () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'git'));
  const [known, to] = [join(folder, 'known'), join(folder, 'to')];
  const git = checkoutRoot(join(folder, 'git'));
  copyNewObjects({ git, known, to });
  sh(folder, `mv git gone; mkdir -p git/objects/ab; touch git/objects/ab/${LOOSE}`);
  expect(await messageOf(() => copyNewObjects({ git, known, to }))).toContain('was replaced');
});
