/** The name of a program without a version at its end: `python3.12` is `python`, `pip3` is `pip`. */
export function withoutVersion(name: string): string {
  return name.replace(/(?<=[A-Za-z+])-?\d[\d.]*$/, '');
}
