import { describe, expect, it } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { grantEntitlement } from '#app/domain/core/access/grants.server.ts';
import { commandLine } from '#app/domain/core/audit/record.server.ts';
import { giveAccess } from '#app/domain/operating/users/user-access.server.ts';
import { findUserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { cancelGift, resendFromDesk } from '#app/domain/selling/gifts/desk.server.ts';
import { forgetGifts } from '#app/domain/selling/gifts/forgetting.server.ts';
import { openGift, redeemGift } from '#app/domain/selling/gifts/redeeming.server.ts';
import { settleGifts } from '#app/domain/selling/gifts/settling.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { newCardMember, withSandbox } from '#tests/integration/card-buyers.ts';
import { giftOf, offerOfMonths, paidGift } from '#tests/integration/gift-buyers.ts';
import { at, mailsTo, newEmail, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { ledgerOf, newSeller } from '#tests/integration/sellers.ts';

withSandbox();

const isMember = (userId: string) => isEntitled(userId, 'membership');
const days = (count: number) => new Date(Date.now() + count * dayMs);
const unknown = 'ABCD-EFGH-JKMN-0123';

describe('redeeming a gift', () => {
  it('opens the membership for its months, and tells its end before and after', async () => {
    const giver = await newViewer();
    const { id, code } = await paidGift(giver);
    const reader = await newViewer();
    expect(await redeemGift(reader, code.toLowerCase().replaceAll('-', ' '))).toEqual({ isWaiting: false });
    expect(await isMember(reader.id)).toBe(true);
    expect(await subjectsTo(giver.email)).toContain('Your gift has been redeemed');
    expect((await giftOf(id)).recipientEmail, 'nobody needs it any more').toBeNull();
    await at(days(26), async () => {
      await settleGifts();
      await settleGifts();
    });
    expect((await subjectsTo(reader.email)).filter((subject) => subject.includes('ends on'))).toHaveLength(1);
    await at(days(32), async () => {
      expect(await isMember(reader.id)).toBe(false);
      await settleGifts();
      await settleGifts();
    });
    expect((await subjectsTo(reader.email)).filter((subject) => subject.includes('has ended'))).toHaveLength(
      1,
    );
  });

  it('is done once, whoever tries at the same time', async () => {
    const { code } = await paidGift(await newViewer());
    const readers = await Promise.all([1, 2, 3, 4].map(() => newViewer()));
    const results = await Promise.allSettled(readers.map((reader) => redeemGift(reader, code)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const members = await Promise.all(readers.map(({ id }) => isMember(id)));
    expect(members.filter(Boolean)).toHaveLength(1);
  });

  it('counts codes that are none, and refuses any after twenty', async () => {
    const reader = await newViewer();
    const { code } = await paidGift(await newViewer());
    for (let attempt = 0; attempt < 20; attempt++)
      await expect(redeemGift(reader, unknown)).rejects.toMatchObject({ kind: 'invalid', field: 'code' });
    await expect(redeemGift(reader, code)).rejects.toBeInstanceOf(RateLimitExceeded);
  });

  it('counts them by address where nobody is signed in', async () => {
    const address = `10.1.${Date.now() % 250}.${Math.floor(Math.random() * 250)}`;
    for (let attempt = 0; attempt < 60; attempt++) expect(await openGift(unknown, address)).toBeNull();
    await expect(openGift(unknown, address)).rejects.toBeInstanceOf(RateLimitExceeded);
  });

  it('is not for whoever earns on the sale', async () => {
    const seller = await newSeller();
    const giver = await newViewer();
    await prisma().user.update({ where: { id: giver.id }, data: { referredById: seller.id } });
    const { code } = await paidGift(giver);
    const [earned] = await prisma().commission.findMany({ where: { referrerId: seller.id } });
    expect(Number(earned?.commission)).toBeGreaterThan(0);
    const viewer = { ...(await newViewer()), id: seller.id };
    const alias = { ...(await newViewer()), email: seller.email.replace('@', '+gift@') };
    for (const earner of [viewer, alias])
      await expect(redeemGift(earner, code)).rejects.toThrow('You earn a commission on this gift');
    await redeemGift(await newViewer(), code);
  });

  it('is for whoever brought its giver and earns nothing on the sale', async () => {
    const lapsed = await newSeller({ isMember: false });
    const giver = await newViewer();
    await prisma().user.update({ where: { id: giver.id }, data: { referredById: lapsed.id } });
    const { code } = await paidGift(giver);
    expect(await ledgerOf(lapsed.id)).toEqual(['not_earned membership_lapsed']);
    expect(await redeemGift({ ...(await newViewer()), id: lapsed.id }, code)).toEqual({ isWaiting: false });
  });

  it('is not for whoever has a membership without an end', async () => {
    const reader = await newViewer();
    await grantEntitlement({
      userId: reader.id,
      entitlement: 'membership',
      reason: 'Team',
      endsAt: null,
      actorId: null,
    });
    const { code } = await paidGift(await newViewer());
    await expect(redeemGift(reader, code)).rejects.toMatchObject({ kind: 'conflict' });
  });
});

describe('a gift for somebody with a membership', () => {
  it('waits while they pay, and starts when that ends', async () => {
    const { viewer, end } = await member();
    const { id, code } = await paidGift(await newViewer());
    expect(await redeemGift(viewer, code)).toEqual({ isWaiting: true });
    await settleGifts();
    expect(await giftOf(id)).toMatchObject({ status: 'redeemed', startedAt: null });
    await end();
    expect(await isMember(viewer.id), 'also before the job has run').toBe(true);
    await settleGifts();
    expect((await giftOf(id)).startedAt).not.toBeNull();
    await at(days(29), async () => expect(await isMember(viewer.id)).toBe(true));
    await at(days(32), async () => expect(await isMember(viewer.id)).toBe(false));
  });

  it('keeps what is left of it when they join with a card meanwhile', async () => {
    const { viewer, end, begin } = await member({ isBegun: false });
    const { id, code } = await paidGift(await newViewer());
    await redeemGift(viewer, code);
    await at(days(10), async () => {
      await begin();
      await settleGifts();
    });
    const { leftSeconds } = await giftOf(id);
    expect(Math.round(Number(leftSeconds) / 86_400)).toBeGreaterThanOrEqual(17);
    expect(Math.round(Number(leftSeconds) / 86_400)).toBeLessThanOrEqual(21);
    await end();
    await at(days(12), async () => {
      await settleGifts();
      expect(await isMember(viewer.id)).toBe(true);
    });
    await at(days(34), async () => expect(await isMember(viewer.id)).toBe(false));
  });

  it('follows the gift before it', async () => {
    const reader = await newViewer();
    const first = await paidGift(await newViewer());
    const second = await paidGift(await newViewer(), { option: offerOfMonths(3).key });
    expect(await redeemGift(reader, first.code)).toEqual({ isWaiting: false });
    expect(await redeemGift(reader, second.code)).toEqual({ isWaiting: true });
    await at(days(32), settleGifts);
    expect((await giftOf(second.id)).startedAt).not.toBeNull();
    expect(await subjectsTo(reader.email), 'nothing has ended for them').not.toContain(
      'Your gift membership has ended',
    );
    await at(days(32 + 88), async () => expect(await isMember(reader.id)).toBe(true));
    await at(days(32 + 94), async () => expect(await isMember(reader.id)).toBe(false));
  });
});

describe('a gift that waits, in the admin area', () => {
  it('is told from access for good, and in nobody’s way who gives that', async () => {
    const { viewer } = await member();
    const { code } = await paidGift(await newViewer());
    await redeemGift(viewer, code);
    const grants = async () => (await findUserDetail(viewer.id))?.grants;
    expect(await grants()).toMatchObject([{ endsAt: null, isGift: true }]);
    await giveAccess((await newActor('owner')).actor, viewer.id, {
      entitlement: 'membership',
      reason: 'a friend of the house',
      endsOn: null,
    });
    expect(await grants()).toMatchObject([
      { endsAt: null, isGift: false },
      { endsAt: null, isGift: true },
    ]);
  });
});

describe('the desk', () => {
  it('emails a gift again, three times a day at most', async () => {
    const recipientEmail = newEmail();
    const { id } = await paidGift(await newViewer(), { recipientEmail });
    for (const minutes of [2, 4, 6])
      await at(new Date(Date.now() + minutes * 60_000), () => resendFromDesk(commandLine, id));
    await expect(resendFromDesk(commandLine, id)).rejects.toBeInstanceOf(RateLimitExceeded);
    expect(await mailsTo(recipientEmail)).toHaveLength(4);
  });

  it('ends the code of one that nobody has redeemed', async () => {
    const { id, code } = await paidGift(await newViewer());
    await cancelGift(commandLine, id);
    await expect(redeemGift(await newViewer(), code)).rejects.toMatchObject({ kind: 'conflict' });
    const other = await paidGift(await newViewer());
    await redeemGift(await newViewer(), other.code);
    await expect(cancelGift(commandLine, other.id)).rejects.toMatchObject({ kind: 'conflict' });
  });
});

describe('erasing', () => {
  it('ends what was redeemed, and emails nothing to the address any more', async () => {
    const reader = await newViewer();
    const { id, code } = await paidGift(await newViewer());
    await redeemGift(reader, code);
    const startsOn = new Date(Math.floor(days(20).getTime() / dayMs) * dayMs);
    const coming = await paidGift(await newViewer(), { recipientEmail: reader.email, startsOn });
    await transaction((tx) => forgetGifts(tx, { userId: reader.id, email: reader.email }));
    expect((await giftOf(id)).endedAt).not.toBeNull();
    expect((await giftOf(coming.id)).recipientEmail).toBeNull();
    await settleGifts();
  });
});

/** Somebody who pays for a membership, or will; ended as its provider would. */
async function member({ isBegun = true } = {}) {
  if (isBegun) {
    const viewer = await newCardMember();
    const end = async () => {
      await prisma().subscription.updateMany({
        where: { userId: viewer.id },
        data: { status: 'canceled', canceledAt: new Date() },
      });
    };
    return { viewer, end, begin: async () => {} };
  }
  const viewer = await newViewer();
  const row = {
    userId: viewer.id,
    product: 'membership',
    provider: 'stripe' as const,
    amount: 4_700,
    currency: 'usd',
  };
  const begin = async () => {
    await prisma().subscription.create({
      data: {
        ...row,
        interval: 'month',
        status: 'active',
        providerSubscriptionId: `sub_${viewer.id}`,
        currentPeriodEnd: days(40),
      },
    });
  };
  const end = async () => {
    await prisma().subscription.updateMany({ where: { userId: viewer.id }, data: { status: 'canceled' } });
  };
  return { viewer, begin, end };
}
