/** What a trail can be written as, for other tools. */
export const EXPORT_FORMATS = ['otlp', 'csv', 'sarif'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
