import { escapeWorkflowCommands, oneLine, truncateMiddle } from '../common/index.ts';
import type { RunEvent } from '../tool-calls/index.ts';

const DISPLAY_CHARS = 4_000;
const LINE_CHARS = 300;

/** Where log lines go: the runner's log, or a terminal. */
export interface LogSink {
  line(text: string): void;
  group(title: string): void;
  endGroup(): void;
}

/** Most lines of progress of one call; its result is logged at its end. */
const MAX_PROGRESS_LINES = 20;

/**
 * A listener that writes the run's log, one group for each turn. It escapes workflow commands in the text of a model or a
 * tool.
 */
export function logListener(sink: LogSink): (event: RunEvent) => void {
  let open = false;
  const progress = new Map<string, number>();
  const say = (text: string): void => sink.line(escapeWorkflowCommands(text));
  const close = (): void => {
    if (open) sink.endGroup();
    open = false;
  };
  return (event) => {
    switch (event.type) {
      case 'turn:start':
        close();
        progress.clear();
        sink.group(`Turn ${event.turn}`);
        open = true;
        return;
      case 'turn:end':
        if (event.text !== '') say(truncateMiddle(event.text, DISPLAY_CHARS));
        return;
      case 'verdict':
        say(
          `${event.snapshot.call} ${event.snapshot.tool} ${event.snapshot.inputPreview}\n` +
            `  verdict ${event.verdict}: ${oneLine(event.because, LINE_CHARS)}`,
        );
        return;
      case 'tool:end':
        say(
          `  ${event.snapshot.call} done in ${event.durationMs} ms\n` +
            indent(truncateMiddle(event.display, DISPLAY_CHARS)),
        );
        return;
      case 'tool:error':
        say(
          `  ${event.snapshot.call} ${event.snapshot.tool} ${event.snapshot.state}: ${oneLine(event.message, LINE_CHARS)}`,
        );
        return;
      case 'permission_required':
        say(`  waiting for approval: ${event.asked.map((asked) => asked.approval).join(', ')}`);
        return;
      case 'permission_decided':
        say(`  ${event.call}: ${decidedWords(event)}`);
        return;
      case 'github_write': {
        const { what, url } = event.write;
        say(`  GitHub: ${what}${url === null ? '' : ` ${url}`}`);
        return;
      }
      case 'budget':
        say(`  budget of ${event.budget} ${event.event}: ${event.used} of ${event.limit}`);
        return;
      case 'retry':
        say(
          `  asking the model again in ${event.delayMs} ms: ${oneLine(event.because, LINE_CHARS)}`,
        );
        return;
      case 'warning':
        say(`  warning: ${event.message}`);
        return;
      case 'run:end':
        close();
        say(`Outcome: ${event.outcome}`);
        return;
      case 'tool:progress':
        progress.set(event.call, (progress.get(event.call) ?? 0) + 1);
        if ((progress.get(event.call) ?? 0) > MAX_PROGRESS_LINES) return;
        say(`  ${event.call} … ${oneLine(JSON.stringify(event.progress), LINE_CHARS)}`);
        return;
      case 'tool:start':
      case 'state_changed':
      case 'tool_executed':
      case 'checklist':
        return;
    }
  };
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}

/** `nobody` means that nobody answered. */
function decidedWords(event: {
  readonly approved: boolean;
  readonly by: string;
  readonly usedDefault?: true;
}): string {
  if (event.approved) return `approved by ${event.by}`;
  if (event.usedDefault === true) return 'nobody answered: the default of the question counts';
  return event.by === 'nobody' ? 'not approved: nobody answered' : `denied by ${event.by}`;
}
