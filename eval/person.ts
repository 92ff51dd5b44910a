/** Somebody at a terminal who answers as a task says. */
import { PassThrough, Writable } from 'node:stream';
import type { Person } from './task.ts';

/** Whoever is asked refuses, and has no answer. */
export const NOBODY: Person = { approval: 'n This is not allowed.', question: '' };

/** The two streams of a terminal: each prompt of `run` gets its answer. */
export function terminalOf(person: Person): {
  readonly input: PassThrough & { isTTY?: boolean };
  readonly output: Writable & { isTTY?: boolean };
} {
  const input: PassThrough & { isTTY?: boolean } = new PassThrough();
  const output: Writable & { isTTY?: boolean } = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      const choices = /ap-\S+ \[([^\]\n]*)\] $/.exec(chunk.toString('utf8'))?.[1];
      if (choices !== undefined)
        input.write(`${choices.startsWith('y/n') ? person.approval : person.question}\n`);
      done();
    },
  });
  input.isTTY = true;
  output.isTTY = true;
  return { input, output };
}
