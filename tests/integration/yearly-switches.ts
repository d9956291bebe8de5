import { expect } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { addPrice } from '#app/domain/operating/products/prices.server.ts';
import {
  planSwitch,
  type ShownSwitch,
  switchToYearly,
} from '#app/domain/selling/billing/interval-switch.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { settled } from '#tests/integration/card-buyers.ts';

export const yearlyCents = 47_000;

/** Sells the membership by the year as well. */
export async function sellYears(): Promise<void> {
  const { actor } = await newActor('owner');
  await addPrice(actor, 'membership', { interval: 'year', amount: yearlyCents, reason: 'Asked for' });
}

export async function planFor(viewer: Viewer) {
  const chance = await planSwitch(viewer.id);
  if (chance.kind !== 'offered') throw new Error(`not offered: ${JSON.stringify(chance)}`);
  return chance.plan;
}

/** What the page has shown, as its form sends it. */
export async function shownTo(viewer: Viewer): Promise<ShownSwitch> {
  const { to, preview } = await planFor(viewer);
  return { price: to.lookupKey, dueCents: preview.dueCents, prorationAt: preview.prorationAt };
}

export async function switchOver(viewer: Viewer): Promise<void> {
  expect(await switchToYearly(viewer, await shownTo(viewer))).toBe('paid');
  await settled();
}

export const paymentsOf = (userId: string) =>
  prisma().payment.findMany({ where: { userId }, orderBy: [{ paidAt: 'asc' }, { id: 'asc' }] });

/** Why somebody cannot switch, in the words of the page. */
export const refusalOf = async (viewer: Viewer) => {
  const chance = await planSwitch(viewer.id);
  return chance.kind === 'refused' ? chance.text : chance.kind;
};
