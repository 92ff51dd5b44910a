import { resolve } from 'node:path';
import { queryArchive, QUESTIONS, questionSql, SCHEMA } from '../../../archive/index.ts';
import { CountersignError } from '../../../common/index.ts';
import { shownJson } from '../../json.ts';
import { ANSWER_FORMATS, answerText } from '../../query-output.ts';
import {
  type CliIo,
  type CommandCall,
  type CommandSpec,
  EXIT,
  type ExitCode,
  oneOf,
  switchOption,
  textOption,
} from '../../spec.ts';
import { ARCHIVE_OPTION } from './collect.ts';

/** `audit query`: reads an archive, and changes nothing. */
export const queryCommand: CommandSpec = {
  name: 'audit query',
  summary:
    'Answer a question about an archive of audit trails, or run your own read-only SQL; without a question, list them',
  arguments: '[question]',
  argumentSummary: QUESTIONS.map(({ name }) => name).join(' | '),
  options: [
    ARCHIVE_OPTION,
    { flags: '--sql <statement>', summary: 'one SELECT statement; - reads it from standard input' },
    { flags: '--format <name>', summary: ANSWER_FORMATS.join(' | '), default: 'table' },
    { flags: '--schema', summary: 'print the tables and what their columns mean' },
  ],
  examples: [
    'countersign audit query approvals',
    'countersign audit query problems --json',
    'countersign audit query --format csv --sql "SELECT tool, count(*) AS calls FROM calls GROUP BY tool"',
  ],
  run,
};

async function run(call: CommandCall, io: CliIo): Promise<ExitCode> {
  if (switchOption(call, 'schema')) {
    io.out(call.json ? shownJson({ schema: SCHEMA }) : SCHEMA.trimStart());
    return EXIT.ok;
  }
  const given = call.json ? 'json' : (textOption(call, 'format') ?? 'table');
  const format = oneOf('--format', given, ANSWER_FORMATS);
  const sql = await statement(call, io);
  if (sql === null) {
    io.out(call.json ? shownJson(QUESTIONS) : questionsText());
    return EXIT.ok;
  }
  const folder = resolve(io.cwd, textOption(call, 'archive') ?? '.');
  await queryArchive(folder, sql, async (answer) => await io.print(answerText(format, answer)));
  return EXIT.ok;
}

/** The SQL to run; `null` if nothing was asked. */
async function statement(call: CommandCall, io: CliIo): Promise<string | null> {
  const [question = null] = call.args;
  const sql = textOption(call, 'sql');
  if (question !== null && sql !== null) {
    throw new CountersignError('input-invalid', 'Both a question and --sql are given.', {
      fix: 'Leave one of them out.',
    });
  }
  if (sql !== null) return sql === '-' ? await io.stdin() : sql;
  return question === null ? null : questionSql(question);
}

function questionsText(): string {
  const width = Math.max(...QUESTIONS.map(({ name }) => name.length));
  return QUESTIONS.map(({ name, summary }) => `${name.padEnd(width)}  ${summary}\n`).join('');
}
