import * as z from 'zod';
import { memoize } from '../../common/index.ts';

/** How many rules a list, and patterns a rule, may hold. */
export const MAX_RULES = 5_000;
export const MAX_EXCEPTIONS = 200;

/** A word or a line. */
export const text = memoize(() => z.string().min(1).max(2_000));
const rule = memoize(() =>
  z
    .union([
      text(),
      z.strictObject({
        rule: text().describe('The rule itself.'),
        except: z
          .array(text())
          .max(MAX_EXCEPTIONS)
          .optional()
          .describe('What the rule does not cover, written as its specifier.'),
        reason: text().optional().describe('Shown on the card and told to the model.'),
      }),
    ])
    .describe('A tool, tool(specifier), kind:…, category:…, tag:… or mcp__server__tool.'),
);
const rules = memoize(() => z.array(rule()).max(MAX_RULES));
/** The three lists, where they stand: at the top, and for when text by strangers was read. */
export const lists = {
  auto: () => rules().optional().describe('Calls that run without a question.'),
  deny: () => rules().optional().describe('Calls that are refused.'),
  requireApproval: () => rules().optional().describe('Calls that a person is asked about.'),
};

export const whenUntrusted = () =>
  z
    .union([
      z.enum(['auto', 'ask', 'deny']),
      z.strictObject({
        mode: z
          .enum(['auto', 'ask', 'deny'])
          .optional()
          .describe(
            'What a call is that is not read-only and that no rule here names. Default: ask.',
          ),
        auto: lists.auto(),
        deny: lists.deny(),
        requireApproval: lists.requireApproval(),
      }),
    ])
    .describe(
      'What holds once text by someone without write access was read. Makes verdicts stricter, never looser.',
    );

export type RuleEntry = z.infer<ReturnType<typeof rule>>;
