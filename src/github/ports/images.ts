/** A text on GitHub that may contain images. */
export type TextLocation = { readonly issue: number } | { readonly comment: number };

/** Images in texts. Errors are those of `GitHub`. */
export interface GitHubImages {
  /** The current text, and its rendered form, which contains signed addresses of its images that expire after minutes. */
  renderedText(location: TextLocation): Promise<{ readonly body: string; readonly html: string }>;
  /** Fetches an image from GitHub's own hosts, without the token. Throws `github-refused` for any other address. */
  image(address: string): Promise<Buffer>;
}
