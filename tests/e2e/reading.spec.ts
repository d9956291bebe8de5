import type { Page } from '@playwright/test';
import { expect, joinAs, newEmail, password, test } from '#tests/e2e/site.ts';

/** Characters on the full lines of the text's paragraphs, as the browser breaks them. */
const measure = (page: Page) =>
  page.locator('.prose > p').evaluateAll((paragraphs) => {
    const counts: number[] = [];
    for (const paragraph of paragraphs) {
      const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      let line = 0;
      let count = 0;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (let at = 0; at < (node.textContent?.length ?? 0); at += 1) {
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const { bottom, height } = range.getBoundingClientRect();
          if (height > 0 && bottom > line + 5) {
            if (count > 0) counts.push(count);
            count = 0;
            line = bottom;
          }
          count += 1;
        }
      }
      // The last line of a paragraph is not full.
    }
    return counts.sort((a, b) => a - b);
  });

const texts = [
  '/training/guides/purchase-cycle',
  '/playbooks/keyword-map',
  '/courses/lead-generation/module-1',
  '/guides/getting-started',
];

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('lines are 60 to 75 characters long', async ({ page }) => {
    await joinAs(page);
    for (const path of texts) {
      await page.goto(path);
      await page.evaluate(() => document.fonts.ready);
      const counts = await measure(page);
      const median = counts[Math.floor(counts.length / 2)] ?? 0;
      expect(median, path).toBeGreaterThanOrEqual(60);
      expect(median, path).toBeLessThanOrEqual(75);
    }
  });

  test('the list of contents stands beside the text and stays in sight', async ({ page }) => {
    await joinAs(page);
    for (const path of texts) {
      await page.goto(path);
      await expect(page.getByText(/\d+ min to read/)).toBeVisible();
      const contents = page.getByRole('navigation', { name: 'On this page' });
      await contents.getByRole('link').last().click();
      await expect(page).toHaveURL(/#[\w-]+$/);
      await expect(contents.getByRole('link').last()).toBeInViewport();
    }
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('the list of contents is folded above the text; code and tables scroll inside themselves', async ({
    page,
  }) => {
    await joinAs(page);
    for (const path of texts) {
      await page.goto(path);
      const contents = page.getByRole('navigation', { name: 'On this page' });
      await expect(contents.getByRole('link').first()).toBeHidden();
      // On a lesson it is part of the course's bar.
      if (path.startsWith('/courses')) await page.locator('summary', { hasText: 'Module 1 of 3' }).click();
      else await contents.getByText('On this page').click();
      await expect(contents.getByRole('link').first()).toBeVisible();
    }
    await page.goto('/playbooks/utm-tracking-setup');
    for (const box of await page.locator('.prose pre, .prose .table-scroll').all()) {
      const place = await box.boundingBox();
      expect((place?.x ?? 0) + (place?.width ?? 999)).toBeLessThanOrEqual(320);
    }
  });
});

test.describe('on a phone of the usual size', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('a text begins on the first screen, or the way to it, also for who has not verified an address', async ({
    page,
    hasScripts,
  }) => {
    await joinAs(page);
    for (const path of [
      '/courses/email-marketing/module-1',
      '/courses/ai-agent-fundamentals/module-2',
      '/training/guides/purchase-cycle',
      '/email-course/1',
    ]) {
      await page.goto(path);
      await page.evaluate(() => document.fonts.ready);
      const toText = page.getByRole('link', { name: 'Straight to the text' });
      // Without scripts, above a lesson stands its storyboard, and one jumps over it.
      if (path.startsWith('/courses') && !hasScripts) {
        expect((await toText.boundingBox())?.y, path).toBeLessThan(600);
        await toText.click();
      } else await expect(toText).toBeHidden();
      const paragraph = await page.locator('.prose p').first().boundingBox();
      // The bar of the assistant begins at 695.
      expect(paragraph?.y, path).toBeLessThan(660);
    }
  });

  test('above a text there is one way up, and nothing stands over a checkout', async ({ page }) => {
    await joinAs(page);
    await page.goto('/courses/email-marketing/module-1');
    const wayUp = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link');
    await expect(wayUp.filter({ visible: true })).toHaveText('Email Marketing');
    await expect(page.getByRole('region', { name: 'Email verification' })).toBeVisible();
    await page.goto('/checkout');
    await expect(page.getByRole('heading', { name: 'Complete Your Purchase' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Email verification' })).toHaveCount(0);
  });
});

test('the sample on the first page holds no text that it does not show', async ({ page }) => {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    const hidden = await page
      .getByRole('figure')
      .first()
      .locator('p, li')
      .evaluateAll((texts) =>
        texts
          .filter((text) => {
            const box = text.getBoundingClientRect();
            for (let area = text.parentElement; area; area = area.parentElement) {
              const { overflowY } = getComputedStyle(area);
              if (overflowY !== 'visible' && box.bottom > area.getBoundingClientRect().bottom + 1)
                return true;
            }
            return false;
          })
          .map((text) => text.textContent),
      );
    expect(hidden).toEqual([]);
    await expect(page.getByRole('figure').first().locator('p').nth(1)).toBeVisible();
  }
});

test('one reads on through the list and back', async ({ page }) => {
  await joinAs(page);
  await page.goto('/training');
  const titles = await page.locator('section[aria-labelledby="guides"] h3').allTextContents();
  await page.getByRole('link', { name: String(titles[0]), exact: true }).click();
  await expect(page.getByRole('link', { name: 'Previous guide' })).toHaveCount(0);
  await page.getByRole('link', { name: `Next guide ${titles[1]}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(titles[1]));
  await page.getByRole('link', { name: `Previous guide ${titles[0]}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(titles[0]));
});

test.describe('on paper', () => {
  test.use({ colorScheme: 'dark' });

  test('there is the text alone, black on white, with the addresses of its links', async ({ page }) => {
    await joinAs(page);
    await page.goto('/guides/getting-started');
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toBeHidden();
    const looks = await page.locator('.prose a[href="/dashboard"]').evaluate((link) => ({
      ink: getComputedStyle(link).color,
      paper: getComputedStyle(document.body).backgroundColor,
      address: getComputedStyle(link, '::after').content,
    }));
    expect(looks.ink).toBe('rgb(0, 0, 0)');
    expect(looks.paper).toBe('rgb(255, 255, 255)');
    expect(looks.address).toContain('/dashboard');
  });
});

test('the legal texts are found from the footer and have to be accepted', async ({ page, hasScripts }) => {
  await page.goto('/register');
  for (const [name, title] of [
    ['Terms', 'Terms of Service'],
    ['Privacy', 'Privacy Policy'],
    ['Refunds', 'Refund Policy'],
    ['Affiliate agreement', 'Affiliate Agreement'],
    ['Earnings disclaimer', 'Earnings Disclaimer'],
  ]) {
    await page
      .getByRole('navigation', { name: 'Legal' })
      .getByRole('link', { name: String(name), exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(title));
    await expect(page.getByText(/^Version \d{4}-\d\d-\d\d$/)).toBeVisible();
  }

  await page.goto('/register');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Example');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  // The browser itself asks for the tick; without that, the site does.
  await expect(page).toHaveURL(/\/register$/);
  const accepts = page.getByRole('checkbox', { name: 'I accept the terms and the privacy policy' });
  if (hasScripts) {
    await page.locator('form#register').evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Please accept the terms and the privacy policy')).toBeVisible();
    await expect(accepts).toHaveAttribute('aria-invalid', 'true');
  }
});
