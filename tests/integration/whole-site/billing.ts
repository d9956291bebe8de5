import { vi } from 'vitest';
import { makeCode } from '#app/domain/selling/gifts/gift-code.server.ts';
import { dayOf } from '#app/domain/selling/gifts/gift-dates.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { newActor } from '#tests/integration/admins.ts';
import { buyAll } from '#tests/integration/crash-buyers.ts';
import { offerOfMonths } from '#tests/integration/gift-buyers.ts';
import { newEmail, newUser, newViewer } from '#tests/integration/people.ts';
import { postForm } from '#tests/integration/running-site.ts';
import { formsOfTeams } from '#tests/integration/whole-site/teams.ts';
import {
  cookieOfUser,
  type FormCase,
  type FormTable,
  sitePort,
} from '#tests/integration/whole-site/twice.ts';

const reason = 'They asked for it';

/**
 * Waits until the provider has told the site all that it has to tell: what comes later would be counted as what a form has added, and
 * what an event tells of before a form was sent is applied after it.
 */
const settled = () =>
  vi.waitFor(async () => {
    const { rowCount } = await databasePool().query('SELECT 1 FROM sandbox.deliveries');
    if (rowCount) throw new Error(`${rowCount} events of the provider are still on their way.`);
  }, 120_000);

/** Somebody who has paid for a membership by card, and the payment. */
async function payingMember() {
  const as = await newUser();
  await buyAll(sitePort(), as, [{ product: 'membership', way: 'card' }], {
    fate: { watch: () => {}, hold: async () => {} },
    granted: () =>
      vi.waitFor(async () => {
        const where = { userId: as.id };
        const isPaid = (await prisma().payment.count({ where })) === 1;
        const isLive = (await prisma().subscription.count({ where: { ...where, status: 'active' } })) === 1;
        if (!isPaid || !isLive) throw new Error('The membership is not there yet.');
      }, 120_000),
  });
  await settled();
  const payment = await prisma().payment.findFirstOrThrow({ where: { userId: as.id } });
  return { as, payment };
}

const details = { name: 'Corner Bakery', address: '1 Market Street, Springfield', taxId: '' };

async function postAs(userId: string, path: string, fields: Record<string, string>): Promise<void> {
  const { status } = await postForm(sitePort(), path, fields, { cookie: await cookieOfUser(userId) });
  if (status !== 303) throw new Error(`${path} answered ${status}`);
  await settled();
}

/** A gift of a month by email, as far as `status`. */
async function newGift(status: 'draft' | 'paid') {
  const giver = await newUser();
  const long = new Date(Date.now() - 3 * dayMs);
  const row = {
    giverId: giver.id,
    product: offerOfMonths(1).key,
    months: 1,
    giverName: 'Ada',
    recipientEmail: newEmail(),
    startsOn: dayOf(new Date()),
    deliverAt: long,
  };
  const { id } = await prisma().gift.create({ data: row });
  const { code, codeHash } = makeCode({ id, codeVersion: 1, codeHash: null });
  if (status === 'paid')
    await prisma().gift.update({
      where: { id },
      data: { status, codeHash, paidAt: long, deliveredAt: long },
    });
  return { giver, id, code };
}

async function giftForm(
  status: 'draft' | 'paid',
  pick: Record<string, string>,
  isDesk = false,
): Promise<FormCase> {
  const { giver, id } = await newGift(status);
  return isDesk
    ? { as: (await newActor('owner')).user, page: `/admin/gifts/${id}`, pick }
    : { as: giver, page: `/gifts/${id}`, pick };
}

const buying = (to: string) => async (): Promise<FormCase> => ({
  as: await newViewer({ role: 'reseller' }),
  page: '/dashboard',
  to,
  type: { way: 'card_page' },
});

