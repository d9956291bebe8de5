import { activitySentence } from '#app/domain/core/activity/sentence.ts';
import { formatMoney, productName } from '#app/domain/core/catalogue/products.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';
import { canOf } from '#app/platform/payments/port.ts';

// What is known here of a payment that is disputed: what a provider asks a seller for. It holds personal data, and is made when it is
// asked for.

type Database = Transaction['db'];

/** One thing that is known, as the page and the mail show it. */
export interface EvidenceSection {
  title: string;
  /** What it shows, for who decides the case. */
  about: string;
  rows: readonly (readonly [name: string, value: string])[];
}

export interface Evidence {
  provider: PaymentProvider;
  disputeId: string;
  title: string;
  amountCents: number;
  currency: string;
  isInquiry: boolean;
  sections: readonly EvidenceSection[];
}

/** So many of the latest of a kind are listed; all are counted. */
const listed = 20;

const time = (at: Date | null) =>
  at ? `${at.toISOString().replace('T', ' ').slice(0, 19)} UTC` : 'not told';

/** All that is known here of a disputed payment; null for a case that is not known. */
export async function gatherEvidence(
  db: Database,
  key: { providerDisputeId: string; provider?: PaymentProvider },
): Promise<Evidence | null> {
  const dispute = await db.paymentDispute.findFirst({
    where: key,
    include: { payment: { include: { user: true, refunds: true, subscription: true } } },
  });
  if (!dispute) return null;
  const { payment, provider, providerDisputeId: disputeId, amountCents, tookMoney } = dispute;
  const { user, currency } = payment;
  const isInquiry = !tookMoney;
  const bundled = await db.paymentDispute.findMany({
    where: { provider, bundledWith: disputeId },
    include: { payment: { select: { paidAt: true } } },
    orderBy: { payment: { paidAt: 'asc' } },
  });
  const inCurrency = (cents: number, its: string) => `${formatMoney(cents, its)} ${its.toUpperCase()}`;
  const money = (cents: number) => inCurrency(cents, currency);
  const amount = inCurrency(dispute.toldCents ?? amountCents, dispute.toldCurrency ?? currency);
  const refunded = payment.refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled');
  const caseSection: EvidenceSection = {
    title: isInquiry ? 'The inquiry' : 'The dispute',
    about: 'What the provider told us.',
    rows: [
      ['Provider', canOf(provider).title],
      ['Case', disputeId],
      ['Amount', amount],
      ...bundled.map(
        (other) => ['Also about', `${money(other.amountCents)} paid ${time(other.payment.paidAt)}`] as const,
      ),
      ['Told of', time(dispute.openedAt)],
      ['Outcome', dispute.outcome ?? 'open'],
    ],
  };
  const paymentSection: EvidenceSection = {
    title: 'The payment',
    about: 'What was bought, and what was paid for it.',
    rows: [
      ['Product', productName(payment.product)],
      ['Paid', time(payment.paidAt)],
      ['Amount', `${money(payment.amountCents)}, of which tax ${money(payment.taxCents)}`],
      ['Refunded before', refunded.length === 0 ? 'nothing' : money(payment.amountRefundedCents)],
      ['Payment', payment.providerPaymentId ?? 'not told'],
      ['Invoice', payment.providerInvoiceId],
      ...(payment.periodStart && payment.periodEnd
        ? [['For', `${time(payment.periodStart)} to ${time(payment.periodEnd)}`] as const]
        : []),
      ...(payment.subscription
        ? [
            ['Subscribed since', time(payment.subscription.subscribedAt)] as const,
            [
              'Cancellation',
              payment.subscription.canceledAt
                ? `ended ${time(payment.subscription.canceledAt)}`
                : payment.subscription.cancelAtPeriodEnd
                  ? 'canceled for the end of the period'
                  : 'not asked for',
            ] as const,
          ]
        : []),
    ],
  };
  const customer: EvidenceSection = {
    title: 'The customer',
    about: 'Who bought it.',
    rows: [
      ['Name', user.name],
      ['Email address', user.email],
      ['Address verified by a link', user.emailVerifiedAt ? time(user.emailVerifiedAt) : 'no'],
      ['Account made', time(user.createdAt)],
    ],
  };
  const sections = [
    caseSection,
    paymentSection,
    customer,
    await acceptances(db, user.id),
    await otherPayments(db, user.id, payment.id, money),
    await signIns(db, user.id, payment.paidAt),
    await progress(db, user.id, payment.paidAt),
    await mails(db, user.email),
  ];
  const title = `${isInquiry ? 'Inquiry' : 'Dispute'} ${disputeId}: ${amount} for ${productName(payment.product)}`;
  return { provider, disputeId, title, amountCents, currency, isInquiry, sections };
}

