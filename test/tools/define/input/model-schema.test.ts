import { describe, expect, it } from 'vitest';
import { modelSchema } from '../../../../src/tools/define/input/model-schema.ts';

describe('the schema for the model', () => {
  it('leaves out what only the check of an input needs', () => {
    const shown = modelSchema({
      type: 'object',
      properties: {
        path: { type: 'string', minLength: 1, maxLength: 4096, description: 'File' },
        edits: {
          type: 'array',
          maxItems: 100,
          items: {
            type: 'object',
            properties: { text: { type: 'string', minLength: 1 } },
            required: ['text'],
            additionalProperties: false,
          },
        },
        hosts: { type: 'array', items: { type: 'string', maxLength: 253 } },
      },
      required: ['path'],
      additionalProperties: false,
    });
    expect(shown).toEqual({
      type: 'object',
      properties: {
        path: { type: 'string', description: 'File' },
        edits: {
          type: 'array',
          maxItems: 100,
          items: {
            type: 'object',
            properties: { text: { type: 'string' } },
            required: ['text'],
          },
        },
        hosts: { type: 'array', items: { type: 'string' } },
      },
      required: ['path'],
    });
  });

  it('keeps what a model can go by, names that are words of the schema, and what lies deeper', () => {
    const schema = {
      type: 'object',
      properties: {
        code: { type: 'string', minLength: 2, maxLength: 10, pattern: '^[A-Z]+$' },
        count: { type: 'integer', minimum: 1, maximum: 2000 },
        maxLength: { type: 'integer', minimum: 1 },
        additionalProperties: { type: 'boolean' },
        result: {
          type: 'object',
          properties: { title: { type: 'string', minLength: 1, maxLength: 5000 } },
          additionalProperties: false,
        },
        any: true,
      },
      additionalProperties: { type: 'string' },
    };
    expect(modelSchema(schema)).toEqual(schema);
    expect(modelSchema({ type: 'object' })).toEqual({ type: 'object' });
  });
});
