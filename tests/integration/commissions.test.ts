import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readCursor } from '#app/domain/core/values/cursor.ts';
import { deleteDueAccounts } from '#app/domain/people/personal-data/erasure.server.ts';
import { findAccount } from '#app/domain/programme/commissions/balance.server.ts';
import { explainEntry, listLedger } from '#app/domain/programme/commissions/ledger.server.ts';
import { settleCommissions } from '#app/domain/programme/commissions/settle.server.ts';
import { writeOff } from '#app/domain/programme/payouts/write-offs.server.ts';
import { reasonInWords } from '#app/domain/site/site-copy/affiliate-commissions.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { newFact, newSale, permutations, saleAt, secondsAfter } from '#tests/integration/facts.ts';
import { at } from '#tests/integration/people.ts';
import { doQueued, withJobQueue } from '#tests/integration/queued-jobs.ts';
import {
  ledgerOf,
  newBuyer,
  newSeller,
  sellEbook,
  sellMembership,
  sellProgramme,
  tell,
} from '#tests/integration/sellers.ts';

withJobQueue();

const dayMs = 24 * 3600 * 1000;
const totalOf = async (id: string) =>
  (await prisma().user.findUniqueOrThrow({ where: { id } })).totalEarnings;

describe('who earns what (P1, P2, P30, P32, P44)', () => {
  it('an affiliate earns half of a membership payment and of an ebook, without tax', async () => {
    const { id } = await newSeller();
    await sellMembership(id);
    await sellEbook(id, 840);
    expect(await ledgerOf(id)).toEqual(['earning 2350', 'earning 350']);
    expect(await totalOf(id)).toBe(2_700);
  });

  it('an affiliate with a rate of their own earns by that, and a reseller all', async () => {
    const [affiliate, reseller] = [
      await newSeller({ rate: 33 }),
      await newSeller({ role: 'reseller', rate: 10 }),
    ];
    await sellMembership(affiliate.id);
    await sellMembership(reseller.id);
    expect(await ledgerOf(affiliate.id)).toEqual(['earning 1551']);
    expect(await ledgerOf(reseller.id)).toEqual(['earning 4700']);
  });

  it('the program pays pro resellers alone; whoever recruited a plain reseller that sold it has the second tier', async () => {
    const pro = await newSeller({ role: 'pro_reseller' });
    const reseller = await newSeller({ role: 'reseller', referredBy: pro.id });
    await sellProgramme(pro.id);
    await sellProgramme(reseller.id);
    expect(await ledgerOf(pro.id)).toEqual(['earning 99700', 'second_tier_earning 19940']);
    expect(await ledgerOf(reseller.id)).toEqual(['not_earned role_not_paid']);
  });

  it('what was said of a second tier stays, whatever the operator switches later', async () => {
    const pro = await newSeller({ role: 'pro_reseller' });
    const reseller = await newSeller({ role: 'reseller', referredBy: pro.id });
    const { hasSecondTier } = config();
    const on = await sellProgramme(reseller.id);
    try {
      Object.assign(config(), { hasSecondTier: false });
      const off = await sellProgramme(reseller.id);
      await tell(on.refunded(9_970));
      Object.assign(config(), { hasSecondTier: true });
      await tell(off.refunded(9_970));
    } finally {
      Object.assign(config(), { hasSecondTier });
    }
    expect(await ledgerOf(pro.id)).toEqual([
      'second_tier_earning 19940',
      'not_earned second_tier_off',
      'reversal -1994 refund',
    ]);
  });

  it('a second tier is paid of what is left: of a sale by a pro reseller nothing is', async () => {
    const top = await newSeller({ role: 'pro_reseller' });
    const pro = await newSeller({ role: 'pro_reseller', referredBy: top.id });
    await sellProgramme(pro.id);
    expect(await ledgerOf(top.id)).toEqual(['not_earned nothing_left']);
  });

  it('nobody earns on their own payment, and members who have not joined earn nothing', async () => {
    const seller = await newSeller();
    await prisma().user.update({ where: { id: seller.id }, data: { referredById: seller.id } });
    const own = newSale(seller.id);
    await tell(own.created, own.activated, own.paid);
    expect(await ledgerOf(seller.id)).toEqual(['not_earned own_purchase']);
    const member = await newSeller({ role: 'member' });
    await sellMembership(member.id);
    expect(await ledgerOf(member.id)).toEqual(['not_earned not_in_programme']);
  });

  it('whoever has no membership of their own earns nothing, and the ledger says why', async () => {
    const { id } = await newSeller({ isMember: false });
    await sellMembership(id);
    expect(await ledgerOf(id)).toEqual(['not_earned membership_lapsed']);
    expect((await findAccount(id)).owedCents).toBe(0);
  });

  it('a buyer of nobody leaves nothing', async () => {
    const { payment } = await sellMembership(null);
    expect(await prisma().commission.count({ where: { paymentId: payment.id } })).toBe(0);
  });
});

