import { CountersignError } from '../common/index.ts';
import { type Model, modelsFrom, PRICES_EXAMPLE } from '../model/index.ts';
import type { Job } from './job.ts';
import type { Session } from './open-session.ts';

const FIX =
  `Write what it costs as the input \`prices: ${PRICES_EXAMPLE}\` (on the command line: --prices ${PRICES_EXAMPLE}), ` +
  'in US dollars for a million tokens';

/** A model of the run whose price is unknown; rather one of which nobody said so. */
function unpricedIn(model: Model): Model | undefined {
  const unpriced = modelsFrom(model).filter((one) => one.unpriced !== undefined);
  return unpriced.find((one) => one.unpriced === 'unlisted') ?? unpriced[0];
}

/** The job without the default limit of money, if the model has no known price: that limit would hold nothing. */
export function withHeldLimits(job: Job, model: Model): Job {
  if (unpricedIn(model) === undefined || job.usdLimitBy !== null) return job;
  const { usd: _, ...budget } = job.budget;
  return { ...job, budget };
}

/**
 * For a model without a known price: records and says that the cost of the run is not known. Throws `input-invalid` if
 * somebody set a limit of money, which would hold nothing.
 */
export async function reportUnknownPrice({ job, context, trail }: Session): Promise<void> {
  const model = unpricedIn(context.model);
  if (model === undefined) return;
  if (job.usdLimitBy !== null) {
    const by = job.usdLimitBy === 'input' ? 'the input max-usd' : '`budget: usd` of the policy';
    throw new CountersignError(
      'input-invalid',
      `The price of the model ${model.id} is not known, so ${by} (${job.budget.usd} USD) cannot be held.`,
      { fix: `${FIX}; or leave the limit out and set \`max-tokens\`.` },
    );
  }
  if (model.unpriced === 'said') return;
  const message = `The price of the model ${model.id} is not known: what this run costs is not known, and no limit of money holds. ${FIX}.`;
  await trail.append({ type: 'warning', code: 'price-unknown', message });
  context.bus.emit({ type: 'warning', message });
}
