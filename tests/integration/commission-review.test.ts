import { describe, expect, it } from 'vitest';
import { findAccount } from '#app/domain/programme/commissions/balance.server.ts';
import {
  adjustAccount,
  decideHeld,
  listHeldCommissions,
} from '#app/domain/programme/commissions/decisions.server.ts';
import { reviewCard } from '#app/domain/programme/commissions/holds.server.ts';
import { announceLapses, hasLapsed } from '#app/domain/programme/commissions/lapses.server.ts';
import { listLedger } from '#app/domain/programme/commissions/ledger.server.ts';
import { listProofs, proveLedger } from '#app/domain/programme/commissions/proof.server.ts';
import { approveCommissions } from '#app/domain/programme/commissions/recalculation.server.ts';
import { gatherPayouts } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { newSale, secondsAfter } from '#tests/integration/facts.ts';
import { newPayee } from '#tests/integration/payees.ts';
import { activityOf, at, newEmail, subjectsTo } from '#tests/integration/people.ts';
import { ledgerOf, newBuyer, newSeller, sellMembership, tell } from '#tests/integration/sellers.ts';

const rulesOf = async (paymentId: string) =>
  (await prisma().commissionHold.findMany({ where: { paymentId } })).map(({ rule }) => rule);

/** A membership sold to somebody who is set up first. */
async function sellTo(
  sellerId: string,
  data: { email?: string; paypalEmail?: string; signupNetwork?: string },
) {
  const { id } = await newBuyer(sellerId);
  await prisma().user.update({ where: { id }, data });
  const sale = newSale(id);
  await tell(sale.created, sale.activated, sale.paid, sale.linked);
  return { ...sale, payment: await prisma().payment.findFirstOrThrow({ where: { userId: id } }) };
}

describe('what is held for review', () => {
  it('is a sale to another spelling of the affiliate’s own address, to their payout address, or to a disposable one', async () => {
    const seller = await newSeller();
    const [name] = seller.email.split('@');
    await prisma().user.update({ where: { id: seller.id }, data: { paypalEmail: 'pay@seller.example' } });
    const alias = await sellTo(seller.id, { email: `${name}+two@example.com` });
    expect(await rulesOf(alias.payment.id)).toEqual(['alias_address']);
    const payout = await sellTo(seller.id, { paypalEmail: 'Pay+x@seller.example' });
    expect(await rulesOf(payout.payment.id)).toEqual(['same_payout_address']);
    const disposable = await sellTo(seller.id, { email: `${name}@x.mailinator.com` });
    expect(await rulesOf(disposable.payment.id)).toEqual(['disposable_address']);
    const account = await findAccount(seller.id);
    expect(account).toMatchObject({ heldCents: 7_050, waitingCents: 0, owedCents: 7_050 });
    expect((await listLedger(seller.id)).entries.map(({ state }) => state)).toEqual(
      Array(3).fill('under_review'),
    );
  });

  it('is a sale paid with a card that the affiliate has paid with, whichever is known first', async () => {
    const seller = await newSeller();
    const own = newSale(seller.id);
    await tell(own.created, own.activated, own.paid, own.linked);
    const sale = await sellTo(seller.id, {});
    await prisma().payment.updateMany({
      where: { id: sale.payment.id },
      data: { cardFingerprint: seller.id },
    });
    await reviewCard('stripe', sale.paymentId);
    expect(await rulesOf(sale.payment.id)).toEqual([]);
    await prisma().payment.updateMany({
      where: { userId: seller.id },
      data: { cardFingerprint: seller.id },
    });
    await reviewCard('stripe', own.paymentId);
    await reviewCard('stripe', own.paymentId);
    expect(await rulesOf(sale.payment.id)).toEqual(['same_card']);
  });

  it('is not what is on a payout already: that is for an operator to take back', async () => {
    const viewer = await newPayee(10_000);
    await prisma().entitlementGrant.create({
      data: { userId: viewer.id, entitlement: 'membership', reason: 'a test', createdAt: new Date(0) },
    });
    const own = newSale(viewer.id);
    await tell(own.created, own.activated, own.paid, own.linked);
    const sale = await sellTo(viewer.id, {});
    await at(Date.now() + 40 * 24 * 3600 * 1000, () => gatherPayouts());
    expect((await findAccount(viewer.id)).inPayoutCents).toBe(12_350);
    await prisma().payment.updateMany({
      where: { userId: { in: [viewer.id, sale.payment.userId] } },
      data: { cardFingerprint: viewer.id },
    });
    await reviewCard('stripe', sale.paymentId);
    expect(await rulesOf(sale.payment.id)).toEqual([]);
  });

  it('is the sixth first payment of a day from one network', async () => {
    const seller = await newSeller();
    const signupNetwork = newEmail();
    const rules: string[][] = [];
    for (let count = 0; count < 6; count += 1)
      rules.push(await rulesOf((await sellTo(seller.id, { signupNetwork })).payment.id));
    expect(rules).toEqual([[], [], [], [], [], ['network_rush']]);
  });

  it('is what somebody sells of whose sales more than a quarter went back', async () => {
    const seller = await newSeller();
    for (let count = 0; count < 10; count += 1) {
      const sale = await sellMembership(seller.id);
      if (count < 3) await tell(sale.refunded(4_700));
    }
    const { payment } = await sellMembership(seller.id);
    expect(await rulesOf(payment.id)).toEqual(['refund_rate']);
  });
});

