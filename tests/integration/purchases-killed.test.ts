import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { commandLine } from '#app/domain/core/audit/record.server.ts';
import { addProduct } from '#app/domain/operating/products/change-products.server.ts';
import { setPriceAmounts } from '#app/domain/operating/products/currencies.server.ts';
import { newProductSchema, priceAmountsSchema } from '#app/domain/operating/products/product-forms.ts';
import { makeOperatorCode } from '#app/domain/selling/promotions/making.server.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { freePort } from '#app/platform/runtime/free-port.ts';
import { newActor } from '#tests/integration/admins.ts';
import { offerOfMonths } from '#tests/integration/gift-buyers.ts';
import { canBeHeld, holdWrites, type Moment } from '#tests/integration/held-writes.ts';
import { knownPassword, linkIn, mailsTo, newEmail, newUser } from '#tests/integration/people.ts';
import {
  type Answer,
  ask,
  buildSite,
  childrenOf,
  cookieOf,
  postForm,
  type Start,
  startSite,
} from '#tests/integration/running-site.ts';
import { newSeller } from '#tests/integration/sellers.ts';

// Each thing that is sold otherwise than by one plain payment, with all processes of the site killed while it is begun, while its payment is
// written down, as that is committed, and while it is used. Afterwards every order is there once.

// It starts the site seven times, which `npm run test:crash` does.
const isWhole = process.env.npm_lifecycle_event === 'test:crash';

/** Only what hangs takes this long. */
const patience = { timeout: 120_000, interval: 50 };

const webhookSecret = 'whsec_sandbox';
const cardFields = { number: '4242424242424242', expiry: '12/34', cvc: '123' };

let port: number;
let site: Start;
let settings: Record<string, string>;
let seller: { id: string };

async function start(): Promise<void> {
  site = startSite(settings);
  await site.ready;
}

/** Kills all processes of the site at once, and starts it again. */
async function killAll(): Promise<void> {
  const { pid } = site;
  if (pid === undefined) throw new Error('There is no site to kill.');
  for (const victim of [...childrenOf(pid), pid]) process.kill(victim, 'SIGKILL');
  await site.ended;
}

type Place = readonly [table: string, moment: Moment, held: number];

/**
 * Has everything that `work` sets off stop where it writes, as many times at each place as are said, and kills the site there: what was asked of it
 * is never answered.
 */
async function killedAt(places: readonly Place[], work: () => Promise<readonly Promise<unknown>[]>) {
  const holds = [];
  for (const [table, moment, held] of places) holds.push({ held, ...(await holdWrites(table, moment)) });
  try {
    const asked = Promise.allSettled(await work());
    for (const { held, untilHeld } of holds) await untilHeld(held);
    await killAll();
    await asked;
  } finally {
    for (const { release } of holds) await release();
  }
  await start();
}

const form = (fields: Record<string, string>) =>
  newProductSchema.parse({
    noun: 'seller kit',
    kind: 'reseller',
    commission: 'all_sellers',
    interval: 'once',
    reason: 'Sold in a test',
    ...fields,
  });

const code = 'LAST-ONE';

async function sellEverything(): Promise<void> {
  const { actor } = await newActor('owner');
  await addProduct(
    actor,
    form({ address: 'bump-kit', name: 'Bump kit', amount: '19', bumpFor: 'membership' }),
  );
  await addProduct(
    actor,
    form({ address: 'later-kit', name: 'Later kit', amount: '27', offeredAfter: 'membership' }),
  );
  await addProduct(
    actor,
    form({
      address: 'seo-parts',
      name: 'SEO bundle',
      noun: 'SEO bundle',
      kind: 'selection',
      guides: 'on',
      amount: '49',
      interval: 'installments',
      installments: '3',
    }),
  );
  const euros = priceAmountsSchema.parse({ price: 'membership', reason: 'For Europe', eur: '45' });
  await setPriceAmounts(actor, 'membership', euros);
  const terms = {
    code,
    purpose: '',
    percentOff: 20,
    amountOffCents: 0,
    furtherAmountsOff: {},
    months: null,
    products: [],
    startsAt: null,
    expiresAt: null,
    maxUses: 1,
    maxUsesPerPerson: null,
    audience: 'everyone',
    affiliate: '',
  } as const;
  await makeOperatorCode(commandLine, terms, crypto.randomUUID());
}

beforeAll(async () => {
  if (!isWhole) return;
  await buildSite();
  await sellEverything();
  seller = await newSeller({ rate: 50 });
  port = await freePort();
  settings = {
    DEMO: 'true',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    PORT: `${port}`,
    TRUST_PROXY: 'true',
    DATABASE_URL: String(process.env.DATABASE_URL),
    DATABASE_POOL_SIZE: '20',
    SESSION_SECRET: 'the-secret-of-the-site-that-is-killed',
  };
  await start();
  await canBeHeld('sandbox.objects', 'commit');
  await canBeHeld('payments', 'write');
  await canBeHeld('payments', 'commit');
  await canBeHeld('gifts', 'write');
});

