import { describe, expect, test } from 'vitest';
import { parseOptions } from '../../eval/options.ts';
import { CountersignError, errorText } from '../../src/common/index.ts';
import { TASKS } from '../../eval/tasks/index.ts';

const parse = (...args: readonly string[]) => parseOptions(args, TASKS);

function refusalOf(args: readonly string[]): string {
  try {
    parse(...args);
    return 'not refused';
  } catch (error) {
    return error instanceof CountersignError ? errorText(error) : 'another error';
  }
}

describe('the arguments of the eval', () => {
  test('are those of the command line where they name a model', () => {
    expect(parse('--provider', 'openai', '--model', 'm', '--prices', 'input=1,output=2')).toEqual({
      kind: 'run',
      model: {
        kind: 'options',
        options: { provider: 'openai', model: 'm', prices: 'input=1,output=2' },
      },
      tasks: TASKS,
      repeat: 1,
      jobs: 1,
      maxCost: null,
      out: null,
      sandbox: 'required',
    });
  });

  test('choose tasks, in the order of all tasks', () => {
    const tasks = ['--task', 'triage-issue', '--task', 'fix-node-pages'];
    const limits = ['--jobs', '4', '--repeat', '2', '--max-cost', '2.5'];
    const chosen = parse('--model', 'm', ...tasks, ...limits);
    expect(chosen).toMatchObject({ jobs: 4, repeat: 2, maxCost: 2.5 });
    expect(chosen.kind === 'run' && chosen.tasks.map(({ id }) => id)).toEqual([
      'fix-node-pages',
      'triage-issue',
    ]);
  });

  test.each([
    [[], '--model is missing.'],
    [['--model', ''], '--model is missing.'],
    [['--model', 'm', '--provider', 'none'], '--provider is "none". Write one of: anthropic,'],
    [['--model', 'm', '--task', 'none'], '--task is "none". Write one of: fix-node-pages,'],
    [['--model', 'm', '--repeat', '0'], '--repeat is "0". Write a whole number from 1 to'],
    [['--model', 'm', '--repeat', '1.5'], '--repeat is "1.5".'],
    [['--model', 'm', '--jobs', '99'], '--jobs is "99".'],
    [['--model', 'm', '--max-cost', '0'], '--max-cost is "0". Write US dollars above 0'],
    [['--model', 'm', '--max-cost', ' '], '--max-cost is " ".'],
    [['--model', 'm', '--sandbox', 'maybe'], '--sandbox is "maybe". Write one of: required,'],
    [['--model', 'm', '--prices', 'cheap'], '--prices'],
    [['--scripted', 'other'], '--scripted is "other". Write one of: solution, failure.'],
    [['--scripted', 'solution', '--model', 'm'], 'so --model has no meaning'],
    [['--unknown'], "Unknown option '--unknown'"],
    [['compare', 'a', 'b'], 'Unknown argument: "compare".'],
    [['diff', 'a'], 'diff needs two results.'],
    [['diff', 'a', 'b', 'c'], 'diff needs two results.'],
  ])('%j are refused', (args, message) => {
    expect(refusalOf(args)).toContain(message);
  });
});
