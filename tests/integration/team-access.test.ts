import { describe, expect, it } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { withSeats } from '#app/domain/core/catalogue/products.ts';
import { cancelMembership } from '#app/domain/selling/billing/cancellation.server.ts';
import { isSoldBy } from '#app/domain/selling/billing/purchase.server.ts';
import { tellTeamEnded } from '#app/domain/selling/teams/team-ended.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { renew, rowOf, settled, stripe, withSandbox } from '#tests/integration/card-buyers.ts';
import { at, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { takeQueued } from '#tests/integration/queued-jobs.ts';
import { newTeamOwner, seat, teamProduct, withTeams } from '#tests/integration/team-owners.ts';

withSandbox();
withTeams();

const isMember = (userId: string) => isEntitled(userId, 'membership');
const membersOf = async (people: readonly { id: string }[]) =>
  Promise.all(people.map(({ id }) => isMember(id)));

/** The provider's item that a team's seats are paid by. */
const itemOf = async (userId: string) => {
  const { providerSubscriptionId: id } = await rowOf(userId);
  const [item] = (await stripe.subscriptions.retrieve(id)).items.data;
  if (!item) throw new Error('no item');
  return { id, item };
};

describe('a team', () => {
  it('is paid by as many times its price as it has seats', async () => {
    const owner = await newTeamOwner(3);
    expect(await rowOf(owner.id)).toMatchObject({
      status: 'active',
      quantity: 3,
      amount: 9_000,
      offeredCents: 9_000,
      heldReason: null,
    });
    expect(await prisma().payment.findMany({ where: { userId: owner.id } })).toMatchObject([
      { amountCents: 9_000, product: 'team' },
    ]);
    expect(await subjectsTo(owner.email)).toEqual(['Your team is ready']);
    expect(await isEntitled(owner.id, 'team')).toBe(true);
    expect(await isMember(owner.id), 'an owner is no member by owning a team').toBe(false);
    await renew(owner.id);
    const renewed = await prisma().payment.findMany({ where: { userId: owner.id } });
    expect(renewed.map(({ amountCents }) => amountCents)).toEqual([9_000, 9_000]);
  });

  it('is not sold where the provider sells no quantities', () => {
    expect(isSoldBy(withSeats(teamProduct, 3), 'wallet')).toBe(false);
  });

  it('gives a membership to who has a seat, for as long as it is paid', async () => {
    const owner = await newTeamOwner(2);
    const [one, other] = await Promise.all([newViewer(), newViewer()]);
    await seat(owner, one);
    expect(await membersOf([one, other, owner])).toEqual([true, false, false]);
    await renew(owner.id, false);
    expect(await isMember(one.id), 'a missing payment is waited for').toBe(true);
    await at(Date.now() + 100 * dayMs, async () => expect(await isMember(one.id)).toBe(false));
  });

  it('gives nothing while its payment is in dispute, given back or held', async () => {
    const owner = await newTeamOwner(2);
    const one = await newViewer();
    await seat(owner, one);
    const { id } = await rowOf(owner.id);
    for (const state of [{ isDisputed: true }, { isRefunded: true }, { heldReason: 'another price' }]) {
      await prisma().subscription.update({ where: { id }, data: state });
      expect(await isMember(one.id)).toBe(false);
      await prisma().subscription.update({
        where: { id },
        data: { isDisputed: false, isRefunded: false, heldReason: null },
      });
    }
    expect(await isMember(one.id)).toBe(true);
  });

  it('ends for all of its members with the paid period, once canceled', async () => {
    const owner = await newTeamOwner(2);
    const one = await newViewer();
    await seat(owner, one);
    await cancelMembership(owner, { comment: '' }, 'team');
    await settled();
    expect(await isMember(one.id)).toBe(true);
    expect(await subjectsTo(owner.email)).toContain('Your team is canceled');
    await stripe.subscriptions.cancel((await rowOf(owner.id)).providerSubscriptionId);
    await settled();
    expect(await isMember(one.id)).toBe(false);
    await seat(owner, owner);
    const [job] = await takeQueued('tell-team-ended');
    for (let time = 0; time < 2; time += 1) await tellTeamEnded(job ?? { subscriptionId: '' });
    expect(await subjectsTo(one.email)).toEqual(['Your team has ended, and your seat with it']);
    expect((await subjectsTo(owner.email)).filter((subject) => subject.includes('your seat'))).toEqual([]);
  });

  it('that is started again before its people were told keeps quiet', async () => {
    const owner = await newTeamOwner(2);
    const one = await newViewer();
    await seat(owner, one);
    const { id: subscriptionId } = await rowOf(owner.id);
    await tellTeamEnded({ subscriptionId });
    expect(await subjectsTo(one.email)).toEqual([]);
  });

  it('lets who joined first keep their seats where fewer are paid for', async () => {
    const owner = await newTeamOwner(3);
    const people = await Promise.all([newViewer(), newViewer(), newViewer()]);
    await seat(owner, ...people);
    expect(await membersOf(people)).toEqual([true, true, true]);
    const { id, item } = await itemOf(owner.id);
    await stripe.subscriptions.update(id, {
      items: [{ id: item.id, quantity: 2 }],
      proration_behavior: 'none',
    });
    await settled();
    expect(await rowOf(owner.id)).toMatchObject({ quantity: 2, amount: 6_000, toldCents: 6_000 });
    expect(await membersOf(people)).toEqual([true, true, false]);
  });
});
