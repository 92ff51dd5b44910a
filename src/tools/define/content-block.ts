import * as z from 'zod';

/** One block of a result for the model, as the Messages API takes it: text, a picture, or a PDF. */
export const contentBlock = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('image'), mediaType: z.string(), base64: z.string() }),
  z.strictObject({
    type: z.literal('document'),
    mediaType: z.literal('application/pdf'),
    base64: z.string(),
  }),
]);
