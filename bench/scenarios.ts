/** What the agents are made to do: the same turns for each of them, in a folder made for the scenario. */
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScriptTurn } from '../src/model/index.ts';

export interface Call {
  readonly tool: 'bash_run' | 'fs_read' | 'fs_edit' | 'fs_grep' | 'fs_glob' | 'finish';
  readonly input: Readonly<Record<string, string | number>>;
}

export interface Scenario {
  readonly name: string;
  readonly about: string;
  /** The calls of each turn. The last one ends the run. */
  readonly turns: readonly (readonly Call[])[];
  readonly fill: (folder: string) => void;
  /** Nothing in the folder is changed: it is filled once for all rounds. */
  readonly isReadOnly?: true;
}

const LINES_A_FILE = 200;
const LINE = 'const value = compute(input, options); // some words as source code has them';
const READ_FILES = 200;
const READ_TURNS = 20;
const GREP_FILES = 20_000;
const GREP_FILES_A_FOLDER = 100;
const GREP_TURNS = 10;
const EDITS = 100;
const GLOB_FILES = 100_000;
const GLOB_TURNS = 5;
const SLICES = 10;
const SLICED_FILE_BYTES = 1e9;
const SLICED_LINES = 20_000;
const CHATTY_BYTES = 1e9;

const FINISH: Call = { tool: 'finish', input: { outcome: 'done', summary: 'Done.' } };

function script(
  count: number,
  turn: (at: number) => readonly Call[],
): readonly (readonly Call[])[] {
  return [...Array.from({ length: count }, (_, at) => turn(at)), [FINISH]];
}

function echo(at: number): readonly Call[] {
  return [{ tool: 'bash_run', input: { command: `echo turn ${at}` } }];
}

function numbered(lines: number): string {
  return Array.from({ length: lines }, (_, at) => `${LINE} ${at}`)
    .join('\n')
    .concat('\n');
}

const nothing = (): void => undefined;

export const SCENARIOS: readonly Scenario[] = [
  { name: 'hello', about: 'one reply that ends the run', turns: [[FINISH]], fill: nothing },
  { name: 'loop50', about: '50 turns of one command', turns: script(50, echo), fill: nothing },
  {
    name: 'read200',
    about: '20 turns of ten parallel reads',
    turns: script(READ_TURNS, (turn) =>
      Array.from({ length: READ_FILES / READ_TURNS }, (_, at) => ({
        tool: 'fs_read',
        input: { path: `file-${turn * (READ_FILES / READ_TURNS) + at}.ts` },
      })),
    ),
    fill: (folder) => {
      for (let at = 0; at < READ_FILES; at += 1)
        writeFileSync(join(folder, `file-${at}.ts`), numbered(LINES_A_FILE));
    },
    isReadOnly: true,
  },
  {
    name: 'grep',
    about: 'ten searches over 20,000 files',
    turns: script(GREP_TURNS, (at) => [{ tool: 'fs_grep', input: { pattern: `needle-${at}` } }]),
    fill: (folder) => {
      for (let at = 0; at < GREP_FILES; at += 1) {
        const into = join(folder, `folder-${Math.floor(at / GREP_FILES_A_FOLDER)}`);
        if (at % GREP_FILES_A_FOLDER === 0) mkdirSync(into);
        const needle = at % 1_000 === 0 ? `needle-${(at / 1_000) % GREP_TURNS}\n` : '';
        writeFileSync(join(into, `file-${at}.ts`), `${LINE}\n${LINE}\n${needle}`);
      }
    },
    isReadOnly: true,
  },
  {
    name: 'glob',
    about: 'five searches by name over 100,000 files',
    turns: script(GLOB_TURNS, (at) => [
      { tool: 'fs_glob', input: { pattern: at === 0 ? '**/*.ts' : `**/file-*${at}.ts` } },
    ]),
    fill: (folder) => {
      for (let at = 0; at < GLOB_FILES; at += 1) {
        const into = join(folder, `folder-${Math.floor(at / GREP_FILES_A_FOLDER)}`);
        if (at % GREP_FILES_A_FOLDER === 0) mkdirSync(into);
        writeFileSync(join(into, `file-${at}.ts`), '');
      }
    },
    isReadOnly: true,
  },
  {
    name: 'read-slice',
    about: 'ten slices near the beginning of a file of 1 GB',
    turns: script(SLICES, (at) => [
      { tool: 'fs_read', input: { path: 'large.txt', offset: 1 + at * 1_000, limit: 100 } },
    ]),
    fill: (folder) => {
      const file = join(folder, 'large.txt');
      writeFileSync(file, numbered(SLICED_LINES));
      truncateSync(file, SLICED_FILE_BYTES);
    },
    isReadOnly: true,
  },
  {
    name: 'chatty',
    about: 'a command that prints 1 GB',
    turns: script(1, () => [
      {
        tool: 'bash_run',
        input: { command: `yes 'words of a chatty command' | head -c ${CHATTY_BYTES}` },
      },
    ]),
    fill: nothing,
  },
  {
    name: 'edit100',
    about: '100 edits of one file',
    turns: [
      [{ tool: 'fs_read', input: { path: 'file.ts' } }],
      ...script(EDITS, (at) => [
        {
          tool: 'fs_edit',
          input: {
            path: 'file.ts',
            old_string: `has them ${at}\n`,
            new_string: `has them, edited ${at}\n`,
          },
        },
      ]),
    ],
    fill: (folder) => writeFileSync(join(folder, 'file.ts'), numbered(LINES_A_FILE)),
  },
  { name: 'long', about: '500 turns of one command', turns: script(500, echo), fill: nothing },
];

/** How an agent calls what a scenario needs, where its tools have other names. */
export type ToolNames = Readonly<
  Partial<
    Record<
      Call['tool'],
      { readonly name: string; readonly input: Readonly<Record<string, string>> }
    >
  >
>;

/** The scenario's replies, in the words of one agent's tools: `$name` in its input stands for that argument. */
export function turnsFor(scenario: Scenario, tools: ToolNames): ScriptTurn[] {
  return scenario.turns.map((calls) => {
    const named = calls.map((call) => translated(call, tools));
    const last = calls.some(({ tool }) => tool === 'finish');
    if (last && tools.finish?.name === '') return { blocks: [{ type: 'text', text: 'Done.' }] };
    return { blocks: named };
  });
}

function translated(call: Call, tools: ToolNames) {
  const other = tools[call.tool];
  if (other === undefined)
    return { type: 'tool_use' as const, name: call.tool, input: { ...call.input } };
  const input = Object.entries(other.input).map(([key, value]) => [
    key,
    value.startsWith('$') ? (call.input[value.slice(1)] ?? '') : value,
  ]);
  return { type: 'tool_use' as const, name: other.name, input: Object.fromEntries(input) };
}
