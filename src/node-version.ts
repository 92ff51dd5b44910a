const OLDEST = 24;

/** Why this version of Node cannot run the program, and what to do; `null` where it can. */
export function nodeProblem(version: string): string | null {
  const major = Number(version.split('.', 1)[0]);
  if (major >= OLDEST) return null;
  return `Countersign needs Node ${OLDEST} or newer, and this is ${version}. Install it, or start the command line with \`npx --package=node@${OLDEST} node …/dist/cli.js\`.`;
}
