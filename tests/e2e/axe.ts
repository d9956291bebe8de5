import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type { default as axe, RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** Each page reads it anew, in half of the time that the readable one takes. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

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
    await prepare(page);
    if (isWhole) expect.soft(await objections(page, butContrast), place).toEqual([]);
    expect.soft(await faintTexts(page), place).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, `${place} is wider than the screen`).toBeLessThanOrEqual(0);
  }
}

/** Has axe in the page, where it stays, so that further looks cost no second copy, and the page still. */
async function prepare(page: Page): Promise<void> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axeSource);
  await page.evaluate(restOfChanges);
  // What floats above a page covers some of it only until one scrolls.
  await page.evaluate(() => {
    for (const floating of document.querySelectorAll<HTMLElement>('.assistant-toggle'))
      floating.style.position = 'static';
  });
}

/** Frames are other sites' and not looked into; style sheets, which axe would read again, serve none of these rules. */
const options: RunOptions = {
  resultTypes: ['violations'],
  iframes: false,
  preload: { assets: ['media'] },
};

/** Every rule of the standards but the one about contrast. */
const butContrast: RunOptions = {
  runOnly: { type: 'tag', values: standards },
  rules: { 'color-contrast': { enabled: false } },
};

/** What axe has to object to on the page as it is now: one line a rule, with the markup. */
export async function findViolations(page: Page): Promise<string[]> {
  await prepare(page);
  return objections(page);
}

const objections = (page: Page, more: RunOptions = {}) =>
  page.evaluate(
    async (given) => {
      if (!window.axe) throw new Error('axe has left the page');
      const { violations } = await window.axe.run(document, given);
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .map(({ html }) => html)
            .join(' | ')
            .slice(0, 600)}`,
      );
    },
    { ...options, ...more },
  );

/** The texts on the page as it is now that are too faint for axe. */
export async function findFaint(page: Page): Promise<string[]> {
  await prepare(page);
  return faintTexts(page);
}

/** Looks of texts with which axe was content. */
const good = new Set<string>();

/** Most texts are of the same few colors on the same grounds, page after page: each look is judged until axe has been content with it once. */
async function faintTexts(page: Page): Promise<string[]> {
  const unknown = (await page.evaluate(looksOfTexts)).filter((look) => !good.has(look));
  if (unknown.length === 0) return [];
  const { faint, fine } = await page.evaluate(judge, { unknown, options });
  for (const look of fine) good.add(look);
  return faint;
}

type Texts = Window & { textsByLook?: Map<string, Element[]> };

/**
 * Runs in the page: how the texts that are seen look, as far as contrast goes: color and size, and what is behind them. What lies over
 * something else by its position, and does not hide it, is called free: what is behind it is another thing each time.
 */
function looksOfTexts(): string[] {
  const grounds = new Map<Element, string>();
  const groundOf = (element: Element): string => {
    const known = grounds.get(element);
    if (known !== undefined) return known;
    const { position, zIndex, backgroundColor, backgroundImage, opacity, filter, mixBlendMode } =
      getComputedStyle(element);
    const isClear = /^(?:rgba\(0, 0, 0, 0\)|transparent)$/.test(backgroundColor);
    const hides = !/rgba|\/|transparent/.test(backgroundColor) && opacity === '1';
    const ground = [
      element.parentElement ? groundOf(element.parentElement) : '',
      (/absolute|fixed/.test(position) || zIndex !== 'auto') && !hides ? 'free' : '',
      isClear ? '' : backgroundColor,
      backgroundImage === 'none' ? '' : backgroundImage,
      opacity === '1' ? '' : opacity,
      filter === 'none' ? '' : filter,
      mixBlendMode === 'normal' ? '' : mixBlendMode,
    ]
      .filter(Boolean)
      .join(' < ');
    grounds.set(element, ground);
    return ground;
  };
  const elements = new Set<Element>(document.querySelectorAll('input, select, textarea'));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (parentElement && textContent?.trim()) elements.add(parentElement);
  }
  const texts = new Map<string, Element[]>();
  for (const element of elements) {
    // What is for screen readers alone takes no room.
    const isSeen =
      element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1;
    if (!isSeen) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const look = [color, fontSize, fontWeight, textShadow, groundOf(element)].join('; ');
    const alike = texts.get(look);
    if (alike) alike.push(element);
    else texts.set(look, [element]);
  }
  (window as Texts).textsByLook = texts;
  return [...texts.keys()];
}

/** Runs in the page: has axe judge texts that look like this. */
async function judge({ unknown, options }: { unknown: string[]; options: RunOptions }) {
  const texts = (window as Texts).textsByLook;
  if (!window.axe || !texts) throw new Error('axe has left the page');
  const { violations, passes } = await window.axe.run(
    { include: unknown.flatMap((look) => texts.get(look) ?? []) },
    {
      ...options,
      runOnly: { type: 'rule', values: ['color-contrast'] },
      resultTypes: ['violations', 'passes'],
      selectors: false,
      elementRef: true,
    },
  );
  const passed = new Set(passes.flatMap(({ nodes }) => nodes.map(({ element }) => element)));
  return {
    faint: violations.flatMap(({ nodes }) =>
      nodes.map(({ html }) => `color-contrast: ${html.slice(0, 200)}`),
    ),
    fine: unknown.filter(
      (look) =>
        !look.includes('free') && texts.get(look)?.some((element) => passed.has(element as HTMLElement)),
    ),
  };
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
