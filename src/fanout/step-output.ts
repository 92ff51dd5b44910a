/** The output of a `plan` or `collect` step to the workflow. The caller has escaped the texts. */
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
