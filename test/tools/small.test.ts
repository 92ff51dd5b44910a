import { describe, expect, it } from 'vitest';
import {
  bashTools,
  createReadRecord,
  fileTools,
  finishOf,
  finishTool,
  skillTool,
  type ToolTodo,
  todoTools,
  toolSpecs,
} from '../../src/tools/index.ts';
import { openWorkspace } from '../../src/sandbox/index.ts';
import { call, named, temporaryFolder, textOf } from './support.ts';

describe('todoTools', () => {
  it('keeps one list, calls the listener, and refuses an invalid list', async () => {
    const seen: (readonly ToolTodo[])[] = [];
    const tools = todoTools({ onChange: (todos) => seen.push(todos) });
    expect(textOf(await call(named(tools, 'todo_read'), {}))).toBe('The to-do list is empty.');
    const todos = [
      { text: 'read', status: 'done' },
      { text: 'write', status: 'in_progress' },
      { text: 'test', status: 'pending' },
    ];
    await call(named(tools, 'todo_write'), { todos });
    expect(textOf(await call(named(tools, 'todo_read'), {}))).toBe('[x] read\n[~] write\n[ ] test');
    expect(seen).toEqual([todos]);
    expect(
      textOf(
        await call(named(tools, 'todo_write'), { todos: [{ text: 'x', status: 'finished' }] }),
      ),
    ).toContain('todos[0].status: expected one of "pending", "in_progress", "done"');
    expect(seen).toHaveLength(1);
  });

  it('restores the list of an earlier job of the run, and calls the listener', async () => {
    const before = todoTools();
    const todos = [{ text: 'test', status: 'pending' }];
    await call(named(before, 'todo_write'), { todos });
    const seen: (readonly ToolTodo[])[] = [];
    const after = todoTools({ onChange: (changed) => seen.push(changed) });
    named(after, 'todo_write').memory?.restore(named(before, 'todo_write').memory?.save() ?? null);
    expect(textOf(await call(named(after, 'todo_read'), {}))).toBe('[ ] test');
    expect(seen).toEqual([todos]);
    named(after, 'todo_write').memory?.restore([{ text: 'of another form' }]);
    expect(textOf(await call(named(after, 'todo_read'), {}))).toBe('[ ] test');
  });
});

describe('finishTool', () => {
  it('passes its outcome and summary to the loop in its metadata', async () => {
    const result = await call(finishTool(), { outcome: 'incomplete', summary: 'Half.' });
    expect(finishOf(result.metadata)).toEqual({ outcome: 'incomplete', summary: 'Half.' });
    expect(finishOf(undefined)).toBeNull();
    expect(finishOf({ finish: { outcome: 'great', summary: 'x' } })).toBeNull();
    expect(await call(finishTool(), { outcome: 'great', summary: 'x' })).toMatchObject({
      ok: false,
    });
    expect(await call(finishTool(), { outcome: 'done' })).toMatchObject({ ok: false });
  });
});

describe('finishTool, where something has to be proved', () => {
  it('refuses an unproved done twice and says what is missing, then ends as incomplete', async () => {
    const tool = finishTool(null, () => Promise.resolve(['"npm test" was not run by itself']));
    const done = { outcome: 'done', summary: 'It works.' };
    for (const first of ['After 1 more refusal, the', 'The']) {
      const result = await call(tool, done);
      if (result.ok) throw new Error('it ended the run');
      expect(result.error.message).toBe('Not proved as done: "npm test" was not run by itself.');
      expect(result.error.recommendations[1]).toContain(
        `${first} next call without the proof ends the work as incomplete.`,
      );
    }
    expect(finishOf((await call(tool, done)).metadata)).toEqual({
      outcome: 'incomplete',
      summary: 'Not proved as done: "npm test" was not run by itself. It works.',
    });
  });

  it('lets incomplete work end, and proved work', async () => {
    let missing = ['x'];
    const tool = finishTool(null, () => Promise.resolve(missing));
    const half = { outcome: 'incomplete', summary: 'Half.' };
    expect(finishOf((await call(tool, half)).metadata)).toEqual(half);
    missing = [];
    const done = { outcome: 'done', summary: 'All.' };
    expect(finishOf((await call(tool, done)).metadata)).toEqual(done);
  });
});

describe('skillTool', () => {
  const skills = [{ name: 'release', description: 'How to\nrelease', body: '# Release\nsteps' }];
  it('lists skills in its description and loads one on demand', async () => {
    const [skill] = skillTool({ skills });
    if (skill === undefined) throw new Error('no tool');
    expect(skill.description.usageNotes).toEqual(['release: How to release']);
    expect(textOf(await call(skill, { name: 'release' }))).toBe('# Release\nsteps');
    expect(textOf(await call(skill, { name: 'relaese' }))).toContain('Did you mean "release"?');
  });
  it('does not exist without skills, and refuses two of one name', () => {
    expect(skillTool({ skills: [] })).toEqual([]);
    expect(() => skillTool({ skills: [...skills, ...skills] })).toThrow(
      /Two skills are named "release"/,
    );
  });
});

const unused = async () => await Promise.reject(new Error('not used'));

describe('the default set of tools', () => {
  it("takes at most 12 kB of the model's request", async () => {
    const folder = temporaryFolder();
    const workspace = await openWorkspace(folder.path);
    const tools = [
      ...fileTools({ workspace, reads: createReadRecord() }),
      ...bashTools({
        workspace,
        plan: (source) => ({ shell: source }),
        commands: { run: unused, start: unused },
      }),
      ...todoTools(),
      finishTool(),
    ];
    folder.remove();
    expect(Buffer.byteLength(JSON.stringify(toolSpecs(tools)))).toBeLessThan(12_000);
    expect(new Set(tools.map((one) => one.name)).size).toBe(13);
  });
});
