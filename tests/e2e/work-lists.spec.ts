import { randomUUID } from 'node:crypto';
import { inspectShown } from '#tests/e2e/axe.ts';
import { expect, signIn, test } from '#tests/e2e/site.ts';
import { inSiteDatabase } from '#tests/e2e/site-database.ts';

test('an admin tags some users of a list, and then all that match its filter', async ({
  page,
  hasScripts,
}) => {
  const tag = `journey ${randomUUID().slice(0, 8)}`;
  const domain = `${tag.replace(' ', '-')}.example`;
  await inSiteDatabase(
    `INSERT INTO users (id, name, email, username)
     SELECT gen_random_uuid(), 'Sample ' || n, n || '@' || $1, left(md5(n || $1), 12) FROM generate_series(1, 45) n`,
    [domain],
  );
  await signIn(page, 'admin@example.com', 'admin-demo-47');
  await page.goto('/admin/users');
  await page.getByLabel('Search name or email').fill(`@${domain}`);
  // With scripts it applies while one types.
  if (!hasScripts) await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('link', { name: `Remove the filter Search: @${domain}` })).toBeVisible();
  await expect(page.getByText('45 users', { exact: true }).last()).toBeAttached();
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  const message = page.getByRole('status').filter({ hasText: 'tagged' });
  await expect(bar).not.toBeInViewport();
  const boxes = page.getByRole('checkbox', { name: /^Sample / });
  await boxes.first().check();
  // It stays in sight from then on.
  await expect(bar).toBeInViewport();
  if (hasScripts) {
    await boxes.nth(4).click({ modifiers: ['Shift'] });
    await expect(bar.getByRole('status')).toHaveText('5 selected');
    await page.getByRole('checkbox', { name: 'All on this page' }).check();
    await expect(bar.getByRole('status')).toHaveText('40 selected');
    await page.getByRole('checkbox', { name: 'All on this page' }).uncheck();
    await boxes.first().check();
    await inspectShown(page, 'ticked users');
  }
  await boxes.nth(1).check();

  // What was ticked stays so where the form is refused.
  await bar.getByLabel('Tag', { exact: true }).fill('?');
  await bar.getByRole('button', { name: 'Add tag' }).click();
  await expect(bar.getByRole('alert')).toContainText('Please use letters');
  await expect(boxes.nth(1)).toBeChecked();
  await bar.getByLabel('Tag', { exact: true }).fill(tag);
  await bar.getByRole('button', { name: 'Add tag' }).click();
  await expect(message).toHaveText(`2 users tagged “${tag}”.`);

  // All that match but the two who have it.
  await bar.getByRole('checkbox', { name: 'All 45 users that match' }).check();
  await bar.getByLabel('Tag', { exact: true }).fill(tag);
  await bar.getByRole('button', { name: 'Add tag' }).click();
  await expect(message).toHaveText(`43 users tagged “${tag}”.`);
  await page.getByRole('link', { name: /^Remove the filter/ }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);
});

