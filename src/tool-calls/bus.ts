import type { CallState } from '../audit/index.ts';
import type { Json, JsonObject, Outcome, Redactor } from '../common/index.ts';
import type { Kind, VerdictName } from '../policy/index.ts';
import type { Respond } from './hooks/event-veto.ts';
import type { ToolTodo } from '../tools/index.ts';

/** A call as listeners and people see it, with a redacted preview of its input. */
export interface CallSnapshot {
  readonly call: string;
  readonly turn: number;
  readonly parent: string | null;
  readonly tool: string;
  readonly inputPreview: string;
  readonly state: CallState;
}

/** Something on GitHub that a call created, changed or found. */
export interface GitHubWrite {
  /** Such as `commit`, `pull request` or `comment`. */
  readonly what: string;
  /** It was there before: the call created nothing. */
  readonly found?: true;
  readonly id: number | string | null;
  readonly url: string | null;
  /** With a commit: the branch that it was pushed to. */
  readonly branch?: string;
  /** With a commit: its files, with the SHA-256 of what was pushed; `null`: deleted. */
  readonly files?: readonly { readonly path: string; readonly sha256: string | null }[];
}

/** A call that needs approval, and the rules that would make it `auto`. */
interface AskedCall {
  readonly approval: string;
  readonly rules: readonly string[];
  readonly snapshot: CallSnapshot;
}

/**
 * The events of a run, for listeners that show it. Listeners can never allow a call; they can refuse one with `respond`. An event
 * is sent after its trail entry was written.
 */
export type RunEvent =
  | {
      readonly type: 'turn:start';
      readonly turn: number;
      /** The call whose subagent asks the model; `null`: the agent itself. */
      readonly parent: string | null;
    }
  | {
      readonly type: 'turn:end';
      readonly turn: number;
      readonly parent: string | null;
      readonly text: string;
      readonly costUsd: number | null;
      /** The API did not report all tokens of the reply. */
      readonly isEstimate?: true;
    }
  | {
      /** A reply broke off. What it had used is an estimate. */
      readonly type: 'reply:broken';
      readonly turn: number;
      readonly parent: string | null;
      readonly because: string;
      readonly tokens: number;
      readonly costUsd: number | null;
    }
  | { readonly type: 'tool:start'; readonly snapshot: CallSnapshot }
  | { readonly type: 'tool:progress'; readonly call: string; readonly progress: JsonObject }
  /** All that the tool has set so far. */
  | { readonly type: 'tool:metadata'; readonly call: string; readonly metadata: JsonObject }
  | {
      /** A tool asks, and waits. No hook has refused the question. */
      readonly type: 'tool:request';
      readonly call: string;
      readonly name: string;
      readonly data: Json;
      /**
       * Answers, at once or by a promise. Has to be called by a listener before it returns. Returns false if another one or a hook
       * answered, or if it is too late.
       */
      readonly respond: (answer: Json | Promise<Json>) => boolean;
    }
  | {
      readonly type: 'tool:end';
      readonly snapshot: CallSnapshot;
      readonly display: string;
      readonly durationMs: number;
    }
  | { readonly type: 'tool:error'; readonly snapshot: CallSnapshot; readonly message: string }
  | {
      readonly type: 'verdict';
      readonly snapshot: CallSnapshot;
      readonly verdict: VerdictName;
      readonly because: string;
    }
  | {
      readonly type: 'permission_required';
      readonly asked: readonly AskedCall[];
      /** Refuses one of them before people answer. Returns false if it is not open, or once the run is suspended. */
      readonly respond: Respond;
    }
  | {
      readonly type: 'permission_decided';
      readonly call: string;
      readonly approved: boolean;
      readonly by: string;
      /** Nobody answered a question that has a default, which is no refusal. */
      readonly usedDefault?: true;
    }
  | { readonly type: 'state_changed'; readonly snapshot: CallSnapshot }
  | {
      readonly type: 'tool_executed';
      readonly call: string;
      readonly tool: string;
      readonly kind: Kind;
      readonly ok: boolean;
      readonly durationMs: number;
      /** Of a command that exited. */
      readonly exitCode?: number;
    }
  | {
      /** A call created, changed or found something on GitHub. */
      readonly type: 'github_write';
      readonly call: string;
      readonly write: GitHubWrite;
    }
  | { readonly type: 'checklist'; readonly items: readonly ToolTodo[] }
  | {
      readonly type: 'budget';
      readonly budget: string;
      readonly event: 'near' | 'spent';
      readonly used: number;
      readonly limit: number;
    }
  | { readonly type: 'retry'; readonly because: string; readonly delayMs: number }
  | { readonly type: 'warning'; readonly message: string }
  | { readonly type: 'run:end'; readonly outcome: Outcome; readonly summary: string };

/** What it returns counts for nothing, but that a promise may reject. */
export type RunListener = (event: RunEvent) => unknown;

/** The one bus of a run. */
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
          const returned = listener(event);
          // Most return nothing, for the ten events of each call.
          if (returned !== undefined) Promise.resolve(returned).catch(onListenerError);
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
export function redactedBus(bus: RunBus, redactor: Pick<Redactor, 'redactNow'>): RunBus {
  return {
    emit: (event) => bus.emit(redactedEvent(event, (text) => redactor.redactNow(text))),
    on: (listener) => bus.on(listener),
  };
}

type Clean = (text: string) => string;

function redactedEvent(event: RunEvent, clean: Clean): RunEvent {
  switch (event.type) {
    case 'turn:end':
      return { ...event, text: clean(event.text) };
    case 'reply:broken':
    case 'retry':
      return { ...event, because: clean(event.because) };
    case 'warning':
      return { ...event, message: clean(event.message) };
    case 'run:end':
      return { ...event, summary: clean(event.summary) };
    case 'checklist':
      return { ...event, items: event.items.map((item) => ({ ...item, text: clean(item.text) })) };
    case 'tool:start':
    case 'state_changed':
      return { ...event, snapshot: redactedSnapshot(event.snapshot, clean) };
    case 'verdict': {
      const snapshot = redactedSnapshot(event.snapshot, clean);
      return { ...event, snapshot, because: clean(event.because) };
    }
    case 'tool:end': {
      const snapshot = redactedSnapshot(event.snapshot, clean);
      return { ...event, snapshot, display: clean(event.display) };
    }
    case 'tool:error': {
      const snapshot = redactedSnapshot(event.snapshot, clean);
      return { ...event, snapshot, message: clean(event.message) };
    }
    case 'permission_required': {
      const asked = event.asked.map(({ approval, rules, snapshot }) => ({
        approval,
        rules: rules.map(clean),
        snapshot: redactedSnapshot(snapshot, clean),
      }));
      return { ...event, asked };
    }
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
