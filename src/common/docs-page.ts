/** The address of a page of the documentation, for messages: packages and programs that bundle the code do not have `docs/`. */
export function docsPage(name: string): string {
  return `https://github.com/countersign/countersign/blob/main/docs/${name}`;
}
