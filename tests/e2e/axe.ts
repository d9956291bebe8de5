import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Each size is looked at in full once; its other colors can only differ in contrast. */
const looks = [
  { width: 320, colorScheme: 'light', isWhole: true },
  { width: 320, colorScheme: 'dark', isWhole: false },
  { width: 1280, colorScheme: 'dark', isWhole: true },
  { width: 1280, colorScheme: 'light', isWhole: false },
] as const;

/** Nothing for axe to find on a page, and nothing wider than the screen, on a phone and a desk, in light and dark. */
export async function inspect(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await inspectShown(page, path);
}

/** The same for a page as it stands. */
export async function inspectShown(page: Page, path: string): Promise<void> {
  for (const { width, colorScheme, isWhole } of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const place = `${path} (${width} px, ${colorScheme})`;
    const found = await findViolations(
      page,
      isWhole ? { type: 'tag', values: standards } : { type: 'rule', values: ['color-contrast'] },
    );
    expect.soft(found, place).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, `${place} is wider than the screen`).toBeLessThanOrEqual(0);
  }
}

/**
 * What axe has to object to on the page as it is now: one line a rule, with the markup.
 * Axe stays in the page, so that further looks at it cost no second copy. Frames are other sites' and not looked into.
 */
export async function findViolations(page: Page, runOnly?: RunOptions['runOnly']): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    // The style sheets, which it would read again, serve none of these rules.
    preload: { assets: ['media'] },
    ...(runOnly && { runOnly }),
  };
  await page.evaluate(restOfChanges);
  return page.evaluate(async (given) => {
    if (!window.axe) throw new Error('axe has left the page');
    // What floats above a page covers some of it only until one scrolls.
    for (const floating of document.querySelectorAll<HTMLElement>('.assistant-toggle'))
      floating.style.position = 'static';
    const { violations } = await window.axe.run(document, given);
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ html }) => html)
          .join(' | ')
          .slice(0, 600)}`,
    );
  }, options);
}

/**
 * Runs in the page: waits until it is painted in its new colors, so that none is looked at on its way. What moves for ever is not
 * waited for, nor what stands still because it is hidden.
 */
async function restOfChanges(): Promise<void> {
  const findPassing = () =>
    document
      .getAnimations()
      .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.checkVisibility())
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
  let passing: Animation[];
  do {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    passing = findPassing();
    await Promise.allSettled(passing.map((animation) => animation.finished));
    // An inherited color changes a level at a time.
  } while (passing.length > 0);
}