describe('money that goes back', () => {
  it('takes its part of the commission along, whatever the order, and however often it is told', async () => {
    const { id } = await newSeller();
    const { refunded } = await sellMembership(id);
    const [first, second] = [refunded(1_000), refunded(3_700)];
    await tell(first, first, second, { ...first, eventId: 'evt_again' }, second);
    expect(await ledgerOf(id)).toEqual(['earning 2350', 'reversal -500 refund', 'reversal -1850 refund']);
    expect(await totalOf(id)).toBe(0);
  });

  it('is not taken twice where a refund stands beside a dispute, and comes back when the dispute is won', async () => {
    const orders = permutations(['refund', 'open', 'won'] as const).filter(
      (order) => order.indexOf('open') < order.indexOf('won'),
    );
    for (const order of orders) {
      const { id } = await newSeller();
      const sale = await sellMembership(id);
      const told = {
        refund: sale.refunded(700),
        open: sale.disputed({ amountCents: 4_700, createdAt: secondsAfter(100) }),
        won: sale.decided('won', { amountCents: 4_700, createdAt: secondsAfter(200) }),
      };
      for (const name of order) await tell(told[name]);
      expect(await totalOf(id), order.join()).toBe(2_000);
    }
  });

  it('a dispute told as won before it was told as opened takes nothing', async () => {
    const { id } = await newSeller();
    const sale = await sellMembership(id);
    await tell(sale.decided('won', { createdAt: secondsAfter(200) }));
    await tell(sale.disputed({ createdAt: secondsAfter(100) }));
    expect(await totalOf(id)).toBe(2_350);
  });

  it('a refund that fails gives the commission again', async () => {
    const { id } = await newSeller();
    const sale = await sellMembership(id);
    await tell(sale.refunded(4_700, 'pending', 're_x'), sale.refunded(4_700, 'failed', 're_x'));
    expect(await ledgerOf(id)).toEqual([
      'earning 2350',
      'reversal -2350 refund',
      'restoration 2350 refund_failed',
    ]);
  });

  it('takes both tiers along', async () => {
    const pro = await newSeller({ role: 'pro_reseller' });
    const reseller = await newSeller({ role: 'reseller', referredBy: pro.id });
    const sale = await sellProgramme(reseller.id);
    await tell(sale.refunded(49_850));
    expect(await ledgerOf(pro.id)).toEqual(['second_tier_earning 19940', 'reversal -9970 refund']);
  });
});

