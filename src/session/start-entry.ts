import type { TrailEvent } from '../audit/index.ts';
import { VERSION } from '../common/index.ts';
import { modeName, type Policy } from '../policy/index.ts';
import { type Model, modelsFrom } from '../model/index.ts';
import type { Job } from './job.ts';

type RunStart = Extract<TrailEvent, { type: 'run.start' }>;

/** The first entry of a workflow run: what was asked, by whom, on which commit, under which policy and budget. */
export function startEntry(job: Job, model: Model): TrailEvent {
  const schema = job.outputSchema ?? null;
  const [, ...fallbacks] = modelsFrom(model);
  return {
    type: 'run.start',
    start: job.resume === null ? 'fresh' : 'resumed',
    version: VERSION,
    repository: job.repository,
    headSha: job.headSha,
    trigger: job.trigger,
    requester:
      job.requester === null ? null : { login: job.requester, id: job.requesterId ?? null },
    workflow: job.workflow,
    policy: {
      source: job.policySource.source,
      ref: job.policySource.ref,
      sha256: job.policy.sha256,
      mode: modeName(job.policy),
      ...layersOf(job.policy),
    },
    'gen_ai.provider.name': model.provider,
    'gen_ai.request.model': model.id,
    ...(fallbacks.length === 0 ? {} : { fallbackModels: fallbacks.map(({ id }) => id) }),
    request: job.request,
    budget: { ...job.budget },
    ...(schema === null ? {} : { outputSchemaSha256: schema.sha256 }),
    ...(job.requires.length === 0 ? {} : { doneRequires: job.requires.map(({ text }) => text) }),
  };
}

/** The layers of a policy with baselines; nothing for one without. */
function layersOf({ layers }: Policy): Pick<RunStart['policy'], 'layers'> {
  if (layers.length === 1) return {};
  return {
    layers: layers.map(({ file, origin, sha256 }) => ({
      address: file,
      commit: origin?.commit ?? null,
      sha256,
    })),
  };
}
