import * as z from 'zod';
import { type ClientCore, readAs } from './transport/core.ts';
import { download } from './transport/download.ts';
import { isImageAddress, isImageStorage } from '../images/image-address.ts';
import type { GitHubImages } from '../ports/images.ts';
import { text } from '../ports/fields.ts';

/** The model's API limits the base64 form of one image. */
const MAX_IMAGE_BYTES = 3_750_000;

const shown = z
  .looseObject({ body: text, body_html: text })
  .transform((raw) => ({ body: raw.body, html: raw.body_html }));

/** Rendered texts, and the images in them. */
export function imagesClient(core: ClientCore): GitHubImages {
  return {
    renderedText: (location) => {
      const [path, name] =
        'issue' in location
          ? [`issues/${location.issue}`, `#${location.issue}`]
          : [`issues/comments/${location.comment}`, `comment ${location.comment}`];
      return core.request({
        route: `GET ${core.base}/${path}`,
        headers: { accept: 'application/vnd.github.full+json' },
        doing: `show ${name} with its images`,
        needs: 'issues=read;pull_requests=read',
        read: readAs(shown),
      });
    },
    image: async (address) => {
      let hops = 0;
      const { bytes } = await download(core, address, {
        doing: 'show an image',
        maxBytes: MAX_IMAGE_BYTES,
        // Only a redirect by GitHub may lead to its storage, not an address in a text.
        mayGet: (url) => {
          hops += 1;
          return isImageAddress(core.apiUrl, url) || (hops > 1 && isImageStorage(url));
        },
      });
      return bytes;
    },
  };
}
