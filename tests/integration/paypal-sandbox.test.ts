import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { config } from '#app/platform/config.server.ts';
import { startPaypal } from '#stand-ins/sandbox/paypal/paypal.ts';
import { openPool } from '#stand-ins/sandbox/store.ts';
import { stateOf } from '#tests/integration/delivered-facts.ts';
import { deliver, fake, idIn, newPaypalMember, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { newViewer } from '#tests/integration/people.ts';
import { openPaypalApproval } from '#tests/integration/purchases.ts';

withPaypal();

/** The types of the events that came; of one subscription where its id is given. */
const typesOf = async (id = '') =>
  (await fake.take()).filter(({ body }) => body.includes(id)).map(({ type }) => type);

/** A call of the API with a token, as a program makes it. */
async function call(path: string, method = 'GET', body?: unknown) {
  const { apiBase, clientId, clientSecret } = fake.settings;
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const given = await fetch(`${apiBase}/v1/oauth2/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${credentials}` },
    body: 'grant_type=client_credentials',
  });
  const { access_token } = (await given.json()) as { access_token: string };
  const answer = await fetch(new URL(path, apiBase), {
    method,
    headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

describe('the page of approval', () => {
  let pages: Server;
  let base: string;

  beforeAll(async () => {
    pages = createServer((request, response) => void fake.answerPage(request, response));
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/sandbox/paypal/approve`;
  });

  afterAll(() => new Promise((resolve) => pages.close(resolve)));

  const approve = (id: string, headers: Record<string, string> = {}) =>
    fetch(`${base}?ba_token=${id}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ funding: 'pays' }),
      redirect: 'manual',
    });

  it('says what it is and what it costs, and runs no script', async () => {
    const viewer = await newViewer();
    const address = new URL(await openPaypalApproval(viewer));
    expect(address.origin).toBe(fake.settings.approvalOrigin);
    const page = await fetch(`${base}${address.search}`);
    const text = await page.text();
    expect(text).toContain('PayPal sandbox: no money moves');
    expect(text).toContain('$47.00');
    expect(text).not.toMatch(/<script|style=/);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('leads back, also by a second press, and takes the money once', async () => {
    const id = idIn(await openPaypalApproval(await newViewer()));
    const answers = await Promise.all([approve(id), approve(id)]);
    for (const answer of answers)
      expect([answer.status, answer.headers.get('location')]).toEqual([
        303,
        `http://localhost:3000/thank-you?subscription_id=${id}`,
      ]);
    expect(await typesOf()).toEqual(['BILLING.SUBSCRIPTION.ACTIVATED', 'PAYMENT.SALE.COMPLETED']);
  });

  it('is gone for what is not waiting, and not pressed by another site', async () => {
    const id = idIn(await openPaypalApproval(await newViewer()));
    expect((await approve(id, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    await approve(id);
    await fake.cancel(id);
    expect((await approve(id)).status).toBe(410);
    expect((await approve('I-NOBODYS')).status).toBe(404);
    expect((await fetch(base.replace('approve', 'elsewhere'))).status).toBe(404);
  });
});

describe('time by the sandbox’s clock', () => {
  it('takes the money of each month', async () => {
    const { viewer, id } = await newPaypalMember();
    await fake.passDays(32);
    expect((await fake.subscription(id))?.saleIds).toHaveLength(2);
    await deliver();
    expect((await stateOf(viewer)).payments).toMatchObject([{ status: 'paid' }, { status: 'paid' }]);
    await fake.cancel(id);
    await fake.passDays(32);
    expect((await fake.subscription(id))?.saleIds).toHaveLength(2);
  });

  it('finds an account empty, tries twice more, and suspends the subscription', async () => {
    const viewer = await newViewer();
    const id = idIn(await openPaypalApproval(viewer));
    await fake.approve(id, true);
    await deliver();
    await fake.passDays(32);
    expect(await typesOf(id)).toEqual(['BILLING.SUBSCRIPTION.PAYMENT.FAILED']);
    await fake.passDays(11);
    expect(await typesOf(id)).toEqual([
      'BILLING.SUBSCRIPTION.PAYMENT.FAILED',
      'BILLING.SUBSCRIPTION.PAYMENT.FAILED',
      'BILLING.SUBSCRIPTION.SUSPENDED',
    ]);
    expect(await fake.subscription(id)).toMatchObject({ status: 'SUSPENDED', outstandingCents: 4_700 });
  });

  it('forgets what nobody approves', async () => {
    const viewer = await newViewer();
    const id = idIn(await openPaypalApproval(viewer));
    await fake.passDays(4);
    expect(await fake.subscription(id)).toBeUndefined();
    expect(idIn(await openPaypalApproval(viewer))).not.toBe(id);
  });

  it('leaves to a site whose clock it is not the payments made since', async () => {
    const { id } = await newPaypalMember();
    await fake.passDays(32);
    const now = new Date().toISOString();
    const path = `/v1/billing/subscriptions/${id}/transactions?start_time=2020-01-01T00:00:00.000Z&end_time=${now}`;
    expect((await call(path)).body.transactions).toHaveLength(2);
  });
});

describe('money back', () => {
  it('in part is refused while a case is open, and altogether once the bank has it', async () => {
    const { saleId } = await newPaypalMember();
    const id = await fake.dispute(saleId);
    await expect(fake.refund(saleId, '1.00')).rejects.toMatchObject({ issue: 'TRANSACTION_DISPUTED' });
    await fake.resolve(id, 'RESOLVED_SELLER_FAVOUR');
    await fake.refund(saleId, '1.00');
    await fake.reverse(saleId);
    await expect(fake.refund(saleId)).rejects.toMatchObject({
      issue: 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK',
    });
  });
});

describe('the list of webhook events', () => {
  const events = '/v1/notifications/webhooks-events';
  type Listed = { events: { id: string; event_type: string }[]; links: { rel: string; href: string }[] };

  it('comes in pages, the newest first, by type and time', async () => {
    const { saleId } = await newPaypalMember();
    for (const amount of ['1.00', '2.00', '3.00']) await fake.refund(saleId, amount);
    const end = encodeURIComponent(new Date().toISOString());
    const query = `start_time=2020-01-01T00:00:00Z&end_time=${end}&event_type=PAYMENT.SALE.REFUNDED`;
    const ids: string[] = [];
    let next: string | undefined = `${events}?${query}&page_size=2`;
    for (let pages = 0; next && pages < 20; pages += 1) {
      const { body } = await call(next);
      const page = body as unknown as Listed;
      expect(page.events.length).toBeLessThanOrEqual(2);
      ids.push(...page.events.map(({ id }) => id));
      next = page.links.find(({ rel }) => rel === 'next')?.href;
    }
    expect(ids.length).toBeGreaterThanOrEqual(3);
    expect(new Set(ids).size).toBe(ids.length);
    expect((await call(`${events}/${ids[0]}`)).body).toMatchObject({ id: ids[0] });
    const later = encodeURIComponent(new Date(Date.now() + 60_000).toISOString());
    expect((await call(`${events}?start_time=2999-01-01T00:00:00Z&end_time=${later}`)).body.events).toEqual(
      [],
    );
  });

  it('sends one again when asked to', async () => {
    await newPaypalMember();
    const {
      events: [event],
    } = (await call(`${events}?page_size=1`)).body as unknown as Listed;
    expect((await call(`${events}/${event?.id}/resend`, 'POST', {})).status).toBe(202);
    expect(await typesOf()).toEqual([event?.event_type]);
  });

  it.each(['colour=red', 'page_size=0', 'start_time=yesterday', 'index_id=x'])(
    'refuses %s',
    async (query) => {
      expect((await call(`${events}?${query}`)).status).toBe(400);
    },
  );
});

describe('a restart', () => {
  it('forgets nothing', async () => {
    const { id } = await newPaypalMember();
    const pool = openPool(config().databaseUrl);
    const again = await startPaypal({
      pool,
      settings: fake.settings,
      plans: [],
      publicBase: 'http://localhost:3000',
      onChange: () => undefined,
    });
    const { apiBase } = fake.settings;
    fake.settings.apiBase = again.settings.apiBase;
    expect((await call(`/v1/billing/subscriptions/${id}`)).body).toMatchObject({ id, status: 'ACTIVE' });
    fake.settings.apiBase = apiBase;
    await again.close();
    await pool.end();
  });
});
