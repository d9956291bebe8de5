import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { prisma } from '#app/platform/database/client.server.ts';
import { freePort } from '#app/platform/runtime/free-port.ts';
import { type Buyer, buyAll, type Wish, wishesOf } from '#tests/integration/crash-buyers.ts';
import { newUser } from '#tests/integration/people.ts';
import { prices } from '#tests/integration/purchase-history.ts';
import { buildSite, childrenOf, type Start, startSite } from '#tests/integration/running-site.ts';

// `npm run test:crash` has 200 purchases and thirty kills; the tests do a few of each.
const isWhole = process.env.npm_lifecycle_event === 'test:crash';
const purchases = Number(process.env.CRASH_PURCHASES ?? (isWhole ? 200 : 4));
const kills = Number(process.env.CRASH_KILLS ?? (isWhole ? 30 : 1));
const buyersAtOnce = 10;

/** Only what hangs takes this long. */
const patience = { timeout: 600_000, interval: 200 };

let port: number;
let site: Start;

beforeAll(async () => {
  await buildSite();
  port = await freePort();
  site = startSite({
    DEMO: 'true',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    PORT: `${port}`,
    WEB_CONCURRENCY: '2',
    DATABASE_POOL_SIZE: '5',
    TRUST_PROXY: 'true',
    DATABASE_URL: String(process.env.DATABASE_URL),
    // Events come late, shuffled and twice.
    SANDBOX_DISORDER: '9',
  });
  await site.ready;
});

afterAll(() => site?.stop());

/** Kills a process of the site as so many requests have been answered: it falls with others in its hands. */
function killer(requests: number) {
  let answered = 0;
  let killed = 0;
  const every = Math.max(1, Math.floor(requests / (kills + 1)));
  const isDue = () => killed < kills && answered >= every * (killed + 1);
  return {
    /**
     * The site pauses longer before each start, the more have fallen of late: buyers wait until it is whole again, or they would have
     * bought everything before the next can fall.
     */
    async hold() {
      while (isDue() && childrenOf(site.pid).length < 2) await pause(100);
    },
    watch() {
      answered += 1;
      if (!isDue()) return;
      const children = childrenOf(site.pid);
      const victim = children[Math.floor(Math.random() * children.length)];
      // A site that never has the time to start another gives up, and says so.
      if (children.length < 2 || victim === undefined) return;
      process.kill(victim, 'SIGKILL');
      killed += 1;
    },
    killed: () => killed,
  };
}

/** Whether something is a buyer's, and what it cost is written down. */
async function isGranted({ id }: Buyer, { product }: Wish): Promise<boolean> {
  const where = { userId: id, product };
  const paid = await prisma().payment.count({ where });
  if (product === 'ebook' || product === 'reseller_programme')
    return paid === 1 && (await prisma().purchase.count({ where: { ...where, status: 'paid' } })) === 1;
  const live = await prisma().subscription.count({ where: { ...where, status: 'active' } });
  return live === 1 && (paid === 1 || product === 'reseller_pro_free3');
}

const granted = (buyer: Buyer, wish: Wish) =>
  vi.waitFor(async () => {
    if (!(await isGranted(buyer, wish)))
      throw new Error(`${wish.product} ${wish.way} is not ${buyer.email}'s`);
  }, patience);

/** What the providers have taken, and have given back. Integer cents. */
async function atProviders(): Promise<{ taken: number; returned: number }> {
  const [row] = await prisma().$queryRaw<{ taken: number; returned: number }[]>`
    SELECT coalesce(sum(CASE
        WHEN object = 'payment_intent' AND data->>'status' = 'succeeded' THEN (data->>'amount')::int
        WHEN object IN ('paypal_sale', 'paypal_capture') THEN (data->>'cents')::int END), 0)::int AS taken,
      count(*) FILTER (WHERE object IN ('refund', 'paypal_refund'))::int AS returned
    FROM sandbox.objects`;
  return row ?? { taken: 0, returned: 0 };
}

const titles: Record<Wish['product'], RegExp> = {
  membership: /membership/i,
  ebook: /Digital Marketing Domination/i,
  reseller_programme: /you are a reseller|reseller program/i,
  reseller_pro: /Reseller PRO/i,
  reseller_pro_free3: /Reseller PRO/i,
};

describe('a site whose processes are killed while it sells', () => {
  it(`sells ${purchases} things, each once, with ${kills} kills`, async () => {
    const baskets = wishesOf(purchases);
    const buyers: { buyer: Buyer; wishes: Wish[] }[] = [];
    for (const wishes of baskets) buyers.push({ buyer: await newUser(), wishes });
    const before = await atProviders();
    const fate = killer(purchases * 3 + baskets.length);
    const waiting = [...buyers];
    await Promise.all(
      Array.from({ length: buyersAtOnce }, async () => {
        for (let next = waiting.shift(); next; next = waiting.shift())
          await buyAll(port, next.buyer, next.wishes, { fate, granted });
      }),
    );
    expect(fate.killed()).toBe(kills);
    await vi.waitFor(async () => {
      const [row] = await prisma().$queryRaw<{ count: number }[]>`
          SELECT ((SELECT count(*) FROM sandbox.deliveries) +
            (SELECT count(*) FROM mail_outbox WHERE status = 'queued'))::int AS count`;
      expect(row?.count).toBe(0);
    }, patience);

    const price = ({ product }: Wish) => (product === 'reseller_pro_free3' ? 0 : prices[product]);
    let total = 0;
    for (const { buyer, wishes } of buyers) {
      for (const wish of wishes) {
        expect(await isGranted(buyer, wish), `${wish.product} by ${wish.way}`).toBe(true);
        total += price(wish);
      }
      const where = { userId: buyer.id };
      const payments = await prisma().payment.findMany({ where, include: { receipts: true } });
      expect(payments.map(({ amountCents }) => amountCents).toSorted()).toEqual(
        wishes
          .map(price)
          .filter((cents) => cents > 0)
          .toSorted(),
      );
      for (const { status, receipts } of payments)
        expect({ status, receipts: receipts.length }).toEqual({ status: 'paid', receipts: 1 });
      const mails = await prisma().mailOutbox.findMany({ where: { recipient: buyer.email } });
      expect(
        new Set(mails.map(({ subject }) => subject)).size,
        mails.map(({ subject }) => subject).join(),
      ).toBe(mails.length);
      for (const { product } of wishes)
        expect(mails.filter(({ subject }) => titles[product].test(subject)).length, product).toBeGreaterThan(
          0,
        );
    }
    const after = await atProviders();
    expect(after.taken - before.taken).toBe(total);
    expect(after.returned).toBe(before.returned);
    const numbers = await prisma().receipt.findMany({
      where: { kind: 'receipt' },
      orderBy: { sequence: 'asc' },
      select: { sequence: true },
    });
    expect(numbers.map(({ sequence }) => sequence)).toEqual(numbers.map((_, index) => index + 1));
  }, 3_600_000);
});
