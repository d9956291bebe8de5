import { demoAccounts } from '#app/domain/people/accounts/demo-accounts.server.ts';
import { expect, joinAs, signIn, test } from '#tests/e2e/site.ts';
import { inSiteDatabase } from '#tests/e2e/site-database.ts';

const verify = (email: string) =>
  inSiteDatabase(
    `UPDATE users SET email_verified_at = now(), created_at = now() - interval '30 days' WHERE email = $1`,
    [email],
  );

test('a thread is started, answered, accepted, reported and moderated, and each is told', async ({
  page,
  browser,
  hasScripts,
}) => {
  await verify(await joinAs(page));
  const title = `A headline for ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto('/community/new?topic=work-in-progress');
  await page.getByLabel('What is it about?').fill(title);
  await page.getByLabel('Your post').fill('**Read** <script>this</script>');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.locator('strong')).toHaveText('Read');
  await expect(preview.locator('script')).toHaveCount(0);
  await expect(page.getByLabel('What is it about?')).toHaveValue(title);
  const isLive = hasScripts
    ? page.waitForResponse((answer) => answer.url().includes('/live?on=thread'))
    : null;
  await page.getByRole('button', { name: 'Post thread' }).dblclick();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  const thread = new URL(page.url()).pathname;
  await isLive;

  const other = await browser.newPage({ javaScriptEnabled: hasScripts });
  await verify(await joinAs(other));
  await other.goto(thread);
  await other.getByLabel('What do you want to say?').fill('Cut the second word.');
  await other.getByRole('button', { name: 'Reply', exact: true }).dblclick();
  await expect(other.getByText('Your reply is posted.')).toBeVisible();
  await expect(other.getByText('Cut the second word.')).toHaveCount(1);
  await other.goto('/community');
  await expect(other.getByRole('link', { name: title })).toHaveCount(1);
  await other.goto(thread);
  if (hasScripts) {
    // It comes to the open page by itself, and has been read there.
    await expect(page.getByText('Cut the second word.')).toBeVisible();
    await expect(page.getByText('Something new has come in.')).toBeVisible();
    await expect(page.getByRole('heading', { name: '1 reply' })).toBeVisible();
  } else {
    await page.goto('/notifications');
    await page.getByRole('button', { name: `Unread: A new reply in “${title}”` }).click();
  }

  await expect(page.getByText('Cut the second word.')).toBeVisible();
  await page.getByRole('button', { name: 'Mark as answer' }).click();
  await expect(page.getByRole('heading', { name: 'The answer' })).toBeVisible();
  await page.getByRole('link', { name: 'Report' }).click();
  await page.getByRole('button', { name: 'Report it' }).click();
  await expect(page.getByText('Please choose what is wrong')).toBeVisible();
  await page.getByLabel('It advertises, or is spam').check();
  await page.getByRole('button', { name: 'Report it' }).click();
  await expect(page.getByText('A moderator will review it.')).toBeVisible();

  const admin = await browser.newPage({ javaScriptEnabled: hasScripts });
  const account = demoAccounts.find(({ role }) => role === 'admin');
  await signIn(admin, account?.email ?? '', account?.password);
  await admin.goto('/admin/community');
  await admin.getByRole('link', { name: title }).click();
  await admin.getByLabel('Why it is removed').fill('It was not spam at all');
  await admin.getByRole('button', { name: 'Remove the post' }).click();
  await expect(admin.getByText('The post is removed')).toBeVisible();

  await other.goto(thread);
  await expect(other.getByText('The reason: It was not spam at all')).toBeVisible();
  await page.goto(thread);
  await expect(page.getByText('Removed by a moderator.')).toBeVisible();
  await expect(page.getByText('It was not spam at all')).toHaveCount(0);
  await other.close();
  await admin.close();
});

test('a thread that React has opened shows what its address names, also after a reply has come in', async ({
  page,
  browser,
  hasScripts,
}) => {
  test.skip(!hasScripts, 'without scripts each page is loaded');
  await verify(await joinAs(page));
  const title = `A long talk ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto('/community/new?topic=work-in-progress');
  await page.getByLabel('What is it about?').fill(title);
  await page.getByLabel('Your post').fill('What do you think?');
  await page.getByRole('button', { name: 'Post thread' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  const thread = new URL(page.url()).pathname;
  await inSiteDatabase(
    `WITH told AS (
       INSERT INTO community_posts (id, thread_id, author_id, body, form_key, is_opening, created_at)
       SELECT gen_random_uuid(), t.id, t.author_id, 'Thought ' || i, gen_random_uuid(), false, t.created_at + i * interval '1 millisecond'
       FROM community_threads t, generate_series(101, 131) i WHERE t.title = $1 RETURNING 1)
     UPDATE community_threads SET reply_count = (SELECT count(*) FROM told) WHERE title = $1`,
    [title],
  );

  await page.goto('/dashboard');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Community' })
    .first()
    .click();
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByText('Thought 101')).toBeVisible();
  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await expect(page.getByText('Thought 131')).toBeVisible();
  expect(await page.evaluate(() => '__reactRouterContext' in window)).toBe(true);
  // Whoever comes back to the page hears of its thread from then on.
  const isLive = page.waitForResponse((answer) => answer.url().includes('/live?on=thread'));
  await page.evaluate(() => {
    for (const hidden of [true, false]) {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }
  });
  await isLive;
  await page.getByLabel('What do you want to say?').fill('I am still writing');

  const other = await browser.newPage();
  await verify(await joinAs(other));
  await other.goto(thread);
  await other.getByLabel('What do you want to say?').fill('It is enough now.');
  await other.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(other.getByText('Your reply is posted.')).toBeVisible();
  await other.close();
  await expect(page.getByText('It is enough now.')).toBeVisible();
  await expect(page.getByLabel('What do you want to say?')).toHaveValue('I am still writing');

  await page.goBack();
  await expect(page.getByText('Thought 101')).toBeVisible();
  await expect(page.getByText('It is enough now.')).toHaveCount(0);
});
