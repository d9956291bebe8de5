import { afterAll, beforeAll } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { productOfRow } from '#app/domain/core/catalogue/product-rows.ts';
import { allProducts, withSeats } from '#app/domain/core/catalogue/products.ts';
import { startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { pay } from '#tests/integration/card-buyers.ts';
import { newViewer } from '#tests/integration/people.ts';

/** A team as an admin adds it: $30 a seat each month. */
export const teamProduct: Product = productOfRow({
  key: 'team',
  productKey: 'team',
  slug: 'team',
  name: 'Team membership',
  noun: 'team',
  amountCents: 3_000,
  currency: 'usd',
  interval: 'month',
  freeIntervals: 0,
  installments: null,
  isGuaranteed: false,
  gives: 'team',
  unlocks: [],
  commission: 'all_sellers',
  commissionPercent: null,
  saleStartsAt: null,
  saleEndsAt: null,
  stock: null,
  offeredAfter: null,
  bumpFor: null,
  minSeats: 2,
  maxSeats: 50,
  isArchived: false,
  planId: null,
  amounts: [],
  tagline: '',
  description: '',
  fixed: {},
  priceFixed: {},
});

/** Has teams sold in the tests of a file. */
export function withTeams(): void {
  const catalogue = allProducts() as Product[];
  beforeAll(() => {
    catalogue.push(teamProduct);
  });
  afterAll(() => {
    catalogue.splice(catalogue.indexOf(teamProduct), 1);
  });
}

/** Somebody who has paid for a team of so many seats. */
export async function newTeamOwner(seats: number): Promise<Viewer> {
  const owner = await newViewer();
  const { clientSecret } = await startPurchase(owner, withSeats(teamProduct, seats), 'card_form');
  await pay(String(clientSecret));
  return owner;
}

/** Puts people on seats of a team, in this order. */
export async function seat(owner: Viewer, ...people: Viewer[]): Promise<void> {
  const { id: teamId } = await prisma().team.upsert({
    where: { ownerId: owner.id },
    create: { ownerId: owner.id },
    update: {},
  });
  for (const { id: userId } of people)
    await prisma().teamSeat.create({ data: { teamId, userId, joinedAt: new Date() } });
}