afterAll(() => site?.stop());

/** Somebody who belongs to the seller and is signed in. */
async function newBuyer() {
  const { id, email } = await newUser();
  await prisma().user.update({ where: { id }, data: { referredById: seller.id } });
  const [a, b, c] = Buffer.from(id.replaceAll('-', '').slice(-6), 'hex');
  const address = { 'x-forwarded-for': `10.${a}.${b}.${c}` };
  const signedIn = await postForm(port, '/login', { email, password: knownPassword }, address);
  const headers = { ...address, cookie: cookieOf(signedIn, 'session') };
  const post = (path: string, fields: Record<string, string> = {}) => postForm(port, path, fields, headers);
  return { id, email, post };
}

type Buyer = Awaited<ReturnType<typeof newBuyer>>;

const pathOf = ({ status, headers: { location }, text }: Answer): string => {
  if (!location) throw new Error(`status ${status}: ${/<p[^>]*>([^<]*)/.exec(text)?.[1]}`);
  const { pathname, search } = new URL(location, 'http://site');
  return `${pathname}${search}`;
};

const post = (path: string, fields: Record<string, string>) => postForm(port, path, fields);

/** Posts all events that the provider still has to tell, at once: the site takes them as it would from Stripe, which does not wait for each answer. */
async function tellAll(): Promise<Promise<unknown>[]> {
  const { rows } = await databasePool().query<{ data: unknown }>(
    `SELECT o.data FROM sandbox.deliveries d JOIN sandbox.objects o ON o.id = d.event_id`,
  );
  return rows.map(async ({ data }) => {
    const body = JSON.stringify(data);
    const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
      payload: body,
      secret: webhookSecret,
    });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    return ask(port, '/webhooks/stripe', { method: 'POST', headers, body });
  });
}

/** Waits until the provider has told everything, and all mails are sent. */
const settled = () =>
  vi.waitFor(async () => {
    const { rows } = await databasePool().query<{ count: number }>(
      `WITH due AS (UPDATE sandbox.deliveries SET due_at = now() RETURNING 1)
       SELECT ((SELECT count(*) FROM due) + (SELECT count(*) FROM mail_outbox WHERE status = 'queued') +
         (SELECT count(*) FROM pgboss.job WHERE state IN ('created', 'active', 'retry') AND start_after <= now()
           AND name IN ('settle-installments', 'settle-gifts', 'end-subscription', 'refund-payment')))::int AS count`,
    );
    expect(rows).toEqual([{ count: 0 }]);
  }, patience);

/** What became of a buyer's orders: what was paid, and what came of each payment. */
async function ordersOf({ id }: Buyer) {
  const payments = await prisma().payment.findMany({
    where: { userId: id },
    orderBy: [{ paidAt: 'asc' }, { product: 'asc' }],
    include: { receipts: true, commissions: true },
  });
  return payments.map(({ product, amountCents, currency, status, installment, receipts, commissions }) => ({
    what: `${product}${installment ? ` ${installment}` : ''} ${amountCents} ${currency} ${status}`,
    receipts: receipts.map(({ kind }) => kind),
    earned: commissions.map(({ kind, basisCents }) => `${kind} ${basisCents}`),
  }));
}

const once = (what: string, cents: number) => ({
  what,
  receipts: ['receipt'],
  earned: [`earning ${cents}`],
});

/** Whether each of these mails went to a buyer once, and none twice. */
async function expectMails({ email }: Buyer, ...expected: string[]): Promise<void> {
  const subjects = (await mailsTo(email)).map(({ subject }) => subject);
  expect(subjects.toSorted()).toEqual([...new Set(subjects)].toSorted());
  expect(subjects).toEqual(expect.arrayContaining(expected));
}

/** What the provider has taken, and how often it gave something back. Integer cents of all currencies. */
async function atProvider(): Promise<{ taken: number; returned: number }> {
  const [row] = await prisma().$queryRaw<{ taken: number; returned: number }[]>`
    SELECT coalesce(sum((data->>'amount')::int) FILTER (
        WHERE object = 'payment_intent' AND data->>'status' = 'succeeded'), 0)::int AS taken,
      count(*) FILTER (WHERE object = 'refund')::int AS returned
    FROM sandbox.objects`;
  return row ?? { taken: 0, returned: 0 };
}

