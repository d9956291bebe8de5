import { randomUUID } from 'node:crypto';
import { prisma } from '#app/platform/database/client.server.ts';
import { newUser } from '#tests/integration/people.ts';

/** Somebody who has joined on a day. */
export const joined = async (day: string) => {
  const user = await newUser();
  return prisma().user.update({ where: { id: user.id }, data: { createdAt: new Date(day) } });
};

/** A payment of $47 for the membership that was taken on a day, or what `payment` makes of it. */
export const paid = (userId: string, day: string, payment: object = {}) =>
  prisma().payment.create({
    data: {
      userId,
      product: 'membership',
      provider: 'stripe',
      providerInvoiceId: randomUUID(),
      amountCents: 4_700,
      status: 'paid',
      paidAt: new Date(day),
      ...payment,
    },
  });
