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
          .describe('What the rule does not cover, each item written as a specifier.'),
        reason: text()
          .optional()
          .describe('Reason that the approval request shows and the model gets.'),
      }),
    ])
    .describe('A tool, tool(specifier), kind:…, category:…, tag:… or mcp__server__tool.'),
);
const rules = memoize(() => z.array(rule()).max(MAX_RULES));
/** The three lists, where they stand: at the top, and for when text by strangers was read. */
export const lists = {
  auto: () => rules().optional().describe('Calls that run without approval.'),
  deny: () => rules().optional().describe('Calls that are refused.'),
  requireApproval: () => rules().optional().describe('Calls that a person must approve.'),
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
            'The verdict of a call that is not read-only and that no rule of these lists matches. Default: ask.',
          ),
        auto: lists.auto(),
        deny: lists.deny(),
        requireApproval: lists.requireApproval(),
      }),
    ])
    .describe(
      'Applies once the run has read text by somebody without write access. It makes verdicts stricter, never looser. Default: ask.',
    );

export type RuleEntry = z.infer<ReturnType<typeof rule>>;
