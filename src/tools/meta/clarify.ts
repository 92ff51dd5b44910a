import * as z from 'zod';
import { counted, isJsonObject } from '../../common/index.ts';
import { builtinTool } from '../define/builtin-tool.ts';
import { isJson } from '../define/input/schema.ts';
import { success } from '../define/result.ts';
import type { PlannedCall, Tool } from '../define/tool.ts';

const MAX_QUESTION_CHARS = 4_000;
const MAX_CHOICES = 20;
const MAX_CHOICE_CHARS = 500;
const MAX_WAIT_MINUTES = 7 * 24 * 60;
const MS_PER_MINUTE = 60_000;
const MAX_PLAN_CHARS = 40_000;
const MAX_PLANNED_CALLS = 50;
const MAX_NAME_CHARS = 200;
const MAX_RULE_CHARS = 2_000;
/** The policy limits how long people have, not this. */
const TIMEOUT_MS = 60_000;

/**
 * `clarify`: a question to a person, asked like a call that needs approval, and answered by `/answer ID text`. Without an
 * answer the model continues with the default. A question with its own limit expires after that or the policy's time;
 * without one the run may be suspended until somebody answers.
 */
export function clarifyTool(): Tool {
  return builtinTool({
    name: 'clarify',
    displayName: 'Ask a person',
    description: {
      short: 'Ask a person one question that only they can answer, and wait for the answer.',
      usageNotes: [
        'First check: ask only what neither the request nor the repository says.',
        'Give choices if there are few, and a default that you can continue with.',
        'wait_minutes: stop waiting after this time, and continue with the default.',
      ],
    },
    kind: 'readonly',
    category: 'people',
    timeoutMs: TIMEOUT_MS,
    asks: 'answer',
    input: z.object({
      question: z.string().min(1).max(MAX_QUESTION_CHARS),
      choices: z.array(z.string().min(1).max(MAX_CHOICE_CHARS)).max(MAX_CHOICES).optional(),
      default: z.string().max(MAX_QUESTION_CHARS).optional(),
      wait_minutes: z.number().positive().max(MAX_WAIT_MINUTES).optional(),
    }),
    preview: ({ question, choices = [], ...limits }) => ({
      form: 'text',
      text: [
        question,
        ...choices.map((choice, index) => `${index + 1}. ${choice}`),
        ...withoutAnswer(limits),
      ].join('\n'),
    }),
    unanswered: ({ default: otherwise }) => otherwise,
    waitMs: ({ wait_minutes: minutes }) =>
      minutes === undefined ? undefined : minutes * MS_PER_MINUTE,
    execute: ({ choices = [] }, { answer = '' }) => {
      const number = /^\s*(\d{1,2})[.)]?\s*$/.exec(answer)?.[1];
      const chosen = number === undefined ? undefined : choices[Number(number) - 1];
      return success(`The answer: ${chosen ?? answer.trim()}`);
    },
  });
}

/** What happens if nobody answers. */
function withoutAnswer(limits: {
  readonly default?: string | undefined;
  readonly wait_minutes?: number | undefined;
}): readonly string[] {
  const { default: otherwise, wait_minutes: minutes } = limits;
  const when = minutes === undefined ? '' : ` within ${counted(minutes, 'minute')}`;
  if (otherwise !== undefined) return [`Without an answer${when}: ${otherwise}`];
  return minutes === undefined ? [] : [`Without an answer${when} the run continues without one.`];
}

/** `plan_submit`: asks a person to approve a plan. It runs, and calls `onApproved`, once somebody approved exactly this plan. */
export function planTool(options: { readonly onApproved: () => void }): Tool {
  return builtinTool({
    name: 'plan_submit',
    displayName: 'Submit a plan',
    description: {
      short: 'Ask a person to approve your plan.',
      long:
        'Until a plan is approved only read-only tools are allowed. Explore first; then say what you will ' +
        'change, in which files, and how you will check it.',
      usageNotes: [
        'calls: what needs approval, so that people are asked once: {tool, input} for one call, {rule: "bash_run(npm test *)"} for ' +
          'some calls of a tool.',
      ],
    },
    kind: 'readonly',
    category: 'people',
    timeoutMs: TIMEOUT_MS,
    asks: 'approval',
    input: z.object({
      plan: z.string().min(1).max(MAX_PLAN_CHARS),
      calls: z
        .array(
          z
            .strictObject({
              tool: z.string().max(MAX_NAME_CHARS).optional(),
              input: z.looseObject({}).optional(),
              rule: z.string().max(MAX_RULE_CHARS).optional(),
            })
            .refine((line) => plannedCall(line) !== null, {
              error: 'write {tool, input} for one call, or {rule} for the calls of a rule',
            }),
        )
        .max(MAX_PLANNED_CALLS)
        .optional(),
    }),
    plans: ({ calls = [] }) => calls.map(plannedCall).filter((line) => line !== null),
    preview: ({ plan }) => ({ form: 'text', text: plan }),
    execute: ({ calls = [] }, { answer }) => {
      options.onApproved();
      const listed = calls.length === 0 ? '' : ' The listed calls run without another question.';
      const note =
        answer === undefined || answer.trim() === '' ? '' : ` Their note: ${answer.trim()}`;
      return success(`The plan is approved. Carry it out.${listed}${note}`);
    },
  });
}

/** A line of a plan; `null` if it is neither one call nor a rule. */
function plannedCall({
  tool,
  input,
  rule,
}: {
  readonly tool?: string | undefined;
  readonly input?: unknown;
  readonly rule?: string | undefined;
}): PlannedCall | null {
  if (rule !== undefined) return tool === undefined && input === undefined ? { rule } : null;
  return tool !== undefined && isJson(input) && isJsonObject(input) ? { tool, input } : null;
}
