import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deleteUser } from '#app/domain/operating/users/delete-user.server.ts';
import { editUser } from '#app/domain/operating/users/edit-user.server.ts';
import { findUserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { setStatusOfMany } from '#app/domain/operating/users/user-status.server.ts';
import {
  giveUpOwed,
  requestDeletion,
  withdrawDeletion,
} from '#app/domain/people/personal-data/deletion.server.ts';
import { deleteDueAccounts } from '#app/domain/people/personal-data/erasure.server.ts';
import { joinProgramme, leaveProgramme } from '#app/domain/programme/affiliates/joining.server.ts';
import { findAccount } from '#app/domain/programme/commissions/balance.server.ts';
import { proveLedger } from '#app/domain/programme/commissions/proof.server.ts';
import { decideClosing } from '#app/domain/programme/payouts/closing-decisions.server.ts';
import { decideLeaving, listLeaving } from '#app/domain/programme/payouts/closing-desk.server.ts';
import { remindOfLastPayouts } from '#app/domain/programme/payouts/closing-mails.server.ts';
import { settleClosings } from '#app/domain/programme/payouts/closings.server.ts';
import {
  gatherLastPayouts,
  gatherPayouts,
  requestPayout,
} from '#app/domain/programme/payouts/payout-batches.server.ts';
import { previewPayouts } from '#app/domain/programme/payouts/payout-preview.server.ts';
import { applyPayoutNews } from '#app/domain/programme/payouts/payout-progress.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import type { Prisma } from '#app/platform/database/generated/client.ts';
import type { PayoutStatus } from '#app/platform/payments/facts.ts';
import { newActor } from '#tests/integration/admins.ts';
import { newFact, newSale, saleAt } from '#tests/integration/facts.ts';
import { confirmAddress, give, payoutsOf, sure } from '#tests/integration/payees.ts';
import { withPaypal } from '#tests/integration/paypal-buyers.ts';
import { at, newEmail, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { ledgerOf, newSeller, sellMembership, tell } from '#tests/integration/sellers.ts';

withPaypal();

const dayMs = 24 * 3600 * 1000;
const secondsSince = (from: Date) => Math.round((Date.now() - from.getTime()) / 1000);
const inDays = (days: number) => Date.now() + days * dayMs;

/** An affiliate with $94.00 approved and $23.50 that waits for thirty days, below the minimum together or not. */
async function newLeaver({ approved = 7_000, hasAddress = true, waiting = 1 } = {}) {
  const seller = await newSeller();
  const viewer = { ...(await newViewer()), id: seller.id, email: seller.email, role: 'affiliate' as const };
  if (hasAddress) await confirmAddress(viewer, newEmail());
  if (approved) await give(seller.id, approved);
  const sales = [];
  for (let sale = 0; sale < waiting; sale += 1)
    sales.push(await sellMembership(seller.id, { paidAfterSeconds: secondsSince(saleAt) }));
  return { ...viewer, confirmedAt: new Date(), sales };
}

const newAdmin = async () => (await newActor('owner')).actor;

const closingsOf = (userId: string) =>
  prisma().affiliateClosing.findMany({ where: { userId }, orderBy: { startedAt: 'asc' } });

/** What PayPal tells of somebody's latest payout. */
async function tellPayout(userId: string, status: PayoutStatus, day: number) {
  const item = (await payoutsOf(userId)).at(-1);
  if (!item) throw new Error('There is no payout.');
  const news = { itemId: item.id, providerItemId: item.id, feeCents: 25, errorCode: null, errorText: null };
  await at(inDays(day), () =>
    transaction((tx) => applyPayoutNews(tx, { ...news, status, createdAt: new Date(inDays(day)) })),
  );
}

const emailOf = async (id: string) => (await prisma().user.findUniqueOrThrow({ where: { id } })).email;

describe('an affiliate who deletes their account', () => {
  it('is paid everything once nothing waits, below the minimum, and is erased after that', async () => {
    const leaver = await newLeaver();
    await requestDeletion(leaver);
    expect(await closingsOf(leaver.id)).toMatchObject([{ cause: 'deletion', endedAt: null, isHeld: false }]);
    expect(await subjectsTo(leaver.email)).toContain('Your last affiliate payout');
    // $23.50 still waits: the usual minimum holds, and nothing is erased.
    await at(inDays(16), gatherLastPayouts);
    await at(inDays(16), deleteDueAccounts);
    expect(await payoutsOf(leaver.id)).toEqual([]);
    expect(await emailOf(leaver.id)).toBe(leaver.email);
    await at(inDays(32), gatherLastPayouts);
    expect(await payoutsOf(leaver.id)).toMatchObject([{ amountCents: 9_350, state: 'requested' }]);
    // Two runs at once, and the day of payouts, make no second one.
    await at(inDays(32), () => Promise.all([gatherLastPayouts(), gatherPayouts(), gatherLastPayouts()]));
    expect(await payoutsOf(leaver.id)).toHaveLength(1);
    await at(inDays(33), deleteDueAccounts);
    expect(await emailOf(leaver.id)).toBe(leaver.email);
    await tellPayout(leaver.id, 'paid', 34);
    await at(inDays(34), settleClosings);
    expect(await closingsOf(leaver.id)).toMatchObject([{ outcome: 'paid' }]);
    await at(inDays(34), deleteDueAccounts);
    expect(await emailOf(leaver.id)).toMatch(/@invalid$/);
    expect((await proveLedger()).findings).toEqual([]);
  });

  it('can ask for the last payout themselves once nothing waits', async () => {
    const leaver = await newLeaver({ waiting: 0, approved: 250 });
    await expect(requestPayout(leaver)).rejects.toThrow('Payouts begin at');
    await requestDeletion(leaver);
    expect(await requestPayout(leaver)).toEqual({ amountCents: 250 });
  });

  it('gives up what is owed in words, for the amount they were shown, and is erased without waiting', async () => {
    const leaver = await newLeaver({ hasAddress: false });
    await expect(giveUpOwed(sure(leaver), 9_350)).rejects.toThrow('only when your account is to be deleted');
    await requestDeletion(leaver);
    await expect(giveUpOwed(sure(leaver), 9_351)).rejects.toThrow('has changed');
    await giveUpOwed(sure(leaver), 9_350);
    await expect(giveUpOwed(sure(leaver), 9_350)).rejects.toThrow('We owe you nothing more.');
    expect(await ledgerOf(leaver.id)).toEqual(
      expect.arrayContaining(['write_off -7000 given_up', 'write_off -2350 given_up']),
    );
    const { figures } = await latestProof();
    expect(figures.writtenOffCents).toBeGreaterThanOrEqual(9_350);
    for (const day of [0, 31])
      expect((await at(inDays(day), () => findAccount(leaver.id))).owedCents).toBe(0);
    expect((await at(inDays(31), () => findAccount(leaver.id))).approvedCents).toBe(0);
    await at(inDays(15), deleteDueAccounts);
    expect(await emailOf(leaver.id)).toMatch(/@invalid$/);
    expect(await closingsOf(leaver.id)).toMatchObject([{ outcome: 'given_up' }]);
  });

  it('owes nothing of what they gave up when its buyer gets the money back, and goes on without a debt', async () => {
    const leaver = await newLeaver({ hasAddress: false });
    await requestDeletion(leaver);
    await giveUpOwed(sure(leaver), 9_350);
    await withdrawDeletion(leaver);
    const owed = async () => (await at(inDays(31), () => findAccount(leaver.id))).owedCents;
    const [sale] = leaver.sales;
    const refundId = `re_${leaver.id}`;
    if (!sale) throw new Error('nothing was sold');
    await tell(sale.refunded(4_700, 'succeeded', refundId));
    expect(await owed()).toBe(0);
    expect(await ledgerOf(leaver.id)).toContain('write_off 2350 reversed_after_write_off');
    await tell(sale.refunded(4_700, 'failed', refundId));
    expect(await owed()).toBe(0);
    // What is earned and reversed afterwards is what it ever was.
    const later = await at(inDays(1), () => sellMembership(leaver.id));
    expect(await owed()).toBe(2_350);
    await tell(later.refunded(4_700));
    expect(await owed()).toBe(0);
    expect((await proveLedger()).findings).toEqual([]);
  });

  it('goes on as before when the account is kept, also after the last payout was asked for', async () => {
    const leaver = await newLeaver({ waiting: 0 });
    await requestDeletion(leaver);
    await requestPayout(leaver);
    await withdrawDeletion(leaver);
    expect(await closingsOf(leaver.id)).toMatchObject([{ outcome: 'resumed' }]);
    await give(leaver.id, 500);
    await tellPayout(leaver.id, 'paid', 1);
    await at(inDays(2), gatherPayouts);
    expect(await payoutsOf(leaver.id)).toHaveLength(1);
  });

  it('has refunds after the end taken back, and what is below zero is not claimed from anybody', async () => {
    const leaver = await newLeaver();
    await requestDeletion(leaver);
    await at(inDays(32), gatherLastPayouts);
    await tellPayout(leaver.id, 'paid', 33);
    await at(inDays(34), deleteDueAccounts);
    const [sale] = leaver.sales;
    if (!sale) throw new Error('Nothing was sold.');
    const refund = {
      paymentId: sale.payment.providerPaymentId ?? '',
      amountCents: 4_700,
      refundId: `re_${leaver.id}`,
    };
    await tell(newFact('refund_changed', refund));
    expect((await findAccount(leaver.id)).owedCents).toBe(-2_350);
    await at(inDays(40), settleClosings);
    expect((await findAccount(leaver.id)).owedCents).toBe(0);
    expect(await ledgerOf(leaver.id)).toContain('write_off 2350 not_claimed_back');
    expect((await proveLedger()).findings).toEqual([]);
  });

  it('is owed nothing a second time when a dispute is won after it was written off', async () => {
    const leaver = await newLeaver();
    await requestDeletion(leaver);
    await at(inDays(32), gatherLastPayouts);
    await tellPayout(leaver.id, 'paid', 33);
    const where = { userId: leaver.id };
    const memberships = await prisma().entitlementGrant.findMany({ where });
    await at(inDays(34), deleteDueAccounts);
    // As where the membership was a subscription, which stays: what was earned by it still counts.
    await prisma().entitlementGrant.createMany({ data: memberships });
    const paymentId = leaver.sales[0]?.payment.providerPaymentId ?? '';
    const dispute = { paymentId, disputeId: `dp_${leaver.id}`, amountCents: 4_700 };
    await tell(newFact('dispute_changed', { ...dispute, createdAt: new Date(inDays(35)) }));
    expect((await findAccount(leaver.id)).owedCents).toBe(-2_350);
    await at(inDays(36), settleClosings);
    expect((await findAccount(leaver.id)).owedCents).toBe(0);
    const won = { ...dispute, state: 'won' as const, createdAt: new Date(inDays(40)) };
    await tell(newFact('dispute_changed', won));
    expect((await findAccount(leaver.id)).owedCents).toBe(2_350);
    await at(inDays(41), settleClosings);
    await at(inDays(42), settleClosings);
    expect((await findAccount(leaver.id)).owedCents).toBe(0);
    const writeOffs = (await ledgerOf(leaver.id)).filter((row) => row.startsWith('write_off'));
    expect(writeOffs.toSorted()).toEqual([
      'write_off -2350 write_off_reversed',
      'write_off 2350 not_claimed_back',
    ]);
    expect(await closingsOf(leaver.id)).toHaveLength(1);
    expect((await proveLedger()).findings).toEqual([]);
  });

  it('is told that something waits, where what waits cancels out but on different days', async () => {
    const leaver = await newLeaver({ waiting: 0, approved: 3_000 });
    await requestDeletion(leaver);
    const rows = [500, -500].map((commission, index) => ({
      referrerId: leaver.id,
      kind: 'adjustment' as const,
      cause: `adjustment:${leaver.id}:${index}`,
      reason: 'a test',
      amount: 0,
      commission,
      currency: 'usd',
      availableAt: new Date(Math.floor(inDays(10 + index) / dayMs) * dayMs),
      timestamp: new Date(),
    }));
    await prisma().commission.createMany({ data: rows });
    await expect(requestPayout(leaver)).rejects.toThrow('once nothing is waiting');
    expect(await at(inDays(12), () => requestPayout(leaver))).toEqual({ amountCents: 3_000 });
  });
});

/** The figures of a proof made now. */
async function latestProof() {
  await proveLedger();
  const proof = await prisma().ledgerProof.findFirstOrThrow({ orderBy: { startedAt: 'desc' } });
  return { findings: proof.findings, figures: proof.figures as Record<string, number> };
}

describe('a last payout that comes back', () => {
  it.each(['returned', 'blocked', 'failed'] as const)(
    'as %s is owed again, and goes to a new address',
    async (end) => {
      const leaver = await newLeaver({ waiting: 0 });
      await leaveProgramme(leaver);
      await gatherLastPayouts();
      await tellPayout(leaver.id, 'unclaimed', 1);
      await tellPayout(leaver.id, end, 31);
      await at(inDays(32), settleClosings);
      expect(await closingsOf(leaver.id)).toMatchObject([{ cause: 'left', endedAt: null }]);
      // Not sent to the same address each day.
      await at(inDays(32), gatherLastPayouts);
      expect(await payoutsOf(leaver.id)).toHaveLength(1);
      await at(inDays(32), remindOfLastPayouts);
      await at(inDays(33), remindOfLastPayouts);
      expect(
        (await subjectsTo(leaver.email)).filter((subject) => subject.startsWith('Where should we send')),
      ).toEqual(['Where should we send $70.00?']);
      await at(inDays(33), () => confirmAddress(leaver, newEmail()));
      await at(inDays(41), gatherLastPayouts);
      expect(await payoutsOf(leaver.id)).toHaveLength(2);
      await tellPayout(leaver.id, 'paid', 42);
      await at(inDays(42), settleClosings);
      expect(await closingsOf(leaver.id)).toMatchObject([{ outcome: 'paid' }]);
    },
  );
});

describe('an affiliate whose account is deactivated', () => {
  it('is paid nothing until an admin decides, is told so, and then below the minimum', async () => {
    const leaver = await newLeaver({ waiting: 0 });
    const admin = await newAdmin();
    await setStatusOfMany(admin, [leaver.id], 'inactive');
    const [closing] = await closingsOf(leaver.id);
    expect(closing).toMatchObject({ cause: 'deactivated', isHeld: true });
    expect(await subjectsTo(leaver.email)).toContain('Your affiliate payouts are on hold');
    await gatherLastPayouts();
    await gatherPayouts();
    expect(await payoutsOf(leaver.id)).toEqual([]);
    expect((await previewPayouts()).passed.find(({ userId }) => userId === leaver.id)?.obstacle).toContain(
      'deactivated',
    );
    const decide = (decision: 'pay' | 'withhold' | 'write_off') =>
      decideLeaving(admin, { closing: closing?.id ?? '', decision, reason: 'All in order.' });
    await expect(decide('write_off')).rejects.toThrow('twelve months');
    await decide('pay');
    await expect(decide('withhold')).rejects.toThrow('on hold');
    await gatherLastPayouts();
    expect(await payoutsOf(leaver.id)).toMatchObject([{ amountCents: 7_000 }]);
  });

  it('has it withheld with a reason that is mailed and stands in the ledger', async () => {
    const leaver = await newLeaver();
    const admin = await newAdmin();
    await setStatusOfMany(admin, [leaver.id], 'inactive');
    const { rows } = await listLeaving('held', null, 1_000);
    const row = rows.find(({ userId }) => userId === leaver.id);
    expect(row).toMatchObject({ approvedCents: 7_000, laterCents: 2_350, isHeld: true, isUnclaimed: false });
    await decideLeaving(admin, {
      closing: row?.id ?? '',
      decision: 'withhold',
      reason: 'Paid ads on our name.',
    });
    expect((await findAccount(leaver.id)).owedCents).toBe(0);
    expect(await closingsOf(leaver.id)).toMatchObject([
      { outcome: 'withheld', note: 'Paid ads on our name.' },
    ]);
    expect(await subjectsTo(leaver.email)).toContain('Your commissions are withheld');
    expect((await proveLedger()).findings).toEqual([]);
  });

  it('is held although their deletion is under way, and is free again once activated', async () => {
    const leaver = await newLeaver({ waiting: 0 });
    const admin = await newAdmin();
    await requestDeletion(leaver);
    await setStatusOfMany(admin, [leaver.id], 'inactive');
    await gatherLastPayouts();
    await at(inDays(20), deleteDueAccounts);
    expect(await payoutsOf(leaver.id)).toEqual([]);
    expect(await emailOf(leaver.id)).toBe(leaver.email);
    await setStatusOfMany(admin, [leaver.id], 'active');
    await gatherLastPayouts();
    expect(await payoutsOf(leaver.id)).toHaveLength(1);
  });

  it('and deleted by an admin is paid before anything is erased', async () => {
    const leaver = await newLeaver({ waiting: 0 });
    expect(await deleteUser(await newAdmin(), leaver.id, 'They asked by mail.')).toBe('waits');
    expect(await closingsOf(leaver.id)).toMatchObject([{ cause: 'deletion', isHeld: false }]);
    await gatherLastPayouts();
    await tellPayout(leaver.id, 'paid', 1);
    await at(inDays(2), deleteDueAccounts);
    expect(await emailOf(leaver.id)).toMatch(/@invalid$/);
  });
});

describe('an affiliate who earns no more', () => {
  it('because an admin ended the agreement is paid, and joins again', async () => {
    const leaver = await newLeaver({ waiting: 0 });
    const admin = await newAdmin();
    const user = await findUserDetail(leaver.id);
    if (!user) throw new Error('There is no such user.');
    const { version, name, email } = user;
    const edit = { name, email, status: 'active' as const, commissionRate: 50, reason: 'Ended.' };
    await editUser(admin, leaver.id, { ...edit, role: 'member', version });
    expect(await closingsOf(leaver.id)).toMatchObject([{ cause: 'agreement_ended', startedById: admin.id }]);
    await joinProgramme(leaver);
    expect(await closingsOf(leaver.id)).toMatchObject([{ outcome: 'resumed' }]);
    await gatherLastPayouts();
    expect(await payoutsOf(leaver.id)).toEqual([]);
  });

  it('because their own membership has ended is paid, until they are a member again', async () => {
    const leaver = await newLeaver({ waiting: 0 });
    const grant = { where: { userId: leaver.id } };
    await prisma().entitlementGrant.updateMany({ ...grant, data: { endsAt: new Date(inDays(3)) } });
    await settleClosings();
    expect(await closingsOf(leaver.id)).toEqual([]);
    await at(inDays(4), settleClosings);
    await at(inDays(4), settleClosings);
    expect(await closingsOf(leaver.id)).toMatchObject([{ cause: 'membership_ended', endedAt: null }]);
    await prisma().entitlementGrant.updateMany({ ...grant, data: { endsAt: null } });
    await at(inDays(5), settleClosings);
    expect(await closingsOf(leaver.id)).toMatchObject([{ outcome: 'resumed' }]);
  });

  it('is not who has paused their own membership, or whose bank has a case of it', async () => {
    const leaver = await newLeaver({ waiting: 0 });
    await prisma().entitlementGrant.deleteMany({ where: { userId: leaver.id } });
    const { activated } = newSale(leaver.id);
    await tell(activated);
    const hold = async (data: Prisma.SubscriptionUpdateManyMutationInput) => {
      await prisma().subscription.updateMany({ where: { userId: leaver.id }, data });
      await settleClosings();
      return closingsOf(leaver.id);
    };
    const currentPeriodEnd = new Date(inDays(10));
    expect(await hold({ currentPeriodEnd, isDisputed: true })).toEqual([]);
    const pause = { pausedFrom: new Date(inDays(-1)), pausedUntil: new Date(inDays(60)) };
    expect(await hold({ ...pause, isDisputed: false })).toEqual([]);
    expect(await hold({ status: 'canceled' })).toMatchObject([{ cause: 'membership_ended', endedAt: null }]);
  });

  it('because their trial is over is paid', async () => {
    const leaver = await newLeaver({ waiting: 0 });
    await prisma().user.update({
      where: { id: leaver.id },
      data: { role: 'member', assignedRole: 'member', trialEndsAt: new Date(inDays(-1)) },
    });
    await settleClosings();
    expect(await closingsOf(leaver.id)).toMatchObject([{ cause: 'program_ended' }]);
  });

  it('and gives no address is reminded, and after twelve months an admin may write it off', async () => {
    const leaver = await newLeaver({ waiting: 0, hasAddress: false });
    await leaveProgramme(leaver);
    for (const day of [29, 31, 32, 62]) await at(inDays(day), remindOfLastPayouts);
    expect(
      (await subjectsTo(leaver.email)).filter((subject) => subject.startsWith('Where should we send')),
    ).toHaveLength(2);
    const admin = await newAdmin();
    const [closing] = await closingsOf(leaver.id);
    const form = { closing: closing?.id ?? '', decision: 'write_off' as const, reason: 'Nobody answers.' };
    await expect(decideLeaving(admin, form)).rejects.toThrow('twelve months');
    await prisma().affiliateClosing.updateMany({
      where: { userId: leaver.id },
      data: { startedAt: new Date(inDays(-370)) },
    });
    await decideLeaving(admin, form);
    expect((await findAccount(leaver.id)).owedCents).toBe(0);
    expect(await closingsOf(leaver.id)).toMatchObject([{ outcome: 'unclaimed' }]);
  });

  it('and is owed nothing has no closing; one below zero has none either, and carries it forward', async () => {
    const none = await newLeaver({ waiting: 0, approved: 0 });
    await leaveProgramme(none);
    const below = await newLeaver({ waiting: 0, approved: -500 });
    await leaveProgramme(below);
    expect([...(await closingsOf(none.id)), ...(await closingsOf(below.id))]).toEqual([]);
    expect((await findAccount(below.id)).owedCents).toBe(-500);
  });

  it('is a reseller who writes to support', async () => {
    const seller = await newSeller({ role: 'reseller' });
    await expect(leaveProgramme(seller)).rejects.toThrow('write to support');
  });
});

/** What may happen to an affiliate who is leaving, in any order. */
const step = fc.oneof(
  ...(
    [
      'ask_deletion',
      'keep',
      'leave',
      'join',
      'deactivate',
      'activate',
      'pay',
      'withhold',
      'gather',
      'gather_last',
      'settle',
      'erase',
      'give_up',
      'refund',
      'days',
      'paid',
      'returned',
      'unclaimed',
    ] as const
  ).map((what) => fc.constant(what)),
);

describe('any history of leaving', () => {
  it('keeps the ledger sound, pays nobody twice, and erases nobody who is still owed something', async () => {
    const admin = await newAdmin();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
        const leaver = await newLeaver({ approved: 3_000, waiting: 2 });
        let day = 0;
        const tried = (work: () => Promise<unknown>) => at(inDays(day), () => work().catch(() => null));
        const decide = async (decision: 'pay' | 'withhold') => {
          const closing = (await closingsOf(leaver.id)).find(({ endedAt }) => endedAt === null);
          await decideClosing(closing?.id ?? '', decision, 'A reason.', { id: admin.id });
        };
        const sales = [...leaver.sales];
        const doings: Record<
          typeof step extends fc.Arbitrary<infer T> ? T : never,
          () => Promise<unknown>
        > = {
          ask_deletion: () => requestDeletion({ ...leaver, confirmedAt: new Date(inDays(day)) }),
          keep: () => withdrawDeletion(leaver),
          leave: () => leaveProgramme(leaver),
          join: () => joinProgramme(leaver),
          deactivate: () => setStatusOfMany(admin, [leaver.id], 'inactive'),
          activate: () => setStatusOfMany(admin, [leaver.id], 'active'),
          pay: () => decide('pay'),
          withhold: () => decide('withhold'),
          gather: gatherPayouts,
          gather_last: gatherLastPayouts,
          settle: settleClosings,
          erase: deleteDueAccounts,
          give_up: async () => giveUpOwed(sure(leaver), (await findAccount(leaver.id)).owedCents),
          async refund() {
            const paymentId = sales.pop()?.payment.providerPaymentId ?? '';
            await tell(
              newFact('refund_changed', { paymentId, amountCents: 4_700, refundId: `re_${paymentId}` }),
            );
          },
          async days() {
            day += 16;
          },
          paid: () => tellPayout(leaver.id, 'paid', day),
          returned: () => tellPayout(leaver.id, 'returned', day),
          unclaimed: () => tellPayout(leaver.id, 'unclaimed', day),
        };
        for (const what of steps) {
          const before = await findAccount(leaver.id);
          const wasErased = (await emailOf(leaver.id)).endsWith('@invalid');
          await tried(doings[what]);
          const isErased = (await emailOf(leaver.id)).endsWith('@invalid');
          if (isErased && !wasErased) expect(before.owedCents, steps.join(' ')).toBeLessThanOrEqual(0);
        }
        const { earnedCents, owedCents, paidCents, inPayoutCents } = await findAccount(leaver.id);
        expect(earnedCents, steps.join(' ')).toBe(owedCents + paidCents + inPayoutCents);
        expect(
          await prisma().affiliateClosing.count({ where: { userId: leaver.id, endedAt: null } }),
        ).toBeLessThanOrEqual(1);
        expect((await proveLedger()).findings, steps.join(' ')).toEqual([]);
      }),
      { numRuns: Number(process.env.LEDGER_HISTORIES ?? 4) },
    );
  });
});
