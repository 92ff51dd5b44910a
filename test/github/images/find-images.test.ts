import { describe, expect, test } from 'vitest';
import { isImageAddress, imageAddresses } from '../../../src/github/images/image-address.ts';
import { checkImage } from '../../../src/github/images/check-image.ts';
import { createImageFinder } from '../../../src/github/images/find-images.ts';
import { png } from '../images.ts';
import { call, toolSetup } from '../tool-context.ts';
import { context } from '../context.ts';
import { attach } from '../../testing/github-server/rendered.ts';

async function pictured(whose: 'all' | 'trusted' | 'off' = 'all') {
  const setup = await context();
  const find = createImageFinder(setup.github, { apiUrl: setup.server.url, whose });
  const read = async (body: string, trusted = true, shown = body) => {
    const issue = setup.server.issue({ title: 'x', author: 'ann', body: shown });
    const location = { issue: issue.number };
    return await find({ location, source: `issue #${issue.number}`, trusted, body });
  };
  const fetched = () => setup.server.log.filter(({ path }) => path.startsWith('/_storage/images/'));
  return { ...setup, read, fetched };
}

describe('the pictures of a text', () => {
  test('are fetched from GitHub without the token and reported by their place', async () => {
    const { server, read, fetched } = await pictured();
    const small = png(2, 3);
    const found = await read(`See ${attach(server.state, small)}`);
    expect(found).toMatchObject({
      images: [{ source: 'image 1 of issue #1', mediaType: 'image/png', bytes: small }],
      omitted: [],
    });
    expect(fetched()).toMatchObject([{ authorized: false, status: 200 }]);
  });

  test('are found in an img tag as well', async () => {
    const { server, read } = await pictured();
    const [, address] = /\((.*)\)/.exec(attach(server.state, png(1, 1))) ?? [];
    const found = await read(`<img width="1" src="${address}" />`);
    expect(found.images).toHaveLength(1);
  });

  test('on other hosts are never asked for', async () => {
    const { server, read } = await pictured();
    const found = await read('![x](https://evil.example/x.png) ![y](http://127.0.0.1:1/y.png)');
    expect(found).toEqual({
      images: [],
      omitted: ['2 images of issue #1 are not shown: on other hosts, or too many'],
    });
    expect(server.log.map(({ path }) => path)).toEqual(['/repos/octo-org/octo-repo/issues/1']);
  });

  test.each([
    ['trusted', false, 0],
    ['trusted', true, 1],
    ['all', false, 1],
    ['off', true, 0],
  ] as const)('under %s of somebody trusted %s are %i', async (whose, trusted, count) => {
    const { server, read, fetched } = await pictured(whose);
    const found = await read(attach(server.state, png(1, 1)), trusted);
    expect(found.images).toHaveLength(count);
    expect(fetched()).toHaveLength(count);
  });

  test('of a text that was changed since it was read are left out', async () => {
    const { server, read, fetched } = await pictured();
    const one = attach(server.state, png(1, 1));
    expect(await read(one, true, `${one} and ${attach(server.state, png(2, 2))}`)).toMatchObject({
      images: [],
    });
    expect(fetched()).toEqual([]);
  });

  test('are at most five of one text and ten of a run', async () => {
    const { server, read } = await pictured();
    const many = Array.from({ length: 7 }, () => attach(server.state, png(1, 1))).join('\n');
    const counts: number[] = [];
    for (let text = 0; text < 3; text += 1) counts.push((await read(many)).images.length);
    expect(counts).toEqual([5, 5, 0]);
  });

  test('that are too large, no pictures, or gone are reported and stop nothing', async () => {
    const { server, read } = await pictured();
    const bodies = [Buffer.alloc(4_000_000), Buffer.from('<svg/>'), png(1, 1).subarray(0, 40)];
    const texts = bodies.map((bytes) => attach(server.state, bytes));
    server.fail({ match: /2-0/, times: 0 });
    const found = await read([...texts, attach(server.state, png(1, 1))].join('\n'));
    expect(found.images).toMatchObject([{ source: 'image 4 of issue #1' }]);
    expect(found.omitted).toEqual([
      expect.stringMatching(/image 1 .*more than 3750000 bytes/),
      expect.stringMatching(/image 2 .*not a PNG/),
      expect.stringMatching(/image 3 .*invalid/),
    ]);
  });

  test('of a text without any cost no request', async () => {
    const { server, read } = await pictured();
    await read('No pictures here.');
    expect(server.log).toEqual([]);
  });
});

