import { lastState, truncateMiddle, withoutSequences } from '../../../common/index.ts';
import type { CiStep } from '../../ports/ci.ts';

/** A job's log made readable, and cut to where it failed. Pure. */

/** `2026-01-02T03:04:05.1234567Z ` in front of every line. */
const STAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?Z ?/;
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;
const ERROR = '##[error]';
const SEAM = '\n…\n';
const LINES_BEFORE = 80;
const LINES_AFTER = 3;
/** The start of a step: its command and environment. */
const HEAD_LINES = 12;
/** The end of a failed step without an error line. */
const TAIL_LINES = 150;
const MAX_ERRORS = 20;
const MAX_LINE_CHARS = 2_000;
/** The maximum of one line, as a share of the whole. */
const LINE_SHARE = 1 / 8;

interface Line {
  readonly text: string;
  /** Its time in whole seconds; `null` if it has none. */
  readonly time: string | null;
  /** Its start in the readable log. */
  readonly offset: number;
}

/** A log without times, colours and overwritten progress, a line each; the newlines are its only control characters. */
export function readableLog(log: string): string {
  return linesOf(log)
    .map(({ text }) => text)
    .join('\n');
}

/**
 * The part of a job's log that says why it failed, at most `maxChars`: the lines around each `##[error]` of the failed
 * step with the head of that step, or its end if it has no error line. Each part names its offset in the readable log.
 */
export function failureExcerpt(
  log: string,
  step: Pick<CiStep, 'startedAt' | 'completedAt'> | null,
  maxChars: number,
): string {
  const all = linesOf(log);
  const within = step === null ? [] : all.filter((line) => isWithin(line, step));
  const lines = within.length === 0 ? all : within;
  const windows = windowsOf(lines);
  const room = Math.floor(maxChars / windows.length) - SEAM.length;
  return windows
    .map(({ from, to, isHead }) => fit(lines.slice(from, to), { maxChars: room, isHead }))
    .join(SEAM)
    .slice(0, maxChars);
}

function linesOf(log: string): readonly Line[] {
  let offset = 0;
  return log
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((raw) => {
      const stamp = STAMP.exec(raw);
      const shown = withoutSequences(raw.slice(stamp?.[0].length ?? 0));
      const text = lastState(shown.replaceAll(CONTROL, ''));
      const line = { text, time: stamp?.[1] ?? null, offset };
      offset += text.length + 1;
      return line;
    });
}

/** Steps have times in whole seconds, lines in fractions: the step's last second belongs to it. */
function isWithin(line: Line, step: Pick<CiStep, 'startedAt' | 'completedAt'>): boolean {
  const [from, to] = [step.startedAt, step.completedAt].map((time) => time?.slice(0, 19) ?? null);
  if (line.time === null || from === null || from === undefined) return false;
  return line.time >= from && (to === null || to === undefined || line.time <= to);
}

interface Window {
  readonly from: number;
  readonly to: number;
  /** The head of a step is truncated at its end, everything else at its start. */
  readonly isHead: boolean;
}

function windowsOf(lines: readonly Line[]): readonly Window[] {
  const errors = lines
    .flatMap(({ text }, index) => (text.startsWith(ERROR) ? [index] : []))
    .slice(-MAX_ERRORS);
  if (errors.length === 0)
    return [{ from: Math.max(0, lines.length - TAIL_LINES), to: lines.length, isHead: false }];
  const windows: { from: number; to: number; isHead: boolean }[] = [];
  for (const index of errors) {
    const from = Math.max(0, index - LINES_BEFORE);
    const to = Math.min(lines.length, index + LINES_AFTER + 1);
    const last = windows.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else windows.push({ from, to, isHead: false });
  }
  const first = windows[0]?.from ?? 0;
  if (first === 0) return windows;
  return [{ from: 0, to: Math.min(HEAD_LINES, first), isHead: true }, ...windows];
}

function fit(
  lines: readonly Line[],
  { maxChars, isHead }: { readonly maxChars: number; readonly isHead: boolean },
): string {
  const kept: Line[] = [];
  const mark = (line: Line | undefined): string => `[at ${line?.offset ?? 0}]\n`;
  let left = maxChars - mark(lines.at(-1)).length;
  const lineChars = Math.min(MAX_LINE_CHARS, Math.floor(maxChars * LINE_SHARE));
  for (const line of isHead ? lines : lines.toReversed()) {
    const text = truncateMiddle(line.text, lineChars);
    left -= text.length + 1;
    if (left < 0 && kept.length > 0) break;
    kept.push({ ...line, text });
  }
  const shown = isHead ? kept : kept.toReversed();
  return `${mark(shown[0])}${shown.map(({ text }) => text).join('\n')}`;
}