describe('an operator', () => {
  it('releases what is under review, and the same two are not held for the same rule again', async () => {
    const seller = await newSeller();
    const buyer = await newBuyer(seller.id);
    await prisma().user.update({ where: { id: buyer.id }, data: { email: `${buyer.id}@yopmail.com` } });
    const sale = newSale(buyer.id);
    await tell(sale.created, sale.activated, sale.paid);
    const [held] = (await listHeldCommissions()).filter(({ referrerId }) => referrerId === seller.id);
    expect(held).toMatchObject({ cents: 2_350, rules: [{ rule: 'disposable_address' }] });
    const of = { paymentId: held?.paymentId ?? '', referrerId: seller.id };
    await expect(decideHeld(of, 'released', ' ')).rejects.toThrow('say why');
    await decideHeld(of, 'released', 'known to us');
    await expect(decideHeld(of, 'rejected', 'after all')).rejects.toThrow('under review');
    await tell({
      ...sale.paid,
      eventId: `evt_${buyer.id}`,
      invoiceId: `in_${buyer.id}`,
      createdAt: secondsAfter(99),
    });
    expect(await findAccount(seller.id)).toMatchObject({ heldCents: 0, waitingCents: 4_700 });
    expect(await activityOf(seller.id)).toContain('A commission that was under review was released');
  });

  it('has released what is under review before it counts as approved', async () => {
    const seller = await newSeller();
    const { payment } = await sellTo(seller.id, { email: `${seller.id}@yopmail.com` });
    const approvals = async () => {
      await at(Date.now() + 60 * 24 * 3600 * 1000, approveCommissions);
      return prisma().commissionApproval.count({ where: { commission: { paymentId: payment.id } } });
    };
    expect(await approvals()).toBe(0);
    await decideHeld({ paymentId: payment.id, referrerId: seller.id }, 'released', 'known to us');
    expect(await approvals()).toBe(1);
  });

  it('rejects it, by a row of the ledger, and no news of the payment brings it back', async () => {
    const seller = await newSeller();
    const sale = await sellTo(seller.id, { email: `${seller.id}@yopmail.com` });
    await decideHeld({ paymentId: sale.payment.id, referrerId: seller.id }, 'rejected', 'the same person');
    await tell(
      sale.refunded(100),
      sale.disputed(),
      sale.decided('won', { createdAt: secondsAfter(99_999_999) }),
    );
    expect(await ledgerOf(seller.id)).toEqual(['earning 2350', 'reversal -2350 rejected']);
    expect((await findAccount(seller.id)).owedCents).toBe(0);
  });

  it('adjusts an account once for each key, within limits, and says why', async () => {
    const { id } = await newSeller();
    const by = { userId: id, cents: -500, reason: 'a bank fee', key: id };
    await adjustAccount(by);
    await adjustAccount(by);
    expect(await ledgerOf(id)).toEqual(['adjustment -500 a bank fee']);
    expect((await findAccount(id)).approvedCents).toBe(-500);
    await expect(adjustAccount({ ...by, cents: 0 })).rejects.toThrow('amount');
    await expect(adjustAccount({ ...by, cents: 1_000_001 })).rejects.toThrow('amount');
    await expect(adjustAccount({ ...by, cents: 1.5 })).rejects.toThrow('amount');
    await expect(adjustAccount({ ...by, reason: '' })).rejects.toThrow('why');
  });
});

