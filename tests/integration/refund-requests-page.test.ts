import { beforeAll, expect, it } from 'vitest';
import { inDemoDatabase } from '#tests/integration/demo-database.ts';
import { get, port, postForm, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';

withDemoSite({ TRUST_PROXY: 'true' });

const path = '/admin/payments/requests';
let cookie: string;

beforeAll(async () => {
  cookie = await sessionOf('admin');
});

/** A demo member asks for the money of a payment back; answers the request's id. */
async function newRequest(): Promise<string> {
  const { rows } = await inDemoDatabase(
    `WITH p AS (
       INSERT INTO payments (id, user_id, product, provider, provider_invoice_id, amount_cents, status, paid_at)
       SELECT gen_random_uuid(), id, 'ebook', 'stripe', gen_random_uuid(), 700, 'paid', now() - interval '40 days'
       FROM users WHERE email = 'member@example.com' RETURNING id, user_id)
     INSERT INTO refund_requests (id, user_id, payment_id, status, is_guaranteed, reason, requested_at)
     SELECT gen_random_uuid(), user_id, id, 'asked', false, 'Was <ill>', now() FROM p RETURNING id`,
  );
  return String(rows[0]?.id);
}

const post = (fields: Record<string, string>, at = path) => postForm(port, at, fields, { cookie });

it('says that nobody waits, where nobody does', async () => {
  expect((await get(path, { cookie })).text).toContain('No requests waiting');
});

it('keeps what was typed beside what is wrong with it, on the page of the list that it was typed on', async () => {
  const request = await newRequest();
  expect((await get(path, { cookie })).text).toContain('Was &lt;ill&gt;');
  const empty = await post({ intent: 'decline', request, words: ' ' });
  expect(empty.status).toBe(422);
  expect(empty.text).toMatch(/<textarea[^>]*aria-invalid="true"/);
  expect(empty.text).toContain('Enter a reason');
  const words = 'x'.repeat(1_001);
  const long = await post({ intent: 'decline', request, words }, `${path}?last`);
  expect(long.status).toBe(422);
  expect(long.text).toContain(words);
  expect(long.text).toContain('Please use at most 1000 characters');
  expect((await post({ request })).status).toBe(422);
});

it('keeps it too where the confirmation has run out meanwhile', async () => {
  const request = await newRequest();
  await inDemoDatabase(`UPDATE sessions SET confirmed_at = now() - interval '16 minutes'`);
  const shown = await get(path, { cookie });
  expect(shown.text).toContain('/confirm-identity');
  expect(shown.text).not.toContain('<textarea');
  const { status, text } = await post({ intent: 'decline', request, words: 'These words' });
  await inDemoDatabase('UPDATE sessions SET confirmed_at = now()');
  expect(status).toBe(403);
  expect(text).toMatch(/<textarea[^>]*>These words</);
  expect(text).toContain('confirm that it is you');
});

it('tells whoever answers again, or what does not wait', async () => {
  const request = await newRequest();
  const form = { intent: 'decline', request, words: 'It was read to the end.' };
  expect((await post(form)).status).toBe(303);
  for (const again of [form, { intent: 'grant', request }]) {
    const { status, text } = await post(again);
    expect(status).toBe(404);
    expect(text).toContain('answered already');
    // What was written is given back.
    if ('words' in again) expect(text).toContain(again.words);
  }
  expect((await post({ intent: 'grant', request: 'x' })).text).toContain('There is no such request.');
});

it('the guarantee covers a first payment to the end of its thirtieth day, and asks the operator a minute later', async () => {
  for (const [role, age, words] of [
    ['member', '29 days 23 hours 59 minutes', 'Your refund is on its way'],
    ['affiliate', '30 days 1 minute', 'We have your request'],
  ] as const) {
    const email = `${role}@example.com`;
    // The first that they have paid, as far as anybody knows.
    await inDemoDatabase(
      `DELETE FROM refund_requests WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
      [email],
    );
    const { rows } = await inDemoDatabase(
      `INSERT INTO payments (id, user_id, product, provider, provider_invoice_id, amount_cents, status, paid_at)
       SELECT gen_random_uuid(), id, 'membership', 'stripe', gen_random_uuid(), 4700, 'paid', now() - interval '${age}'
       FROM users WHERE email = $1 RETURNING id`,
      [email],
    );
    const own = await sessionOf(role);
    const page = `/profile/billing/refund/${rows[0]?.id}`;
    const answer = await postForm(port, page, { reason: '' }, { cookie: own });
    expect(answer.status, answer.text).toBe(303);
    const flash = String(answer.headers['set-cookie']);
    const shown = await get('/profile/billing', { cookie: `${own}; ${flash.split(';')[0]}` });
    expect(shown.text).toContain(words);
    // Nobody else's session gets at it.
    expect((await postForm(port, page, { reason: '' }, { cookie })).status).toBe(404);
  }
});