/** What is sent about money. */
export const formsOfBilling: FormTable = {
  '/checkout': { '': buying('/checkout?product=dmd') },
  '/checkout/paypal': { '': buying('/checkout/paypal') },
  '/checkout/accept': { '': buying('/checkout/accept') },
  '/create-payment-intent': { '': buying('/create-payment-intent?product=dmd') },
  '/create-membership-session': { '': buying('/create-membership-session') },
  '/create-reseller-session': {
    '': async () => ({
      ...(await buying('/create-reseller-session')()),
      as: await newViewer({ role: 'affiliate' }),
    }),
  },
  '/create-pro-reseller-session': { '': buying('/create-pro-reseller-session') },
  '/gifts/new': {
    '': async () => ({
      as: await newUser(),
      page: '/gifts/new',
      pick: { delivery: 'email' },
      type: { recipientEmail: newEmail() },
    }),
  },
  '/gifts/:giftId': {
    pay_by_card: async () => giftForm('draft', { intent: 'pay_by_card' }),
    pay_by_wallet: async () => giftForm('draft', { intent: 'pay_by_wallet' }),
    resend: async () => giftForm('paid', { intent: 'resend' }),
  },
  '/gifts/:giftId/edit': {
    '': async () => {
      const { giver, id } = await newGift('draft');
      return {
        as: giver,
        page: `/gifts/${id}/edit`,
        pick: { delivery: 'email' },
        type: { message: 'Enjoy!' },
      };
    },
  },
  '/redeem': {
    '': async () => ({ page: '/redeem', pick: { code: '' }, type: { code: (await newGift('paid')).code } }),
  },
  '/redeem/:token': {
    '': async () => {
      const { code } = await newGift('paid');
      return { as: await newUser(), page: `/redeem/${code}`, pick: {}, to: `/redeem/${code}`, type: {} };
    },
  },
  ...formsOfTeams,
  '/admin/gifts/:giftId': {
    resend: async () => giftForm('paid', { intent: 'resend' }, true),
    cancel: async () => giftForm('paid', { intent: 'cancel' }, true),
  },
  '/profile/billing': {
    card: async () => ({ as: (await payingMember()).as, page: '/profile/billing', pick: { intent: 'card' } }),
    keep: async () => {
      const { as } = await payingMember();
      await postAs(as.id, '/profile/billing/cancel', {});
      return { as, page: '/profile/billing', pick: { intent: 'keep' } };
    },
  },
  '/profile/billing/cancel': {
    '': async () => ({ as: (await payingMember()).as, page: '/profile/billing/cancel', pick: {} }),
  },
  '/profile/billing/pause': {
    '': async () => ({
      as: (await payingMember()).as,
      page: '/profile/billing/pause',
      type: { months: '2' },
    }),
  },
  '/admin/users/:userId/pause': {
    pause: async () => {
      const { as } = await payingMember();
      return {
        as: (await newActor('owner')).user,
        page: `/admin/users/${as.id}/pause`,
        pick: { intent: 'pause' },
        type: { months: '1', reason },
      };
    },
    resume: async () => {
      const { as } = await payingMember();
      const { currentPeriodEnd } = await prisma().subscription.findFirstOrThrow({ where: { userId: as.id } });
      const from = `${Math.floor((currentPeriodEnd?.getTime() ?? 0) / 1000)}`;
      await postAs(as.id, '/profile/billing/pause', { months: '1', from });
      return {
        as: (await newActor('owner')).user,
        page: `/admin/users/${as.id}/pause`,
        pick: { intent: 'resume' },
        type: { reason },
      };
    },
  },
  '/profile/billing/refund/:paymentId': {
    '': async () => {
      const { as, payment } = await payingMember();
      return { as, page: `/profile/billing/refund/${payment.id}`, pick: {} };
    },
  },
  '/profile/billing/details': {
    '': async () => ({ as: await newUser(), page: '/profile/billing/details', pick: {}, type: details }),
  },
  '/profile/billing/receipts/:number': {
    replace: async () => {
      const { as } = await payingMember();
      await postAs(as.id, '/profile/billing/details', details);
      const { number } = await prisma().receipt.findFirstOrThrow({ where: { userId: as.id } });
      return { as, page: `/profile/billing/receipts/${number}`, pick: { intent: 'replace' } };
    },
  },
  '/admin/users/:userId/payments/:paymentId/refund': {
    '': async () => {
      const { as, payment } = await payingMember();
      const page = `/admin/users/${as.id}/payments/${payment.id}/refund`;
      return { as: (await newActor('owner')).user, page, pick: {}, type: { reason } };
    },
  },
  '/admin/users/:userId/cancel': {
    '': async () => {
      const { as } = await payingMember();
      const page = `/admin/users/${as.id}/cancel`;
      return { as: (await newActor('owner')).user, page, pick: {}, type: { reason } };
    },
  },
};
