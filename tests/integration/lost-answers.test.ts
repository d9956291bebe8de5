import { describe, expect, it } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { switchToYearly } from '#app/domain/selling/billing/interval-switch.server.ts';
import { refundPart, refundPayment, undoSubscription } from '#app/domain/selling/billing/undo.server.ts';
import { pauseMembership, planPause, resumeMembership } from '#app/domain/selling/pausing/pausing.server.ts';
import { changeSeats, planSeats } from '#app/domain/selling/teams/seat-changes.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import {
  newCardMember,
  rowOf,
  sandbox,
  settled,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { hangAt, press } from '#tests/integration/lost-answers.ts';
import { takeQueued } from '#tests/integration/queued-jobs.ts';
import { newTeamOwner, withTeams } from '#tests/integration/team-owners.ts';
import { sellYears, shownTo } from '#tests/integration/yearly-switches.ts';

// What the provider does for a call whose answer nobody hears, as where the process that asked was killed: the money has moved once, the
// site knows of it by its webhook, and what was asked for is asked for again.

withSandbox();
withTeams();

interface Act {
  viewer: Viewer;
  /** The call whose answer is lost. */
  path: RegExp;
  /** What is pressed, or what a job does: the same again afterwards. */
  work: () => Promise<unknown>;
  /** What moves in all, in cents: taken by further payments, or given back. */
  taken: number;
  returned: number;
}

async function paidByCard() {
  const viewer = await newCardMember();
  const { providerSubscriptionId: id } = await rowOf(viewer.id);
  const payment = await prisma().payment.findFirstOrThrow({ where: { userId: viewer.id } });
  return { viewer, id, payment, paymentId: String(payment.providerPaymentId) };
}

const acts: Record<string, () => Promise<Act>> = {
  // The first, as what is sold is read anew where a price is added.
  async 'more seats of a team'() {
    const viewer = await newTeamOwner(2);
    const { providerSubscriptionId: id } = await rowOf(viewer.id);
    const plan = await planSeats(viewer.id, 4);
    if (plan.kind !== 'more') throw new Error(JSON.stringify(plan));
    const { dueCents, prorationAt } = plan.preview;
    const path = new RegExp(`^/v1/subscriptions/${id}$`);
    const shown = { seats: 4, dueCents, prorationAt };
    return { viewer, path, work: () => changeSeats(viewer, shown), taken: dueCents, returned: 0 };
  },
  async 'a switch to the yearly price'() {
    const { viewer, id } = await paidByCard();
    await sellYears().catch(() => undefined);
    const shown = await shownTo(viewer);
    const path = new RegExp(`^/v1/subscriptions/${id}$`);
    return { viewer, path, work: () => switchToYearly(viewer, shown), taken: shown.dueCents, returned: 0 };
  },
  async 'a refund of a part'() {
    const { viewer, paymentId } = await paidByCard();
    const asked = { paymentId, amountCents: 1_200, currency: 'usd', key: crypto.randomUUID() };
    const work = () => refundPart({ provider: 'stripe', ...asked });
    return { viewer, path: /^\/v1\/refunds$/, work, taken: 0, returned: 1_200 };
  },
  async 'a refund of the whole'() {
    const { viewer, paymentId } = await paidByCard();
    const work = () => refundPayment({ provider: 'stripe', providerPaymentId: paymentId });
    return { viewer, path: /^\/v1\/refunds$/, work, taken: 0, returned: 4_700 };
  },
  async 'undoing a second subscription'() {
    const { viewer, id } = await paidByCard();
    const work = () => undoSubscription({ provider: 'stripe', providerSubscriptionId: id });
    return { viewer, path: /^\/v1\/refunds$/, work, taken: 0, returned: 4_700 };
  },
  // The last, as it turns the provider's clock.
  async 'resuming a paused membership'() {
    const { viewer, id } = await paidByCard();
    const chance = await planPause(viewer.id);
    if (chance.kind !== 'offered') throw new Error(JSON.stringify(chance));
    await pauseMembership(viewer, { months: 2, from: chance.plan.from });
    await sandbox.turnClock(chance.plan.from.getTime() / 1000 + 3 * 3600);
    await settled();
    const path = new RegExp(`^/v1/subscriptions/${id}$`);
    return { viewer, path, work: () => resumeMembership(viewer, 4_700), taken: 4_700, returned: 0 };
  },
};

/** What a buyer's payments come to at the provider and here. Integer cents. */
async function totalsOf(viewer: Viewer) {
  const { customerId } = await prisma().providerCustomer.findFirstOrThrow({ where: { userId: viewer.id } });
  const { data } = await stripe.invoices.list({ customer: customerId, limit: 100 });
  const payments = await prisma().payment.findMany({
    where: { userId: viewer.id },
    include: { receipts: true },
  });
  const ids = payments.map(({ providerPaymentId }) => String(providerPaymentId));
  const refunds = await Promise.all(ids.map((id) => stripe.refunds.list({ payment_intent: id })));
  const sum = (cents: readonly number[]) => cents.reduce((total, each) => total + each, 0);
  return {
    there: {
      taken: sum(data.map(({ amount_paid }) => amount_paid)),
      returned: sum(refunds.flatMap((list) => list.data.map(({ amount }) => amount))),
    },
    here: {
      taken: sum(payments.map(({ amountCents }) => amountCents)),
      returned: sum(payments.map(({ amountRefundedCents }) => amountRefundedCents)),
    },
    receipts: payments.flatMap(({ receipts }) => receipts).filter(({ kind }) => kind === 'receipt').length,
    payments: payments.length,
  };
}

describe('an answer of the provider that is lost', () => {
  it.each(Object.keys(acts))(
    'moves the money of %s once, however often it is asked for again',
    async (name) => {
      const { viewer, path, work, taken, returned } = await (acts[name] as () => Promise<Act>)();
      const before = await totalsOf(viewer);
      const standIn = await hangAt(path);
      await press(standIn, work);
      await standIn.answer();
      // Once before its news has come, and once afterwards.
      await work().catch(() => undefined);
      await settled();
      await work().catch(() => undefined);
      await settled();
      const after = await totalsOf(viewer);
      expect(after.there).toEqual(after.here);
      expect(after.there).toEqual({
        taken: before.there.taken + taken,
        returned: before.there.returned + returned,
      });
      expect(after.receipts).toBe(after.payments);
      await takeQueued('end-subscription');
    },
  );
});
