import { expect, type Page, test } from '@playwright/test';
import { joinAs, openCardFields, pay, signIn, typeCard, waitForReact } from '#tests/e2e/site.ts';

// When a page is translated, or changed by an extension, before React hydrates it, React replaces it and reports an error. That is why
// these tests don't use the fixture that fails on page errors.

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'About hydration.');

/** Opens a page and holds back all scripts but the page's own, small one. @returns a function that lets them load. */
async function openWithoutReact(page: Page, path: string): Promise<() => Promise<void>> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/(?!page-)[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  return async () => {
    release();
    await waitForReact(page);
    await page.unrouteAll({ behavior: 'wait' });
  };
}

/** Does what Google Translate does to a page: wraps each text in two elements of its own. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const parent = text.parentElement;
      if (!text.data.trim() || !parent || parent.closest('script, style, textarea, option, title')) continue;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = `${text.data} `;
      outer.append(inner);
      text.replaceWith(outer);
    }
  });

/** Marks the page that the server sent, to see when React has replaced it. */
const markPage = (page: Page) =>
  page.evaluate(() => document.querySelector('main')?.setAttribute('data-as-sent', ''));

const waitForReplacement = (page: Page) =>
  page.waitForFunction(() => document.querySelector('main:not([data-as-sent])') !== null);

/** Fills in every field of the page as somebody would, and tells what kinds of fields there were. */
const fillAll = (page: Page) =>
  page.evaluate(() => {
    const values: Record<string, string> = { number: '7', email: 'typed@example.com', date: '2024-02-03' };
    const kinds: string[] = [];
    for (const control of document.querySelectorAll('main input, main textarea, main select')) {
      if (control.matches(':disabled, [readonly], [type=hidden], [type=file]')) continue;
      if (control instanceof HTMLTextAreaElement) control.value = 'typed';
      else if (control instanceof HTMLSelectElement) control.selectedIndex = control.options.length - 1;
      else if (!(control instanceof HTMLInputElement)) continue;
      else if (control.type === 'checkbox') control.checked = !control.checked;
      else if (control.type === 'radio') control.checked = true;
      else control.value = values[control.type] ?? 'typed';
      kinds.push((control as HTMLInputElement).type);
    }
    return kinds;
  });

/** What every field of the page's forms holds. The slides' controls, which a script adds, have no names. */
const readAll = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main input, main textarea, main select')]
      .filter((control) => control.matches('[name]:not([type=hidden])'))
      .map((control) => {
        const { name, value, checked } = control as HTMLInputElement;
        return { name, value, checked: Boolean(checked) };
      }),
  );

test('typed text, focus and selection survive when React replaces a translated page', async ({ page }) => {
  await joinAs(page);
  const loadScripts = await openWithoutReact(page, '/profile?edit');
  const [company, bio] = [page.locator('[name=company]'), page.locator('[name=bio]')];
  await company.fill('Example Ltd');
  await bio.fill('Words that took a while');
  await bio.evaluate((field) => (field as HTMLTextAreaElement).setSelectionRange(6, 10));
  await markPage(page);
  await translate(page);
  await loadScripts();
  await waitForReplacement(page);
  await expect(company).toHaveValue('Example Ltd');
  await expect(bio).toHaveValue('Words that took a while');
  await expect(bio).toBeFocused();
  const selection = await bio.evaluate((field) => {
    const { selectionStart, selectionEnd } = field as HTMLTextAreaElement;
    return [selectionStart, selectionEnd];
  });
  expect(selection).toEqual([6, 10]);
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Example Ltd')).toBeVisible();
});

test('so does typed text in a page that an extension has changed', async ({ page }) => {
  await joinAs(page);
  const loadScripts = await openWithoutReact(page, '/profile?edit');
  await page.locator('[name=company]').fill('Example Ltd');
  await markPage(page);
  await page.locator('[name=company]').evaluate((field) => field.before(document.createElement('section')));
  await loadScripts();
  await waitForReplacement(page);
  await expect(page.locator('[name=company]')).toHaveValue('Example Ltd');
  await expect(page.locator('[name=company]')).toBeFocused();
});

// The pages that React hydrates: those with `runsReact` in their handle.
const membersPages = [
  ...['/dashboard', '/courses', '/courses/seo', '/courses/seo/module-1', '/profile?edit'],
  ...[
    '/profile/billing',
    '/profile/billing/cancel',
    '/checkout?product=dmd',
    '/thank-you',
    '/tripwire-success',
  ],
];
const affiliatesPages = ['/affiliate-centre/training', '/affiliate-centre/training/module-1-lesson-1'];

/** Fills in the forms of translated pages before React hydrates them, and compares them afterwards. @returns the kinds of fields. */
async function fillTranslated(page: Page, paths: readonly string[]): Promise<Set<string>> {
  const kinds = new Set<string>();
  for (const path of paths) {
    const loadScripts = await openWithoutReact(page, path);
    expect(new URL(page.url()).pathname).toBe(path.replace(/\?.*/, ''));
    await markPage(page);
    await translate(page);
    for (const kind of await fillAll(page)) kinds.add(kind);
    const before = await readAll(page);
    await loadScripts();
    await waitForReplacement(page);
    await expect.poll(() => readAll(page), path).toEqual(before);
  }
  return kinds;
}

test('so does what was typed, ticked and chosen on every page that React hydrates', async ({ page }) => {
  await joinAs(page);
  // Members with a plan have one to cancel.
  await openCardFields(page, true);
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await expect(async () => {
    await page.goto('/profile/billing/cancel');
    await expect(page.getByRole('radio').first()).toBeAttached({ timeout: 500 });
  }).toPass();
  const kinds = await fillTranslated(page, membersPages);
  expect([...kinds].sort()).toEqual(['checkbox', 'radio', 'select-one', 'tel', 'text', 'textarea']);
});

test('so it does on those of affiliates', async ({ page }) => {
  await signIn(page, 'affiliate@example.com', 'affiliate-demo-47');
  await fillTranslated(page, affiliatesPages);
});
