import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { findViolations } from '#tests/e2e/axe.ts';
import { expect, signIn, test } from '#tests/e2e/site.ts';

// Every slide there is, in a browser: nothing overflows, nothing is too small, everything can be read in light and dark.

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'measured by a script');

/** The pages that show a deck, by the names of the decks' files. */
const pages = readdirSync('content', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.deck.yaml'))
  .map((path) => `/${path.replaceAll('\\', '/').slice(0, -'.deck.yaml'.length)}`)
  .map((path) => path.replace(/\/course$/, '').replace(/^\/series/, '/training/videos'))
  .sort();

/** The slides of each deck, as its page has them. The browser stands on a page without any afterwards. */
async function allSlides(page: Page): Promise<{ path: string; html: string }[]> {
  // Admins see every module, whatever release schedule another test has given its course (course-release.spec.ts).
  await page.goto('/login');
  await signIn(page, 'admin@example.com', 'admin-demo-47');
  const found: { path: string; html: string }[] = [];
  for (const path of pages) {
    const text = await (await page.request.get(path)).text();
    // Where another test has set an owner's video (completing.spec.ts), that takes the place of the slides.
    if (text.includes('https://video.example/')) continue;
    const [html = ''] = /<ol class="deck-slides">.*?<\/ol>(?=<button)/s.exec(text) ?? [];
    expect(html, `${path} shows its deck`).not.toBe('');
    found.push({ path, html });
  }
  await page.goto('/legal/terms');
  return found;
}

/** Puts slides below one another on a page that has the site's looks, as wide as this. */
async function lay(page: Page, html: string, width: number): Promise<void> {
  await page.setViewportSize({ width: Math.max(width + 32, 320), height: 900 });
  await page.evaluate(
    ([markup, length]) => {
      document.body.innerHTML = `<main><h1>Slides</h1><section class="deck" data-all>${markup}</section></main>`;
      const deck = document.querySelector<HTMLElement>('.deck');
      for (const slide of deck?.querySelectorAll<HTMLElement>('.deck-slides > li') ?? [])
        slide.style.display = 'block';
      if (deck) deck.style.cssText = `width: ${length}px; max-width: none`;
    },
    [html, width] as const,
  );
  await page.evaluate(() => document.fonts.ready);
}

/** Runs in the page: what is wrong with the slides on it. `least` is the size of the smallest text. */
function measure(least: number): string[] {
  return [...document.querySelectorAll<HTMLElement>('.slide')].flatMap((slide, index) => {
    const found: string[] = [];
    const place = `slide ${index + 1}`;
    if (slide.scrollHeight > slide.clientHeight + 1)
      found.push(`${place} is ${slide.scrollHeight - slide.clientHeight} px too high`);
    if (slide.scrollWidth > slide.clientWidth + 1)
      found.push(`${place} is ${slide.scrollWidth - slide.clientWidth} px too wide`);
    const frame = slide.getBoundingClientRect();
    const texts = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      if (!parentElement || !textContent?.trim()) continue;
      const size = Number.parseFloat(getComputedStyle(parentElement).fontSize);
      if (size < least - 0.05) found.push(`${place}: "${textContent}" is ${size} px high`);
      const box = parentElement.getBoundingClientRect();
      if (
        box.left < frame.left + 8 ||
        box.right > frame.right - 8 ||
        box.top < frame.top + 8 ||
        box.bottom > frame.bottom - 8
      )
        found.push(`${place}: "${textContent}" leaves the slide`);
      for (const { index, 0: word } of textContent.matchAll(/[A-Za-z]{2,}/g)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          found.push(`${place}: the word "${word}" is broken`);
      }
    }
    return found;
  });
}

