import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CountersignError } from '../../../src/common/index.ts';
import {
  createModel,
  type Message,
  type Model,
  parseScript,
  scriptedModel,
} from '../../../src/model/index.ts';
import { CALL, fastClock, HELLO, request, user } from '../harness.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-script-'));
});
afterAll(async () => rm(folder, { recursive: true }));

const signal = new AbortController().signal;
const assistant = (text = 'ok'): Message => ({
  role: 'assistant',
  content: [{ type: 'text', text }],
});

const result = (content: string): Message => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: content }] }],
});

async function codeAndText(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CountersignError)) throw new Error('not an error of the project');
  return `${error.code} ${error.message}`;
}

async function fromFile(content: string, name = 'turns.json'): Promise<Model> {
  await writeFile(path.join(folder, name), content);
  return createModel({ model: `scripted:${name}`, cwd: folder, clock: fastClock() });
}

describe('a scripted model', () => {
  it('says turn after turn what its file says, with the same ids each time', async () => {
    for (let round = 0; round < 2; round += 1) {
      const model = await fromFile(
        JSON.stringify({ turns: [CALL, { ...HELLO, usage: { outputTokens: 9 }, costUsd: 0.5 }] }),
      );
      expect(model).toMatchObject({ id: 'scripted:turns.json', provider: 'scripted' });
      const heard: string[] = [];
      expect(
        await model.respond(request(), { signal, onText: (text) => heard.push(text) }),
      ).toEqual({
        id: 'msg_s0001',
        model: 'scripted:turns.json',
        content: [CALL.blocks[0], { ...CALL.blocks[1], id: 'toolu_s0001b02' }],
        stopReason: 'tool_use',
        usage: {
          inputTokens: 0,
          outputTokens: 0,
          cacheReadInputTokens: 0,
          cacheCreationInputTokens: 0,
        },
        costUsd: null,
      });
      expect(heard).toEqual(['I look.']);
      const second = await model.respond(request([user('Hi'), assistant(), user('x')]), { signal });
      expect(second).toMatchObject({
        stopReason: 'end_turn',
        usage: { outputTokens: 9 },
        costUsd: 0.5,
      });
    }
  });

  it('continues where the conversation stands when it sees it for the first time', async () => {
    const model = await fromFile(JSON.stringify({ turns: [CALL, HELLO] }));
    const resumed = await model.respond(request([user('Hi'), assistant(), user('x')]), { signal });
    expect(resumed.id).toBe('msg_s0002');
  });

  it('counts from then on, so that an empty or shortened conversation does not turn it back', async () => {
    const model = await fromFile(JSON.stringify({ turns: [{ blocks: [] }, HELLO, CALL] }));
    const ids = [];
    for (const messages of [[user('Hi')], [user('Hi'), user('Well?')], [user('Summary')]]) {
      ids.push((await model.respond(request(messages), { signal })).id);
    }
    expect(ids).toEqual(['msg_s0001', 'msg_s0002', 'msg_s0003']);
  });

  it("recognises a subagent's conversation by its first message, several at a time", async () => {
    const subagents = [{ when: '^Count', turns: [CALL, HELLO] }];
    const model = scriptedModel(parseScript(JSON.stringify({ turns: [HELLO], subagents }), 'x'), {
      name: 'x',
      clock: fastClock(),
    });
    const [one, two] = [user('Count lines'), user('Count words')];
    for (const first of [one, two]) {
      expect((await model.respond(request([first]), { signal })).stopReason).toBe('tool_use');
    }
    expect((await model.respond(request([user('Hi')]), { signal })).content).toEqual(HELLO.blocks);
    for (const first of [one, two]) {
      expect((await model.respond(request([first, assistant(), user('r')]), { signal })).id).toBe(
        'msg_s0002',
      );
    }
  });

  it('checks what it received before it answers', async () => {
    const turn = { ...HELLO, expect: ['3 passed', 'failed: \\d'] };
    const model = async () => fromFile(JSON.stringify({ turns: [turn] }));
    await (await model()).respond(request([result('3 passed\nfailed: 0')]), { signal });
    const wrong = (await model()).respond(request([result('2 passed, failed: 1')]), { signal });
    expect(await codeAndText(wrong)).toBe(
      'script-invalid The script turns.json expects at turns.0.expect that /3 passed/ matches this message, and it does not: 2 passed, failed: 1',
    );
    // The first message of a run begins with pages about the run, and ends with what was asked for.
    const asked = `${'What the run is. '.repeat(200)}Fix the test.`;
    expect(await codeAndText((await model()).respond(request([user(asked)]), { signal }))).toMatch(
      /What the run is\.[^]*characters cut here[^]*Fix the test\.$/,
    );
  });

  it('says so when its turns run out', async () => {
    const model = await fromFile(JSON.stringify({ turns: [HELLO] }));
    await model.respond(request(), { signal });
    expect(await codeAndText(model.respond(request(), { signal }))).toMatch(
      /^script-invalid .*turns.json has no turn 2/,
    );
  });

  it('waits as long as a turn says, and no longer than the run', async () => {
    const clock = fastClock();
    const script = parseScript(JSON.stringify({ turns: [{ ...HELLO, delayMs: 250 }] }), 'x');
    await scriptedModel(script, { name: 'x', clock }).respond(request(), { signal });
    expect(clock.slept).toEqual([250]);
    const aborted = AbortSignal.abort('over');
    await expect(
      scriptedModel(script, { name: 'x', clock }).respond(request(), { signal: aborted }),
    ).rejects.toBe('over');
  });

  it.each([
    ['{"turns": [', /it is not JSON/],
    ['[]', /the file: /],
    ['{}', /turns: it is missing\./],
    ['{"turns":[]}', /turns: /],
    ['{"turns":[{"blocks":[],"tools":1}]}', /turns\.0: unknown key "tools"\./],
    ['{"turns":[{"blocks":[{"type":"tool_use","input":{}}]}]}', /turns\.0\.blocks\.0\.name/],
    ['{"turns":[{"blocks":[{"type":"tool"}]}]}', /turns\.0\.blocks\.0\.type/],
    ['{"turns":[{"blocks":[],"expect":"("}]}', /turns\.0\.expect.*not a regular expression: \(/],
    ['{"turns":[{"blocks":[],"usage":{"inputTokens":-1}}]}', /turns\.0\.usage\.inputTokens/],
    ['{"turns":[{"blocks":[],"delayMs":1e12}]}', /turns\.0\.delayMs/],
  ])('names the file and the field of what is wrong: %s', async (content, words) => {
    const text = await codeAndText(fromFile(content));
    expect(text).toMatch(/^script-invalid The script turns\.json is invalid: /);
    expect(text).toMatch(words);
  });

  it('takes a file that begins by a byte order mark', () => {
    const text = `\uFEFF${JSON.stringify({ turns: [HELLO] })}`;
    expect(parseScript(text, 'x').turns).toHaveLength(1);
  });

  it('names a file that is not there, or is a folder or a device', async () => {
    for (const [name, reason] of [
      [
        'none.json',
        `${path.join(folder, 'none.json')}" cannot be read: there is no such file or folder`,
      ],
      ['.', `${folder}" cannot be read: it is a folder`],
      ['/dev/null', '/dev/null" cannot be read: it is not a file'],
      ['', 'scripted:" cannot be read: no file is named'],
    ] as const) {
      const made = createModel({ model: `scripted:${name}`, cwd: folder, clock: fastClock() });
      expect(await codeAndText(made)).toContain(`script-invalid The script "${reason}.`);
      await expect(made).rejects.toHaveProperty(
        'fix',
        `Write the path of a JSON file: scripted:turns.json. A relative one starts at ${folder}.`,
      );
    }
  });
});