describe('what held when the payment was made', () => {
  it('counts: a rate that changes later changes nothing of before', async () => {
    const { id } = await newSeller();
    await at(secondsAfter(3600), () =>
      transaction(({ db }) => db.user.update({ where: { id }, data: { commissionRate: 20 } })),
    );
    await sellMembership(id, { paidAfterSeconds: 3599 });
    await sellMembership(id, { paidAfterSeconds: 3600 });
    expect(await ledgerOf(id)).toEqual(['earning 2350', 'earning 940']);
  });

  it('counts, also where the news of their own membership comes after that of the payment', async () => {
    const { id } = await newSeller({ isMember: false });
    const own = newSale(id);
    const sale = await sellMembership(id, { paidAfterSeconds: 60 });
    expect(await totalOf(id)).toBe(0);
    await tell(own.created, own.activated, own.paid);
    await doQueued('reckon-seller');
    expect(await ledgerOf(id)).toEqual(['not_earned membership_lapsed', 'earning 2350']);
    await tell(sale.refunded(4_700));
    expect(await totalOf(id)).toBe(0);
  });

  it('a membership that was paid for later did not hold before', async () => {
    const { id } = await newSeller({ isMember: false });
    const own = newSale(id);
    await sellMembership(id, { paidAfterSeconds: 20 });
    await tell(own.created, own.activated, own.paid);
    await doQueued('reckon-seller');
    expect(await totalOf(id)).toBe(0);
  });

  it('whoever bought the program earns as a reseller from that second on, however late it is told', async () => {
    const seller = await newSeller();
    await sellMembership(seller.id, { paidAfterSeconds: 10 });
    await sellMembership(seller.id, { paidAfterSeconds: 60 });
    await tell(
      newFact('product_paid', {
        paymentId: `pi_${randomUUID()}`,
        subscriptionId: null,
        amountCents: 99_700,
        taxCents: 0,
        createdAt: secondsAfter(30),
        metadata: { user_id: seller.id, product: 'reseller_programme', offer: '99700 usd once' },
      }),
    );
    await doQueued('reckon-seller');
    expect(await ledgerOf(seller.id)).toEqual(['earning 2350', 'earning 2350', 'restoration 2350 terms']);
  });

  describe('also after the seller’s account, and what they were granted, is deleted', () => {
    const newGrantedSeller = async (entitlement: 'reseller' | 'membership', referredBy?: string) => {
      const seller = await newSeller({ ...(referredBy ? { referredBy } : {}) });
      if (entitlement !== 'membership')
        await prisma().entitlementGrant.create({
          data: { userId: seller.id, entitlement, reason: 'a test', createdAt: new Date(0) },
        });
      return seller;
    };

    /** Pays nobody: what is owed is given up, so that nothing holds the account. */
    const erase = async (userId: string) => {
      const owed = await prisma().commissionBalance.aggregate({ where: { userId }, _sum: { cents: true } });
      if (owed._sum.cents) await transaction((tx) => writeOff(tx, { userId, reason: 'given_up' }));
      await prisma().accountDeletion.create({
        data: { userId, createdAt: new Date(0), dueAt: new Date(0), remindedAt: new Date(0) },
      });
      await deleteDueAccounts();
      expect(await prisma().entitlementGrant.count({ where: { userId } })).toBe(0);
    };
    const settleAgain = (paymentId: string) =>
      transaction((tx) =>
        settleCommissions(tx, paymentId, { key: randomUUID(), reason: 'terms', at: new Date() }),
      );

    it('a sale that is reckoned again moves nothing, and a part that is refunded takes its part', async () => {
      const { id } = await newGrantedSeller('membership');
      const sale = await sellMembership(id);
      await erase(id);
      await settleAgain(sale.payment.id);
      const before = ['earning 2350', 'write_off -2350 given_up'];
      expect(await ledgerOf(id)).toEqual(before);
      await tell(sale.refunded(470));
      expect(await ledgerOf(id)).toEqual([...before, 'reversal -235 refund']);
      await tell(sale.refunded(4_230));
      expect((await ledgerOf(id)).at(-1)).toBe('reversal -2115 refund');
    });

    it('a reseller by grant keeps their rate', async () => {
      const { id } = await newGrantedSeller('reseller');
      const sale = await sellMembership(id);
      await erase(id);
      await tell(sale.refunded(470));
      expect(await ledgerOf(id)).toEqual([
        'earning 4700',
        'write_off -4700 given_up',
        'reversal -470 refund',
      ]);
    });

    it('whoever is above them and still there keeps their second tier, less what is refunded', async () => {
      const pro = await newSeller({ role: 'pro_reseller' });
      const { id } = await newGrantedSeller('reseller', pro.id);
      const sale = await sellProgramme(id);
      await erase(id);
      await settleAgain(sale.payment.id);
      expect(await ledgerOf(pro.id)).toEqual(['second_tier_earning 19940']);
      await tell(sale.refunded(9_970));
      expect(await ledgerOf(pro.id)).toEqual(['second_tier_earning 19940', 'reversal -1994 refund']);
      expect(await ledgerOf(id)).toEqual(['not_earned role_not_paid']);
    });

    it('an upline that is gone keeps the rest of theirs', async () => {
      const pro = await newSeller();
      for (const entitlement of ['reseller', 'reseller_pro'] as const)
        await prisma().entitlementGrant.create({
          data: { userId: pro.id, entitlement, reason: 'a test', createdAt: new Date(0) },
        });
      const { id } = await newSeller({ role: 'reseller', referredBy: pro.id });
      const sale = await sellProgramme(id);
      await erase(pro.id);
      await tell(sale.refunded(9_970));
      expect((await ledgerOf(pro.id)).at(-1)).toBe('reversal -1994 refund');
    });

    it('a sale that earned nothing earns nothing later', async () => {
      const { id } = await newSeller({ isMember: false });
      const member = await newSeller({ role: 'member' });
      const sales = [await sellMembership(id), await sellMembership(member.id)];
      await erase(id);
      await erase(member.id);
      for (const { payment } of sales) await settleAgain(payment.id);
      expect(await ledgerOf(id)).toEqual(['not_earned membership_lapsed']);
      expect(await ledgerOf(member.id)).toEqual(['not_earned not_in_programme']);
    });
  });
});

