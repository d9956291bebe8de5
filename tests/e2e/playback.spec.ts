import type { Page } from '@playwright/test';
import { findViolations } from '#tests/e2e/axe.ts';
import { expect, joinAs, signIn, test } from '#tests/e2e/site.ts';

// A lesson's slides as a film, on a page of React (a lesson) and in its dialog; as a storyboard without scripts. Time is the test's own.

declare global {
  interface Window {
    said: string[];
  }
}

type Voice = 'speaks' | 'fails' | 'says nothing' | 'none';

/** A voice of the browser that behaves like this; what it was to say is kept in `said`. */
async function giveVoice(page: Page, voice: Voice): Promise<void> {
  await page.addInitScript((kind: Voice) => {
    window.said = [];
    class Utterance {
      text: string;
      onstart?: () => void;
      onend?: () => void;
      onerror?: (event: { error: string }) => void;
      constructor(text: string) {
        this.text = text;
      }
    }
    const waiting: ReturnType<typeof setTimeout>[] = [];
    const voices = kind === 'none' ? [] : [{ name: 'Test', lang: 'en-US', default: true }];
    Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance });
    Object.defineProperty(window, 'speechSynthesis', {
      value: {
        getVoices: () => voices,
        addEventListener: () => {},
        // What is stopped says nothing more.
        cancel: () => waiting.splice(0).forEach(clearTimeout),
        speak(utterance: Utterance) {
          window.said.push(utterance.text);
          if (kind === 'speaks') {
            waiting.push(
              setTimeout(() => utterance.onstart?.(), 10),
              setTimeout(() => utterance.onend?.(), 500),
            );
          }
          if (kind === 'fails') setTimeout(() => utterance.onerror?.({ error: 'synthesis-failed' }), 10);
        },
      },
    });
  }, voice);
}

const lesson = '/courses/cold-calling/module-1';
const deckOf = (page: Page) => page.getByRole('region', { name: /^Video: / });
const play = (page: Page) => deckOf(page).getByRole('button', { name: /^(Play|Continue at slide) / });
const slide = (page: Page) => deckOf(page).getByRole('slider', { name: 'Slide' });

/** Opens a lesson whose player is ready and whose time stands. */
async function openLesson(page: Page, voice: Voice): Promise<void> {
  await giveVoice(page, voice);
  await page.clock.install();
  await page.goto(lesson);
  await expect(slide(page)).toBeAttached();
}

