/** Runs works one at a time, in the order of the calls. A work that fails does not keep the next one from running. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return await turn;
  };
}
