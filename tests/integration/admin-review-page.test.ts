import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { inDemoDatabase } from '#tests/integration/demo-database.ts';
import { get, port, postForm, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';

withDemoSite();

const path = '/admin/commissions/review';
const perPage = 25;
let cookie: string;
let held: { paymentId: string; referrerId: string }[];

beforeAll(async () => {
  cookie = await sessionOf('admin');
});

/** As many sales to the demo's member as make a second page of one row, each held; the oldest first. */
beforeEach(async () => {
  await inDemoDatabase('DELETE FROM commission_holds');
  const { rows } = await inDemoDatabase(
    `WITH sold AS (
       INSERT INTO payments (id, user_id, product, provider, provider_invoice_id, amount_cents, status, paid_at)
       SELECT gen_random_uuid(), id, 'membership', 'stripe', gen_random_uuid(), 4700, 'paid', now() - interval '40 days' + i * interval '1 hour'
       FROM users, generate_series(0, ${perPage}) i WHERE email = 'member@example.com' RETURNING id, paid_at)
     INSERT INTO commission_holds (id, payment_id, referrer_id, rule, opened_at)
     SELECT gen_random_uuid(), sold.id, users.id, 'same_network', paid_at FROM sold, users WHERE email = 'reseller@example.com'
     RETURNING payment_id AS "paymentId", referrer_id AS "referrerId", opened_at`,
  );
  held = rows.toSorted((a, b) => a.opened_at - b.opened_at);
});

/** The forms of a page, each by the payment it decides on. */
const formsOf = (text: string) =>
  new Map(
    [...text.matchAll(/<form [^>]*id="held-[\s\S]*?<\/form>/g)].flatMap(([form]) => {
      const [, id] = /name="paymentId" value="([^"]+)"/.exec(form) ?? [];
      return id ? [[id, form] as const] : [];
    }),
  );

const post = (index: number, reason: string, at = path) => {
  const { paymentId = '', referrerId = '' } = held[index] ?? {};
  return postForm(port, at, { paymentId, referrerId, decision: 'released', reason }, { cookie });
};
const formOf = (text: string, index: number) => formsOf(text).get(held[index]?.paymentId ?? '') ?? '';

/** The address of the second page, as the first leads to it. */
async function secondPage(): Promise<string> {
  const [link = ''] = /<a [^>]*rel="next"[^>]*>/.exec((await get(path, { cookie })).text) ?? [];
  const [, address] = /href="([^"]+)"/.exec(link) ?? [];
  if (!address) throw new Error('There is no second page.');
  return address;
}

it('keeps a reason beside what is wrong with it, and in the form of its own sale alone', async () => {
  const reason = 'x'.repeat(501);
  const { status, text } = await post(1, reason);
  expect(status).toBe(422);
  expect(formsOf(text).size).toBe(perPage);
  expect(formOf(text, 1)).toContain(`value="${reason}"`);
  expect(formOf(text, 1)).toMatch(/<input[^>]*aria-invalid="true"/);
  expect(text.split(reason)).toHaveLength(2);
  expect(text.match(/aria-invalid="true"/g)).toHaveLength(1);
});

it('keeps it where the confirmation has run out meanwhile, with the way to confirm', async () => {
  await inDemoDatabase(`UPDATE sessions SET confirmed_at = now() - interval '16 minutes'`);
  const shown = await get(path, { cookie });
  const { status, text } = await post(0, 'Known to us');
  await inDemoDatabase('UPDATE sessions SET confirmed_at = now()');
  expect(formsOf(shown.text).size).toBe(0);
  expect(status).toBe(403);
  expect([...formsOf(text).keys()]).toEqual([held[0]?.paymentId]);
  expect(formOf(text, 0)).toContain('value="Known to us"');
  expect(formOf(text, 0)).toContain('Please confirm that it is you');
  expect(text).toContain('/confirm-identity');
});

it('keeps it on the page of the list that it was typed on, which its form is sent to', async () => {
  const second = await secondPage();
  const shown = await get(second, { cookie });
  expect([...formsOf(shown.text).keys()]).toEqual([held[perPage]?.paymentId]);
  expect(formOf(shown.text, perPage)).toMatch(/^<form [^>]*method="post"/);
  expect(formOf(shown.text, perPage)).not.toContain('action=');
  const { status, text } = await post(perPage, 'y'.repeat(501), second);
  expect(status).toBe(422);
  expect(formOf(text, perPage)).toContain(`value="${'y'.repeat(501)}"`);
});

it('leads back to that page from the confirmation', async () => {
  const second = await secondPage();
  await inDemoDatabase(`UPDATE sessions SET confirmed_at = now() - interval '16 minutes'`);
  const { text } = await get(second, { cookie });
  await inDemoDatabase('UPDATE sessions SET confirmed_at = now()');
  expect(text).toContain(encodeURIComponent(second));
});

it('says above the list what is wrong with the decision on a sale that is not on the page', async () => {
  const asked = { decision: 'released', reason: 'Known to us', paymentId: randomUUID() };
  const { referrerId = '' } = held[0] ?? {};
  const { status, text } = await postForm(port, path, { ...asked, referrerId }, { cookie });
  expect(status).toBe(404);
  expect(text).toContain('id="review-error"');
});