describe('waiting and approved (P3)', () => {
  it('is told by the clock alone, from the first midnight after thirty days on', async () => {
    const { id } = await newSeller();
    const { payment } = await sellMembership(id);
    const availableAt = Math.ceil((payment.paidAt.getTime() + 30 * dayMs) / dayMs) * dayMs;
    const before = await at(availableAt - 1, () => findAccount(id));
    expect(before).toMatchObject({ waitingCents: 2_350, approvedCents: 0, owedCents: 2_350, sales: 1 });
    expect(before.next).toEqual({ at: new Date(availableAt), cents: 2_350 });
    const after = await at(availableAt, () => findAccount(id));
    expect(after).toMatchObject({ waitingCents: 0, approvedCents: 2_350, next: null });
  });
});

describe('the ledger, read', () => {
  it('is paged by key, filtered, and explains each row to its owner alone', async () => {
    const { id } = await newSeller();
    const { refunded, payment } = await sellMembership(id);
    await sellEbook(id);
    await tell(refunded(470));
    const first = await listLedger(id, { limit: 2 });
    expect(first.entries.map(({ cents }) => cents)).toEqual([-235, 350]);
    const second = await listLedger(id, { limit: 2, place: readCursor(first.next) });
    expect(second.entries.map(({ cents }) => cents)).toEqual([2_350]);
    expect(second.next).toBeNull();
    expect((await listLedger(id, { kinds: ['reversal'] })).entries).toHaveLength(1);
    expect((await listLedger(id, { kinds: [] })).entries).toHaveLength(0);
    const [reversal] = first.entries;
    const why = await explainEntry(id, reversal?.id ?? '');
    expect(why?.ofPayment.map(({ cents }) => cents)).toEqual([2_350, -235]);
    expect(why).toMatchObject({ paymentId: payment.id, reason: 'refund', state: 'waiting' });
    expect(why?.snapshot).toMatchObject({ product: 'membership', goneCents: 470 });
    const other = await newSeller();
    expect(await explainEntry(other.id, reversal?.id ?? '')).toBeNull();
    expect(await explainEntry(id, 'no-id')).toBeNull();
  });

  it('says of what a dispute took how the dispute ended', async () => {
    const { id } = await newSeller();
    const { disputed, decided } = await sellMembership(id);
    await tell(disputed({ createdAt: secondsAfter(100) }));
    const [taken] = (await listLedger(id)).entries;
    const outcome = async () => (await explainEntry(id, taken?.id ?? ''))?.disputeOutcome;
    expect([taken?.reason, await outcome()]).toEqual(['dispute', null]);
    await tell(decided('lost', { createdAt: secondsAfter(200) }));
    expect(await outcome()).toBe('lost');
    const words = [null, 'won', 'lost'] as const;
    expect(new Set(words.map((ended) => reasonInWords('dispute', ended))).size).toBe(3);
    expect(reasonInWords('refund', 'lost')).toBe(reasonInWords('refund'));
  });

  it('explains a row by what stood when it was written, also where it tells of something earlier', async () => {
    const { id } = await newSeller();
    const { refunded } = await sellMembership(id);
    await tell({ ...refunded(1_000), createdAt: secondsAfter(9 * 24 * 3600) });
    await tell({ ...refunded(500), createdAt: secondsAfter(5 * 24 * 3600) });
    const { entries } = await listLedger(id);
    expect(entries.map(({ cents }) => cents)).toEqual([-500, -250, 2_350]);
    const why = await explainEntry(id, entries[0]?.id ?? '');
    expect(why?.ofPayment.map(({ cents }) => cents)).toEqual([2_350, -500, -250]);
  });
});

