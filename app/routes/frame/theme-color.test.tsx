import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ThemeColor } from '#app/routes/frame/theme-color.tsx';

const styles = readFileSync(join(import.meta.dirname, '../../ui/styles.css'), 'utf8');
const papers = [...styles.matchAll(/--paper: (#\w+);/g)].map(([, color]) => color);
const colorsOf = (theme: 'light' | 'dark' | null) =>
  [...renderToStaticMarkup(<ThemeColor theme={theme} />).matchAll(/content="([^"]+)"/g)].map(
    ([, color]) => color,
  );

it('the window around a page has the color of its paper, in either theme', () => {
  const [light, dark] = papers;
  expect(colorsOf('light')).toEqual([light]);
  expect(colorsOf('dark')).toEqual([dark]);
  expect(colorsOf(null)).toEqual([light, dark]);
});