test('a list is worked through by keys, which rest while somebody types and can be switched off', async ({
  page,
  hasScripts,
}) => {
  test.skip(!hasScripts, 'keys are a script');
  await signIn(page, 'admin@example.com', 'admin-demo-47');
  await page.goto('/admin/users?sort=email');
  // The script comes when the page has nothing to do.
  await expect(page.locator('.work-list[data-ready]')).toBeAttached();
  const rows = page.getByRole('rowheader').getByRole('link');
  await expect(async () => {
    await page.keyboard.press('j');
    await expect(rows.first()).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.locator('input.row-tick').nth(1)).toBeChecked();
  await page.keyboard.press('k');
  await expect(rows.first()).toBeFocused();
  const search = page.getByLabel('Search name or email');
  await search.fill('j');
  await page.keyboard.press('k');
  await expect(search).toHaveValue('jk');
  await expect(search).toBeFocused();

  // The list follows, each time: its rows are others then.
  const chip = page.getByRole('link', { name: 'Remove the filter Search: jk' });
  await expect(chip).toBeVisible();
  await search.fill('');
  await expect(chip).toHaveCount(0);
  await expect(rows.nth(1)).toBeVisible();
  await rows.first().focus();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByRole('button', { name: 'Turn single keys off' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).not.toBeAttached();
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('j');
  await expect(rows.first()).toBeFocused();
});

test('the command palette goes to pages, courses and people', async ({ page, hasScripts }) => {
  test.skip(!hasScripts, 'everything it leads to has links');
  await signIn(page, 'admin@example.com', 'admin-demo-47');
  await page.goto('/dashboard');
  await expect(page.locator('[data-palette][data-ready]')).toBeAttached();
  const box = page.getByRole('combobox', { name: 'Go to' });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(box).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await box.fill('audit');
  await expect(page.getByRole('option', { name: /^Audit log/ })).toHaveAttribute('aria-selected', 'true');
  await inspectShown(page, 'the command palette');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/audit$/);

  await expect(page.locator('[data-palette][data-ready]')).toBeAttached();
  const link = page.getByRole('link', { name: 'Clear' }).or(page.getByLabel('What')).first();
  await link.focus();
  await page.keyboard.press('Control+k');
  await expect(box).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(box).not.toBeAttached();
  await expect(link).toBeFocused();
  await page.keyboard.press('Control+k');
  await box.fill('member@example');
  await page.getByRole('option', { name: /Demo Member/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Demo Member' })).toBeVisible();
});

test('an admin saves how a list is shown as a view, opens, changes and deletes it', async ({
  page,
  hasScripts,
}) => {
  const name = `Resellers ${randomUUID().slice(0, 8)}`;
  await signIn(page, 'admin@example.com', 'admin-demo-47');
  await page.goto('/admin/users?role=reseller&sort=name');
  const views = page.locator('summary').filter({ hasText: 'View' });
  const table = page.getByRole('table', { name: 'Users' });
  const message = (text: string) => page.getByRole('status').filter({ hasText: text });
  await views.click();
  // A name is needed, and what is shown is kept.
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByText('Please name the view')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(message(`The view “${name}” is saved.`)).toBeVisible();
  await expect(page).toHaveURL(/role=reseller&sort=name&opened=/);
  await expect(views).toHaveText(`View: ${name}`);

  // Its columns are its own.
  await page.locator('summary').filter({ hasText: 'Display' }).click();
  await page.getByLabel('Joined', { exact: true }).uncheck();
  await page.getByRole('button', { name: 'Save in this view' }).click();
  await expect(table.getByRole('columnheader', { name: 'Joined' })).toHaveCount(0);
  await page.goto('/admin/users');
  await expect(table.getByRole('columnheader', { name: 'Joined' })).toBeVisible();
  await views.click();
  if (hasScripts) await inspectShown(page, 'views of a list');
  await page.getByRole('link', { name }).click();
  await expect(table.getByRole('columnheader', { name: 'Joined' })).toHaveCount(0);
  await expect(
    page.getByRole('link', { name: 'Remove the filter Role: Reseller', exact: true }),
  ).toBeVisible();

  // What is changed can be saved in it.
  await page.getByRole('link', { name: 'Remove the filter Role: Reseller', exact: true }).click();
  await expect(views).toHaveText(`View: ${name}, changed`);
  await views.click();
  await page.getByRole('button', { name: `Save changes to “${name}”` }).click();
  await expect(message('The view is saved.')).toBeVisible();
  await expect(views).toHaveText(`View: ${name}`);

  // One of an earlier release says what it has lost.
  await inSiteDatabase(`UPDATE saved_views SET query = 'color=red&sort=name' WHERE name = $1`, [name]);
  await views.click();
  await page.getByRole('link', { name: 'Manage views' }).click();
  await page.getByRole('link', { name }).click();
  await expect(page.getByText('was saved with filters that this list no longer has (color)')).toBeVisible();

  await page.goto('/admin/views');
  if (hasScripts) await inspectShown(page, 'saved views');
  await page.getByLabel(`Name of the view ${name}`).fill(`${name} 2`);
  await page.getByRole('button', { name: `Save ${name}` }).click();
  await expect(message('The view is saved.')).toBeVisible();
  await page.getByRole('button', { name: `Delete the view ${name} 2` }).click();
  await expect(message('The view is deleted.')).toBeVisible();
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});
