import type { Model } from './model.ts';

/** The model and its fall-backs, in their order. */
export function modelsFrom(first: Model): readonly Model[] {
  const models: Model[] = [];
  for (let model: Model | undefined = first; model !== undefined; model = model.fallback)
    models.push(model);
  return models;
}

/** The model of this name among a model and its fall-backs; the first one, if there is none or no name is given. */
export function modelNamed(first: Model, name: string | undefined): Model {
  return modelsFrom(first).find(({ id }) => id === name) ?? first;
}
