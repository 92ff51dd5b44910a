import * as z from 'zod';
import { memoize } from '../../common/index.ts';
import type { ClientCore } from './core.ts';
import { download } from './download.ts';
import { isPictureAddress, isPictureStorage } from '../images/image-address.ts';
import type { GitHubPictures } from '../ports/images.ts';
import { reading, text } from './schemas.ts';

/** What the model's API takes, as base64, of one picture. */
const MAX_PICTURE_BYTES = 3_750_000;

const shown = memoize(() =>
  z
    .looseObject({ body: text(), body_html: text() })
    .transform((raw) => ({ body: raw.body, html: raw.body_html })),
);

/** Texts as GitHub shows them, and the pictures in them. */
export function picturesClient(core: ClientCore): GitHubPictures {
  return {
    shownText: (place) => {
      const [path, what] =
        'issue' in place
          ? [`issues/${place.issue}`, `#${place.issue}`]
          : [`issues/comments/${place.comment}`, `comment ${place.comment}`];
      return core.ask({
        route: `GET ${core.base}/${path}`,
        headers: { accept: 'application/vnd.github.full+json' },
        doing: `show ${what} with its pictures`,
        needs: 'issues=read;pull_requests=read',
        read: reading(shown),
      });
    },
    picture: async (address) => {
      let hops = 0;
      const { bytes } = await download(core, address, {
        doing: 'give a picture',
        maxBytes: MAX_PICTURE_BYTES,
        // Only GitHub itself says where its storage is: a text cannot begin there.
        mayGet: (url) => {
          hops += 1;
          return isPictureAddress(core.apiUrl, url) || (hops > 1 && isPictureStorage(url));
        },
      });
      return bytes;
    },
  };
}
