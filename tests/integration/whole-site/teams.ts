import { randomUUID } from 'node:crypto';
import { addProduct } from '#app/domain/operating/products/change-products.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { hashToken } from '#app/platform/secrets/crypto.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { newEmail, newUser } from '#tests/integration/people.ts';
import type { FormCase, FormTable } from '#tests/integration/whole-site/twice.ts';

let soldTeam: Promise<string> | undefined;

/** Sells teams on the site, once. */
async function addTeams(): Promise<string> {
  const { actor } = await newActor('owner');
  return addProduct(actor, {
    address: `team-${randomUUID().slice(0, 8)}`,
    kind: 'team',
    name: 'Team',
    noun: 'team',
    courses: '',
    guides: false,
    commission: 'all_sellers',
    commissionPercent: null,
    isGuaranteed: false,
    tagline: '',
    description: '',
    saleStartsAt: null,
    saleEndsAt: null,
    stock: null,
    offeredAfter: null,
    bumpFor: null,
    minSeats: null,
    maxSeats: null,
    interval: 'month',
    amount: 3_000,
    reason: 'For the tests',
  });
}

/** A team of five seats that is paid for, with somebody on one of them and somebody invited to another. */
async function newTeam() {
  soldTeam ??= addTeams();
  const product = await soldTeam;
  const [owner, member] = await Promise.all([newUser(), newUser()]);
  await prisma().subscription.create({
    data: {
      userId: owner.id,
      product,
      provider: 'stripe',
      providerSubscriptionId: `sub_${randomUUID()}`,
      status: 'active',
      amount: 15_000,
      quantity: 5,
      subscribedAt: new Date(),
      currentPeriodEnd: new Date(Date.now() + 20 * dayMs),
    },
  });
  const { id: teamId } = await prisma().team.create({ data: { ownerId: owner.id } });
  const { id: seat } = await prisma().teamSeat.create({
    data: { teamId, userId: member.id, joinedAt: new Date() },
  });
  const token = randomUUID();
  const invited = await newUser();
  const { id: invitation } = await prisma().teamSeat.create({
    data: {
      teamId,
      invitedEmail: invited.email,
      tokenHash: Buffer.from(hashToken(token)).toString('hex'),
      sentAt: new Date(Date.now() - dayMs),
      expiresAt: new Date(Date.now() + 5 * dayMs),
    },
  });
  return { owner, member, seat, invitation, invited, token };
}

const page = '/profile/team';

const ofOwner = async (intent: string, which: 'seat' | 'invitation' | null = null): Promise<FormCase> => {
  const { owner, ...team } = await newTeam();
  return { as: owner, page, pick: { intent, ...(which ? { seat: team[which] } : {}) } };
};

/** What is sent about teams. */
export const formsOfTeams: FormTable = {
  [page]: {
    invite: async () => ({ ...(await ofOwner('invite')), type: { emails: newEmail() } }),
    resend: () => ofOwner('resend', 'invitation'),
    withdraw: () => ofOwner('withdraw', 'invitation'),
    remove: () => ofOwner('remove', 'seat'),
    'own-seat': () => ofOwner('own-seat'),
    leave: async () => {
      const { member } = await newTeam();
      return { as: member, page, pick: { intent: 'leave' } };
    },
    share: async () => {
      const { member } = await newTeam();
      return { as: member, page, pick: { intent: 'share' } };
    },
  },
  '/team/invitations/:token': {
    '': async () => {
      const { invited, token } = await newTeam();
      const to = `/team/invitations/${token}`;
      return { as: invited, page: to, to, pick: {}, type: {} };
    },
  },
};
