import { expect, it } from 'vitest';
import { faceHtml } from '#app/routes/frame/menu-avatar.server.ts';

it.each([
  [{ email: 'ada@example.com', pictureId: null }, />A<.*>ADA<\/span>$/],
  [{ email: '&c@example.com', pictureId: null }, />&amp;<.*>&amp;C<\/span>$/],
  [
    { email: '"<b>x</b>"@example.com', pictureId: null },
    />&quot;<.*>&quot;&lt;B&gt;X&lt;\/B&gt;&quot;<\/span>$/,
  ],
  [
    { email: 'ada@example.com', pictureId: 'some-id' },
    /^<img src="\/pictures\/some-id" [^<]*> .* lg:sr-only">ADA<\/span>$/,
  ],
])('%j is shown as one', (viewer, markup) => expect(faceHtml(viewer)).toMatch(markup));
