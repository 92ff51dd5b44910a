import type { CallSnapshot, RunEvent } from '../../types/sdk.d.ts';
import type { Redactor } from '../common/index.ts';

/**
 * The events of a run, for listeners that show it. Listeners can never allow a call; they can refuse one with `respond`. An event
 * is sent after its trail entry was written.
 */
export type { CallSnapshot, GitHubWrite, RunEvent } from '../../types/sdk.d.ts';

/** What it returns counts for nothing, but that a promise may reject. */
export type RunListener = (event: RunEvent) => unknown;

export interface RunBus {
  emit(event: RunEvent): void;
  /** Returns a function that removes the listener. */
  on(listener: RunListener): () => void;
}

/** A bus whose listeners cannot harm the run: what one throws, or rejects with, goes to `onListenerError` and nowhere else. */
export function createBus(onListenerError: (error: unknown) => void): RunBus {
  const listeners = new Set<RunListener>();
  return {
    emit: (event) => {
      for (const listener of listeners) {
        try {
          Promise.resolve(listener(event)).catch(onListenerError);
        } catch (error) {
          onListenerError(error);
        }
      }
    },
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A bus whose listeners get no secret, whoever wrote the texts of an event. */
export function redactedBus(bus: RunBus, redactor: Pick<Redactor, 'redact'>): RunBus {
  return {
    emit: (event) => bus.emit(redactedEvent(event, (text) => redactor.redact(text))),
    on: (listener) => bus.on(listener),
  };
}

type Clean = (text: string) => string;

function redactedEvent(given: RunEvent, clean: Clean): RunEvent {
  const event =
    'snapshot' in given ? { ...given, snapshot: redactedSnapshot(given.snapshot, clean) } : given;
  switch (event.type) {
    case 'turn:end':
      return { ...event, text: clean(event.text) };
    case 'reply:broken':
    case 'retry':
    case 'verdict':
      return { ...event, because: clean(event.because) };
    case 'tool:error':
    case 'warning':
      return { ...event, message: clean(event.message) };
    case 'run:end':
      return { ...event, summary: clean(event.summary) };
    case 'checklist':
      return { ...event, items: event.items.map((item) => ({ ...item, text: clean(item.text) })) };
    case 'tool:end':
      return { ...event, display: clean(event.display) };
    case 'permission_required': {
      const asked = event.asked.map(({ approval, rules, snapshot }) => ({
        approval,
        rules: rules.map(clean),
        snapshot: redactedSnapshot(snapshot, clean),
      }));
      return { ...event, asked };
    }
    // Its call is all that has texts.
    case 'tool:start':
    case 'state_changed':
    // JSON of a tool, which is redacted as JSON where it is sent.
    case 'tool:progress':
    case 'tool:metadata':
    case 'tool:request':
    // Names and numbers of the run and of GitHub, without a text.
    case 'turn:start':
    case 'permission_decided':
    case 'tool_executed':
    case 'github_write':
    case 'budget':
      return event;
  }
}

function redactedSnapshot(snapshot: CallSnapshot, clean: Clean): CallSnapshot {
  return { ...snapshot, tool: clean(snapshot.tool), inputPreview: clean(snapshot.inputPreview) };
}
