/** The output of a `plan` or `collect` step to the workflow. Whoever implements it escapes what becomes a line of the log. */
export interface StepOutput {
  info(line: string): void;
  warning(message: string): void;
  error(message: string): void;
  output(name: string, value: string): void;
  /** Markdown for the job summary. */
  summary(markdown: string): Promise<void>;
  fail(message: string): void;
}
