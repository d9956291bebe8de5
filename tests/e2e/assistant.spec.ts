import { findViolations } from '#tests/e2e/axe.ts';
import { expect, joinAs, test } from '#tests/e2e/site.ts';

const question = 'How do I write a good subject line?';

test('a member asks on the page of the assistant, follows a source, and keeps order', async ({
  page,
  hasScripts,
}) => {
  await joinAs(page);
  await page.goto('/assistant');
  await page.getByLabel('Your question').fill(question);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page).toHaveURL(/\/assistant\/[0-9a-f-]{36}#m1$/);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(question);
  await expect(main.locator('blockquote').first()).toContainText(/subject/i);
  if (hasScripts) expect(await findViolations(page)).toEqual([]);

  await page.getByLabel('Ask on').fill('What is the capital of Australia?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(main.getByText(/isn.t in the library/)).toBeVisible();

  await main.getByText('Ask a person', { exact: true }).click();
  await main.getByLabel('Message').fill('');
  await main.getByLabel('Message').evaluate((element) => element.removeAttribute('required'));
  await main.getByRole('button', { name: 'Send to support' }).click();
  await expect(main.getByText('Please write your question')).toBeVisible();
  await main.getByLabel('Message').fill('Which city is it?');
  await main.getByRole('button', { name: 'Send to support' }).click();
  await expect(page.getByRole('status').filter({ hasText: /./ })).toContainText(/It is ticket \d+/);
  await expect(main.getByText(/Your question is ticket \d+\./)).toBeVisible();

  await main.getByRole('button', { name: 'Not helpful' }).last().click();
  await expect(page.getByRole('status').filter({ hasText: /./ })).toContainText('Thank you.');
  await expect(main.getByRole('button', { name: 'Not helpful' }).last()).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  await main.getByText('Rename or delete').click();
  await main.getByLabel('Name').fill('Subject lines');
  await main.getByRole('button', { name: 'Rename' }).click();
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Subject lines');

  const source = main.locator('section', { hasText: 'Read on' }).locator('a[href*="#"]').first();
  const [path, anchor] = ((await source.getAttribute('href')) ?? '').split('#');
  await source.click();
  await expect(page).toHaveURL(new RegExp(`${path}#${anchor}$`));
  await expect(page.locator(`[id="${anchor}"]`)).toBeVisible();

  await page.goto('/assistant');
  const list = page.getByRole('navigation', { name: 'Conversations' });
  if (!(await list.first().isVisible()))
    await page.getByText('Conversations', { exact: true }).first().click();
  await list.getByRole('link', { name: 'Subject lines' }).filter({ visible: true }).click();
  await main.getByText('Rename or delete').click();
  await main.getByRole('button', { name: 'Delete this conversation' }).click();
  await expect(page).toHaveURL('/assistant');
  await expect(page.getByRole('status').filter({ hasText: /./ })).toContainText(
    'The conversation is deleted.',
  );
});

test('an empty message is refused beside its field, and what was typed stays', async ({ page }) => {
  await joinAs(page);
  await page.goto('/assistant');
  const field = page.getByLabel('Your question');
  await field.evaluate((element: HTMLTextAreaElement) => element.removeAttribute('required'));
  await field.fill('   ');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText('Please type a message.')).toBeVisible();
  await expect(page.getByLabel('Your question')).toHaveAttribute('aria-invalid', 'true');
});