describe('the end of a seller’s own membership', () => {
  const day = 24 * 3600;
  /** A seller whose membership is paid until 30 days after the sale; open for three days of grace. */
  async function member(fields: { cancelAtPeriodEnd?: boolean; status?: 'active' | 'past_due' } = {}) {
    const seller = await newSeller({ isMember: false });
    const own = newSale(seller.id);
    const { status = 'active', ...rest } = fields;
    await tell(own.created, { ...own.paid, periodEnd: secondsAfter(30 * day) });
    await tell(own.status(status, secondsAfter(40), rest));
    return seller;
  }
  const mailsAt = async (email: string, days: number) => {
    await at(secondsAfter(days * day), announceLapses);
    await at(secondsAfter(days * day), announceLapses);
    return (await subjectsTo(email)).filter((subject) => /commission/.test(subject));
  };

  it('is told three days before and at the end, once each', async () => {
    const { email } = await member({ cancelAtPeriodEnd: true });
    expect(await mailsAt(email, 29.9)).toHaveLength(0);
    expect(await mailsAt(email, 30.1)).toEqual([
      expect.stringMatching(/^From .* you would earn no commission$/),
    ]);
    expect(await mailsAt(email, 33.1)).toHaveLength(2);
    expect(await mailsAt(email, 34)).toHaveLength(2);
  });

  it('is not told to whoever renews, while the money has half a day to come', async () => {
    const { email } = await member();
    expect(await mailsAt(email, 30.4)).toHaveLength(0);
    expect(await mailsAt(email, 30.6)).toHaveLength(1);
  });

  it('is told at once where a renewal has failed', async () => {
    const { email } = await member({ status: 'past_due' });
    expect(await mailsAt(email, 30.1)).toHaveLength(1);
  });

  it('is told where it was given: three days before the end of a grant, and at the end or when it is taken back', async () => {
    const grantFor = async (fields: { endsAt?: Date; revokedAt?: Date }) => {
      const { id, email } = await newSeller({ isMember: false });
      const grant = { userId: id, entitlement: 'membership', reason: 'a test', createdAt: new Date(0) };
      await prisma().entitlementGrant.create({ data: { ...grant, ...fields } });
      return email;
    };
    const ending = await grantFor({ endsAt: secondsAfter(50 * day) });
    expect(await mailsAt(ending, 46.9)).toHaveLength(0);
    expect(await mailsAt(ending, 47.1)).toHaveLength(1);
    expect(await mailsAt(ending, 50.1)).toHaveLength(2);
    const revoked = await grantFor({ endsAt: secondsAfter(90 * day), revokedAt: secondsAfter(60 * day) });
    expect(await mailsAt(revoked, 60.1)).toEqual(['You earn no commission at the moment']);
    const forGood = await grantFor({});
    expect(await mailsAt(forGood, 61)).toHaveLength(0);
  });

  it('is told when the money for it went back, and not again at the end of the month that was paid for', async () => {
    const { id, email } = await newSeller({ isMember: false });
    const own = newSale(id);
    await tell(own.created, { ...own.paid, periodEnd: secondsAfter(30 * day) }, own.linked);
    await tell({ ...own.refunded(4_700), createdAt: secondsAfter(5 * day) });
    const told = ['You earn no commission at the moment'];
    expect(await mailsAt(email, 5.1)).toEqual(told);
    expect(await mailsAt(email, 33.1)).toEqual(told);
  });
});

describe('the notice of a lapsed membership', () => {
  const pastDue = (days: number) =>
    hasLapsed({ hasMembership: true, pastDueSince: new Date(Date.now() - days * 24 * 3600 * 1000) });

  it('is shown to whoever has none, and while a renewal is missing once the days of grace are over', () => {
    expect(hasLapsed({ hasMembership: true, pastDueSince: null })).toBe(false);
    expect(hasLapsed({ hasMembership: false, pastDueSince: null })).toBe(true);
    expect([2.9, 3.1].map(pastDue)).toEqual([false, true]);
  });
});

describe('the nightly proof', () => {
  it('finds the ledger sound, and keeps what it has seen', async () => {
    const { id } = await newSeller();
    await sellMembership(id);
    const { findings } = await proveLedger();
    expect(findings).toEqual([]);
    const [proof] = await listProofs(1);
    const { _sum: paid } = await prisma().payoutItem.aggregate({ _sum: { amountCents: true } });
    expect(proof).toMatchObject({ isSound: true, figures: { paidOutCents: paid.amountCents ?? 0 } });
  });

  it.each([
    ['total of a user', 'UPDATE users SET total_earnings = total_earnings + $2 WHERE id = $1'],
    ['balance of a user', 'UPDATE commission_balances SET cents = cents + $2 WHERE user_id = $1'],
    ['days of a user', 'UPDATE commission_days SET earned_cents = earned_cents + $2 WHERE user_id = $1'],
  ])('finds a wrong %s', async (name, sql) => {
    const { id } = await newSeller();
    await sellMembership(id);
    await databasePool().query(sql, [id, 1]);
    const { findings } = await proveLedger();
    expect(findings).toMatchObject([{ rule: expect.stringContaining(name), count: 1, examples: [id] }]);
    await databasePool().query(sql, [id, -1]);
  });

  it('finds a payment of a referred buyer of which the ledger says nothing', async () => {
    const { id } = await newSeller();
    const { buyer, payment } = await sellMembership(null);
    await prisma().user.update({ where: { id: buyer.id }, data: { referredById: id } });
    const { findings } = await proveLedger();
    expect(findings).toMatchObject([
      { rule: expect.stringContaining('referred buyer'), examples: [payment.id] },
    ]);
    await prisma().user.update({ where: { id: buyer.id }, data: { referredById: null } });
  });
});
