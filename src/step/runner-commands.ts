/** The words between a step and its runner: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands. Pure. */
import { randomUUID } from 'node:crypto';
import { EOL } from 'node:os';

/**
 * A workflow command as a line of the log. Nothing in its message or its properties can end it, or begin another; properties
 * without a value are left out.
 */
export function commandLine(
  name: string,
  message: string,
  properties: Readonly<Record<string, string | number | null>> = {},
): string {
  const given = Object.entries(properties).flatMap(([key, value]) =>
    value === null || value === '' ? [] : [`${key}=${escapedProperty(String(value))}`],
  );
  const list = given.length === 0 ? '' : ` ${given.join(',')}`;
  return `::${name}${list}::${escaped(message)}`;
}

/** A value for one of the runner's files, under a random delimiter that no text can forge. */
export function fileBlock(name: string, value: string): string {
  const delimiter = `ghadelimiter_${randomUUID()}`;
  return [`${name}<<${delimiter}`, value, delimiter, ''].join(EOL);
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