describe.runIf(isWhole)('a site that is killed while it sells', () => {
  it('has every order once', async () => {
    const [giver, recipient, planHolder, adder, european, promoted, rival] = (await Promise.all(
      Array.from({ length: 7 }, newBuyer),
    )) as [Buyer, Buyer, Buyer, Buyer, Buyer, Buyer, Buyer];
    const recipientEmail = newEmail();
    const giftPage = pathOf(
      await giver.post('/gifts/new', {
        option: offerOfMonths(1).key,
        currency: 'usd',
        delivery: 'email',
        recipientEmail,
        giverName: 'Aunt Ada',
        startsOn: new Date().toISOString().slice(0, 10),
      }),
    );
    const begin = {
      gift: () => giver.post(giftPage, { intent: 'pay_by_card' }),
      plan: () => planHolder.post('/checkout?product=seo-parts'),
      bump: () => adder.post('/checkout?add=bump_kit&add_for=1900'),
      euros: () => european.post('/checkout?currency=eur'),
      code: () => promoted.post(`/checkout?code=${code}`),
    };

    await killedAt([['sandbox.objects', 'commit', 1]], async () =>
      Object.values(begin).map((press) => press()),
    );
    // The last use is whose it was: whoever comes in between does not get it.
    const pages = await Promise.all(Object.values(begin).map(async (press) => pathOf(await press())));
    const refused = await rival.post(`/checkout?code=${code}`);
    expect(refused.status).toBe(422);
    const pay = () => pages.map((page) => post(page, cardFields));
    await killedAt([['payments', 'write', 5]], async () => {
      await Promise.all(pay());
      return tellAll();
    });
    await killedAt([['payments', 'commit', 1]], tellAll);
    await settled();
    expect(await ordersOf(giver)).toEqual([once('membership_gift_1 4700 usd paid', 4_700)]);
    expect(await ordersOf(planHolder)).toEqual([once('seo_parts 1 4900 usd paid', 4_900)]);
    const added = [once('bump_kit 1900 usd paid', 1_900), once('membership 4700 usd paid', 4_700)];
    expect(await ordersOf(adder)).toEqual(added);
    // Commissions are in US dollars, at the price in them.
    expect(await ordersOf(european)).toEqual([once('membership 4500 eur paid', 4_700)]);
    expect(await ordersOf(promoted)).toEqual([once('membership 3760 usd paid', 3_760)]);
    expect(await ordersOf(rival)).toEqual([]);
    expect(await prisma().promotionUse.findMany({ where: { code } })).toMatchObject([
      { state: 'used', userId: promoted.id },
    ]);

    // What is pressed for at once: the offer after a purchase, and the gift that is redeemed.
    const [gift] = await mailsTo(recipientEmail);
    const redeemPath = linkIn(String(gift?.text), '/redeem/').replace(/^https?:\/\/[^/]+/, '');
    const take = () => promoted.post('/checkout?product=later-kit', { intent: 'saved', due: '2700' });
    const redeem = () => recipient.post(redeemPath);
    await killedAt(
      [
        ['gifts', 'write', 1],
        ['sandbox.objects', 'commit', 1],
      ],
      async () => [take(), redeem()],
    );
    // What was taken is known from its webhook, and what was redeemed is redeemed once.
    for (const press of [take, redeem, redeem, take]) await press();
    await settled();
    expect((await ordersOf(promoted)).slice(1)).toEqual([once('later_kit 2700 usd paid', 2_700)]);
    expect(await ordersOf(recipient)).toEqual([]);
    expect(await prisma().gift.findMany({ where: { giverId: giver.id } })).toMatchObject([
      { status: 'redeemed', redeemedById: recipient.id },
    ]);

    // Two more months: the payment in the middle, and the last.
    for (const _ of [2, 3]) {
      await killedAt([['payments', 'write', 4]], async () => {
        await post('/sandbox/clock', { step: 'month' });
        return tellAll();
      });
      await settled();
    }
    expect(await ordersOf(planHolder)).toEqual(
      [1, 2, 3].map((part) => once(`seo_parts ${part} 4900 usd paid`, 4_900)),
    );
    const month = once('membership 4700 usd paid', 4_700);
    expect(await ordersOf(adder)).toEqual([...added, month, month]);
    expect(await ordersOf(european)).toEqual([1, 2, 3].map(() => once('membership 4500 eur paid', 4_700)));
    expect((await ordersOf(promoted)).slice(2)).toEqual([month, month]);

    const welcome = 'Welcome: your membership is active';
    await expectMails(giver, 'Your gift has been redeemed', 'Your gift is ready');
    await expectMails(planHolder, 'SEO bundle is open to you', 'SEO bundle is paid in full');
    await expectMails(adder, welcome, 'You have bought Bump kit');
    await expectMails(european, welcome);
    await expectMails(promoted, welcome, 'You have bought Later kit');
    expect(await mailsTo(recipientEmail)).toHaveLength(1);
    for (const { id } of [recipient, adder, european, promoted])
      expect(await isEntitled(id, 'membership')).toBe(true);
    for (const { id } of [adder, promoted]) expect(await isEntitled(id, 'reseller')).toBe(true);
    expect(await isEntitled(planHolder.id, 'only:seo_parts')).toBe(true);
    expect(await isEntitled(giver.id, 'membership')).toBe(false);

    const { _sum: sums } = await prisma().payment.aggregate({ _sum: { amountCents: true } });
    expect(await atProvider()).toEqual({ taken: sums.amountCents, returned: 0 });
    const receipts = await prisma().receipt.findMany({ orderBy: { sequence: 'asc' } });
    expect(receipts.map(({ sequence }) => sequence)).toEqual(receipts.map((_, index) => index + 1));
  }, 1_200_000);
});
