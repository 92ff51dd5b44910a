import { budgetLine, writeTitle } from '../audit/index.ts';
import { escapeWorkflowCommands, oneLine, truncateMiddle } from '../common/index.ts';
import type { RunEvent } from '../tool-calls/index.ts';

const DISPLAY_CHARS = 4_000;
const LINE_CHARS = 300;

/** What a line says, for a terminal with colours. */
export type LogTone = 'plain' | 'soft' | 'good' | 'bad' | 'warning' | 'call';

/** Where log lines go: the runner's log, or a terminal. */
interface LogSink {
  /** One line or several, without escape sequences. */
  line(text: string, tone: LogTone): void;
  group(title: string): void;
  endGroup(): void;
}

/** Most lines of progress of one call; its result is logged at its end. */
const MAX_PROGRESS_LINES = 20;
/** The tool whose output is shown while it runs. */
const COMMAND_TOOL = 'bash_run';
const VERDICT_TONES = { auto: 'good', requireApproval: 'warning', deny: 'bad' } as const;

/**
 * A listener that writes the run's log, one group for each turn. It escapes workflow commands in the text of a model or a
 * tool.
 */
export function logListener(sink: LogSink): (event: RunEvent) => void {
  let open = false;
  const progress = new Map<string, number>();
  const live = new Set<string>();
  const say = (text: string, tone: LogTone = 'plain'): void =>
    sink.line(escapeWorkflowCommands(text), tone);
  const sayProgress = (call: string, text: string): void => {
    const lines = (progress.get(call) ?? 0) + 1;
    progress.set(call, lines);
    if (lines <= MAX_PROGRESS_LINES) say(`  ${call} ${oneLine(text, LINE_CHARS)}`, 'soft');
  };
  const close = (): void => {
    if (open) sink.endGroup();
    open = false;
  };
  return (event) => {
    switch (event.type) {
      case 'turn:start':
        close();
        progress.clear();
        live.clear();
        sink.group(
          `Turn ${event.turn}${event.parent === null ? '' : ` of the subagent ${event.parent}`}`,
        );
        open = true;
        return;
      case 'turn:end':
        if (event.text !== '') say(truncateMiddle(event.text, DISPLAY_CHARS));
        return;
      case 'verdict':
        say(`${event.snapshot.call} ${event.snapshot.tool} ${event.snapshot.inputPreview}`, 'call');
        return say(
          `  verdict ${event.verdict}: ${oneLine(event.because, LINE_CHARS)}`,
          VERDICT_TONES[event.verdict],
        );
      case 'tool:end':
        say(`  ${event.snapshot.call} done in ${event.durationMs} ms`);
        return say(indent(truncateMiddle(resultOf(event, live), DISPLAY_CHARS), '    '), 'soft');
      case 'tool:error':
        return say(
          `  ${event.snapshot.call} ${event.snapshot.tool} ${event.snapshot.state}: ${oneLine(event.message, LINE_CHARS)}`,
          'bad',
        );
      case 'permission_required':
        return say(
          `  approval required: ${event.asked.map((asked) => asked.approval).join(', ')}`,
          'warning',
        );
      case 'permission_decided':
        return say(`  ${event.call}: ${decidedWords(event)}`, event.approved ? 'good' : 'bad');
      case 'github_write': {
        const { url } = event.write;
        return say(`  GitHub: ${writeTitle(event.write)}${url === null ? '' : ` ${url}`}`);
      }
      case 'budget':
        return say(`  ${budgetLine(event)}`, 'warning');
      case 'reply:broken':
        return say(
          `  a reply broke off after about ${event.tokens} tokens: ${oneLine(event.because, LINE_CHARS)}`,
          'warning',
        );
      case 'retry':
        return say(
          `  asking the model again in ${event.delayMs} ms: ${oneLine(event.because, LINE_CHARS)}`,
          'warning',
        );
      case 'warning':
        return say(`  warning: ${event.message}`, 'warning');
      case 'run:end':
        close();
        return say(`Outcome: ${event.outcome}`, event.outcome === 'done' ? 'good' : 'warning');
      case 'tool:progress':
        if (typeof event.progress['output'] === 'string') {
          live.add(event.call);
          say(indent(event.progress['output'].trimEnd(), '    │ '), 'soft');
          return;
        }
        return sayProgress(event.call, `… ${JSON.stringify(event.progress)}`);
      case 'tool:metadata':
        return sayProgress(event.call, `metadata ${JSON.stringify(event.metadata)}`);
      case 'tool:request':
        return sayProgress(event.call, `asks ${event.name} ${JSON.stringify(event.data)}`);
      case 'tool:start':
      case 'state_changed':
      case 'tool_executed':
      case 'checklist':
        return;
    }
  };
}

/** The result of a call; of a command whose output was shown while it ran, how it ended. */
function resultOf(
  { display, snapshot }: RunEvent & { readonly type: 'tool:end' },
  live: ReadonlySet<string>,
): string {
  const wasShown = snapshot.tool === COMMAND_TOOL && live.has(snapshot.call);
  return wasShown ? (display.split('\n', 1)[0] ?? '') : display;
}

function indent(text: string, margin: string): string {
  return `${margin}${text.replaceAll('\n', `\n${margin}`)}`;
}

/** `nobody` means that nobody's answer counts. The line of the denial says why. */
function decidedWords(event: {
  readonly approved: boolean;
  readonly by: string;
  readonly usedDefault?: true;
}): string {
  if (event.approved) return `approved by ${event.by}`;
  if (event.usedDefault === true) return 'nobody answered: the default of the question counts';
  return event.by === 'nobody' ? 'not approved' : `denied by ${event.by}`;
}
