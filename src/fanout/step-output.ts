/** What a planning or collecting step says to the workflow. Whoever calls has made the texts safe. */
export interface StepOutput {
  info(line: string): void;
  warning(message: string): void;
  error(message: string): void;
  output(name: string, value: string): void;
  /** Markdown for the job summary. */
  summary(markdown: string): Promise<void>;
  /** Fails the step. */
  fail(message: string): void;
}