test.describe('the panel', () => {
  test.skip(({ hasScripts }) => !hasScripts, 'opens by a script');

  for (const path of ['/courses/seo/module-1', '/playbooks/list-cleaning'])
    test(`on ${path} is loaded at the first press, answers, and goes with Escape`, async ({ page }) => {
      await joinAs(page);
      const loaded: string[] = [];
      page.on('request', (request) => loaded.push(request.url()));
      // What the page loads once it has nothing to do ends with its events, which never end.
      const isAtRest = () => page.waitForResponse((answer) => new URL(answer.url()).pathname === '/live');
      const first = isAtRest();
      await page.goto(path);
      await first;
      expect(loaded.filter((url) => url.includes('/assets/assistant-'))).toEqual([]);

      const toggle = page.getByRole('link', { name: 'Ask the assistant' });
      await toggle.click();
      const panel = page.getByRole('dialog', { name: 'Assistant' });
      const input = panel.getByLabel('Your question');
      await expect(input).toBeFocused();
      expect(loaded.filter((url) => url.includes('/assets/assistant-'))).toHaveLength(1);
      await expect(
        panel.getByRole('button', { name: /^What is this (lesson|playbook) about\?$/ }),
      ).toBeVisible();
      expect(await findViolations(page)).toEqual([]);

      await input.fill(question);
      await input.press('Enter');
      const log = panel.getByRole('log');
      await expect(log.locator('blockquote').first()).toContainText(/subject/i);
      await expect(log.getByRole('link', { name: /^Source 1: / }).first()).toBeVisible();
      await expect(input).toHaveValue('');
      await expect(input).toBeFocused();
      expect((await log.boundingBox())?.height ?? 0).toBeLessThanOrEqual(300);
      expect(await findViolations(page)).toEqual([]);

      // Left open, it is open on the next page, with what was said.
      await page.goto('/dashboard');
      await expect(page.getByRole('dialog', { name: 'Assistant' }).getByText(question)).toBeVisible();
      await page.getByRole('dialog', { name: 'Assistant' }).getByLabel('Your question').press('Escape');
      await expect(page.getByRole('dialog', { name: 'Assistant' })).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Ask the assistant' })).toBeFocused();
      const again = isAtRest();
      await page.reload();
      await again;
      await expect(page.getByRole('dialog', { name: 'Assistant' })).toHaveCount(0);
    });

  test('loses nothing that was typed when the connection fails, and asks once', async ({ page }) => {
    await joinAs(page);
    await page.goto('/playbooks/list-cleaning');
    await page.getByRole('link', { name: 'Ask the assistant' }).click();
    const panel = page.getByRole('dialog', { name: 'Assistant' });
    await page.route('**/api/ai-assistant', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      // Asked, but the answer never arrives.
      await route.fetch();
      return route.abort();
    });
    await panel.getByLabel('Your question').fill('hello');
    await panel.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(panel.getByRole('alert')).toHaveText('Sorry, there was a problem connecting to the AI.');
    await expect(panel.getByLabel('Your question')).toHaveValue('hello');
    await page.unroute('**/api/ai-assistant');
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect(panel.getByText('I am the assistant of')).toBeVisible();
    await page.goto('/assistant');
    await expect(
      page
        .getByRole('navigation', { name: 'Conversations' })
        .filter({ visible: true })
        .getByRole('link', { name: 'hello' }),
    ).toHaveCount(1);
  });

  test('leaves what is half typed where an offered question is pressed, answered or not', async ({
    page,
  }) => {
    await joinAs(page);
    await page.goto('/playbooks/list-cleaning');
    await page.getByRole('link', { name: 'Ask the assistant' }).click();
    const panel = page.getByRole('dialog', { name: 'Assistant' });
    const offered = panel.getByRole('button', { name: 'What is this playbook about?' });
    await panel.getByLabel('Your question').fill('How many people');
    await page.route('**/api/ai-assistant', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await offered.click();
    await expect(panel.getByRole('alert')).toHaveText('Sorry, there was a problem connecting to the AI.');
    await expect(panel.getByLabel('Your question')).toHaveValue('How many people');
    await page.unroute('**/api/ai-assistant');
    await offered.click();
    await expect(panel.getByText('part by part')).toBeVisible();
    await expect(panel.getByLabel('Your question')).toHaveValue('How many people');
    await page.goto('/dashboard');
    await expect(panel.getByLabel('Your question')).toHaveValue('How many people');
  });

  test('goes on with an answer whose connection broke', async ({ page }) => {
    await joinAs(page);
    await page.goto('/playbooks/list-cleaning');
    await page.getByRole('link', { name: 'Ask the assistant' }).click();
    const panel = page.getByRole('dialog', { name: 'Assistant' });
    await page.route('**/api/ai-assistant', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const response = await route.fetch();
      // The answer is cut after its first words.
      const body = (await response.text()).split('data: {"type":"data-answer"')[0];
      return route.fulfill({ response, body });
    });
    await panel.getByLabel('Your question').fill(question);
    await panel.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(
      panel
        .getByRole('log')
        .getByRole('link', { name: /^Source 1: / })
        .first(),
    ).toBeVisible();
    await expect(panel.getByLabel('Your question')).toHaveValue('');
    await expect(panel.getByRole('alert')).toHaveCount(0);
  });

  test('offers to ask a person, and sends nothing before the press', async ({ page }) => {
    await joinAs(page);
    await page.goto('/playbooks/list-cleaning');
    await page.getByRole('link', { name: 'Ask the assistant' }).click();
    const panel = page.getByRole('dialog', { name: 'Assistant' });
    await panel.getByLabel('Your question').fill('What is the capital of Australia?');
    await panel.getByRole('button', { name: 'Ask', exact: true }).click();
    const unhelpful = panel.getByRole('button', { name: 'Not helpful', exact: true });
    const kept = page.waitForResponse('**/api/ai-assistant/rating');
    await unhelpful.click();
    expect((await kept).status()).toBe(200);
    await panel.getByText('Ask a person', { exact: true }).click();
    await panel.getByLabel('Subject').fill('A capital');
    expect(await findViolations(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Send to support' }).click();
    await expect(panel.getByText(/^One step left: .* It is ticket \d+\.$/)).toBeVisible();
    // On the next page it is known to be sent.
    await page.goto('/dashboard');
    await expect(
      page.getByRole('dialog', { name: 'Assistant' }).getByText(/Your question is ticket \d+/),
    ).toBeVisible();
    await expect(unhelpful).toHaveAttribute('aria-pressed', 'true');
    await expect(panel.getByRole('button', { name: 'Helpful', exact: true })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
    for (const [data, status] of [
      [{ messageId: crypto.randomUUID(), rating: 1 }, 404],
      [{ messageId: "'; --", rating: -1 }, 404],
      [{ messageId: crypto.randomUUID(), rating: 2 }, 422],
      [{ rating: null }, 422],
      ['no object', 415],
    ] as const)
      expect((await page.request.post('/api/ai-assistant/rating', { data })).status()).toBe(status);
  });

  test('waits for an answer, takes no other message meanwhile, and can be stopped', async ({ page }) => {
    await joinAs(page);
    await page.goto('/playbooks/list-cleaning');
    await page.getByRole('link', { name: 'Ask the assistant' }).click();
    const panel = page.getByRole('dialog', { name: 'Assistant' });
    await page.route('**/api/ai-assistant', (route) =>
      route.request().method() === 'POST' ? undefined : route.continue(),
    );
    const input = panel.getByLabel('Your question');
    await input.fill('hello');
    await input.press('Enter');
    await expect(panel.getByRole('status')).toHaveText('Thinking...');
    await expect(input).toBeDisabled();
    await panel.getByRole('button', { name: 'Stop' }).click();
    await expect(input).toBeEnabled();
    await expect(input).toHaveValue('hello');
    await expect(input).toBeFocused();
  });
});

test('without scripts the toggle leads to the page, which knows where one comes from', async ({
  page,
  hasScripts,
}) => {
  test.skip(hasScripts, 'with scripts it opens the panel');
  await joinAs(page);
  await page.goto('/courses/seo/module-1');
  await page.getByRole('link', { name: 'Ask the assistant' }).click();
  await expect(page).toHaveURL('/assistant?on=%2Fcourses%2Fseo%2Fmodule-1');
  await page.getByRole('button', { name: 'What is this lesson about?' }).click();
  await expect(page.getByRole('main')).toContainText("Choose searches by what they're worth, part by part");
});
