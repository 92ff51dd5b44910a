import type { Word } from '../analysis.ts';

/** The last part of a path: the name of a program without its folder. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The name of the program that these words start, without its folder. Empty if it is known only at run time. */
export function programOf([program]: readonly Pick<Word, 'text'>[]): string {
  return baseName(program?.text ?? '');
}

/** The name of a program without a version at its end: `python3.12` is `python`, `pip3` is `pip`. */
export function withoutVersion(name: string): string {
  return name.replace(/(?<=[A-Za-z+])-?\d[\d.]*$/, '');
}

/** The version of a package: `@5`, `==1.2`, `~=1.2`. */
const PACKAGE_VERSION = /(?<=.)(?:@[^/]*|[=<>~!]=.*)$/s;

/** The name of a package without a version or a registry: `prisma@5` and `npm:prisma@5` are `prisma`. */
export function packageName(text: string): string {
  return text.replace(/^(?:npm|jsr):\/?/, '').replace(PACKAGE_VERSION, '');
}
