import { counted } from '../../common/index.ts';
import { requireRequestError } from '../client/transport/classify-reply.ts';
import { sameBody } from '../publish/body-limit.ts';
import { checkImage } from './check-image.ts';
import { isImageAddress, mayContainImages, imageAddresses } from './image-address.ts';
import type { GitHubImages, TextLocation } from '../ports/images.ts';

/** The images per text and per run: the model's API accepts a hundred in a conversation, if they are small. */
const MAX_PER_TEXT = 5;
const MAX_PER_RUN = 10;

/** An image as the model gets it. */
interface FoundImage {
  /** Such as `image 1 of comment 123`. */
  readonly source: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

export interface TextWithImages {
  readonly location: TextLocation;
  /** Such as `comment 123`. */
  readonly source: string;
  readonly trusted: boolean;
  /** The text that was read. Images of another version of it are not fetched. */
  readonly body: string;
}

interface ImagesFound {
  readonly images: readonly FoundImage[];
  /** Why other images are missing, one line each. */
  readonly omitted: readonly string[];
}

export type FindImages = (text: TextWithImages) => Promise<ImagesFound>;

const NO_IMAGES: ImagesFound = { images: [], omitted: [] };

/**
 * Creates a function that fetches the images of texts, up to a limit per text and in total. Only images on GitHub's own hosts
 * are fetched, so that no other host learns who reads what. The policy decides whose images are fetched.
 */
export function createImageFinder(
  github: GitHubImages,
  options: { readonly apiUrl: string; readonly whose: 'all' | 'trusted' | 'off' },
): FindImages {
  let remaining = options.whose === 'off' ? 0 : MAX_PER_RUN;
  return async (text) => {
    if (remaining === 0 || !mayContainImages(text.body)) return NO_IMAGES;
    if (!text.trusted && options.whose !== 'all') return NO_IMAGES;
    const rendered = await orNull(github.renderedText(text.location));
    if (rendered === null || !sameBody(rendered.body, text.body)) return NO_IMAGES;
    const all = imageAddresses(rendered.html);
    const own = all.filter((address) => isImageAddress(options.apiUrl, new URL(address)));
    const images: FoundImage[] = [];
    const omitted: string[] = [];
    for (const address of own.slice(0, Math.min(MAX_PER_TEXT, remaining))) {
      const source = `image ${images.length + omitted.length + 1} of ${text.source}`;
      const found = await fetchImage(github, address);
      if (typeof found === 'string') omitted.push(`${source} is not shown: ${found}`);
      else images.push({ source, ...found });
    }
    remaining -= images.length;
    const rest = all.length - images.length - omitted.length;
    if (rest > 0)
      omitted.push(
        `${counted(rest, `image of ${text.source} is`, `images of ${text.source} are`)} not shown: on other hosts, or too many`,
      );
    return { images, omitted };
  };
}

async function fetchImage(
  github: GitHubImages,
  address: string,
): Promise<Omit<FoundImage, 'source'> | string> {
  try {
    const bytes = await github.image(address);
    const check = checkImage(bytes);
    return check.ok ? { mediaType: check.mediaType, bytes } : check.because;
  } catch (error) {
    return requireRequestError(error).message;
  }
}

async function orNull<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    requireRequestError(error);
    return null;
  }
}
