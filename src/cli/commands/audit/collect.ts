import { resolve } from 'node:path';
import {
  collect,
  type CollectionProblem,
  type CollectionResult,
  type Named,
  openArchive,
} from '../../../archive/index.ts';
import { counted, invalidInput, oneLine, visible } from '../../../common/index.ts';
import { apiUrlIn } from '../../../github/index.ts';
import { ProgressLine } from '../../progress.ts';
import {
  type CommandCall,
  type CommandSpec,
  EXIT,
  type ExitCode,
  type OptionSpec,
} from '../../spec.ts';
import { requiredToken } from './places.ts';

/** The option that names an archive, for the commands that have one. */
export const ARCHIVE_OPTION: OptionSpec = {
  flags: '--archive <dir>',
  summary: 'the folder of the archive',
  default: 'audit-archive',
};

/** The folder that `--archive` names, as an absolute path. */
export function archiveFolder(call: CommandCall): string {
  return resolve(call.io.cwd, call.text('archive') ?? '.');
}

// Managed users of GitHub Enterprise have names with `_`.
const REPOSITORY = /^[A-Za-z0-9][\w-]{0,38}\/[A-Za-z0-9._-]{1,100}$/;
const ORGANIZATION = /^[A-Za-z0-9][\w-]{0,38}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;
const NAMES_SHOWN = 10;
const BECAUSE_CHARS = 300;

/** `audit collect`: many audit trails into one archive. Writes the archive, and needs the network for repositories only. */
export const collectCommand: CommandSpec = {
  name: 'audit collect',
  summary:
    'Verify and keep the audit trails of folders, repositories or an organisation in one archive; exit 1 if one is broken or missing',
  arguments: '[folder...]',
  argumentSummary: 'folders with audit trails in them, at any depth',
  options: [
    ARCHIVE_OPTION,
    {
      flags: '--repo <owner/name>',
      summary: 'a repository on GitHub, whose artifacts are downloaded; can be repeated',
      many: true,
    },
    {
      flags: '--org <name>',
      summary: 'an organisation: each of its repositories that the token can read; can be repeated',
      many: true,
    },
    {
      flags: '--since <date>',
      summary:
        'leave out artifacts created before this day (2026-01-31) or time in RFC 3339; without it, continue where the last collection ended',
    },
    {
      flags: '--require-attestation',
      summary: 'count only audit trails of which GitHub stores an attestation (input attest)',
    },
  ],
  examples: [
    'countersign audit collect ./downloaded-trails',
    'GITHUB_TOKEN=$(gh auth token) countersign audit collect --org my-org --since 2026-01-01',
  ],
  run,
};

async function run(call: CommandCall): Promise<ExitCode> {
  const { io } = call;
  const folders = call.args.map((folder) => resolve(io.cwd, folder));
  const repositories = named(call.list('repo'), {
    pattern: REPOSITORY,
    option: '--repo',
    form: 'OWNER/NAME',
  });
  const organizations = named(call.list('org'), {
    pattern: ORGANIZATION,
    option: '--org',
    form: 'the name of the organisation',
  });
  const since = sinceOption(call.text('since'));
  const onGitHub = repositories.length + organizations.length > 0;
  if (folders.length === 0 && !onGitHub) {
    throw invalidInput(
      'There is nothing to collect.',
      'Name a folder, or pass --repo OWNER/NAME or --org NAME.',
    );
  }
  const requireAttestation = call.has('require-attestation');
  if (requireAttestation && folders.length > 0) {
    throw invalidInput(
      '--require-attestation cannot be used for folders: the repository to ask is not known.',
      'Collect from --repo OWNER/NAME, or use audit verify for each audit trail.',
    );
  }
  const token = onGitHub ? requiredToken(io.environment) : '';
  const archive = await openArchive(archiveFolder(call));
  using progress = new ProgressLine(io);
  try {
    const result = await collect(archive, {
      folders,
      repositories,
      organizations,
      since,
      requireAttestation,
      github: {
        token,
        apiUrl: apiUrlIn(io.environment),
        environment: io.environment,
        onWait: ({ because, waitMs }) =>
          progress.note(`waiting ${Math.ceil(waitMs / 1000)} s: ${because}`),
      },
      onProgress: (where) => progress.show(where),
    });
    progress.clear();
    const { endedEarly, ...found } = result;
    const archiveName = call.text('archive') ?? '.';
    call.show(found, `${visible(resultText(result, archiveName))}\n`);
    if (endedEarly !== null) throw endedEarly;
    return result.problemCount === 0 ? EXIT.ok : EXIT.no;
  } finally {
    await archive.close();
  }
}

function named(
  given: readonly string[],
  { pattern, option, form }: { readonly pattern: RegExp; option: string; form: string },
): readonly string[] {
  const wrong = given.find((name) => !pattern.test(name));
  if (wrong === undefined) return given;
  throw invalidInput(`${option} is ${JSON.stringify(wrong)}.`, `Write ${form}.`);
}

function sinceOption(given: string | null): Date | null {
  if (given === null) return null;
  const date = new Date(given);
  const isWritten = DAY.test(given) || TIME.test(given);
  // `Date` moves a day that does not exist into the next month.
  const isReal = !Number.isNaN(date.getTime());
  const isSameDay = !DAY.test(given) || (isReal && date.toISOString().startsWith(given));
  if (isWritten && isReal && isSameDay) return date;
  throw invalidInput(
    `--since is ${JSON.stringify(given)}.`,
    'Write a day such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z.',
  );
}

function resultText(result: CollectionResult, archive: string): string {
  const { added, known, problems, problemCount, expired, others } = result;
  const total = Object.values(added).reduce((sum, count) => sum + count, 0);
  const kinds = Object.entries(added).filter(([, count]) => count > 0);
  const details = kinds.map(([state, count]) => `${count} ${state}`).join(', ');
  const unlisted = problemCount - problems.length;
  return [
    `collected into ${archive}: ${total} new${details === '' ? '' : ` (${details})`}, ${known} already there`,
    ...problems.map(problemText),
    ...(unlisted > 0
      ? [`and ${counted(unlisted, 'more problem')}: countersign audit query problems`]
      : []),
    ...namedText('expired before they were collected', expired),
    ...namedText('artifacts of other tools', others),
  ].join('\n');
}

function problemText({ problem, where, because, folder }: CollectionProblem): string {
  const kept = folder === undefined ? '' : ` (${folder})`;
  return `${problem}: ${where}: ${oneLine(because, BECAUSE_CHARS)}${kept}`;
}

function namedText(what: string, { count, names }: Named): readonly string[] {
  if (count === 0) return [];
  const shown = names.slice(0, NAMES_SHOWN);
  const more = names.length > shown.length ? ', …' : '';
  return [
    `${what}: ${count} (${shown.map((name) => oneLine(name, BECAUSE_CHARS)).join(', ')}${more})`,
  ];
}
