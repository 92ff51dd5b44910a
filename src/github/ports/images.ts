/** A text on GitHub that may hold pictures. */
export type TextPlace = { readonly issue: number } | { readonly comment: number };

/** Pictures in texts. Failures are those of `GitHub`. */
export interface GitHubPictures {
  /** A text as it is now, and as GitHub shows it: the addresses of its pictures are signed there, for some minutes. */
  shownText(place: TextPlace): Promise<{ readonly body: string; readonly html: string }>;
  /** A picture at an address of GitHub's own, fetched without the token. `github-refused` for any other address. */
  picture(address: string): Promise<Buffer>;
}
