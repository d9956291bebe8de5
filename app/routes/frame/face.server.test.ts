import { expect, it } from 'vitest';
import { faceHtml } from '#app/routes/frame/face.server.ts';

it.each([
  [{ email: 'ada@example.com', pictureId: null }, />A</],
  [{ email: '&c@example.com', pictureId: null }, />&amp;</],
  [{ email: 'ada@example.com', pictureId: 'some-id' }, /^<img src="\/pictures\/some-id" [^<]*>$/],
])('%j is shown as one', (viewer, markup) => expect(faceHtml(viewer)).toMatch(markup));
