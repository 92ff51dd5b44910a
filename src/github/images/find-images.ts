import { CountersignError } from '../../common/index.ts';
import { sameBody } from '../publish/body-limit.ts';
import { checkPicture } from './check-image.ts';
import { isPictureAddress, mayHoldPictures, pictureAddresses } from './image-address.ts';
import type { GitHubPictures, TextPlace } from '../ports/images.ts';

/** Pictures of one text, and of all texts of a run: the model's API takes a hundred in a conversation, small ones. */
const MAX_PER_TEXT = 5;
const MAX_PER_RUN = 10;

/** A picture as a model can be shown it. */
export interface Picture {
  /** Such as `picture 1 of comment 123`. */
  readonly source: string;
  readonly author: string | null;
  readonly trusted: boolean;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** A text whose pictures are asked for. */
export interface PicturedText {
  readonly place: TextPlace;
  /** Such as `comment 123`. */
  readonly source: string;
  readonly author: string | null;
  readonly trusted: boolean;
  /** The text that was read: pictures of another version of it are nobody's business here. */
  readonly body: string;
}

export interface PicturesFound {
  readonly pictures: readonly Picture[];
  /** Why others are not among them, a line each. */
  readonly left: readonly string[];
}

export type FindPictures = (text: PicturedText) => Promise<PicturesFound>;

const NONE: PicturesFound = { pictures: [], left: [] };

/**
 * Finds the pictures of texts, a few of each and not many in all. Only those on GitHub's own hosts are fetched, so that
 * nobody else learns who reads what; which people's pictures are shown says the policy.
 */
export function pictureFinder(
  github: GitHubPictures,
  options: { readonly apiUrl: string; readonly whose: 'all' | 'trusted' | 'off' },
): FindPictures {
  let room = options.whose === 'off' ? 0 : MAX_PER_RUN;
  return async (text) => {
    if (room === 0 || !mayHoldPictures(text.body)) return NONE;
    if (!text.trusted && options.whose !== 'all') return NONE;
    const shown = await orNull(github.shownText(text.place));
    if (shown === null || !sameBody(shown.body, text.body)) return NONE;
    const all = pictureAddresses(shown.html);
    const own = all.filter((address) => isPictureAddress(options.apiUrl, new URL(address)));
    const pictures: Picture[] = [];
    const left: string[] = [];
    for (const address of own.slice(0, Math.min(MAX_PER_TEXT, room))) {
      const source = `picture ${pictures.length + left.length + 1} of ${text.source}`;
      const found = await fetched(github, address);
      if (typeof found === 'string') left.push(`${source} is not shown: ${found}`);
      else {
        const { author, trusted } = text;
        pictures.push({ source, author, trusted, ...found });
      }
    }
    room -= pictures.length;
    const rest = all.length - pictures.length - left.length;
    if (rest > 0)
      left.push(`${rest} pictures of ${text.source} are not shown: elsewhere, or too many`);
    return { pictures, left };
  };
}

async function fetched(
  github: GitHubPictures,
  address: string,
): Promise<{ readonly mediaType: string; readonly bytes: Buffer } | string> {
  try {
    const bytes = await github.picture(address);
    const check = checkPicture(bytes);
    return check.ok ? { mediaType: check.mediaType, bytes } : check.because;
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code === 'cancelled') throw error;
    return error.message;
  }
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code === 'cancelled') throw error;
    return null;
  }
}