/** Runs in the page: the texts of the slides on it that stand out too little from what is behind them. */
function measureContrast(): string[] {
  const painter = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const channels = (color: string): number[] => {
    if (!painter) throw new Error('There is no canvas.');
    painter.clearRect(0, 0, 1, 1);
    painter.fillStyle = color;
    painter.fillRect(0, 0, 1, 1);
    return [...painter.getImageData(0, 0, 1, 1).data];
  };
  const known = new Map<string, number>();
  const luminance = (color: string): number => {
    const found = known.get(color);
    if (found !== undefined) return found;
    const [red = 0, green = 0, blue = 0] = channels(color).map((value) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    known.set(color, 0.2126 * red + 0.7152 * green + 0.0722 * blue);
    return luminance(color);
  };
  /** What is behind an element: the nearest plain color, and those of a marker on the way to it. */
  const behind = (element: Element): string[] => {
    const colors: string[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { backgroundImage, backgroundColor } = getComputedStyle(at);
      colors.push(
        ...(backgroundImage.match(/(?:rgba?|color|oklch|oklab)\([^)]*\)/g) ?? []).filter(
          (color) => channels(color)[3] === 255,
        ),
      );
      if (channels(backgroundColor)[3] === 255) return [...colors, backgroundColor];
    }
    return [...colors, 'white'];
  };
  return [...document.querySelectorAll<HTMLElement>('.slide')].flatMap((slide, index) => {
    const found: string[] = [];
    const texts = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      if (!parentElement || !textContent?.trim()) continue;
      const { color, fill } = getComputedStyle(parentElement);
      const text = luminance(parentElement instanceof SVGElement ? fill : color);
      for (const ground of behind(parentElement).map(luminance)) {
        const ratio = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
        if (ratio < 4.5)
          found.push(`slide ${index + 1}: "${textContent}" has a contrast of ${ratio.toFixed(2)}`);
      }
    }
    return found;
  });
}

type Measures = Window & { problemsOf: (least: number) => string[]; faintTexts: () => string[] };

test('no slide overflows, at 700 px no text is below 20 px, on a phone none below 13; each can be read, in light and dark', async ({
  page,
}) => {
  test.slow();
  const decks = await allSlides(page);
  const problems: string[] = [];
  for (const [colorScheme, width, least] of [
    ['light', 288, 13.7],
    ['light', 700, 20],
    ['light', 760, 20],
    // The sizes are the same.
    ['dark', 760, null],
    ['dark', 288, null],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // With the fonts and the width that the others then find there.
    await lay(page, decks[0]?.html ?? '', width);
    await page.evaluate(`window.problemsOf = ${measure}; window.faintTexts = ${measureContrast}; undefined`);
    const found = await page.evaluate(
      ({ all, smallest }) => {
        const deck = document.querySelector<HTMLElement>('.deck');
        const { problemsOf, faintTexts } = window as unknown as Measures;
        return all.flatMap(({ path, html }) => {
          if (deck) deck.innerHTML = html;
          for (const slide of deck?.querySelectorAll<HTMLElement>('.deck-slides > li') ?? [])
            slide.style.display = 'block';
          return [...(smallest === null ? [] : problemsOf(smallest)), ...faintTexts()].map(
            (problem) => `${path}: ${problem}`,
          );
        });
      },
      { all: decks, smallest: least },
    );
    problems.push(...found.map((problem) => `at ${width} px, ${colorScheme}: ${problem}`));
  }
  expect(problems).toEqual([]);
});

test('the measure finds what does not fit', async ({ page }) => {
  await page.goto('/legal/terms');
  const long = 'A sentence that is far too long for its place. '.repeat(20);
  await lay(
    page,
    `<ol class="deck-slides"><li><div class="slide-box"><div class="slide"><p>${long}</p></div></div></li></ol>`,
    700,
  );
  expect((await page.evaluate(measure, 20)).join()).toMatch(/too high.*leaves the slide/);
  await lay(
    page,
    '<ol class="deck-slides"><li><div class="slide-box"><div class="slide"><p class="text-sm">small</p></div></div></li></ol>',
    700,
  );
  expect(await page.evaluate(measure, 20)).toEqual([expect.stringContaining('px high')]);
  await lay(
    page,
    '<ol class="deck-slides"><li><div class="slide-box"><div class="slide"><p>faint</p></div></div></li></ol>',
    700,
  );
  expect(await page.evaluate(measureContrast)).toEqual([]);
  await page.locator('.slide p').evaluate((text) => {
    text.style.color = '#999';
    // Where motion is reduced, a change of color takes next to no time, but not none.
    for (const change of text.getAnimations()) change.finish();
  });
  expect(await page.evaluate(measureContrast)).toEqual([
    expect.stringMatching(/"faint" has a contrast of 2/),
  ]);
});

test('every layout is accessible, light and dark', async ({ page }) => {
  const seen = new Set<string>();
  const shown: string[] = [];
  for (const { html } of await allSlides(page)) {
    const layouts = [...html.matchAll(/class="slide slide-([a-z]+)"/g)].map(([, layout]) => String(layout));
    if (layouts.every((layout) => seen.has(layout))) continue;
    for (const layout of layouts) seen.add(layout);
    shown.push(html);
  }
  expect(seen.size).toBe(12);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const html of shown) {
      await lay(page, html, 700);
      expect(await findViolations(page), colorScheme).toEqual([]);
    }
  }
});
