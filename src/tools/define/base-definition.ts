import type * as z from 'zod';
import type * as published from '../../../types/tools.d.ts';
import type { Facts } from '../../policy/index.ts';
import type { CallPreview, EvaluatedPlaces, PlannedCall, ToolContext } from './tool.ts';

/** What a call touches, as the tool's author declares it; name, kind, category and tags are added. */
export type DeclaredFacts = Omit<Facts, 'tool' | 'replacesBuiltin' | 'kind' | 'category' | 'tags'>;

/** A tool's definition without its input: what is published, and what is internal. */
export interface BaseToolDefinition<S extends z.ZodObject>
  extends Omit<published.ToolDefinition<S>, 'input' | 'strict'> {
  /** May throw `CountersignError` (`path-refused`): then the call is refused. */
  facts?(input: z.output<S>): DeclaredFacts;
  preview?(input: z.output<S>, call?: EvaluatedPlaces): published.MaybePromise<CallPreview>;
  /**
   * The one text argument that an approver can change before the call runs (`/approve ap-… with`): its name. Absent: none.
   */
  readonly changeable?: string;
  /** With `asks`: the calls that the approval is to let run without another question: see `PreparedCall.plans`. */
  plans?(input: z.output<S>): readonly PlannedCall[];
  /** With `asks`: the longest wait for an answer in milliseconds; the policy may set a shorter one. */
  waitMs?(input: z.output<S>): number | undefined;
  execute(input: z.output<S>, context: ToolContext): published.MaybePromise<published.ToolOutput>;
}
