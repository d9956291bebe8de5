import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { inspectShown } from '#tests/e2e/axe.ts';
import { expect, signIn, test } from '#tests/e2e/site.ts';

/** A program that is told, and answers with what it is set to. */
async function startProgram() {
  const received: { headers: Record<string, string>; text: string }[] = [];
  const program = { status: 500, received };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({
      headers: request.headers as Record<string, string>,
      text: Buffer.concat(chunks).toString(),
    });
    response.writeHead(program.status).end('noted');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return Object.assign(program, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    [Symbol.dispose]: () => void server.close(),
  });
}

test('an owner adds an endpoint, tries it out, and sends again what failed', async ({ page, hasScripts }) => {
  using program = await startProgram();
  // Of this test alone: the other works on the same site.
  const name = `Accounting ${randomUUID().slice(0, 8)}`;
  await signIn(page, 'admin@example.com', 'admin-demo-47');
  await page.goto('/admin/webhooks/endpoints/new');
  await page.getByLabel('Address', { exact: true }).fill(program.url);
  await page.getByLabel('What it is').fill(name);
  await page.getByRole('button', { name: 'Add the endpoint' }).click();
  await expect(page.getByText('Please choose what it is told of')).toBeVisible();
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue(program.url);
  await page.getByRole('checkbox', { name: /payout\.paid/ }).check();
  await page.getByRole('button', { name: 'Add the endpoint' }).click();
  await expect(page.getByText("Save this secret securely - it won't be shown again!")).toBeVisible();
  const secret = await page.getByLabel('The secret that events are signed with').inputValue();

  await page.getByRole('link', { name: 'Go on to the endpoint' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  if (hasScripts) await inspectShown(page, new URL(page.url()).pathname);
  await page.getByRole('button', { name: 'Send a test event' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'webhook.test' })).toBeVisible();
  await expect.poll(() => program.received.length, { timeout: 90_000 }).toBeGreaterThan(0);
  const { text, headers } = program.received[0] as (typeof program.received)[number];
  expect(new Webhook(secret).verify(text, headers)).toMatchObject({ type: 'webhook.test' });
  // Its failure may still be on its way into the database.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('500 · noted').first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });

  // Switched off, what waits is given up; switched on again, it is sent again.
  await page.getByRole('link', { name: program.url }).click();
  await page.getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByText('The endpoint is switched off.')).toBeVisible();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByText('The endpoint is switched on.')).toBeVisible();
  program.status = 204;
  const before = program.received.length;
  await page.getByRole('link', { name: 'What was sent' }).click();
  if (hasScripts) await inspectShown(page, new URL(page.url()).pathname);
  await page.getByRole('button', { name: `Send all again: ${name}` }).click();
  await expect(page.getByText('1 event is on the way again.')).toBeVisible();
  await expect.poll(() => program.received.length, { timeout: 90_000 }).toBeGreaterThan(before);

  // On a small window what floats would lie on the button; the first press only says what is missing.
  await page.setViewportSize({ width: 1024, height: 500 });
  await page.goto('/admin/webhooks/endpoints');
  await page.getByRole('link', { name }).click();
  const remove = page.getByRole('button', { name: 'Delete', exact: true });
  await remove.click();
  await expect(page.getByText('Please tick this first')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Yes, delete it' }).check();
  // Where it would be covered: at the window's lower edge.
  await remove.evaluate((button) => button.scrollIntoView({ block: 'end' }));
  await remove.click();
  await expect(page.getByText('The endpoint is deleted.')).toBeVisible();
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});
