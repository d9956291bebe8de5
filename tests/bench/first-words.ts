import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '#tests/e2e/find-chromium.ts';

/** Slow 3G: bytes a second each way, and milliseconds until an answer begins. */
const network = { downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400, offline: false };

/** A phone's window, in CSS pixels. */
const viewport = { width: 412, height: 823 };

/** What is late by then moves nothing any more: fonts and pictures are there. */
const settledMs = 1_500;

export interface FirstWords {
  /** Milliseconds from the request until the first words stand on the page. */
  firstWordsMs: number;
  /** Milliseconds until the page's own fonts are there. */
  fontsMs: number;
  /** The sum of what moves, the fonts' coming included. */
  shift: number;
}

export async function startPhone(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
}

/** Opens a page over a slow network, with nothing kept from before. `cookie` is a header's value. */
export async function visitSlowly(
  browser: Browser,
  url: string,
  cookie: string | undefined,
): Promise<FirstWords> {
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: 2,
    isMobile: true,
    ...(cookie ? { extraHTTPHeaders: { cookie } } : {}),
  });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', network);
    await page.addInitScript(() => {
      const seen = { shift: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          seen.shift += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(url, { waitUntil: 'load', timeout: 120_000 });
    const fontsMs = await page.evaluate(() => document.fonts.ready.then(() => performance.now()));
    await page.waitForTimeout(settledMs);
    return await page.evaluate(
      (fonts) => ({
        firstWordsMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
        fontsMs: fonts,
        shift: (window as unknown as { seen: { shift: number } }).seen.shift,
      }),
      fontsMs,
    );
  } finally {
    await context.close();
  }
}
