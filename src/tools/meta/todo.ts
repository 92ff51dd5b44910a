import * as z from 'zod';
import { builtinTool } from '../define/builtin-tool.ts';
import { withMemory } from '../define/memory.ts';
import { success } from '../define/result.ts';
import { TODO_STATUSES, type Tool, type ToolTodo } from '../define/tool.ts';

const MAX_TODOS = 50;
const MAX_TEXT_CHARS = 300;
const MARKS = { pending: '[ ]', in_progress: '[~]', done: '[x]' } as const;

const list = () =>
  z
    .array(
      z.strictObject({
        text: z.string().min(1).max(MAX_TEXT_CHARS),
        status: z.enum(TODO_STATUSES),
      }),
    )
    .max(MAX_TODOS);

/** `todo_read` and `todo_write` over one list. `onChange` gets each new list, for the checklist that people see. */
export function todoTools(
  options: { readonly onChange?: (todos: readonly ToolTodo[]) => void } = {},
): readonly Tool[] {
  let todos: readonly ToolTodo[] = [];
  const save = () => todos.map(({ text, status }) => ({ text, status }));
  const change = (changed: readonly ToolTodo[]): void => {
    todos = changed;
    options.onChange?.(todos);
  };
  const common = { kind: 'readonly', category: 'todo', tags: ['plan'] } as const;
  const read = builtinTool({
    ...common,
    name: 'todo_read',
    displayName: 'Read to-do list',
    description: 'Read the to-do list.',
    input: z.object({}),
    execute: () => checklist(todos),
  });
  const write = builtinTool({
    ...common,
    name: 'todo_write',
    displayName: 'Write to-do list',
    description:
      'Replace the to-do list, which people see. For work of three steps or more, not for less. Keep one item in_progress, ' +
      'and mark each done as soon as it is.',
    input: z.object({ todos: list() }),
    aliases: {
      items: {
        todos: {
          names: { content: 'text' },
          values: { status: { completed: 'done' } },
          ignored: ['activeForm', 'id', 'priority'],
        },
      },
    },
    execute: (input) => {
      change(input.todos);
      return success(checklist(todos), { todos: save() });
    },
  });
  return [read, withMemory(write, { schema: list, save, restore: change })];
}

function checklist(todos: readonly ToolTodo[]): string {
  if (todos.length === 0) return 'The to-do list is empty.';
  return todos.map(({ text, status }) => `${MARKS[status]} ${text}`).join('\n');
}
