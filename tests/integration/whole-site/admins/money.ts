import { randomUUID } from 'node:crypto';
import { leaveProgramme } from '#app/domain/programme/affiliates/joining.server.ts';
import { askAdjustment } from '#app/domain/programme/commissions/adjustments.server.ts';
import { cancelPayout } from '#app/domain/programme/payouts/manual-payouts.server.ts';
import { gatherPayouts, requestPayout } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { newSale } from '#tests/integration/facts.ts';
import { newDeactivated, newPayee } from '#tests/integration/payees.ts';
import { newEmail, newUser } from '#tests/integration/people.ts';
import { newRefundRequest } from '#tests/integration/refund-askers.ts';
import { newBuyer, newSeller, sellEbook, sellMembership, tell } from '#tests/integration/sellers.ts';
import { owner, reason } from '#tests/integration/whole-site/admins/owner.ts';
import type { FormCase, FormTable } from '#tests/integration/whole-site/twice.ts';

/** A subscription of another system that waits for a decision. */
async function foreignSubscription(
  outcome: 'ready' | 'undecided' | 'adopted',
  historyRequestedAt: Date | null = null,
): Promise<string> {
  const { id: userId } = await newUser();
  const providerSubscriptionId = `sub_${userId.replaceAll('-', '')}`;
  const price = { id: 'price_old', lookupKey: null, amountCents: 3_700, currency: 'usd', interval: 'month' };
  const state = { status: 'active', price, cancelAtPeriodEnd: false };
  const { id } = await prisma().foreignSubscription.create({
    data: {
      provider: 'stripe',
      product: 'membership',
      state,
      providerSubscriptionId,
      userId,
      outcome,
      readAt: new Date(),
      historyRequestedAt,
    },
  });
  return id;
}

/** A file of affiliates that waits for a step. */
async function affiliateImportStep(
  state: 'checked' | 'imported',
  intent: string,
  type: Record<string, string> = {},
): Promise<FormCase> {
  const { id } = await prisma().affiliateImport.create({
    data: {
      kind: 'affiliates',
      fileName: 'affiliates.csv',
      contentHash: new Uint8Array(1),
      state,
      newCount: 1,
      createdAt: new Date(),
      importedAt: state === 'imported' ? new Date() : null,
    },
  });
  return { as: (await owner()).as, page: `/admin/commissions/import/${id}`, pick: { intent }, type };
}

async function adjustment(intent: string): Promise<FormCase> {
  const seller = await newSeller();
  const [asker, decider] = [await newActor('owner'), await newActor('owner')];
  const wanted = { who: seller.email, amount: 90_000, reason, key: randomUUID() };
  await askAdjustment(asker.actor, wanted as never);
  return { as: decider.user, page: '/admin/commissions/adjustments', pick: { intent } };
}

async function payout(intent: string, type: Record<string, string>): Promise<FormCase> {
  const payee = await newPayee(20_000);
  await requestPayout(payee);
  const { number } = await prisma().payoutItem.findFirstOrThrow({ where: { userId: payee.id } });
  return { as: (await owner()).as, page: `/admin/commissions/payouts/${number}`, pick: { intent }, type };
}

/** A payout that was chosen in the list. */
async function selectedPayout(action: string, type: Record<string, string>): Promise<FormCase> {
  const payee = await newPayee(20_000);
  await requestPayout(payee);
  const { number } = await prisma().payoutItem.findFirstOrThrow({ where: { userId: payee.id } });
  const { as } = await owner();
  if (action === 'retry') await cancelPayout(number);
  return { as, page: `/admin/commissions/payouts/selected?do=${action}&row_${number}=on`, type };
}

/** Somebody who has left, or was deactivated and is owed money that is on hold. */
async function leaving(decision: string, show: 'all' | 'held'): Promise<FormCase> {
  const leaver = show === 'held' ? await newDeactivated() : await newPayee(7_000);
  if (show === 'all') await leaveProgramme(leaver);
  const { id } = await prisma().affiliateClosing.findFirstOrThrow({ where: { userId: leaver.id } });
  if (decision === 'write_off')
    // Nobody has claimed it for more than a year.
    await prisma().affiliateClosing.update({ where: { id }, data: { startedAt: new Date(2020, 0) } });
  const place = decision === 'write_off' ? '' : '&last';
  return {
    as: (await owner()).as,
    page: `/admin/commissions/leaving?show=${show}${place}`,
    pick: { decision, closing: id },
    type: { reason },
  };
}