test.describe('with scripts', () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'a film needs scripts');

  test('the play button is in the middle of a dimmed slide, and nothing below moves when it is pressed', async ({
    page,
  }) => {
    await joinAs(page);
    await page.setViewportSize({ width: 320, height: 740 });
    await giveVoice(page, 'speaks');
    await page.goto('/training/videos/entrepreneurial');
    const slides = await deckOf(page).locator('.deck-slides').boundingBox();
    const button = await play(page).locator('> span').boundingBox();
    const middleOf = (box: typeof slides) => (box ? box.y + box.height / 2 : Number.NaN);
    expect(Math.abs(middleOf(button) - middleOf(slides))).toBeLessThan(4);
    // What is behind it is not to be read.
    await expect(play(page)).toHaveCSS('backdrop-filter', /blur/);
    const placeOfControls = () =>
      deckOf(page)
        .locator('.deck-controls')
        .evaluate((controls) => controls.getBoundingClientRect().top + scrollY);
    const before = await placeOfControls();
    await play(page).click();
    await expect(deckOf(page).locator('.deck-captions')).not.toBeEmpty();
    // The captions take their place between the slide and the controls.
    expect(Math.abs((await placeOfControls()) - before)).toBeLessThan(110);
    // A lesson's poster is low on a phone, so that its text is near.
    await page.goto(lesson);
    const poster = await deckOf(page).locator('.deck-screen').boundingBox();
    expect(poster?.height).toBeLessThan(200);
  });

  test('a deck is silent until it is asked, plays to its end and never marks anything by itself', async ({
    page,
  }) => {
    await joinAs(page);
    await openLesson(page, 'speaks');
    await page.clock.runFor(30_000);
    expect(await page.evaluate(() => window.said)).toEqual([]);
    await play(page).click();
    await expect(deckOf(page).getByRole('button', { name: 'Pause' })).toBeFocused();
    await page.clock.runFor(2_000);
    expect((await page.evaluate(() => window.said))[0]).toMatch(/^Let's prepare calls/);
    await expect(deckOf(page).locator('.deck-captions')).not.toBeEmpty();
    await page.clock.runFor(240_000);
    await expect(deckOf(page)).toHaveAttribute('data-state', 'ended');
    await expect(page.getByText('No progress yet')).toBeVisible();
    // Everything was said, in its order, once.
    const said = await page.evaluate(() => window.said);
    expect(new Set(said).size).toBe(said.length);
    expect(said.at(-1)).toMatch(/^And make the place for refusals first/);
    await deckOf(page).getByRole('button', { name: 'Mark as Complete' }).click();
    await expect(page.getByText('Progress: 50% (in progress)').first()).toBeVisible();
    await expect(deckOf(page).getByRole('link', { name: /^Next module/ })).toBeFocused();
  });

  for (const voice of ['none', 'fails', 'says nothing'] as const)
    test(`without a voice (${voice}) time tells, and the captions are there`, async ({ page }) => {
      await joinAs(page);
      await openLesson(page, voice);
      await play(page).click();
      await page.clock.runFor(260_000);
      await expect(deckOf(page)).toHaveAttribute('data-state', 'ended');
      await expect(deckOf(page).getByText(/^3:\d\d \/ 3:\d\d$/)).toBeVisible();
      if (voice !== 'none') expect(await page.evaluate(() => window.said.length)).toBe(1);
    });

  test('a voice that was stopped before it began goes on with the next sentence', async ({ page }) => {
    await joinAs(page);
    await openLesson(page, 'speaks');
    await play(page).click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.clock.runFor(10_000);
    await expect(deckOf(page).getByLabel('Voice')).toHaveValue('Test');
    expect((await page.evaluate(() => window.said)).length).toBeGreaterThan(6);
  });

  test('keys and buttons move it; Escape, a press on the slide and a hidden tab stop it', async ({
    page,
  }) => {
    await joinAs(page);
    await openLesson(page, 'none');
    await play(page).click();
    const state = () => deckOf(page).getAttribute('data-state');
    await page.keyboard.press('ArrowRight');
    await expect(slide(page)).toHaveValue('2');
    // The first item comes with its words.
    await expect(deckOf(page).getByText('Consent needed, or interest presumed?')).toBeHidden();
    await page.clock.runFor(12_000);
    await expect(deckOf(page).getByText('Consent needed, or interest presumed?')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(slide(page)).toHaveValue('1');
    await page.keyboard.press('c');
    await expect(deckOf(page).locator('.deck-captions')).toBeHidden();
    await page.keyboard.press('C');
    await expect(deckOf(page).locator('.deck-captions')).toBeVisible();
    await page.keyboard.press('Space');
    expect(await state()).toBe('paused');
    await page.keyboard.press('Space');
    expect(await state()).toBe('playing');
    await page.keyboard.press('Escape');
    expect(await state()).toBe('paused');
    await deckOf(page).locator('.slide').first().click();
    expect(await state()).toBe('playing');
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    expect(await state()).toBe('paused');
    await slide(page).focus();
    await page.keyboard.press('End');
    await expect(slide(page)).toHaveValue('8');
    // What stands still is seen whole.
    await expect(deckOf(page).getByText('Make a place for "don\'t call again"')).toBeVisible();
    await deckOf(page).getByText('Transcript').click();
    await expect(
      deckOf(page)
        .getByRole('listitem')
        .filter({ hasText: /^Your turn, with four hours/ }),
    ).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  });

  test('one goes on where one was, on another device; choices are kept on this one', async ({
    page,
    browser,
  }) => {
    const email = await joinAs(page);
    await openLesson(page, 'speaks');
    await play(page).click();
    await deckOf(page).getByLabel('Speed').selectOption('1.5');
    await deckOf(page).getByLabel('Voice').selectOption('No voice');
    const kept = page.waitForResponse((response) => response.url().endsWith('/watching'));
    await deckOf(page).getByRole('button', { name: 'Next' }).click();
    await deckOf(page).getByRole('button', { name: 'Next' }).click();
    await page.clock.runFor(1_500);
    expect((await kept).status()).toBe(204);
    await page.reload();
    await expect(deckOf(page).getByLabel('Speed')).toHaveValue('1.5');
    await expect(deckOf(page).getByLabel('Voice')).toHaveValue('-');

    const other = await browser.newContext();
    const there = await other.newPage();
    await there.goto(`${new URL(page.url()).origin}/login`);
    await signIn(there, email);
    await there.goto(new URL(lesson, page.url()).href);
    await expect(play(there)).toHaveText(/^Continue at slide 3/);
    await play(there).click();
    await expect(slide(there)).toHaveValue('3');
    await other.close();
  });

  test('a card of the overview opens it in a dialog, with Mark as Complete', async ({ page }) => {
    await joinAs(page);
    await giveVoice(page, 'none');
    await page.goto('/courses/cold-calling');
    await page.getByRole('heading', { level: 3 }).nth(1).getByRole('link').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('region', { name: /^Video: Hold the conversation/ })).toBeVisible();
    await dialog.getByRole('button', { name: /^Play / }).click();
    await expect(dialog.getByRole('button', { name: 'Pause' })).toBeFocused();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Mark as Complete' }).click();
    await expect(dialog.getByRole('button', { name: 'Completed' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
  });

  test('on a page without React it plays as well', async ({ page }) => {
    await joinAs(page);
    await giveVoice(page, 'none');
    await page.clock.install();
    await page.goto('/training/videos/bulletproof-branding');
    await expect(slide(page)).toBeAttached();
    await play(page).click();
    await expect(deckOf(page).getByRole('button', { name: 'Pause' })).toBeFocused();
    await page.clock.runFor(240_000);
    await expect(deckOf(page)).toHaveAttribute('data-state', 'ended');
    expect(await findViolations(page)).toEqual([]);
    await deckOf(page).getByRole('button', { name: 'Play' }).click();
    await expect(slide(page)).toHaveValue('1');
  });

  test('while the player loads, that is said', async ({ page }) => {
    await joinAs(page);
    await giveVoice(page, 'none');
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(/\/assets\/deck-/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(lesson);
    await play(page).click();
    await expect(deckOf(page).getByText('Loading video content...')).toBeVisible();
    letGo();
    await expect(deckOf(page).getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect(deckOf(page).getByText('Loading video content...')).toBeHidden();
  });

  test('with reduced motion nothing moves', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await joinAs(page);
    await openLesson(page, 'none');
    await play(page).click();
    const durations = await deckOf(page)
      .locator('[data-step]')
      .evaluateAll((steps) => steps.map((step) => getComputedStyle(step).transitionDuration));
    expect(
      durations.every((duration) => duration.split(', ').every((one) => Number.parseFloat(one) < 0.001)),
    ).toBe(true);
  });
});

test('without scripts the slides are a storyboard, each with what is said about it', async ({
  page,
  hasScripts,
}) => {
  test.skip(hasScripts, 'with scripts it is a film');
  await joinAs(page);
  await page.goto(lesson);
  const slides = deckOf(page).getByRole('listitem', { name: /^Slide \d of 8$/ });
  await expect(slides).toHaveCount(8);
  await expect(slides.nth(0).getByText("Let's prepare calls for a sign maker")).toBeVisible();
  await expect(slides.nth(7).getByText('Your turn, with four hours')).toBeVisible();
  await expect(slides.nth(1).getByText("Is the owner's cell phone a private number?")).toBeVisible();
  await expect(deckOf(page).getByRole('button')).toHaveCount(0);
  // No button, and on a phone no room for one.
  await page.setViewportSize({ width: 320, height: 740 });
  await page.goto('/training/videos/entrepreneurial');
  await expect(deckOf(page).locator('.deck-screen')).toHaveCSS('padding-bottom', '0px');
});

test('printed, there are two slides to a page', async ({ page }) => {
  await joinAs(page);
  await page.goto(lesson);
  await page.emulateMedia({ media: 'print' });
  const slides = deckOf(page).getByRole('listitem', { name: /^Slide \d of 8$/ });
  for (const at of [0, 3, 7]) await expect(slides.nth(at).locator('.deck-narration')).toBeVisible();
  const breaks = await slides.evaluateAll((items) => items.map((item) => getComputedStyle(item).breakAfter));
  expect(breaks).toEqual(['auto', 'page', 'auto', 'page', 'auto', 'page', 'auto', 'auto']);
  // Slide and narration twice fit an A4 page less its margins: 257 mm.
  const heights = await slides.evaluateAll((items) =>
    items.map((item) => item.getBoundingClientRect().height),
  );
  const pairs = [0, 2, 4, 6].map((at) => (heights[at] ?? 0) + (heights[at + 1] ?? 0));
  for (const height of pairs) expect(height).toBeLessThan((257 / 25.4) * 96);
});

test('a place is told by a form of a member, and anything else is refused', async ({ page }) => {
  const post = async (form: Record<string, string>) =>
    (await page.request.post('/watching', { form, maxRedirects: 0 })).status();
  const deck = 'courses/cold-calling/module-1';
  expect(await post({ deck, slide: '2' })).toBe(303);
  await joinAs(page);
  expect(await post({ deck, slide: '2' })).toBe(204);
  expect(await post({ deck, slide: '0' })).toBe(422);
  expect(await post({ deck, slide: '2.5' })).toBe(422);
  expect(await post({ deck, slide: '2e9' })).toBe(422);
  expect(await post({ slide: '2' })).toBe(422);
  expect(await post({ deck, slide: '50' })).toBe(404);
  expect(await post({ deck: '../../etc/passwd', slide: '1' })).toBe(404);
  expect((await page.request.post('/watching', { data: '{}' })).status()).toBe(400);
  expect((await page.request.get('/courses/no-such/slides.pdf')).status()).toBe(404);
  expect((await page.request.get('/courses/no-such/module-1/watch', { maxRedirects: 0 })).status()).toBe(303);
});