async function acceptances(db: Database, userId: string): Promise<EvidenceSection> {
  const rows = await db.legalAcceptance.findMany({ where: { userId }, orderBy: { acceptedAt: 'asc' } });
  return {
    title: 'Terms that were accepted',
    about:
      'Which version of which text the customer accepted, by a box they ticked or a button that said so.',
    rows: rows.map(({ document, version, acceptedAt }) => [
      `${document.replaceAll('-', ' ')}, version ${version}`,
      time(acceptedAt),
    ]),
  };
}

async function otherPayments(
  db: Database,
  userId: string,
  disputed: string,
  money: (cents: number) => string,
): Promise<EvidenceSection> {
  const where = { userId, id: { not: disputed } };
  const rows = await db.payment.findMany({ where, orderBy: { paidAt: 'desc' }, take: listed });
  return {
    title: 'Other payments of this customer',
    about: `${await db.payment.count({ where })} in all.`,
    rows: rows.map(({ paidAt, product, amountCents, status }) => [
      time(paidAt),
      `${money(amountCents)}, ${productName(product)}, ${status.replaceAll('_', ' ')}`,
    ]),
  };
}

async function signIns(db: Database, userId: string, paidAt: Date): Promise<EvidenceSection> {
  const where = { userId, type: 'signed_in' };
  const since = await db.activityLog.count({ where: { ...where, createdAt: { gte: paidAt } } });
  const rows = await db.activityLog.findMany({ where, orderBy: { createdAt: 'desc' }, take: listed });
  return {
    title: 'Sign-ins',
    about: `${await db.activityLog.count({ where })} in all, ${since} of them after the payment. Each took the customer's password. No network addresses are kept.`,
    rows: rows.map((row) => [time(row.createdAt), activitySentence(row)]),
  };
}

async function progress(db: Database, userId: string, paidAt: Date): Promise<EvidenceSection> {
  const where = { userId, completed: true };
  const since = await db.userModuleCompletion.count({ where: { ...where, completedAt: { gte: paidAt } } });
  const rows = await db.userModuleCompletion.findMany({
    where,
    orderBy: { completedAt: 'desc' },
    take: listed,
  });
  return {
    title: 'Use of what was bought',
    about: `${await db.userModuleCompletion.count({ where })} lessons marked as completed, ${since} of them after the payment.`,
    rows: rows.map(({ courseId, moduleId, completedAt }) => [
      time(completedAt),
      `Completed lesson ${moduleId} of ${courseId.replaceAll('-', ' ')}`,
    ]),
  };
}

async function mails(db: Database, recipient: string): Promise<EvidenceSection> {
  const rows = await db.mailOutbox.findMany({
    where: { recipient, status: 'sent' },
    orderBy: { createdAt: 'desc' },
    take: listed,
    select: { subject: true, sentAt: true },
  });
  return {
    title: 'Emails that were delivered',
    about: 'Accepted by the mail server for the address above, in the last three months.',
    rows: rows.map(({ subject, sentAt }) => [time(sentAt), subject]),
  };
}
