import type { CallView, RunView } from '../audit/index.ts';
import { type ErrorPlace, isJsonObject, type Json, oneLine } from '../common/index.ts';

/** GitHub shows ten annotations of each level for a step. */
export const SHOWN_A_LEVEL_MAX = 10;
const REMARKS_MAX = 200;
const PATHS_A_CALL_MAX = 10;
const PATH_CHARS = 300;
const MESSAGE_CHARS = 1_000;
/** Fields of a call's arguments that name files. */
const PATH_FIELDS = ['path', 'paths', 'files'] as const;

/** What people should know of a file, for annotations. */
export interface Remark {
  /** From the root of the repository. */
  readonly path: string;
  /** From 1; `null`: the file as a whole. */
  readonly line: number | null;
  readonly level: 'failure' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
}

/**
 * What a run has to say about files: where the policy is not valid, which calls on which files were denied or cut off by a
 * crash, and which wait for somebody. A call that names no file is told at the policy's line that decided. Made from
 * the trail, so that a run of several jobs says all of it. Each thing once; failures first.
 */
export function remarksOf(
  view: Pick<RunView, 'calls' | 'starts'>,
  problems: readonly ErrorPlace[] = [],
): readonly Remark[] {
  const policyFile = policyFileOf(view);
  const ofProblems = problems.map(
    ({ file, line, message }): Remark => ({
      path: file,
      line,
      level: 'failure',
      title: 'The policy is not valid',
      message,
    }),
  );
  const ofCalls = view.calls.flatMap((call) => remarksOn(call, policyFile));
  const seen = new Map<string, Remark>();
  for (const remark of [...ofProblems, ...ofCalls].filter(({ path }) => isPlainPath(path))) {
    const key = JSON.stringify([remark.path, remark.line, remark.title, remark.message]);
    if (seen.size < REMARKS_MAX && !seen.has(key)) seen.set(key, remark);
  }
  return [...seen.values()];
}

/** The first ten of each level, as many as GitHub shows for a step. */
export function shownRemarks(remarks: readonly Remark[]): readonly Remark[] {
  const counts = new Map<Remark['level'], number>();
  return remarks.filter(({ level }) => {
    const count = (counts.get(level) ?? 0) + 1;
    counts.set(level, count);
    return count <= SHOWN_A_LEVEL_MAX;
  });
}

function remarksOn(call: CallView, policyFile: string | null): readonly Remark[] {
  const said = saidOf(call);
  if (said === null) return [];
  const message = oneLine(call.because ?? call.verdict?.because ?? '', MESSAGE_CHARS);
  const remark = { level: said.level, title: `${call.tool} ${said.words}`, message };
  const paths = pathsIn(call.input);
  if (paths.length > 0) return paths.map((path) => ({ path, line: null, ...remark }));
  const line = call.verdict?.line ?? null;
  return policyFile === null || line === null ? [] : [{ path: policyFile, line, ...remark }];
}

function saidOf({
  state,
}: CallView): { readonly level: Remark['level']; readonly words: string } | null {
  switch (state) {
    case 'DENIED':
      return { level: 'warning', words: 'was denied' };
    case 'SEALED':
      return { level: 'warning', words: 'was cut off: nobody knows what it did' };
    case 'APPROVAL_REQUIRED':
      return { level: 'notice', words: 'waits for an approval' };
    case 'PENDING':
    case 'APPROVED':
    case 'EXECUTING':
    case 'COMPLETED':
    case 'FAILED':
      return null;
  }
}

/** The policy of the last job, where it is a file of the repository. */
function policyFileOf({ starts }: Pick<RunView, 'starts'>): string | null {
  const source = starts.at(-1)?.policy.source ?? '';
  return /\.ya?ml$/.test(source) ? source : null;
}

function pathsIn(input: Json | null): readonly string[] {
  if (!isJsonObject(input)) return [];
  const named = PATH_FIELDS.flatMap((field) => pathsOf(input[field] ?? null));
  return [...new Set(named)].filter(isPlainPath).slice(0, PATHS_A_CALL_MAX);
}

function pathsOf(value: Json): readonly string[] {
  if (typeof value === 'string') return [value.replace(/^(?:\.\/)+/, '')];
  if (Array.isArray(value)) return value.flatMap((item: Json) => pathsOf(item));
  return isJsonObject(value) ? pathsOf(value['path'] ?? null) : [];
}

/** One file of the repository by its plain name: no folder above, no pattern, nothing that a log could trip over. */
function isPlainPath(path: string): boolean {
  return (
    path.length > 0 &&
    path.length <= PATH_CHARS &&
    !/^\/|[*?[\]{}\\\p{Cc}\p{Cf}]/u.test(path) &&
    !path.split('/').some((part) => part === '' || part === '.' || part === '..')
  );
}
