import { randomBytes, randomUUID } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { commandLine } from '#app/domain/core/audit/record.server.ts';
import { listNotifications } from '#app/domain/core/notifications/list.server.ts';
import { notePieces } from '#app/domain/core/notifications/new-pieces.server.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { saveChoices } from '#app/domain/core/notifications/settings.server.ts';
import { subscribe } from '#app/domain/learning/email-course/subscriptions.server.ts';
import { importAffiliates } from '#app/domain/operating/affiliate-imports/importing.server.ts';
import { receiveAffiliateFile } from '#app/domain/operating/affiliate-imports/receiving.server.ts';
import {
  startAffiliateImport,
  undoAffiliateImport,
} from '#app/domain/operating/affiliate-imports/steps.server.ts';
import { checkImport } from '#app/domain/operating/imports/checking.server.ts';
import { importPeople } from '#app/domain/operating/imports/importing.server.ts';
import { receiveFile } from '#app/domain/operating/imports/receiving.server.ts';
import { startImport, undoImport } from '#app/domain/operating/imports/steps.server.ts';
import { queueProvision } from '#app/domain/operating/products/provision.server.ts';
import { makePromotionCode } from '#app/domain/programme/affiliates/promotion-codes.server.ts';
import { startResellerTrial } from '#app/domain/programme/affiliates/reseller-trial.server.ts';
import { connectSite } from '#app/domain/publishing/content-sync.server.ts';
import { cancelMembership } from '#app/domain/selling/billing/cancellation.server.ts';
import { requestRefund } from '#app/domain/selling/billing/refund-request.server.ts';
import { makeCode } from '#app/domain/selling/gifts/gift-code.server.ts';
import { type ConnectedModel, connectModel } from '#app/platform/ai/connection.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { fileText } from '#app/platform/content/files.server.ts';
import { databasePool, prisma, transaction } from '#app/platform/database/client.server.ts';
import type { JobName } from '#app/platform/jobs/kinds.ts';
import { sendJob, sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { pagesOfRoutes } from '#tests/content/pages-of-routes.ts';
import {
  card,
  newCardMember,
  pay,
  payUnheard,
  renew,
  rowOf,
  settled,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { commissionOutcomes, commissionScenarios } from '#tests/integration/commission-jobs.ts';
import { deliverFacts } from '#tests/integration/delivered-facts.ts';
import { newSale } from '#tests/integration/facts.ts';
import { chunksOf, countsOf } from '#tests/integration/import-files.ts';
import { deliver, fake, newPaypalMember, orderIn, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { at, newEmail, newSession, newUser, newViewer, subjectsTo } from '#tests/integration/people.ts';
import {
  openEbookApproval,
  openEbookCheckout,
  openHostedCheckout,
  startEbookPayment,
  startMembershipPayment,
} from '#tests/integration/purchases.ts';
import { newEndpoint } from '#tests/integration/receivers.ts';
import { doJobs, emptyQueue, openQueue } from '#tests/integration/worker.ts';

withSandbox();
withPaypal();

let queue: PgBoss;

beforeAll(async () => {
  queue = await openQueue();
});

beforeEach(emptyQueue);

afterAll(async () => {
  connectModel(null);
  config().inboundMail = null;
  await queue.stop();
});

const longAgo = new Date(Date.now() - 400 * 24 * 3600 * 1000);
const day = 24 * 3600 * 1000;

/** A provider of embeddings whom nobody can reach. */
const unreachableModel: ConnectedModel = {
  apiKey: 'sk-sandbox',
  baseUrl: 'http://127.0.0.1:1/v1',
  isAskedToForget: true,
  model: 'none',
  timeoutMs: 1_000,
  inputPrice: 1,
  outputPrice: 1,
  isModerated: false,
  embedding: { model: 'none', dimensions: null, price: 1, certainFrom: null },
};

/** What a job is to change: brings it about that there is something to do, and looks at what has become of it. */
type Scenario = () => Promise<() => Promise<unknown>>;

/** Buys by card what is open already, which takes the money twice. */
async function payHosted(address: string): Promise<void> {
  await fetch(address, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' });
  await settled();
}

const paymentsOf = async (userId: string) => {
  await settled();
  return prisma().payment.findMany({
    where: { userId },
    orderBy: { createdAt: 'asc' },
    select: { status: true, amountRefundedCents: true },
  });
};

const giftRow = (giverId: string, recipientEmail: string | null) => ({
  giverId,
  product: 'membership_gift_1',
  months: 1,
  giverName: 'Ada',
  recipientEmail,
  startsOn: new Date('2026-01-01T00:00:00Z'),
  deliverAt: new Date('2026-01-01T10:00:00Z'),
});

/** A file of two people, received. */
async function checkedAffiliate(): Promise<[id: string, email: string]> {
  const email = newEmail();
  const file = { name: 'affiliates.csv', chunks: chunksOf(`email,code,balance\n${email},,12.50\n`) };
  return [await receiveAffiliateFile(commandLine, file), email];
}

const receivedFile = () =>
  receiveFile(commandLine, {
    name: 'people.csv',
    chunks: chunksOf(`email,name\n${newEmail()},Ada\n${newEmail()},Bob\n`),
  });

/** The same, checked. */
async function checkedFile(): Promise<string> {
  const id = await receivedFile();
  await checkImport({ importId: id });
  return id;
}

/** One for each job: a job without one does not compile. */
const scenarios: { [T in JobName]: Scenario } = {
  ...commissionScenarios,
  async 'deliver-mail'() {
    const recipient = newEmail();
    await transaction((tx) =>
      queueMail(tx, recipient, 'verify-email', { name: 'Ada', verifyUrl: 'https://site.example' }),
    );
    const { id: mailId } = await prisma().mailOutbox.findFirstOrThrow({ where: { recipient } });
    await sendJob('deliver-mail', { mailId });
    return () =>
      prisma().mailOutbox.findFirst({ where: { recipient }, select: { status: true, attempts: true } });
  },

  async 'export-data'() {
    const { id: userId, email } = await newUser();
    const { id: exportId } = await prisma().dataExport.create({
      data: { userId, expiresAt: new Date(Date.now() + day) },
    });
    await sendJob('export-data', { exportId });
    return () => subjectsTo(email);
  },

  async 'finish-recoveries'() {
    const { id: userId } = await newUser();
    await prisma().user.update({ where: { id: userId }, data: { secondFactorSince: longAgo } });
    await prisma().factorRecovery.create({ data: { userId, dueAt: longAgo } });
    await sendJob('finish-recoveries', {});
    return async () => (await prisma().user.findUniqueOrThrow({ where: { id: userId } })).secondFactorSince;
  },

  async 'delete-accounts'() {
    const { id: userId } = await newUser();
    await prisma().accountDeletion.create({ data: { userId, dueAt: longAgo, remindedAt: longAgo } });
    await sendJob('delete-accounts', {});
    return async () => (await prisma().user.findUniqueOrThrow({ where: { id: userId } })).status;
  },

  async 'send-webhooks'() {
    const { id } = await newEndpoint({ url: 'http://127.0.0.1:9/nobody-there' });
    await newUser();
    await sendJob('send-webhooks', {});
    return async () => {
      const all = await prisma().webhookDelivery.findMany({ where: { endpointId: id } });
      return all.map(({ state, attempts }) => ({ state, attempts }));
    };
  },

  async 'end-paid-periods'() {
    const { viewer, id } = await newPaypalMember();
    await cancelMembership(viewer, {});
    await deliver();
    await prisma().subscription.updateMany({
      where: { providerSubscriptionId: id },
      data: { currentPeriodEnd: new Date(Date.now() - day) },
    });
    await sendJob('end-paid-periods', {});
    return async () => ({
      status: (await prisma().subscription.findFirst({ where: { userId: viewer.id } }))?.status,
      mails: await subjectsTo(viewer.email),
    });
  },

  async 'announce-renewals'() {
    const { id: userId, email } = await newCardMember();
    const soon = new Date(Date.now() + 20 * day);
    await prisma().subscription.updateMany({
      where: { userId },
      data: { amount: 5_700, currentPeriodEnd: soon },
    });
    await sendJob('announce-renewals', {});
    return async () => (await subjectsTo(email)).length;
  },

  async 'move-prices'() {
    const { id: userId } = await newCardMember();
    const { id: subscriptionId } = await rowOf(userId);
    await prisma().priceMove.create({
      data: {
        productKey: 'membership',
        priceKey: 'membership',
        version: 2,
        amountCents: 5_700,
        currency: 'usd',
        interval: 'month',
        lookupKey: 'membership_usd_5700_month',
        takesEffectAt: new Date(Date.now() + 31 * day),
        subscriptions: { create: { subscriptionId, userId, fromCents: 4_700 } },
      },
    });
    await sendJob('move-prices', {});
    return async () =>
      (await prisma().movedSubscription.findFirst({ where: { userId }, select: { state: true } }))?.state;
  },

  async 'watch-cards'() {
    const { id: userId } = await newCardMember();
    await sendJob('watch-cards', {});
    return async () => (await rowOf(userId)).cardLast4;
  },

  async 'chase-payments'() {
    const { id: userId } = await newCardMember();
    // The payment of before was made before that.
    await prisma().payment.updateMany({ where: { userId }, data: { paidAt: longAgo } });
    await renew(userId, false);
    const longMissing = new Date(Date.now() - 15 * day);
    await prisma().paymentFailure.updateMany({
      where: { subscription: { userId } },
      data: { failedAt: longMissing },
    });
    await sendJob('chase-payments', {});
    return async () => {
      await settled();
      return (await rowOf(userId)).status;
    };
  },

  async 'undo-subscription'() {
    const viewer = await newViewer();
    const address = await openHostedCheckout(viewer);
    await pay((await startMembershipPayment(viewer)).clientSecret);
    await payHosted(address);
    return async () => ({
      atProvider: (await stripe.subscriptions.list({ status: 'canceled' })).data.filter(
        ({ metadata }) => metadata.user_id === viewer.id,
      ).length,
      payments: await paymentsOf(viewer.id),
    });
  },

  async 'settle-installments'() {
    const { id: userId } = await newCardMember();
    const { providerSubscriptionId } = await prisma().subscription.update({
      where: { id: (await rowOf(userId)).id },
      // As the webhook of its first payment leaves it: the provider's answer to the job is no news then.
      data: { installments: 3, installmentsTaken: 1 },
    });
    await sendJob('settle-installments', { provider: 'stripe', providerSubscriptionId });
    return async () => (await stripe.subscriptions.retrieve(providerSubscriptionId)).cancel_at !== null;
  },

  async 'end-subscription'() {
    const { id: userId } = await newCardMember();
    const { paymentId } = await prisma()
      .payment.findFirstOrThrow({ where: { userId } })
      .then(({ providerPaymentId }) => ({ paymentId: String(providerPaymentId) }));
    await stripe.refunds.create({ payment_intent: paymentId });
    await settled();
    return async () => {
      await settled();
      return (await rowOf(userId)).status;
    };
  },

  async 'cancel-renewals'() {
    const { id: userId } = await newCardMember();
    await prisma().user.update({ where: { id: userId }, data: { status: 'inactive' } });
    await sendJob('cancel-renewals', { userId });
    return async () => {
      await settled();
      return (await rowOf(userId)).cancelAtPeriodEnd;
    };
  },

  async 'reconcile-payments'() {
    const viewer = await newViewer();
    await payUnheard((await startMembershipPayment(viewer)).clientSecret);
    await sendJob('reconcile-payments', {});
    return async () => ({
      status: (await rowOf(viewer.id)).status,
      payments: (await paymentsOf(viewer.id)).length,
      mails: await subjectsTo(viewer.email),
    });
  },

  async 'collect-purchase'() {
    const viewer = await newViewer();
    await fake.approveOrder(orderIn(await openEbookApproval(viewer)));
    await deliver();
    return () => paymentsOf(viewer.id);
  },

  async 'refund-payment'() {
    const viewer = await newViewer();
    const address = await openEbookCheckout(viewer);
    await pay((await startEbookPayment(viewer)).clientSecret);
    await payHosted(address);
    return () => paymentsOf(viewer.id);
  },

  async 'refund-part'() {
    const viewer = await newViewer();
    await pay((await startEbookPayment(viewer)).clientSecret);
    await settled();
    const payment = await prisma().payment.findFirstOrThrow({ where: { userId: viewer.id } });
    const { provider, providerPaymentId, currency } = payment;
    const asked = {
      provider,
      paymentId: String(providerPaymentId),
      amountCents: 300,
      currency,
      key: randomUUID(),
    };
    await transaction((tx) => sendJobWith(tx, 'refund-part', asked));
    return () => paymentsOf(viewer.id);
  },

  async 'provision-prices'() {
    const { id } = await prisma().price.findFirstOrThrow({
      where: { key: 'reseller_pro', replacedAt: null },
    });
    await transaction((tx) => queueProvision(tx, id));
    return () =>
      prisma().priceProvision.findMany({
        where: { priceId: id, provider: 'stripe' },
        select: { state: true, problem: true },
      });
  },

  async 'record-fee'() {
    const { id: userId } = await newCardMember();
    return async () =>
      prisma().payment.findFirst({ where: { userId }, select: { feeCents: true, feeCurrency: true } });
  },

  async 'delete-expired'() {
    const { id: userId } = await newUser();
    const recipient = newEmail();
    const key = randomUUID();
    const mail = { recipient, subject: '', html: '', text: '', status: 'sent' } as const;
    const session = () => ({ userId, tokenHash: new Uint8Array(randomBytes(32)) });
    const token = () =>
      ({ userId, tokenHash: new Uint8Array(randomBytes(32)), purpose: 'reset_password' }) as const;
    const ahead = new Date(Date.now() + day);
    await prisma().session.createMany({
      data: [
        { ...session(), expiresAt: longAgo },
        { ...session(), expiresAt: ahead },
      ],
    });
    await prisma().accountToken.createMany({
      data: [
        { ...token(), expiresAt: longAgo },
        { ...token(), expiresAt: ahead },
      ],
    });
    await prisma().mailOutbox.createMany({ data: [mail, { ...mail, createdAt: longAgo }] });
    await databasePool().query(
      'INSERT INTO rate_limits (key, points, expire) VALUES ($1, 1, 0), ($2, 1, $3)',
      [`${key} old`, `${key} new`, ahead.getTime()],
    );
    await prisma().referralClick.createMany({
      data: [longAgo, new Date()].map((timestamp) => ({
        referrerUsername: key,
        referrerId: userId,
        landingPage: '/',
        userAgent: 'Browser',
        timestamp,
      })),
    });
    await sendJob('delete-expired', {});
    return async () => ({
      sessions: await prisma().session.count({ where: { userId } }),
      tokens: await prisma().accountToken.count({ where: { userId } }),
      mails: await prisma().mailOutbox.count({ where: { recipient } }),
      limits: await prisma().rateLimit.count({ where: { key: { startsWith: key } } }),
      agents: await prisma().referralClick.count({ where: { referrerId: userId, userAgent: { not: null } } }),
    });
  },

  async 'make-partitions'() {
    await sendJob('make-partitions', {});
    return () =>
      prisma().$queryRaw`
        SELECT p.relname AS name FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent JOIN pg_class c ON c.oid = i.inhrelid
        WHERE c.relname = p.relname || to_char(date_trunc('month', now() AT TIME ZONE 'UTC') + interval '3 months', '_YYYY_MM') ORDER BY 1`;
  },

  async 'send-email-course'() {
    const viewer = await newViewer();
    await subscribe(viewer);
    await prisma().emailCourseSubscription.updateMany({
      where: { userId: viewer.id },
      data: { nextDueAt: longAgo },
    });
    await sendJob('send-email-course', {});
    return async () => (await subjectsTo(viewer.email)).length;
  },

  async 'record-mail-report'() {
    const recipient = newEmail();
    const { id: mailId } = await prisma().mailOutbox.create({
      data: { recipient, subject: 'News', html: '', text: '', status: 'sent' },
    });
    await sendJob('record-mail-report', { mailId, reason: 'bounce', status: '5.1.1' });
    return () => prisma().mailSuppression.count({ where: { address: recipient, source: 'mailbox' } });
  },

  async 'send-letters'() {
    const { id: userId, email } = await newUser();
    const tag = userId.slice(0, 30);
    await prisma().userTag.create({ data: { userId, tag, addedAt: longAgo } });
    const conditions = [{ field: 'tag', values: { operator: 'has', tag } }];
    await prisma().letter.create({
      data: {
        subject: 'News',
        body: 'Hello',
        state: 'sending',
        audience: { isAny: false, conditions },
        createdAt: longAgo,
        updatedAt: longAgo,
      },
    });
    await sendJob('send-letters', {});
    return () => subjectsTo(email);
  },

  async 'send-sequences'() {
    const { id: userId, email } = await newUser();
    const { id: sequenceId } = await prisma().sequence.create({
      data: { name: userId, state: 'on', createdAt: longAgo, updatedAt: longAgo },
    });
    await prisma().sequenceStep.create({
      data: {
        sequenceId,
        position: 1,
        subject: 'Step',
        body: 'Hello',
        createdAt: longAgo,
        updatedAt: longAgo,
      },
    });
    await prisma().sequenceEnrollment.create({
      data: { sequenceId, userId, eventKey: 'key', startedAt: longAgo, lastAt: longAgo, dueAt: longAgo },
    });
    await sendJob('send-sequences', {});
    return () => subjectsTo(email);
  },

  async 'send-digests'() {
    const { id, email } = await newUser();
    await saveChoices(id, { site: [], mail: ['thread'] });
    const told = { event: 'reply_accepted', details: { title: 'T' }, path: '/community' } as const;
    await at(longAgo, () => transaction((tx) => notify(tx, { userId: id, ...told })));
    await sendJob('send-digests', {});
    return () => subjectsTo(email);
  },

  async 'announce-modules'() {
    const { id } = await newUser();
    const at = (days: number) => new Date(Date.now() - days * 86_400_000);
    await prisma().courseRelease.upsert({
      where: { courseId: 'geo-targeting' },
      create: {
        courseId: 'geo-targeting',
        mode: 'weekly',
        entries: { 2: 1 },
        toldVersion: 1,
        checkedAt: at(1),
        updatedAt: at(30),
      },
      update: { mode: 'weekly', entries: { 2: 1 }, checkedAt: at(1) },
    });
    await prisma().courseEnrollment.create({
      data: { userId: id, courseId: 'geo-targeting', startedAt: at(7.5), openedModuleIds: [1] },
    });
    await sendJob('announce-modules', {});
    return () => prisma().notification.count({ where: { userId: id, event: 'module_opened' } });
  },

  async 'send-push'() {
    const { id: userId } = await newUser();
    // An address within the site's own network: it is forgotten, and nobody is called.
    config().vapid = webPush.generateVAPIDKeys();
    const keys = { p256dh: webPush.generateVAPIDKeys().publicKey, auth: 'A'.repeat(22) };
    await prisma().pushSubscription.create({
      data: { userId, endpoint: `https://127.0.0.1/${randomUUID()}`, ...keys, createdAt: longAgo },
    });
    await transaction((tx) => notify(tx, { userId, event: 'posting_allowed', path: '/community' }));
    const { id } = await prisma().notification.findFirstOrThrow({ where: { userId } });
    await sendJob('send-push', { notificationIds: [id] });
    return () => prisma().pushSubscription.count({ where: { userId } });
  },

  async 'tell-new-pieces'() {
    const { id } = await newUser();
    await newSession(id);
    const piece = (name: string) => ({ id: name, title: name, path: `/playbooks/${name}` });
    for (const name of ['old', 'new']) await notePieces([piece(name)]);
    await sendJob('tell-new-pieces', {});
    return async () => (await listNotifications(id, 'all', null)).rows.map(({ text }) => text);
  },

  async 'mail-registered'() {
    const { id, email } = await newUser();
    await sendJob('mail-registered', { userId: id, isNew: true, mailKey: randomUUID() });
    return async () => ({
      mails: await subjectsTo(email),
      links: await prisma().accountToken.count({ where: { userId: id } }),
    });
  },

  async 'settle-roles'() {
    const viewer = await newViewer();
    await startResellerTrial(viewer);
    await prisma().user.update({ where: { id: viewer.id }, data: { trialEndsAt: longAgo } });
    await sendJob('settle-roles', {});
    return async () => (await prisma().user.findUnique({ where: { id: viewer.id } }))?.role;
  },

  async 'announce-trial-ends'() {
    const viewer = await newViewer();
    await startResellerTrial(viewer);
    const soon = new Date(Date.now() + 2 * day);
    await prisma().user.update({ where: { id: viewer.id }, data: { trialEndsAt: soon } });
    await sendJob('announce-trial-ends', {});
    return async () => (await subjectsTo(viewer.email)).length;
  },

  async 'make-refund'() {
    const viewer = await newViewer();
    await pay((await startMembershipPayment(viewer)).clientSecret);
    const { id } = await prisma().payment.findFirstOrThrow({ where: { userId: viewer.id } });
    await requestRefund(viewer, id, '');
    return () => paymentsOf(viewer.id);
  },

  async 'issue-receipts'() {
    const { id: userId } = await newUser();
    const told = { userId, product: 'membership', provider: 'stripe', status: 'paid' } as const;
    await prisma().payment.create({
      data: { ...told, providerInvoiceId: `in_${userId}`, amountCents: 4_700, paidAt: longAgo },
    });
    await sendJob('issue-receipts', {});
    return () => prisma().receipt.count({ where: { userId } });
  },

  async 'mail-receipts'() {
    const user = await newUser();
    const sale = newSale(user.id);
    await at(longAgo, () =>
      deliverFacts([
        { ...sale.created, createdAt: longAgo },
        { ...sale.paid, createdAt: longAgo },
      ]),
    );
    await sendJob('mail-receipts', {});
    return async () => (await subjectsTo(user.email)).length;
  },

  async 'count-click-days'() {
    const { id, username } = await newUser({ role: 'affiliate' });
    for (const daysAgo of [1, 1, 2])
      await prisma().referralClick.create({
        data: {
          referrerId: id,
          referrerUsername: username,
          landingPage: '/',
          timestamp: new Date(Date.now() - daysAgo * day - 2 * 3600 * 1000),
        },
      });
    await sendJob('count-click-days', {});
    return async () => {
      const { _sum } = await prisma().referralClickDay.aggregate({
        where: { referrerId: id, breakdown: 'all' },
        _sum: { clicks: true },
      });
      return _sum.clicks;
    };
  },

  async 'roll-up-figures'() {
    const { id } = await newUser();
    await sendJob('roll-up-figures', {});
    return () =>
      prisma().figurePart.findMany({ where: { userId: id }, select: { kind: true, people: true } });
  },

  async 'reckon-standings'() {
    // Of when there were many affiliates.
    const none = { clicks: 1, registered: 0, members: 0, sales: 0, returned: 0, earnedCents: 0 };
    const kept = { rangeFrom: longAgo, rangeTo: longAgo, sort: 'clicks', place: 1, reckonedAt: longAgo };
    await prisma().affiliateStanding.create({ data: { ...kept, ...none, affiliateId: randomUUID() } });
    await sendJob('reckon-standings', {});
    return () => prisma().affiliateStanding.count();
  },

  async 'reckon-course-standings'() {
    // Of when there were many learners.
    const none = { stoppedAt: 0, started: 1, completed: 0, finished: 0, reckonedAt: longAgo };
    await prisma().courseStanding.create({
      data: { rangeFrom: longAgo, rangeTo: longAgo, courseId: 'seo', ...none },
    });
    await sendJob('reckon-course-standings', {});
    return () => prisma().courseStanding.count();
  },

  async 'forget-visitors'() {
    await prisma().visitSeen.create({ data: { day: longAgo, hash: new Uint8Array(32) } });
    await sendJob('forget-visitors', {});
    return () => prisma().visitSeen.count({ where: { day: { lt: new Date(Date.now() - 2 * day) } } });
  },

  async 'publish-promotion-code'() {
    const { id } = await newUser({ role: 'affiliate' });
    await makePromotionCode({ affiliateId: id, code: 'WORKER-20', percentOff: 20, actorId: null });
    return async () => {
      const { data } = await stripe.promotionCodes.list({ code: 'WORKER-20' });
      const row = await prisma().promotionCode.findFirst({ where: { affiliateId: id } });
      return data.map((made) => made.active && made.id === row?.providerId);
    };
  },

  async 'deliver-gifts'() {
    const giver = await newUser();
    const recipientEmail = newEmail();
    const { id } = await prisma().gift.create({ data: giftRow(giver.id, recipientEmail) });
    const { codeHash } = makeCode({ id, codeVersion: 1, codeHash: null });
    await prisma().gift.update({ where: { id }, data: { status: 'paid', codeHash, paidAt: new Date() } });
    await sendJob('deliver-gifts', {});
    return () => subjectsTo(recipientEmail);
  },

  async 'settle-gifts'() {
    const [giver, reader] = [await newUser(), await newUser()];
    const { id } = await prisma().gift.create({ data: giftRow(giver.id, null) });
    const at = new Date();
    await prisma().gift.update({
      where: { id },
      data: {
        status: 'redeemed',
        codeHash: `hash ${id}`,
        paidAt: at,
        redeemedAt: at,
        redeemedById: reader.id,
      },
    });
    await sendJob('settle-gifts', {});
    return () => prisma().entitlementGrant.count({ where: { userId: reader.id } });
  },

  async 'tell-team-ended'() {
    const [owner, member] = [await newUser(), await newUser()];
    const { id: teamId } = await prisma().team.create({ data: { ownerId: owner.id } });
    await prisma().teamSeat.create({ data: { teamId, userId: member.id, joinedAt: new Date() } });
    const { id: subscriptionId } = await prisma().subscription.create({
      data: {
        userId: owner.id,
        product: 'team',
        provider: 'stripe',
        providerSubscriptionId: `sub_${teamId}`,
        status: 'canceled',
        amount: 6_000,
      },
    });
    await sendJob('tell-team-ended', { subscriptionId });
    return () => subjectsTo(member.email);
  },

  async 'release-promotion-uses'() {
    const { id: userId } = await newUser();
    const { id: affiliateId } = await newUser({ role: 'affiliate' });
    await makePromotionCode({ affiliateId, code: 'RELEASED-20', percentOff: 20, actorId: null });
    const { id } = await prisma().promotionCode.findUniqueOrThrow({ where: { code: 'RELEASED-20' } });
    await prisma().promotionUse.create({
      data: {
        promotionCodeId: id,
        code: 'RELEASED-20',
        userId,
        product: 'membership',
        percentOff: 20,
        amountOffCents: 0,
        priceCents: 4_700,
        isLimited: true,
        reservedAt: new Date(Date.now() - day),
        reservedUntil: new Date(Date.now() - 60_000),
      },
    });
    await sendJob('release-promotion-uses', {});
    return () => prisma().promotionUse.findMany({ where: { userId }, select: { state: true } });
  },

  async 'mail-sign-in-link'() {
    const { id, email } = await newUser();
    await sendJob('mail-sign-in-link', { userId: id, returnTo: '/dashboard', mailKey: randomUUID() });
    return async () => ({
      mails: await subjectsTo(email),
      links: await prisma().accountToken.count({ where: { userId: id } }),
    });
  },

  async 'forget-customer'() {
    const { id: customerId } = await stripe.customers.create({ email: newEmail() });
    await sendJob('forget-customer', { provider: 'stripe', customerId });
    return async () => (await stripe.customers.retrieve(customerId)).deleted === true;
  },

  async 'publish-scheduled'() {
    connectSite({ findPage: await pagesOfRoutes(), hasPage: (path) => path === '/courses/seo' });
    const path = 'courses/seo/module-1.md';
    const text = `${fileText(path)?.trimEnd()}\n\nOf a job.\n`;
    const version = { path, number: 1, kind: 'text', text, createdAt: new Date() } as const;
    await prisma().contentVersion.create({
      data: { ...version, state: 'scheduled', publishAt: new Date(0) },
    });
    await sendJob('publish-scheduled', {});
    return async () =>
      (await prisma().contentVersion.findMany({ select: { state: true } })).map(({ state }) => state);
  },

  async 'follow-content'() {
    connectSite({ findPage: await pagesOfRoutes(), hasPage: (path) => path === '/courses/seo' });
    await prisma().searchDocument.deleteMany();
    await prisma().searchState.deleteMany();
    await sendJob('follow-content', {});
    return () => prisma().searchDocument.count();
  },

  async 'read-mailbox'() {
    const mailbox = {
      host: '127.0.0.1',
      port: 1,
      security: 'none',
      user: 'nobody',
      password: 'none',
      folder: ['INBOX'],
      deletesTaken: false,
    } as const;
    config().inboundMail = { address: 'reply@mail.example', secret: null, mailbox };
    await sendJob('read-mailbox', {});
    return async () => (await prisma().supportMailbox.findFirst())?.error;
  },

  async 'embed-passages'() {
    // This Postgres has no pgvector: the provider, whom nobody can reach, is not asked.
    connectModel(unreachableModel);
    const state = { fingerprint: 'none', embeddingNote: null };
    await prisma().searchState.upsert({ where: { id: 1 }, create: state, update: state });
    await sendJob('embed-passages', {});
    return async () => (await prisma().searchState.findFirst())?.embeddingNote;
  },

  async 'mail-verification-code'() {
    const { id, email } = await newUser({ verified: false });
    await sendJob('mail-verification-code', {
      userId: id,
      mailKey: randomUUID(),
      app: { redirectTo: 'http://localhost:3000/', challenge: null },
    });
    return async () => ({
      mails: (await subjectsTo(email)).length,
      codes: await prisma().accountToken.count({ where: { userId: id, isApi: true } }),
    });
  },

  async 'review-sources'() {
    await sendJob('review-sources', {});
    return () => prisma().mailOutbox.count({ where: { key: { startsWith: 'sources-due ' } } });
  },

  async 'check-people-import'() {
    const id = await receivedFile();
    return async () => (await countsOf(id)).newCount;
  },

  async 'import-people'() {
    const id = await checkedFile();
    await startImport(commandLine, id, { reason: '' });
    return () => prisma().importedPerson.count({ where: { importId: id } });
  },

  async 'undo-people-import'() {
    const id = await checkedFile();
    await prisma().peopleImport.update({ where: { id }, data: { state: 'importing' } });
    await importPeople({ importId: id });
    await undoImport(commandLine, id);
    return async () => {
      const { state, undoneCount } = await prisma().peopleImport.findUniqueOrThrow({ where: { id } });
      return { state, undoneCount };
    };
  },

  async 'read-foreign-subscriptions'() {
    const providerSubscriptionId = `sub_${randomUUID().replaceAll('-', '')}`;
    await prisma().foreignSubscription.create({
      data: { provider: 'stripe', providerSubscriptionId, outcome: 'unread', readAt: new Date() },
    });
    await sendJob('read-foreign-subscriptions', {});
    return async () =>
      (await prisma().foreignSubscription.findFirst({ where: { providerSubscriptionId } }))?.outcome;
  },

  async 'adopt-subscriptions'() {
    const { id: userId } = await newUser();
    const price = {
      id: 'price_old',
      lookupKey: null,
      amountCents: 3_700,
      currency: 'usd',
      interval: 'month',
    };
    const state = { status: 'active', price, cancelAtPeriodEnd: false, startedAt: '2026-01-05T00:00:00Z' };
    const data = { provider: 'stripe', product: 'membership', state, userId, readAt: new Date() } as const;
    await prisma().foreignSubscription.create({
      data: { ...data, providerSubscriptionId: `sub_${userId.replaceAll('-', '')}`, outcome: 'ready' },
    });
    await sendJob('adopt-subscriptions', {});
    return () =>
      prisma().subscription.findMany({ where: { userId }, select: { status: true, amount: true } });
  },

  async 'import-past-payments'() {
    const { id: userId } = await newUser();
    const providerSubscriptionId = `sub_${userId.replaceAll('-', '')}`;
    const adopted = { provider: 'stripe', product: 'membership', providerSubscriptionId } as const;
    await prisma().foreignSubscription.create({
      data: { ...adopted, outcome: 'adopted', readAt: new Date(), historyRequestedAt: new Date() },
    });
    await prisma().subscription.create({
      data: { ...adopted, userId, status: 'active', amount: 3_700, adoptedAt: new Date() },
    });
    await sendJob('import-past-payments', {});
    // The provider has nothing of it: its history is read once, and is empty.
    return async () => {
      const row = await prisma().foreignSubscription.findFirst({ where: { providerSubscriptionId } });
      return { isRead: row?.historyReadAt !== null, payments: await prisma().pastPayment.count() };
    };
  },

  async 'import-affiliates'() {
    const [id, email] = await checkedAffiliate();
    await startAffiliateImport(commandLine, id, { reason: 'moving in' });
    return async () => (await prisma().user.findUnique({ where: { email } }))?.totalEarnings;
  },

  async 'undo-affiliate-import'() {
    const [id, email] = await checkedAffiliate();
    await prisma().affiliateImport.update({ where: { id }, data: { state: 'importing' } });
    await importAffiliates({ importId: id });
    await undoAffiliateImport(commandLine, id);
    return async () => (await prisma().user.findUnique({ where: { email } }))?.totalEarnings;
  },

  async 'mail-reset-link'() {
    const { id, email } = await newUser();
    await sendJob('mail-reset-link', { userId: id, mailKey: randomUUID() });
    return async () => ({
      mails: await subjectsTo(email),
      links: await prisma().accountToken.count({ where: { userId: id } }),
    });
  },

  async 'record-activity'() {
    const { id: userId } = await newUser();
    await sendJob('record-activity', {
      id: randomUUID(),
      kind: 'signed_out',
      userId,
      // Somebody who is gone by then.
      actorId: randomUUID(),
      subjectType: null,
      subjectId: null,
      details: null,
      at: longAgo.toISOString(),
    });
    return () =>
      prisma().activityLog.findMany({
        where: { userId },
        select: { type: true, actorId: true, createdAt: true },
      });
  },

  async 'send-security-notice'() {
    const { id: userId, email } = await newUser();
    await sendJob('send-security-notice', {
      userId,
      event: 'new_device',
      detail: 'Firefox',
      mailKey: randomUUID(),
    });
    return async () => [
      await subjectsTo(email),
      await prisma().notification.count({ where: { userId, event: 'security_notice' } }),
    ];
  },
};

/** What each has brought about, once done and twice done alike. */
const expected: { [T in JobName]: unknown } = {
  ...commissionOutcomes,
  'deliver-mail': { status: 'sent', attempts: 1 },
  // Refused there: neither given up nor tried again at once.
  'send-webhooks': [{ state: 'waiting', attempts: 1 }],
  'export-data': ['Your data is ready'],
  'finish-recoveries': null,
  'delete-accounts': 'inactive',
  'tell-team-ended': ['Your team has ended, and your seat with it'],
  'end-paid-periods': {
    status: 'canceled',
    mails: ['Welcome: your membership is active', 'Your membership is canceled', 'Your membership has ended'],
  },
  // The welcome, and this one.
  'announce-renewals': 2,
  'move-prices': 'notified',
  'watch-cards': '4242',
  'chase-payments': 'canceled',
  'undo-subscription': {
    atProvider: 1,
    payments: [
      { status: 'paid', amountRefundedCents: 0 },
      { status: 'refunded', amountRefundedCents: 4_700 },
    ],
  },
  'settle-installments': true,
  'end-subscription': 'canceled',
  'cancel-renewals': true,
  'reconcile-payments': {
    status: 'active',
    payments: 1,
    mails: ['Welcome: your membership is active'],
  },
  'collect-purchase': [{ status: 'paid', amountRefundedCents: 0 }],
  'refund-payment': [
    { status: 'paid', amountRefundedCents: 0 },
    { status: 'refunded', amountRefundedCents: 700 },
  ],
  'refund-part': [{ status: 'partially_refunded', amountRefundedCents: 300 }],
  'provision-prices': [{ state: 'ready', problem: null }],
  'record-fee': { feeCents: 166, feeCurrency: 'usd' },
  'delete-expired': { sessions: 1, tokens: 1, mails: 1, limits: 1, agents: 1 },
  'make-partitions': [{ name: 'activity_log' }, { name: 'mail_outbox' }],
  'send-email-course': 2,
  'publish-scheduled': ['published'],
  'read-mailbox': 'Nothing answers at 127.0.0.1:1.',
  'follow-content': 1,
  'embed-passages':
    'Passages are found by their words alone: the database server has no extension "vector" (pgvector).',
  'record-mail-report': 1,
  'send-letters': ['News'],
  'send-sequences': ['Step'],
  'send-digests': ['Your reply was accepted as the answer to “T”'],
  'announce-modules': 1,
  'send-push': 0,
  'tell-new-pieces': ['New in the library: new'],
  'mail-registered': { mails: ['Please verify your email address'], links: 1 },
  'make-refund': [{ status: 'refunded', amountRefundedCents: 4_700 }],
  'issue-receipts': 1,
  'mail-receipts': 1,
  'count-click-days': 3,
  'roll-up-figures': [{ kind: 'registered', people: 1 }],
  'reckon-standings': 0,
  'reckon-course-standings': 0,
  'forget-visitors': 0,
  'publish-promotion-code': [true],
  'deliver-gifts': ['You have been given a membership'],
  'settle-gifts': 1,
  'release-promotion-uses': [{ state: 'released' }],
  'mail-sign-in-link': { mails: ['Your link to sign in'], links: 1 },
  'forget-customer': true,
  'mail-verification-code': { mails: 1, codes: 1 },
  'read-foreign-subscriptions': 'not_ours',
  'adopt-subscriptions': [{ status: 'active', amount: 3_700 }],
  'import-past-payments': { isRead: true, payments: 0 },
  'import-affiliates': 1_250,
  'undo-affiliate-import': 0,
  'check-people-import': 2,
  'import-people': 2,
  'undo-people-import': { state: 'undone', undoneCount: 2 },
  'mail-reset-link': { mails: ['Choose a new password'], links: 1 },
  'record-activity': [{ type: 'signed_out', actorId: null, createdAt: longAgo }],
  'send-security-notice': [['A sign-in on a new device'], 1],
  'review-sources': 1,
  'settle-roles': 'member',
  // The one that it has begun, and this one.
  'announce-trial-ends': 2,
};

/** The next 15th: what is done on the day of payouts alone has work. */
const onThe15th = () => {
  const today = new Date();
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 15, 12));
};

/** Long after every source of the library was checked. */
const yearsLater = () => new Date('2036-01-01T08:00:00Z');

/** Jobs that have work at other times alone. */
const clocks: Partial<Record<JobName, () => Date>> = {
  'gather-payouts': onThe15th,
  'review-sources': yearsLater,
};

const doAll = <T extends JobName>(name: T) => {
  const clock = clocks[name];
  return clock ? withClock(clock, () => doJobs(queue, name)) : doJobs(queue, name);
};

describe('the worker’s own handler, given a job from the queue', () => {
  it.each(Object.keys(scenarios) as JobName[])('%s does it, and done again changes nothing', async (name) => {
    const outcome = await scenarios[name]();
    expect(await outcome(), 'before').not.toEqual(expected[name]);
    const done = await doAll(name);
    expect(done.map(({ error }) => error)).toEqual([undefined]);
    expect(await outcome(), 'done once').toEqual(expected[name]);
    for (const { data } of done) await sendJob(name, data as never);
    expect((await doAll(name)).map(({ error }) => error)).toEqual([undefined]);
    expect(await outcome(), 'done twice').toEqual(expected[name]);
  });
});
