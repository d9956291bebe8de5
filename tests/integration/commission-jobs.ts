import { requestPayout } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { sendPayouts } from '#app/domain/programme/payouts/sending.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { sendJob } from '#app/platform/jobs/queue.server.ts';
import { newSale, secondsAfter } from '#tests/integration/facts.ts';
import { newPayee, payoutsOf } from '#tests/integration/payees.ts';
import { fake } from '#tests/integration/paypal-buyers.ts';
import { subjectsTo } from '#tests/integration/people.ts';
import { ledgerOf, newBuyer, newSeller, sellMembership, tell } from '#tests/integration/sellers.ts';

const mismatch = 'The commission ledger does not add up';

/** What the jobs of the ledger are to change, each with how to look at what became of it; see worker-handlers.test.ts. */
export const commissionScenarios = {
  async 'reckon-seller'() {
    const { id } = await newSeller({ isMember: false });
    const own = newSale(id);
    await sellMembership(id, { paidAfterSeconds: 60 });
    await tell(own.created, own.activated, own.paid);
    return () => ledgerOf(id);
  },

  async 'reckon-past-payments'() {
    const { id } = await newSeller();
    const { buyer } = await sellMembership(null);
    await prisma().user.update({ where: { id: buyer.id }, data: { referredById: id } });
    await sendJob('reckon-past-payments', {});
    return () => ledgerOf(id);
  },

  async 'approve-commissions'() {
    const { id } = await newSeller();
    const buyer = await newBuyer(id);
    const sale = newSale(buyer.id);
    await tell(sale.created, { ...sale.paid, createdAt: secondsAfter(-40 * 24 * 3600) });
    await sendJob('approve-commissions', {});
    return () => prisma().commissionApproval.count({ where: { commission: { referrerId: id } } });
  },

  async 'announce-lapses'() {
    const { id, email } = await newSeller({ isMember: false });
    const own = newSale(id);
    await tell(own.created, { ...own.paid, periodEnd: new Date(Date.now() - 4 * 24 * 3600 * 1000) });
    await sendJob('announce-lapses', {});
    return () => subjectsTo(email);
  },

  async 'settle-closings'() {
    const { id } = await newPayee(2_000);
    await prisma().user.update({ where: { id }, data: { role: 'member', assignedRole: 'member' } });
    await sendJob('settle-closings', {});
    return () => prisma().affiliateClosing.count({ where: { userId: id, endedAt: null } });
  },

  async 'gather-payouts'() {
    const { id } = await newPayee(10_000);
    await sendJob('gather-payouts', {});
    return async () => (await payoutsOf(id)).length;
  },

  async 'send-payouts'() {
    const viewer = await newPayee(10_000);
    await requestPayout(viewer);
    return async () => (await payoutsOf(viewer.id)).map(({ state }) => state);
  },

  async 'poll-payouts'() {
    const viewer = await newPayee(10_000);
    await requestPayout(viewer);
    await sendPayouts();
    await fake.passDays(1 / 1440);
    await sendJob('poll-payouts', {});
    return async () => (await payoutsOf(viewer.id)).map(({ state }) => state);
  },

  async 'prove-ledger'() {
    await prisma().ledgerProof.deleteMany();
    await prisma().mailOutbox.deleteMany({ where: { subject: mismatch } });
    const { id } = await newSeller();
    await prisma().user.update({ where: { id }, data: { totalEarnings: 1 } });
    await sendJob('prove-ledger', {});
    return async () => ({
      isSound: (await prisma().ledgerProof.findFirst({ orderBy: { startedAt: 'desc' } }))?.isSound,
      mails: await prisma().mailOutbox.count({ where: { subject: mismatch } }),
    });
  },
};

export const commissionOutcomes = {
  'reckon-seller': ['not_earned membership_lapsed', 'earning 2350'],
  'reckon-past-payments': ['earning 2350'],
  'approve-commissions': 1,
  'announce-lapses': ['You earn no commission at the moment'],
  'settle-closings': 1,
  'gather-payouts': 1,
  'send-payouts': ['sending'],
  'poll-payouts': ['paid'],
  'prove-ledger': { isSound: false, mails: 1 },
};
