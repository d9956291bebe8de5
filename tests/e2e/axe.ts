import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/**
 * What axe has to object to on the page as it is now: one line a rule, with the markup.
 * Axe stays in the page, so that further looks at it cost no second copy. Frames are other sites' and not looked into.
 */
export async function findViolations(page: Page, runOnly?: RunOptions['runOnly']): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  const options: RunOptions = { resultTypes: ['violations'], iframes: false, ...(runOnly && { runOnly }) };
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
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  const passing = document
    .getAnimations()
    .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.checkVisibility())
    .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
  await Promise.allSettled(passing.map((animation) => animation.finished));
}
