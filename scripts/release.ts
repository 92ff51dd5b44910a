/**
 * What the release workflow asks about a tag, so that a person can ask the same before pushing it:
 *
 *   node scripts/release.ts check v0.1.0    the tag, package.json and CHANGELOG.md agree; exits with 1 otherwise
 *   node scripts/release.ts notes v0.1.0    prints the section of CHANGELOG.md, which becomes the text of the release
 *   node scripts/release.ts tags v0.1.0     prints the tags that move to the release, one a line
 */
import { readFileSync } from 'node:fs';

const TAG = /^v(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

interface ReleaseFiles {
  readonly version: string;
  readonly changelog: string;
}

/** The first reason why a tag cannot be released, with what to do; `null` if it can. */
export function releaseProblem(tag: string, { version, changelog }: ReleaseFiles): string | null {
  if (!TAG.test(tag)) return `The tag is ${JSON.stringify(tag)}. Write one such as v0.1.0.`;
  if (tag !== `v${version}`)
    return `The tag is ${tag}, but package.json has the version ${version}. Make them the same.`;
  const section = sectionOf(changelog, version);
  if (section === null)
    return `CHANGELOG.md has no section "## ${version} (YYYY-MM-DD)". Write it.`;
  if (!DATE.test(section.date))
    return `CHANGELOG.md says "${version} (${section.date})". Write the day of the release, as YYYY-MM-DD.`;
  if (section.text === '') return `The section ${version} of CHANGELOG.md is empty. Write it.`;
  return null;
}

/** The text of the release: the section of the changelog without its heading. Throws if there is none. */
export function releaseNotes({ version, changelog }: ReleaseFiles): string {
  const section = sectionOf(changelog, version);
  if (section === null) throw new Error(`CHANGELOG.md has no section ${version}.`);
  return section.text;
}

/** The tags that move to a release: `v0` and `v0.1` for `v0.1.0`; none for a pre-release. */
export function movingTags(tag: string): readonly string[] {
  const [, major, minor, , preRelease] = TAG.exec(tag) ?? [];
  if (major === undefined || preRelease !== undefined) return [];
  return [`v${major}`, `v${major}.${minor}`];
}

function sectionOf(
  changelog: string,
  version: string,
): { readonly date: string; readonly text: string } | null {
  for (const part of changelog.split(/^## /m).slice(1)) {
    const [heading = '', ...lines] = part.split('\n');
    const [, found, date = ''] = /^(\S+) \(([^)]*)\)\s*$/.exec(heading) ?? [];
    if (found === version) return { date, text: lines.join('\n').trim() };
  }
  return null;
}

/** No package is needed for this, because the workflow checks a tag before it installs any. */
function packageFile(text: string): { readonly version: string } {
  const parsed: unknown = JSON.parse(text);
  const isObject = typeof parsed === 'object' && parsed !== null && 'version' in parsed;
  if (!isObject || typeof parsed.version !== 'string')
    throw new Error('package.json has no version.');
  return { version: parsed.version };
}

function main([command = '', tag = '']: readonly string[]): number {
  const { version } = packageFile(readFileSync('package.json', 'utf8'));
  const files = { version, changelog: readFileSync('CHANGELOG.md', 'utf8') };
  const problem = releaseProblem(tag, files);
  if (problem !== null) {
    console.error(problem);
    return 1;
  }
  const answers: Readonly<Record<string, () => string>> = {
    check: () => `${tag} can be released.`,
    notes: () => releaseNotes(files),
    tags: () => movingTags(tag).join('\n'),
  };
  const answer = answers[command];
  if (answer === undefined) {
    console.error(`The command is ${JSON.stringify(command)}. Write check, notes or tags.`);
    return 1;
  }
  console.log(answer());
  return 0;
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