describe('what is held', () => {
  it('a payment whose price was another than was offered earns when it is released', async () => {
    const { id } = await newSeller();
    const buyer = await newBuyer(id);
    const sale = newSale(buyer.id);
    const otherPrice = {
      id: 'price_x',
      lookupKey: null,
      amountCents: 100,
      currency: 'usd',
      interval: 'month',
    };
    await tell(sale.created, { ...sale.paid, amountCents: 100 });
    await tell(sale.status('active', secondsAfter(40), { price: otherPrice }));
    expect(await ledgerOf(id)).toEqual(['earning 50', 'reversal -50 payment_held']);
  });

  it('nobody earns on a second membership that is undone, though it was paid before', async () => {
    const { id } = await newSeller();
    const buyer = await newBuyer(id);
    const [first, second] = [newSale(buyer.id), newSale(buyer.id)];
    await tell(first.created, first.paid, first.activated, second.created, second.paid);
    expect(await ledgerOf(id)).toEqual(['earning 2350', 'earning 2350']);
    await tell(second.activated);
    expect(await ledgerOf(id)).toEqual(['earning 2350', 'earning 2350', 'reversal -2350 payment_held']);
  });
});

describe('payments from before there was a ledger', () => {
  it('are reckoned once', async () => {
    const seller = await newSeller();
    const buyer = await newBuyer(null);
    const sale = newSale(buyer.id);
    await tell(sale.created, sale.activated, sale.paid);
    await prisma().user.update({ where: { id: buyer.id }, data: { referredById: seller.id } });
    const { jobHandlers } = await import('#app/program/worker.server.ts');
    await jobHandlers['reckon-past-payments'].run({});
    await jobHandlers['reckon-past-payments'].run({});
    expect(await ledgerOf(seller.id)).toEqual(['earning 2350']);
    expect(saleAt < new Date()).toBe(true);
  });
});

describe('a sale that is nobody’s by registration', () => {
  it('is whose code or click it was, for every payment of the subscription, and the ledger says by which rule', async () => {
    const seller = await newSeller();
    const buyer = await newBuyer(null);
    await prisma().referralClaim.create({
      data: {
        userId: buyer.id,
        product: 'membership',
        referrerId: seller.id,
        rule: 'click',
        claimedAt: new Date(),
      },
    });
    const sale = newSale(buyer.id);
    await tell(sale.created, sale.activated, sale.paid, {
      ...sale.paid,
      eventId: 'evt_second_month',
      invoiceId: `in_${randomUUID()}`,
      createdAt: secondsAfter(3600),
    });
    expect(await ledgerOf(seller.id)).toEqual(['earning 2350', 'earning 2350']);
    const { entries } = await listLedger(seller.id);
    const why = await explainEntry(seller.id, entries[0]?.id ?? '');
    expect(why?.snapshot.attribution).toMatchObject({ rule: 'click', promotionCode: null });
  });
});
