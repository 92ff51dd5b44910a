import * as z from 'zod';
import type { CheckRunState } from '../../ports/checks.ts';
import { text } from './schemas.ts';

/** The App of a check run. GitHub gives `null` if the App was deleted, which then identifies nobody. */
const app = z
  .looseObject({ id: z.number().int(), slug: z.string().nullish() })
  .nullish()
  .transform((raw) =>
    raw === null || raw === undefined ? { id: 0, slug: '' } : { id: raw.id, slug: raw.slug ?? '' },
  );

/** A check run, in answers and in event payloads alike. */
export const checkRun = z
  .looseObject({
    id: z.number().int().positive(),
    html_url: text,
    head_sha: z.string(),
    external_id: text,
    conclusion: z.string().nullish(),
    app: app,
  })
  .transform(
    (raw): CheckRunState => ({
      id: raw.id,
      url: raw.html_url,
      app: raw.app,
      headSha: raw.head_sha,
      externalId: raw.external_id,
      conclusion: raw.conclusion ?? null,
    }),
  );
