/** What the agents are made to do: the same turns for each of them, in a folder made for the scenario. */
import { appendFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
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
  /** Throws where the folder shows that the calls did not do what they are named for. */
  readonly check?: (folder: string) => void;
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
const SLICED_LINES_SHOWN = 100;
const CHATTY_BYTES = 1e9;
/** Sizes that differ by three and by four times: what grows with the size alone takes as many times as long. */
const SLICE_ENDS_MB = [100, 300] as const;
const EDITED_LINES = [20_000, 80_000] as const;
const SIZED_TURNS = 5;

const FINISH: Call = { tool: 'finish', input: { outcome: 'done', summary: 'Done.' } };

function script(
  count: number,
  turn: (index: number) => readonly Call[],
): readonly (readonly Call[])[] {
  return [...Array.from({ length: count }, (_, index) => turn(index)), [FINISH]];
}

function echo(index: number): readonly Call[] {
  return [{ tool: 'bash_run', input: { command: `echo turn ${index}` } }];
}

function numbered(lines: number): string {
  return Array.from({ length: lines }, (_, index) => `${LINE} ${index}`)
    .join('\n')
    .concat('\n');
}

const nothing = (): void => undefined;

/** Slices that end so many megabytes into a file of 1 GB. */
function sliceAt(endMb: number): Scenario {
  const block = Buffer.from(numbered(SLICED_LINES));
  const blocks = Math.ceil((endMb * 1e6) / block.length);
  const offset = blocks * SLICED_LINES - SLICED_LINES_SHOWN;
  return {
    name: `slice-${endMb}mb`,
    about: `slices that end ${endMb} MB into a file of 1 GB`,
    turns: script(SIZED_TURNS, (index) => [
      {
        tool: 'fs_read',
        input: { path: 'large.txt', offset: offset - index, limit: SLICED_LINES_SHOWN },
      },
    ]),
    fill: (folder) => {
      const file = join(folder, 'large.txt');
      for (let index = 0; index < blocks; index += 1) appendFileSync(file, block);
      truncateSync(file, SLICED_FILE_BYTES);
    },
    isReadOnly: true,
  };
}

/** Edits in the middle of a file of so many lines. */
function editOf(lines: number): Scenario {
  return {
    name: `edit-${lines / 1_000}k`,
    about: `edits of a file of ${lines} lines`,
    turns: [
      [{ tool: 'fs_read', input: { path: 'file.ts', offset: 1, limit: 1 } }],
      ...script(SIZED_TURNS, (index) => [edit(lines / 2 + index)]),
    ],
    fill: (folder) => writeFileSync(join(folder, 'file.ts'), numbered(lines)),
    check: (folder) => edited(folder, SIZED_TURNS),
  };
}

function edit(line: number): Call {
  return {
    tool: 'fs_edit',
    input: {
      path: 'file.ts',
      old_string: `has them ${line}\n`,
      new_string: `has them, edited ${line}\n`,
    },
  };
}

function edited(folder: string, times: number): void {
  const found = readFileSync(join(folder, 'file.ts'), 'utf8').split('has them, edited').length - 1;
  if (found !== times) throw new Error(`${found} of ${times} edits were made.`);
}

export const SCENARIOS: readonly Scenario[] = [
  { name: 'hello', about: 'one reply that ends the run', turns: [[FINISH]], fill: nothing },
  { name: 'loop50', about: '50 turns of one command', turns: script(50, echo), fill: nothing },
  {
    name: 'read200',
    about: '20 turns of ten parallel reads',
    turns: script(READ_TURNS, (turn) =>
      Array.from({ length: READ_FILES / READ_TURNS }, (_, index) => ({
        tool: 'fs_read',
        input: { path: `file-${turn * (READ_FILES / READ_TURNS) + index}.ts` },
      })),
    ),
    fill: (folder) => {
      for (let index = 0; index < READ_FILES; index += 1)
        writeFileSync(join(folder, `file-${index}.ts`), numbered(LINES_A_FILE));
    },
    isReadOnly: true,
  },
  {
    name: 'grep',
    about: 'ten searches over 20,000 files',
    turns: script(GREP_TURNS, (index) => [
      { tool: 'fs_grep', input: { pattern: `needle-${index}` } },
    ]),
    fill: (folder) => {
      for (let index = 0; index < GREP_FILES; index += 1) {
        const into = join(folder, `folder-${Math.floor(index / GREP_FILES_A_FOLDER)}`);
        if (index % GREP_FILES_A_FOLDER === 0) mkdirSync(into);
        const needle = index % 1_000 === 0 ? `needle-${(index / 1_000) % GREP_TURNS}\n` : '';
        writeFileSync(join(into, `file-${index}.ts`), `${LINE}\n${LINE}\n${needle}`);
      }
    },
    isReadOnly: true,
  },
  {
    name: 'glob',
    about: 'five searches by name over 100,000 files',
    turns: script(GLOB_TURNS, (index) => [
      { tool: 'fs_glob', input: { pattern: index === 0 ? '**/*.ts' : `**/file-*${index}.ts` } },
    ]),
    fill: (folder) => {
      for (let index = 0; index < GLOB_FILES; index += 1) {
        const into = join(folder, `folder-${Math.floor(index / GREP_FILES_A_FOLDER)}`);
        if (index % GREP_FILES_A_FOLDER === 0) mkdirSync(into);
        writeFileSync(join(into, `file-${index}.ts`), '');
      }
    },
    isReadOnly: true,
  },
  {
    name: 'read-slice',
    about: 'ten slices near the beginning of a file of 1 GB',
    turns: script(SLICES, (index) => [
      {
        tool: 'fs_read',
        input: { path: 'large.txt', offset: 1 + index * 1_000, limit: SLICED_LINES_SHOWN },
      },
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
      ...script(EDITS, (index) => [edit(index)]),
    ],
    fill: (folder) => writeFileSync(join(folder, 'file.ts'), numbered(LINES_A_FILE)),
    check: (folder) => edited(folder, EDITS),
  },
  ...SLICE_ENDS_MB.map(sliceAt),
  ...EDITED_LINES.map(editOf),
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
