import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { codeOf } from '#app/domain/selling/gifts/gift-code.server.ts';
import { dayOf } from '#app/domain/selling/gifts/gift-dates.ts';
import type { NewGift } from '#app/domain/selling/gifts/gift-schema.server.ts';
import { createGift } from '#app/domain/selling/gifts/making.server.ts';
import { findOffers } from '#app/domain/selling/gifts/offers.server.ts';
import { openGiftPayment } from '#app/domain/selling/payment-events/gift-payment.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { card, settled } from '#tests/integration/card-buyers.ts';
import { newEmail } from '#tests/integration/people.ts';

/** The gift of so many months. */
export const offerOfMonths = (months: number) => {
  const offer = findOffers().find(({ gift }) => gift?.months === months);
  if (!offer) throw new Error(`There is no gift of ${months} months.`);
  return offer;
};

/** A gift as it is typed: of a month, by email, today. */
export const typedGift = (fields: Partial<NewGift> = {}): NewGift => ({
  option: offerOfMonths(1).key,
  currency: 'usd',
  delivery: 'email',
  recipientEmail: newEmail(),
  giverName: 'Aunt Ada',
  message: 'Happy birthday! https://example.com/words-of-a-giver',
  startsOn: dayOf(now()),
  ...fields,
});

/** Pays at the hosted page. */
export async function payPage(address: string): Promise<void> {
  await fetch(address, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' });
  await settled();
}

export const giftOf = (id: string) => prisma().gift.findUniqueOrThrow({ where: { id } });

/** A gift that its giver has paid, and its code. */
export async function paidGift(
  giver: Viewer,
  fields: Partial<NewGift> = {},
): Promise<{ id: string; code: string }> {
  const id = await createGift(giver.id, typedGift(fields));
  await payPage(await openGiftPayment(giver, id, 'card_page'));
  const code = codeOf(await giftOf(id));
  if (!code) throw new Error('The gift was not paid.');
  return { id, code };
}
