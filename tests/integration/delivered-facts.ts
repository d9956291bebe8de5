import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { PaymentFact } from '#app/platform/payments/port.ts';
import { newSale } from '#tests/integration/facts.ts';
import { newUser, subjectsTo } from '#tests/integration/people.ts';

/** Delivers as a provider does: what is answered 'retry' comes again after the others. */
export async function deliverFacts(facts: readonly PaymentFact[]): Promise<void> {
  const waiting = [...facts];
  for (let left = (facts.length + 1) ** 2; waiting.length > 0; left -= 1) {
    const fact = waiting.shift();
    if (left === 0 || !fact) throw new Error('an event is asked for again for ever');
    const outcome = await applyPaymentEvent(fact);
    if (outcome === 'unapplied') throw new Error(`not applied: ${fact.kind}`);
    if (outcome === 'retry') waiting.push(fact);
  }
}

/** A user whose first payment has gone through, and what was told of it. */
export async function newToldMember() {
  const user = await newUser();
  const sale = newSale(user.id);
  await deliverFacts([sale.created, sale.paid, sale.linked, sale.activated]);
  return { user, sale };
}

/** All that billing keeps of a user, and the subjects of the mails they were sent, the oldest first. */
export async function stateOf(user: { id: string; email: string }) {
  const where = { userId: user.id };
  const orderBy = { createdAt: 'asc' } as const;
  return {
    plan: (await prisma().user.findUniqueOrThrow({ where: { id: user.id } })).plan,
    subscriptions: await prisma().subscription.findMany({ where, orderBy }),
    payments: await prisma().payment.findMany({ where, orderBy }),
    activity: await prisma().activityLog.count({ where }),
    mails: await subjectsTo(user.email),
  };
}
