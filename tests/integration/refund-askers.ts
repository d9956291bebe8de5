import { prisma } from '#app/platform/database/client.server.ts';
import type { Prisma } from '#app/platform/database/generated/client.ts';
import { sellEbook } from '#tests/integration/sellers.ts';

/** A request for the money of an ebook that waits for an operator. */
export async function newRefundRequest(data: Partial<Prisma.RefundRequestUncheckedCreateInput> = {}) {
  const { buyer, payment } = await sellEbook(null);
  const { id } = await prisma().refundRequest.create({
    data: {
      userId: buyer.id,
      paymentId: payment.id,
      status: 'asked',
      isGuaranteed: false,
      reason: '',
      requestedAt: new Date(),
      ...data,
    },
  });
  return { id, buyer, payment };
}
