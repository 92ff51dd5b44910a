import { describe, expect, test } from 'vitest';
import { createBus } from '../../../src/tool-calls/index.ts';
import { instructionsIn, nestedInstructions } from '../../../src/session/workspace/instructions.ts';
import { createRedactor } from '../../../src/common/index.ts';

const noNames = (): Promise<readonly string[]> => Promise.resolve([]);

function repository(files: Readonly<Record<string, string>>, fails: readonly string[] = []) {
  const asked: string[] = [];
  const warnings: string[] = [];
  const bus = createBus(() => undefined);
  bus.on((event) => {
    if (event.type === 'warning') warnings.push(event.message);
  });
  const text = (path: string): Promise<string | null> => {
    asked.push(path);
    if (fails.some((folder) => path.startsWith(folder))) return Promise.reject(new Error('502'));
    return Promise.resolve(files[path] ?? null);
  };
  const trusted = { where: 'main@1', text, names: noNames };
  const redactor = createRedactor({ secrets: [{ kind: 'test', value: 'hunter2-hunter2' }] });
  const instructions = nestedInstructions({ trustedFiles: trusted, redactor, bus });
  if (instructions === null) throw new Error('there is a trusted branch');
  return { instructions, asked, warnings, trusted };
}

describe('instructions of one folder', () => {
  test('are those of AGENTS.md, else of CLAUDE.md, else none', async () => {
    const both = repository({ 'AGENTS.md': 'a', 'CLAUDE.md': 'c', 'x/CLAUDE.md': 'x' }).trusted;
    expect(await instructionsIn(both, '')).toEqual({ path: 'AGENTS.md', text: 'a' });
    expect(await instructionsIn(both, 'x')).toEqual({ path: 'x/CLAUDE.md', text: 'x' });
    expect(await instructionsIn(both, 'y')).toBeNull();
  });

  test('that are empty are instructions all the same: they say that there are none', async () => {
    const { trusted } = repository({ 'AGENTS.md': '', 'CLAUDE.md': 'c' });
    expect(await instructionsIn(trusted, '')).toEqual({ path: 'AGENTS.md', text: '' });
  });
});

describe('a second file that cannot be read', () => {
  test('does not matter where the first counts, and is an error where it would count', async () => {
    const { trusted } = repository({ 'AGENTS.md': 'a' }, ['CLAUDE.md', 'x/CLAUDE.md']);
    expect(await instructionsIn(trusted, '')).toEqual({ path: 'AGENTS.md', text: 'a' });
    await expect(instructionsIn(trusted, 'x')).rejects.toThrow('502');
  });
});

describe('instructions below the root', () => {
  test('come from the outer folder to the inner one, and not again', async () => {
    const { instructions } = repository({ 'a/AGENTS.md': 'outer', 'a/b/AGENTS.md': 'inner' });
    const named = new Set<string>();
    const first = await instructions(['a/b/c.ts', 'd.ts'], named);
    expect(first.map(({ text }) => text)).toEqual(['outer', 'inner']);
    expect(await instructions(['a/b/c.ts'], named)).toEqual([]);
  });

  test('are those of the folder, however a call spells it, and never those of the root again', async () => {
    const { instructions, asked } = repository({ 'AGENTS.md': 'root', 'a/AGENTS.md': 'outer' });
    const found = await instructions(['./a/c.ts', 'a/./d.ts', './e.ts'], new Set());
    expect(found.map(({ path }) => path)).toEqual(['a/AGENTS.md']);
    expect(asked).toEqual(['a/AGENTS.md', 'a/CLAUDE.md']);
  });

  test('are looked up once, and shown to each conversation that comes there', async () => {
    const { instructions, asked } = repository({ 'a/AGENTS.md': 'outer' });
    await instructions(['a/c.ts'], new Set());
    expect(await instructions(['a/c.ts'], new Set())).toHaveLength(1);
    expect(asked).toHaveLength(2);
  });

  test('hold no secret, and no more than their share of characters', async () => {
    const { instructions } = repository({ 'a/AGENTS.md': `hunter2-hunter2 ${'x'.repeat(40_000)}` });
    const [file] = await instructions(['a/c.ts'], new Set());
    expect(file?.text).not.toContain('hunter2');
    expect(file?.text.length).toBeLessThanOrEqual(16_000);
  });

  test.each(['../a/b.ts', '/etc/passwd', 'a//b.ts', 'c.ts', `${'d/'.repeat(30)}e.ts`])(
    'are not looked for on the way to %s',
    async (path) => {
      const { instructions, asked } = repository({});
      expect(await instructions([path], new Set())).toEqual([]);
      expect(asked).toEqual([]);
    },
  );

  test('that cannot be read are reported, and the run continues', async () => {
    const { instructions, warnings } = repository({ 'b/AGENTS.md': 'b' }, ['a/']);
    const found = await instructions(['a/x.ts', 'b/x.ts'], new Set());
    expect(found.map(({ path }) => path)).toEqual(['b/AGENTS.md']);
    expect(warnings).toEqual([expect.stringContaining('a/ could not be read: 502')]);
  });

  test('are bounded in folders and in files', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`p${index}/AGENTS.md`, 'x']),
    );
    const { instructions, asked } = repository(files);
    const paths = Array.from({ length: 500 }, (_, index) => `p${index}/x.ts`);
    expect(await instructions(paths, new Set())).toHaveLength(20);
    expect(asked).toHaveLength(200);
  });

  test('are none where nothing is trusted', () => {
    const bus = createBus(() => undefined);
    expect(
      nestedInstructions({ trustedFiles: null, redactor: createRedactor({ secrets: [] }), bus }),
    ).toBeNull();
  });
});