/** A sale that a rule holds: the id of the hold. */
async function newHold(): Promise<string> {
  const seller = await newSeller();
  const buyer = await newBuyer(seller.id);
  await prisma().user.update({ where: { id: buyer.id }, data: { email: `${buyer.id}@yopmail.com` } });
  const sale = newSale(buyer.id);
  await tell(sale.created, sale.activated, sale.paid, sale.linked);
  const { id } = await prisma().commissionHold.findFirstOrThrow({ where: { referrerId: seller.id } });
  return id;
}

async function heldCommission(decision: string): Promise<FormCase> {
  await newHold();
  return {
    as: (await owner()).as,
    page: '/admin/commissions/review',
    pick: { decision },
    type: { reason },
  };
}

async function refundRequest(intent: string, type: Record<string, string> = {}): Promise<FormCase> {
  const { id: request } = await newRefundRequest();
  // Other people's requests may be older, and fill the first page.
  return { as: (await owner()).as, page: '/admin/payments/requests?last', pick: { intent, request }, type };
}

/** What the team does with payments, commissions, payouts and promotion codes. */
export const moneyForms: FormTable = {
  '/admin/payments/adopt': {
    map: async () => {
      const data = {
        id: 'price_oldone',
        object: 'price',
        created: 1,
        active: true,
        currency: 'usd',
        unit_amount: 3_700,
      };
      const recurring = { interval: 'month', interval_count: 1 };
      await databasePool().query(
        `INSERT INTO sandbox.objects (id, object, data) VALUES ('price_oldone', 'price', $1) ON CONFLICT DO NOTHING`,
        [{ ...data, lookup_key: null, metadata: {}, product: 'prod_old', recurring, type: 'recurring' }],
      );
      return {
        as: (await owner()).as,
        page: '/admin/payments/adopt',
        pick: { intent: 'map' },
        type: { priceId: 'price_oldone' },
      };
    },
    unmap: async () => {
      const price = { provider: 'stripe', priceId: 'price_gone', product: 'membership' } as const;
      const rest = { amountCents: 3_700, currency: 'usd', interval: 'month', createdAt: new Date() };
      await prisma().adoptedPrice.create({ data: { ...price, ...rest } });
      return { as: (await owner()).as, page: '/admin/payments/adopt', pick: { priceId: 'price_gone' } };
    },
    read: async () => {
      const price = { provider: 'stripe', priceId: 'price_read', product: 'membership' } as const;
      const rest = { amountCents: 3_700, currency: 'usd', interval: 'month', createdAt: new Date() };
      await prisma().adoptedPrice.create({ data: { ...price, ...rest } });
      return { as: (await owner()).as, page: '/admin/payments/adopt', pick: { intent: 'read' } };
    },
    name: async () => ({
      as: (await owner()).as,
      page: '/admin/payments/adopt',
      pick: { intent: 'name' },
      type: { subscriptions: 'sub_oldone' },
    }),
    adopt: async () => {
      await foreignSubscription('ready');
      return {
        as: (await owner()).as,
        page: '/admin/payments/adopt',
        pick: { intent: 'adopt' },
        type: { reason },
      };
    },
    'import-past': async () => {
      await foreignSubscription('adopted');
      return {
        as: (await owner()).as,
        page: '/admin/payments/adopt',
        pick: { intent: 'import-past' },
        type: { reason },
      };
    },
    'remove-past': async () => {
      await foreignSubscription('adopted', new Date());
      return {
        as: (await owner()).as,
        page: '/admin/payments/adopt',
        pick: { intent: 'remove-past' },
        type: { reason },
      };
    },
  },
  '/admin/payments/adopt/subscriptions': {
    adopt: async () => ({
      as: (await owner()).as,
      page: '/admin/payments/adopt/subscriptions',
      pick: { id: await foreignSubscription('undecided'), intent: 'adopt' },
    }),
    leave: async () => ({
      as: (await owner()).as,
      page: '/admin/payments/adopt/subscriptions',
      pick: { id: await foreignSubscription('undecided'), intent: 'leave' },
    }),
  },
  '/admin/commissions/import': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/commissions/import',
      type: {},
      file: {
        name: 'affiliates.csv',
        bytes: new Uint8Array(Buffer.from(`email,code,balance\n${newEmail()},ada,12.50\n`)),
      },
    }),
  },
  '/admin/commissions/import/:affiliateImportId': {
    start: async () => affiliateImportStep('checked', 'start', { reason }),
    undo: async () => affiliateImportStep('imported', 'undo'),
    discard: async () => affiliateImportStep('checked', 'discard'),
  },
  '/admin/commissions/adjustments': {
    ask: async () => ({
      as: (await owner()).as,
      page: '/admin/commissions/adjustments',
      pick: { intent: 'ask' },
      type: { who: (await newSeller()).email, amount: '10.00', reason },
    }),
    approve: () => adjustment('approve'),
    decline: () => adjustment('decline'),
  },
  '/admin/commissions/review': {
    released: () => heldCommission('released'),
    rejected: () => heldCommission('rejected'),
  },
  '/admin/commissions/review/selected': {
    released: async () => ({
      as: (await owner()).as,
      page: `/admin/commissions/review/selected?do=released&row_${(await newHold()).replaceAll('-', '')}=on`,
      type: { reason },
    }),
  },
  '/admin/commissions/leaving': {
    pay: () => leaving('pay', 'held'),
    withhold: () => leaving('withhold', 'held'),
    'pay now': () => leaving('pay_now', 'all'),
    'write off': () => leaving('write_off', 'all'),
  },
  '/admin/commissions/payouts/new': {
    '': async () => {
      // Whoever else is due has their payout already.
      await gatherPayouts();
      await newPayee(20_000);
      return { as: (await owner()).as, page: '/admin/commissions/payouts/new', pick: {}, type: { reason } };
    },
  },
  '/admin/commissions/payouts': {
    'send-again': async () => {
      await requestPayout(await newPayee(20_000));
      return { as: (await owner()).as, page: '/admin/commissions/payouts', pick: { intent: 'send-again' } };
    },
  },
  '/admin/commissions/payouts/selected': {
    paid: () => selectedPayout('paid', { reference: 'WIRE-2', reason }),
    cancel: () => selectedPayout('cancel', { reason }),
    retry: () => selectedPayout('retry', { reason }),
  },
  '/admin/commissions/payouts/:number': {
    paid: () => payout('paid', { reference: 'WIRE-1', reason }),
    cancel: () => payout('cancel', { reason }),
  },
  '/admin/promotion-codes/new': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/promotion-codes/new',
      pick: { promotionCode: '' },
      type: { promotionCode: `SPRING-${randomUUID().slice(0, 6).toUpperCase()}`, percentOff: '20' },
    }),
  },
  '/admin/promotion-codes/:promotionCodeId': {
    end: async () => {
      const code = `ENDED-${randomUUID().slice(0, 6).toUpperCase()}`;
      const { id } = await prisma().promotionCode.create({
        data: { code, percentOff: 20, isOperators: true },
      });
      return { as: (await owner()).as, page: `/admin/promotion-codes/${id}`, pick: { intent: 'end' } };
    },
  },
  '/admin/payments': {
    release: async () => {
      // Paid differently from what it costs.
      const { buyer } = await sellEbook(null, 100);
      const { id } = await prisma().purchase.findFirstOrThrow({ where: { userId: buyer.id } });
      return { as: (await owner()).as, page: '/admin/payments', pick: { intent: 'release', id } };
    },
    resolve: async () => {
      const { payment } = await sellMembership(null);
      const providerRefundId = `re_${randomUUID()}`;
      await prisma().paymentRefund.create({
        data: {
          provider: 'stripe',
          providerRefundId,
          paymentId: payment.id,
          amountCents: 100,
          status: 'failed',
        },
      });
      return { as: (await owner()).as, page: '/admin/payments', pick: { refundId: providerRefundId } };
    },
  },
  '/admin/payments/requests': {
    grant: () => refundRequest('grant'),
    decline: () => refundRequest('decline', { words: 'It was read to the end.' }),
  },
};
