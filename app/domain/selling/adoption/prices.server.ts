import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { adoptableProducts } from '#app/domain/selling/adoption/products.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { canOf, isProvider, PaymentError, providerNames } from '#app/platform/payments/port.ts';

/** A price at a provider and the product that it is taken for. */
export const mapPriceSchema = z.object({
  provider: z.string().refine((name) => isProvider(name), 'Choose a provider'),
  priceId: z
    .string({ error: 'Enter the ID of the price or plan' })
    .trim()
    .regex(/^[\w-]{3,100}$/, 'Enter the ID as the provider shows it, such as price_1AbC or P-1AB2'),
  product: z
    .string()
    .refine((key) => adoptableProducts().some((product) => product.key === key), 'Choose a product'),
});

export type MapPriceForm = z.input<typeof mapPriceSchema>;

/** What can be chosen: providers and products, by key and name. */
export const mappingChoices = () => ({
  providers: providerNames.map((key) => ({ key, name: canOf(key).title })),
  products: adoptableProducts().map(({ key, name }) => ({ key, name })),
});

/**
 * Says which product a price of the operator's account at a provider is taken for (P237); the provider is asked what it is. Saying it again
 * changes nothing.
 * @throws {Refusal} not_allowed; invalid (field priceId) for a price that the provider does not know, that is paid once or at another
 * interval; unavailable while the provider cannot be asked; conflict where it is mapped to another product
 * @throws {ConfirmationNeeded}
 */
export async function mapPrice(
  actor: Actor,
  { provider: name, priceId, product }: z.output<typeof mapPriceSchema>,
): Promise<void> {
  if (!isProvider(name)) throw new Refusal('invalid', 'Choose a provider', 'provider');
  await transaction((tx) => requirePermission(tx, actor, 'subscriptions:adopt'));
  const price = await describe(name, priceId);
  if (!price)
    throw new Refusal(
      'invalid',
      `${canOf(name).title} does not know a recurring price with this ID in your account.`,
      'priceId',
    );
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'subscriptions:adopt');
    const { count } = await tx.db.adoptedPrice.createMany({
      data: [
        {
          provider: name,
          priceId,
          product,
          amountCents: price.amountCents,
          currency: price.currency,
          interval: price.interval,
          createdAt: now(),
        },
      ],
      skipDuplicates: true,
    });
    if (count === 0) {
      const mapped = await tx.db.adoptedPrice.findUnique({
        where: { provider_priceId: { provider: name, priceId } },
      });
      if (mapped && mapped.product !== product)
        throw new Refusal(
          'conflict',
          'This price is mapped to another product. Remove that first.',
          'priceId',
        );
      return;
    }
    await recordAudit(tx, actor, {
      action: 'price_mapped',
      subject: { type: 'list', id: 'adopted-prices' },
      after: { provider: name, price: priceId, product, cents: price.amountCents, currency: price.currency },
    });
  });
}

async function describe(name: PaymentProvider, priceId: string) {
  try {
    return await provider(name).describePrice(priceId);
  } catch (error) {
    if (error instanceof PaymentError) throw new Refusal('unavailable', error.message, 'provider');
    throw error;
  }
}

/**
 * Takes a price off the list; what was adopted at it stays adopted.
 * @throws {Refusal} not_allowed @throws {ConfirmationNeeded}
 */
export async function unmapPrice(actor: Actor, name: string, priceId: string): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'subscriptions:adopt');
    if (!isProvider(name)) return;
    const { count } = await tx.db.adoptedPrice.deleteMany({ where: { provider: name, priceId } });
    if (count === 0) return;
    await tx.db.foreignSubscription.deleteMany({
      where: { provider: name, priceId, outcome: { not: 'adopted' } },
    });
    await recordAudit(tx, actor, {
      action: 'price_unmapped',
      subject: { type: 'list', id: 'adopted-prices' },
      before: { provider: name, price: priceId },
    });
  });
}

/** The prices that are mapped. One query. */
export const listPrices = () =>
  prisma().adoptedPrice.findMany({ orderBy: [{ provider: 'asc' }, { priceId: 'asc' }] });
