import { describe, expect, it } from 'vitest';
import { imageNamesIn, sizeInName } from '#app/platform/content/image-names.ts';
import { renderMarkdown } from '#app/platform/content/markdown.server.ts';

const name = '0123456789abcdef01234567-1200x800.jpg';

describe('the name of a picture', () => {
  it('tells its size', () => {
    expect(sizeInName(name)).toEqual({ width: 1200, height: 800 });
  });

  it.each([
    '',
    name.slice(1),
    `../${name}`,
    name.replace('1200', '0'),
    name.replace('jpg', 'svg'),
    `${name}/x`,
    name.toUpperCase(),
  ])('is not %s', (odd) => {
    expect(sizeInName(odd)).toBeNull();
  });

  it('is found in texts, once, and not within other addresses', () => {
    const text = `![A chart](/images/${name} "One") and ![it](/images/${name}), https://other.test/images/${name.replace('0', '1')}`;
    expect(imageNamesIn(text)).toEqual([name]);
  });
});

describe('a picture in a text', () => {
  it('keeps its place free, and stands in a figure with its caption', () => {
    const { html } = renderMarkdown(`![A chart of two lines](/images/${name} "Two lines")`);
    expect(html).toBe(
      `<figure><img src="/images/${name}" alt="A chart of two lines" width="1200" height="800" loading="lazy" decoding="async"><figcaption>Two lines</figcaption></figure>`,
    );
  });

  it('keeps its place free within a line too', () => {
    const { html } = renderMarkdown(`See ![a chart of two lines](/images/${name}) here.`);
    expect(html).toContain(`width="1200" height="800"`);
    expect(html).not.toContain('<figure>');
  });

  it('of another site is not asked for', () => {
    expect(renderMarkdown('![Theirs](https://other.test/a.png)').html).not.toContain('other.test');
  });
});