test.each([
  ['https://private-user-images.githubusercontent.com/1/2-x.png?jwt=y', true],
  ['https://user-images.githubusercontent.com/1/x.png', true],
  ['https://github.com/user-attachments/assets/x', true],
  ['https://github.com/o/r/assets/1/x', true],
  ['https://github.com/logout', false],
  ['http://github.com/user-attachments/assets/x', false],
  ['https://github.com:444/user-attachments/assets/x', false],
  ['https://camo.githubusercontent.com/x', false],
  ['https://raw.githubusercontent.com/o/r/main/x.png', false],
  ['https://api.github.com/user', false],
  ['https://github.com.evil.example/user-attachments/assets/x', false],
  ['https://evilprivate-user-images.githubusercontent.com/x', false],
])('on github.com a picture at %s: %s', (address, expected) => {
  expect(isImageAddress('https://api.github.com', new URL(address))).toBe(expected);
});

test.each([
  ['https://ghes.example/storage/user/1/x', true],
  ['https://media.ghes.example/user/1/x', true],
  ['https://ghes.example/api/v3/user', false],
  ['https://private-user-images.githubusercontent.com/1/2-x.png', false],
])('on a server of one’s own a picture at %s: %s', (address, expected) => {
  expect(isImageAddress('https://ghes.example/api/v3', new URL(address))).toBe(expected);
});

test('addresses are those of img tags, each once, entities read', () => {
  const html = `<img alt="a" src="https://a.example/?x=1&amp;y=2"><IMG SRC='https://b.example/'>
    <img src="https://b.example/"><img src="relative.png"><img data-src="https://c.example/"><a href="https://d.example">`;
  expect(imageAddresses(html)).toEqual(['https://a.example/?x=1&y=2', 'https://b.example/']);
});

describe('a picture', () => {
  const jpeg = Buffer.from('ffd8ffe000044a46ffc0001108000a0014030122000211010311ff0000ffd9', 'hex');
  const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([5, 0, 6, 0, 0, 0, 0, 0x3b])]);
  const webp = Buffer.concat([
    Buffer.from('RIFF'),
    Buffer.from([22, 0, 0, 0]),
    Buffer.from('WEBPVP8X'),
    Buffer.from([10, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 9, 0, 0]),
  ]);

  test.each([
    ['PNG', png(4, 4), 'image/png'],
    ['JPEG', jpeg, 'image/jpeg'],
    ['GIF', gif, 'image/gif'],
    ['WebP', webp, 'image/webp'],
  ])('that is a %s is taken', (_name, bytes, mediaType) => {
    expect(checkImage(bytes)).toEqual({ ok: true, mediaType });
  });

  test.each([
    ['a PNG with a wrong checksum', Buffer.from(png(4, 4)).fill(7, 16, 18)],
    ['a JPEG without an end', jpeg.subarray(0, -2)],
    ['a GIF that is cut', gif.subarray(0, -1)],
    ['a WebP that is shorter than it says', webp.subarray(0, -4)],
    ['a head alone', png(4, 4).subarray(0, 8)],
    ['an empty one', png(0, 4)],
    ['one that is too wide', png(8_001, 1)],
    ['text', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
  ])('that is %s is not', (_name, bytes) => {
    expect(checkImage(bytes)).toMatchObject({ ok: false });
  });
});

test('github_read_issue shows the pictures of the texts that it reports, with whose they are', async () => {
  const { server, tools } = await toolSetup();
  const [own, strange] = [png(1, 1), png(2, 2)];
  server.issue({ title: 'A bug', author: 'ann', body: `Look: ${attach(server.state, own)}` });
  const { id } = server.comment({ login: 'eve', issue: 1, body: attach(server.state, strange) });
  const result = await call(tools, 'github_read_issue', {});
  expect(result).toMatchObject({
    ok: true,
    llmContent: [
      { type: 'text', text: expect.stringContaining('A bug') },
      { type: 'text', text: 'image 1 of issue #1 by @ann:' },
      { type: 'image', mediaType: 'image/png', base64: own.toString('base64') },
      {
        type: 'text',
        text: `image 1 of comment ${id} by @eve, an untrusted user:`,
      },
      { type: 'image', base64: strange.toString('base64') },
    ],
    metadata: { untrustedAuthor: 'eve' },
  });
});
